"""The makers of golden files: perft and playthroughs."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import registry
from engine.core.dealer import Dealer
from engine.core.game import CHANCE
from engine.core.match import seed_secret
from engine.golden import main, perft, variants

GAME = registry.game("lords-of-scotland")


def test_perft_counts_the_moves_of_each_decision() -> None:
    state, dealer = GAME.start(3), Dealer(seed_secret(7))
    while state.turn == CHANCE:
        state.advance(dealer.deal(state))
    assert perft(GAME, 3, 0, seed=7) == 1
    assert perft(GAME, 3, 1, seed=7) == len(state.legal_moves())


def test_perft_of_two_is_the_sum_over_the_first_moves() -> None:
    state, dealer = GAME.start(2), Dealer(seed_secret(1))
    while state.turn == CHANCE:
        state.advance(dealer.deal(state))
    replies = 0
    for move in state.legal_moves():
        after = state.copy()
        after.apply(move)
        while after.turn == CHANCE:
            after.apply(dealer.deal(after))
        replies += len(after.legal_moves())
    assert perft(GAME, 2, 2, seed=1) == replies


def test_the_variants_turn_every_option_round() -> None:
    assert variants(GAME) == [{}, {"bruce": True, "activation": "strict"}, {"bruce": True, "activation": "same-clan"}]


def test_golden_files_are_written_on_purpose(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lords-of-scotland", str(tmp_path)]) == 0
    assert {path.name for path in tmp_path.iterdir()} >= {"perft.txt", "2.playthrough.txt"}
    assert "Read what changed before you keep it." in capsys.readouterr().out


def test_a_wrong_command_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main(["shinty", str(tmp_path)]) == 1
    assert "There is no game called shinty" in capsys.readouterr().err
