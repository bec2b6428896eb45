"""Prints of a tournament, and the choice of them."""

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
from league.common.name_similarity import folded
from league.competition.format import Pairing, seats_in_leg
from league.results.score_sheets.presenters import PaperSheet, paper_sheet
from league.tournaments.errors import NoSuchTournament
from league.tournaments.models import Pairing as PairingRow
from league.tournaments.models import Round, Tournament
from league.tournaments.presenters.rounds import current_round
from league.tournaments.presenters.table_links import LinkOnCard, links_of
from league.tournaments.queries.entries import Entrants
from league.tournaments.queries.rounds import changed_tables
from league.tournaments.queries.standings_cache import Sheet
from league.tournaments.queries.table_links import needed_at, published_round

CARDS_ON_A_PAGE: Final = (1, 2, 4)
USUAL_CARDS: Final = 4
# Title, icon and note of each kind of print.
FOR_READERS: Final[dict[str, tuple[Promise, str, Promise]]] = {
    "pairings": (gettext_lazy("Pairings by table"), "list", gettext_lazy("the players of each table")),
    "seats": (gettext_lazy("Seat list"), "search", gettext_lazy("players by name, with table and seat")),
}
FOR_SCORERS: Final[dict[str, tuple[Promise, str, Promise]]] = {
    "cards": (gettext_lazy("Table cards"), "flag", gettext_lazy("with QR code, to report results")),
    "slips": (gettext_lazy("Result slips"), "check", gettext_lazy("to fill in and sign")),
    "score-sheets": (gettext_lazy("Score sheets"), "pencil", gettext_lazy("for the score during the game")),
}


@dataclass(frozen=True, slots=True)
class Imprint:
    """Details on every print: round, version, time of the version, time of printing.

    `changed` are the tables that this version changed; if `is_partial`, the print has only these.
    """

    round: int
    version: int
    since: datetime | None
    at: datetime
    changed: tuple[int, ...] = ()
    is_partial: bool = False

    def takes(self, table: int) -> bool:
        """Return whether the print includes a table."""
        return not self.is_partial or table in self.changed


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A game of a table: its players in seat order, and its number among the games."""

    number: int
    names: tuple[str, ...]
    leg: int = 1
    legs: int = 1
    is_new: bool = False
    due_at: datetime | None = None  # deadline of a postponed, undecided table


@dataclass(frozen=True, slots=True)
class PaperCard:
    """A table card; without a link it shows only the players."""

    table: PaperTable
    link: LinkOnCard | None
    needed: int  # confirmations that a report needs


def tables_for_people(tournament: Tournament, number: int) -> Round:
    """Return a published round in person. Raise `NoSuchTournament` if there is nothing to print for tables."""
    if tournament.is_on_the_machine:
        raise NoSuchTournament(_("This tournament has bot matches, so there is nothing to print for tables."))
    return published_round(tournament, number)


def imprint_of(printed: Round, *, only_changed: bool = False) -> Imprint:
    """Return the details on prints of the round. At most one query."""
    changed = changed_tables(printed)
    since = printed.changed_at or printed.published_at
    return Imprint(printed.number, printed.version, since, timezone.now(), changed, only_changed)


def imprint_of_standings(tournament: Tournament, sheet: Sheet) -> Imprint:
    """Return the details on prints of the standings: the last published round. One query."""
    last = tournament.rounds.filter(number=max(sheet.rounds, default=0)).first()
    return imprint_of(last) if last else Imprint(0, 0, None, timezone.now())


def tables_printed(sheet: Sheet, imprint: Imprint, entrants: Entrants) -> tuple[PaperTable, ...]:
    """Return the tables of the print with their seats."""
    put_off = {table: due for (number, table), due in sheet.history.put_off.items() if number == imprint.round}
    return tuple(
        replace(_table(table, entrants, imprint.changed), due_at=None if table.decided else put_off.get(table.table))
        for table in _at_tables(sheet, imprint)
    )


def due_of(sheet: Sheet, imprint: Imprint) -> datetime | None:
    """Return the deadline of the round, until it is decided."""
    is_open = any(not pairing.decided for pairing in sheet.rounds.get(imprint.round, ()))
    return sheet.history.due.get(imprint.round) if is_open else None


def games_printed(sheet: Sheet, imprint: Imprint, entrants: Entrants) -> tuple[PaperTable, ...]:
    """Return the games of the tables, with the seats of each game."""
    return tuple(
        _table(pairing, entrants, imprint.changed, leg)
        for pairing in _at_tables(sheet, imprint)
        for leg in range(1, pairing.legs + 1)
    )


def cards_printed(
    tournament: Tournament, printed: Round, tables: Collection[PaperTable], site: str
) -> tuple[PaperCard, ...]:
    """Return a card for each table, with its link if phones can open it. Two queries."""
    links = {link.table: link for link in links_of(printed, site) if link.svg}
    return tuple(PaperCard(table, links.get(table.number), needed_at(tournament, len(table.names))) for table in tables)


def sheets_printed(tournament: Tournament, games: Collection[PaperTable]) -> list[tuple[PaperTable, PaperSheet]]:
    """Return the game's own score sheet for each game."""
    game = registry.game(tournament.game)
    return [(table, paper_sheet(game, table.names, tournament.options)) for table in games]


