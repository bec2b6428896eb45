"""A record of Highland Clans with unknowns, followed by what everybody sees: all but the values of combat cards."""

from __future__ import annotations

from typing import Final

from engine.core.game import Event, Outcome
from engine.core.vocabulary import Pattern, Proposal, complete_event, is_complete
from engine.games.highland_clans.components import MOST_EXCHANGED, VALUES
from engine.games.highland_clans.events import DEAL, DISCARD, DRAW, EXCHANGE, LAY, PUT_BACK
from engine.games.highland_clans.hands import Hands, TooMany
from engine.games.highland_clans.phases import (
    ATTACKING,
    DEALING,
    DEFENDING,
    DISCARDING,
    DRAWING_CARDS,
    PUTTING_BACK,
    RAIDING,
)  # fmt: skip
from engine.games.highland_clans.refusals import is_well_formed, refusal
from engine.games.highland_clans.state import ClansState

_GUESS: Final = 1  # the value of a card that nobody knows
_IN: Final = {DEAL: DEALING, DRAW: DRAWING_CARDS}
_OUT: Final = {
    DISCARD: (DISCARDING,), EXCHANGE: (RAIDING,), PUT_BACK: (PUTTING_BACK,), LAY: (ATTACKING, DEFENDING),
}  # fmt: skip


class ClansOutline:
    """Follows `state`, in which the values of cards are guesses."""

    def __init__(self, start: ClansState) -> None:
        self.state = start
        self._patterns: list[Pattern] = []
        self._hands = Hands(start.seats)

    def turn_to(self, _: int) -> None:
        """Whose turn it is never hangs on what is hidden."""

    def take(self, pattern: Pattern, _: int | None) -> bool:
        """Follow one more event. Raises EngineError."""
        kind = pattern[0] or 0
        likely = tuple([_GUESS if number is None else number for number in pattern])
        if not is_well_formed(likely):
            raise refusal(self.state, likely)
        if not is_complete(pattern) and not _is_foreseen(pattern):
            return False
        deck = self.state.deck
        if kind in _IN:
            self._come_in(kind, pattern[1:])
        elif kind in _OUT and len(pattern) > 1:
            self._go_out(kind, pattern)
        else:
            self.state.apply(complete_event(pattern))
        if self.state.deck > deck:
            self._hands.shuffled(len(self._patterns))
        self._patterns.append(pattern)
        return True

    def fill(self, outcome: Outcome | None, deadline: float) -> Proposal:
        """Values that everybody may have held, and the deck too; points and places lie open."""
        played = self.state.outcome
        if (
            outcome is not None
            and played is not None
            and (outcome.points, outcome.places) != (played.points, played.places)
        ):
            told = f"{', '.join(map(str, played.points))} points, places {', '.join(map(str, played.places))}"
            return Proposal(impossible=(len(self._patterns), f"The events lead to {told}."))
        try:
            values = self._hands.filled(deadline)
        except TooMany as refused:
            return Proposal(impossible=(refused.at, str(refused)))
        events: list[Event | None] = [
            complete_event(pattern) if is_complete(pattern) else _with(pattern, values.get(at, []))
            for at, pattern in enumerate(self._patterns)
        ]
        return Proposal(events, frozenset(self._hands.settled))

    def _come_in(self, kind: int, cards: Pattern) -> None:
        state = self.state
        event = (kind, *sorted(_GUESS if card is None else card for card in cards))
        if state.phase != _IN[kind] or len(cards) != state.cards_wanted() or not _are_values(cards):
            raise refusal(state, event)
        seat = state.step if kind == DEAL else state.owed[0][0]
        state.advance(event)
        self._hands.came(len(self._patterns), seat, cards)

    def _go_out(self, kind: int, pattern: Pattern) -> None:
        """Cards leave a hand, whatever is guessed to be in it."""
        state = self.state
        cards = pattern[1:2] if kind == LAY else pattern[1:]
        piper = (pattern[2],) if kind == LAY and len(pattern) == 3 else ()
        event = (kind, *sorted(_GUESS if card is None else card for card in cards), *[one or 0 for one in piper])
        seat = state.target if state.phase == DEFENDING else state.actor if state.turn is None else state.turn
        if state.phase not in _OUT[kind] or len(cards) > len(state.hands[seat]) or not _are_values(cards):
            raise refusal(state, event)
        if kind == EXCHANGE and len(cards) > MOST_EXCHANGED:
            raise refusal(state, event)
        held = [*event[1 : len(cards) + 1]]
        state.hands[seat] = tuple(sorted([*held, *state.hands[seat][len(held) :]]))
        state.apply(event)
        self._hands.left(len(self._patterns), seat, cards)


def _is_foreseen(pattern: Pattern) -> bool:
    """Whether only cards are left open."""
    kind = pattern[0] or 0
    if kind == LAY:
        return len(pattern) == 3 and pattern[2] is not None
    return kind in _IN or kind in _OUT


def _are_values(cards: Pattern) -> bool:
    return all(card is None or card in VALUES for card in cards)


def _with(pattern: Pattern, values: list[int]) -> Event | None:
    """The pattern with those values in place of the unknown ones."""
    if pattern.count(None) != len(values):
        return None
    kind, *numbers = pattern
    if kind == LAY:
        return LAY, values[0], pattern[2] or 0
    return (kind or 0, *sorted([*values, *(number for number in numbers if number is not None)]))
