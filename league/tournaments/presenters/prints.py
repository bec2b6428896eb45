"""What is printed of a tournament, and what there is to print."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.core import registry
from league.competition.format import Pairing, seats_in_leg
from league.results.sheets.presenters import PaperSheet, paper_sheet
from league.shared.name_similarity import folded
from league.tournaments.errors import NoSuchTournament
from league.tournaments.models import Pairing as PairingRow
from league.tournaments.models import Round, Tournament
from league.tournaments.presenters.rounds import current_round
from league.tournaments.presenters.table_links import LinkOnCard, links_of, needed_at, round_at_desk
from league.tournaments.queries.entrants import Entrant
from league.tournaments.queries.rounds import changed_tables
from league.tournaments.queries.standings_cache import Sheet

CARDS_ON_A_PAGE: Final = (1, 2, 4)
USUAL_CARDS: Final = 4

Entrants = Mapping[int, Entrant]


@dataclass(frozen=True, slots=True)
class Imprint:
    """What every print carries: of which round and version it is, since when that holds, and when it was printed.

    `changed` are the tables that this version changed, and those alone are on it where it `is_partial`.
    """

    round: int
    version: int
    since: datetime | None
    at: datetime
    changed: tuple[int, ...] = ()
    is_partial: bool = False

    def takes(self, table: int) -> bool:
        """Whether a table stands on this print."""
        return not self.is_partial or table in self.changed


@dataclass(frozen=True, slots=True)
class PaperTable:
    """One game of a table: who sits there, the first seat first, in which of how many legs."""

    number: int
    names: tuple[str, ...]
    leg: int = 1
    legs: int = 1
    is_new: bool = False
    due_at: datetime | None = None  # when it is to be played by, where it was put off and is not decided


@dataclass(frozen=True, slots=True)
class PaperCard:
    """What lies on a table; without a link it is only who sits there."""

    table: PaperTable
    link: LinkOnCard | None
    needed: int  # how many others have to agree with a report


@dataclass(frozen=True, slots=True)
class PaperSeat:
    """Where somebody sits; without a table they are free, in `words`."""

    name: str
    table: int
    seat: int
    words: str = ""


def tables_for_people(event: Tournament, number: int) -> Round:
    """A round on the board for whose tables something can be printed; raises `NoSuchTournament`."""
    if event.is_on_the_machine:
        raise NoSuchTournament(_("This tournament has bot matches, so there is nothing to print for tables."))
    return round_at_desk(event, number)


def imprint_of(printed: Round, *, only_changed: bool = False) -> Imprint:
    """What a print of the round carries; one query at most."""
    changed = changed_tables(printed)
    since = printed.changed_at or printed.published_at
    return Imprint(printed.number, printed.version, since, timezone.now(), changed, only_changed)


def imprint_of_standings(event: Tournament, sheet: Sheet) -> Imprint:
    """What the standings carry: the last round on the board; one query."""
    last = event.rounds.filter(number=max(sheet.rounds, default=0)).first()
    return imprint_of(last) if last else Imprint(0, 0, None, timezone.now())


def tables_printed(sheet: Sheet, imprint: Imprint, entrants: Entrants) -> tuple[PaperTable, ...]:
    """Every table of the print with its seats."""
    put_off = {table: due for (number, table), due in sheet.history.put_off.items() if number == imprint.round}
    return tuple(
        replace(_table(one, entrants, imprint.changed), due_at=None if one.decided else put_off.get(one.table))
        for one in _at_tables(sheet, imprint)
    )


def due_of(sheet: Sheet, imprint: Imprint) -> datetime | None:
    """When the round is to be played by; only until it is decided."""
    is_open = any(not one.decided for one in sheet.rounds.get(imprint.round, ()))
    return sheet.history.due.get(imprint.round) if is_open else None


def games_printed(sheet: Sheet, imprint: Imprint, entrants: Entrants) -> tuple[PaperTable, ...]:
    """The same leg by leg, the seats turned as they are played."""
    return tuple(
        _table(one, entrants, imprint.changed, leg)
        for one in _at_tables(sheet, imprint)
        for leg in range(1, one.legs + 1)
    )


def cards_printed(
    event: Tournament, printed: Round, tables: Collection[PaperTable], site: str
) -> tuple[PaperCard, ...]:
    """Return a card for each table, with its link if phones can open it; two queries."""
    links = {link.table: link for link in links_of(printed, site) if link.svg}
    return tuple(PaperCard(one, links.get(one.number), needed_at(event, len(one.names))) for one in tables)


def sheets_printed(event: Tournament, games: Collection[PaperTable]) -> list[tuple[PaperTable, PaperSheet]]:
    """The game's own score sheet for each game."""
    game = registry.game(event.game)
    return [(one, paper_sheet(game, one.names, event.options)) for one in games]


def seats_by_name(sheet: Sheet, imprint: Imprint, entrants: Entrants) -> list[PaperSeat]:
    """Everybody of the round by name, also those without a table."""
    rows = [
        PaperSeat(entrants[entry].name, *_place(pairing, seat))
        for pairing in sheet.rounds.get(imprint.round, ())
        for seat, entry in enumerate(pairing.seats, 1)
    ]
    return sorted(rows, key=lambda row: (folded(row.name), row.name, row.table))


def _at_tables(sheet: Sheet, imprint: Imprint) -> list[Pairing]:
    drawn = sheet.rounds.get(imprint.round, ())
    return [one for one in drawn if one.bye is None and imprint.takes(one.table)]


