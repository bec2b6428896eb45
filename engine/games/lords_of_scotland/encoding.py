"""Lords of Scotland for programs that learn: 794 actions, and the features of a view.

    0 to 98     (RECRUIT, card)         by rank; 0 takes the leftmost face-down one
    99 to 294   (MUSTER, card, up)      by rank, first face-down
    295 to 297  (PASS,) (DECLINE,) (ACTIVATE,)
    298 to 395  (SWAP, card)            by rank
    396 to 495  (EXCHANGE, seat, n)     by seat, 20 each
    496 to 595  (DISCARD, seat, n)
    596 to 695  (COPY, seat, n)
    696 to 793  (CLAIM, card)           by rank

A view has more than its features in these respects: by whom a Supporter was claimed, the slots of Recruits, and what
follows about hidden cards from public information, except cards recruited face-up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.core.encoding import MOST, Encoding, Part, capped, one_hots, player_labels, tally
from engine.core.game import Event
from engine.games.lords_of_scotland import events
from engine.games.lords_of_scotland.components import (
    BRUCE,
    CARDS,
    CLAN,
    CLANS,
    COCHRANE,
    GAP,
    HAND_LIMIT,
    HIDDEN,
    MACDONNELL,
    RECRUITS,
    STRENGTH,
    TOP_STRENGTH,
    TURNS,
    card_name,
    mask_of,
)
from engine.games.lords_of_scotland.phases import ACTIVATING, PHASE_NAMES, TARGETING
from engine.games.lords_of_scotland.public_information import mark
from engine.games.lords_of_scotland.scoring import Army
from engine.games.lords_of_scotland.view import LordsView

_SEATS: Final = 5
# A hand of ten, a card more in each turn, and in each turn a MacDonnell that stays for the next round.
MOST_FOLLOWERS: Final = HAND_LIMIT + TURNS + TURNS

_DECK: Final = range(1, CARDS + 1)
_FOLLOWERS: Final = [(seat, place) for seat in range(_SEATS) for place in range(MOST_FOLLOWERS)]
MOVES: Final[tuple[Event, ...]] = (
    *events.RECRUITINGS,
    *[(events.MUSTER, card, up) for card in _DECK for up in (events.FACE_DOWN, events.FACE_UP)],
    *[(kind,) for kind in (events.PASS, events.DECLINE, events.ACTIVATE)],
    *[(events.SWAP, card) for card in _DECK],
    *[(kind, seat, place) for kind in (events.EXCHANGE, events.DISCARD, events.COPY) for seat, place in _FOLLOWERS],
    *[(events.CLAIM, card) for card in _DECK],
)
_CARD_LABELS: Final = [card_name(card) for card in _DECK]
_LASTING: Final = (MACDONNELL, COCHRANE, BRUCE)
_BITS: Final = bytes.maketrans(b"01", b"\0\1")
_KEPT: Final = 8192  # armies whose bytes are kept
_PHASE_ROWS: Final = one_hots(len(PHASE_NAMES))
_CLAN_ROWS: Final = one_hots(len(CLANS))


def parts(seats: int) -> Sequence[Part]:
    """Return the parts of an observation."""
    return (*_turn_parts(seats), *_card_parts(seats), *_player_parts(seats))


def _turn_parts(seats: int) -> Sequence[Part]:
    players, rows = player_labels(seats), one_hots(seats)
    return (
        Part("own seat", players, lambda view: rows[view.seat]),
        Part("to move", players, lambda view: rows[view.turn]),
        Part("turn of", players, lambda view: rows[view.actor]),
        Part("initiative", players, lambda view: rows[view.first]),
        Part("phase", PHASE_NAMES, lambda view: _PHASE_ROWS[view.phase]),
        Part("option", ("bruce", "activation strict"), lambda view: bytes((view.bruce, view.strict))),
        Part("round", ("number", "turns finished"), lambda view: bytes((capped(view.round), view.step)), MOST),
        Part("power to activate", CLANS, lambda view: _CLAN_ROWS[_pending_power(view)]),
    )


def _card_parts(seats: int) -> Sequence[Part]:
    listed = [f"{player}, {card}" for player in player_labels(seats) for card in _CARD_LABELS]
    return (
        Part("own hand", _CARD_LABELS, lambda view: _cards(mask_of(view.hand))),
        Part("recruits", _CARD_LABELS, lambda view: _cards(_face_up_recruits(view))),
        Part("recruits", ("face-down", "gaps"), _other_recruits, RECRUITS),
        Part("supporters", _CARD_LABELS, lambda view: _cards(mask_of(view.supporters))),
        Part("discards", _CARD_LABELS, lambda view: _cards(view.discards)),
        Part("claimed", _CARD_LABELS, lambda view: _cards(mask_of([card for row in view.claimed for card in row]))),
        Part(
            "pile", ("cards", "renewed in this round"), lambda view: bytes((view.pile, capped(view.reshuffles))), MOST
        ),
        Part("recruited face-up and not seen since", listed, _listed),
    )


def _player_parts(seats: int) -> Sequence[Part]:
    players = player_labels(seats)
    follower = ("lies", "face-down", *CLANS, "strength", *[f"active {CLANS[power]}" for power in _LASTING])
    known = [f"known to {player}" for player in players]
    armies = [
        f"{player}, {place}, {label}"
        for player in players
        for place in range(MOST_FOLLOWERS)
        for label in (*follower, *known)
    ]
    return (
        Part("hand", players, lambda view: bytes(view.hand_sizes), HAND_LIMIT),
        Part("points", players, lambda view: bytes(map(capped, view.points)), MOST),
        Part("rank of the army", players, lambda view: _ranks(view, seats), seats),
        Part("claims due", players, lambda view: tally(view.claims, seats), 2),
        Part("army", armies, lambda view: b"".join([_army(army, seats) for army in view.armies]), TOP_STRENGTH),
    )


def _cards(mask: int) -> bytes:
    """Return a bit for each card, from the digits of the bit mask, of which the last is no card."""
    return f"{mask:0{CARDS + 1}b}"[-2::-1].encode().translate(_BITS)


def _pending_power(view: LordsView) -> int | None:
    return view.power if view.phase in (ACTIVATING, TARGETING) else None


def _face_up_recruits(view: LordsView) -> int:
    return mask_of([card for card in view.recruits if card > HIDDEN])


def _other_recruits(view: LordsView) -> bytes:
    return bytes((view.recruits.count(HIDDEN), view.recruits.count(GAP)))


def _listed(view: LordsView) -> bytes:
    masks = [0] * view.seats
    for cards, places in view.traces:
        for seat in range(view.seats):
            if places & mark(seat):
                masks[seat] |= cards
    return b"".join([_cards(mask) for mask in masks])


def _ranks(view: LordsView, seats: int) -> bytes:
    return bytes([view.ranking.index(seat) + 1 for seat in range(seats)] if view.ranking else seats)


@lru_cache(_KEPT)
def _army(army: Army, seats: int) -> bytes:
    """Return the features of the Followers of one seat, in the order in which they were mustered."""
    features: list[int] = []
    for card, power, veil, knowing in army:
        clan = None if card == HIDDEN else CLAN[card]
        features += (1, veil > 0, *_CLAN_ROWS[clan], STRENGTH[card], *[power == lasting for lasting in _LASTING])
        features += [knowing >> seat & 1 for seat in range(seats)]
    return bytes(features).ljust(MOST_FOLLOWERS * (6 + len(CLANS) + seats), b"\0")


ENCODING: Final = Encoding(MOVES, parts)
