"""Tournaments by reader, club and state."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When, Window
from django.db.models.functions import RowNumber
from django.utils.timezone import now
from django.utils.translation import gettext as _

from league.accounts.models import Account
from league.clubs.models import Club
from league.clubs.permissions import Rights, User, rights_of
from league.clubs.queries import clubs_seen_by
from league.results.models import Report, Result
from league.tournaments.errors import NoSuchTournament, NotTheOrganiser
from league.tournaments.models import Entry, Evening, Round, Tournament
from league.tournaments.queries.clock import with_clock
from league.tournaments.queries.history import results_count

Status = Tournament.Status
IN_THE_HALL = 8
TODAY: Final = timedelta(hours=12)
ON_THE_CLUBS_PAGE = 12
ON_A_CARD = 4

# Running first, then upcoming, then finished.
_ORDER = Case(
    When(status=Status.RUNNING, then=Value(0)),
    When(status__in=[Status.REGISTRATION, Status.CHECK_IN, Status.DRAFT], then=Value(1)),
    default=Value(2),
    output_field=IntegerField(),
)
_LATEST_ROUND = Subquery(
    Round.objects.filter(tournament=OuterRef("pk"))
    .exclude(status=Round.Status.DRAFT)
    .order_by("-number")
    .values("number")[:1]
)

_ROUND_OPEN = Subquery(
    Round.objects.filter(tournament=OuterRef("pk"), status=Round.Status.PUBLISHED)
    .order_by("number")
    .values("number")[:1]
)
_NIGHTS = Subquery(Evening.objects.filter(tournament=OuterRef("pk")).order_by("-number").values("number")[:1])


def tournaments_seen_by(user: User) -> QuerySet[Tournament]:
    """Return the tournaments that the user may see, with `entries_count`, club and pool."""
    return _for_lists(Tournament.objects.filter(club__in=clubs_seen_by(user)))


def tournaments_running_for(user: User, player_of: Account | None = None) -> list[Tournament]:
    """Return the latest running tournaments for the home page, those in play right now first; perhaps a player's own.

    `night_day` is the day of an open club night, `round_now` the number of a round that is played in person today.
    """
    nights = Evening.objects.filter(tournament=OuterRef("pk"), closed_at=None).values("day")
    rounds = Round.objects.filter(tournament=OuterRef("pk"), status=Round.Status.PUBLISHED, due_at=None)
    rounds = rounds.filter(published_at__gt=now() - TODAY, tournament__venue=Tournament.Venue.PAPER)
    newest = rounds.exclude(tournament__pace=Tournament.Pace.ALL).order_by("-number").values("number")
    running = tournaments_seen_by(user).filter(status=Status.RUNNING)
    if player_of:
        entries = Entry.objects.filter(player__account=player_of, left_round=None)
        running = running.filter(pk__in=entries.values("tournament"))
    annotated: QuerySet[Any] = running.annotate(night_day=Subquery(nights[:1]), round_now=Subquery(newest[:1]))
    return sorted(
        annotated[:IN_THE_HALL], key=lambda tournament: tournament.night_day is None and tournament.round_now is None
    )


def latest_evening(tournament: Tournament) -> Evening | None:
    """Return the club night that began last, if there is one."""
    return tournament.evenings.order_by("-number").first()


def tournaments_at(club: int) -> QuerySet[Any]:
    """Return the tournaments of a club (id) for its page: running ones first, `with_dates`, with `entries_count`."""
    return with_dates(_for_lists(Tournament.objects.filter(club=club)))[:ON_THE_CLUBS_PAGE]


def latest_at(clubs: Sequence[Club]) -> QuerySet[Any]:
    """Return the latest tournaments of each club, running ones first, `with_dates` and `latest_round`."""
    at = Window(RowNumber(), partition_by="club", order_by=[_ORDER.asc(), F("pk").desc()])
    latest: QuerySet[Any] = Tournament.objects.filter(club__in=clubs).annotate(at=at).filter(at__lte=ON_A_CARD)
    return with_dates(latest.select_related("club").annotate(latest_round=_LATEST_ROUND)).order_by("at")


def with_dates(tournaments: QuerySet[Tournament]) -> QuerySet[Any]:
    """Annotate `night_day` and `night_closed` of the latest club night and `next_due`, the next deadline of a round."""
    nights = Evening.objects.filter(tournament=OuterRef("pk")).order_by("-number")
    due = Round.objects.filter(tournament=OuterRef("pk"), status=Round.Status.PUBLISHED, due_at__gt=now())
    return tournaments.annotate(
        night_day=Subquery(nights.values("day")[:1]),
        night_closed=Subquery(nights.values("closed_at")[:1]),
        next_due=Subquery(due.order_by("due_at").values("due_at")[:1]),
    )


def tournament_seen_by(public_id: str, user: User) -> tuple[Tournament, Rights]:
    """Return the tournament and the user's rights.

    Raise `NoSuchTournament`, also if its club is private and the user is not a member.
    """
    tournament = next(iter(_with_all().filter(public_id=public_id)), None)
    rights = rights_of(user, tournament.club) if tournament else None
    if tournament is None or rights is None or not rights.see:
        raise NoSuchTournament(
            _("There is no tournament at this address, or its club is private. If you are a member, sign in.")
        )
    return tournament, rights


@cache
def _with_all() -> QuerySet[Tournament]:
    """Return the query for pages of tournaments. Cached, because building it takes half the time of the query."""
    waiting = Report.objects.filter(club=OuterRef("club"), status__in=Report.LIVE)
    rows = Tournament.objects.select_related("club", "pool", "division__season__league")
    return with_clock(rows.annotate(club_has_reports=Exists(waiting)))


def tournament_run_by(public_id: str, user: User) -> Tournament:
    """Return the tournament for an organiser. Raise `NoSuchTournament` or `NotTheOrganiser`."""
    tournament, rights = tournament_seen_by(public_id, user)
    if not rights.organise:
        raise NotTheOrganiser(_("Only organisers of %(club)s can do this. Ask one of them."), club=tournament.club)
    return tournament


def tournament_scored_by(public_id: str, user: User) -> Tournament:
    """Return the tournament for a scorer. Raise `NoSuchTournament` or `NotTheOrganiser`."""
    tournament, rights = tournament_seen_by(public_id, user)
    if not rights.score:
        raise NotTheOrganiser(
            _("Only organisers and scorers of %(club)s can do this. Ask one of them."), club=tournament.club
        )
    return tournament


def tournaments_of(subjects: Collection[UUID]) -> list[Tournament]:
    """Return the tournaments of the games with these subjects."""
    legs = Q(rounds__pairings__legs__subject__in=subjects)
    return list(Tournament.objects.filter(legs).order_by("pk").distinct())


def tournaments_behind() -> list[tuple[int, int]]:
    """Return id and pool id of tournaments with unprocessed results.

    A finished one is included only if a result was withdrawn, because then it runs again.
    """
    withdrawn = Result.objects.filter(how=Result.How.WITHDRAWN, superseded_by=None).values("subject")
    ends = Q(status=Status.FINISHED, rounds__pairings__legs__subject__in=withdrawn)
    behind = Tournament.objects.filter(Q(status=Status.RUNNING) | ends).order_by("pk").distinct()
    rows = behind.values_list("pk", "pool_id", "results_seen")
    return [(pk, pool_id) for pk, pool_id, seen in rows if results_count(pk) != seen]


def _for_lists(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    return (
        tournaments.select_related("club", "pool")
        .annotate(entries_count=Count("entries"), list_order=_ORDER, latest_round=_LATEST_ROUND)
        .annotate(round_open=_ROUND_OPEN, nights=_NIGHTS)
        .order_by("list_order", "-started_at", "-id")
    )
