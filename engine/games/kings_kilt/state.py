"""The state of a game of King's Kilt: its legal moves, chance events and views."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, NamedTuple

from engine.core.errors import IllegalChance
from engine.core.game import CHANCE, Event, Outcome, check_event
from engine.core.state_fields import StateFields
from engine.games.kings_kilt.board import BASE, BASE_ONLY, BENEATH, FIRST_NOBLEMAN, FULL, NEIGHBOURS, SLOTS
from engine.games.kings_kilt.components import (
    CARDS,
    EMPTY,
    LEADERS,
    MEMBERS,
    ONE_OF_EACH,
    Counts,
    clan_numbers,
    counts_of,
)
from engine.games.kings_kilt.event_handlers import HANDLERS
from engine.games.kings_kilt.events import ADVANCE, BETRAYALS, CHANCES, PASSING, RAISES, REVEALS, SWAYS
from engine.games.kings_kilt.move_errors import move_error
from engine.games.kings_kilt.phases import ACTING, CHOOSING_THIRD, KINDRED, LAYING, OVER, RAISING, REVEALING, SWAYING
from engine.games.kings_kilt.scoring import outcome_of
from engine.games.kings_kilt.view import KiltView

_ABOVE_ONE, _ABOVE_THREE = 0xEEEEEEEE, 0xCCCCCCCC  # set in packed numbers of cards where a clan has more


@dataclass(slots=True, init=False, repr=False, eq=False)
class KiltState(StateFields):
    """The state. Hands and rows of cards are tuples, which copies share."""

    view_type = KiltView
    computed_for_view = ("seat", "family", "influence", "influence_sizes")
    copies: ClassVar[int] = CARDS

    seats: int
    by_victim: bool  # option `matching` is `victim`
    per_pyramid: bool  # option `scoring` is `per-pyramid-card`
    turn: int | None
    phase: int
    step: int  # cards dealt and turned up so far
    actor: int  # the seat whose turn it is, also while another decides; EMPTY before the first turn
    pyramid: list[int]  # 21: the clan in each slot, or EMPTY
    filled: int  # the slots of the pyramid that hold a card, or are about to again, as a bit mask
    top: int  # the clan on top of the pile, or EMPTY
    pile: int  # cards left in the pile, the top one included; while cards are dealt, in the deck
    listed: Counts  # cards directly below the top one that all can count: Leaders, later Influence played
    members: Counts  # cards of the pile below those listed
    families: list[tuple[int, ...]]  # by seat, the first two cards by clan, then the third
    shown: list[tuple[int, ...]]  # by seat, the Family cards turned up
    influences: list[tuple[int, ...]]  # by seat, the Influence cards, by clan
    discards: tuple[int, ...]  # Influence cards played
    betrayed: tuple[int, ...]  # cards out of the game
    moved_up: list[tuple[int, ...]]  # by seat, the cards that it advanced or filled a vacuum with
    removed: list[tuple[int, ...]]  # by seat, the cards in rows 4 to 6 that it had betrayed
    passed: tuple[int, ...]  # seats that have passed
    victim: int  # the slot about to be betrayed, or EMPTY
    vacuum: int  # the slot waiting to be filled, or EMPTY
    revealers: tuple[int, ...]  # who is to turn up a Family card once the vacuum is filled

    def __init__(self, seats: int, *, by_victim: bool, per_pyramid: bool) -> None:
        self.seats = seats
        self.by_victim = by_victim
        self.per_pyramid = per_pyramid
        self.turn = CHANCE
        self.phase = KINDRED
        self.step = 0
        self.pyramid = [EMPTY] * SLOTS
        self.filled = BASE_ONLY
        self.pile = CARDS
        self.listed = LEADERS * ONE_OF_EACH
        self.members = MEMBERS * ONE_OF_EACH
        self.families = [()] * seats
        self.shown = [()] * seats
        self.influences = [()] * seats
        self.moved_up = [()] * seats
        self.removed = [()] * seats
        self.discards = self.betrayed = self.passed = self.revealers = ()
        self.actor = self.top = self.victim = self.vacuum = EMPTY

    @property
    def influence_sizes(self) -> tuple[int, ...]:
        """The number of Influence cards left, by seat."""
        return tuple(map(len, self.influences))

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, None until the game is over."""
        if self.phase != OVER:
            return None
        return outcome_of(self.pyramid, self.families, self.influence_sizes, per_pyramid=self.per_pyramid)

    def legal_moves(self) -> list[Event]:
        """Return advances by slot, then betrayals by victim, passing last; other moves by slot and clan."""
        phase = self.phase
        if phase == ACTING:
            return self._actions()
        if phase == RAISING:
            return [*RAISES[self.vacuum]]
        if phase == SWAYING:
            return self._sways()
        if phase == REVEALING:
            return self._reveals()
        return []

    def chance_outcomes(self) -> list[tuple[Event, int]]:
        """Return every clan that may come up, with its number of cards."""
        if self.turn != CHANCE:
            return []
        events = CHANCES[self.phase]
        return [(events[clan], number) for clan, number in enumerate(clan_numbers(self._available())) if number]

    def chance_key(self) -> tuple[int, int]:
        """Return a stream for the deal or the pile; each card is an occasion, since only numbers of cards are known."""
        return int(self.phase >= LAYING), self.step

    def draw(self, order: Iterable[int]) -> Event:
        """Return the event of the first copy of `order` that can come up. Raise IllegalChance when none can.

        Copies 1 to 64 are eight of each clan in turn; as many of them can come up as there are cards. If there are few
        cards, several copies mean the same one.
        """
        if self.turn == CHANCE:
            pool = self._available()
            same = 7 if pool & _ABOVE_THREE else 3 if pool & _ABOVE_ONE else 0
            for copy in order:
                number = copy - 1
                clan = number & 7
                if number >> 3 & same < pool >> 4 * clan & 15:
                    return CHANCES[self.phase][clan]
        raise IllegalChance("None of the cards offered to the draw can come up now.", phase=self.phase)

    def apply(self, event: Event) -> None:
        """Check and play one event. Raise IllegalMove, IllegalChance or GameOver, and then changes nothing."""
        check_event(self, event, move_error)
        self.advance(event)

    def advance(self, event: Event) -> None:
        """Play one event without checking that it is legal."""
        HANDLERS[event[0]](self, event)

    def view(self, seat: int | None) -> KiltView:
        """Return what the seat knows; None is a spectator."""
        view: KiltView = self.view_with(
            seat,
            () if seat is None else self.families[seat],
            () if seat is None else self.influences[seat],
            tuple(map(len, self.influences)),
        )
        return view

    def _actions(self) -> list[Event]:
        """Return advances and betrayals; once the King is crowned, betrayals and passing (ruling 5)."""
        shape = shape_of(self.filled)
        moves = [*shape.advances]
        hand = self.influences[self.actor]
        if hand:
            moves += shape.low_betrayals
            moves += [betrayal for slot, betrayal in shape.high_victims if self._may_betray(slot, hand)]
        if self.filled == FULL:
            moves.append(PASSING)
        return moves

    def _may_betray(self, victim: int, hand: tuple[int, ...]) -> bool:
        """Whether a card of the hand can betray a victim in rows 4 to 6 (ruling 3)."""
        pyramid = self.pyramid
        if self.by_victim:
            return pyramid[victim] in hand
        return any(pyramid[slot] in hand for slot in shape_of(self.filled).neighbours[victim])

    def _sways(self) -> list[Event]:
        """Return the neighbours and cards for a betrayal, by slot and clan."""
        pyramid, victim = self.pyramid, self.victim
        hand = dict.fromkeys(self.influences[self.actor])
        slots = shape_of(self.filled).neighbours[victim]
        if victim < FIRST_NOBLEMAN:
            return [SWAYS[slot][clan] for slot in slots for clan in hand]
        if self.by_victim:
            return [SWAYS[slot][pyramid[victim]] for slot in slots]
        return [SWAYS[slot][pyramid[slot]] for slot in slots if pyramid[slot] in hand]

    def _reveals(self) -> list[Event]:
        seat = self.revealers[0]
        return [REVEALS[clan] for clan in sorted(self.families[seat]) if clan not in self.shown[seat]]

    def _available(self) -> Counts:
        """Return the cards that may come up now, by clan."""
        phase = self.phase
        if phase >= LAYING:
            return self.listed or self.members
        if phase == KINDRED:
            return ONE_OF_EACH - counts_of([clan for family in self.families for clan in family])
        if phase == CHOOSING_THIRD:
            first, second = self.families[self.step - 2 * self.seats]
            return self.members & ~(15 << 4 * first | 15 << 4 * second)
        return self.members


