"""Correct and withdraw results: a new row supersedes the one that counted, at the position of the first.

No row is changed or deleted: the history stays readable.
"""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.audit_log import Fact, note
from league.accounts.models import Account, Player
from league.accounts.queries import player_of
from league.results.draft_checks import check_draft
from league.results.drafts import ResultDraft, SeatResult, seats_of
from league.results.early_endings import is_rated
from league.results.errors import CorrectedMeanwhile, NothingCorrected, OtherPlayers, WithoutReason, WrongEntry
from league.results.models import Pool, Result, ResultSeat
from league.results.permissions import require_corrector
from league.results.queries import Chain, chain_of
from league.results.services.ledger import announce_on_commit, check_players, lock_pool
from league.results.signals import result_corrected
from league.results.subjects import Table, locked_table, table_of, tournament_of

LONGEST_REASON = 400  # characters


@transaction.atomic
def correct_result(
    *,
    result: Result,
    seats: tuple[SeatResult, ...],
    reason: str,
    by: Account | None,
    how: str = Result.How.PLAYED,
    evidence: UUID | None = None,
    ending: str = "",
) -> Result:
    """Replace `result`, the row that `by` saw, with a corrected one; return the new row. Idempotent.

    A correction also restores a withdrawn result. Players can be replaced, except in a game of a tournament and in a
    match on the server. `evidence` replaces the linked record, if given. `ending` says how the game ended early;
    `seats` is then the result by the rule for that ending.

    Raise `MayNotCorrect`, `WithoutReason`, `NothingCorrected`, `OtherPlayers`, `CorrectedMeanwhile`, or any
    `RefusedResult` of the ledger.
    """
    if how == Result.How.WITHDRAWN:
        raise WrongEntry(_("A correction needs at least one seat. To remove the result, withdraw it."))
    draft = ResultDraft(result.subject, tuple(seats), how, evidence, ending=ending)
    return _supersede(result, draft, checked_reason(reason), by)


@transaction.atomic
def withdraw_result(*, result: Result, reason: str, by: Account | None) -> Result:
    """Withdraw `result`, the row that `by` saw, so that it no longer counts; return the new row. Idempotent.

    The match or record behind it stays. A correction restores the result.
    Raise `MayNotCorrect`, `WithoutReason`, `NothingCorrected` and `CorrectedMeanwhile`.
    """
    return _supersede(result, ResultDraft.withdrawn(result.subject), checked_reason(reason), by)


@transaction.atomic
def check_correction(*, chain: Chain, expected: Result, draft: ResultDraft) -> None:
    """Raise the error that `correct_result` or `withdraw_result` would raise, without saving anything."""
    if chain.now.pk != expected.pk:
        raise _conflict(chain.now)
    _check_version(chain, draft, _fixed_players(chain, locked_table(chain.subject)))


def fixed_players(chain: Chain) -> list[Player] | None:
    """Return the fixed players of a tournament game or a match on the server; None if players can be replaced."""
    fixed = _fixed_players(chain, table_of(chain.subject))
    if fixed is None:
        return None
    players = Player.objects.in_bulk(fixed)
    return [players[key] for key in fixed]


def checked_reason(reason: str) -> str:
    """Return the reason without outer spaces. Raise `WithoutReason` for none, or one that is too long to keep."""
    reason_text = reason.strip()
    if not reason_text:
        raise WithoutReason(_("Enter a reason for the correction."), field="reason")
    if len(reason_text) > LONGEST_REASON:
        sentence = _("The reason has %(given)d characters. The maximum is %(most)d.")
        raise WithoutReason(sentence % {"given": len(reason_text), "most": LONGEST_REASON}, field="reason")
    return reason_text


def _fixed_players(chain: Chain, table: Table | None) -> tuple[int, ...] | None:
    if table is not None:
        return table.players
    if chain.was_played_here:
        return tuple(seat.player_id for seat in chain.seats)
    return None


