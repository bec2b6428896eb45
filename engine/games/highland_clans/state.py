"""The state of a game of Highland Clans: its legal moves, chance events and views."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.core.errors import IllegalChance
from engine.core.game import CHANCE, Event, Outcome, check_event
from engine.core.state_fields import StateFields
from engine.games.highland_clans import components, legal_moves, phases, piles
from engine.games.highland_clans.components import Counts, tokens_in_play
from engine.games.highland_clans.event_handlers import HANDLERS
from engine.games.highland_clans.events import TILE
from engine.games.highland_clans.move_errors import move_error
from engine.games.highland_clans.scoring import outcome_of
from engine.games.highland_clans.view import ClansView, Combat, Court, Laid, Land

# The streams of the dealer; each seat's draws of cards have one of their own from CARD_STREAM on.
DEAL_STREAM: Final = 0
TOKEN_STREAM: Final = 1
TILE_STREAM: Final = 2
CARD_STREAM: Final = 3


@dataclass(slots=True, init=False, repr=False, eq=False)
class ClansState(StateFields):
    """The state. Cards, courts and estates of a seat are tuples, which copies and views share."""

    view_type = ClansView
    computed_for_view = ("seat", "hand", "hand_sizes", "returned", "returned_sizes", "laid")
    copies: ClassVar[int] = piles.COPIES

    seats: int
    exactly: bool  # the option `exchange` is `exactly-3`
    ranks_zero: bool  # the option `no-green` is `ranked`
    phase: int
    turn: int | None
    round: int  # from 1; 0 while hands are dealt
    first: int  # the seat that begins the round
    step: int  # turns finished in this round; while hands are dealt, hands dealt
    actor: int  # whose turn of the round it is
    part: int  # of the turn: 1 tokens are drawn, 2 actions, 3 raid or exchange
    sack: Counts
    drawn: Counts  # tokens drawn by the actor and not yet used
    redrawn: bool  # the largest following has been used in this turn
    used: int  # of the drawn tokens, so far
    acted: tuple[int, ...]  # the kinds of the actions taken in this turn, in order
    following: int  # the seat with the marker of the largest following, or NOBODY
    courts: list[Court]
    lands: list[Land]
    points: list[int]
    hands: list[tuple[int, ...]]  # by seat, each ascending
    deck: int  # cards in the deck
    deck_cards: Counts  # the same by value, hidden from all players
    fought: Counts  # return deck: combat cards
    returned_by: list[Counts]  # return deck, by seat: what it put there face-down
    stock: int
    shown: tuple[int, ...]  # numbers of the estates turned up so far
    removed: int  # estates that left the stock face-down
    target: int  # the seat that is raided in this turn, or NOBODY
    combats: tuple[Combat, ...]
    laid: tuple[Laid, ...]
    owed: tuple[tuple[int, int], ...]  # (seat, how many cards) still to be drawn, in order
    draws: int  # times that cards were drawn in this turn
    ending: int

    def __init__(self, seats: int, *, exactly: bool, ranks_zero: bool) -> None:
        self.seats = seats
        self.exactly = exactly
        self.ranks_zero = ranks_zero
        self.phase = phases.DEALING
        self.turn = CHANCE
        self.round = self.first = self.step = self.actor = 0
        self.part = 1
        yellow, blue, green, red = tokens_in_play(seats)
        warriors, pipers, monks = components.FIRST_COURT
        cattle = components.FIRST_ESTATES[1]
        self.sack = (yellow - seats * warriors, blue - seats * pipers, green - seats * monks, red - seats * cattle)
        self.drawn = components.NO_TOKENS
        self.redrawn = False
        self.used = 0
        self.acted = ()
        self.following = components.NOBODY
        self.courts = [components.FIRST_COURT] * seats
        self.lands = [components.FIRST_ESTATES] * seats
        self.points = [components.FIRST_POINTS[seats]] * seats
        self.hands = [()] * seats
        self.deck = sum(components.CARDS)
        self.deck_cards = components.CARDS
        self.fought = components.NO_TOKENS
        self.returned_by = [components.NO_TOKENS] * seats
        self.stock = len(components.ESTATES)
        self.shown = ()
        self.removed = 0
        self.target = components.NOBODY
        self.combats = ()
        self.laid = ()
        self.owed = ()
        self.draws = 0
        self.ending = phases.UNFINISHED

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, None until the game is over."""
        return outcome_of(self.points, self.ending, self.round, self.shown) if self.phase == phases.OVER else None

    def legal_moves(self) -> list[Event]:
        """Return actions by kind, raids by seat, cards by value; doing nothing comes last."""
        phase = self.phase
        if phase == phases.ACTING:
            return legal_moves.possible_actions(self)
        if phase in (phases.ATTACKING, phases.DEFENDING):
            seat = self.actor if phase == phases.ATTACKING else self.target
            return [*legal_moves.lay_moves(self.hands[seat], self.courts[seat][1] > 0)]
        if phase == phases.RAIDING:
            return [
                *legal_moves.RAIDS[self.seats][self.actor],
                *legal_moves.exchange_moves(self.hands[self.actor], self.exactly),
            ]
        if phase == phases.SENDING_BACK:
            return [*legal_moves.send_back_moves(self.drawn)]
        if phase == phases.SPOILING:
            return [*legal_moves.spoil_moves(self.lands[self.target])]
        if phase == phases.DISCARDING and self.turn is not None:
            return [*legal_moves.discard_moves(self.hands[self.turn])]
        if phase == phases.PUTTING_BACK and self.turn is not None:
            return [*legal_moves.put_back_moves(self.hands[self.turn])]
        return []

    def chance_outcomes(self) -> list[tuple[Event, int]]:
        """Return every event that may come up, with the number of ways in which the copies can make it."""
        if self.turn != CHANCE:
            return []
        phase = self.phase
        if phase == phases.DRAWING_TOKENS:
            return [((phase, *drawn), ways) for drawn, ways in piles.draws(self.sack, self.tokens_wanted())]
        if phase == phases.TURNING:
            unseen = self.unseen_estates()
            return [((TILE, number), unseen.count(number)) for number in sorted(set(unseen))]
        cards = piles.draws(self.deck_cards, self.cards_wanted())
        return [((phase, *piles.card_values(drawn)), ways) for drawn, ways in cards]

    def chance_key(self) -> tuple[int, int]:
        """Return a stream for the deal, tokens, tiles or a seat's cards; each draw is an occasion."""
        phase = self.phase
        if phase == phases.DRAWING_TOKENS:
            return TOKEN_STREAM, (self.round << 4 | self.step) << 1 | self.redrawn
        if phase == phases.DRAWING_CARDS:
            return CARD_STREAM + self.owed[0][0], (self.round << 4 | self.step) << 8 | self.draws
        if phase == phases.TURNING:
            return TILE_STREAM, self.round
        return DEAL_STREAM, self.step

    def draw(self, order: Iterable[int]) -> Event:
        """Return the event of the first copies of `order` that can come up. Raise IllegalChance for too few."""
        if self.turn != CHANCE:
            raise IllegalChance("Nothing can come up now.", phase=self.phase)
        phase = self.phase
        if phase == phases.DRAWING_TOKENS:
            return (phase, *piles.first_in(order, piles.TOKEN_RUNS, self.sack, self.tokens_wanted()))
        if phase == phases.TURNING:
            return piles.tile_first_in(order, self.unseen_estates())
        drawn = piles.first_in(order, piles.CARD_RUNS, self.deck_cards, self.cards_wanted())
        return (phase, *piles.card_values(drawn))

    def apply(self, event: Event) -> None:
        """Check and play one event. Raise IllegalMove, IllegalChance or GameOver, and then changes nothing."""
        check_event(self, event, move_error)
        self.advance(event)

    def advance(self, event: Event) -> None:
        """Play one event without checking that it is legal."""
        HANDLERS[event[0]](self, event)

    def view(self, seat: int | None) -> ClansView:
        """Return what the seat knows; None is a spectator."""
        laid = self.laid
        if laid and seat != self.actor:
            laid = ((components.HIDDEN, laid[0][1]),)
        view: ClansView = self.view_with(
            seat,
            () if seat is None else self.hands[seat],
            tuple(map(len, self.hands)),
            components.NO_TOKENS if seat is None else self.returned_by[seat],
            tuple(map(sum, self.returned_by)),
            laid,
        )
        return view

    def tokens_wanted(self) -> int:
        """Return how many tokens are drawn now."""
        yellow, blue, green, red = self.drawn
        return components.TOKENS_DRAWN - yellow - blue - green - red

    def cards_wanted(self) -> int:
        """Return how many cards are drawn now: those owed, or what is left of the deck before it is renewed."""
        return min(self.owed[0][1], self.deck) if self.phase == phases.DRAWING_CARDS else components.HAND

    def unseen_estates(self) -> list[int]:
        """Return the numbers of all estates not yet turned up (ruling 18)."""
        unseen = list(components.ESTATES)
        for number in self.shown:
            unseen.remove(number)
        return unseen
