"""An author's file on the command line: played, checked and replayed as on the server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.cli import main

WANDERING = "def choose(view, legal, budget, rng):\n    return rng.choice(legal)\n"
STAYING = "def choose(view, legal, budget, rng):\n    return legal[0]\n"
FAILING = "def choose(view, legal, budget, rng):\n    return legal[0].clan\n"


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
    status, _, err = said(capsys, "play", "kings-kilt", "--seats", f"{bot},courtier", "--seed", "3")
    assert status == 1
    assert "mybot failed on deal 3 (--seed 3), at its choice 1: It crashed." in err
    assert "return legal[0].clan" in err
    assert "session.py" not in err


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


def test_a_seat_that_nobody_had_is_refused(bot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot.write_text(WANDERING)
    match = bot.with_name("match.txt")
    said(capsys, "play", "kings-kilt", "--seats", "courtier,courtier", "--record", match)
    status, _, err = said(capsys, "replay", match, "--seat", "3", "--bot", bot)
    assert status == 1
    assert "--seat counts from 1 to 2" in err
