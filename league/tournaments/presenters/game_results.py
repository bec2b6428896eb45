"""Games of a round without a result, their reports, and results that somebody else has entered meanwhile."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from league.accounts.models import Player
from league.clubs.permissions import User
from league.competition.format import seats_in_leg
from league.results.consequences import ChangeRow
from league.results.drafts import ResultDraft, seats_of
from league.results.history import decision_of, seat_lines
from league.results.models import Report, Result
from league.results.permissions import may_correct_in
from league.results.queries import results_of
from league.results.reports.presenters import pending_text
from league.results.reports.queries import is_seated, live_reports_of, reported_among
from league.tournaments.models import Entry, Evening, Leg, Round, Tournament
from league.tournaments.queries.entries import Entrants, entrants_in_full, with_distinct_names


@dataclass(frozen=True, slots=True)
class SavedSeat:
    """The saved result of one seat; without figures if it was withdrawn."""

    player: str  # the public id
    name: str
    points: int | None
    place: int | None


@dataclass(frozen=True, slots=True)
class OpenLeg:
    """A game without a result: its table and its players in seat order."""

    leg: Leg
    table: int
    of_several: bool
    names: tuple[str, ...]
    players: tuple[str, ...]  # public ids


def open_legs(tournament: Tournament, number: int) -> list[OpenLeg]:
    """Return the games of a round without a result, by table, in a fixed number of queries."""
    legs = Leg.objects.filter(pairing__round__tournament=tournament, pairing__round__number=number)
    return _open_among(legs, tournament)


def legs_named(tournament: Tournament, number: int, subjects: Collection[UUID]) -> dict[UUID, Leg]:
    """Return the games of a round with these subjects, by subject."""
    legs = Leg.objects.filter(pairing__round__tournament=tournament, pairing__round__number=number)
    return {leg.subject: leg for leg in legs.filter(subject__in=subjects)}


def open_legs_of_tournament(tournament: Tournament) -> list[OpenLeg]:
    """Return the games of all published rounds without a result, in a fixed number of queries."""
    legs = Leg.objects.filter(pairing__round__tournament=tournament, pairing__round__status=Round.Status.PUBLISHED)
    return _open_among(legs, tournament)


def open_legs_of_evening(evening: Evening) -> list[OpenLeg]:
    """Return the published games of a club night without a result."""
    legs = Leg.objects.filter(pairing__round__evening=evening)
    return _open_among(legs.exclude(pairing__round__status=Round.Status.DRAFT), evening.tournament)


def _open_among(legs: QuerySet[Leg], tournament: Tournament) -> list[OpenLeg]:
    undecided = legs.exclude(Exists(Result.objects.filter(subject=OuterRef("subject"))))
    rows = undecided.order_by("pairing__round__number", "pairing__table", "number").select_related("pairing__round")
    found = list(rows.prefetch_related("pairing__seats__entry", "pairing__legs"))
    entrants = entrants_in_full(tournament) if found else {}
    return [_open(leg, entrants) for leg in found]


@dataclass(frozen=True, slots=True)
class ReportedLeg:
    """A report that waits: its game, its sender, its result."""

    report: Report
    open_leg: OpenLeg
    by: str
    lines: tuple[ChangeRow, ...]
    ending: str
    href: str
    is_open: bool  # whether a scorer can confirm it here


def reported_legs(legs: Sequence[OpenLeg]) -> dict[int, tuple[ReportedLeg, ...]]:
    """Return the live reports of these games, by id of the game."""
    by_subject = {leg.leg.subject: leg for leg in legs}
    found: dict[int, tuple[ReportedLeg, ...]] = {}
    for report in live_reports_of(list(by_subject)):
        game = by_subject[report.subject]
        names = {seat.player_id: seat.player for seat in report.seats.all()}
        reported = ReportedLeg(
            report,
            game,
            report.by.name,
            seat_lines(seats_of(report), names),
            report.get_ending_display() if report.ending else "",
            reverse("reports:report", args=[report.public_id]),
            report.status == Report.Status.OPEN,
        )
        found[game.leg.pk] = (*found.get(game.leg.pk, ()), reported)
    return found


def typed_legs(legs: Sequence[OpenLeg], entries: Sequence[ResultDraft]) -> list[tuple[OpenLeg, tuple[ChangeRow, ...]]]:
    """Return the entered games before they are saved, in the order of `entries`. One query, for names."""
    by_subject = {game.leg.subject: game for game in legs}
    names = Player.objects.in_bulk({seat.player_id for entry in entries for seat in entry.seats})
    for entry in entries:
        for seat, name in zip(entry.seats, by_subject[entry.subject].names, strict=True):
            names[seat.player_id].name, names[seat.player_id].is_for_reading = name, True
    return [(by_subject[entry.subject], seat_lines(entry.seats, names)) for entry in entries]


def _open(leg: Leg, entrants: Entrants) -> OpenLeg:
    at = seats_in_leg([entrants[seat.entry.number] for seat in leg.pairing.seats.all()], leg.number)
    names, players = tuple(entrant.name for entrant in at), tuple(entrant.player for entrant in at)
    return OpenLeg(leg, leg.pairing.table, len(leg.pairing.legs.all()) > 1, names, players)


@dataclass(frozen=True, slots=True)
class DecidedLeg:
    """A game with a result: its seats in order, who entered it and when.

    `way` is how it was decided if not simply played; `correct` is the URL of its correction, if the reader may correct
    it.
    """

    leg_id: int
    table: int
    game: int  # 0 if the table plays one
    seats: tuple[SavedSeat, ...]
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


def _seats(leg: Leg, row: Result) -> tuple[SavedSeat, ...]:
    results = {seat.player_id: seat for seat in seats_of(row)}
    seats = []
    for entry in seats_in_leg([seat.entry for seat in leg.pairing.seats.all()], leg.number):
        seat = results.get(entry.player_id)
        points, place = (seat.points, seat.place) if seat else (None, None)
        seats.append(SavedSeat(entry.person.public_id, entry.person.name, points, place))
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
        reports[report.subject] = _reported_game(report, user, scores=scores)
    return reports


def score_sheet_url(tournament: Tournament, subject: UUID) -> str:
    """Return the URL where a player of the game fills in its score sheet."""
    pairing, number = Leg.objects.filter(subject=subject).values_list("pairing__public_id", "number").get()
    return f"{reverse('sheets:record', args=[tournament.club.slug])}?leg={pairing}.{number}"


def _reported_game(report: Report, user: User, *, scores: bool) -> ReportedGame:
    kind = "wrong" if report.status == Report.Status.DISPUTED else "waiting"
    if scores or (user.is_authenticated and is_seated(report, user)):
        return ReportedGame(kind, pending_text(report), reverse("reports:report", args=[report.public_id]))
    return ReportedGame("waiting", _("waiting for confirmation"), "")
