"""Games without a result, and the one next step of an event, for the organiser's desk."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.permissions import Rights
from league.competition.format import seats_in_leg
from league.competition.formats import format_named
from league.members.models import Player
from league.results.history import seat_lines
from league.results.ledger_entries import NewResult
from league.results.models import Report, Result
from league.results.reports.queries import live_of
from league.results.result_claims import seats_of
from league.results.subjects import Line
from league.tournaments.models import Evening, Leg, Round, Tournament
from league.tournaments.proposals import too_many_rounds
from league.tournaments.selectors.entrants import Entrant, entrants_in_full


@dataclass(frozen=True, slots=True)
class OpenLeg:
    """A game without a result: where it is played, and who sits there, first seat first."""

    leg: Leg
    table: int
    of_several: bool
    names: tuple[str, ...]
    players: tuple[str, ...]  # their public ids


def open_legs(tournament: Tournament, number: int) -> list[OpenLeg]:
    """The games of a round that have no result yet, table by table, in a fixed number of queries."""
    legs = Leg.objects.filter(pairing__round__tournament=tournament, pairing__round__number=number)
    return _open_among(legs, tournament)


def legs_named(tournament: Tournament, number: int, subjects: Collection[UUID]) -> dict[UUID, Leg]:
    """The games of a round that have these subjects, by subject."""
    legs = Leg.objects.filter(pairing__round__tournament=tournament, pairing__round__number=number)
    return {leg.subject: leg for leg in legs.filter(subject__in=subjects)}


def open_legs_of_event(tournament: Tournament) -> list[OpenLeg]:
    """The games of all published rounds that have no result yet, in a fixed number of queries."""
    legs = Leg.objects.filter(pairing__round__tournament=tournament, pairing__round__status=Round.Status.PUBLISHED)
    return _open_among(legs, tournament)


def open_legs_of_evening(evening: Evening) -> list[OpenLeg]:
    """The games of an evening that are on the board and have no result yet."""
    legs = Leg.objects.filter(pairing__round__evening=evening)
    return _open_among(legs.exclude(pairing__round__status=Round.Status.DRAFT), evening.tournament)


def _open_among(legs: QuerySet[Leg], event: Tournament) -> list[OpenLeg]:
    undecided = legs.exclude(Exists(Result.objects.filter(subject=OuterRef("subject"))))
    rows = undecided.order_by("pairing__round__number", "pairing__table", "number").select_related("pairing__round")
    found = list(rows.prefetch_related("pairing__seats__entry", "pairing__legs"))
    entrants = entrants_in_full(event) if found else {}
    return [_open(leg, entrants) for leg in found]


@dataclass(frozen=True, slots=True)
class ReportedLeg:
    """What is reported of a game that waits: by whom, what it came to, and whether a scorer can confirm it here."""

    report: Report
    by: str
    lines: tuple[Line, ...]
    ending: str
    href: str
    is_open: bool


def versions_of(subjects: Collection[UUID]) -> dict[UUID, str]:
    """What a page shows of each game, in a word: the number of its result and its live reports; two queries."""
    results = Result.objects.filter(subject__in=subjects, superseded_by=None).values_list("subject", "number")
    said: dict[UUID, list[str]] = {subject: ["0"] for subject in subjects}
    for subject, number in results:
        said[subject][0] = str(number)
    live = Report.objects.filter(subject__in=subjects, status__in=Report.LIVE).order_by("pk")
    for subject, report, status in live.values_list("subject", "pk", "status"):
        said[subject].append(f"{report}{status[0]}")
    return {subject: ".".join(words) for subject, words in said.items()}


def reported_legs(legs: Sequence[OpenLeg]) -> dict[int, tuple[ReportedLeg, ...]]:
    """The live reports of these games, by the key of their leg."""
    by_subject = {one.leg.subject: one.leg.pk for one in legs}
    found: dict[int, tuple[ReportedLeg, ...]] = {}
    for report in live_of(list(by_subject)):
        leg = by_subject[report.subject]
        found[leg] = (*found.get(leg, ()), _reported(report))
    return found


def _reported(report: Report) -> ReportedLeg:
    names = {seat.player_id: seat.player for seat in report.seats.all()}
    return ReportedLeg(
        report,
        report.by.name,
        seat_lines(seats_of(report), names),
        report.get_ending_display() if report.ending else "",
        reverse("reports:report", args=[report.public_id]),
        report.status == Report.Status.OPEN,
    )


@dataclass(frozen=True, slots=True)
class TypedLeg:
    """A game as it was typed in, before it is entered."""

    open_leg: OpenLeg
    lines: tuple[Line, ...]


def typed_legs(legs: Sequence[OpenLeg], entries: Sequence[NewResult]) -> list[TypedLeg]:
    """The games that were typed in, in the order of `entries`; one query for their names."""
    by_subject = {one.leg.subject: one for one in legs}
    names = Player.objects.in_bulk({seat.player_id for entry in entries for seat in entry.seats})
    for entry in entries:
        for seat, name in zip(entry.seats, by_subject[entry.subject].names, strict=True):
            names[seat.player_id].name, names[seat.player_id].is_for_reading = name, True
    return [TypedLeg(by_subject[entry.subject], seat_lines(entry.seats, names)) for entry in entries]


def _open(leg: Leg, entrants: Mapping[int, Entrant]) -> OpenLeg:
    seated = [entrants[seat.entry.number] for seat in leg.pairing.seats.all()]
    at = [seated[seat] for seat in seats_in_leg(range(len(seated)), leg.number)]
    names, players = tuple(one.name for one in at), tuple(one.player for one in at)
    return OpenLeg(leg, leg.pairing.table, len(leg.pairing.legs.all()) > 1, names, players)


FEWEST = 2  # players of a bracket, which can have byes; elsewhere a full smallest table


@dataclass(frozen=True, slots=True)
class Step:
    """What to do next: the words of the button, where it leads, why; `by_post` where pressing it does it.

    Without `href` there is nothing to do but wait, and the words are no button.

    `warning` is what will go wrong if nothing is changed before it.
    """

    words: str
    href: str
    why: str = ""
    by_post: bool = False
    icon: str = "arrow-right"
    warning: str = ""


def step_of_life(event: Tournament, rights: Rights) -> Step | None:
    """Before the start: enter players, then start."""
    if not rights.organise or not event.takes_entries:
        return None
    entered = event.entries.count()
    fewest = FEWEST if event.has_bracket else format_named(event.format).table_sizes(event.format_options)[0]
    if entered < fewest:
        why = _("This tournament needs at least %(fewest)d players.") % {"fewest": fewest}
        return Step(_("Enter players"), reverse("tournaments:entries", args=[event.public_id]), why, icon="users")
    words = _("Start tournament")
    warning = too_many_rounds(event.format, entered, int(event.format_options.get("rounds") or 0))
    if event.status == Tournament.Status.CHECK_IN:
        why = _("Before the start, you see which players are absent.")
        href = reverse("tournaments:starting", args=[event.public_id])
        return Step(words, href, why, icon="play", warning=warning)
    why = _("After the start you cannot change format, points or tie-breaks.")
    if event.pace == Tournament.Pace.ROUND:
        why = _("Moothill then publishes round 1. You can no longer change format, points or tie-breaks.")
    elif event.pace == Tournament.Pace.ALL:
        why = _("Moothill then publishes all rounds. You can no longer change format, points or tie-breaks.")
    return Step(words, reverse("tournaments:start", args=[event.public_id]), why, True, "play", warning)
