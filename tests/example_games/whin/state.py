"""The state of a game of Whin, and what a seat knows of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from engine.core.errors import IllegalChance, IllegalMove
from engine.core.game import CHANCE, Event, Outcome, check_event, places_by
from engine.core.state_fields import StateFields

from .components import CARDS, DEALS, HAND, name_of, suit_of
from .messages import ENDS

DEAL, TURN, PLAY = range(3)  # the kinds of events, each with a card
DEALING, TURNING, PLAYING, OVER = range(4)  # phases; the first two have the number of their event
PHASE_NAMES: Final = ("dealing", "turning up trumps", "playing", "over")


class WhinView(NamedTuple):
    """Everything that a seat knows. Fields are as in `WhinState`."""

    seat: int | None
    seats: int
    trumps: bool
    turn: int | None
    phase: int
    deal: int
    leader: int
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    turned_up: int
    trick: tuple[int, ...]
    played: tuple[int, ...]
    missing: tuple[int, ...]
    points: tuple[int, ...]

    @property
    def game(self) -> str:
        """The slug of the game."""
        return "whin"


@dataclass(slots=True, init=False, repr=False, eq=False)
class WhinState(StateFields):
    """The state. Hands are tuples, which copies share."""

    view_type = WhinView
    copies: ClassVar[int] = CARDS

    seats: int
    trumps: bool  # the option
    turn: int | None
    phase: int
    deal: int  # from 1
    leader: int  # of the trick
    hands: list[tuple[int, ...]]
    turned_up: int  # the card whose suit is trumps, or 0
    trick: tuple[int, ...]  # its cards, from the leader's on
    played: tuple[int, ...]  # all cards played in this deal
    missing: list[int]  # by seat, the suits that it did not follow in this deal, as a bit mask
    points: list[int]

    def __init__(self, seats: int, *, trumps: bool) -> None:
        self.seats = seats
        self.trumps = trumps
        self.points = [0] * seats
        self.deal = 0
        self._begin_deal()

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, None until the game is over."""
        if self.phase != OVER:
            return None
        points = tuple(self.points)
        return Outcome(points, places_by(points), ENDS(deals=DEALS))

    @property
    def stock(self) -> list[int]:
        """The cards that have not come up in this deal."""
        gone = {self.turned_up, *self.played, *(card for hand in self.hands for card in hand)}
        return [card for card in range(1, CARDS + 1) if card not in gone]

    def legal_moves(self) -> list[Event]:
        """Return the cards that may be played, in order; those of the suit led, if there are any."""
        if self.phase != PLAYING or self.turn is None:
            return []
        hand = self.hands[self.turn]
        suited = [card for card in hand if self.trick and suit_of(card) == suit_of(self.trick[0])]
        return [(PLAY, card) for card in suited or hand]

    def chance_outcomes(self) -> list[tuple[Event, int]]:
        """Return every card that may come up, once each."""
        return [((self.phase, card), 1) for card in self.stock] if self.turn == CHANCE else []

    def chance_key(self) -> tuple[int, int]:
        """Return a stream for hands or trumps; each deal is an occasion."""
        return self.phase, self.deal

    def draw(self, order: Iterable[int]) -> Event:
        """Return the event of the first card of `order` that can come up. Raise IllegalChance if none can."""
        stock = self.stock
        for card in order if self.turn == CHANCE else ():
            if card in stock:
                return self.phase, card
        raise IllegalChance("None of the cards offered to the draw can come up now.", phase=self.phase)

    def apply(self, event: Event) -> None:
        """Check and play one event. Raise IllegalMove, IllegalChance or GameOver, and then change nothing."""
        check_event(self, event, _move_error)
        self.advance(event)

    def advance(self, event: Event) -> None:
        """Play one event without checking that it is legal."""
        kind, card = event
        if kind == DEAL:
            self._deal(card)
        elif kind == TURN:
            self.turned_up = card
            self._begin_play()
        else:
            self._play(card)

    def view(self, seat: int | None) -> WhinView:
        """Return what the seat knows; None is a spectator."""
        return WhinView(
            seat, self.seats, self.trumps, self.turn, self.phase, self.deal, self.leader,
            () if seat is None else self.hands[seat], tuple(map(len, self.hands)),
            self.turned_up, self.trick, self.played, tuple(self.missing), tuple(self.points),
        )  # fmt: skip

    def _begin_deal(self) -> None:
        self.deal += 1
        self.leader = self.deal - 1
        self.phase, self.turn = DEALING, CHANCE
        self.hands = [()] * self.seats
        self.missing = [0] * self.seats
        self.trick = self.played = ()
        self.turned_up = 0

    def _deal(self, card: int) -> None:
        dealt = sum(map(len, self.hands))
        seat = dealt % self.seats
        self.hands[seat] = tuple(sorted((*self.hands[seat], card)))
        if dealt + 1 == HAND * self.seats:
            if self.trumps:
                self.phase = TURNING
            else:
                self._begin_play()

    def _begin_play(self) -> None:
        self.phase, self.turn = PLAYING, self.leader

    def _play(self, card: int) -> None:
        seat = (self.leader + len(self.trick)) % self.seats
        self.hands[seat] = tuple(other for other in self.hands[seat] if other != card)
        self.trick += (card,)
        self.played += (card,)
        if suit_of(card) != suit_of(self.trick[0]):
            self.missing[seat] |= 1 << suit_of(self.trick[0])
        self.turn = (seat + 1) % self.seats
        if len(self.trick) == self.seats:
            self._end_trick()

    def _end_trick(self) -> None:
        best = max(self.trick, key=self._strength)
        self.turn = self.leader = (self.leader + self.trick.index(best)) % self.seats
        self.points[self.leader] += 1
        self.trick = ()
        if any(self.hands):
            return
        if self.deal < DEALS:
            self._begin_deal()
        else:
            self.phase, self.turn = OVER, None

    def _strength(self, card: int) -> tuple[bool, bool, int]:
        is_trump = bool(self.turned_up) and suit_of(card) == suit_of(self.turned_up)
        return is_trump, suit_of(card) == suit_of(self.trick[0]), card


def _move_error(state: WhinState, event: Event) -> IllegalMove | IllegalChance:
    if state.turn == CHANCE:
        return IllegalChance("That card cannot come up now.", tried=event)
    playable = ", ".join(name_of(card) for _, card in state.legal_moves())
    return IllegalMove(f"Play one of these cards: {playable}.", tried=event)
