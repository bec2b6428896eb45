"""Contexts of the pages of test matches, and the commands that repeat them on the author's computer."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.bots.models import BotTest, BotTestMatch, UploadedBot
from games.bots.presenters import milliseconds
from games.bots.queries import PREFIX, versions_by_slug
from games.bots.test_matches.queries import bot_tests_of
from games.bots.uploads import file_suffix
from league.common.game_names import game_name
from league.common.messages import render_message
from league.common.sandboxes import why_programs_wait

Status = BotTestMatch.Status


def about_bot_tests(bot: UploadedBot) -> dict[str, Any]:
    """Return all tests of a bot."""
    tests = bot_tests_of(bot)
    waits = why_programs_wait() if any(bot_test.is_waiting for bot_test in tests) else ""
    return {"bot": bot, "rows": [test_row(bot_test) for bot_test in tests], "waits": waits}


def about_bot_test(bot_test: BotTest) -> dict[str, Any]:
    """Return the context of the page of one test."""
    return {
        "bot": bot_test.version.bot,
        "version": bot_test.version,
        "bot_test": bot_test,
        "told": test_row(bot_test),
        "bot_test_matches": [_match_row(match) for match in bot_test.bot_test_matches.all()],
        "command": play_command(bot_test),
        "file": own_file(bot_test),
        "waits": why_programs_wait() if bot_test.is_waiting else "",
    }


def test_row(bot_test: BotTest) -> dict[str, Any]:
    """Return a test in a line of a list."""
    matches = list(bot_test.bot_test_matches.all())
    done = sum(match.status != Status.WAITING for match in matches)
    if bot_test.is_waiting:
        kind = "waiting"
        words = _("%(done)d of %(all)d matches finished") % {"done": done, "all": len(matches)}
    elif any(match.status == Status.DEAD for match in matches):
        kind, words = "wrong", _("Failed: server error")
    elif any(match.kind for match in matches):
        kind, words = "wrong", _("Finished, with failures")
    else:
        kind, words = "done", pgettext("match", "Finished")
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
        "places": ", ".join(str(match.places[match.seat]) for match in matches if match.places),
    }


def _match_row(match: BotTestMatch) -> dict[str, Any]:
    seats: list[dict[str, Any]] = []
    if match.status == Status.DONE:
        outcomes = zip(chairs_of(match), match.places, match.points, match.faults, strict=True)
        seats = [
            {**chair, "place": place, "points": points, "fault": render_message(fault)}
            for chair, place, points, fault in outcomes
        ]
    address = [match.bot_test.version.bot.public_id, match.bot_test.public_id, match.number]
    return {
        "number": match.number,
        "href": reverse("bots:test-match", args=address) if seats else "",
        "state": _("In progress") if match.token else match.get_status_display(),
        "seats": seats,
        "detail": render_message(match.detail),
        "decisions": match.decisions,
        "slowest": milliseconds(match.slowest_ms),
        "spent": milliseconds(match.spent_ms),
    }


def chairs_of(match: BotTestMatch) -> list[dict[str, Any]]:
    """Return the seats of its table."""
    names, turn = match.bot_test.names, match.rotation
    turned = names[turn:] + names[:turn]
    return [{"name": name, "href": "", "is_own": seat == match.seat} for seat, name in enumerate(turned)]


def play_command(bot_test: BotTest) -> str:
    """Return the command that repeats all of it locally; "" with other people's programs."""
    if any(label.startswith(PREFIX) for label in bot_test.labels):
        return ""
    has_versions = any(slug.startswith(PREFIX) for slug in bot_test.opponents)
    versions = versions_by_slug(bot_test.version.bot) if has_versions else {}
    seats = [f"./{own_file(bot_test)}"]
    for slug, label in zip(bot_test.opponents, bot_test.labels[1:], strict=True):
        version = versions.get(slug)
        seats.append(f"./{label}{file_suffix(version)}" if version else label)
    many = len(bot_test.bot_test_matches.all())
    parts = [f"moothill-engine play {bot_test.game} --seats {','.join(seats)} --seed {bot_test.seed}"]
    if many > 1:
        parts.append(f"--games {many} --duplicate")
    if bot_test.playouts:  # for all seats, in tests from before there were playouts for each
        parts.append(f"--playouts {bot_test.playouts}")
    return " ".join([*parts, "--record test.txt"])


def own_file(bot_test: BotTest) -> str:
    """Return the file name of the tested version in commands."""
    return bot_test.labels[0] + file_suffix(bot_test.version)


def replay_command(match: BotTestMatch) -> str:
    """Return the command that gives the bot the views of this match."""
    bot_test = match.bot_test
    seed, bot = bot_test.seed + match.rotation, f"./{own_file(bot_test)}"
    return f"moothill-engine replay {file_of(match)} --seat {match.seat + 1} --bot {bot} --seed {seed}"


def file_of(match: BotTestMatch) -> str:
    """Return the file name of its record."""
    return f"test-{match.bot_test.public_id}-{match.number}.txt"
