"""Somebody leaves: their sources go with them, what their bots played stays."""

from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Coalesce, Concat, Now

from games.bots.models import RemoteBot, Sparring, Trial, UploadedBot, Version
from games.matches.models import SeatReport
from league.members.models import Account


@transaction.atomic
def forget_bots_of(account: Account) -> None:
    """Wipe the sources, logs and trials of the account's bots, and retire them. The names are free again."""
    bots = UploadedBot.objects.filter(player__owner=account)
    Trial.objects.filter(version__bot__in=bots).delete()
    Sparring.objects.filter(version__bot__in=bots).delete()
    Version.objects.filter(bot__in=bots).update(source="", log="", digest=F("public_id"))
    SeatReport.objects.filter(match__seats__player__owner=account, match__seats__seat=F("seat")).update(log="")
    for kept in (bots, RemoteBot.objects.filter(player__owner=account)):
        kept.update(retired_at=Coalesce("retired_at", Now()), name_key=Concat(Value("former "), "public_id"))
