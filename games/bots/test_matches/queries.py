"""Reads of test matches, for the owner of the tested bot."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from games.bots.errors import NoSuchMatch, NoSuchTest
from games.bots.models import BotTest, BotTestMatch, UploadedBot
from games.bots.queries import prefetch_versions
from league.accounts.models import Account, Player
from league.common.models import first_or_refuse


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
    accounts = [player.account_id for player in players if player.account_id]
    matches = BotTestMatch.objects.filter(bot_test__version__bot__player__owner__in=accounts).order_by("pk")
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
