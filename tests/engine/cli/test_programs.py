"""An author's file on the command line: played, checked and replayed as on the server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.cli import main
from engine.notation import read_file, read_records
from tests.engine.sandbox.programs import deciding

WANDERING = "def choose(view, legal, budget, rng):\n    return rng.choice(legal)\n"
STAYING = "def choose(view, legal, budget, rng):\n    return legal[0]\n"
FAILING = "def choose(view, legal, budget, rng):\n    return legal[0].clan\n"
STUMBLING = deciding("print('lost in the glen')\nif len(view.discards) > 3: return 1 // 0").decode()


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    return tmp_path / "mybot.py"


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_file_takes_a_seat_beside_a_house_bot(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(WANDERING)
    status, out, _ = said(capsys, "play", "kings-kilt", "--seats", f"{bot},Courtier", "--seed", "3")
    as_house_bot = said(capsys, "play", "kings-kilt", "--seats", "wanderer,courtier", "--seed", "3")[1]
    assert status == 0
    assert "Seats: mybot, courtier" in out
    assert out.replace("mybot", "wanderer") == as_house_bot


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
    bot: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bot.write_text(STUMBLING)
    monkeypatch.chdir(bot.parent)
    command = ("play", "kings-kilt", "--seats", "courtier,./mybot.py", "--games", "4", "--duplicate", "--seed", "9")
    status, out, _ = said(capsys, *command, "--record", "games.txt")
    assert status == 1
    assert "Bots failed in 4 of 4 games." in out
    assert out.count("Traceback") == 1  # the same reason is shown once
    again = "replay games.txt --game 1 --seat 2 --bot ./mybot.py --seed 9"
    assert again in out
    assert "If you add --record games.txt" in said(capsys, *command)[1]


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


def test_a_house_bot_of_another_game_is_refused(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(WANDERING)
    status, _, err = said(capsys, "play", "kings-kilt", "--seats", f"{bot},steward")
    assert status == 1
    assert err.startswith("Steward does not play King's Kilt; ")


def test_check_plays_four_matches_of_each_game(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(WANDERING)
    status, out, _ = said(capsys, "check", bot, "--game", "kings-kilt", "--json")
    verdict = json.loads(out)
    assert status == 0
    assert verdict["passed"] is True
    assert [(match["seat"], match["seats"]) for match in verdict["matches"]] == [(1, 2), (2, 3), (3, 4), (2, 2)]
    assert all(match["decisions"] and not match["fault"] for match in verdict["matches"])


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (FAILING, "It crashed. That was in match 1 of King's Kilt, after 0 choices"),
        ("def choose(:", "Its file could not be loaded. Its log says where."),
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
    assert "was played otherwise.\nThen: Seat 2 " in out
    assert "\nNow:  Seat 2 " in out


def test_a_replay_of_one_of_many_games_names_it(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(WANDERING)
    games = bot.with_name("match.txt")
    said(capsys, "play", "kings-kilt", "--seats", f"courtier,{bot}", "--seed", "3", "--games", "2", "--record", games)
    replay = ("replay", games, "--seat", "2", "--bot", bot, "--seed", "4")
    assert said(capsys, *replay, "--game", "2")[0] == 0
    assert "holds 2 records; say by --game which" in said(capsys, *replay)[2]
    assert "--game counts from 1 to 2" in said(capsys, *replay, "--game", "3")[2]


def test_a_seat_that_nobody_had_is_refused(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(WANDERING)
    match = bot.with_name("match.txt")
    said(capsys, "play", "kings-kilt", "--seats", "courtier,courtier", "--record", match)
    status, _, err = said(capsys, "replay", match, "--seat", "3", "--bot", bot)
    assert status == 1
    assert "--seat counts from 1 to 2" in err
