"""An organiser decides a disputed game."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from league.accounts.models import Account
from league.accounts.queries import player_of
from league.clubs.permissions import rights_of
from league.results.drafts import ResultDraft, SeatResult, Word, is_rated, word_of
from league.results.errors import DecidedAlready, NotAtTheTable, WrongTable
from league.results.models import Pool, Report, Result
from league.results.services.corrections import checked_reason, correct_result
from league.results.services.ledger import enter_results
from league.results.states import (
    ReportGroup,
    Status,
    announce_group,
    follow_ledger,
    lock_group,
    note_decision,
    put_aside,
)


@transaction.atomic
def decide_reports(
    *,
    subject: UUID,
    by: Account,
    seats: Sequence[SeatResult] | None = None,
    report: Report | None = None,
    reason: str,
    how: str = Result.How.PLAYED,
    ending: str = "",
) -> None:
    """Resolve the open reports of a game: with one of them, with another result, or with none.

    The result enters the ledger as the organiser's; all reports are closed, with the reason for their authors. With
    neither `seats` nor `report` no result is entered, and the game can be reported again. `ending` says how the game
    ended early; `seats` is then the result by the rule for that ending. Raise `NotAtTheTable` unless `by` organises the
    club, `WithoutReason`, `DecidedAlready`, `RefusedResult` and `WrongMoment`.
    """
    case = lock_group(subject)
    if not case.live:
        raise DecidedAlready(_("All reports of this game are already resolved."))
    _check_organiser(by, case)
    why = checked_reason(reason)
    entry = _entry(case, seats, report, how, ending)
    note_decision(case, by)
    if entry is None:
        put_aside(case.live, Status.OVERRULED, by=player_of(by), why=why)
        announce_group(case)
        return
    _enter(case, entry, by, why)
    follow_ledger(case, by=player_of(by), why=why)


@transaction.atomic
def enter_over_reports(*, pool: Pool, entries: Sequence[ResultDraft], by: Account | None) -> list[Result]:
    """Enter what somebody typed who may, as `enter_results` does, and close the reports about the same games.

    For what the sheet of an organiser says: the caller holds the lock of the tournament.
    """
    player = player_of(by) if by else None
    reported = set(Report.objects.filter(subject__in=[entry.subject for entry in entries]).values_list("subject"))
    cases = [lock_group(subject) for (subject,) in sorted(reported)]
    results = enter_results(pool=pool, entries=entries, by=player)
    for case in cases:
        follow_ledger(case, by=player)
    return results


def _check_organiser(by: Account, case: ReportGroup) -> None:
    club = case.live[0].club
    if not rights_of(by, club).organise:
        raise NotAtTheTable(
            _("Only an organiser of %(club)s can resolve this dispute. Ask one of them.") % {"club": club}
        )


def _entry(
    case: ReportGroup, seats: Sequence[SeatResult] | None, report: Report | None, how: str, ending: str
) -> ResultDraft | None:
    if report is not None:
        chosen = case.row(report)
        return case.entry_of(chosen)
    if seats is None:
        return None
    typed = tuple(seats)
    if case.table and tuple(seat.player_id for seat in typed) != case.table.players:
        raise WrongTable(
            _("The players or seats differ from the pairing. Enter the result with the players of the pairing.")
        )
    same = case.saying(Word(how, ending, frozenset(typed)))
    evidence = same.evidence if same else None
    rated = is_rated(case.live[0].pool.game, ending, case.table.endings if case.table else {})
    played_at = case.live[0].played_at
    return ResultDraft(case.subject, typed, how, evidence, played_at=played_at, is_rated=rated, ending=ending)


def _enter(case: ReportGroup, entry: ResultDraft, by: Account, why: str) -> None:
    if case.result is None and case.table and case.table.closed:
        raise case.table.closed
    if case.result is None:
        enter_results(pool=case.live[0].pool, entries=[entry], by=player_of(by))
    elif word_of(case.result) != Word(entry.how, entry.ending, frozenset(entry.seats)):
        correct_result(
            result=case.result,
            seats=entry.seats,
            reason=why,
            by=by,
            how=entry.how,
            evidence=entry.evidence,
            ending=entry.ending,
        )
