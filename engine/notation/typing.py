"""Reads a record while somebody types it: what has been played, whose turn it is, and what can be written next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from time import monotonic
from typing import Final, Literal

from engine.core import registry
from engine.core.errors import EngineError
from engine.core.game import CHANCE, Event, Game, State
from engine.core.record import Record
from engine.core.vocabulary import Pattern
from engine.notation.clauses import Heading
from engine.notation.completing import complete
from engine.notation.files import read_scripts
from engine.notation.reader import ended, the_script
from engine.notation.replaying import Replaying
from engine.notation.script import Script
from engine.notation.verdict import Flaw, flaw_of
from engine.notation.writer import say

SECONDS: Final = 0.5
TO_FILL_IN: Final = "…"

_IMAGINED: Final = 6  # tables that a spectator could be sitting at
_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class SoFar:
    """A record as far as it has been typed.

    `moves` are what may be written next. Where only the table knows, `?` may be written as it stands; `…` has to be
    replaced by what the table shows: `muster …` is any card that the seat lays open.
    """

    head: Record | None = None  # game, options in full, seats; None until the head is complete
    events: tuple[Pattern, ...] = ()  # those that were read and can have happened
    turn: int | Literal["chance", "over"] | None = None  # a seat, from 0; None where nobody can tell
    awaited: str | None = None  # at chance, the verb of what comes up next, such as `deal`
    heading: str | None = None  # that may stand before the next event, such as `Round 2`
    moves: tuple[str, ...] = ()
    flaw: Flaw | None = None  # the first thing that is wrong
    undecided: bool = False  # whether time was up before it was found how the unknowns can be filled
    position: State | None = None  # after `events`, of one way to fill what is left open

    @property
    def game(self) -> Game | None:
        """The game that is recorded."""
        return registry.game(self.head.game) if self.head else None

    @property
    def seats(self) -> tuple[str, ...]:
        """The names at the table."""
        return self.head.seats if self.head else ()


def read_so_far(text: str, *, seconds: float = SECONDS) -> SoFar:
    """What there is of the one record in `text`; unknowns are filled within about so many seconds. Raises nothing."""
    try:
        script = the_script(read_scripts(text))
    except EngineError as refusal:
        return SoFar(flaw=flaw_of(refusal))
    return _completed(script, monotonic() + seconds) if script.has_unknowns else _replayed(script)


def _replayed(script: Script) -> SoFar:
    replaying = Replaying(script)
    flaw: Flaw | None = None
    try:
        replaying.to_the_end()
        if script.ending.is_there:
            ended(script, replaying.state, replaying.events)
    except EngineError as refusal:
        flaw = flaw_of(refusal)
    so_far = SoFar(script.head, tuple(replaying.events), flaw=flaw, position=replaying.state)
    return _heading_once(_with_next(so_far, replaying.state, all_is_known=True), script)


def _completed(script: Script, deadline: float) -> SoFar:
    """Where time was up, whose turn it is can be told all the same."""
    found = complete(script, deadline, whole=script.ending.is_there)
    events = tuple(found.patterns if found.decided is not False else found.patterns[: found.at])
    flaw = flaw_of(found.refusal) if found.refusal is not None and found.decided is False else None
    so_far = SoFar(script.head, events, flaw=flaw, undecided=found.decided is None)
    if found.decided is None:
        return replace(so_far, turn=_turn(found.outline)) if found.outline is not None else so_far
    return _heading_once(_with_next(replace(so_far, position=found.state), found.state, all_is_known=False), script)


def _heading_once(so_far: SoFar, script: Script) -> SoFar:
    """Without the heading if it has been typed: Supporters that are dealt again begin no new round."""
    typed = {" ".join(item.text.split()).casefold() for item in script.items if isinstance(item, Heading)}
    return replace(so_far, heading=None) if (so_far.heading or "").casefold() in typed else so_far


def _with_next(so_far: SoFar, state: State | None, *, all_is_known: bool) -> SoFar:
    """With what comes next in that state."""
    head = so_far.head
    if head is None or state is None:
        return so_far
    so_far = replace(so_far, turn=_turn(state))
    if state.turn is None:
        return so_far
    slug = head.game
    heading = registry.game(slug).words.heading(state)
    if state.turn != CHANCE:
        moves = _all_moves(slug, state) if all_is_known else _moves_seen_by_all(slug, state)
        return replace(so_far, heading=heading, moves=moves)
    event = state.chance_outcomes()[0][0]
    verb = registry.game(slug).words.say(state, event).verb
    unseen = [_in_words(slug, state, _hidden(slug, state, event))] if _hidden(slug, state, event) != event else []
    return replace(so_far, awaited=verb, heading=heading, moves=(f"{verb} {TO_FILL_IN}", *unseen))


def _turn(state: State) -> int | Literal["chance", "over"]:
    if state.turn is None:
        return "over"
    return "chance" if state.turn == CHANCE else state.turn


def _all_moves(slug: str, state: State) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_in_words(slug, state, move) for move in state.legal_moves()))


def _moves_seen_by_all(slug: str, state: State) -> tuple[str, ...]:
    """What a spectator may expect: a move that hangs on a hidden hand is told without its cards."""
    game, rng = registry.game(slug), Random(_SEED)
    others = [game.imagine(state.view(None), rng) for _ in range(_IMAGINED)]
    certain = set(state.legal_moves()).intersection(*(other.legal_moves() for other in others))
    told: dict[str, None] = {}
    for one in (state, *others):
        for move in one.legal_moves():
            pattern = _hidden(slug, one, move)
            in_words = _in_words(slug, one, pattern)
            is_plain = pattern != move or move in certain
            told[in_words if is_plain else f"{game.words.say(one, move).verb} {TO_FILL_IN}"] = None
    return tuple(told)


def _hidden(slug: str, state: State, event: Event) -> Pattern:
    unknowns = registry.partial_records(slug)
    return unknowns.hide(state, event) if unknowns else event


def _in_words(slug: str, state: State, pattern: Pattern) -> str:
    said = say(slug, state, pattern)
    return f"{said.verb} {said.what}".rstrip()
