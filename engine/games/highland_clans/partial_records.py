"""Records of Highland Clans with unknowns: combat cards may be `?` until they are played in a raid."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.core.game import Event, Outcome
from engine.core.patterns import Pattern, Proposal, complete_event, is_complete
from engine.core.vocabulary import Clause, Phrase
from engine.games.highland_clans import phases
from engine.games.highland_clans.clause_parser import names_tokens
from engine.games.highland_clans.components import MOST_EXCHANGED, VALUES
from engine.games.highland_clans.events import DEAL, DISCARD, DRAW, EXCHANGE, LAY, PUT_BACK
from engine.games.highland_clans.hand_inference import HandInference, TooManyCards
from engine.games.highland_clans.move_errors import is_well_formed, move_error
from engine.games.highland_clans.notation import WORDS
from engine.games.highland_clans.state import ClansState
from engine.games.highland_clans.text import card_list

_GUESS: Final = 1  # the value of a card that no player knows
_IN: Final = {DEAL: phases.DEALING, DRAW: phases.DRAWING_CARDS}
_OUT: Final = {
    DISCARD: (phases.DISCARDING,),
    EXCHANGE: (phases.RAIDING,),
    PUT_BACK: (phases.PUTTING_BACK,),
    LAY: (phases.ATTACKING, phases.DEFENDING),
}
_OF_CARDS: Final = frozenset({DEAL, DRAW, DISCARD, EXCHANGE, PUT_BACK})
_VERBS: Final = frozenset({"deal", "draw", "discard", "exchange", "put back"})
# Such as `?` and `2 ?`, alone between separators: in `100 ?` only the `?` is unknown, and `?2` stays as it is.
_UNKNOWN: Final = re.compile(r"(?<![^\s,+])(?:(?P<count>[0-9]{1,2})\s*)?\?(?![^\s,+(])")
_MOST: Final = 20  # more unknown cards in a row than any event has
_ANY_CARD: Final = 1  # in place of an unknown one where words are made


class ClansPartialRecords:
    """Unknown cards as in `docs/notation.md`."""

    unordered: frozenset[int] = _OF_CARDS
    turned_up: frozenset[int] = frozenset({LAY})

    def read(self, state: ClansState, clause: Clause) -> Pattern:
        """Return combat cards, some of them unknown. Raise NotationError for anything else, which everybody sees."""
        if clause.verb == "lay" and clause.what.startswith("?") and not clause.what[1:2].isdecimal():
            _, _, piper = WORDS.read(state, replace(clause, what=f"{_ANY_CARD}{clause.what[1:]}"))
            return LAY, None, piper
        if clause.verb not in _VERBS or (clause.verb == "draw" and names_tokens(clause.what)):
            raise clause.unreadable(
                "Only combat cards can be unknown, as in Deal: 4 ?, draw 2 ?, discard ?, exchange 2 ?, put back 2 ?, "
                "lay ?. Everything else lies open."
            )
        unknown = min(_MOST, sum(int(found["count"] or 1) for found in _UNKNOWN.finditer(clause.what)))
        known = _UNKNOWN.sub(str(_ANY_CARD), clause.what)
        event = WORDS.read(state, replace(clause, what=known))
        cards = list(event[1:])
        for _ in _UNKNOWN.finditer(clause.what):
            cards.remove(_ANY_CARD)
        return (event[0], *cards, *[None] * unknown)

    def say(self, state: ClansState, pattern: Pattern) -> Phrase:
        """Return such as `draw 1, 2 ?`, `lay ? with piper`."""
        event = tuple([_ANY_CARD if number is None else number for number in pattern])
        phrase = WORDS.say(state, event)
        if event[0] == LAY:
            return replace(phrase, what=f"?{phrase.what[1:]}")
        return replace(phrase, what=_cards_text(pattern[1:]) + phrase.what.removeprefix(card_list(event[1:])))

    def hide(self, _: ClansState, event: Event) -> Pattern:
        """Hide cards that are dealt, drawn, or go back face-down; those laid in a raid are turned up."""
        return (event[0], *[None] * (len(event) - 1)) if event[0] in _OF_CARDS else event

    def outline(self, start: ClansState) -> ClansReplay:
        """Return a partial replay from before the deal."""
        return ClansReplay(start)


class ClansReplay:
    """A replay in which the values of cards are guesses."""

    def __init__(self, start: ClansState) -> None:
        self.state = start
        self._patterns: list[Pattern] = []
        self._hands = HandInference(start.seats)

    def turn_to(self, _: int) -> None:
        """Do nothing: hidden cards never decide whose turn it is."""

    def take(self, pattern: Pattern, _: int | None) -> bool:
        """Play one more event. Raise EngineError."""
        kind = pattern[0] or 0
        likely = tuple([_GUESS if number is None else number for number in pattern])
        if not is_well_formed(likely):
            raise move_error(self.state, likely)
        if not is_complete(pattern) and not _is_supported(pattern):
            return False
        deck = self.state.deck
        if kind in _IN:
            self._come_in(kind, pattern[1:])
        elif kind in _OUT and len(pattern) > 1:
            self._go_out(kind, pattern)
        else:
            self.state.apply(complete_event(pattern))
        if self.state.deck > deck:
            self._hands.note_shuffle(len(self._patterns))
        self._patterns.append(pattern)
        return True

    def fill(self, outcome: Outcome | None, deadline: float) -> Proposal:
        """Propose values that are possible for all hands and the deck; points and places are public."""
        played = self.state.outcome
        if (
            outcome is not None
            and played is not None
            and (outcome.points, outcome.places) != (played.points, played.places)
        ):
            result = f"{', '.join(map(str, played.points))} points, places {', '.join(map(str, played.places))}"
            return Proposal(impossible=(len(self._patterns), f"The events lead to {result}."))
        try:
            values = self._hands.infer_values(deadline)
        except TooManyCards as refused:
            return Proposal(impossible=(refused.at, str(refused)))
        events: list[Event | None] = [
            complete_event(pattern) if is_complete(pattern) else _filled_event(pattern, values.get(at, []))
            for at, pattern in enumerate(self._patterns)
        ]
        return Proposal(events, frozenset(self._hands.settled))

    def _come_in(self, kind: int, cards: Pattern) -> None:
        state = self.state
        event = (kind, *sorted(_GUESS if card is None else card for card in cards))
        if state.phase != _IN[kind] or len(cards) != state.cards_wanted() or not _are_values(cards):
            raise move_error(state, event)
        seat = state.step if kind == DEAL else state.owed[0][0]
        state.advance(event)
        self._hands.note_entry(len(self._patterns), seat, cards)

    def _go_out(self, kind: int, pattern: Pattern) -> None:
        """Play cards that leave a hand, whatever the guesses in it."""
        state = self.state
        cards = pattern[1:2] if kind == LAY else pattern[1:]
        piper = (pattern[2],) if kind == LAY and len(pattern) == 3 else ()
        event = (kind, *sorted(_GUESS if card is None else card for card in cards), *[number or 0 for number in piper])
        seat = state.target if state.phase == phases.DEFENDING else state.actor if state.turn is None else state.turn
        if state.phase not in _OUT[kind] or len(cards) > len(state.hands[seat]) or not _are_values(cards):
            raise move_error(state, event)
        if kind == EXCHANGE and len(cards) > MOST_EXCHANGED:
            raise move_error(state, event)
        played = [*event[1 : len(cards) + 1]]
        state.hands[seat] = tuple(sorted([*played, *state.hands[seat][len(played) :]]))
        state.apply(event)
        self._hands.note_exit(len(self._patterns), seat, cards)


def _is_supported(pattern: Pattern) -> bool:
    """Whether only cards are unknown."""
    kind = pattern[0] or 0
    if kind == LAY:
        return len(pattern) == 3 and pattern[2] is not None
    return kind in _IN or kind in _OUT


def _are_values(cards: Pattern) -> bool:
    return all(card is None or card in VALUES for card in cards)


def _filled_event(pattern: Pattern, values: list[int]) -> Event | None:
    """Return the pattern with those values for its unknowns."""
    if pattern.count(None) != len(values):
        return None
    kind, *numbers = pattern
    if kind == LAY:
        return LAY, values[0], pattern[2] or 0
    return (kind or 0, *sorted([*values, *(number for number in numbers if number is not None)]))


def _cards_text(cards: Sequence[int | None]) -> str:
    """Return such as `1, 3, 2 ?`."""
    known = [str(card) for card in cards if card is not None]
    unknown = len(cards) - len(known)
    return ", ".join([*known, *([f"{unknown} ?" if unknown > 1 else "?"] if unknown else [])])


UNKNOWNS = ClansPartialRecords()
