"""Contexts of the pages of test matches, and the commands that repeat them on the author's computer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.bots.models import BotTest, BotTestMatch, Comparison, UploadedBot, Version
from games.bots.presenters import Status
from games.bots.queries import versions_by_slug
from games.bots.test_matches.queries import bot_tests_of
from games.bots.uploads import file_suffix
from games.bots.version_slugs import PREFIX
from games.matches.boards.plain import SeatLabel
from league.common.messages import render_message
from league.common.sandboxes import why_programs_wait


class BotTestRow(NamedTuple):
    """A test in a list."""

    bot_test: BotTest
    status: Status
    places: str


class BotTestSeat(NamedTuple):
    """A seat of a finished match. `fault` is "" for a bot that did not fail."""

    name: str
    is_own: bool
    place: int
    points: int
    fault: str


class BotTestMatchRow(NamedTuple):
    """A match of a test. An unfinished one has no seats."""

    match: BotTestMatch
    seats: Sequence[BotTestSeat]


@dataclass(frozen=True, slots=True, kw_only=True)
class BotTestPage:
    """A test with its matches. `command` repeats it; "" with other people's programs. `file` is the bot's."""

    bot: UploadedBot
    version: Version
    bot_test: BotTest
    status: Status
    rows: Sequence[BotTestMatchRow]
    command: str
    file: str
    waits: str


def why_they_wait(orders: Iterable[BotTest | Comparison]) -> str:
    """Return why unfinished tests or comparisons wait; "" if they do not."""
    return why_programs_wait() if any(order.is_waiting for order in orders) else ""


def bot_test_rows(bot: UploadedBot) -> list[BotTestRow]:
    """Return all tests of a bot."""
    return [_bot_test_row(bot_test) for bot_test in bot_tests_of(bot)]


def bot_test_page(bot_test: BotTest) -> BotTestPage:
    """Return the context of the page of one test."""
    return BotTestPage(
        bot=bot_test.version.bot,
        version=bot_test.version,
        bot_test=bot_test,
        status=_bot_test_row(bot_test).status,
        rows=[_match_row(match) for match in bot_test.bot_test_matches.all()],
        command=play_command(bot_test),
        file=own_file(bot_test),
        waits=why_they_wait([bot_test]),
    )


def _bot_test_row(bot_test: BotTest) -> BotTestRow:
    matches = list(bot_test.bot_test_matches.all())
    places = ", ".join(str(match.places[match.seat]) for match in matches if match.places)
    return BotTestRow(bot_test, _status(bot_test, matches), places)


def _status(bot_test: BotTest, matches: Sequence[BotTestMatch]) -> Status:
    if bot_test.is_waiting:
        done = sum(match.status != BotTestMatch.Status.WAITING for match in matches)
        return Status("waiting", _("%(done)d of %(all)d matches finished") % {"done": done, "all": len(matches)})
    if any(match.status == BotTestMatch.Status.DEAD for match in matches):
        return Status("wrong", _("Failed: server error"))
    if any(match.kind for match in matches):
        return Status("wrong", _("Finished, with failures"))
    return Status("done", pgettext("match", "Finished"))


def _match_row(match: BotTestMatch) -> BotTestMatchRow:
    seats: list[BotTestSeat] = []
    if match.status == BotTestMatch.Status.DONE:
        outcomes = zip(labels_of(match), match.places, match.points, match.faults, strict=True)
        seats = [
            BotTestSeat(label.name, label.is_own, place, points, render_message(fault))
            for label, place, points, fault in outcomes
        ]
    return BotTestMatchRow(match, seats)


def labels_of(match: BotTestMatch) -> list[SeatLabel]:
    """Return the seats of its table."""
    names, turn = match.bot_test.names, match.rotation
    turned = names[turn:] + names[:turn]
    return [SeatLabel(name, is_own=seat == match.seat) for seat, name in enumerate(turned)]


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
