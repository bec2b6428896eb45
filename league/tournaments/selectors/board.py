"""The rounds on the organiser's page: one of them as tiles, a table each, and the others as numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.clubs.permissions import Asker, Rights
from league.ratings.queries import is_behind
from league.tournaments.models import Round, TableLink, Tournament
from league.tournaments.selectors.clock import Clock, clock_of_round
from league.tournaments.selectors.deadlines import count_of_overdue
from league.tournaments.selectors.drawings import DrawingTold, latest_drawing
from league.tournaments.selectors.entrants import entrants_of
from league.tournaments.selectors.rounds import RoundOnBoard, TableOnBoard, current_round, round_on_board
from league.tournaments.selectors.sheet import sheet_of

ICONS: Final[Mapping[str, str]] = {
    "open": "circle-dot",
    "reported": "mail",
    "disputed": "triangle-alert",
    "overdue": "clock",
    "done": "circle-check",
}


@dataclass(frozen=True, slots=True)
class Tile:
    """One table: `kind` is open, reported, disputed, overdue or done; `href` leads to what is to be done with it."""

    table: TableOnBoard
    kind: str
    words: str
    href: str
    action: str
    in_place: bool = False
    """Whether the form of its result opens inside the tile."""

    @property
    def icon(self) -> str:
        """The picture of its kind."""
        return ICONS[self.kind]


@dataclass(frozen=True, slots=True)
class RoundChip:
    """A round as a number, with its status."""

    number: int
    kind: str
    words: str
    href: str


@dataclass(frozen=True, slots=True)
class Board:
    """What is to be seen of the rounds; `round` and `tiles` are of one that is published."""

    chips: tuple[RoundChip, ...]
    round: RoundOnBoard | None
    tiles: tuple[Tile, ...]
    drawing: DrawingTold | None
    clock: Clock | None
    links: int
    overdue: int
    is_folding: bool

    @property
    def decided(self) -> int:
        """How many tables are decided."""
        return sum(tile.kind == "done" for tile in self.tiles)


def board_of(event: Tournament, rights: Rights, asker: Asker, wanted: str) -> Board | None:
    """Return the rounds with the `wanted` one as tiles, else the first to be decided; None before the start.

    A fixed number of queries.
    """
    if event.takes_entries:
        return None
    rows = list(event.rounds.order_by("number"))
    shown = _shown(event, rights, asker, wanted)
    row = next((one for one in rows if shown and one.number == shown.number), None)
    is_played = bool(row and row.status == Round.Status.PUBLISHED and _by_people(event))
    coming = 1 + max((one.number for one in rows if one.status != Round.Status.DRAFT), default=0)
    drawing = latest_drawing(event, coming) if event.is_running else None
    return Board(
        chips=tuple(_chip(event, one) for one in rows),
        round=shown,
        tiles=_tiles(shown, rights) if shown else (),
        drawing=drawing if drawing and (drawing.is_open or drawing.is_refused) else None,
        clock=clock_of_round(event, row) if row and is_played else None,
        links=TableLink.objects.filter(pairing__round=row, revoked_at=None).count() if is_played else 0,
        overdue=count_of_overdue(event),
        is_folding=is_behind(event.pool_id, event.pool.rating_system),
    )


def tiles_of(event: Tournament, rights: Rights, asker: Asker, number: int) -> tuple[Tile, ...]:
    """Return the tables of a published round as tiles; none where there is no such round."""
    shown = _shown(event, rights, asker, str(number))
    return _tiles(shown, rights) if shown and shown.number == number else ()


def _tiles(shown: RoundOnBoard, rights: Rights) -> tuple[Tile, ...]:
    return tuple(_tile(shown, table, rights) for table in shown.tables)


def _by_people(event: Tournament) -> bool:
    return event.is_running and not event.is_on_the_machine


def _shown(event: Tournament, rights: Rights, asker: Asker, wanted: str) -> RoundOnBoard | None:
    sheet = sheet_of(event)
    if not sheet.rounds:
        return None
    asked = next((number for number in sheet.rounds if str(number) == wanted), None)
    number = asked or current_round(sheet)
    entrants, matches = entrants_of(event, asker), event.is_on_the_machine
    return round_on_board(event, sheet, number, entrants, asker, scores=rights.score, matches=matches)


def _chip(event: Tournament, one: Round) -> RoundChip:
    kinds = {
        Round.Status.DRAFT: ("waiting", pgettext("round", "Draft")),
        Round.Status.PUBLISHED: ("live", pgettext("round", "Published")),
        Round.Status.CLOSED: ("done", pgettext("round", "Finished")),
    }
    kind, words = kinds[Round.Status(one.status)]
    if one.status == Round.Status.DRAFT:
        return RoundChip(one.number, kind, words, reverse("tournaments:desk-round", args=[event.public_id, one.number]))
    return RoundChip(
        one.number, kind, words, f"{reverse('tournaments:desk', args=[event.public_id])}?round={one.number}"
    )


def _tile(shown: RoundOnBoard, table: TableOnBoard, rights: Rights) -> Tile:
    said = [leg.said for leg in table.legs if leg.said]
    wrong = next((one for one in said if one.kind == "wrong"), None)
    if all(leg.is_decided for leg in table.legs):
        return Tile(table, "done", table.words, *_result_of(table))
    if not _by_people(shown.event):
        return Tile(table, "open", table.words, *_match_of(table))
    if wrong:
        return Tile(table, "disputed", _("disputed"), wrong.href, _("Resolve") if rights.organise else _("View report"))
    left = [leg for leg in table.legs if not leg.is_decided]
    if all(leg.is_withdrawn for leg in left):
        way = (left[0].restore_href, _("Restore result")) if rights.organise else (left[0].result_href, _("Result"))
        return Tile(table, "open", _("withdrawn"), *way)
    at = reverse("tournaments:results", args=[shown.event.public_id, shown.number])
    entering = f"{at}?table={table.number}", _("Enter result"), True
    if said:
        return Tile(table, "reported", _("reported"), *entering)
    if _is_overdue(shown, table):
        return Tile(table, "overdue", _("overdue"), *entering)
    return Tile(table, "open", table.words, *entering)


def _is_overdue(shown: RoundOnBoard, table: TableOnBoard) -> bool:
    due = table.due_at or shown.due_at
    return due is not None and due < timezone.now()


def _result_of(table: TableOnBoard) -> tuple[str, str]:
    href = next((leg.result_href for leg in table.legs if leg.result_href), "")
    return (href, _("Result")) if href else _match_of(table)


def _match_of(table: TableOnBoard) -> tuple[str, str]:
    return next(((leg.href, leg.words) for leg in table.legs if leg.href), ("", ""))
