"""The stand-ins of the component data, and the file that replaces them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import ComponentsError
from engine.games.highland_clans.components import CARDS, DEFAULT, ESTATES, VARIABLE, read_components, tokens_in_play

COUNTED: dict[str, Any] = {
    "game": "highland-clans",
    "cards": {"1": 20, "2": 18, "3": 16, "4": 13},
    "estates": {"30": 12, "41": 13},
}


def test_the_stand_ins_add_up_to_what_the_rulebook_counts() -> None:
    assert (sum(CARDS), CARDS) == (67, (17, 17, 17, 16))
    assert (len(ESTATES), ESTATES[0], ESTATES[-1]) == (25, 30, 42)
    assert "Stand-ins" in json.loads(DEFAULT.read_text(encoding="utf-8"))["remark"]


@pytest.mark.parametrize(("seats", "tokens"), [(3, (21, 23, 20, 10)), (4, (25, 25, 20, 10)), (5, (29, 27, 20, 10))])
def test_with_fewer_players_fewer_tokens_are_in_play(seats: int, tokens: tuple[int, ...]) -> None:
    assert tokens_in_play(seats) == tokens


def test_a_file_says_what_there_is(tmp_path: Path) -> None:
    assert read_components(written(tmp_path, COUNTED)) == ((20, 18, 16, 13), (30,) * 12 + (41,) * 13)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "lords-of-scotland"}, 'it must be a JSON object with "game": "highland-clans".'),
        ({"tokens": {}}, '"tokens" is unknown; it must have "cards" and "estates".'),
        ({"cards": None}, '"cards" must say how many there are of each, such as {"1": 2}.'),
        ({"cards": {"1": 60, "5": 7}}, '"cards" go from 1 to 4, and "5" is none of them.'),
        ({"cards": {"1": 60, "2": 6}}, 'the rulebook counts 67 "cards", but these are 66.'),
        ({"cards": {"1": 70, "2": -3}}, 'how many "cards" of "2" there are must be a whole number, not -3.'),
        ({"cards": {"1": True}}, 'how many "cards" of "1" there are must be a whole number, not True.'),
        ({"estates": {"29": 25}}, '"estates" go from 30 to 42, and "29" is none of them.'),
        ({"estates": {"42": 24}}, 'the rulebook counts 25 "estates", but these are 24.'),
    ],
)
def test_a_file_that_cannot_be_right_is_refused(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    path = written(tmp_path, COUNTED | change)
    with pytest.raises(ComponentsError) as refused:
        read_components(path)
    assert str(refused.value) == f"The components in {path} cannot be used: {reason}"


@pytest.mark.parametrize("text", ["{", "\udcff", ""])
def test_a_file_that_is_no_json_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "components.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ComponentsError, match="cannot be read: "):
        read_components(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ComponentsError, match=r"The components in .*nowhere.json cannot be read: "):
        read_components(tmp_path / "nowhere.json")


def test_the_file_that_the_environment_names_is_what_is_played_with(tmp_path: Path) -> None:
    """A whole match is played with it and verified; a place with other figures refuses the record."""
    path, record = written(tmp_path, COUNTED), tmp_path / "match.txt"
    played = engine(
        "play", "highland-clans", "--seats", "wanderer,wanderer,wanderer", "--record", str(record), file=path
    )
    assert played.returncode == 0, played.stderr
    assert engine("verify", str(record), file=path).returncode == 0
    refused = engine("verify", str(record))
    assert refused.returncode == 1
    assert "The hash of components of the record is " in refused.stdout + refused.stderr


def test_a_file_that_is_refused_is_said_at_the_prompt(tmp_path: Path) -> None:
    refused = engine("games", file=written(tmp_path, COUNTED | {"cards": {"1": 1}}))
    assert refused.returncode == 1
    assert refused.stderr.endswith('the rulebook counts 67 "cards", but these are 1.\n')
    assert "Traceback" not in refused.stderr


def written(folder: Path, facts: dict[str, Any]) -> Path:
    path = folder / "components.json"
    path.write_text(json.dumps(facts), encoding="utf-8")
    return path


def engine(*arguments: str, file: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own, with the file named in its environment or none."""
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    if file is not None:
        environment[VARIABLE] = str(file)
    return subprocess.run(
        [sys.executable, "-m", "engine", *arguments], env=environment, capture_output=True, text=True, check=False
    )
