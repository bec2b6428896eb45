"""Contexts of the pages of test matches, and the commands that repeat them on the author's computer."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.bots.models import BotTest, BotTestMatch, UploadedBot
from games.bots.presenters import milliseconds
from games.bots.queries import PREFIX
from games.bots.test_matches.queries import bot_tests_of
from games.matches.presenters import game_name
from league.common.messages import render_message
from league.common.sandboxes import why_programs_wait


def about_bot_tests(bot: UploadedBot) -> dict[str, Any]:
    """Return all tests of a bot."""
    rows = [test_row(one) for one in bot_tests_of(bot)]
    return {"bot": bot, "rows": rows, "waits": _waits(rows)}


def about_bot_test(bot_test: BotTest) -> dict[str, Any]:
    """Return the context of the page of one test."""
    bot = bot_test.version.bot
    row = test_row(bot_test)
    return {
        "bot": bot,
        "version": bot_test.version,
        "bot_test": bot_test,
        "told": row,
        "bot_test_matches": [
            _bot_test_match(bot_test, bot_test_match) for bot_test_match in bot_test.bot_test_matches.all()
        ],
        "command": play_command(bot_test),
        "file": f"{bot_test.labels[0]}.py",
        "others": [label for label in bot_test.labels[1:] if label.startswith(PREFIX)],
        "waits": _waits([row]),
    }


def test_row(bot_test: BotTest) -> dict[str, Any]:
    """Return a test in a line of a list."""
    bot_test_matches = list(bot_test.bot_test_matches.all())
    waiting = sum(bot_test_match.status == BotTestMatch.Status.WAITING for bot_test_match in bot_test_matches)
    words = _("%(done)d of %(all)d matches finished") % {
        "done": len(bot_test_matches) - waiting,
        "all": len(bot_test_matches),
    }
    kind, words = ("waiting", words) if waiting else _ended(bot_test_matches)
    return {
        "href": reverse("bots:test", args=[bot_test.version.bot.public_id, bot_test.public_id]),
        "key": bot_test.public_id,
        "game": game_name(bot_test.game),
        "ordered": bot_test.created_at,
        "number": bot_test.version.number,
        "against": bot_test.names[1:],
        "seed": bot_test.seed,
        "word": bot_test.word,
        "kind": kind,
        "words": words,
        "places": ", ".join(
            str(bot_test_match.places[bot_test_match.seat])
            for bot_test_match in bot_test_matches
            if bot_test_match.places
        )
        or "\N{EN DASH}",
        "is_waiting": waiting > 0,
    }


def chairs_of(bot_test_match: BotTestMatch) -> list[dict[str, Any]]:
    """Return the seats of its table."""
    names, turn = bot_test_match.bot_test.names, bot_test_match.rotation
    turned = names[turn:] + names[:turn]
    return [{"name": name, "href": "", "own": seat == bot_test_match.seat} for seat, name in enumerate(turned)]


def play_command(bot_test: BotTest) -> str:
    """Return the command that repeats all of it locally; "" with other people's programs."""
    if any(label.startswith(PREFIX) for label in bot_test.labels):
        return ""
    strategies = zip(["", *bot_test.opponents], bot_test.labels, strict=True)
    seats = [f"./{label}.py" if name.startswith(PREFIX) or not name else label for name, label in strategies]
    many = len(bot_test.bot_test_matches.all())
    parts = [f"moothill-engine play {bot_test.game} --seats {','.join(seats)} --seed {bot_test.seed}"]
    if many > 1:
        parts.append(f"--games {many} --duplicate")
    if bot_test.playouts:  # for all seats, in tests from before there were playouts for each
        parts.append(f"--playouts {bot_test.playouts}")
    return " ".join([*parts, "--record test.txt"])


def replay_command(bot_test_match: BotTestMatch) -> str:
    """Return the command that gives the bot the views of this match."""
    bot_test = bot_test_match.bot_test
    seed, seat = bot_test.seed + bot_test_match.rotation, bot_test_match.seat + 1
    match = f"{file_of(bot_test_match)}.txt"
    return f"moothill-engine replay {match} --seat {seat} --bot ./{bot_test.labels[0]}.py --seed {seed}"


def file_of(bot_test_match: BotTestMatch) -> str:
    """Return the file name of its record, without its ending."""
    return f"test-{bot_test_match.bot_test.public_id}-{bot_test_match.rotation + 1}"


def _ended(bot_test_matches: list[BotTestMatch]) -> tuple[str, str]:
    if any(bot_test_match.status == BotTestMatch.Status.DEAD for bot_test_match in bot_test_matches):
        return "wrong", _("Failed: server error")
    if any(bot_test_match.kind for bot_test_match in bot_test_matches):
        return "wrong", _("Finished, with failures")
    return "done", pgettext("match", "Finished")


def _bot_test_match(bot_test: BotTest, bot_test_match: BotTestMatch) -> dict[str, Any]:
    bot_test_match.bot_test = bot_test
    address = [bot_test.version.bot.public_id, bot_test.public_id, bot_test_match.rotation + 1]
    is_done = bot_test_match.status == BotTestMatch.Status.DONE
    return {
        "number": bot_test_match.rotation + 1,
        "href": reverse("bots:bout", args=address) if is_done else "",
        "state": _("In progress") if bot_test_match.token else bot_test_match.get_status_display(),
        "seats": [
            chair
            | {
                "place": bot_test_match.places[seat],
                "points": bot_test_match.points[seat],
                "fault": render_message(bot_test_match.faults[seat]),
            }
            for seat, chair in enumerate(chairs_of(bot_test_match))
        ]
        if is_done
        else [],
        "detail": render_message(bot_test_match.detail),
        "decisions": bot_test_match.decisions,
        "slowest": milliseconds(bot_test_match.slowest_ms),
        "spent": milliseconds(bot_test_match.spent_ms),
    }


def _waits(rows: list[dict[str, Any]]) -> str:
    return why_programs_wait() if any(row["is_waiting"] for row in rows) else ""
