"""How the courtier fills what its turns leave empty."""

from __future__ import annotations

from random import Random

from engine.bots.kings_kilt_heuristic import BOT
from engine.core.bot import Budget
from engine.games.kings_kilt import events
from engine.games.kings_kilt.state import KiltState
from tests.engine.kings_kilt.positions import CLAN, SLOT, laid


def _morag_has_row_one(clans: str) -> KiltState:
    """A card in c1 has just been betrayed; b1 and b2, which may fill its slot, are of nobody Morag knows of."""
    state = laid(
        f"""
        Morag: family Bruce, Stewart, Douglas; influence Wallace
        Hamish: family Buchanan, Hamilton, MacLeod; influence Wallace
        Row 3: Hamilton, -, -, -
        Row 2: Wallace, MacLeod, -, -, -
        Row 1: {clans}
        """
    ).state
    state.apply((events.BETRAY, SLOT["c1"]))
    state.apply((events.SWAY, SLOT["b1"], CLAN["Wallace"]))
    return state


def _fill(state: KiltState) -> int:
    return BOT.choose(state.view(0), state.legal_moves(), Budget(), Random(1))[1]


def test_it_fills_so_that_a_card_of_its_family_can_follow() -> None:
    assert _fill(_morag_has_row_one("Hamilton, MacBeth, Bruce, Wallace, MacBeth, MacLeod")) == SLOT["b2"]
    assert _fill(_morag_has_row_one("Bruce, MacBeth, Hamilton, Wallace, MacBeth, MacLeod")) == SLOT["b1"]
