"""Highland Clans for programs that learn: 352 actions, and the features of a view.

    0 to 209    (SEND_BACK, y, b, g, r)     at most six tokens in all, ascending; 0 keeps all
    210 to 214  (CATTLE,) (CASTLE,) (ABBEY,) (WARRIOR,) (PIPER,)
    215 to 216  (MONKS, n)
    217 to 276  (BARD, seat, y, b, g)       by seat, 12 each
    277 to 284  (ESTATE, y, g, r, cy, cg)
    285         (DONE,)
    286 to 289  (DISCARD, card)
    290 to 294  (RAID, seat)
    295 to 329  (EXCHANGE, a, ...)          by number of cards, from none to three
    330 to 337  (LAY, card, piper)
    338 to 341  (SPOIL, what)               nothing, cattle, castle, abbey
    342 to 351  (PUT_BACK, a, b)

A view has more than its features in two respects: the order of the actions of a turn and of the estates turned up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations_with_replacement, product
from typing import Final

from engine.core.encoding import MOST, Encoding, Part, capped, one_hots, player_labels, tally
from engine.core.game import Event
from engine.games.highland_clans import events
from engine.games.highland_clans.components import (
    ALL_TOKENS,
    CARDS,
    COLOURS,
    COMBATS,
    DRAWN_RAID_RETURNED,
    ESTATES,
    MOST_ESTATES,
    MOST_EXCHANGED,
    RED_AREA,
    TOKENS_DRAWN,
    TOP,
    VALUES,
)
from engine.games.highland_clans.legal_moves import BARDS, payments
from engine.games.highland_clans.phases import PHASE_NAMES
from engine.games.highland_clans.text import ACTIONS
from engine.games.highland_clans.view import ClansView

_ANY_TOKEN: Final = 7  # index in `BARDS` of the moves when tokens of every colour may be taken
_MAX_TOKENS: Final = (TOKENS_DRAWN,) * 4  # of each colour

MOVES: Final[tuple[Event, ...]] = (
    *[
        (events.SEND_BACK, *back)
        for back in product(range(TOKENS_DRAWN + 1), repeat=len(COLOURS))
        if sum(back) <= TOKENS_DRAWN
    ],
    *[events.SIMPLE[kind] for kind in range(events.CATTLE, events.MONKS)],
    *[(events.MONKS, number) for number in (1, 2)],
    *[bard for by_court in BARDS for bard in by_court[_ANY_TOKEN]],
    *payments(_MAX_TOKENS, TOKENS_DRAWN, spare=True, monks=2),
    events.SIMPLE[events.DONE],
    *[(events.DISCARD, card) for card in VALUES],
    *[(events.RAID, seat) for seat in range(len(BARDS))],
    *[
        (events.EXCHANGE, *cards)
        for size in range(MOST_EXCHANGED + 1)
        for cards in combinations_with_replacement(VALUES, size)
    ],
    *[(events.LAY, card, piper) for card in VALUES for piper in (0, 1)],
    *[(events.SPOIL, what) for what in (events.NOTHING, events.CATTLE, events.CASTLE, events.ABBEY)],
    *[(events.PUT_BACK, *cards) for cards in combinations_with_replacement(VALUES, DRAWN_RAID_RETURNED)],
)
_ALL_CARDS: Final = sum(CARDS)
_VALUE_LABELS: Final = [f"cards of value {value}" for value in VALUES]
_COMBAT: Final = ("attacker's card", "attacker's piper", "defender's card", "defender's piper")
_PHASE_ROWS: Final = one_hots(len(PHASE_NAMES))
_PART_ROWS: Final = one_hots(3)


def parts(seats: int) -> Sequence[Part]:
    """Return the parts of an observation."""
    return (*_turn_parts(seats), *_board_parts(seats), *_card_parts(seats), *_raid_parts(seats))


def _turn_parts(seats: int) -> Sequence[Part]:
    players, rows = player_labels(seats), one_hots(seats)
    return (
        Part("own seat", players, lambda view: rows[view.seat]),
        Part("to move", players, lambda view: rows[view.turn]),
        Part("turn of", players, lambda view: rows[view.actor]),
        Part("first in the round", players, lambda view: rows[view.first]),
        Part("phase", PHASE_NAMES, lambda view: _PHASE_ROWS[view.phase]),
        Part("part of the turn", ("1", "2", "3"), lambda view: _PART_ROWS[view.part - 1]),
        Part("option", ("exchange exactly-3", "no-green ranked"), lambda view: bytes((view.exactly, view.ranks_zero))),
        Part("round", ("number", "turns finished"), lambda view: bytes((capped(view.round), view.step)), MOST),
        Part("sack", COLOURS, lambda view: bytes(view.sack), max(ALL_TOKENS)),
        Part("drawn", COLOURS, lambda view: bytes(view.drawn), TOKENS_DRAWN),
        Part("used", ("tokens", "marker"), lambda view: bytes((view.used, view.redrawn)), TOKENS_DRAWN),
        Part("actions of this turn", [*ACTIONS.values()], lambda view: bytes([kind in view.acted for kind in ACTIONS])),
    )


def _board_parts(seats: int) -> Sequence[Part]:
    players, rows = player_labels(seats), one_hots(seats)
    courts = [f"{player}, {what}" for player in players for what in ("warriors", "pipers", "monks")]
    lands = [f"{player}, {what}" for player in players for what in ("estates", "cattle", "castles", "abbeys")]
    numbers = [f"number {number}" for number in range(RED_AREA, TOP + 1)]
    return (
        Part("largest following", players, lambda view: rows[view.following]),
        Part("court", courts, lambda view: bytes(chain.from_iterable(view.courts)), max(ALL_TOKENS)),
        Part("land", lands, lambda view: bytes(chain.from_iterable(view.lands)), MOST_ESTATES),
        Part("points", players, lambda view: bytes(map(capped, view.points)), MOST),
        Part("estates", ("in stock", "removed"), lambda view: bytes((view.stock, view.removed)), len(ESTATES)),
        Part("estates turned up", numbers, lambda view: tally(view.shown, TOP + 1)[RED_AREA:], len(ESTATES)),
    )


def _card_parts(seats: int) -> Sequence[Part]:
    players = player_labels(seats)
    return (
        Part("own hand", _VALUE_LABELS, lambda view: tally(view.hand, max(VALUES) + 1)[1:], _ALL_CARDS),
        Part("hand", players, lambda view: bytes(view.hand_sizes), _ALL_CARDS),
        Part("deck", ("cards",), lambda view: bytes((view.deck,)), _ALL_CARDS),
        Part("played in combats", _VALUE_LABELS, lambda view: bytes(view.fought), _ALL_CARDS),
        Part("returned by you", _VALUE_LABELS, lambda view: bytes(view.returned), _ALL_CARDS),
        Part("returned", players, lambda view: bytes(view.returned_sizes), _ALL_CARDS),
        Part("cards to draw", players, lambda view: _cards_to_draw(view, seats), _ALL_CARDS),
        Part("draws of cards", ("in this turn",), lambda view: bytes((capped(view.draws),)), MOST),
    )


def _raid_parts(seats: int) -> Sequence[Part]:
    players, rows = player_labels(seats), one_hots(seats)
    combats = [f"{combat + 1}, {what}" for combat in range(COMBATS) for what in _COMBAT]
    laid = ("lies", "value if known", "piper")
    return (
        Part("target of the raid", players, lambda view: rows[view.target]),
        Part("combats decided", ("number",), lambda view: bytes((len(view.combats),)), COMBATS),
        Part("combat", combats, _combat_values, max(VALUES)),
        Part("attacker's card", laid, lambda view: bytes((1, *view.laid[0])) if view.laid else bytes(3), max(VALUES)),
    )


def _cards_to_draw(view: ClansView, seats: int) -> bytes:
    """Return how many cards each seat has still to draw."""
    return bytes([sum(count for owner, count in view.owed if owner == seat) for seat in range(seats)])


def _combat_values(view: ClansView) -> bytes:
    """Return the values of the decided combats; zeros for the others."""
    return bytes(chain.from_iterable(view.combats)).ljust(COMBATS * len(_COMBAT), b"\0")


ENCODING: Final = Encoding(MOVES, parts)
