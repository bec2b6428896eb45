"""King's Kilt for programs that learn: 248 actions, and the features of a view.

    0 to 29     (ADVANCE, source, target)  by target, then source
    30 to 50    (BETRAY, victim)           by slot
    51 to 218   (SWAY, slot, clan)         by slot, then clan
    219 to 238  (RAISE, source)            by slot
    239 to 246  (REVEAL, clan)             by clan
    247         (PASS,)

A view has more than its features: the order of cards turned up, played, betrayed and passed, and which cards each seat
moved up or removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.core.encoding import Encoding, Part, one_hots, player_labels, tally
from engine.core.game import Event
from engine.games.kings_kilt.board import BASE, BENEATH, KING, SLOT_NAMES, SLOTS
from engine.games.kings_kilt.components import CARDS, CLAN_COUNT, CLANS, FAMILY, LEADERS, MEMBERS, clan_numbers
from engine.games.kings_kilt.events import ADVANCE, BETRAYALS, PASSING, RAISE, REVEALS, SWAYS
from engine.games.kings_kilt.phases import PHASE_NAMES
from engine.games.kings_kilt.view import KiltView

MOVES: Final[tuple[Event, ...]] = (
    *[(ADVANCE, source, target) for target in range(BASE, SLOTS) for source in BENEATH[target]],
    *BETRAYALS,
    *[sway for sways in SWAYS for sway in sways],
    *[(RAISE, slot) for slot in range(KING)],
    *REVEALS,
    PASSING,
)
_CARDS_OF_A_CLAN: Final = LEADERS + MEMBERS
_CLAN_ROWS: Final = one_hots(CLAN_COUNT)
_SLOT_ROWS: Final = one_hots(SLOTS)
_PHASE_ROWS: Final = one_hots(len(PHASE_NAMES))
_LISTS: Final = 1024  # packed numbers of cards whose bytes are kept


def parts(seats: int) -> Sequence[Part]:
    """Return the parts of an observation."""
    players, rows = player_labels(seats), one_hots(seats)
    by_player = [f"{player}, {clan}" for player in players for clan in CLANS]
    by_slot = [f"{slot}, {clan}" for slot in SLOT_NAMES for clan in CLANS]
    return (
        Part("own seat", players, lambda view: rows[view.seat]),
        Part("to move", players, lambda view: rows[view.turn]),
        Part("turn of", players, lambda view: rows[view.actor]),
        Part("phase", PHASE_NAMES, lambda view: _PHASE_ROWS[view.phase]),
        Part("option", ("matching victim", "scoring per-pyramid-card"), _options),
        Part("pyramid", by_slot, lambda view: b"".join(map(_CLAN_ROWS.__getitem__, view.pyramid))),
        Part("top of the pile", CLANS, lambda view: _CLAN_ROWS[view.top]),
        Part("pile", ("cards",), lambda view: bytes((view.pile,)), CARDS),
        Part("listed below the top", CLANS, lambda view: _clan_bytes(view.listed), _CARDS_OF_A_CLAN),
        Part("own family", CLANS, lambda view: tally(view.family, CLAN_COUNT)),
        Part("own third family card", CLANS, _third),
        Part("family shown", by_player, lambda view: b"".join([tally(cards, CLAN_COUNT) for cards in view.shown])),
        Part("own influence", CLANS, lambda view: tally(view.influence, CLAN_COUNT), _CARDS_OF_A_CLAN),
        Part("influence cards", players, lambda view: bytes(view.influence_sizes), _CARDS_OF_A_CLAN),
        Part("influence played", CLANS, lambda view: tally(view.discards, CLAN_COUNT), _CARDS_OF_A_CLAN),
        Part("betrayed", CLANS, lambda view: tally(view.betrayed, CLAN_COUNT), _CARDS_OF_A_CLAN),
        Part("passed", players, lambda view: tally(view.passed, seats)),
        Part("victim", SLOT_NAMES, lambda view: _SLOT_ROWS[view.victim]),
        Part("vacuum", SLOT_NAMES, lambda view: _SLOT_ROWS[view.vacuum]),
        Part("family cards to turn up", players, lambda view: tally(view.revealers, seats), FAMILY),
    )


def _options(view: KiltView) -> bytes:
    return bytes((view.by_victim, view.per_pyramid))


def _third(view: KiltView) -> bytes:
    return _CLAN_ROWS[view.family[-1] if len(view.family) == FAMILY else None]


@lru_cache(_LISTS)
def _clan_bytes(counts: int) -> bytes:
    return bytes(clan_numbers(counts))


ENCODING: Final = Encoding(MOVES, parts)
