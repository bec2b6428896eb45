"""A round on its Manage page: tables with reasons and broken rules, byes, missing players, news."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from league.competition.format import Bye, Conditions, in_words
from league.competition.format import Pairing as Table
from league.competition.formats import format_named
from league.competition.scores import totals_of
from league.competition.scoring import scoring_named
from league.competition.stages import as_knockout
from league.competition.violations import Violation, violations_of
from league.tournaments.format_text import points_column, rule_text, rule_text_at_table
from league.tournaments.models import Pairing, Round, RoundStep, Tournament
from league.tournaments.pairing_edits import from_stored, is_by_hand
from league.tournaments.presenters.rounds import round_views
from league.tournaments.queries.entries import Entrant, Entrants
from league.tournaments.queries.history import History, changes_since, conditions_of, marks_from
from league.tournaments.queries.rounds import closed_tables, disputes_of, rows_of, step_text, tables_of, token_of
from league.tournaments.queries.standings_cache import Sheet


class BrokenRules(NamedTuple):
    """Sentences about broken rules by table number; 0 is the round as a whole.

    `faults` are rules broken by hand, `unmet` are wishes that the pairing could not meet.
    """

    faults: dict[int, tuple[str, ...]]
    unmet: dict[int, tuple[str, ...]]


def split_by_cause(
    broken: Iterable[Violation], drawn: Iterable[Violation], tables: Iterable[Table], entrants: Entrants
) -> BrokenRules:
    """Return the sentences of `broken`; `drawn` are the rules broken before the round was changed by hand."""
    unmet_when_drawn = {wish.about: wish.facts for wish in drawn if wish.is_wish}
    by_hand = {table.table for table in tables if is_by_hand(table.reasons)}
    sentences = BrokenRules({}, {})
    for violation in broken:
        is_unmet = violation.about in unmet_when_drawn and (
            violation.table not in by_hand or violation.facts == unmet_when_drawn[violation.about]
        )
        kind = sentences.unmet if is_unmet else sentences.faults
        kind[violation.table] = (*kind.get(violation.table, ()), violation_text(violation, entrants))
    return sentences


def conditions_with(tournament: Tournament, shown: Round, tables: Sequence[Table]) -> Conditions:
    """Return the conditions of a round with these tables.

    In a bracket, all others are out or wait. In a finished round of club nights, and in all rounds of an earlier night,
    all others were not present.
    """
    conditions = conditions_of(tournament)
    night = shown.evening
    is_past = night is not None and (shown.status == Round.Status.CLOSED or night.number != conditions.evening)
    if not (tournament.has_bracket or is_past):
        return conditions
    return replace(conditions, here=frozenset(seat for table in tables for seat in table.seats))


def broken_rules(
    tournament: Tournament, number: int, tables: Sequence[Table], sheet: Sheet, conditions: Conditions
) -> tuple[Violation, ...]:
    """Return every rule that these tables break."""
    drawn_by, entries = format_named(tournament.format), sheet.history.entries
    # In a bracket, earlier opponents, seats and byes do not matter: it decides who meets.
    past = () if as_knockout(drawn_by) else sheet.history.pairings
    before = [pairing for pairing in past if pairing.round < number]
    return violations_of(
        tables,
        entries,
        before,
        conditions,
        drawn_by.table_sizes(tournament.format_options),
        meetings=drawn_by.meetings(entries, tournament.format_options),
        by_points=not (drawn_by.everyone_meets or drawn_by.by_evenings),
    )


def violation_text(fault: Violation, entrants: Entrants) -> str:
    """Return a broken rule in words, with names."""
    names = get_text_list([entrants[entry].name for entry in fault.entries], _("and"))
    return _(fault.template).format(players=names, **in_words(fault.facts))


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
    before = {seat for row in history.pairings if row.round == number - 1 and row.bye is None for seat in row.seats}
    later = number > 1
    kinds = {
        _("New in this round"): [one.id for one in entries if later and one.joined == number and one.id in seated],
        _("Not at a table in the round before"): [
            entry.id
            for entry in entries
            if later
            and entry.joined < number
            and entry.plays_in(number)
            and not entry.bye_in(number)
            and entry.id not in before
            and entry.id in seated
        ],
        _("Withdrew before this round"): [entry.id for entry in entries if entry.left == number and entry.took_part],
    }
    missing = [entry.id for entry in entries if entry.plays_in(number) and entry.bye_in(number)]
    notices = [RoundNotice(title, _entrants_in(listed, entrants)) for title, listed in kinds.items()]
    notices.append(RoundNotice(_("Requested a bye or absent"), _entrants_in(missing, entrants), is_below=True))
    return tuple(notice for notice in notices if notice.entrants)


def _entrants_in(listed: Sequence[int], entrants: Entrants) -> tuple[Entrant, ...]:
    return tuple(entrants[entry] for entry in listed)


@dataclass(frozen=True, slots=True)
class ManagedSeat:
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
class ManagedTable:
    """A table; `is_closed` once it has a report or result, `is_new` if this version changed it.

    `faults` are rules broken by hand, here or by a change elsewhere; `unmet` are wishes that the pairing could not
    meet.
    """

    number: int
    seats: tuple[ManagedSeat, ...]
    reasons: tuple[str, ...]
    faults: tuple[str, ...]
    unmet: tuple[str, ...]
    is_by_hand: bool
    is_closed: bool = False
    is_decided: bool = False
    is_new: bool = False
    dispute: str | None = None
    """The report of its game that an organiser has to decide."""


@dataclass(frozen=True, slots=True)
class ManagedBye:
    """A player without a table, the kind of bye, and its reasons; `faults` and `unmet` as in `DeskTable`."""

    entrant: Entrant
    words: str
    reasons: tuple[str, ...]
    faults: tuple[str, ...]
    unmet: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ManagedRound:
    """The round; `faults` are of the round as a whole, `missing` are active players without a place.

    `absent` are players who were not present at its club night. `stale` lists changes since it was paired, `seen` is
    the token that forms send back.
    """

    number: int
    status: str
    version: int
    changed_at: datetime | None
    seen: str
    tables: tuple[ManagedTable, ...]
    byes: tuple[ManagedBye, ...]
    missing: tuple[Entrant, ...]
    absent: tuple[Entrant, ...]
    faults: tuple[str, ...]
    count_of_faults: int
    count_of_unmet: int
    news: tuple[RoundNotice, ...]
    stale: tuple[str, ...]
    steps: tuple[tuple[RoundStep, str, int], ...]  # each in words, with the number of later ones undone with it

    @property
    def is_untouched(self) -> bool:
        """Whether no table has a report or result."""
        return not any(table.is_closed for table in self.tables)

    @property
    def is_movable(self) -> bool:
        """Whether a table still takes changes."""
        return not all(table.is_closed for table in self.tables)

    @property
    def open_first(self) -> tuple[ManagedTable, ...]:
        """All tables: those still playing, then those finished."""
        return tuple(sorted(self.tables, key=lambda table: table.is_decided))

    @property
    def faulty(self) -> tuple[ManagedTable, ...]:
        """The tables at which manual changes break a rule."""
        return tuple(table for table in self.tables if table.faults)

    @property
    def imperfect(self) -> tuple[ManagedTable, ...]:
        """The tables at which the pairing could not meet a wish."""
        return tuple(table for table in self.tables if table.unmet)

    @property
    def is_played(self) -> bool:
        """Whether all tables are finished."""
        return self.decided == len(self.tables)

    @property
    def decided(self) -> int:
        """How many tables are finished."""
        return sum(table.is_decided for table in self.tables)

    @property
    def has_reasons(self) -> bool:
        """Whether a table has pairing reasons."""
        return any(table.reasons for table in self.tables)

    @property
    def faults_at_byes(self) -> bool:
        """Whether a bye breaks a rule."""
        return any(bye.faults for bye in self.byes)

    @property
    def unmet_at_byes(self) -> bool:
        """Whether a bye leaves a wish unmet."""
        return any(bye.unmet for bye in self.byes)


def round_at(tournament: Tournament, number: int) -> Round | None:
    """Return a round of any status. One query."""
    return tournament.rounds.select_related("evening").filter(number=number).first()


def managed_round(tournament: Tournament, shown: Round, sheet: Sheet, entrants: Entrants) -> ManagedRound:
    """Return the round. At most ten queries beside those of the sheet."""
    rows = list(rows_of(shown))
    tables = tables_of(shown, rows)
    steps = list(shown.steps.order_by("-revision"))
    as_drawn = from_stored(steps[-1].before, shown.number) if steps else tables
    conditions = conditions_with(tournament, shown, as_drawn if tournament.has_bracket else tables)
    violations = broken_rules(tournament, shown.number, tables, sheet, conditions)
    drawn = broken_rules(tournament, shown.number, as_drawn, sheet, conditions) if steps else violations
    broken = split_by_cause(violations, drawn, tables, entrants)
    seated = {seat for table in tables for seat in table.seats}
    without = [entry.id for entry in sheet.history.entries if entry.plays_in(shown.number) and entry.id not in seated]
    missing = [entry for entry in without if conditions.here is None or entry in conditions.here]
    away = sorted({*without} - {*missing}) if shown.evening_id else []
    now = marks_from(sheet.history, conditions, shown.number)
    names = {entry: entrant.name for entry, entrant in entrants.items()}
    return ManagedRound(
        number=shown.number,
        status=shown.status,
        version=shown.version,
        changed_at=shown.changed_at,
        seen=token_of(shown),
        tables=_tables(tournament, shown, rows, tables, sheet, entrants, broken),
        byes=tuple(_bye(table, entrants, broken) for table in tables if table.bye is not None),
        missing=_entrants_in(missing, entrants),
        absent=_entrants_in(away, entrants),
        faults=broken.faults.get(0, ()),
        count_of_faults=sum(map(len, broken.faults.values())),
        count_of_unmet=sum(map(len, broken.unmet.values())),
        news=notices_of(sheet.history, shown.number, entrants, seated),
        stale=tuple(changes_since(shown.drawn_from, now)) if shown.status == Round.Status.DRAFT else (),
        steps=tuple((step, step_text(step, names), later) for later, step in enumerate(steps)),
    )


def _tables(
    tournament: Tournament,
    shown: Round,
    rows: Sequence[Pairing],
    tables: Sequence[Table],
    sheet: Sheet,
    entrants: Entrants,
    broken: BrokenRules,
) -> tuple[ManagedTable, ...]:
    closed = closed_tables(rows) if shown.status != Round.Status.DRAFT else frozenset()
    decided = {pairing.table for pairing in sheet.history.pairings if pairing.round == shown.number and pairing.decided}
    results = _results(tournament, sheet, shown, entrants)
    versions = {row.table: row.version for row in rows}
    disputes = disputes_of(rows)
    disputed = {row.table: disputes.get(row.pk) for row in rows}
    standings = _standings_before(tournament, shown, sheet)
    sat = seats_so_far(sheet, shown.number)
    return tuple(
        ManagedTable(
            number=table.table,
            seats=tuple(
                ManagedSeat(
                    place,
                    entrants[entry],
                    *standings.get(entry, ("", 0)),
                    sat.get(entry, ()),
                    *results.get(entry, ("", False)),
                )
                for place, entry in enumerate(table.seats, start=1)
            ),
            reasons=tuple(
                rule_text_at_table(reason.template, reason.facts, [entrants[entry].name for entry in table.seats])
                for reason in table.reasons
            ),
            faults=broken.faults.get(table.table, ()),
            unmet=broken.unmet.get(table.table, ()),
            is_by_hand=is_by_hand(table.reasons),
            is_closed=table.table in closed,
            is_decided=table.table in closed & decided,
            is_new=shown.version > 1 and versions[table.table] == shown.version,
            dispute=disputed[table.table],
        )
        for table in tables
        if table.bye is None
    )


def _results(tournament: Tournament, sheet: Sheet, shown: Round, entrants: Entrants) -> dict[int, tuple[str, bool]]:
    """Return for each entry of a published round the scores of its games, and whether it is first at its table."""
    if shown.number not in sheet.rounds:
        return {}
    tables = round_views(tournament, sheet, [shown.number], entrants)[0].tables
    seats = [seat for table in tables for seat in table.seats]
    return {seat.entrant.number: (" ".join(seat.figures), seat.is_first) for seat in seats}


def _standings_before(tournament: Tournament, shown: Round, sheet: Sheet) -> dict[int, tuple[str, int]]:
    """Return points, and in a draft places, of the entries when the round was paired; empty in round 1."""
    if shown.status == Round.Status.DRAFT:
        rows = sheet.rows if sheet.rounds else ()
        written = points_column({row.entry: row.points for row in rows})
        return {row.entry: (written[row.entry], row.place) for row in rows}
    before = [pairing for pairing in sheet.history.pairings if pairing.round < shown.number]
    totals = totals_of(sheet.history.entries, before, scoring_named(tournament.scoring)) if before else {}
    return {entry: (written, 0) for entry, written in points_column(totals).items()}


def seats_so_far(sheet: Sheet, number: int) -> dict[int, tuple[int, ...]]:
    """Return each entry's seats in earlier rounds, from 1, oldest first."""
    sat: dict[int, tuple[int, ...]] = {}
    for pairing in sheet.history.pairings:
        if pairing.round < number and pairing.bye is None:
            for place, entry in enumerate(pairing.seats, start=1):
                sat[entry] = (*sat.get(entry, ()), place)
    return sat


def _bye(table: Table, entrants: Entrants, broken: BrokenRules) -> ManagedBye:
    return ManagedBye(
        entrant=entrants[table.seats[0]],
        words=str(Pairing.Bye(table.bye or Bye.REST).label),
        reasons=tuple(rule_text(reason.template, reason.facts) for reason in table.reasons),
        faults=broken.faults.get(table.table, ()),
        unmet=broken.unmet.get(table.table, ()),
    )
