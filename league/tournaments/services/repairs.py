"""Repair of a published round for absent and late players, moving as few players as possible."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.models import Account
from league.accounts.queries import player_of
from league.competition.format import Bye, Entry, Pairing, Reason, seats_in_leg
from league.competition.formats import format_named
from league.competition.repair import repair
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Result
from league.results.services.ledger import enter_results
from league.tournaments.errors import ChangeRefused, WrongMoment
from league.tournaments.models import Round, RoundStep, Tournament
from league.tournaments.pairing_edits import Tables, numbered
from league.tournaments.permissions import locked_for_organiser
from league.tournaments.queries.history import conditions_of, history_of
from league.tournaments.queries.rounds import closed_tables, rows_of, tables_of, token_of
from league.tournaments.services.pairing_changes import lock_round, replace_tables
from league.tournaments.services.presence import mark_absent, mark_here
from league.tournaments.services.publishing import continue_tournament
from league.tournaments.services.revisions import log_change
from league.tournaments.suggested_settings import preferred_size

ABSENT_WHEN_PUBLISHED = gettext_noop("Absent when the round was published.")
REPAIRED = gettext_noop("Round repaired. Absent: %(gone)d, late: %(come)d, moved: %(moved)d.")


@dataclass(frozen=True, slots=True)
class Absences:
    """Numbers of entries that are absent or arrived late, and of tables that have started (`playing`)."""

    absent: frozenset[int]
    late: frozenset[int]
    playing: frozenset[int] = frozenset()


@transaction.atomic
def repair_round(
    *, tournament: Tournament, number: int, absences: Absences, seen: str, by: Account | None, why: str = ""
) -> RoundStep:
    """Repair a published round and publish it as its next version.

    Absent players get a zero-point bye and stay in the tournament. Tables in play or with a report do not change.
    """
    tournament, published = lock_round(tournament, number, by, seen)
    tables, moved = repaired_tables(tournament, published, absences)
    facts = {"gone": len(absences.absent), "come": len(absences.late), "moved": moved}
    reason = why.strip() or _("absent or late players")
    step = replace_tables(tournament, published, tables, REPAIRED, facts, by, reason)
    absent = tournament.entries.filter(number__in=absences.absent).values_list("player_id", flat=True)
    mark_absent(published, list(absent))
    mark_here(published, absences.late)
    return step


@transaction.atomic
def join_table(*, tournament: Tournament, number: int, entry: int, table: int, by: Account | None) -> RoundStep:
    """Seat a late player at a table of a published round that has room; nobody else moves."""
    tournament = locked_for_organiser(tournament, by)
    published = tournament.rounds.filter(number=number).first()
    if published is None:
        raise WrongMoment(_("Round %(round)d is not published."), round=number)
    rows = list(rows_of(published))
    others = frozenset(row.table for row in rows if row.table != table and not row.bye)
    absences = Absences(frozenset(), frozenset({entry}), others)
    tables, _moved = repaired_tables(tournament, published, absences)
    if not any(row.table == table and entry in row.seats for row in tables):
        raise ChangeRefused(_("Table %(table)d is full. Choose another table."), table=table)
    reason = _("late")
    return repair_round(
        tournament=tournament, number=number, absences=absences, seen=token_of(published), by=by, why=reason
    )


def repaired_tables(tournament: Tournament, published: Round, absences: Absences) -> tuple[Tables, int]:
    """Return the repaired tables and the number of entries that move, without saving. Raise `ChangeRefused`."""
    if tournament.has_bracket:
        raise ChangeRefused(_("A knockout has no substitutes. Decide the match of the absent player by forfeit."))
    rows = list(rows_of(published))
    drawn = tables_of(published, rows)
    closed = closed_tables(rows) | absences.playing
    _check_absences(published, drawn, absences, closed)
    history = history_of(tournament.pk)
    byes = {table.seats[0]: table.bye for table in drawn if table.bye is not None}
    entries = [_entry_for_repair(entry, published.number, byes, absences) for entry in history.entries]
    result = repair(
        tuple(table for table in drawn if table.bye is None or table.seats[0] not in absences.late),
        entries,
        [pairing for pairing in history.pairings if pairing.round < published.number],
        conditions_of(tournament),
        format_named(tournament.format).table_sizes(tournament.format_options),
        preferred_size(tournament),
        gone=absences.absent - byes.keys(),
        arrivals=absences.late,
        closed=closed,
    )
    last = max((table.table for table in drawn), default=0)
    staying = [pairing for pairing in result.pairings if pairing.bye is None or pairing.seats[0] not in absences.absent]
    return numbered([*staying, *_zero_point_byes(published, absences.absent, last)]), len(result.moved)


def _zero_point_byes(published: Round, absent: Collection[int], last: int) -> list[Pairing]:
    """Return a bye for each absent entry, numbered after the table `last`."""
    reasons = (Reason(ABSENT_WHEN_PUBLISHED),)
    return [
        Pairing(published.number, number, (entry,), bye=Bye.ZERO, reasons=reasons, decided=True)
        for number, entry in enumerate(sorted(absent), start=last + 1)
    ]


@transaction.atomic
def forfeit_table(
    *, tournament: Tournament, number: int, table: int, away: Collection[int], seen: str, by: Account | None
) -> None:
    """Decide a table's open games by forfeit: players who came share 1st place; if nobody came, nobody scores.

    `away` are the numbers of the absent entries. Raise as `change_round`, and `ChangeRefused` if `away` is empty.
    """
    tournament, published = lock_round(tournament, number, by, seen)
    if published.status != Round.Status.PUBLISHED:
        raise WrongMoment(_("Round %(round)d is not published yet. Remove the players from the draft."), round=number)
    rows = list(rows_of(published))
    row = next((pairing for pairing in rows if pairing.table == table and not pairing.bye), None)
    if row is None or not {seat.entry.number for seat in row.seats.all()}.intersection(away):
        raise ChangeRefused(_("Choose the absent players of the table."))
    if table in closed_tables(rows):
        raise WrongMoment(
            _("Table %(table)d already has a report or a result. Correct the result instead."), table=table
        )
    entries = [seat.entry for seat in row.seats.all()]
    places = forfeit_places([entry.number for entry in entries], away)
    seats = [SeatResult(entry.player_id, 0, place) for entry, place in zip(entries, places, strict=True)]
    games = [
        ResultDraft(subject=leg.subject, seats=seats_in_leg(seats, leg.number), how=Result.How.FORFEIT, is_rated=False)
        for leg in row.legs.all()
    ]
    enter_results(pool=tournament.pool, entries=games, by=player_of(by) if by else None)
    mark_absent(published, [entry.player_id for entry in entries if entry.number in away])
    message = gettext_noop("Table %(table)d of round %(round)d was decided by forfeit.")
    log_change(tournament, "table-forfeited", message, by, table=table, round=number)
    continue_tournament(tournament)


def forfeit_places(seats: Collection[int], away: Collection[int]) -> list[int]:
    """Return the places of a forfeit; if everybody is absent, all get the last place, which scores nothing."""
    present = sum(seat not in away for seat in seats)
    last = present + 1 if present else len(seats)
    return [last if seat in away else 1 for seat in seats]


def _entry_for_repair(entry: Entry, number: int, byes: Mapping[int, Bye], absences: Absences) -> Entry:
    """Return the entry as the repair sees it: late players have joined, and granted byes are kept."""
    if entry.id in absences.late:
        return replace(entry, joined=min(entry.joined, number))
    bye = byes.get(entry.id)
    if bye in {Bye.HALF, Bye.ZERO} and entry.bye_in(number) is None:
        return replace(entry, byes=(*entry.byes, (number, bye)))
    return entry


def _check_absences(published: Round, drawn: Tables, absences: Absences, closed: Collection[int]) -> None:
    if published.status != Round.Status.PUBLISHED:
        raise WrongMoment(_("Round %(round)d is not published."), round=published.number)
    if not absences.absent and not absences.late:
        raise ChangeRefused(_("Choose the absent or late players."))
    at = {seat: table for table in drawn for seat in table.seats}
    for entry in absences.absent:
        if entry in at and at[entry].table in closed:
            raise ChangeRefused(
                _("Table %(table)d has started or has a report. Choose absent players from other tables."),
                table=at[entry].table,
            )
    if absences.late & {seat for seat, table in at.items() if table.bye is None} or absences.absent & absences.late:
        raise ChangeRefused(_("A late player already has a seat. Choose only players without a seat."))
