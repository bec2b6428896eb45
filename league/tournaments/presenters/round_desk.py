"""A round on its Manage page."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from league.competition.format import Bye, Conditions, in_words
from league.competition.format import Pairing as Table
from league.competition.formats import format_named
from league.competition.points import POINT
from league.competition.scores import totals_of
from league.competition.scoring import scoring_named
from league.competition.stages import as_knockout
from league.competition.violations import Violation, violations_of
from league.tournaments.format_text import points, rule_text, rule_text_at_table
from league.tournaments.models import Pairing, Round, Tournament
from league.tournaments.pairing_edits import from_stored, is_by_hand
from league.tournaments.presenters.rounds import round_views
from league.tournaments.queries.entries import Entrant, Entrants
from league.tournaments.queries.history import History, changes_since, conditions_of, marks_from
from league.tournaments.queries.rounds import StepText, closed_tables, rows_of, step_texts, tables_of, token_of
from league.tournaments.queries.standings_cache import Sheet


@dataclass(frozen=True, slots=True)
class RoundNotice:
    """A kind of news and the entries it is about."""

    title: str
    entrants: tuple[Entrant, ...]
    is_below: bool = False
    """Whether the round lists them below, among players without a table; then only their number is shown."""


def notices_of(history: History, number: int, entrants: Entrants, seated: Collection[int]) -> tuple[RoundNotice, ...]:
    """Return the news of a round, without empty kinds. `seated` are the entries at its tables and with its byes."""
    entries = history.entries
    before = {seat for one in history.pairings if one.round == number - 1 and one.bye is None for seat in one.seats}
    later = number > 1
    kinds = {
        _("New in this round"): [one.id for one in entries if later and one.joined == number and one.id in seated],
        _("Not at a table in the round before"): [
            one.id
            for one in entries
            if later
            and one.joined < number
            and one.plays_in(number)
            and not one.bye_in(number)
            and one.id not in before
            and one.id in seated
        ],
        _("Withdrew before this round"): [one.id for one in entries if one.left == number and one.took_part],
    }
    missing = [one.id for one in entries if one.plays_in(number) and one.bye_in(number)]
    notices = [RoundNotice(title, _who(listed, entrants)) for title, listed in kinds.items()]
    notices.append(RoundNotice(_("Requested a bye or absent"), _who(missing, entrants), is_below=True))
    return tuple(notice for notice in notices if notice.entrants)


def _who(listed: Sequence[int], entrants: Entrants) -> tuple[Entrant, ...]:
    return tuple(entrants[one] for one in listed)


@dataclass(frozen=True, slots=True)
class DeskSeat:
    """A player's seat: points when the round was paired, and seats in earlier rounds, oldest first.

    `place` is set in a draft, else 0. `result` has the scores of a decided table, game by game.
    """

    number: int
    entrant: Entrant
    score: str
    place: int
    sat: tuple[int, ...]
    result: str = ""
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class DeskTable:
    """A table; `is_closed` once it has a report or result, `is_new` if this version changed it.

    `faults` are rules broken by hand, here or by a change elsewhere; `unmet` are wishes that the pairing could not
    meet.
    """

    number: int
    seats: tuple[DeskSeat, ...]
    reasons: tuple[str, ...]
    faults: tuple[str, ...]
    unmet: tuple[str, ...]
    is_by_hand: bool
    is_closed: bool = False
    is_decided: bool = False
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class DeskBye:
    """A player without a table, the kind of bye, and its reasons; `faults` and `unmet` as in `DeskTable`."""

    entrant: Entrant
    words: str
    reasons: tuple[str, ...]
    faults: tuple[str, ...]
    unmet: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeskRound:
    """The round; `faults` are of the round as a whole, `missing` are active players without a place.

    `stale` lists changes since it was paired, `seen` is the token that forms send back.
    """

    number: int
    status: str
    version: int
    changed_at: datetime | None
    seen: str
    tables: tuple[DeskTable, ...]
    byes: tuple[DeskBye, ...]
    missing: tuple[Entrant, ...]
    faults: tuple[str, ...]
    news: tuple[RoundNotice, ...]
    stale: tuple[str, ...]
    steps: tuple[StepText, ...]

    @property
    def is_draft(self) -> bool:
        """Whether it is a draft."""
        return self.status == Round.Status.DRAFT

    @property
    def is_on_board(self) -> bool:
        """Whether it is published and in progress."""
        return self.status == Round.Status.PUBLISHED

    @property
    def was_on_board(self) -> bool:
        """Whether it has ever been published."""
        return self.changed_at is not None

    @property
    def is_untouched(self) -> bool:
        """Whether no table has a report or result."""
        return not any(table.is_closed for table in self.tables)

    @property
    def can_differ(self) -> bool:
        """Whether pairing it again could give other tables."""
        return bool(self.stale or self.steps)

    @property
    def has_reasons(self) -> bool:
        """Whether a table has pairing reasons."""
        return any(table.reasons for table in self.tables)

    @property
    def _spots(self) -> tuple[DeskTable | DeskBye, ...]:
        return (*self.tables, *self.byes)

    @property
    def count_of_faults(self) -> int:
        """The number of broken rules."""
        return len(self.faults) + sum(len(one.faults) for one in self._spots)

    @property
    def faults_at_byes(self) -> bool:
        """Whether a bye breaks a rule."""
        return any(bye.faults for bye in self.byes)

    @property
    def unmet_at_byes(self) -> bool:
        """Whether a bye leaves a wish unmet."""
        return any(bye.unmet for bye in self.byes)

    @property
    def count_of_unmet(self) -> int:
        """The number of wishes that the pairing could not meet."""
        return sum(len(one.unmet) for one in self._spots)


class _Broken(NamedTuple):
    """Rules in words by table (0 is the round as a whole): broken by hand, and wishes that could not be met."""

    faults: dict[int, tuple[str, ...]]
    unmet: dict[int, tuple[str, ...]]


def _in_words(
    breaches: Iterable[Violation], drawn: Iterable[Violation], tables: Iterable[Table], entrants: Entrants
) -> _Broken:
    """Return the broken rules; `drawn` are those of the round before it was changed by hand."""
    could_not = {breach.about: breach.facts for breach in drawn if breach.is_wish}
    by_hand = {table.table for table in tables if is_by_hand(table.reasons)}
    broken = _Broken({}, {})
    for breach in breaches:
        as_drawn = breach.about in could_not and (
            breach.table not in by_hand or breach.facts == could_not[breach.about]
        )
        kind = broken.unmet if as_drawn else broken.faults
        kind[breach.table] = (*kind.get(breach.table, ()), fault_words(breach, entrants))
    return broken


def round_at(event: Tournament, number: int) -> Round | None:
    """Return a round of any status. One query."""
    return event.rounds.select_related("evening").filter(number=number).first()


def desk_round(event: Tournament, found: Round, sheet: Sheet, entrants: Entrants) -> DeskRound:
    """Return the round. At most nine queries beside those of the sheet."""
    rows = list(rows_of(found))
    tables = tables_of(found, rows)
    steps = list(found.steps.order_by("-revision"))
    as_drawn = from_stored(steps[-1].before, found.number) if steps else tables
    conditions = conditions_with(event, as_drawn)
    broken = broken_rules(event, found.number, tables, sheet, conditions)
    drawn = broken_rules(event, found.number, as_drawn, sheet, conditions) if steps else broken
    broken_texts = _in_words(broken, drawn, tables, entrants)
    seated = {seat for table in tables for seat in table.seats}
    missing = [one.id for one in sheet.history.entries if one.plays_in(found.number) and one.id not in seated]
    here = conditions.here
    now = marks_from(sheet.history, conditions, found.number)
    is_draft = found.status == Round.Status.DRAFT
    return DeskRound(
        number=found.number,
        status=found.status,
        version=found.version,
        changed_at=found.changed_at,
        seen=token_of(found),
        tables=_tables(event, found, rows, tables, sheet, entrants, broken_texts),
        byes=tuple(_bye(table, entrants, broken_texts) for table in tables if table.bye is not None),
        missing=tuple(entrants[entry] for entry in missing if here is None or entry in here),
        faults=broken_texts.faults.get(0, ()),
        news=notices_of(sheet.history, found.number, entrants, seated),
        stale=tuple(changes_since(found.drawn_from, now)) if is_draft else (),
        steps=tuple(step_texts(steps, {entry: one.name for entry, one in entrants.items()})),
    )


def conditions_with(event: Tournament, as_drawn: Sequence[Table]) -> Conditions:
    """Return the conditions of a round paired so; in a bracket, all others are out or wait."""
    conditions = conditions_of(event)
    if not event.has_bracket:
        return conditions
    return replace(conditions, here=frozenset(seat for table in as_drawn for seat in table.seats))


def broken_rules(
    event: Tournament, number: int, tables: Sequence[Table], sheet: Sheet, conditions: Conditions
) -> tuple[Violation, ...]:
    """Return every rule that these tables break."""
    drawn_by, entries = format_named(event.format), sheet.history.entries
    # In a bracket, earlier opponents, seats and byes do not matter: it decides who meets.
    past = () if as_knockout(drawn_by) else sheet.history.pairings
    before = [pairing for pairing in past if pairing.round < number]
    return violations_of(
        tables,
        entries,
        before,
        conditions,
        drawn_by.table_sizes(event.format_options),
        meetings=drawn_by.meetings(entries, event.format_options),
        by_points=not (drawn_by.everyone_meets or drawn_by.by_evenings),
    )


def fault_words(fault: Violation, entrants: Entrants) -> str:
    """Return a broken rule in words, with names."""
    names = get_text_list([entrants[entry].name for entry in fault.entries], _("and"))
    return _(fault.template).format(players=names, **in_words(fault.facts))


def _tables(
    event: Tournament,
    found: Round,
    rows: Sequence[Pairing],
    tables: Sequence[Table],
    sheet: Sheet,
    entrants: Entrants,
    broken_rules: _Broken,
) -> tuple[DeskTable, ...]:
    closed = closed_tables(rows) if found.status != Round.Status.DRAFT else frozenset()
    decided = {one.table for one in sheet.history.pairings if one.round == found.number and one.decided}
    results = _results(event, sheet, found, entrants)
    versions = {row.table: row.version for row in rows}
    standing = _standing_before(event, found, sheet)
    sat = seats_so_far(sheet, found.number)
    return tuple(
        DeskTable(
            number=table.table,
            seats=tuple(
                DeskSeat(
                    place, entrants[entry], *standing.get(entry, ("", 0)), sat.get(entry, ()), *results.get(entry, ())
                )
                for place, entry in enumerate(table.seats, start=1)
            ),
            reasons=tuple(
                rule_text_at_table(one.template, one.facts, [entrants[entry].name for entry in table.seats])
                for one in table.reasons
            ),
            faults=broken_rules.faults.get(table.table, ()),
            unmet=broken_rules.unmet.get(table.table, ()),
            is_by_hand=is_by_hand(table.reasons),
            is_closed=table.table in closed,
            is_decided=table.table in closed & decided,
            is_new=found.version > 1 and versions[table.table] == found.version,
        )
        for table in tables
        if table.bye is None
    )


def _results(event: Tournament, sheet: Sheet, found: Round, entrants: Entrants) -> dict[int, tuple[str, bool]]:
    """Return for each entry of a published round the scores of its games, and whether it is first at its table."""
    if found.number not in sheet.rounds:
        return {}
    tables = round_views(event, sheet, [found.number], entrants)[0].tables
    seats = [seat for table in tables for seat in table.seats]
    return {seat.entrant.number: (" ".join(seat.figures), seat.is_first) for seat in seats}


def _standing_before(event: Tournament, found: Round, sheet: Sheet) -> dict[int, tuple[str, int]]:
    """Return points and (in a draft) place of each entry when the round was paired; empty in round 1."""
    if found.status == Round.Status.DRAFT:
        rows = sheet.rows if sheet.rounds else ()
        written = _as_numbers({row.entry: row.points for row in rows})
        return {row.entry: (written[row.entry], row.place) for row in rows}
    before = [pairing for pairing in sheet.history.pairings if pairing.round < found.number]
    totals = totals_of(sheet.history.entries, before, scoring_named(event.scoring)) if before else {}
    return {entry: (written, 0) for entry, written in _as_numbers(totals).items()}


def _as_numbers(units: Mapping[int, int]) -> dict[int, str]:
    """Return the points of a column by entry: whole numbers, or all as decimals."""
    decimals = any(own % POINT for own in units.values())
    return {entry: points(own, decimals=decimals) for entry, own in units.items()}


def seats_so_far(sheet: Sheet, number: int) -> dict[int, tuple[int, ...]]:
    """Return each entry's seats in earlier rounds, from 1, oldest first."""
    sat: dict[int, tuple[int, ...]] = {}
    for pairing in sheet.history.pairings:
        if pairing.round < number and pairing.bye is None:
            for place, entry in enumerate(pairing.seats, start=1):
                sat[entry] = (*sat.get(entry, ()), place)
    return sat


def _bye(table: Table, entrants: Entrants, broken: _Broken) -> DeskBye:
    return DeskBye(
        entrant=entrants[table.seats[0]],
        words=str(Pairing.Bye(table.bye or Bye.REST).label),
        reasons=tuple(rule_text(one.template, one.facts) for one in table.reasons),
        faults=broken.faults.get(table.table, ()),
        unmet=broken.unmet.get(table.table, ()),
    )
