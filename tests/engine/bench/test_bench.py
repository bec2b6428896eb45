"""The benchmark: every game is measured and held against the goals; other engines are compared within each run."""

from __future__ import annotations

import json

import pytest

from engine.bench import GOALS, Figures, Table, rules_only, with_view_and_record
from engine.cli import main
from engine.core import registry
from tests.benchmarks import peers

LORDS = registry.game("lords-of-scotland")


def test_the_same_games_are_played_with_and_without_views() -> None:
    for seats in (2, 5):
        bare, full = rules_only(LORDS, seats), with_view_and_record(LORDS, seats)
        assert [bare(number) for number in range(3)] == [full(number) for number in range(3)]


def test_it_measures_one_game_if_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "lords-of-scotland", "--milliseconds", "1", "--runs", "1", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert [result["seats"] for result in facts["results"]] == [2, 3, 4, 5]
    assert all(value > 0 for result in facts["results"] for key, value in result.items() if key != "game")
    assert len(facts["goals"]) == 4 * len(GOALS)


def test_a_goal_is_missed_above_its_bound() -> None:
    figures = Figures(rules_only=1, full=1, copy=1, legal_moves=1, view=6, playouts=1)
    assert {goal.figure: goal.is_met(figures) for goal in GOALS} == {"copy": True, "legal_moves": True, "view": False}


def test_a_ratio_is_taken_within_each_run() -> None:
    """The machine was half as fast in the second run, and a third as fast in the third; the ratio was 3 in each."""
    goal, table = peers.GOALS[0], Table(LORDS, 2)
    rates = [(300, 100), (150, 50), (99, 33)]
    samples: list[peers.Sample] = [{(goal.label, table): own, goal.peer: theirs} for own, theirs in rates]
    assert peers.ratio(samples, goal, table) == pytest.approx(3)


@pytest.mark.parametrize("peer", peers.PEERS, ids=lambda peer: peer.name)
def test_another_engine_plays_where_it_is_installed(peer: peers.Peer) -> None:
    if not peer.is_installed:
        pytest.skip(f"{peer.package} is not installed")
    assert peer.one_game()(0) > 5
