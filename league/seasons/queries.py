"""Reads of leagues. A private club's league does not exist for others."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Prefetch, QuerySet, Subquery
from django.utils.translation import gettext as _

from league.clubs.permissions import Rights, User, rights_of
from league.clubs.queries import clubs_seen_by
from league.seasons.errors import NoSuchLeague
from league.seasons.models import Division, League, Season
from league.tournaments.errors import NotTheOrganiser
from league.tournaments.models import Tournament
from league.tournaments.queries.tournaments import tournaments_seen_by


def leagues_seen_by(user: User) -> QuerySet[League]:
    """Return the leagues of the clubs that the user may see, with their clubs, newest first."""
    return League.objects.filter(club__in=clubs_seen_by(user)).select_related("club").order_by("-id")


def leagues_for_lists(user: User) -> QuerySet[League]:
    """Return the leagues that the user may see, by name, annotated as by `leagues_at`."""
    return _with_latest(leagues_seen_by(user))


def leagues_at(club: int) -> QuerySet[League]:
    """Return the leagues of a club (id) by name, with annotations about the latest season. One query.

    `season` is its name, `divisions` their number; `waits`, `started` and `runs` say whether any division waits for its
    start, has started, or runs.
    """
    return _with_latest(League.objects.filter(club=club).select_related("club"))


def _with_latest(leagues: QuerySet[League]) -> QuerySet[League]:
    latest = Season.objects.filter(league=OuterRef("pk")).order_by("-number")
    of_that_league = Season.objects.filter(league=OuterRef(OuterRef("pk"))).order_by("-number")
    divisions = Division.objects.filter(season=Subquery(of_that_league.values("pk")[:1]))
    counted = divisions.order_by().values("season").annotate(count=Count("pk")).values("count")
    before = [Tournament.Status.DRAFT, Tournament.Status.REGISTRATION, Tournament.Status.CHECK_IN]
    started = divisions.exclude(tournament__started_at=None)
    return leagues.annotate(
        season=Subquery(latest.values("name")[:1]),
        divisions=Subquery(counted),
        runs=Exists(divisions.filter(tournament__status=Tournament.Status.RUNNING)),
        waits=Exists(divisions.filter(tournament__status__in=before)),
        started=Exists(started),
    ).order_by("name", "id")


def tournaments_of_latest(leagues: Iterable[League], user: User) -> QuerySet[Any]:
    """Return the tournaments of the latest seasons for a list, the highest division first, with the id as `league`."""
    latest = Season.objects.filter(league=OuterRef("division__season__league")).order_by("-number")
    found: QuerySet[Any] = tournaments_seen_by(user).filter(
        division__season__league__in=[league.pk for league in leagues],
        division__season=Subquery(latest.values("pk")[:1]),
    )
    listed: QuerySet[Any] = found.annotate(league=F("division__season__league")).order_by("division__level")
    return listed


def league_seen_by(public_id: str, user: User) -> tuple[League, Rights]:
    """Return the league, and the user's rights. Raise `NoSuchLeague`."""
    league = League.objects.select_related("club").filter(public_id=public_id).first()
    rights = rights_of(user, league.club) if league else None
    if league is None or rights is None or not rights.see:
        raise NoSuchLeague(_("There is no league at this address. If its club is private, sign in as a member."))
    return league, rights


def league_run_by(public_id: str, user: User) -> League:
    """Return the league, for its organisers. Raise `NoSuchLeague`, `NotTheOrganiser`."""
    league, rights = league_seen_by(public_id, user)
    if not rights.organise:
        raise NotTheOrganiser(_("Only organisers of %(club)s can do this. Ask one of them."), club=league.club)
    return league


def seasons_of(league: League) -> list[Season]:
    """Return all its seasons, the latest first, with divisions and tournaments."""
    divisions = Prefetch("divisions", Division.objects.select_related("tournament__club"))
    return list(league.seasons.prefetch_related(divisions).order_by("-number"))


def season_among(seasons: Sequence[Season], number: int | None) -> Season:
    """Return the season of that number, or the default: the latest that has started, else the latest.

    Raise `NoSuchLeague`.
    """
    if number is not None:
        chosen = next((season for season in seasons if season.number == number), None)
        if chosen is None:
            raise NoSuchLeague(_("This league has no season %(number)d."), number=number)
        return chosen
    return next((season for season in seasons if not is_draft(season)), seasons[0])


def divisions_of(season: Season) -> list[Division]:
    """Return the divisions, the highest first, as prefetched by `seasons_of`."""
    return sorted(season.divisions.all(), key=lambda division: division.level)


def is_draft(season: Season) -> bool:
    """Return whether no division has started; a cancelled one is ignored."""
    return waits(season) and not has_started(season)


def waits(season: Season) -> bool:
    """Return whether a division has not started yet."""
    return any(division.tournament.takes_entries for division in season.divisions.all())


def has_started(season: Season) -> bool:
    """Return whether any division has started, even if it was cancelled later."""
    return any(division.tournament.started_at is not None for division in season.divisions.all())


def is_over(season: Season) -> bool:
    """Return whether every division is finished or cancelled."""
    return all(division.tournament.is_over for division in season.divisions.all())
