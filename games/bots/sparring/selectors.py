"""Every read of test matches, for the owner of the tested bot alone."""

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from games.bots.errors import NoSuchMatch, NoSuchTest
from games.bots.models import Bout, Sparring, UploadedBot
from league.members.models import Account

_LARGE = ("record", "log", "attempt_log")


def sparrings_of(bot: UploadedBot) -> list[Sparring]:
    """The bot's tests, newest first, each with its version and its bouts without their records and logs."""
    return list(_told(Bout.objects.defer(*_LARGE)).filter(version__bot=bot).order_by("-pk"))


def own_sparring(bot: str, public_id: str, account: Account, *, whole: bool = False) -> Sparring:
    """The account's test of that bot; `whole` with records and logs. Raises `NoSuchTest`, for other people's too."""
    bouts = Bout.objects.defer("attempt_log") if whole else Bout.objects.defer(*_LARGE)
    own = _told(bouts).filter(version__bot__public_id=bot, version__bot__player__owner=account)
    found = own.filter(public_id=public_id).first()
    if found is None:
        raise NoSuchTest(_("You have no test at this address. Moothill keeps the last 50 of each bot."))
    return found


def own_bout(bot: str, public_id: str, number: int, account: Account) -> Bout:
    """One finished match of a test, counted from 1. Raises `NoSuchTest`, `NoSuchMatch`."""
    sparring = own_sparring(bot, public_id, account)
    bout = sparring.bouts.filter(rotation=number - 1, status=Bout.Status.DONE).first()
    if bout is None:
        raise NoSuchMatch(_("This test has no finished match with this number."))
    bout.sparring = sparring
    return bout


def _told(bouts: Any) -> QuerySet[Sparring]:
    kept = Prefetch("bouts", queryset=bouts.order_by("rotation"))
    light = Sparring.objects.select_related("version__bot__player").prefetch_related(kept)
    return light.defer("version__source", "version__log", "version__attempt_log")
