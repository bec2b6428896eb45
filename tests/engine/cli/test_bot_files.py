"""An author's file on the command line: played, checked and replayed as on the server."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cli import main
from engine.cli.play import GameJob, play_job
from engine.cli.results import MOST_ROWS
from engine.cli.seats import read_seats
from engine.core import registry
from engine.core.record import Record
from engine.notation import read_file, read_records, write_file
from tests.engine.sandbox.programs import deciding

pytestmark = pytest.mark.slow

WANDERING = "def choose(view, legal, budget, rng):\n    return rng.choice(legal)\n"
STAYING = "def choose(view, legal, budget, rng):\n    return legal[0]\n"
FAILING = "def choose(view, legal, budget, rng):\n    return legal[0].clan\n"
STUMBLING = deciding("print('lost in the glen')\nif len(view.discards) > 3: return 1 // 0").decode()


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a path in the current folder, to which failed games go."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "mybot.py"


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_file_takes_a_seat_beside_a_builtin_bot(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(WANDERING)
    status, out, _ = said(capsys, "play", "kings-kilt", "--seats", f"{bot},Courtier", "--seed", "3")
    as_builtin_bot = said(capsys, "play", "kings-kilt", "--seats", "wanderer,courtier", "--seed", "3")[1]
    assert status == 0
    assert "Seats: mybot, courtier" in out
    assert out.replace("mybot", "wanderer") == as_builtin_bot


def test_a_file_that_fails_is_told_with_its_own_lines_alone(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(FAILING)
    status, out, _ = said(capsys, "play", "kings-kilt", "--seats", f"{bot},courtier", "--seed", "3")
    assert status == 1
    assert "# mybot failed: It crashed." in out
    assert "return legal[0].clan" in out
    assert "session.py" not in out


def test_a_game_in_which_a_file_failed_is_a_record_with_remarks(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(FAILING)
    _, out, _ = said(capsys, "play", "kings-kilt", "--seats", f"{bot},courtier,{bot}", "--seed", "3")
    (record,) = read_records(out)
    assert [(fault.seat, fault.reason) for fault in record.faults] == [(0, "It crashed."), (2, "It crashed.")]


def test_all_games_are_played_and_whoever_failed_comes_last(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(STUMBLING)
    kept = bot.with_name("games.txt")
    command = ("play", "kings-kilt", "--seats", f"{bot},courtier,wanderer", "--games", "6", "--duplicate")
    status, out, _ = said(capsys, *command, "--jobs", "2", "--record", kept, "--json")
    told = json.loads(out)
    assert status == 1
    assert told["games"] == len(list(read_file(kept))) == 6
    assert [(fault["game"], fault["deal"], fault["seed"], fault["seat"]) for fault in told["faults"]] == [
        (1, 1, 1, 1), (2, 1, 2, 3), (3, 1, 3, 2), (4, 2, 4, 1), (5, 2, 5, 3), (6, 2, 6, 2)
    ]  # fmt: skip
    assert all("lost in the glen" in fault["log"] for fault in told["faults"])
    ours = next(each for each in told["bots"] if each["name"] == "mybot")
    assert (ours["games"], ours["won"], ours["place"]) == (6, 0.0, 3.0)


def test_what_failed_is_listed_with_its_log_and_the_command_that_shows_it_again(
    bot: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot.write_text(STUMBLING)
    command = ("play", "kings-kilt", "--seats", "courtier,./mybot.py", "--games", "4", "--duplicate", "--seed", "9")
    status, out, _ = said(capsys, *command, "--record", "games.txt")
    assert status == 1
    assert "Bots failed in 4 of 4 games." in out
    assert out.count("Traceback") == 1  # the same reason is shown once
    again = "replay games.txt --game 1 --seat 2 --bot ./mybot.py --seed 9"
    assert again in out
    status, out, _ = said(capsys, *again.split())
    assert status == 1
    assert "fails again" in out


def test_a_bot_that_always_fails_is_listed_with_its_first_failures_only(
    bot: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot.write_text(FAILING)
    command = ("play", "kings-kilt", "--seats", f"{bot},courtier", "--games", "30")
    out = said(capsys, *command)[1]
    assert len(re.findall(r"^ *\d+ .*It crashed\.$", out, re.MULTILINE)) == MOST_ROWS
    assert "--json" in out
    assert len(json.loads(said(capsys, *command, "--json")[1])["faults"]) == 30


def test_without_record_the_failed_games_are_saved_for_replay(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(deciding("if view.seat == 1: return (99,)").decode())
    command = ("play", "kings-kilt", "--seats", "./mybot.py,courtier", "--games", "4", "--duplicate", "--seed", "9")
    assert said(capsys, *command, "--json")[0] == 1
    assert list(bot.parent.iterdir()) == [bot]
    out = said(capsys, *command)[1]
    assert [record.seats for record in read_file(Path("failed-games.txt"))] == [("courtier", "mybot")] * 2
    (again,) = re.findall(r"python3 -m engine (replay .*)", out)
    status, out, _ = said(capsys, *again.split())
    assert (status, "fails again" in out) == (1, True)


def test_where_nothing_can_be_saved_the_failures_are_told_all_the_same(
    bot: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot.write_text(STUMBLING)
    Path("failed-games.txt").mkdir()
    status, out, _ = said(capsys, "play", "kings-kilt", "--seats", "courtier,./mybot.py")
    assert (status, "lost in the glen" in out, "replay failed-games.txt" in out) == (1, True, False)


def test_the_places_of_the_record_and_of_the_result_are_both_told(
    bot: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The substitute of the failed bot wins at this table; in the result the failed bot is last."""
    bot.write_text("1 // 0")
    command = ("play", "kings-kilt", "--seats", "./mybot.py,wanderer,wanderer", "--record", "game.txt")
    told = json.loads(said(capsys, *command, "--json")[1])
    (record,) = read_file(Path("game.txt"))
    assert record.outcome is not None
    assert told["places_in_record"] == list(record.outcome.places)
    assert (told["places"][0], told["places"] != told["places_in_record"]) == (3, True)
    out = said(capsys, *command)[1]
    for name in ("places", "places_in_record"):
        assert f": {', '.join(map(str, told[name]))}." in out


