"""What a player with a pencil would note, written down without a look at how the engine keeps it.

`observed` is the literal record of what a seat sees of one event. `Notebook` draws from the log of a spectator where
every unseen card may lie: a set of places for each card, such as `hand 2`, `lot 0` (a shuffle) and `veil 3`.
"""

from __future__ import annotations

from typing import TypeAlias

from engine.core.game import Event
from engine.games.lords_of_scotland import events
from engine.games.lords_of_scotland.components import BRUCE_DECK, HIDDEN, cards_in
from engine.games.lords_of_scotland.public_information import FIRST_VEIL
from engine.games.lords_of_scotland.state import LordsState

Seat: TypeAlias = int | None
Entry: TypeAlias = tuple[object, ...]

_SECRET = (events.DEAL, events.TAKE, events.DRAW)  # chance that only the seat concerned sees


def observed(before: LordsState, event: Event, after: LordsState, seat: Seat) -> Entry:
    """The event and the table behind it as the seat sees them, cards it does not see left out."""
    mover, card = _concerned(before, event), _looked_at(before, event, seat)
    return (mover, shown(before, event, seat), card, *_table(after, seat))


def shown(before: LordsState, event: Event, seat: Seat) -> Event:
    """The event without the card if the seat does not see it."""
    is_secret = event[0] in _SECRET or (event[0] == events.MUSTER and event[2] == events.FACE_DOWN)
    return (event[0], *event[2:]) if is_secret and _concerned(before, event) != seat else event


def _concerned(before: LordsState, event: Event) -> int:
    return before.step % before.seats if event[0] == events.DEAL else before.actor


def _looked_at(before: LordsState, event: Event, seat: Seat) -> int | None:
    """A seat that exchanges may look at the card it takes; discarded cards are public."""
    if event[0] == events.DISCARD or (event[0] == events.EXCHANGE and before.actor == seat):
        return before.armies[event[1]][event[2]][0]
    return None


def _table(state: LordsState, seat: Seat) -> Entry:
    """Everything public, and the own hand."""
    armies = tuple(
        tuple((None if veil else card, power, veil) for card, power, veil, _ in army) for army in state.armies
    )
    sizes = tuple(len(hand) for hand in state.hands)
    hand = () if seat is None else state.hands[seat]
    piles = (state.pile, state.discards, state.supporters, tuple(state.claimed))
    return (state.turn, state.phase, armies, state.recruits, *piles, sizes, hand)


class Notebook:
    """Where everybody can work out that each unseen card may lie."""

    def __init__(self, start: LordsState) -> None:
        deck = BRUCE_DECK if start.bruce else BRUCE_DECK & ~(3 << 97)
        self.places: dict[int, set[str]] = {card: {"lot 0"} for card in cards_in(deck)}
        self.listed: dict[int, int] = {}

    def note(self, before: LordsState, event: Event, after: LordsState) -> None:
        """Take in one event, of which only what a spectator sees is used."""
        kind, seat = event[0], _concerned(before, event)
        if kind in _SECRET:
            self._also_in(f"lot {_lot_of(before, kind)}", f"hand {seat}")
        elif kind == events.MUSTER and event[2] == events.FACE_DOWN:
            self._also_in(f"hand {seat}", _veil(before.veils))
        elif kind == events.EXCHANGE:
            self._exchanged(before, before.armies[event[1]][event[2]][2])
        elif kind == events.RECRUIT and event[1] != HIDDEN:
            self.places[event[1]] = {f"hand {seat}"}
            self.listed[event[1]] = seat
        self._look_round(before, after)

    def _also_in(self, source: str, target: str) -> None:
        for places in self.places.values():
            if source in places:
                places.add(target)

    def _exchanged(self, before: LordsState, veil: int) -> None:
        """A listed card that the Follower may be may from now on be any face-down Follower."""
        everywhere = {_veil(veil) for army in before.armies for _, _, veil, _ in army if veil}
        for card in self.listed:
            if _veil(veil) in self.places[card]:
                self.places[card] |= everywhere

    def _look_round(self, before: LordsState, after: LordsState) -> None:
        """Remove seen cards; a shuffle takes all discards; an empty place holds no card."""
        if was_shuffled(before, after):
            for places in self.places.values():
                places.discard(f"lot {after.lot}")
            shuffled = set(cards_in(after.pools[after.lot]))
            self._look_at(shuffled)
            self.places |= {card: {f"lot {after.lot}"} for card in shuffled}
        self._look_at(_seen(after))
        there = occupied(after)
        for places in self.places.values():
            places.intersection_update(there)

    def _look_at(self, cards: set[int]) -> None:
        for card in cards & set(self.places):
            del self.places[card]
            self.listed.pop(card, None)


def _veil(number: int) -> str:
    return f"veil {number - FIRST_VEIL}"


def _lot_of(before: LordsState, kind: int) -> int:
    return before.slot_lots[before.recruits.index(HIDDEN)] if kind == events.TAKE else before.lot


def was_shuffled(before: LordsState, after: LordsState) -> bool:
    """Whether discards have become the pile in between."""
    return any(now & ~then for now, then in zip(after.pools, before.pools, strict=True))


def _seen(state: LordsState) -> set[int]:
    followers = {card for army in state.armies for card, _, veil, _ in army if not veil}
    claimed = {card for cards in state.claimed for card in cards}
    return followers | claimed | set(state.recruits) | set(state.supporters) | set(cards_in(state.discards))


def occupied(state: LordsState) -> set[str]:
    """Places with at least one unseen card."""
    lots = {lot for card, lot in zip(state.recruits, state.slot_lots, strict=True) if card == HIDDEN}
    lots |= {state.lot} if state.pile else set()
    hands = {f"hand {seat}" for seat, hand in enumerate(state.hands) if hand}
    veils = {_veil(veil) for army in state.armies for _, _, veil, _ in army if veil}
    return hands | veils | {f"lot {lot}" for lot in lots}
