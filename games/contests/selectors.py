"""Every read of contests. What is not told yet is in none of it but as a number of deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.bots.models import UploadedBot
from games.bots.selectors import house_bots_of
from games.contests.errors import NoSuchContest
from games.contests.models import Contest, Entry, FinaleBlock
from games.contests.standings import Standing, standings
from games.ladder.statistics import Game, Share, head_to_head
from games.matches.models import Match, MatchSeat
from games.matches.services.claims import rules_played_here
from league.clubs.rules import Asker, rights_of
from league.clubs.selectors import clubs_seen_by
from league.members.models import Account, Player

WIDEST = 12  # players in a table of all against all


class Line(NamedTuple):
    """A bot in a contest, and how it stands by what is told."""

    entry: Entry
    own: bool
    standing: Standing | None


class Told(NamedTuple):
    """A deal of the finale that is told: who sat there, and the first of its matches, which leads to the others."""

    number: int
    names: tuple[str, ...]
    match: str
    games: int


class Duel(NamedTuple):
    """A row of the table of all against all: a player, and what it scored against each; None against itself."""

    player: Player
    shares: Sequence[Share | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestPage:
    """A contest with all that its page shows."""

    contest: Contest
    lines: Sequence[Line]
    left_out: Sequence[Line]
    played: int  # deals that are finished
    told: Sequence[Told]  # the latest first
    next_at: datetime | None  # when the next deal is told at the earliest
    stuck: Sequence[FinaleBlock]  # for organisers: deals that cannot be played any more
    duels: Sequence[Duel]
    own: Entry | None
    may_organise: bool


def contests_seen_by(asker: Asker) -> QuerySet[Contest]:
    """The contests of the clubs that exist for the asker, with how many entered; the latest first."""
    seen = Contest.objects.filter(club__in=clubs_seen_by(asker).order_by().values("pk")).select_related("club")
    return seen.annotate(entered=Count("entries")).order_by(F("over_at").desc(nulls_first=True), "-closes_at", "-pk")


def contests_listed(asker: Asker, *, club: str = "") -> QuerySet[Contest]:
    """The same, of one club where its slug is given; none for what no slug can be."""
    seen = contests_seen_by(asker)
    if not club:
        return seen
    return seen.filter(club__slug=club) if club.isprintable() else seen.none()


def entries_out_of_sight(asker: Asker) -> list[Entry]:
    """The asker's bots in open contests of clubs that they may not see any more: they may still be withdrawn."""
    if not isinstance(asker, Account):
        return []
    at_work = {"contest__closed_at": None, "contest__called_off_at": None, "contest__closes_at__gt": timezone.now()}
    own = Entry.objects.filter(owner=asker, **at_work)
    hidden = own.exclude(contest__club__in=clubs_seen_by(asker).order_by().values("pk"))
    return list(hidden.select_related("contest", "player").order_by("contest__closes_at"))


def is_in_sight(public_id: str, asker: Asker) -> bool:
    """Whether the contest at that address exists for the asker."""
    return contests_seen_by(asker).filter(public_id=public_id).exists()


def contest_at(public_id: str, asker: Asker) -> Contest:
    """The contest at that address. Raises `NoSuchContest`."""
    found = contests_seen_by(asker).filter(public_id=public_id).first()
    if found is None:
        raise NoSuchContest(_("There is no contest at this address. Perhaps its club is private: sign in as a member."))
    return found


def contest_page(contest: Contest, asker: Asker) -> ContestPage:
    """All of a contest's page, in a fixed number of queries."""
    entries = list(contest.entries.select_related("player").order_by("player__name", "pk"))
    finale = list(contest.finale.select_related("block").order_by("number"))
    may_organise = rights_of(asker, contest.club).organise
    games = _games(finale)
    playing = {entry.player_id: entry for entry in entries if not entry.left_out_because}
    lines = [_line(playing[one.player], asker, one) for one in standings(games, list(playing))]
    return ContestPage(
        contest=contest,
        lines=lines,
        left_out=[_line(entry, asker, None) for entry in entries if entry.left_out_because],
        played=sum(deal.is_finished for deal in finale),
        told=_told(finale, {player: entry.player.name for player, entry in playing.items()}),
        next_at=_next_at(contest),
        stuck=_stuck(contest) if may_organise and contest.closed_at and not contest.over_at else [],
        duels=_duels(games, [line.entry.player for line in lines]) if contest.over_at else [],
        own=next((entry for entry in entries if isinstance(asker, Account) and entry.owner_id == asker.pk), None),
        may_organise=may_organise,
    )


def bots_to_enter(contest: Contest, account: Account) -> list[UploadedBot]:
    """The account's bots that may be entered now."""
    own = UploadedBot.objects.filter(player__owner=account, paused_at=None, retired_at=None)
    able = own.filter(versions__active=True, versions__games__contains=[contest.game])
    return list(able.select_related("player").distinct().order_by("player__name"))


def house_to_add(contest: Contest) -> list[Player]:
    """The bots of the house for its game that have not been entered."""
    entered = set(contest.entries.values_list("player", flat=True))
    return [player for player in house_bots_of(contest.game) if player.pk not in entered]


def _games(finale: Sequence[FinaleBlock]) -> list[Game]:
    told = [deal.block_id for deal in finale if deal.told_at is not None]
    rows = MatchSeat.objects.filter(match__block__in=told, place__isnull=False).order_by("match", "seat")
    tables: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for block, match, player, place in rows.values_list("match__block", "match", "player", "place"):
        tables[block, match].append((player or 0, place or 0))
    return [Game(block, *map(tuple, zip(*seats, strict=True))) for (block, _), seats in tables.items()]


def _line(entry: Entry, asker: Asker, standing: Standing | None) -> Line:
    return Line(entry, isinstance(asker, Account) and entry.owner_id == asker.pk, standing)


def _told(finale: Sequence[FinaleBlock], names: dict[int, str]) -> list[Told]:
    told = [deal for deal in reversed(finale) if deal.told_at is not None]
    rows = Match.objects.filter(block__in=[deal.block_id for deal in told]).order_by("block", "rotation")
    matches: dict[int | None, list[str]] = defaultdict(list)
    for block, public_id in rows.values_list("block", "public_id"):
        matches[block].append(public_id)
    return [_told_of(deal, names, matches[deal.block_id]) for deal in told]


def _told_of(deal: FinaleBlock, names: dict[int, str], matches: Sequence[str]) -> Told:
    return Told(deal.number, tuple(names.get(player, "") for player in deal.players), matches[0], len(matches))


def _next_at(contest: Contest) -> datetime | None:
    if contest.state != Contest.State.TELLING or contest.told_at is None:
        return None
    return contest.told_at + timedelta(minutes=contest.pace)


def _stuck(contest: Contest) -> list[FinaleBlock]:
    """As `games.contests.services.telling.is_stuck` has it, of all deals at once."""
    given_up = Q(block__matches__status=Match.Status.DEAD)
    forgotten = Q(block__matches__status=Match.Status.QUEUED) & ~Q(
        block__matches__rules_version__in=rules_played_here()
    )
    left = contest.finale.filter(told_at=None, dropped_at=None)
    return list(left.filter(given_up | forgotten | ~Q(refused_because="")).distinct().order_by("number"))


def _duels(games: Sequence[Game], players: Sequence[Player]) -> list[Duel]:
    if len(players) > WIDEST:
        return []
    shares = head_to_head(games)
    return [Duel(one, [shares.get((one.pk, other.pk)) for other in players]) for one in players]
