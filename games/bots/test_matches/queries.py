"""Reads of test matches, for the owner of the tested bot."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from games.bots.errors import NoSuchMatch, NoSuchTest
from games.bots.models import BotTest, BotTestMatch, UploadedBot
from league.accounts.models import Account, Player
from league.common.models import first_or_refuse

_LARGE = ("record", "log", "attempt_log")


def bot_tests_of(bot: UploadedBot) -> list[BotTest]:
    """Return the bot's tests, newest first, with versions and matches without records and logs."""
    return list(_with_matches(BotTestMatch.objects.defer(*_LARGE)).filter(version__bot=bot).order_by("-pk"))


def own_bot_test(bot: str, public_id: str, account: Account, *, whole: bool = False) -> BotTest:
    """Return the account's test of that bot; `whole` with records and logs. Raise `NoSuchTest`."""
    bot_test_matches = BotTestMatch.objects.defer("attempt_log") if whole else BotTestMatch.objects.defer(*_LARGE)
    own = _with_matches(bot_test_matches).filter(version__bot__public_id=bot, version__bot__player__owner=account)
    sentence = _("You have no test at this address. Moothill keeps the last 50 of each bot, and all of the last day.")
    return first_or_refuse(own.filter(public_id=public_id), NoSuchTest(sentence))


def own_bot_test_match(bot: str, public_id: str, number: int, account: Account) -> BotTestMatch:
    """Return one finished match of a test, counted from 1. Raise `NoSuchTest`, `NoSuchMatch`."""
    bot_test = own_bot_test(bot, public_id, account)
    done = bot_test.bot_test_matches.filter(rotation=number - 1, status=BotTestMatch.Status.DONE)
    bot_test_match = first_or_refuse(done, NoSuchMatch(_("This test has no finished match with this number.")))
    bot_test_match.bot_test = bot_test
    return bot_test_match


def _with_matches(bot_test_matches: Any) -> QuerySet[BotTest]:
    kept = Prefetch("bot_test_matches", queryset=bot_test_matches.order_by("rotation"))
    light = BotTest.objects.select_related("version__bot__player").prefetch_related(kept)
    return light.defer("version__source", "version__log", "version__attempt_log")


def export_tests(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return every match of their tests with record and log, for the data export."""
    accounts = [player.account_id for player in players if player.account_id]
    bot_test_matches = BotTestMatch.objects.filter(bot_test__version__bot__player__owner__in=accounts).defer(
        "attempt_log"
    )
    return [
        {
            "bot": bot_test_match.bot_test.version.bot.player.name,
            "version": bot_test_match.bot_test.version.number,
            "ordered": bot_test_match.bot_test.created_at,
            "game": bot_test_match.bot_test.game,
            "against": bot_test_match.bot_test.names[1:],
            "seed": bot_test_match.bot_test.word or bot_test_match.bot_test.seed,
            "match": bot_test_match.rotation + 1,
            "places": bot_test_match.places,
            "points": bot_test_match.points,
            "record": bot_test_match.record,
            "log": bot_test_match.log,
        }
        for bot_test_match in bot_test_matches.select_related("bot_test__version__bot__player")
        .order_by("pk")
        .iterator()
    ]
