"""The Manage page: the next step of the organiser, and the rounds with their tables as tiles."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.core import registry
from league.clubs.permissions import Rights, User
from league.competition.formats import format_named
from league.ratings.queries import is_behind
from league.results.models import Report
from league.tournaments.models import Drawing, Leg, Round, TableLink, Tournament
from league.tournaments.presenters.rounds import RoundView, TableView, current_round, round_view
from league.tournaments.queries.clock import Clock, clock_of_round
from league.tournaments.queries.entries import entrants_of
from league.tournaments.queries.rounds import count_of_overdue, latest_drawing
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.suggested_settings import minutes_of, too_many_rounds

FEWEST = 2  # players of a bracket, which can have byes; other formats fill a table


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


def next_step(tournament: Tournament, rights: Rights) -> Step | None:
    """Return the next step: disputes first, then rounds, start and end; None if there is nothing to do but wait."""
    return (
        _dispute_step(tournament, rights)
        or _club_night_step(tournament, rights)
        or _round_step(tournament, rights)
        or _start_step(tournament, rights)
    )


def _dispute_step(tournament: Tournament, rights: Rights) -> Step | None:
    """Return the step to resolve the first dispute, before all other steps. One query."""
    if not (rights.organise and tournament.is_running) or tournament.is_on_the_machine:
        return None
    disputed = Report.objects.filter(status=Report.Status.DISPUTED).values("subject")
    legs = Leg.objects.filter(pairing__round__tournament=tournament, subject__in=disputed)
    report = Report.objects.filter(status=Report.Status.DISPUTED, subject=OuterRef("subject")).order_by("pk")
    rows = legs.order_by("pairing__round__number", "pairing__table", "number").annotate(
        report=Subquery(report.values("public_id")[:1])
    )
    first = rows.values_list("pairing__round__number", "pairing__table", "report").first()
    if first is None:
        return None
    number, table, public_id = first
    why = _("Round %(round)d, table %(table)d: the players disagree about the result.")
    href = reverse("reports:decide", args=[public_id])
    return Step(_("Resolve disputed result"), href, why % {"round": number, "table": table}, icon="flag")


def _club_night_step(tournament: Tournament, rights: Rights) -> Step | None:
    """Return the next step of a season: the open club night, results of the last one, or a new one."""
    if not (rights.organise and tournament.by_evenings):
        return None
    if tournament.is_over:
        return _after_the_season(tournament)
    href = reverse("tournaments:club-night", args=[tournament.public_id])
    if tournament.evenings.filter(closed_at=None).exists():
        return Step(_("Current club night"), href, _("Check-in, pairings and results."), icon="users")
    if tournament.rounds.filter(status=Round.Status.PUBLISHED).exists():
        return None
    why = _("Next, tick the players who are present. Then Moothill pairs them.")
    return Step(_("Start club night"), href, why, icon="users")


def _after_the_season(tournament: Tournament) -> Step | None:
    following = tournament.following.exclude(status=Tournament.Status.CANCELLED).first()
    if following is not None:
        href = reverse("tournaments:manage", args=[following.public_id])
        return Step(_("Open %(season)s") % {"season": following}, href)
    href = reverse("tournaments:next-season", args=[tournament.public_id])
    return Step(_("Next season"), href, _("It has the same settings and players."))


def _round_step(tournament: Tournament, rights: Rights) -> Step | None:
    """Return the step to pair a round, review its draft, or enter results."""
    if not (rights.score and tournament.is_running) or tournament.is_on_the_machine:
        return None
    rounds = dict(tournament.rounds.values_list("number", "status"))
    publishes = rights.organise and tournament.pace == Tournament.Pace.DESK
    if publishes and (step := _drawing_step(tournament, rounds)):
        return step
    played = min((number for number, status in rounds.items() if status == Round.Status.PUBLISHED), default=None)
    if played is None:
        return None
    href = reverse("tournaments:results", args=[tournament.public_id, played])
    return Step(_("Enter results"), href, _("Round %(round)d is published.") % {"round": played}, icon="pencil")


def _drawing_step(tournament: Tournament, rounds: Mapping[int, str]) -> Step | None:
    """Return the step about the draft or the next pairing; club nights have their own steps."""
    draft = next((number for number, status in rounds.items() if status == Round.Status.DRAFT), None)
    if draft is not None:
        why = _("The draft is ready. Players see the round after you publish it.")
        return Step(_("Review round %(round)d") % {"round": draft}, _address(tournament, draft), why, icon="eye")
    if Round.Status.PUBLISHED in rounds.values() or tournament.by_evenings:
        return None
    coming = max(rounds, default=0) + 1
    if tournament.drawings.filter(status__in=Drawing.OPEN).exists():
        why = _("The draft appears here. You can leave the page.")
        return Step(_("Round %(round)d is being paired.") % {"round": coming}, "", why, icon="clock")
    last = tournament.drawings.order_by("-id").first()
    if last is not None and last.number == coming and last.dead_end:
        return Step(_("Choose how to continue"), _address(tournament, coming), last.why, icon="arrow-right")
    why = _("You see the draft before you publish it.")
    words = _("Pair round %(round)d") % {"round": coming}
    return Step(words, reverse("tournaments:request-round", args=[tournament.public_id]), why, True, "refresh-cw")


def _address(tournament: Tournament, number: int) -> str:
    return reverse("tournaments:manage-round", args=[tournament.public_id, number])


def _start_step(tournament: Tournament, rights: Rights) -> Step | None:
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
    row = next((candidate for candidate in rows if shown and candidate.number == shown.number), None)
    is_played = bool(row and row.status == Round.Status.PUBLISHED and tournament.is_played_by_people)
    coming = 1 + max((other.number for other in rows if other.status != Round.Status.DRAFT), default=0)
    drawing = latest_drawing(tournament, coming) if tournament.is_running else None
    return Board(
        chips=tuple(_chip(tournament, listed) for listed in rows),
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


def tables_now(tournament: Tournament, rights: Rights, user: User) -> tuple[int, tuple[Tile, ...]]:
    """Return the first undecided round of a running tournament as tiles; 0 without one."""
    shown = _shown(tournament, rights, user, "") if tournament.is_running else None
    return (shown.number, _tiles(shown, rights)) if shown else (0, ())


def _tiles(shown: RoundView, rights: Rights) -> tuple[Tile, ...]:
    return tuple(_tile(shown, table, rights) for table in shown.tables)


def _shown(tournament: Tournament, rights: Rights, user: User, wanted: str) -> RoundView | None:
    sheet = sheet_of(tournament)
    if not sheet.rounds:
        return None
    found = next((number for number in sheet.rounds if str(number) == wanted), None)
    number = found or current_round(sheet)
    entrants, matches = entrants_of(tournament, user), tournament.is_on_the_machine
    return round_view(tournament, sheet, number, entrants, user, scores=rights.score, matches=matches)


def _chip(tournament: Tournament, tournament_round: Round) -> RoundChip:
    kinds = {
        Round.Status.DRAFT: ("waiting", pgettext("round", "Draft")),
        Round.Status.PUBLISHED: ("live", pgettext("round", "Published")),
        Round.Status.CLOSED: ("done", pgettext("round", "Finished")),
    }
    kind, words = kinds[Round.Status(tournament_round.status)]
    href = f"{reverse('tournaments:manage', args=[tournament.public_id])}?round={tournament_round.number}"
    if tournament_round.status == Round.Status.DRAFT:
        href = reverse("tournaments:manage-round", args=[tournament.public_id, tournament_round.number])
    return RoundChip(tournament_round.number, kind, words, href)


def _tile(shown: RoundView, table: TableView, rights: Rights) -> Tile:
    shown_reports = [leg.report for leg in table.legs if leg.report]
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
