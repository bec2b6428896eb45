"""The state of a game of Lords of Scotland: its legal moves, chance events and views."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.core.errors import IllegalChance
from engine.core.game import CHANCE, Event, Outcome, check_event
from engine.core.state_fields import StateFields
from engine.games.lords_of_scotland import powers, public_information, rounds
from engine.games.lords_of_scotland.components import (
    BRUCE_DECK,
    CARDS,
    GAP,
    HAND_LIMIT,
    HIDDEN,
    PLAIN_DECK,
    RECRUITS,
    TURNS,
    cards_in,
)
from engine.games.lords_of_scotland.event_handlers import HANDLERS
from engine.games.lords_of_scotland.events import CHANCES, CLAIM, DECLINE, MUSTERS, PASS, RECRUITINGS
from engine.games.lords_of_scotland.move_errors import move_error
from engine.games.lords_of_scotland.phases import (
    ACTING,
    ACTIVATING,
    CLAIMING,
    DEALING,
    DRAWING,
    EXTRA,
    FACE_DOWN,
    OVER,
    REFILLING,
    SETTING,
    TARGETING,
    TURNING,
)
from engine.games.lords_of_scotland.public_information import FIRST_VEIL
from engine.games.lords_of_scotland.scoring import NO_POWER, Army, outcome_of
from engine.games.lords_of_scotland.view import LordsView, army_seen_by

# The streams of the dealer; the slots of Recruits follow from SLOT_STREAM on.
DEAL_STREAM: Final = 0
SUPPORTER_STREAM: Final = 1
DRAW_STREAM: Final = 2
SLOT_STREAM: Final = 3
_STREAMS: Final = {DEALING: DEAL_STREAM, SETTING: SUPPORTER_STREAM, DRAWING: DRAW_STREAM}


@dataclass(slots=True, init=False, repr=False, eq=False)
class LordsState(StateFields):
    """The state. Sets of cards are bit masks; hands, armies and rows are tuples, which copies and views share."""

    view_type = LordsView
    computed_for_view = ("seat", "hand", "hand_sizes", "armies")
    copies: ClassVar[int] = CARDS

    seats: int
    strict: bool  # only a lower strength blocks, whichever its clan; else only the same clan (ruling 2)
    bruce: bool
    phase: int
    turn: int | None
    round: int  # from 1; 0 while hands are dealt
    first: int  # the seat with the initiative
    step: int  # turns finished in this round; cards dealt while hands are dealt
    actor: int  # whose turn of the round it is
    hands: list[tuple[int, ...]]
    armies: list[Army]
    claimed: list[tuple[int, ...]]
    points: list[int]
    recruits: tuple[int, ...]  # a card face-up, HIDDEN or GAP in each slot
    slot_lots: tuple[int, ...]  # the lot that a face-down Recruit was dealt from
    supporters: tuple[int, ...]
    discards: int
    pile: int  # cards left in the pile
    lot: int  # the lot that is the pile
    pools: list[int]  # by lot, the cards that no draw has identified: in the pile or face-down Recruits
    traces: public_information.Traces
    veils: int  # the veil of the next face-down Follower
    reshuffles: int  # in this round
    slot: int  # of the Recruit being replaced
    power: int  # of the card that may be activated, or that it copied
    ranking: tuple[int, ...]  # the seats by the round's strength, while claims are made
    claims: tuple[int, ...]  # the seats of the claims still to come

    def __init__(self, seats: int, *, strict: bool, bruce: bool) -> None:
        deck = BRUCE_DECK if bruce else PLAIN_DECK
        self.seats = seats
        self.strict = strict
        self.bruce = bruce
        self.phase = DEALING
        self.turn = CHANCE
        self.round = self.first = self.step = self.actor = 0
        self.hands = [()] * seats
        self.armies = [()] * seats
        self.claimed = [()] * seats
        self.points = [0] * seats
        self.recruits = (GAP,) * RECRUITS
        self.slot_lots = (0,) * RECRUITS
        self.supporters = ()
        self.discards = 0
        self.pile = deck.bit_count()
        self.lot = 0
        self.pools = [deck] + [0] * (public_information.LOTS - 1)
        self.traces = ((deck, public_information.lot_place(0)),)
        self.veils = FIRST_VEIL
        self.reshuffles = self.slot = self.power = 0
        self.ranking = ()
        self.claims = ()

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, None until the game is over."""
        return outcome_of(self.points, self.armies, self.round) if self.phase == OVER else None

    def legal_moves(self) -> list[Event]:
        """Return recruits by slot, then musters by rank; targets by seat and index in the army; declining last."""
        phase = self.phase
        if phase == ACTING:
            return self._actions()
        if phase == ACTIVATING:
            return [*powers.targets(self, self.power), (DECLINE,)]
        if phase == CLAIMING:
            return [(CLAIM, card) for card in self.supporters]
        if phase == EXTRA:
            return [event for card in self.hands[self.actor] for event in MUSTERS[card]]
        if phase == TARGETING:
            return powers.targets(self, self.power)
        return []

    def chance_outcomes(self) -> list[tuple[Event, int]]:
        """Return every card that may come up, once each."""
        if self.turn != CHANCE:
            return []
        events = CHANCES[self.phase]
        return [(events[card], 1) for card in cards_in(self._available())]

    def chance_key(self) -> tuple[int, int]:
        """Return a stream for hands, Supporters, draws or a slot of Recruits; occasions are rounds and reshuffles."""
        phase = self.phase
        if phase == REFILLING:
            stream = SLOT_STREAM + self.slot
        elif phase in FACE_DOWN:
            stream = SLOT_STREAM + self.recruits.index(HIDDEN)
        else:
            stream = _STREAMS[phase]
        return stream, self.round << 16 | self.reshuffles

    def draw(self, order: Iterable[int]) -> Event:
        """Return the event of the first card of `order` that can come up. Raise IllegalChance when none can."""
        if self.turn == CHANCE:
            pool, events = self._available(), CHANCES[self.phase]
            for card in order:
                if pool >> card & 1:
                    return events[card]
        raise IllegalChance("None of the cards offered to the draw can come up now.", phase=self.phase)

    def apply(self, event: Event) -> None:
        """Check and play one event. Raise IllegalMove, IllegalChance or GameOver, and then changes nothing."""
        check_event(self, event, move_error)
        self.advance(event)

    def advance(self, event: Event) -> None:
        """Play one event without checking that it is legal."""
        HANDLERS[event[0]](self, event)

    def view(self, seat: int | None) -> LordsView:
        """Return what the seat knows; None is a spectator."""
        armies = self.armies
        if self.veils != FIRST_VEIL:
            armies = [army_seen_by(army, seat) for army in armies]
        hand = () if seat is None else self.hands[seat]
        view: LordsView = self.view_with(seat, hand, tuple(map(len, self.hands)), tuple(armies))
        return view

    def begin_turn(self) -> None:
        """Start the next turn of the round, or end it; the first seat turns up a Recruit (ruling 15)."""
        step, seats = self.step, self.seats
        if step == TURNS * seats:
            rounds.end(self)
            return
        self.actor = actor = (self.first + step) % seats
        if step % seats == 0 and HIDDEN in self.recruits:
            self.phase, self.turn = TURNING, CHANCE
        else:
            self.phase, self.turn = ACTING, actor

    def end_turn(self) -> None:
        """End the turn of the actor."""
        self.step += 1
        self.power = NO_POWER
        self.begin_turn()

    def veils_on_table(self) -> int:
        """Return the bits of all face-down Followers."""
        return sum([1 << veil for army in self.armies for _, _, veil, _ in army if veil])

    def _actions(self) -> list[Event]:
        """Return recruits and musters; if there are none, passing (ruling 16)."""
        hand = self.hands[self.actor]
        moves: list[Event] = []
        if len(hand) < HAND_LIMIT:
            recruits = self.recruits
            moves = [RECRUITINGS[card] for card in recruits if card > HIDDEN]
            if HIDDEN in recruits:
                moves.append(RECRUITINGS[HIDDEN])
        for card in hand:
            moves += MUSTERS[card]
        return moves or [(PASS,)]

    def _available(self) -> int:
        """Return the cards that may come up now: of the pile, or of the lot of a face-down Recruit."""
        if self.phase in FACE_DOWN:
            return self.pools[self.slot_lots[self.recruits.index(HIDDEN)]]
        return self.pools[self.lot]
