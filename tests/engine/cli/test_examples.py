"""The bots that docs/bot-authors.md shows: they are what the page prints, and they may play."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from engine.sandbox import bare
from engine.sandbox.limits import Limits
from engine.sandbox.validation import WALL, reason_of, shared_limits, trials
from tests.example_games import shipped_games

DOCS = Path(__file__).parents[3] / "docs"
GAMES = {"herald": ("lords-of-scotland",), "seer": tuple(shipped_games())}


def test_every_bot_of_the_page_is_tried_here() -> None:
    # remote.py is a client: tests/games/bots/remote plays with it
    assert {path.stem for path in (DOCS / "bots").glob("*.py")} - {"remote"} == set(GAMES)


def test_the_page_prints_the_first_of_them() -> None:
    source = (DOCS / "bots" / "herald.py").read_text()
    assert textwrap.indent(source, "   ", lambda line: line != "\n") in (DOCS / "bot-authors.md").read_text()


@pytest.mark.parametrize(("name", "lines"), [("herald", 20), ("seer", 60)])
def test_they_are_as_short_as_promised(name: str, lines: int) -> None:
    assert len((DOCS / "bots" / f"{name}.py").read_text().splitlines()) <= lines


def test_the_short_one_may_play() -> None:
    source = (DOCS / "bots" / "herald.py").read_bytes()
    played = list(trials(source, games=GAMES["herald"], start=bare.start, secret=b"examples"))
    assert [reason_of(trial) for trial in played] == [""] * 4


def test_the_searching_one_plays_every_game() -> None:
    source = (DOCS / "bots" / "seer.py").read_bytes().replace(b"TIMES = 200", b"TIMES = 1")  # time is scarce here
    played = list(trials(source, games=GAMES["seer"], start=bare.start, secret=b"examples"))
    assert [reason_of(trial) for trial in played] == [""] * 4 * len(GAMES["seer"])


def test_the_page_states_the_limits() -> None:
    page, limits = (DOCS / "bot-authors.md").read_text(), Limits()
    shared = [shared_limits(limits, matches=4 * games).match for games in (1, 2, 3)]
    stated = (f"| {limits.move:g} s of processor time", f"| {limits.match:g} s of", f"| {limits.load:g} s of")
    assert all(each in page for each in stated)
    wall = f"| {limits.rest:g} s plus twice the processor time used, at most {limits.wall:g} s"
    assert (limits.patience, wall in page, f"all matches: {WALL:g} s |" in page) == (2, True, True)
    checked = shared_limits(limits, matches=4)
    assert (checked.patience, f"one match: {checked.rest:g} s plus the processor time used;" in page) == (1, True)
    assert f"| {limits.memory >> 20} MB" in page
    assert f"{limits.log >> 10} KB kept" in page
    assert "{:g} s for a bot with one game, {:g} s with two games, {:.1f} s with three".format(*shared) in page