class Shape(NamedTuple):
    """What is possible where these slots hold a card."""

    advances: tuple[Event, ...]
    low_betrayals: tuple[Event, ...]  # of victims in rows 1 to 3, which any Influence card brings about
    high_victims: tuple[tuple[int, Event], ...]  # slots in rows 4 to 6 that hold a card, with their betrayals
    neighbours: tuple[tuple[int, ...], ...]  # by slot, those of its neighbours that hold a card


@cache
def shape_of(filled: int) -> Shape:
    """Return the shape of a pyramid whose filled slots are the bits of `filled`; there are 132."""
    slots = [slot for slot in range(SLOTS) if filled >> slot & 1]
    return Shape(
        tuple(sorted(_advances(filled))),
        tuple(BETRAYALS[slot] for slot in slots if slot < FIRST_NOBLEMAN),
        tuple((slot, BETRAYALS[slot]) for slot in slots if slot >= FIRST_NOBLEMAN),
        tuple(tuple(other for other in NEIGHBOURS[slot] if filled >> other & 1) for slot in range(SLOTS)),
    )


def _advances(filled: int) -> list[Event]:
    """Return the advances: into an empty slot above two cards, either of them may go (ruling 1)."""
    return [
        (ADVANCE, source, target)
        for target in range(BASE, SLOTS)
        if not filled >> target & 1 and all(filled >> slot & 1 for slot in BENEATH[target])
        for source in BENEATH[target]
    ]
