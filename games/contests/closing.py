"""Closes submissions of contests: fixes the programs, draws the deals of the final, and tells the owners."""

from __future__ import annotations

import structlog
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots.models import BuiltinBot, RemoteBot, UploadedBot
from games.bots.remote.mailbox import slug_of as slug_of_remote
from games.bots.version_slugs import slug_of
from games.contests.final import for_each_contest, order_of, setups_of
from games.contests.models import Contest, Entry, FinalDeal
from games.contests.seating_plan import seating_plan
from games.contests.services import end_without_result, in_the_language_of, why_not, write_to_owners
from games.matches.errors import CannotBePlayed
from games.matches.models import new_secret
from games.matches.services import check_order
from league.common.live import announce

log = structlog.get_logger(__name__)


def close_contests() -> int:
    """Close the contests that are due, each in its own transaction; return how many. Idempotent."""
    due = Contest.objects.filter(closed_at=None, called_off_at=None, closes_at__lte=timezone.now())
    return for_each_contest(_close, due.order_by("closes_at"))


@transaction.atomic
def _close(pk: int) -> bool:
    rows = (
        Contest.objects.select_for_update(of=("self",), skip_locked=True)
        .select_related("club")
        .filter(closed_at=None, called_off_at=None)
    )
    contest = rows.filter(pk=pk, closes_at__lte=timezone.now()).first()
    if contest is None:
        return False
    with in_the_language_of(contest):
        playing = _fix_programs(contest)
        if len(playing) < contest.seats:
            sentence = ngettext(
                "Only %(came)d bot could play, but a table has %(seats)d seats.",
                "Only %(came)d bots could play, but a table has %(seats)d seats.",
                len(playing),
            )
            end_without_result(contest, sentence % {"came": len(playing), "seats": contest.seats})
            return True
        try:
            with transaction.atomic():
                _draw_deals(contest, playing)
        except CannotBePlayed as refusal:
            log.warning("a final was refused", contest=contest.public_id, cause=str(refusal))
            end_without_result(contest, str(refusal)[:400])
            return True
    contest.closed_at = timezone.now()
    contest.save(update_fields=["closed_at"])
    write_to_owners(contest, "closed")
    announce(contest.topic)
    return True


def _fix_programs(contest: Contest) -> list[Entry]:
    """Fix the program of each entry; return those that play. The others get a reason."""
    entries = list(contest.entries.select_related("player").order_by("pk"))
    players = [entry.player_id for entry in entries]
    builtin = {bot.player_id: bot for bot in BuiltinBot.objects.filter(player__in=players)}
    others: dict[int, UploadedBot | RemoteBot] = {}
    for kind in (UploadedBot, RemoteBot):
        bots = kind.objects.select_for_update(of=("self",)).select_related("player").filter(player__in=players)
        others |= {bot.player_id: bot for bot in bots.order_by("pk")}
    for entry in entries:
        if entry.player_id in builtin:
            entry.bot, entry.playouts = builtin[entry.player_id].strategy, builtin[entry.player_id].playouts
        elif bot := others.get(entry.player_id):
            entry.left_out_because = why_not(bot, contest)
            entry.bot = "" if entry.left_out_because else _program_of(bot)
        else:
            entry.left_out_because = _("The bot was deleted.")
    Entry.objects.bulk_update(entries, ["bot", "playouts", "left_out_because"])
    return [entry for entry in entries if entry.bot]


def _program_of(bot: UploadedBot | RemoteBot) -> str:
    if isinstance(bot, RemoteBot):
        return slug_of_remote(bot.public_id)
    return slug_of(bot.versions.get(active=True).public_id)


def _draw_deals(contest: Contest, playing: list[Entry]) -> None:
    """Draw all deals and check that they can be played. Raise `CannotBePlayed`."""
    players = [entry.player_id for entry in playing]
    tables = seating_plan(players, seats=contest.seats, deals=contest.blocks, secret=new_secret())
    deals = FinalDeal.objects.bulk_create(
        FinalDeal(contest=contest, number=number, players=list(table)) for number, table in enumerate(tables, start=1)
    )
    seat_setups = setups_of(contest)
    for deal in deals:
        check_order(order_of(contest, deal, seat_setups))
