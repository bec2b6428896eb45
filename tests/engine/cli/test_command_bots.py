"""Programs in any language at a seat of `play`, by the protocol of remote bots."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.cli import main

FIRST_MOVE = """
import json, sys
for line in map(json.loads, sys.stdin):
    if line["type"] == "start":
        print("seat", line["seat"], file=sys.stderr)
    if line["type"] == "move":
        move = {move}
        print(json.dumps({{"id": line["id"], "move": move}}), flush=True)
"""


def play(tmp_path: Path, capsys: pytest.CaptureFixture[str], move: str, *, status: int) -> dict[str, Any]:
    """Play two games with a program that answers `move`; return the JSON of the command."""
    program = tmp_path / "program.py"
    program.write_text(FIRST_MOVE.format(move=move))
    seats = f"cmd:{sys.executable} {program},wanderer"
    arguments = ["play", "kings-kilt", "--seats", seats, "--games", "2", "--duplicate", "--jobs", "1", "--json"]
    record = tmp_path / "games.txt"
    assert main([*arguments, "--record", str(record)]) == status
    answer = json.loads(capsys.readouterr().out)
    assert isinstance(answer, dict)
    return answer


@pytest.mark.parametrize("move", ["0", 'line["legal"][0]'])
def test_a_program_plays_by_the_index_or_the_move(
    move: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = play(tmp_path, capsys, move, status=0)
    assert [bot["games"] for bot in answer["bots"]] == [2, 2]
    assert answer["faults"] == []


@pytest.mark.parametrize(
    ("move", "kind"),
    [
        ("99", "99"),
        ("[0]", "[0]"),
        ("[*map(float, line['legal'][0])]", "0]"),
        ("sys.exit()", "ended"),
        ('print("{")', "JSON"),
        ('print("[" * 30_000)', "JSON"),
        ("sys.stdout.buffer.write(bytes([255, 10]))", "JSON"),
        ("""print('{"id": "1", "id": "1", "move": 0}')""", "JSON"),
    ],
)
def test_its_faults_are_named_and_the_game_is_finished(
    move: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = play(tmp_path, capsys, move, status=1)
    assert len(answer["faults"]) == 2
    assert kind in answer["faults"][0]["detail"]
    assert "seat 0" in answer["faults"][0]["log"]


def test_what_a_program_started_ends_with_the_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fifo = tmp_path / "child"
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    child = f"__import__('subprocess').Popen('exec sleep infinity > {fifo}', shell=True) and 0"
    play(tmp_path, capsys, child, status=0)
    os.set_blocking(reader, True)
    with os.fdopen(reader) as ends_with_its_last_writer:
        assert ends_with_its_last_writer.read() == ""


@pytest.mark.parametrize("command", ["./nothing-here", "", "'open"])
def test_a_program_that_does_not_exist_is_refused(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "kings-kilt", "--seats", f"cmd:{command},wanderer", "--json"]) == 1
    assert f"cmd:{command}" in json.loads(capsys.readouterr().out)["message"]


def test_what_a_program_wrote_before_it_crashed_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = f"cmd:{sys.executable} {tmp_path / 'nothing.py'},wanderer"
    arguments = ["play", "kings-kilt", "--seats", seats, "--games", "2", "--record", str(tmp_path / "games.txt")]
    assert main(arguments) == 1
    printed = capsys.readouterr().out
    assert "No such file" in printed
    assert "Replay" not in printed
