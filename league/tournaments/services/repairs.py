"""Repair of a published round for absent and late players, moving as few players as possible."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.models import Account
from league.competition.format import Bye, Entry, Pairing, Reason, seats_in_leg
from league.competition.formats import format_named
from league.competition.repair import repair
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Result
from league.results.services.ledger import enter_results
from league.tournaments.errors import ChangeRefused, WrongMoment
from league.tournaments.models import Round, RoundStep, Tournament
from league.tournaments.pairing_edits import Said, Tables, numbered
from league.tournaments.permissions import locked_for_organiser
from league.tournaments.queries.history import conditions_of, history_of
from league.tournaments.queries.rounds import closed_tables, rows_of, tables_of, token_of
from league.tournaments.services.pairing_changes import held_round, rearrange
from league.tournaments.services.presence import mark_absent, mark_here
from league.tournaments.services.progress import go_on
from league.tournaments.services.revisions import noted
from league.tournaments.suggested_settings import preferred_size

STAYED_AWAY = gettext_noop("Absent when the round was published.")
REPAIRED = gettext_noop("Round repaired. Absent: %(gone)d, late: %(come)d, moved: %(moved)d.")


@dataclass(frozen=True, slots=True)
class Absences:
    """Numbers of entries that did not come (`gone`) and came late (`come`), and of tables in play (`playing`)."""

    gone: frozenset[int]
    come: frozenset[int]
    playing: frozenset[int] = frozenset()


@transaction.atomic
def repair_round(
    *, tournament: Tournament, number: int, absences: Absences, seen: str, by: Account | None, why: str = ""
) -> RoundStep:
    """Repair a published round and publish it as its next version.

    Absent players get a zero-point bye and stay in the tournament. Tables in play or with a report do not change.
    """
    event, published = held_round(tournament, number, by, seen)
    tables, moved = repaired(event, published, absences)
    facts = {"gone": len(absences.gone), "come": len(absences.come), "moved": moved}
    reason = why.strip() or _("absent or late players")
    step = rearrange(event, published, tables, Said(REPAIRED, facts), by, reason)
    gone = event.entries.filter(number__in=absences.gone).values_list("player_id", flat=True)
    mark_absent(published, list(gone))
    mark_here(published, absences.come)
    return step


@transaction.atomic
def join_table(*, tournament: Tournament, number: int, entry: int, table: int, by: Account | None) -> RoundStep:
    """Seat a late player at a table of a published round that has room; nobody else moves."""
    event = locked_for_organiser(tournament, by)
    published = event.rounds.filter(number=number).first()
    if published is None:
        raise WrongMoment(_("Round %(round)d is not published.") % {"round": number})
    rows = list(rows_of(published))
    others = frozenset(row.table for row in rows if row.table != table and not row.bye)
    absences = Absences(frozenset(), frozenset({entry}), others)
    tables, _moved = repaired(event, published, absences)
    if not any(one.table == table and entry in one.seats for one in tables):
        raise ChangeRefused(_("Table %(table)d is full. Choose another table.") % {"table": table})
    reason = _("late")
    return repair_round(tournament=event, number=number, absences=absences, seen=token_of(published), by=by, why=reason)


def repaired(event: Tournament, published: Round, absences: Absences) -> tuple[Tables, int]:
    """Return the repaired tables and the number of entries that move, without saving. Raise `ChangeRefused`."""
    if event.has_bracket:
        raise ChangeRefused(_("A knockout has no substitutes. Decide the match of the absent player by forfeit."))
    rows = list(rows_of(published))
    drawn = tables_of(published, rows)
    closed = closed_tables(rows) | absences.playing
    _check_absences(published, drawn, absences, closed)
    history = history_of(event.pk)
    byes = {table.seats[0]: table.bye for table in drawn if table.bye is not None}
    entries = [_as_they_are(one, published.number, byes, absences) for one in history.entries]
    mended = repair(
        tuple(table for table in drawn if table.bye is None or table.seats[0] not in absences.come),
        entries,
        [pairing for pairing in history.pairings if pairing.round < published.number],
        conditions_of(event),
        format_named(event.format).table_sizes(event.format_options),
        preferred_size(event),
        gone=absences.gone - byes.keys(),
        arrivals=absences.come,
        closed=closed,
    )
    reason = (Reason(STAYED_AWAY),)
    last = max((table.table for table in drawn), default=0)
    stay = [one for one in mended.pairings if one.bye is None or one.seats[0] not in absences.gone]
    away = [
        Pairing(drawn[0].round, last + place, (entry,), bye=Bye.ZERO, reasons=reason, decided=True)
        for place, entry in enumerate(sorted(absences.gone), start=1)
    ]
    return numbered([*stay, *away]), len(mended.moved)


@transaction.atomic
def forfeit_table(
    *, tournament: Tournament, number: int, table: int, away: Collection[int], seen: str, by: Account | None
) -> None:
    """Decide a table's open games by forfeit: players who came share 1st place; if nobody came, nobody scores.

    `away` are the absent entries. Raise the same errors as `change_round`, and `ChangeRefused` if `away` is empty.
    """
    event, published = held_round(tournament, number, by, seen)
    if published.status != Round.Status.PUBLISHED:
        raise WrongMoment(
            _("Round %(round)d is not published yet. Remove the players from the draft.") % {"round": number}
        )
    rows = list(rows_of(published))
    row = next((one for one in rows if one.table == table and not one.bye), None)
    if row is None or not {seat.entry.number for seat in row.seats.all()}.intersection(away):
        raise ChangeRefused(_("Choose the absent players of the table."))
    if table in closed_tables(rows):
        raise WrongMoment(
            _("Table %(table)d already has a report or a result. Correct the result instead.") % {"table": table}
        )
    entries = [seat.entry for seat in row.seats.all()]
    places = forfeit_places([entry.number for entry in entries], away)
    seats = [SeatResult(entry.player_id, 0, place) for entry, place in zip(entries, places, strict=True)]
    games = [
        ResultDraft(
            subject=leg.subject,
            seats=seats_in_leg(seats, leg.number),
            how=Result.How.FORFEIT,
            is_rated=False,
        )
        for leg in row.legs.all()
    ]
    enter_results(pool=event.pool, entries=games, by=getattr(by, "player", None))
    mark_absent(published, [one.player_id for one in entries if one.number in away])
    message = gettext_noop("Table %(table)d of round %(round)d was decided by forfeit.")
    noted(event, "table-forfeited", message, by, table=table, round=number)
    go_on(event)


def forfeit_places(seats: Collection[int], away: Collection[int]) -> list[int]:
    """Return the places of a forfeit; if everybody is absent, all get the last place, which scores nothing."""
    came = sum(seat not in away for seat in seats)
    last = came + 1 if came else len(seats)
    return [last if seat in away else 1 for seat in seats]


def _as_they_are(entry: Entry, number: int, byes: Mapping[int, Bye], absences: Absences) -> Entry:
    """Return the entry as the repair sees it: late players have joined, and granted byes are kept."""
    if entry.id in absences.come:
        return replace(entry, joined=min(entry.joined, number))
    bye = byes.get(entry.id)
    if bye in {Bye.HALF, Bye.ZERO} and entry.bye_in(number) is None:
        return replace(entry, byes=(*entry.byes, (number, bye)))
    return entry


def _check_absences(published: Round, drawn: Tables, absences: Absences, closed: Collection[int]) -> None:
    if published.status != Round.Status.PUBLISHED:
        raise WrongMoment(_("Round %(round)d is not published.") % {"round": published.number})
    if not absences.gone and not absences.come:
        raise ChangeRefused(_("Choose the absent or late players."))
    at = {seat: table for table in drawn for seat in table.seats}
    for entry in absences.gone:
        if entry in at and at[entry].table in closed:
            raise ChangeRefused(
                _("Table %(table)d has started or has a report. Choose absent players from other tables.")
                % {"table": at[entry].table}
            )
    if absences.come & {seat for seat, table in at.items() if table.bye is None} or absences.gone & absences.come:
        raise ChangeRefused(_("A late player already has a seat. Choose only players without a seat."))