def test_it_stops_at_the_first_fault_when_told(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(deciding("if view.seat == 1: return (99,)").decode())
    kept = bot.with_name("games.txt")
    command = ("play", "kings-kilt", "--seats", f"{bot},courtier", "--games", "8", "--duplicate", "--record", kept)
    for jobs in ("1", "2"):
        status, out, _ = said(capsys, *command, "--stop", "--jobs", jobs)
        assert status == 1
        assert "King's Kilt, 2 games" in out
        assert "Stopped at game 2 of 8." in out
        assert len(list(read_file(kept))) == 2


def test_without_a_fault_stopping_changes_nothing(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(WANDERING)
    command = ("play", "kings-kilt", "--seats", f"{bot},courtier", "--games", "4", "--json")
    assert said(capsys, *command, "--stop") == said(capsys, *command)
    status, out, _ = said(capsys, *command)
    assert (status, json.loads(out)["faults"]) == (0, [])


def test_a_builtin_bot_of_another_game_is_refused(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(WANDERING)
    status, _, err = said(capsys, "play", "kings-kilt", "--seats", f"{bot},steward")
    assert status == 1
    assert err.startswith("Steward does not play King's Kilt. ")


def test_two_files_of_one_name_are_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder, source in (("old", FAILING), ("new", WANDERING), (".", STAYING)):
        Path(folder).mkdir(exist_ok=True)
        Path(folder, "mybot.py").write_text(source)
    Path("courtier.py").write_text(STAYING)
    command = ("play", "kings-kilt", "--games", "4", "--record", "games.json", "--json", "--seats")
    told = json.loads(said(capsys, *command, "old/mybot.py,new/../new/mybot.py,./mybot.py,./new/mybot.py")[1])
    home = f"{tmp_path.name}/mybot"
    assert {each["name"]: each["games"] for each in told["bots"]} == {"old/mybot": 4, "new/mybot": 8, home: 4}
    assert {fault["bot"] for fault in told["faults"]} == {"old/mybot"}
    assert {record.seats for record in read_file(Path("games.json"))} == {("old/mybot", "new/mybot", home, "new/mybot")}
    assert said(capsys, "verify", "games.json")[0] == 0
    told = json.loads(said(capsys, *command, "courtier.py,courtier")[1])
    assert {each["name"]: each["games"] for each in told["bots"]} == {f"{tmp_path.name}/courtier": 4, "courtier": 4}


def test_a_file_out_of_time_is_told_with_its_limit_and_where_it_was(
    bot: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot.write_text(deciding("if len(view.discards) > 3:\n    while True: pass").decode())
    kept = bot.with_name("match.txt")
    command = ("play", "kings-kilt", "--seats", f"{bot},courtier", "--seed", "4", "--record", kept)
    (fault,) = json.loads(said(capsys, *command, "--json")[1])["faults"]
    number = re.fullmatch(r"Move (\d+) took [0-9,]+ ms of .*, [0-9,]+ ms more than .* 1,000 ms\.", fault["detail"])
    assert number is not None
    assert fault["log"].endswith('\n  File "bot.py", line 3 in choose\n')
    _, out, _ = said(capsys, "replay", kept, "--seat", "1", "--bot", bot, "--seed", "4")
    assert f"as in the record: It used up its time.\nMove {number[1]} took" in out
    assert '\n  File "bot.py", line 3 in choose\n' in out


def test_check_plays_four_matches_of_each_game(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(WANDERING)
    status, out, _ = said(capsys, "check", bot, "--game", "kings-kilt", "--game", "kings-kilt", "--json")
    verdict = json.loads(out)
    assert status == 0
    assert verdict["passed"] is True
    assert [(match["seat"], match["seats"]) for match in verdict["matches"]] == [(1, 2), (2, 3), (3, 4), (2, 2)]
    assert all(match["decisions"] and not match["fault"] for match in verdict["matches"])


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (FAILING, "It crashed. This was in match 1 of King's Kilt, at its move 1. See the log."),
        ("def choose(:", "Its file "),
        ("x = 1", "BOT with a method choose"),
    ],
)
def test_check_says_why_a_file_may_not_play(
    bot: Path, capsys: pytest.CaptureFixture[str], source: str, reason: str
) -> None:
    bot.write_text(source)
    status, out, _ = said(capsys, "check", bot, "--game", "kings-kilt")
    assert status == 1
    assert reason in out


def test_replay_stops_at_the_first_other_choice(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(WANDERING)
    match = bot.with_name("match.txt")
    said(capsys, "play", "kings-kilt", "--seats", f"courtier,{bot}", "--seed", "5", "--record", match)
    replay = ("replay", match, "--seat", "2", "--bot", bot, "--seed", "5")
    status, out, _ = said(capsys, *replay)
    assert (status, out[:4]) == (0, "All ")
    bot.write_text(STAYING)
    status, out, _ = said(capsys, *replay)
    assert status == 1
    assert "mybot" in out.splitlines()[0]
    assert " differently.\nRecord: Seat 2 " in out
    assert "\nNow:    Seat 2 " in out
    assert "--luck" not in out


def test_replay_without_a_seed_says_that_a_bot_may_need_it(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(WANDERING)
    match = bot.with_name("match.txt")
    said(capsys, "play", "kings-kilt", "--seats", f"courtier,{bot}", "--seed", "5", "--record", match)
    status, out, _ = said(capsys, "replay", match, "--seat", "2", "--bot", bot)
    assert status == 1
    assert "--seed" in out
    assert "--luck" in out


FAULTS = {
    "It crashed.": "if len(view.discards) > 3: return 1 // 0",
    "It chose an illegal move.": "if len(view.discards) > 3: return (99,)",
    "It used up its time.": "if len(view.discards) > 3:\n    while True: pass",
}
TABLES = {"a table of two": "courtier,{}", "a table of four": "courtier,{},wanderer,courtier"}


def failing_match(bot: Path, body: str, capsys: pytest.CaptureFixture[str], seats: str = "courtier,{}") -> Record:
    """A match in which the file failed at the second seat, kept beside it in match.txt."""
    bot.write_text(deciding(body).decode())
    command = ("play", "kings-kilt", "--seats", seats.format(bot), "--seed", "4")
    said(capsys, *command, "--record", bot.with_name("match.txt"))
    (record,) = read_file(bot.with_name("match.txt"))
    return record


def replayed(bot: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str, str]:
    return said(capsys, "replay", bot.with_name("match.txt"), "--seat", "2", "--bot", bot, "--seed", "4", *more)


@pytest.mark.long
@pytest.mark.parametrize("reason", FAULTS)
@pytest.mark.parametrize("seats", TABLES.values(), ids=TABLES)
def test_replay_asks_again_where_the_bot_failed(
    bot: Path, capsys: pytest.CaptureFixture[str], reason: str, seats: str
) -> None:
    record = failing_match(bot, FAULTS[reason], capsys, seats)
    (fault,) = record.faults
    assert (fault.seat, fault.reason, fault.event > 1) == (1, reason, True)
    status, out, _ = replayed(bot, capsys)
    assert status == 1
    assert f"At event {fault.event} mybot fails again, as in the record: {reason}\n" in out


@pytest.mark.parametrize("seats", TABLES.values(), ids=TABLES)
def test_replay_says_that_a_mended_bot_does_not_fail_any_more(
    bot: Path, capsys: pytest.CaptureFixture[str], seats: str
) -> None:
    (fault,) = failing_match(bot, FAULTS["It crashed."], capsys, seats).faults
    bot.write_text(STAYING)
    status, out, _ = replayed(bot, capsys)
    assert status == 0
    assert f"In the record it failed at event {fault.event}: It crashed." in out
    assert "Now it does not fail there.\nNow:    Seat 2 " in out
    told = json.loads(replayed(bot, capsys, "--json")[1])
    assert told["choices"] > 0
    assert told["fault"] == {"event": fault.event, "then": "It crashed.", "now": None}


def test_replay_tells_another_fault_at_the_same_place(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fault,) = failing_match(bot, FAULTS["It crashed."], capsys).faults
    bot.write_text(deciding(FAULTS["It chose an illegal move."]).decode())
    status, out, _ = replayed(bot, capsys)
    assert status == 1
    assert f"At event {fault.event} mybot fails again, but differently.\nRecord: It crashed." in out
    assert "\nNow:    It chose an illegal move.\nIts log:\n(99,) " in out


def test_replay_tells_a_fault_before_that_of_the_record(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    failing_match(bot, FAULTS["It crashed."], capsys)
    bot.write_text(FAILING)
    status, _, err = replayed(bot, capsys)
    assert status == 1
    assert " failed at its move 1 (event " in err
    assert "in the record it did not. It crashed.\nIts log:\n" in err


def test_replay_loads_again_what_did_not_load(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    failing_match(bot, "return (", capsys)
    status, out, _ = replayed(bot, capsys)
    assert status == 1
    assert "fails again, as in the record: Its file could not be loaded.\nIts log:\n" in out
    bot.write_text(WANDERING)
    status, out, _ = replayed(bot, capsys)
    assert status == 0
    assert "Now its file loads." in out


def test_replay_asks_at_the_end_of_a_match_that_the_fault_broke_off(
    bot: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As those of the check are, whose records an author can keep."""
    record = failing_match(bot, FAULTS["It crashed."], capsys)
    (fault,) = record.faults
    write_file(bot.with_name("match.txt"), [replace(record, events=record.events[: fault.event - 1], outcome=None)])
    status, out, _ = replayed(bot, capsys)
    assert status == 1
    assert f"At event {fault.event} mybot fails again" in out


def test_a_replay_of_one_of_many_games_names_it(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(WANDERING)
    games = bot.with_name("match.txt")
    said(capsys, "play", "kings-kilt", "--seats", f"courtier,{bot}", "--seed", "3", "--games", "2", "--record", games)
    assert replayed(bot, capsys, "--game", "2")[0] == 0
    assert "holds 2 records. Choose one with --game" in replayed(bot, capsys)[2]
    assert "Set --game from 1 to 2" in replayed(bot, capsys, "--game", "3")[2]


def test_a_seat_that_nobody_had_is_refused(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(WANDERING)
    match = bot.with_name("match.txt")
    said(capsys, "play", "kings-kilt", "--seats", "courtier,courtier", "--record", match)
    status, _, err = said(capsys, "replay", match, "--seat", "3", "--bot", bot)
    assert status == 1
    assert "Set --seat from 1 to 2" in err


def test_a_file_that_is_edited_during_a_run_changes_no_game(bot: Path) -> None:
    bot.write_text("def choose(view, legal, budget, rng):\n    print('first')\n    return legal[0]\n")
    game = registry.game("kings-kilt")
    seats = read_seats([str(bot), "courtier"], game)
    job = GameJob(game.slug, seats, options={}, deal=1, luck=1, playouts=None, start=None)
    before = play_job(job)
    bot.write_text("def choose(view, legal, budget, rng):\n    print('second')\n    return legal[-1]\n")
    assert play_job(job) == before
    assert set(before.logs[0].split()) == {"first"}
