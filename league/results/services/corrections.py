"""Correct and withdraw results: a new row supersedes the one that counted, at the position of the first.

No row is changed or deleted: the history stays readable.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from league.accounts.models import Account, Player
from league.accounts.queries import player_of
from league.results.drafts import Chain, ResultDraft, SeatResult, check_draft, is_rated, seats_of
from league.results.errors import CorrectedMeanwhile, NothingCorrected, OtherPlayers, WithoutReason, WrongEntry
from league.results.models import Pool, Result, ResultSeat
from league.results.permissions import require_corrector
from league.results.queries import chain_of
from league.results.services.ledger import LedgerPosition, announce_on_commit, check_players, lock_pool
from league.results.signals import result_corrected
from league.results.states import note_correction
from league.results.subjects import Table, locked_table

LONGEST_REASON = 400  # letters


@dataclass(frozen=True, slots=True)
class _Version:
    """The content of the new row."""

    how: str
    seats: tuple[SeatResult, ...]
    reason: str
    by: Account | None
    evidence: UUID | None
    ending: str = ""


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
    return _supersede(result, _Version(how, tuple(seats), checked_reason(reason), by, evidence, ending))


@transaction.atomic
def withdraw_result(*, result: Result, reason: str, by: Account | None) -> Result:
    """Withdraw `result`, the row that `by` saw, so that it no longer counts; return the new row. Idempotent.

    The match or record behind it stays. A correction restores the result.
    Raise `MayNotCorrect`, `WithoutReason`, `NothingCorrected` and `CorrectedMeanwhile`.
    """
    return _supersede(result, _Version(Result.How.WITHDRAWN, (), checked_reason(reason), by, None))


@transaction.atomic
def check_correction(chain: Chain, seen: Result, how: str, seats: tuple[SeatResult, ...], ending: str = "") -> None:
    """Raise the error that `correct_result` or `withdraw_result` would raise, without saving anything."""
    if chain.now.pk != seen.pk:
        raise _meanwhile(chain.now)
    entry = ResultDraft(chain.subject, seats, how, ending=ending)
    _check_version(chain, entry, _settled(chain, locked_table(chain.subject)))


@transaction.atomic
def players_settled(chain: Chain) -> list[Player] | None:
    """Return the fixed players of a tournament game or a match on the server; None if players can be replaced."""
    settled = _settled(chain, locked_table(chain.subject))
    if settled is None:
        return None
    players = Player.objects.in_bulk(settled)
    return [players[key] for key in settled]


@transaction.atomic
def endings_chosen(subject: UUID) -> Mapping[str, str]:
    """Return the tournament's rules for games that end early, by kind; empty outside tournaments."""
    return _chosen(locked_table(subject))


def checked_reason(reason: str) -> str:
    """Return the reason without outer spaces; raises `WithoutReason` for none, or one that is too long to keep."""
    given = reason.strip()
    if not given:
        raise WithoutReason(_("Enter a reason for the correction."), field="reason")
    if len(given) > LONGEST_REASON:
        sentence = _("The reason has %(given)d characters. The maximum is %(most)d.")
        raise WithoutReason(sentence % {"given": len(given), "most": LONGEST_REASON}, field="reason")
    return given


def _check_version(chain: Chain, entry: ResultDraft, settled: Sequence[int] | None) -> None:
    """Raise an error if the version is invalid; `settled` are the ids of the fixed players, if any.

    An earlier version of the same result is always valid, even if its places contradict its points.
    """
    if (chain.now.how, chain.now.ending, seats_of(chain.now)) == (entry.how, entry.ending, entry.seats):
        raise NothingCorrected(_("The correction changes nothing. Change the result, or cancel."))
    if entry.how == Result.How.WITHDRAWN:
        return
    _check_settled(chain, entry.seats, settled)
    if chain.stood_once(entry.how, entry.seats, entry.ending):
        return
    check_draft(entry, chain.pool.seats)
    check_players(chain.pool, [entry])


def _chosen(table: Table | None) -> Mapping[str, str]:
    return table.endings if table else {}


def _settled(chain: Chain, table: Table | None) -> tuple[int, ...] | None:
    if table is not None:
        return table.players
    if chain.was_played_here:
        return tuple(seat.player_id for seat in chain.seats)
    return None


def _supersede(seen: Result, version: _Version) -> Result:
    table = locked_table(seen.subject)  # before the pool, as everywhere
    place = lock_pool(seen.pool)
    chain = chain_of(seen.subject)
    require_corrector(version.by, chain)
    if chain.now.pk != seen.pk:
        return _sent_again(chain, seen, version)
    entry = ResultDraft(chain.subject, version.seats, version.how, ending=version.ending)
    _check_version(chain, entry, _settled(chain, table))
    new = _insert(chain, version, place, _chosen(table))
    note_correction(new, chain.first.number, table, version.by)
    result_corrected.send(sender=Result, result=new)
    announce_on_commit(chain.pool.pk, [chain.subject])
    return new


def _sent_again(chain: Chain, seen: Result, version: _Version) -> Result:
    """Return the row that the same request has already made, or raise if another correction came first."""
    now = chain.now
    made = (now.supersedes_id, now.how, now.ending, now.reason, now.entered_by, seats_of(now))
    if made == (seen.pk, version.how, version.ending, version.reason, _player(version.by), version.seats):
        return now
    raise _meanwhile(now)


def _meanwhile(now: Result) -> CorrectedMeanwhile:
    sentence = _("%(who)s corrected this result in the meantime. Compare both versions, then decide again.")
    return CorrectedMeanwhile(sentence % {"who": now.entered_by or "Moothill"}, now=now)


def _check_settled(chain: Chain, seats: tuple[SeatResult, ...], settled: Sequence[int] | None) -> None:
    if settled is None or {seat.player_id for seat in seats} == set(settled):
        return
    if chain.was_played_here:
        raise OtherPlayers(_("The players of a bot match cannot change. Correct only scores and places."))
    raise OtherPlayers(_("These players are not in the pairing of this table. Enter the result of its players."))


def _insert(chain: Chain, version: _Version, place: LedgerPosition, chosen: Mapping[str, str]) -> Result:
    counts = version.how == Result.How.PLAYED and is_rated(chain.pool.game, version.ending, chosen)
    row = Result.objects.create(
        pool=chain.pool,
        number=place.number,
        subject=chain.subject,
        supersedes=chain.now,
        how=version.how,
        ending=version.ending,
        is_rated=counts and chain.may_be_rated,
        evidence=version.evidence or chain.now.evidence,
        block=chain.first.block,
        reason=version.reason,
        entered_by=_player(version.by),
        entered_at=place.entered_at,
        played_at=chain.first.played_at,
    )
    ResultSeat.objects.bulk_create(
        ResultSeat(result=row, seat=at, **seat._asdict()) for at, seat in enumerate(version.seats)
    )
    Pool.objects.filter(pk=chain.pool.pk).update(next_number=place.number + 1)
    return row


def _player(account: Account | None) -> Player | None:
    return player_of(account) if account else None
