"""The benchmark: measurements in turns, beside installed engines, against the goals."""

from __future__ import annotations

import json

import pytest

from engine.bench import (
    PEERS,
    UNO,
    Figures,
    Peer,
    Sample,
    Table,
    goal_results,
    medians,
    rules_only,
    with_view_and_record,
)
from engine.cli import main
from engine.core import registry

LORDS = registry.game("lords-of-scotland")
TABLE = Table(LORDS, 2)


def sample(full: float, uno: float) -> Sample:
    return Sample({UNO: uno}, {TABLE: Figures(full, full, copy=1, legal_moves=1, view=6, playouts=1)})


def test_a_ratio_is_taken_within_each_run() -> None:
    """The machine was half as fast in the second run, and a third as fast in the third; the ratio was 3 in each."""
    runs = [sample(full=300, uno=100), sample(full=150, uno=50), sample(full=99, uno=33)]
    against_uno = next(verdict for verdict in goal_results(runs) if verdict.goal.peer == UNO)
    assert against_uno.reached == pytest.approx(3)
    assert against_uno.is_met
    assert medians(runs)[1] == {UNO: 50}


def test_a_goal_is_missed_on_its_wrong_side() -> None:
    verdicts = {verdict.goal.label: verdict.is_met for verdict in goal_results([sample(full=199, uno=100)])}
    assert verdicts == {"with view and record": False, "copy": True, "legal moves": True, "view": False}


def test_the_same_games_are_played_with_and_without_views() -> None:
    for seats in (2, 5):
        bare, full = rules_only(LORDS, seats), with_view_and_record(LORDS, seats)
        assert [bare(number) for number in range(3)] == [full(number) for number in range(3)]


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
def test_another_engine_plays_where_it_is_installed(peer: Peer) -> None:
    if not peer.is_installed:
        pytest.skip(f"{peer.package} is not installed")
    assert peer.one_game()(0) > 5


def test_it_measures_one_game_if_asked_and_names_who_was_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "lords-of-scotland", "--milliseconds", "1", "--runs", "1", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert [result["seats"] for result in facts["results"]] == [2, 3, 4, 5]
    assert all(value > 0 for result in facts["results"] for key, value in result.items() if key != "game")
    absent = {peer.package for peer in PEERS if not peer.is_installed}
    assert set(facts["missing"]) == absent
    assert set(facts["peers"]) == {peer.name for peer in PEERS if peer.package not in absent}
