"""Results and reports of a round's games: what waits, and what somebody else has entered meanwhile."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.permissions import User
from league.competition.format import seats_in_leg
from league.results.drafts import seats_of
from league.results.history import decision_of
from league.results.models import Report, Result
from league.results.permissions import may_correct_in
from league.results.queries import results_of
from league.results.reports.presenters import pending_text
from league.results.reports.queries import is_seated, live_reports_of, reported_among
from league.tournaments.models import Entry, Leg, Tournament
from league.tournaments.queries.entries import with_distinct_names


@dataclass(frozen=True, slots=True)
class StandingSeat:
    """The saved result of one seat; without figures if it was withdrawn."""

    player: str  # the public id
    name: str
    points: int | None
    place: int | None


@dataclass(frozen=True, slots=True)
class DecidedLeg:
    """A game with a result: its seats in order, who entered it and when.

    `way` is how it was decided if not simply played; `correct` is the URL of its correction, if the reader may correct
    it.
    """

    leg_id: int
    table: int
    game: int  # 0 if the table plays one
    seats: tuple[StandingSeat, ...]
    way: str
    by: str
    at: datetime
    href: str
    correct: str


def decided_legs(tournament: Tournament, number: int, only: Collection[int], user: User) -> list[DecidedLeg]:
    """Return those of the given games of a round that have a result, by table, in a fixed number of queries."""
    legs = Leg.objects.filter(pk__in=only, pairing__round__tournament=tournament, pairing__round__number=number)
    people = Prefetch("pairing__seats__entry", Entry.objects.select_related("player__merged_into"))
    seated = legs.select_related("pairing").prefetch_related("pairing__seats", people, "pairing__legs")
    by_subject = {leg.subject: leg for leg in seated}
    with_distinct_names((seat.entry for leg in seated for seat in leg.pairing.seats.all()), tournament)
    corrects = may_correct_in(tournament.pool, user)
    decided = [_decided(by_subject[row.subject], row, corrects=corrects) for row in results_of(list(by_subject))]
    return sorted(decided, key=lambda leg: (leg.table, leg.leg_id))


def _decided(leg: Leg, row: Result, *, corrects: bool) -> DecidedLeg:
    at = [row.pool.slug, row.number]
    plain = row.how == Result.How.PLAYED and not row.ending
    return DecidedLeg(
        leg.pk,
        leg.pairing.table,
        leg.number if len(leg.pairing.legs.all()) > 1 else 0,
        _seats(leg, row),
        "" if plain else decision_of(row),
        row.entered_by.name if row.entered_by else "",
        row.entered_at,
        reverse("results:result", args=at),
        reverse("results:correct", args=at) if corrects else "",
    )


def _seats(leg: Leg, row: Result) -> tuple[StandingSeat, ...]:
    results = {seat.player_id: seat for seat in seats_of(row)}
    seats = []
    for entry in seats_in_leg([seat.entry for seat in leg.pairing.seats.all()], leg.number):
        seat = results.get(entry.player_id)
        points, place = (seat.points, seat.place) if seat else (None, None)
        seats.append(StandingSeat(entry.person.public_id, entry.person.name, points, place))
    return tuple(seats)


@dataclass(frozen=True, slots=True)
class ReportedGame:
    """A reported game without a result; `href` is empty for readers who did not play it."""

    kind: str
    words: str
    href: str


def reports_of_games(
    subjects: Collection[UUID], user: User, own: Collection[UUID], *, scores: bool
) -> Mapping[UUID, ReportedGame]:
    """Return the waiting reports: with names and links for players of the game and scorers, else only the fact.

    `own` are the games of the user; names are read only for these and for scorers.
    """
    reports: dict[UUID, ReportedGame] = {}
    if not scores:
        reports = dict.fromkeys(reported_among(subjects), ReportedGame("waiting", _("waiting for confirmation"), ""))
    for report in reversed(
        live_reports_of(list(subjects) if scores else [subject for subject in reports if subject in own])
    ):
        reports[report.subject] = _said(report, user, scores=scores)
    return reports


def sheet_of_leg(tournament: Tournament, subject: UUID) -> str:
    """Return the URL where a player of the game fills in its score sheet."""
    pairing, number = Leg.objects.filter(subject=subject).values_list("pairing__public_id", "number").get()
    return f"{reverse('sheets:record', args=[tournament.club.slug])}?leg={pairing}.{number}"


def _said(report: Report, user: User, *, scores: bool) -> ReportedGame:
    kind = "wrong" if report.status == Report.Status.DISPUTED else "waiting"
    if scores or (user.is_authenticated and is_seated(report, user)):
        return ReportedGame(kind, pending_text(report), reverse("reports:report", args=[report.public_id]))
    return ReportedGame("waiting", _("waiting for confirmation"), "")
