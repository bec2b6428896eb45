"""Programs in any language at a seat of `play`, by the protocol of remote bots."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.cli import main
from engine.cli.command_bot import CommandBot
from engine.core import registry
from engine.core.bot import Budget
from engine.core.dealer import Dealer
from engine.core.game import CHANCE
from engine.sandbox.faults import BotFault

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


def fault_at_the_first_move(program: str, *, match_seconds: float, copies: int = 1) -> BotFault:
    """Ask for a move, with each legal move listed so many times; return the fault."""
    game, dealer = registry.game("kings-kilt"), Dealer(b"")
    state = game.start(2)
    while state.turn == CHANCE:
        state.advance(dealer.deal(state))
    bot = CommandBot(f"cmd:{program}", game=game.slug, options={}, seats=2, seat=0, match_seconds=match_seconds)
    with bot, pytest.raises(BotFault) as error:
        bot.choose(state.view(state.turn), state.legal_moves() * copies, Budget(), Random(1))
    return error.value


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


@pytest.mark.parametrize(
    ("program", "kind"),
    [
        ("yes 0", "timeout"),  # other lines without end
        (f'{sys.executable} -c \'while True: print("0" * 9999, end="")\'', "illegal"),  # a line without end
    ],
)
def test_output_without_end_is_a_fault(program: str, kind: str) -> None:
    fault = fault_at_the_first_move(program, match_seconds=0.2 if kind == "timeout" else 30)
    assert fault.kind == kind


def test_a_program_that_reads_nothing_uses_up_its_time() -> None:
    more_than_a_pipe_holds = 10_000
    fault = fault_at_the_first_move("sleep infinity", match_seconds=0.2, copies=more_than_a_pipe_holds)
    assert fault.kind == "timeout"


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
