"""An owner has a version checked again, where the check was not decided."""

from django.db import transaction
from django.utils.translation import gettext as _

from games.bots.errors import NotNow
from games.bots.models import Recheck, Version
from games.bots.services.holding import held_in_play, version_of
from games.bots.services.making import check_pace
from games.bots.services.sweeping import check_again
from league.members.models import Account


@transaction.atomic
def recheck_version(*, account: Account, bot: str, number: int) -> Version:
    """Have this version checked again, which counts as an upload; while it waits nothing happens.

    Raises `NoSuchBot`, `NotConfirmed`, `TooManyUploads`, and `NotNow` for one that has its verdict.
    """
    version = version_of(held_in_play(bot, account), number)
    if version.is_waiting:
        return version
    if version.verdict != Version.Verdict.UNDECIDED:
        raise NotNow(_("This version has been checked. To check a change, upload a new version."))
    check_pace(account)
    Recheck.objects.create(version=version)
    check_again(versions=[version])
    version.refresh_from_db(fields=["verdict", "reason"])
    return version
