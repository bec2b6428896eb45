"""Reads of test matches, for the owner of the tested bot."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from games.bots.errors import NoSuchMatch, NoSuchTest
from games.bots.models import Bout, Sparring, UploadedBot
from league.accounts.models import Account, Player
from league.common.models import first_or_refuse

_LARGE = ("record", "log", "attempt_log")


def sparrings_of(bot: UploadedBot) -> list[Sparring]:
    """Return the bot's tests, newest first, with versions and matches without records and logs."""
    return list(_with_matches(Bout.objects.defer(*_LARGE)).filter(version__bot=bot).order_by("-pk"))


def own_sparring(bot: str, public_id: str, account: Account, *, whole: bool = False) -> Sparring:
    """Return the account's test of that bot; `whole` with records and logs. Raise `NoSuchTest`."""
    bouts = Bout.objects.defer("attempt_log") if whole else Bout.objects.defer(*_LARGE)
    own = _with_matches(bouts).filter(version__bot__public_id=bot, version__bot__player__owner=account)
    sentence = _("You have no test at this address. Moothill keeps the last 50 of each bot, and all of the last day.")
    return first_or_refuse(own.filter(public_id=public_id), NoSuchTest(sentence))


def own_bout(bot: str, public_id: str, number: int, account: Account) -> Bout:
    """Return one finished match of a test, counted from 1. Raise `NoSuchTest`, `NoSuchMatch`."""
    sparring = own_sparring(bot, public_id, account)
    done = sparring.bouts.filter(rotation=number - 1, status=Bout.Status.DONE)
    bout = first_or_refuse(done, NoSuchMatch(_("This test has no finished match with this number.")))
    bout.sparring = sparring
    return bout


def _with_matches(bouts: Any) -> QuerySet[Sparring]:
    kept = Prefetch("bouts", queryset=bouts.order_by("rotation"))
    light = Sparring.objects.select_related("version__bot__player").prefetch_related(kept)
    return light.defer("version__source", "version__log", "version__attempt_log")


def export_tests(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return every match of their tests with record and log, for the data export."""
    accounts = [player.account_id for player in players if player.account_id]
    bouts = Bout.objects.filter(sparring__version__bot__player__owner__in=accounts).defer("attempt_log")
    return [
        {
            "bot": bout.sparring.version.bot.player.name,
            "version": bout.sparring.version.number,
            "ordered": bout.sparring.created_at,
            "game": bout.sparring.game,
            "against": bout.sparring.names[1:],
            "seed": bout.sparring.word or bout.sparring.seed,
            "match": bout.rotation + 1,
            "places": bout.places,
            "points": bout.points,
            "record": bout.record,
            "log": bout.log,
        }
        for bout in bouts.select_related("sparring__version__bot__player").order_by("pk").iterator()
    ]
