"""The Manage page: rounds as tiles, games without a result, and the next step of the organiser."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.core import registry
from league.accounts.models import Player
from league.clubs.permissions import Rights, User
from league.competition.format import seats_in_leg
from league.competition.formats import format_named
from league.ratings.queries import is_behind
from league.results.drafts import ResultDraft, seats_of
from league.results.history import seat_lines
from league.results.models import Report, Result
from league.results.reports.queries import live_reports_of
from league.results.subjects import ChangeRow
from league.tournaments.models import Drawing, Evening, Leg, Round, TableLink, Tournament
from league.tournaments.presenters.rounds import RoundView, TableView, current_round, round_view
from league.tournaments.queries.clock import Clock, clock_of_round
from league.tournaments.queries.entries import Entrants, entrants_in_full, entrants_of
from league.tournaments.queries.rounds import count_of_overdue, latest_drawing
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.suggested_settings import minutes_of, too_many_rounds

FEWEST = 2  # players of a bracket, which can have byes; other formats fill a table


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
    by_subject = {one.leg.subject: one for one in legs}
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
class Step:
    """The next step: button text, URL, reason; `by_post` if pressing it acts.

    Without `href` there is nothing to do but wait, and the text is no button. `warning` names a problem that should be
    solved first.
    """

    words: str
    href: str
    why: str = ""
    by_post: bool = False
    icon: str = "arrow-right"
    warning: str = ""


def start_step(tournament: Tournament, rights: Rights) -> Step | None:
    """Return the step before the start: enter players, then start."""
    if not rights.organise or not tournament.takes_entries:
        return None
    entered = tournament.entries.count()
    fewest = (
        FEWEST if tournament.has_bracket else format_named(tournament.format).table_sizes(tournament.format_options)[0]
    )
    if entered < fewest:
        why = _("This tournament needs at least %(fewest)d players.") % {"fewest": fewest}
        return Step(_("Enter players"), reverse("tournaments:entries", args=[tournament.public_id]), why, icon="users")
    words = _("Start tournament")
    warning = too_many_rounds(tournament.format, entered, int(tournament.format_options.get("rounds") or 0))
    if tournament.status == Tournament.Status.CHECK_IN:
        why = _("Before the start, you see which players are absent.")
        href = reverse("tournaments:starting", args=[tournament.public_id])
        return Step(words, href, why, icon="play", warning=warning)
    why = _("After the start you cannot change format, points or tie-breaks.")
    if tournament.pace == Tournament.Pace.ROUND:
        why = _("Moothill then publishes round 1. You can no longer change format, points or tie-breaks.")
    elif tournament.pace == Tournament.Pace.ALL:
        why = _("Moothill then publishes all rounds. You can no longer change format, points or tie-breaks.")
    return Step(words, reverse("tournaments:start", args=[tournament.public_id]), why, True, "play", warning)


ICONS: Final[Mapping[str, str]] = {
    "open": "circle-dot",
    "reported": "mail",
    "disputed": "triangle-alert",
    "overdue": "clock",
    "done": "circle-check",
}


@dataclass(frozen=True, slots=True)
class Tile:
    """A table: `kind` is open, reported, disputed, overdue or done; `href` is the page where to act on it."""

    table: TableView
    kind: str
    words: str
    href: str
    action: str
    in_place: bool = False
    """Whether the form of its result opens inside the tile."""

    @property
    def icon(self) -> str:
        """The icon of its kind."""
        return ICONS[self.kind]


@dataclass(frozen=True, slots=True)
class RoundChip:
    """A round's number and status."""

    number: int
    kind: str
    words: str
    href: str


@dataclass(frozen=True, slots=True)
class Board:
    """The rounds; `round` and `tiles` are of the shown one, if published."""

    chips: tuple[RoundChip, ...]
    round: RoundView | None
    tiles: tuple[Tile, ...]
    drawing: Drawing | None
    clock: Clock | None
    links: int
    overdue: int
    is_folding: bool
    since: datetime | None
    """When the shown round was published, while it is played in person."""
    minutes: int
    """The length of a round, or else the usual length of the game."""

    @property
    def decided(self) -> int:
        """The number of decided tables."""
        return sum(tile.kind == "done" for tile in self.tiles)


