"""Queries of score sheets: the table, the players who can be chosen, and the club's latest games."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.options import OptionValue
from league.accounts.models import Player
from league.accounts.names import by_name
from league.clubs.display_names import show_distinct_names, show_names
from league.clubs.errors import NotYours
from league.clubs.models import Club
from league.clubs.permissions import Rights, User, rights_of
from league.clubs.queries import club_seen_by
from league.results.errors import NoSuchReport
from league.results.models import Pool, Report, Result
from league.results.subjects import SOURCES

MOST_RECENT_GAMES = 40  # of a player, to know with whom they play


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table of a tournament: `players` in seat order, `words` to name it, `href` the address of its page.

    `endings` are the rules of the tournament for games that end early, by kind.
    """

    name: str
    subject: UUID
    club: Club
    pool: Pool
    players: tuple[Player, ...]
    words: str
    href: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)


def sheet_table(name: str, user: User, club: Club) -> SheetTable | None:
    """Return the table of that name; None without a name. Raise `NoSuchReport` where the club has no such table."""
    if not name:
        return None
    found = next((table for source in SOURCES if (table := source.sheet_table(name, user)) is not None), None)
    if found is None or found.club != club:
        raise NoSuchReport(_("This game does not exist. Find your table on the tournament page."))
    return found


@dataclass(frozen=True, slots=True)
class SheetPlayers:
    """The players who can be seated, those the user played with last first, and the last game."""

    players: tuple[Player, ...]
    last: Report | Result | None

    def named(self, public_id: str) -> Player | None:
        """Return the player with this public id; None if they cannot be seated."""
        return next((player for player in self.players if player.public_id == public_id), None)

    def of_last_game(self) -> tuple[str, list[str]]:
        """Return the game that was played last, and the public ids of its players; "" and none without one."""
        if self.last is None or self.last.pool.game not in registry.games():
            return "", []
        ids = {player.pk: player.public_id for player in self.players}
        return self.last.pool.game, [ids[seat.player_id] for seat in self.last.seats.all() if seat.player_id in ids]


NO_PLAYERS: Final = SheetPlayers((), None)


def club_recorded_by(slug: str, user: User, leg: str = "") -> tuple[Club, Rights, SheetTable | None]:
    """Return the club, for its members and scorers, the user's rights, and the table of the game `leg` if given.

    A guest of a tournament can report at their own table, with names shortened as on the club's other pages.
    Raise `NoSuchClub`, `NotYours`, `NoSuchReport`.
    """
    club = club_seen_by(slug, user)
    rights = rights_of(user, club)
    table = sheet_table(leg, user, club)
    if not rights.record and not (table and _sits_at(table, user)):
        raise NotYours(_("Only members of %(club)s can enter its games. Ask an organiser to add you.") % {"club": club})
    if table is not None:
        show_names(table.players, club, user, alone=True)
    return club, rights, table


def _sits_at(table: SheetTable, user: User) -> bool:
    own = user.pk  # None for visitors; players without an account have None too, so it must not be compared
    return own is not None and any(player.current.account_id == own for player in table.players)


def sheet_players(club: Club, player: Player | None) -> SheetPlayers:
    """Return the members who can be seated on a sheet that this player fills in, in a fixed number of queries."""
    members = Player.objects.filter(memberships__club=club, kind=Player.Kind.PERSON, merged_into=None)
    games = _latest_games(club, player) if player else []
    met = dict.fromkeys(seat.player_id for game in games for seat in game.seats.all())
    ranks = {pk: rank for rank, pk in enumerate([player.pk, *(pk for pk in met if pk != player.pk)] if player else ())}
    players = sorted(members.order_by(*by_name(), "pk"), key=lambda member: ranks.get(member.pk, len(ranks)))
    show_distinct_names(players, club)
    return SheetPlayers(tuple(players), games[0] if games else None)


def similar_games(club: Club, players: Collection[Player], day: date) -> list[Report | Result]:
    """Return the games of exactly these players at the club on that day, by reports and the ledger, in order."""
    zone = ZoneInfo(club.time_zone)
    start = datetime.combine(day, time(), tzinfo=zone)
    on_day = Q(played_at__gte=start, played_at__lt=start + timedelta(days=1))
    reports = Report.objects.filter(on_day, club=club, status__in=[*Report.LIVE, Report.Status.ENTERED])
    results = Result.objects.filter(on_day, pool__club=club, superseded_by=None).exclude(how=Result.How.WITHDRAWN)
    wanted = {player.pk for player in players}
    found: dict[UUID, Report | Result] = {}
    for rows in (reports, results):
        for row in rows.prefetch_related("seats__player").order_by("played_at", "id"):
            if {seat.player_id for seat in row.seats.all()} == wanted:
                found.setdefault(row.subject, row)
    return list(found.values())


def report_with_key(player: Player, key: UUID) -> Report | None:
    """Return the report that this player sent under this key before."""
    return Report.objects.filter(by=player, key=key).select_related("club").first()


def players_to_confirm(report: Report) -> Sequence[Player]:
    """Return the other players at the table who can sign in, and so are asked to confirm the report."""
    others = Player.objects.filter(report_seats__report=report, account__is_active=True).exclude(pk=report.by_id)
    return list(others.order_by("report_seats__seat"))


def _latest_games(club: Club, player: Player) -> list[Report | Result]:
    """Return the last games of the player in the club, by reports and the ledger, the last first."""
    results = Result.objects.filter(pool__club=club, seats__player=player).select_related("pool")
    reports = (
        Report.objects.filter(club=club, seats__player=player)
        .exclude(status=Report.Status.TAKEN_BACK)
        .select_related("pool")
    )
    rows: list[Report | Result] = []
    for found in (results, reports):
        rows += found.prefetch_related("seats").order_by("-played_at", "-id")[:MOST_RECENT_GAMES]
    return sorted(rows, key=lambda row: row.played_at, reverse=True)
