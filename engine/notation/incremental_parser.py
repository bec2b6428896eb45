"""Parses a record while somebody types it: its events so far, whose turn it is, and what can be written next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from time import monotonic
from typing import Final, Literal

from engine.core import registry
from engine.core.errors import EngineError
from engine.core.game import CHANCE, Event, Game, State
from engine.core.patterns import Pattern
from engine.core.record import Record
from engine.notation.completion import complete
from engine.notation.files import read_parsed
from engine.notation.parsed_record import ParsedRecord
from engine.notation.replay import Replay, finish_record, only_record
from engine.notation.syntax import Heading
from engine.notation.verification import Problem, problem_of
from engine.notation.writer import say

SECONDS: Final = 0.5
PLACEHOLDER: Final = "…"

_IMAGINED: Final = 6  # tables that a spectator could be sitting at
_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class PartialParse:
    """A record as far as it has been typed.

    `moves` are what may be written next. `?` may be written as it is; `…` must be replaced by what the table shows:
    `muster …` is any card that the seat shows.
    """

    head: Record | None = None  # game, options in full, seats; None until the head is complete
    events: tuple[Pattern, ...] = ()  # those that were read and can have happened
    turn: int | Literal["chance", "over"] | None = None  # a seat, from 0; None where nobody can tell
    awaited: str | None = None  # at chance, the verb of what comes up next, such as `deal`
    heading: str | None = None  # that may stand before the next event, such as `Round 2`
    moves: tuple[str, ...] = ()
    problem: Problem | None = None  # the first thing that is wrong
    undecided: bool = False  # whether time was up before it was found how the unknowns can be filled
    position: State | None = None  # after `events`, of one way to fill what is left open

    @property
    def game(self) -> Game | None:
        """The game of the record."""
        return registry.game(self.head.game) if self.head else None

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the players."""
        return self.head.seats if self.head else ()


def parse_partial(text: str, *, seconds: float = SECONDS) -> PartialParse:
    """Parse the record in `text`; filling unknowns takes at most about `seconds`. Raise nothing."""
    try:
        parsed = only_record(read_parsed(text))
    except EngineError as refusal:
        return PartialParse(problem=problem_of(refusal))
    return _parse_with_unknowns(parsed, monotonic() + seconds) if parsed.has_unknowns else _parse_full(parsed)


def _parse_full(parsed: ParsedRecord) -> PartialParse:
    replaying = Replay(parsed)
    problem: Problem | None = None
    try:
        replaying.to_the_end()
        if parsed.result.is_there:
            finish_record(parsed, replaying.state, replaying.events)
    except EngineError as refusal:
        problem = problem_of(refusal)
    so_far = PartialParse(parsed.head, tuple(replaying.events), problem=problem, position=replaying.state)
    return _without_typed_heading(_with_next(so_far, replaying.state, all_is_known=True), parsed)


def _parse_with_unknowns(parsed: ParsedRecord, deadline: float) -> PartialParse:
    """If time ran out, `turn` is still set where everybody knows it."""
    found = complete(parsed, deadline, whole=parsed.result.is_there)
    events = tuple(found.patterns if found.decided is not False else found.patterns[: found.at])
    problem = problem_of(found.refusal) if found.refusal is not None and found.decided is False else None
    so_far = PartialParse(parsed.head, events, problem=problem, undecided=found.decided is None)
    if found.decided is None:
        return replace(so_far, turn=_turn(found.outline)) if found.outline is not None else so_far
    return _without_typed_heading(
        _with_next(replace(so_far, position=found.state), found.state, all_is_known=False), parsed
    )


def _without_typed_heading(so_far: PartialParse, parsed: ParsedRecord) -> PartialParse:
    """Remove the heading if it has been typed: Supporters that are dealt again start no new round."""
    lines = [item.text if isinstance(item, Heading) else getattr(item, "heading", "") for item in parsed.items]
    typed = {" ".join(line.split()).casefold() for line in lines}
    return replace(so_far, heading=None) if (so_far.heading or "").casefold() in typed else so_far


def _with_next(so_far: PartialParse, state: State | None, *, all_is_known: bool) -> PartialParse:
    """Add what comes next in that state."""
    head = so_far.head
    if head is None or state is None:
        return so_far
    so_far = replace(so_far, turn=_turn(state))
    if state.turn is None:
        return so_far
    slug = head.game
    heading = registry.game(slug).words.heading(state)
    if state.turn != CHANCE:
        if not all_is_known:
            return replace(so_far, heading=heading, moves=_moves_seen_by_all(slug, state))
        moves = dict.fromkeys(_in_words(slug, state, move) for move in state.legal_moves())
        return replace(so_far, heading=heading, moves=tuple(moves))
    event = state.chance_outcomes()[0][0]
    verb = registry.game(slug).words.say(state, event).verb
    unseen = [_in_words(slug, state, _hidden(slug, state, event))] if _hidden(slug, state, event) != event else []
    return replace(so_far, awaited=verb, heading=heading, moves=(f"{verb} {PLACEHOLDER}", *unseen))


def _turn(state: State) -> int | Literal["chance", "over"]:
    if state.turn is None:
        return "over"
    return "chance" if state.turn == CHANCE else state.turn


def _moves_seen_by_all(slug: str, state: State) -> tuple[str, ...]:
    """Return the moves that a spectator expects, without the cards of hidden hands."""
    game, rng = registry.game(slug), Random(_SEED)
    others = [game.imagine(state.view(None), rng) for _ in range(_IMAGINED)]
    certain = set(state.legal_moves()).intersection(*(other.legal_moves() for other in others))
    in_order: dict[str, None] = {}
    for possible in (state, *others):
        for move in possible.legal_moves():
            pattern = _hidden(slug, possible, move)
            in_words = _in_words(slug, possible, pattern)
            is_plain = pattern != move or move in certain
            in_order[in_words if is_plain else f"{game.words.say(possible, move).verb} {PLACEHOLDER}"] = None
    return tuple(in_order)


def _hidden(slug: str, state: State, event: Event) -> Pattern:
    unknowns = registry.partial_records(slug)
    return unknowns.hide(state, event) if unknowns else event


def _in_words(slug: str, state: State, pattern: Pattern) -> str:
    phrase = say(slug, state, pattern)
    return f"{phrase.verb} {phrase.what}".rstrip()
