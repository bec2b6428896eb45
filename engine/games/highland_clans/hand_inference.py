"""Infers unknown combat cards from all cards that came into hands and left them.

Each card that leaves a hand came into it before; so cards in and cards out are paired, seat by seat, and the value of
one is the value of both. Cards drawn between two shuffles are limited by the deck: of each value all cards except
those in hands when it was shuffled.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Final

from engine.core.maths import maximum_matching
from engine.core.patterns import Pattern
from engine.games.highland_clans.components import CARDS, VALUES

_SEED: Final = 1
_LAST: Final = 1 << 30  # behind all events


class TooManyCards(Exception):
    """More cards left a hand than can have come into it: the record cannot be right up to the event `at`."""

    def __init__(self, at: int, seat: int, value: int) -> None:
        super().__init__(f"Seat {seat + 1} cannot have held a {value} here, whatever the unknown cards are.")
        self.at = at


@dataclass(eq=False, slots=True)
class _Card:
    """A card in a hand: when it came and went, and its value as far as the record states it."""

    seat: int
    came: int
    known: int | None
    deck: int  # it was drawn after so many shuffles
    left: _Exit | None = None
    value: int = 0

    @property
    def gone(self) -> int:
        return self.left.at if self.left else _LAST

    @property
    def fixed(self) -> int | None:
        return self.known or (self.left.known if self.left else None)


@dataclass(eq=False, slots=True)
class _Exit:
    """A card leaving a hand."""

    seat: int
    at: int
    known: int | None


class HandInference:
    """The cards that came and went, event by event."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._cards: list[_Card] = []
        self._exits: list[_Exit] = []
        self._shuffles: list[int] = []
        self._random = Random(_SEED)
        self.settled: set[int] = set()  # events whose cards are all known from later

    def note_entry(self, at: int, seat: int, cards: Pattern) -> None:
        """Note cards that came into the hand."""
        self._cards += [_Card(seat, at, card, len(self._shuffles)) for card in cards]

    def note_exit(self, at: int, seat: int, cards: Pattern) -> None:
        """Note cards that left the hand."""
        self._exits += [_Exit(seat, at, card) for card in cards]

    def note_shuffle(self, at: int) -> None:
        """Note that the deck was renewed after that event."""
        self._shuffles.append(at)

    def infer_values(self, deadline: float) -> dict[int, list[int]]:
        """Return by event a value for each of its unknown cards. Raise TooManyCards when no values are possible.

        Values found at the deadline may still be impossible: more cards of a value drawn than its deck had.
        """
        for seat in range(self._seats):
            self._pair(seat)
        self._find_settled_events()
        self._assign_values()
        conflicts = self._conflicts()
        while conflicts and monotonic() < deadline:
            conflicts = self._try_other_pairing(conflicts)
        found: dict[int, list[int]] = {}
        for card in self._cards:
            if card.known is None:
                found.setdefault(card.came, []).append(card.value)
            if card.left is not None and card.left.known is None:
                found.setdefault(card.left.at, []).append(card.value)
        return found

    def _pair(self, seat: int) -> None:
        """Pair each exit with a possible card. Raise TooManyCards."""
        cards = [card for card in self._cards if card.seat == seat]
        exits = [leaving for leaving in self._exits if leaving.seat == seat]
        choices = [
            [
                at
                for at in reversed(range(len(cards)))
                if cards[at].came < leaving.at and _agree(cards[at].known, leaving.known)
            ]
            for leaving in exits
        ]
        found = maximum_matching(choices)
        for at, exit_ in found.items():
            cards[at].left = exits[exit_]
        missing = sorted({*range(len(exits))} - {*found.values()})
        if missing:
            raise TooManyCards(exits[missing[0]].at, seat, exits[missing[0]].known or VALUES[0])

    def _find_settled_events(self) -> None:
        unknown: dict[int, bool] = {}
        for card in self._cards:
            if card.known is None:
                unknown[card.came] = unknown.get(card.came, True) and card.fixed is not None
        self.settled = {at for at, all_known in unknown.items() if all_known}

    def _assign_values(self) -> None:
        """Set known values, and for other cards those of which most are left in their deck.

        Cards that stay in a hand until the next shuffle are set first, since they will be missing in the next deck.
        """
        decks = len(self._shuffles) + 1
        drawn: list[list[_Card]] = [[] for _ in range(decks)]
        for card in self._cards:
            card.value = card.fixed or 0
            drawn[card.deck].append(card)
        for deck in range(decks):
            left = self._deck_counts(deck)
            for card in drawn[deck]:
                if card.value:
                    left[card.value] -= 1
            free = [card for card in drawn[deck] if not card.value]
            if deck + 1 < decks:
                kept = [card for card in free if card.gone > self._shuffles[deck]]
                self._assign_kept_cards(kept, deck + 1, left)
            for card in free:
                if not card.value:
                    card.value = max(VALUES, key=left.__getitem__)
                    left[card.value] -= 1

    def _assign_kept_cards(self, kept: list[_Card], deck: int, left: dict[int, int]) -> None:
        """Set values of cards still in hands when that deck is shuffled: those of which fewest are drawn from it."""
        later = self._deck_counts(deck)
        for card in self._cards:
            if card.deck == deck and card.value:
                later[card.value] -= 1
        for card in kept:
            card.value = max(VALUES, key=lambda value: (left[value] > 0, later[value], left[value]))
            left[card.value] -= 1
            later[card.value] -= 1

    def _deck_counts(self, deck: int) -> dict[int, int]:
        """Return the numbers of cards of each value in that deck when it was shuffled."""
        counts = dict(zip(VALUES, CARDS, strict=True))
        if deck:
            at = self._shuffles[deck - 1]
            for card in self._cards:
                if card.came <= at < card.gone and card.value:
                    counts[card.value] -= 1
        return counts

    def _conflicts(self) -> list[tuple[int, int]]:
        """Return (deck, value) for each card drawn beyond those in the deck."""
        conflicts: list[tuple[int, int]] = []
        for deck in range(len(self._shuffles) + 1):
            left = self._deck_counts(deck)
            for card in self._cards:
                if card.deck == deck:
                    left[card.value] -= 1
            conflicts += [(deck, value) for value, count in left.items() for _ in range(-count)]
        return conflicts

    def _try_other_pairing(self, conflicts: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Try another pairing in a hand with such a card. Return the remaining conflicts."""
        one = self._random.choice(self._surplus_cards(*self._random.choice(conflicts)))
        others = [card for card in self._cards if card.seat == one.seat and self._may_change(one, card)]
        if not others:
            return conflicts
        other = self._random.choice(others)
        one.left, other.left = other.left, one.left
        self._assign_values()
        remaining = self._conflicts()
        if len(remaining) <= len(conflicts):
            return remaining
        one.left, other.left = other.left, one.left
        self._assign_values()
        return conflicts

    def _surplus_cards(self, deck: int, value: int) -> list[_Card]:
        """Return the cards of that value drawn from the deck, or in hands when it was shuffled."""
        at = self._shuffles[deck - 1] if deck else -1
        return [
            card
            for card in self._cards
            if card.value == value and (card.deck == deck or (deck and card.came <= at < card.gone))
        ]

    def _may_change(self, one: _Card, other: _Card) -> bool:
        """Whether each may have left when the other did."""
        mine, theirs = one.left, other.left
        return (
            one is not other
            and max(one.came, other.came) < min(one.gone, other.gone)
            and _agree(one.known, theirs.known if theirs else None)
            and _agree(other.known, mine.known if mine else None)
        )


def _agree(one: int | None, other: int | None) -> bool:
    return one is None or other is None or one == other
