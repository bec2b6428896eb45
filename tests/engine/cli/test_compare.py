"""The command `compare`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.cli import main
from engine.core.comparison import LEAST_BLOCKS

FIRST = "def choose(view, legal, budget, rng):\n    return legal[0]\n"
FAILS = "def choose(view, legal, budget, rng):\n    raise ValueError\n"


Compared = Callable[..., dict[str, Any]]


@pytest.fixture
def facts(capsys: pytest.CaptureFixture[str]) -> Compared:
    """Return a function that compares in King's Kilt and returns the JSON."""

    def compared(*arguments: str, status: int = 0) -> dict[str, Any]:
        assert main(["compare", "kings-kilt", *arguments, "--jobs", "1", "--json"]) == status
        answer = json.loads(capsys.readouterr().out)
        assert isinstance(answer, dict)
        return answer

    return compared


def test_a_bot_is_level_with_itself(facts: Compared) -> None:
    answer = facts("wanderer", "wanderer", "--deals", "20", "--players", "3")
    low, high = answer["interval"]
    assert answer["games"] == 120
    assert low < 0 < high
    assert answer["score"] == pytest.approx(0.5, abs=0.1)
    assert [row["seat"] for row in answer["seats"]] == [1, 2, 3]


def test_the_test_stops_as_soon_as_it_decides(facts: Compared) -> None:
    answer = facts("lookout-10", "wanderer", "--deals", "300", "--sprt", "0,100")
    assert answer["sprt"]["accepted"] == 100
    assert answer["deals"] < 100


def test_finished_deals_are_kept_and_not_played_again(facts: Compared, tmp_path: Path) -> None:
    file = tmp_path / "deals.ndjson"
    short = facts("wanderer", "wanderer", "--deals", "3", "--save", str(file))
    file.write_text(file.read_text() + '{"deal": 4, "sco')  # the machine was switched off
    longer = facts("wanderer", "wanderer", "--deals", "5", "--save", str(file))
    whole = facts("wanderer", "wanderer", "--deals", "5")
    assert (short["deals"], longer) == (3, whole)
    assert len(file.read_text().splitlines()) == 6


def test_a_file_of_another_comparison_is_refused_and_kept(facts: Compared, tmp_path: Path) -> None:
    bot, file = tmp_path / "mine.py", tmp_path / "deals.ndjson"
    bot.write_text(FIRST)
    facts(str(bot), "wanderer", "--deals", "1", "--save", str(file))
    before = file.read_text()
    bot.write_text(FIRST + "# another version\n")
    facts(str(bot), "wanderer", "--deals", "1", "--save", str(file), status=1)
    assert file.read_text() == before


@pytest.mark.parametrize("content", ["my notes\nwithout an end", '{"deal": 1}\n', "\x00\xff"])
def test_a_file_that_compare_did_not_write_is_kept(facts: Compared, tmp_path: Path, content: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(content, encoding="latin-1")
    facts("wanderer", "wanderer", "--deals", "1", "--save", str(file), status=1)
    assert file.read_text(encoding="latin-1") == content


@pytest.mark.parametrize(("deals", "is_shown"), [(LEAST_BLOCKS - 1, False), (LEAST_BLOCKS, True)])
def test_too_few_deals_give_no_elo_difference(capsys: pytest.CaptureFixture[str], deals: int, is_shown: bool) -> None:
    assert main(["compare", "kings-kilt", "wanderer", "wanderer", "--deals", str(deals), "--jobs", "1"]) == 0
    printed = capsys.readouterr().out
    assert ("95 %" in printed, "Likelihood" in printed) == (is_shown, is_shown)
    assert ("too few deals" in printed) is not is_shown
    assert "Score of A:" in printed


def test_a_test_that_decides_before_there_is_a_figure_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "kings-kilt", "lookout-10", "wanderer", "--sprt", "0,600", "--jobs", "1"]) == 0
    printed = capsys.readouterr().out
    deals = int(re.findall(r"^(\d+) deals?, ", printed, re.MULTILINE)[0])
    assert deals < LEAST_BLOCKS
    line = next(line for line in printed.splitlines() if line.startswith("Elo difference"))
    assert (f"after {deals} deal" in line, "--sprt" in line, "95 %" in line) == (True, True, False)


def test_failures_are_counted(facts: Compared, tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text(FAILS)
    answer = facts(str(bot), "wanderer", "--deals", "1", status=1)
    assert answer["failures"] == {"A": 2, "B": 0}
    assert answer["score"] == 0