def seats_by_name(sheet: Sheet, imprint: Imprint, entrants: Entrants) -> list[tuple[str, int, int, str]]:
    """Return all players of the round by name: name, table and seat, or zeros and the kind of bye."""
    rows = [
        (entrants[entry].name, pairing.table, seat, "")
        if pairing.bye is None
        else (entrants[entry].name, 0, 0, str(PairingRow.Bye(pairing.bye).label))
        for pairing in sheet.rounds.get(imprint.round, ())
        for seat, entry in enumerate(pairing.seats, 1)
    ]
    return sorted(rows, key=lambda row: (folded(row[0]), row[0], row[1]))


def _at_tables(sheet: Sheet, imprint: Imprint) -> list[Pairing]:
    drawn = sheet.rounds.get(imprint.round, ())
    return [pairing for pairing in drawn if pairing.bye is None and imprint.takes(pairing.table)]


def _table(pairing: Pairing, entrants: Entrants, changed: Collection[int], leg: int = 1) -> PaperTable:
    names = tuple(entrants[entry].name for entry in seats_in_leg(pairing.seats, leg))
    return PaperTable(pairing.table, names, leg, pairing.legs, pairing.table in changed)


@dataclass(frozen=True, slots=True)
class Choice:
    """An option: URL, label, whether it is current, and its icon on the Manage page."""

    href: str
    words: str
    is_current: bool
    icon: str = "list"
    note: str | Promise = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """Options under a heading."""

    title: str
    options: tuple[Choice, ...]


def cards_per_page(params: Mapping[str, str]) -> int:
    """Return the number of cards per page."""
    text = params.get("on", "")
    return next((number for number in CARDS_ON_A_PAGE if text == str(number)), USUAL_CARDS)


def choices_of(
    tournament: Tournament, sheet: Sheet, imprint: Imprint, kind: str, params: Mapping[str, str], *, scores: bool
) -> list[Choices]:
    """Return the options for a kind of print; `scores` adds those for scorers. Groups with one option are left out."""
    rounds = (Choice(_address(tournament, kind, at), str(at), at == imprint.round) for at in sorted(sheet.rounds))
    groups = [available_prints(tournament, imprint.round, kind, scores=scores), Choices(_("Round"), tuple(rounds))]
    if kind != "seats" and (imprint.changed or imprint.is_partial):
        count = len(imprint.changed)
        changed = ngettext("only the changed one", "only the %(count)d changed ones", count) % {"count": count}
        tables = (
            Choice(_query(params, only=""), _("all"), not imprint.is_partial),
            Choice(_query(params, only="changed"), changed, imprint.is_partial),
        )
        groups.append(Choices(_("Tables"), tables))
    if kind == "cards":
        now = cards_per_page(params)
        cards = (Choice(_query(params, on=str(number)), str(number), number == now) for number in CARDS_ON_A_PAGE)
        groups.append(Choices(_("Cards on a page"), tuple(cards)))
    return [group for group in groups if len(group.options) > 1]


def standings_choices(tournament: Tournament, sheet: Sheet, kind: str, *, scores: bool) -> tuple[Choices, ...]:
    """Return the other prints beside standings or crosstable."""
    group = available_prints(tournament, current_round(sheet), kind, scores=scores)
    return (group,) if len(group.options) > 1 else ()


def available_prints(tournament: Tournament, number: int, kind: str = "", *, scores: bool) -> Choices:
    """Return all prints of a round for the reader; only the standings before round 1 (0)."""
    for_scorers = FOR_SCORERS if scores and not tournament.is_on_the_machine else {}
    options = [
        Choice(_address(tournament, name, number), str(title), name == kind, icon, note)
        for name, (title, icon, note) in (FOR_READERS | for_scorers if number else {}).items()
    ]
    standings = reverse("tournaments:print-standings", args=[tournament.public_id, tournament.slug])
    options.append(Choice(standings, _("Standings"), kind == "standings", "trophy"))
    if number and not tournament.has_bracket:
        crosstable = reverse("tournaments:print-crosstable", args=[tournament.public_id, tournament.slug])
        options.append(Choice(crosstable, _("Crosstable"), kind == "crosstable", "swords"))
    return Choices(_("Print"), tuple(options))


def _query(params: Mapping[str, str], **changed: str) -> str:
    """Return the query string of the same print with another option."""
    known = {name: params[name] for name in ("only", "on") if name in params}
    return "?" + urlencode({name: value for name, value in (known | changed).items() if value})


def _address(tournament: Tournament, kind: str, number: int) -> str:
    where = [tournament.public_id, tournament.slug, number] if kind in FOR_READERS else [tournament.public_id, number]
    return reverse(f"tournaments:print-{kind}", args=where)
