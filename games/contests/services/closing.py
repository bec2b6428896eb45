"""Submissions close: who plays is settled, and the whole finale is drawn, to be played kept back from everybody."""

import structlog
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots.models import HouseBot, UploadedBot
from games.bots.programs import slug_of
from games.contests.letters import in_the_language_of, write_to_owners
from games.contests.models import Contest, Entry, FinaleBlock
from games.contests.planning import finale
from games.contests.services.entering import why_not
from games.contests.services.keeping import end_without_result
from games.contests.services.queueing import chairs_of, order_of
from games.contests.services.turns import each_alone
from games.matches.errors import CannotBePlayed
from games.matches.models import new_secret
from games.matches.services.blocks import check_order
from league.shared.live import announce

log = structlog.get_logger(__name__)


def close_contests() -> int:
    """Close what is due, each in a transaction of its own; returns how many. Twice at once is harmless."""
    due = Contest.objects.filter(closed_at=None, called_off_at=None, closes_at__lte=timezone.now())
    return each_alone(_close, due.order_by("closes_at"))


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
        playing = _settled(contest)
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
                _draw(contest, playing)
        except CannotBePlayed as refusal:
            log.warning("a finale was refused", contest=contest.public_id, cause=str(refusal))
            end_without_result(contest, str(refusal)[:400])
            return True
    contest.closed_at = timezone.now()
    contest.save(update_fields=["closed_at"])
    write_to_owners(contest, "closed")
    announce(contest.topic)
    return True


def _settled(contest: Contest) -> list[Entry]:
    """Those who play, each with its program; the others are told why not."""
    entries = list(contest.entries.select_related("player").order_by("pk"))
    players = [entry.player_id for entry in entries]
    house = {bot.player_id: bot for bot in HouseBot.objects.filter(player__in=players)}
    rows = UploadedBot.objects.select_for_update(of=("self",)).select_related("player").filter(player__in=players)
    uploaded = {bot.player_id: bot for bot in rows.order_by("pk")}
    for entry in entries:
        if entry.player_id in house:
            entry.bot, entry.playouts = house[entry.player_id].strategy, house[entry.player_id].playouts
        elif because := _why_left_out(uploaded.get(entry.player_id), contest.game):
            entry.left_out_because = because
        else:
            active = uploaded[entry.player_id].versions.get(active=True)
            entry.bot = slug_of(active.public_id)
    Entry.objects.bulk_update(entries, ["bot", "playouts", "left_out_because"])
    return [entry for entry in entries if entry.bot]


def _why_left_out(bot: UploadedBot | None, game: str) -> str:
    return why_not(bot, game) if bot else _("The bot was deleted.")


def _draw(contest: Contest, playing: list[Entry]) -> None:
    """All deals are drawn and looked at; they are queued by turns. Raises `CannotBePlayed`."""
    tables = finale(
        [entry.player_id for entry in playing], seats=contest.seats, blocks=contest.blocks, luck=new_secret()
    )
    deals = FinaleBlock.objects.bulk_create(
        FinaleBlock(contest=contest, number=number, players=list(table)) for number, table in enumerate(tables, start=1)
    )
    chairs = chairs_of(contest)
    for deal in deals:
        check_order(order_of(contest, deal, chairs))