def _table(pairing: Pairing, entrants: Entrants, changed: Collection[int], leg: int = 1) -> PaperTable:
    names = tuple(entrants[entry].name for entry in seats_in_leg(pairing.seats, leg))
    return PaperTable(pairing.table, names, leg, pairing.legs, pairing.table in changed)


def _place(pairing: Pairing, seat: int) -> tuple[int, int, str]:
    if pairing.bye is None:
        return pairing.table, seat, ""
    return 0, 0, str(PairingRow.Bye(pairing.bye).label)


FOR_ALL: Final[Mapping[str, str | Promise]] = {
    "pairings": gettext_lazy("Pairings by table"),
    "seats": gettext_lazy("Seat list"),
}
FOR_THE_DESK: Final[Mapping[str, str | Promise]] = {
    "cards": gettext_lazy("Table cards"),
    "slips": gettext_lazy("Result slips"),
    "score-sheets": gettext_lazy("Score sheets"),
}


ICONS: Final[Mapping[str, str]] = {
    "pairings": "list",
    "seats": "search",
    "cards": "flag",
    "slips": "check",
    "score-sheets": "pencil",
}

NOTES: Final[Mapping[str, str | Promise]] = {
    "pairings": gettext_lazy("the players of each table"),
    "seats": gettext_lazy("players by name, with table and seat"),
    "cards": gettext_lazy("with QR code, to report results"),
    "slips": gettext_lazy("to fill in and sign"),
    "score-sheets": gettext_lazy("for the score during the game"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several: where it leads, what it is called, whether it is on the page now, and its icon at the desk."""

    href: str
    words: str
    is_current: bool
    icon: str = "list"
    note: str | Promise = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is to choose from, under a heading."""

    title: str
    among: tuple[Choice, ...]


def cards_asked(asked: Mapping[str, str]) -> int:
    """How many cards to a page."""
    text = asked.get("on", "")
    return next((number for number in CARDS_ON_A_PAGE if text == str(number)), USUAL_CARDS)


def choices_of(
    event: Tournament, sheet: Sheet, imprint: Imprint, kind: str, asked: Mapping[str, str], *, scores: bool
) -> tuple[Choices, ...]:
    """All that can be chosen for one kind of print, by whoever `scores` or not; what leaves no choice is left out."""
    groups = (
        prints_there_are(event, imprint.round, kind, scores=scores),
        _rounds(event, sheet, imprint, kind),
        _tables(imprint, kind, asked),
        _to_a_page(kind, asked),
    )
    return tuple(group for group in groups if len(group.among) > 1)


def standings_choices(event: Tournament, sheet: Sheet, kind: str, *, scores: bool) -> tuple[Choices, ...]:
    """What else there is to print beside the standings, or the crosstable."""
    group = prints_there_are(event, current_round(sheet), kind, scores=scores)
    return (group,) if len(group.among) > 1 else ()


def prints_there_are(event: Tournament, number: int, kind: str = "", *, scores: bool) -> Choices:
    """Everything the reader may print about a round; the standings alone before the first (0)."""
    kinds = dict(FOR_ALL) if number else {}
    if number and scores and not event.is_on_the_machine:
        kinds |= FOR_THE_DESK
    among = [
        Choice(_address(event, one, number), str(words), one == kind, ICONS[one], NOTES[one])
        for one, words in kinds.items()
    ]
    standings = reverse("tournaments:print-standings", args=[event.public_id, event.slug])
    among.append(Choice(standings, _("Standings"), kind == "standings", "trophy"))
    if number and not event.has_bracket:
        crosstable = reverse("tournaments:print-crosstable", args=[event.public_id, event.slug])
        among.append(Choice(crosstable, _("Crosstable"), kind == "crosstable", "swords"))
    return Choices(_("Print"), tuple(among))


def _rounds(event: Tournament, sheet: Sheet, imprint: Imprint, kind: str) -> Choices:
    among = (Choice(_address(event, kind, one), str(one), one == imprint.round) for one in sorted(sheet.rounds))
    return Choices(_("Round"), tuple(among))


def _tables(imprint: Imprint, kind: str, asked: Mapping[str, str]) -> Choices:
    """Only the tables that this version changed, where there are such; everybody's seat is never one of a few."""
    if kind == "seats" or not (imprint.changed or imprint.is_partial):
        return Choices("", ())
    count = len(imprint.changed)
    changed = ngettext("only the changed one", "only the %(count)d changed ones", count) % {"count": count}
    among = (
        Choice(_query(asked, only=""), _("all"), not imprint.is_partial),
        Choice(_query(asked, only="changed"), changed, imprint.is_partial),
    )
    return Choices(_("Tables"), among)


def _to_a_page(kind: str, asked: Mapping[str, str]) -> Choices:
    if kind != "cards":
        return Choices("", ())
    now = cards_asked(asked)
    among = (Choice(_query(asked, on=str(one)), str(one), one == now) for one in CARDS_ON_A_PAGE)
    return Choices(_("Cards on a page"), tuple(among))


def _query(asked: Mapping[str, str], **changed: str) -> str:
    """The same print with another choice."""
    known = {name: asked[name] for name in ("only", "on") if name in asked}
    return "?" + urlencode({name: value for name, value in (known | changed).items() if value})


def _address(event: Tournament, kind: str, number: int) -> str:
    where = [event.public_id, event.slug, number] if kind in FOR_ALL else [event.public_id, number]
    return reverse(f"tournaments:print-{kind}", args=where)