def board_of(tournament: Tournament, rights: Rights, user: User, wanted: str) -> Board | None:
    """Return the rounds, with the `wanted` one or else the first undecided one as tiles; None before the start.

    A fixed number of queries.
    """
    if tournament.takes_entries:
        return None
    rows = list(tournament.rounds.order_by("number"))
    shown = _shown(tournament, rights, user, wanted)
    row = next((one for one in rows if shown and one.number == shown.number), None)
    is_played = bool(row and row.status == Round.Status.PUBLISHED and tournament.is_played_by_people)
    coming = 1 + max((one.number for one in rows if one.status != Round.Status.DRAFT), default=0)
    drawing = latest_drawing(tournament, coming) if tournament.is_running else None
    return Board(
        chips=tuple(_chip(tournament, one) for one in rows),
        round=shown,
        tiles=_tiles(shown, rights) if shown else (),
        drawing=drawing if drawing and drawing.status != Drawing.Status.DONE else None,
        clock=clock_of_round(tournament, row) if row and is_played else None,
        links=TableLink.objects.filter(pairing__round=row, revoked_at=None).count() if is_played else 0,
        overdue=count_of_overdue(tournament),
        is_folding=is_behind(tournament.pool_id, tournament.pool.rating_system),
        since=row.published_at if row and is_played and shown and shown.kind == "live" else None,
        minutes=tournament.round_minutes or minutes_of(registry.game(tournament.pool.game)),
    )


def tiles_of(tournament: Tournament, rights: Rights, user: User, number: int) -> tuple[Tile, ...]:
    """Return the tables of a published round as tiles; empty if there is no such round."""
    shown = _shown(tournament, rights, user, str(number))
    return _tiles(shown, rights) if shown and shown.number == number else ()


def _tiles(shown: RoundView, rights: Rights) -> tuple[Tile, ...]:
    return tuple(_tile(shown, table, rights) for table in shown.tables)


def _shown(tournament: Tournament, rights: Rights, user: User, wanted: str) -> RoundView | None:
    sheet = sheet_of(tournament)
    if not sheet.rounds:
        return None
    asked = next((number for number in sheet.rounds if str(number) == wanted), None)
    number = asked or current_round(sheet)
    entrants, matches = entrants_of(tournament, user), tournament.is_on_the_machine
    return round_view(tournament, sheet, number, entrants, user, scores=rights.score, matches=matches)


def _chip(tournament: Tournament, tournament_round: Round) -> RoundChip:
    kinds = {
        Round.Status.DRAFT: ("waiting", pgettext("round", "Draft")),
        Round.Status.PUBLISHED: ("live", pgettext("round", "Published")),
        Round.Status.CLOSED: ("done", pgettext("round", "Finished")),
    }
    kind, words = kinds[Round.Status(tournament_round.status)]
    href = f"{reverse('tournaments:desk', args=[tournament.public_id])}?round={tournament_round.number}"
    if tournament_round.status == Round.Status.DRAFT:
        href = reverse("tournaments:desk-round", args=[tournament.public_id, tournament_round.number])
    return RoundChip(tournament_round.number, kind, words, href)


def _tile(shown: RoundView, table: TableView, rights: Rights) -> Tile:
    shown_reports = [leg.said for leg in table.legs if leg.said]
    wrong = next((report for report in shown_reports if report.kind == "wrong"), None)
    if all(leg.is_decided for leg in table.legs):
        href = next((leg.result_href for leg in table.legs if leg.result_href), "")
        way = (href, _("Result")) if href else _match_of(table)
        return Tile(table, "done", table.words, *way)
    if not shown.tournament.is_played_by_people:
        return Tile(table, "open", table.words, *_match_of(table))
    if wrong:
        return Tile(table, "disputed", _("disputed"), wrong.href, _("Resolve") if rights.organise else _("View report"))
    left = [leg for leg in table.legs if not leg.is_decided]
    if all(leg.is_withdrawn for leg in left):
        way = (left[0].restore_href, _("Restore result")) if rights.organise else (left[0].result_href, _("Result"))
        return Tile(table, "open", _("withdrawn"), *way)
    at = reverse("tournaments:results", args=[shown.tournament.public_id, shown.number])
    entering = f"{at}?table={table.number}", _("Enter result"), True
    if shown_reports:
        return Tile(table, "reported", _("reported"), *entering)
    due = table.due_at or shown.due_at
    if due is not None and due < timezone.now():
        return Tile(table, "overdue", _("overdue"), *entering)
    return Tile(table, "open", table.words, *entering)


def _match_of(table: TableView) -> tuple[str, str]:
    return next(((leg.href, leg.words) for leg in table.legs if leg.href), ("", ""))