def _supersede(expected: Result, draft: ResultDraft, reason: str, by: Account | None) -> Result:
    table = locked_table(expected.subject)  # before the pool, as everywhere
    position = lock_pool(expected.pool)
    chain = chain_of(expected.subject)
    require_corrector(by, chain)
    enterer = player_of(by) if by else None
    if chain.now.pk != expected.pk:
        return _sent_again(chain, expected, draft, reason, enterer)
    _check_version(chain, draft, _fixed_players(chain, table))
    counts = draft.counts and is_rated(chain.pool.game, draft.ending, table.endings if table else {})
    new = Result.objects.create(
        pool=chain.pool,
        number=position.number,
        subject=chain.subject,
        supersedes=chain.now,
        how=draft.how,
        ending=draft.ending,
        is_rated=counts and chain.may_be_rated,
        evidence=draft.evidence or chain.now.evidence,
        block=chain.first.block,
        reason=reason,
        entered_by=enterer,
        entered_at=position.entered_at,
        played_at=chain.first.played_at,
    )
    ResultSeat.objects.bulk_create(
        ResultSeat(result=new, seat=at, **seat._asdict()) for at, seat in enumerate(draft.seats)
    )
    Pool.objects.filter(pk=chain.pool.pk).update(next_number=position.number + 1)
    _note(new, chain.first.number, table, by)
    result_corrected.send(sender=Result, result=new)
    announce_on_commit(chain.pool.pk, [chain.subject])
    return new


def _sent_again(chain: Chain, expected: Result, draft: ResultDraft, reason: str, enterer: Player | None) -> Result:
    """Return the row that the same request has already made, or raise if another correction came first."""
    now = chain.now
    made = (now.supersedes_id, now.how, now.ending, now.reason, now.entered_by, seats_of(now))
    if made == (expected.pk, draft.how, draft.ending, reason, enterer, draft.seats):
        return now
    raise _conflict(now)


def _conflict(now: Result) -> CorrectedMeanwhile:
    sentence = _("%(who)s corrected this result in the meantime. Compare both versions, then decide again.")
    return CorrectedMeanwhile(sentence % {"who": now.entered_by or "Moothill"})


def _check_version(chain: Chain, draft: ResultDraft, fixed: tuple[int, ...] | None) -> None:
    """Raise an error if the new version is invalid; `fixed` are the ids of the fixed players, if any.

    An earlier version of the same result is always valid, even if its places contradict its points.
    """
    if (chain.now.how, chain.now.ending, seats_of(chain.now)) == (draft.how, draft.ending, draft.seats):
        raise NothingCorrected(_("The correction changes nothing. Change the result, or cancel."))
    if draft.how == Result.How.WITHDRAWN:
        return
    if fixed is not None and {seat.player_id for seat in draft.seats} != set(fixed):
        raise OtherPlayers(
            _("The players of a bot match cannot change. Correct only scores and places.")
            if chain.was_played_here
            else _("These players are not in the pairing of this table. Enter the result of its players.")
        )
    if chain.had(draft):
        return
    check_draft(draft, chain.pool.seats)
    check_players(chain.pool, [draft])


def _note(row: Result, number: int, table: Table | None, by: Account | None) -> None:
    """Log the correction for the club and the tournament; `number` is that of the first row, as on pages."""
    if row.how == Result.How.WITHDRAWN:
        verb = "result-withdrawn"
        template = gettext_noop("Result %(number)d of %(leaderboard)s was withdrawn.")
    else:
        verb = "result-corrected"
        template = gettext_noop("Result %(number)d of %(leaderboard)s was corrected.")
    club = row.pool.club.public_id if row.pool.club else table.club.public_id if table else ""
    facts: dict[str, Fact] = {"number": number, "leaderboard": row.pool.name}
    note(verb, template, by=by, club=club, event=tournament_of(table), facts=facts)
