"""Reads of test matches, for the owner of the bot, and the opponents that a version can be tested against."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from engine.core.registry import BuiltinBot, builtin_bots
from games.bots.eligibility import plays
from games.bots.errors import NoSuchMatch, NoSuchTest
from games.bots.models import BotTest, BotTestMatch, UploadedBot, Version
from games.bots.queries import prefetch_versions
from games.bots.version_slugs import slug_of
from league.accounts.models import Account, Player
from league.common.models import first_or_refuse


class Opponent(NamedTuple):
    """A possible opponent. `key` is its value in forms and the API."""

    key: str
    name: str
    strategy: str
    games: tuple[str, ...]  # empty for all
    playouts: int = 0
    label: str = ""  # what a record calls it
    is_builtin: bool = False
    version: int = 0  # its number, for versions of the same bot


class OpponentGroup(NamedTuple):
    """Opponents under one heading."""

    heading: str
    opponents: list[Opponent]


def opponents_for(bot: UploadedBot) -> list[OpponentGroup]:
    """Return the possible opponents of this bot, by heading."""
    passed = Version.objects.filter(verdict=Version.Verdict.PASSED, file_deleted_at=None).select_related("bot__player")
    passed = passed.order_by("bot__player__name", "-number").only(
        "public_id", "number", "games", "bot__player__name", "bot__player__public_id"
    )
    active = passed.filter(active=True, bot__paused_at=None, bot__retired_at=None).exclude(bot=bot)
    groups = [
        OpponentGroup(_("Built-in bots"), [_builtin_opponent(builtin) for builtin in builtin_bots()]),
        OpponentGroup(_("Versions of this bot"), [_own_version(version) for version in passed.filter(bot=bot)]),
        OpponentGroup(_("Other active bots"), [_other_bot(version) for version in active]),
    ]
    return [group for group in groups if group.opponents]


def _builtin_opponent(bot: BuiltinBot) -> Opponent:
    key = f"{bot.strategy}-{bot.playouts}" if bot.playouts else bot.strategy
    return Opponent(key, bot.name, bot.strategy, (), bot.playouts, key, is_builtin=True)


def _own_version(version: Version) -> Opponent:
    key, slug, label = f"version:{version.number}", slug_of(version.public_id), version_label(version)
    return Opponent(key, version_name(version), slug, tuple(version.games), label=label, version=version.number)


def _other_bot(version: Version) -> Opponent:
    player, slug = version.bot.player, slug_of(version.public_id)
    return Opponent(f"bot:{player.public_id}", player.name, slug, tuple(version.games), label=slug)


def may_play(opponent: Opponent, game: str) -> bool:
    """Return whether it plays the game."""
    return plays(opponent.strategy, game) if opponent.is_builtin else game in opponent.games


def version_name(version: Version) -> str:
    """Return the name of a version at a table."""
    return _("%(bot)s version %(number)d") % {"bot": version.bot.player.name, "number": version.number}


def version_label(version: Version) -> str:
    """Return the name of its file without ending; also its name in local records."""
    return f"{version.bot.player.slug}-{version.number}"


def bot_tests_of(bot: UploadedBot, *, with_files: bool = False) -> list[BotTest]:
    """Return the bot's tests, newest first, with matches without records and logs; `with_files` for commands."""
    tests = _tests("record", "log").filter(version__bot=bot).order_by("-pk")
    return list(tests.prefetch_related(prefetch_versions("version__bot__versions")) if with_files else tests)


def own_bot_test(bot: str, public_id: str, account: Account, *, whole: bool = False) -> BotTest:
    """Return the account's test of that bot; `whole` with records and logs. Raise `NoSuchTest`."""
    tests = _tests() if whole else _tests("record", "log")
    own = tests.filter(version__bot__public_id=bot, version__bot__player__owner=account, public_id=public_id)
    sentence = _("You have no test at this address. Moothill keeps the last 50 of each bot, and all of the last day.")
    return first_or_refuse(own, NoSuchTest(sentence))


def own_bot_test_match(bot: str, public_id: str, number: int, account: Account) -> BotTestMatch:
    """Return one finished match of a test, counted from 1. Raise `NoSuchTest`, `NoSuchMatch`."""
    bot_test = own_bot_test(bot, public_id, account)
    done = bot_test.bot_test_matches.filter(rotation=number - 1, status=BotTestMatch.Status.DONE)
    match = first_or_refuse(done, NoSuchMatch(_("This test has no finished match with this number.")))
    match.bot_test = bot_test
    return match


def _tests(*left_out: str) -> QuerySet[BotTest]:
    """Return tests with bots and matches; the matches without these fields."""
    matches = BotTestMatch.objects.defer("attempt_log", *left_out).order_by("rotation")
    tests = BotTest.objects.select_related("version__bot__player").defer(
        "version__source", "version__files", "version__log", "version__attempt_log"
    )
    return tests.prefetch_related(Prefetch("bot_test_matches", queryset=matches))


def export_tests(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return every match of their tests with record and log, for the data export."""
    matches = BotTestMatch.objects.filter(bot_test__version__bot__player__owner__player__in=players).order_by("pk")
    return [
        {
            "bot": match.bot_test.version.bot.player.name,
            "version": match.bot_test.version.number,
            "ordered": match.bot_test.created_at,
            "game": match.bot_test.game,
            "against": match.bot_test.names[1:],
            "seed": match.bot_test.word or match.bot_test.seed,
            "match": match.number,
            "places": match.places,
            "points": match.points,
            "record": match.record,
            "log": match.log,
        }
        for match in matches.defer("attempt_log").select_related("bot_test__version__bot__player").iterator()
    ]
