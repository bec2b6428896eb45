"""Matches in which bots played, as their owners see them: measurements, faults, logs and seeds."""

from collections import defaultdict
from collections.abc import Collection
from datetime import timedelta
from typing import Final, NamedTuple

from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.bots.errors import NoSuchMatch
from games.bots.models import Pausable, UploadedBot, Version
from games.bots.queries import light_versions
from games.bots.version_slugs import PREFIX, slug_of
from games.matches.models import MatchSeat, SeatReport
from games.matches.run_match import luck_of_seats
from league.common.models import first_or_refuse

MOST_APPEARANCES: Final = 50
FAULT_DAYS: Final = 7


class Faults(NamedTuple):
    """The number of recent faults, and the latest match with one."""

    times: int
    latest: SeatReport


def faults_of(players: Collection[int]) -> dict[int, Faults]:
    """Return the faults of these players' bots in the last `FAULT_DAYS`; those without any are left out. One query."""
    since = timezone.now() - timedelta(days=FAULT_DAYS)
    seats = SeatReport.objects.filter(match__seats__player__in=players, match__seats__seat=F("seat")).exclude(kind="")
    recent = seats.filter(match__finished_at__gte=since, match__block__is_withheld=False)
    rows = recent.annotate(player=F("match__seats__player")).select_related("match").defer("log", "match__attempt_log")
    reports: dict[int, list[SeatReport]] = defaultdict(list)
    for report in rows.order_by("-match"):
        reports[report.player].append(report)
    return {player: Faults(len(own), own[0]) for player, own in reports.items()}


class Appearance(NamedTuple):
    """A match that a bot played: measurements, place, and the number of its version, 0 if none."""

    report: SeatReport
    place: int | None
    number: int = 0


def appearances_of(bot: Pausable) -> list[Appearance]:
    """Return the latest finished matches of its programs, without logs."""
    reports = _reports(bot).annotate(place=F("match__seats__place"), program=F("match__seats__bot"))
    latest = reports.defer("log").order_by("-match")[:MOST_APPEARANCES]
    versions = bot.versions.values_list("public_id", "number") if isinstance(bot, UploadedBot) else ()
    numbers = {slug_of(public_id): number for public_id, number in versions}
    return [Appearance(report, report.place, numbers.get(report.program, 0)) for report in latest]


def appearance_at(bot: Pausable, match: str) -> SeatReport:
    """Return one match, with its log unless the deal is sealed. Raise `NoSuchMatch`."""
    refusal = NoSuchMatch(_("This bot has no finished match at this address."))
    report = first_or_refuse(_reports(bot).filter(match__public_id=match), refusal)
    if report.match.block.is_sealed:
        report.log = ""  # it may hold what the seats of the other rotations are still to see
    return report


def luck_at(report: SeatReport) -> str:
    """Return the seed for `engine replay --luck`; empty while the deal is sealed."""
    block = report.match.block
    return "" if block.is_sealed else luck_of_seats(bytes(block.secret), report.match.rotation).hex()


def version_at(bot: Pausable, report: SeatReport) -> Version | None:
    """Return which of the bot's versions made the report, without large fields; None if none did."""
    if not isinstance(bot, UploadedBot):
        return None
    programs = MatchSeat.objects.filter(match=report.match_id, seat=report.seat).values_list("bot", flat=True)
    public_id = (programs.first() or "").removeprefix(PREFIX)
    return light_versions().filter(bot=bot, public_id=public_id).select_related("bot__player").first()


def _reports(bot: Pausable) -> QuerySet[SeatReport]:
    seats = SeatReport.objects.filter(match__seats__player=bot.player, match__seats__seat=F("seat"))
    open_ones = seats.filter(match__block__is_withheld=False).select_related("match__block", "match__pool__club")
    return open_ones.prefetch_related("match__seats__player")
