"""Pause bots that keep failing, prune logs, and delete the sources of deleted accounts."""

from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Value
from django.db.models.functions import Coalesce, Concat, Now
from django.utils.translation import gettext as _

from games.bots.jobs import announce_bot
from games.bots.models import Pausable, RemoteBot, Sparring, Trial, UploadedBot, Version
from games.matches.models import SeatReport
from league.members.models import Account
from league.members.services.notifications import notify


@transaction.atomic
def auto_pause_bot(*, player_id: int, faults: int, game: str, seats: int) -> bool:
    """Pause the bot of that player in all its games, and write to its owner; False if it was paused.

    It failed in so many matches in a row of that game, at tables of that size.
    """
    bot = _at_work(UploadedBot, player_id) or _at_work(RemoteBot, player_id)
    if bot is None:
        return False
    bot.paused_at, bot.paused_for, bot.paused_after = Now(), Pausable.Cause.FAULTS, faults
    bot.paused_game, bot.paused_seats = game, seats
    bot.save(update_fields=["paused_at", "paused_for", "paused_after", "paused_game", "paused_seats"])
    owner = bot.player.owner
    if owner is not None:

        def subject(_owner: Account) -> str:
            return _("Moothill: your bot %(bot)s is paused") % {"bot": bot}

        facts = {"bot": bot, "address": settings.SITE_ADDRESS + bot.get_absolute_url()}
        notify([owner], "paused", subject, "bots/mail/paused.txt", facts)
    announce_bot(bot.public_id)
    return True


def _at_work(kind: type[UploadedBot] | type[RemoteBot], player_id: int) -> Pausable | None:
    rows = kind._default_manager.select_for_update(of=("self",)).select_related("player__owner")
    return rows.filter(player=player_id, paused_at=None, retired_at=None).first()


KEPT_FOR: Final = timedelta(days=14)
KEPT_OF_A_BOT: Final = 50  # of matches that went well, and as many of those in which it failed
MOST_AT_ONCE: Final = 5_000

PRUNE = """
WITH ranked AS (
    SELECT report.id, coalesce(block.told_at, match.finished_at) AS known_at,
        row_number() OVER (PARTITION BY seat.player_id, report.kind <> '' ORDER BY match.id DESC) AS place
    FROM matches_seatreport AS report
    JOIN matches_match AS match ON match.id = report.match_id
    JOIN matches_block AS block ON block.id = match.block_id AND NOT block.is_withheld
    JOIN matches_matchseat AS seat ON seat.match_id = report.match_id AND seat.seat = report.seat
    WHERE report.log <> ''
), old AS MATERIALIZED (
    SELECT id FROM matches_seatreport
    WHERE id IN (SELECT id FROM ranked WHERE place > %(kept)s OR known_at < clock_timestamp() - %(age)s)
    ORDER BY id LIMIT %(most)s FOR NO KEY UPDATE
)
UPDATE matches_seatreport AS report SET log = '' FROM old WHERE report.id = old.id
"""


def prune_logs(*, kept: int = KEPT_OF_A_BOT) -> int:
    """Delete logs that are too old or too many, at most so many at once; return how many. Idempotent."""
    wanted: dict[str, Any] = {"kept": kept, "age": KEPT_FOR, "most": MOST_AT_ONCE}
    with connection.cursor() as cursor:
        cursor.execute(PRUNE, wanted)
        return int(cursor.rowcount)


@transaction.atomic
def forget_bots_of(account: Account) -> None:
    """Delete the sources, logs and trials of the account's bots, and retire them. Their names are free again."""
    bots = UploadedBot.objects.filter(player__owner=account)
    Trial.objects.filter(version__bot__in=bots).delete()
    Sparring.objects.filter(version__bot__in=bots).delete()
    Version.objects.filter(bot__in=bots).update(source="", log="", digest=F("public_id"))
    SeatReport.objects.filter(match__seats__player__owner=account, match__seats__seat=F("seat")).update(log="")
    for kept in (bots, RemoteBot.objects.filter(player__owner=account)):
        kept.update(retired_at=Coalesce("retired_at", Now()), name_key=Concat(Value("former "), "public_id"))
