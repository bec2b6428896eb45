"""Queries of reports."""

from collections.abc import Collection
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Case, Count, Exists, IntegerField, OuterRef, Prefetch, Q, QuerySet, Value, When
from django.utils.translation import gettext as _

from league.accounts.models import Account
from league.clubs.errors import NotYours
from league.clubs.models import Club
from league.clubs.permissions import User, rights_of
from league.clubs.queries import club_seen_by, clubs_organised_by
from league.results.errors import NoSuchReport
from league.results.models import Report, ReportAnswer, ReportSeat

Status = Report.Status

URGENT = Case(
    When(status=Status.DISPUTED, then=Value(0)),
    When(status=Status.OPEN, then=Value(1)),
    default=Value(2),
    output_field=IntegerField(),
)


def report_seen_by(public_id: str, user: User) -> Report:
    """Return the report. Raise `NoSuchReport` for everybody who neither played nor scores for the club."""
    report = with_details(Report.objects.filter(public_id=public_id)).first()
    if report is None or not _may_see(report, user):
        raise NoSuchReport(_("There is no report at this address. If you played the game, sign in to see it."))
    return report


def reports_beside(report: Report) -> list[Report]:
    """Return the other open reports of the same game, the oldest first."""
    others = Report.objects.filter(subject=report.subject, status__in=Report.LIVE).exclude(pk=report.pk)
    return list(with_details(others).order_by("id"))


def reported_among(subjects: Collection[UUID]) -> set[UUID]:
    """Return which of the subjects have an open report."""
    return set(Report.objects.filter(subject__in=subjects, status__in=Report.LIVE).values_list("subject", flat=True))


def live_reports_of(subjects: Collection[UUID]) -> list[Report]:
    """Return the live reports of these subjects, with all that a page shows of them."""
    return list(with_details(Report.objects.filter(subject__in=subjects, status__in=Report.LIVE)).order_by("id"))


def waiting_for(account: Account) -> QuerySet[Report]:
    """Return open reports of others about games of the account's player, without an answer of the account."""
    answered = ReportAnswer.objects.filter(report=OuterRef("pk"), by__account=account)
    waiting = reports_of_games_of(account).filter(status=Status.OPEN).exclude(by__account=account)
    return with_details(waiting.filter(~Exists(answered))).order_by("confirms_itself_at", "id")


def waiting_at(account: Account, club: int) -> QuerySet[Report]:
    """Return the reports of `waiting_for` at the club with that id."""
    return waiting_for(account).filter(club=club)


def disputed_for(account: Account) -> QuerySet[Any]:
    """Return the clubs that the account organises with disputes, annotated with `disputed`, their number."""
    disputed = Count("reports__subject", filter=Q(reports__status=Status.DISPUTED), distinct=True)
    clubs = Club.objects.filter(pk__in=clubs_organised_by(account).values("pk"))
    found: QuerySet[Any] = clubs.annotate(disputed=disputed).filter(disputed__gt=0).order_by("name")
    return found


def reports_of(account: Account) -> QuerySet[Report]:
    """Return the account's reports, and those of its games, open ones first."""
    filed = Q(by__account=account) | Q(by__merged_into__account=account)
    seated = Q(pk__in=reports_of_games_of(account).values("pk"))
    return with_details(Report.objects.filter(filed | seated)).order_by(URGENT, "-created_at", "-id")


def other_reports_of(account: Account) -> QuerySet[Report]:
    """Return the reports of `reports_of` except those of `waiting_for`."""
    return reports_of(account).exclude(pk__in=waiting_for(account).order_by().values("pk"))


def reports_at(club: Club) -> QuerySet[Report]:
    """Return the club's reports: disputes, then waiting, then closed ones, the last first."""
    return with_details(club.reports.all()).order_by(URGENT, "-created_at", "-id")


class UndecidedCounts(NamedTuple):
    """Numbers of waiting games of a club."""

    disputed: int
    open: int


def undecided_at(club: Club) -> UndecidedCounts:
    """Return how many games wait for a decision, and how many for a confirmation; one query."""
    games = club.reports.aggregate(
        disputed=Count("subject", filter=Q(status=Status.DISPUTED), distinct=True),
        open=Count("subject", filter=Q(status=Status.OPEN), distinct=True),
    )
    return UndecidedCounts(**games)


def club_scored_by(slug: str, user: User) -> Club:
    """Return the club, for its scorers. Raise `NoSuchClub`, `NotYours`."""
    club = club_seen_by(slug, user)
    if not rights_of(user, club).score:
        raise NotYours(
            _("Only organisers and scorers of %(club)s can see its reports. Ask one of them.") % {"club": club}
        )
    return club


def reports_of_games_of(account: Account) -> QuerySet[Report]:
    """Return reports of games of the account's player, also under a merged name."""
    seated = Report.objects.filter(Q(seats__player__account=account) | Q(seats__player__merged_into__account=account))
    return Report.objects.filter(pk__in=seated.values("pk"))


def with_details(reports: QuerySet[Report]) -> QuerySet[Report]:
    """Return the reports with all that a page shows, in a fixed number of queries."""
    rows = reports.select_related("pool", "club", "by__account", "decided_by")
    people = ReportSeat.objects.select_related("player__account", "player__merged_into__account")
    answers = ReportAnswer.objects.select_related("by")
    return rows.prefetch_related(Prefetch("seats", people), Prefetch("answers", answers))


def _may_see(report: Report, user: User) -> bool:
    if not (user.is_authenticated and user.is_active):
        return False
    own = report.by.account_id == user.pk
    return own or report in reports_of_games_of(user) or rights_of(user, report.club).score


def is_seated(report: Report, reader: Account) -> bool:
    """Return whether the reader sits at the table of the report, also as a player who was merged."""
    return any(seat.player.current.account_id == reader.pk for seat in report.seats.all())
