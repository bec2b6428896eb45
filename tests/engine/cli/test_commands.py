"""The commands of `python3 -m engine`, as somebody at a terminal uses them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cli import main
from engine.notation import read_file
from tests.engine.notation.records import open_text

ROOT = Path(__file__).parents[3]
LORDS = "lords-of-scotland"


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out, err


def test_one_game_is_told_as_its_record(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, "play", LORDS, "--seats", "wanderer,steward,wanderer", "--seed", "7")
    assert status == 0
    assert "Seats: wanderer, steward, wanderer" in out
    assert "Round 1" in out
    assert "claims the throne" in out


@pytest.mark.parametrize("name", ["games.txt", "games.json"])
def test_recorded_games_are_verified(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / name
    said(capsys, "play", LORDS, "--seats", "wanderer,steward", "--games", "6", "--duplicate", "--record", str(file))
    assert [record.seats for record in read_file(file)] == [("wanderer", "steward"), ("steward", "wanderer")] * 3
    status, out, _ = said(capsys, "verify", str(file))
    assert status == 0
    assert out.endswith("6 verified, 0 refused\n")


def test_a_spoiled_record_is_refused_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    said(capsys, "play", LORDS, "--seats", "wanderer,steward", "--record", str(file))
    file.write_text(file.read_text().replace("Deal: ", "Deal: Scott 13, ", 1))
    status, out, _ = said(capsys, "verify", str(file), "--json")
    verdict = json.loads(out)["records"][0]
    assert status == 1
    assert verdict["verified"] is False
    assert verdict["line"] == 8
    assert "There is no Scott 13" in verdict["says"]


def test_a_record_with_unknowns_is_verified_refused_or_not_decided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.txt"
    text = open_text(LORDS, 3, 1)
    file.write_text(text)
    status, out, _ = said(capsys, "verify", str(file))
    assert status == 0
    assert ", 60 of them filled in; Seat " in out
    assert out.endswith("1 verified, 0 refused\n")
    status, out, _ = said(capsys, "verify", str(file), "--seconds", "0", "--json")
    assert status == 3
    assert json.loads(out)["records"][0]["kind"] == "undecided"
    assert json.loads(out)["undecided"] == 1
    file.write_text(text.replace("Points: ", "Points: 1", 1) + "\n" + text)
    status, out, _ = said(capsys, "verify", str(file))
    assert status == 1
    assert "The Supporters claimed come to " in out
    assert out.endswith("1 verified, 1 refused\n")


def test_an_unfinished_game_is_said_to_be_unfinished(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.txt"
    file.write_text(open_text(LORDS, 3, 1).split("Round 2")[0])
    status, out, _ = said(capsys, "verify", str(file), "--json")
    assert status == 1
    assert json.loads(out)["records"][0]["code"] == "unfinished"
    assert "ends before the game is over" in json.loads(out)["records"][0]["says"]


def test_the_same_seed_plays_the_same_games_on_any_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("play", LORDS, "--seats", "wanderer,wanderer,steward", "--games", "12", "--json", "--jobs")
    assert said(capsys, *arguments, "1") == said(capsys, *arguments, "3")


def test_built_in_bots_have_their_names_of_the_ladder(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("play", "kings-kilt", "--seed", "3", "--seats")
    _, out, _ = said(capsys, *command, "lookout-9,Lookout 2")
    assert "Seats: lookout-9, lookout-2" in out
    bare = out.replace("lookout-9", "lookout").replace("lookout-2", "lookout")
    assert said(capsys, *command, "lookout,lookout-2", "--playouts", "9")[1].replace("lookout-2", "lookout") == bare
    assert said(capsys, *command, "lookout,lookout", "--playouts", "9")[1] != bare


def test_a_person_plays_by_number_by_words_and_with_help(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        sys, "stdin", io.StringIO("?\n0\nnonsense\nmuster Campbell 4\nRecruits face down\n" + "1\n" * 400)
    )
    status, out, _ = said(capsys, "play", LORDS, "--seats", "me,steward", "--seed", "3")
    assert status == 0
    assert "Your hand" in out
    assert "There is no such number. Enter 1 to " in out
    assert "This is not one of your moves" in out
    assert "your move> There is no clan “Campbell”." in out
    assert "Seat 1 recruits a face-down card." in out
    told = out.partition("Moothill record 1")[0]
    assert "Seat 2 is dealt" not in told


def test_a_number_plays_the_move_that_is_listed_with_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("11\n" + "1\n" * 400))
    out = said(capsys, "play", LORDS, "--seats", "me,steward", "--seed", "3")[1]
    listed, _, played = out.partition("your move> ")
    assert "  11  muster MakGill 11\n" in listed
    assert played.startswith("Seat 1 musters MakGill 11 face-up.")


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 400))
    status, out, err = said(capsys, "play", LORDS, "--seats", "me,steward", "--record", str(tmp_path))
    assert (status, out) == (1, "")
    assert err == f"{tmp_path}: Is a directory.\n"


def test_an_unplayed_game_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["play", LORDS, "--seats", "me,steward", "--record", str(tmp_path / "game.txt")]) == 130
    assert list(tmp_path.iterdir()) == []


def test_a_program_is_not_asked_for_moves(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = said(capsys, "play", LORDS, "--seats", "me,steward", "--json")
    assert (status, json.loads(out)["error"]) == (1, "option")


def test_a_reader_who_has_seen_enough_is_not_answered_with_a_failure() -> None:
    """As with `| head -1`."""
    command = [sys.executable, "-m", "engine", "play", LORDS, "--seats", "wanderer,wanderer"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as reading:
        assert reading.stdout is not None
        assert reading.stderr is not None
        reading.stdout.close()
        assert reading.stderr.read() == b""


def test_somebody_who_leaves_the_prompt_is_let_go(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    status, _, err = said(capsys, "play", LORDS, "--seats", "me,steward")
    assert (status, err) == (130, "\nStopped.\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("play", "lords", "--seats", "wanderer,steward"), "There is no game called lords"),
        (("play", LORDS, "--seats", "wanderer,stewart"), "Did you mean steward?"),
        (("play", LORDS, "--seats", "wanderer,,steward"), "The name of a bot is missing"),
        (("play", LORDS, "--seats", "lookot-25,steward"), "Did you mean lookout?"),
        (("play", LORDS, "--seats", "lookout-0,steward"), "lookout-0 needs at least 1 playout"),
        (("play", LORDS, "--seats", "lookout-5,steward-5"), "Steward takes no number of playouts"),
        (("play", LORDS, "--seats", "me,me"), "in --seats more than once"),
        (("play", LORDS, "--seats", "wanderer,steward", "--record", "no-such-folder/games.txt"), "No such file or"),
        (("play", LORDS, "--seats", "wanderer"), "played by 2 to 5, not by 1"),
        (("play", LORDS, "--seats", "wanderer,steward", "--option", "bruce=maybe"), "can be off or on"),
        (("play", LORDS, "--seats", "wanderer,steward", "--option", "bruce"), "Write bruce=VALUE."),
        (("play", LORDS, "--seats", "wanderer,steward", "--games", "3", "--duplicate"), "a multiple of 2, such as 4"),
        (("verify", "no-such-file.txt"), "no-such-file.txt: No such file or directory."),
    ],
)
def test_a_mistake_is_answered_with_a_sentence(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = said(capsys, *arguments)
    assert (status, out) == (1, "")
    assert says in err
    status, out, _ = said(capsys, *arguments, "--json")
    assert (status, says in json.loads(out)["message"]) == (1, True)


def test_perft_games_bots_and_bench_speak_to_people_and_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert "sequences" in said(capsys, "perft", LORDS, "--seats", "2", "--depth", "2")[1]
    assert json.loads(said(capsys, "perft", LORDS, "--depth", "1", "--json")[1])["counts"]["1"] > 1
    assert "Lords of Scotland" in said(capsys, "games")[1]
    assert LORDS in {game["slug"] for game in json.loads(said(capsys, "games", "--json")[1])}
    searching = {bot["slug"]: bot["searches"] for bot in json.loads(said(capsys, "bots", "--json")[1])}
    assert searching.items() >= {"wanderer": False, "steward": False, "lookout": True}.items()
    assert "lookout-25 makes 25" in said(capsys, "bots")[1]
    assert "per second" in said(capsys, "bench", "--milliseconds", "1", "--runs", "1")[1]


def test_it_runs_without_anything_but_the_standard_library() -> None:
    program = "import runpy, sys; sys.path.insert(0, '.'); sys.argv = ['engine', 'games']; runpy.run_module('engine')"
    answer = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program.replace("('engine')", "('engine', run_name='__main__')")],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert answer.returncode == 0
    assert "Lords of Scotland" in answer.stdout
