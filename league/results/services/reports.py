"""Players submit, confirm, dispute and withdraw reports."""

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from league.accounts.models import Player
from league.clubs.models import Club
from league.common.locks import advisory_lock
from league.results.draft_checks import check_draft, check_time
from league.results.drafts import ResultDraft, outcome_key
from league.results.errors import DecidedAlready, NotAtTheTable, RefusedReport, SentOtherwise, WrongPlayer, WrongTable
from league.results.models import Pool, Report, ReportAnswer, ReportSeat, Result
from league.results.services.ledger import check_players
from league.results.services.notifications import ask_to_confirm
from league.results.states import (
    CONFIRM,
    DISPUTE,
    WITHDRAW,
    ReportGroup,
    Status,
    database_time,
    evaluate,
    is_scorer_at,
    lock_group,
)
from league.results.subjects import Table

How = Result.How


@transaction.atomic
def submit_report(
    *, draft: ResultDraft, pool: Pool, club: Club, key: UUID, by: Player, via: UUID | None = None
) -> Report:
    """Save a reported result, and enter it into the ledger if nobody else has to confirm it.

    `draft.subject` is that of the tournament game, of the answered report, or `own_subject(by, key)` for a game outside
    tournaments that nobody has reported yet. `via` is the table link by which somebody without an account reports for
    `by`: for that seat of that table only, and never with a scorer's rights.

    Return the report: a new one, the one sent before with this key, or another player's identical report, which this
    one confirms. A report that differs makes both disputed; a new report of the same person replaces their earlier one.

    Raise `NotAtTheTable`, `SentOtherwise`, `DecidedAlready`, `RefusedReport`, `RefusedResult` (by the ledger) and
    `WrongMoment` (by the tournament).
    """
    advisory_lock(f"results.report.{by.public_id}.{key}")  # a second request with this key waits
    before = Report.objects.filter(by=by, key=key).prefetch_related("seats").first()
    if before is not None:
        return _report_sent_before(before, draft)
    group = lock_group(draft.subject)
    report = Report(
        subject=draft.subject,
        pool=pool,
        club=club,
        by=by,
        key=key,
        how=draft.how,
        ending=draft.ending,
        needs=group.table.needs if group.table else 1,
        via=via,
        sheet=draft.sheet,
        evidence=draft.evidence,
    )
    _check_report(report, draft, group)
    report.played_at = draft.played_at or database_time()
    if group.result is not None:
        return _add_to_decided_game(report, draft, group)
    saved = _evaluate(_save_or_confirm(report, draft, group), group)
    if saved == report and saved.status in Report.LIVE:
        ask_to_confirm(saved)
    return saved


@transaction.atomic
def confirm_report(*, report: Report, by: Player, via: UUID | None = None) -> Report:
    """Confirm a report for `by`; the last answer of a person counts. A report that has been entered stays as it is.

    `via` is a table link, as in `submit_report`. Raise `NotAtTheTable`, `DecidedAlready`, `WrongMoment`.
    """
    group = lock_group(report.subject)
    report = group.locked(report)
    _check_may_answer(report, by, group, via)
    if report.status == Status.ENTERED:
        return report
    CONFIRM.check(report)
    _check_open(group)
    _confirm(report, by, group, via)
    return _evaluate(report, group)


@transaction.atomic
def dispute_report(*, report: Report, by: Player, reason: str, via: UUID | None = None) -> Report:
    """Dispute a report for `by`, with a reason; the last answer of a person counts.

    `via` is a table link, as in `submit_report`. Raise `NotAtTheTable`, `DecidedAlready`, `WrongMoment`, and
    `RefusedReport` without a reason.
    """
    group = lock_group(report.subject)
    report = group.locked(report)
    _check_may_answer(report, by, group, via)
    DISPUTE.check(report)
    _check_open(group)
    if not reason.strip():
        raise RefusedReport(_("Write what is wrong, so that the organiser can decide."), field="reason")
    _answer(report, by, via, agrees=False, reason=reason.strip())
    return _evaluate(report, group)


@transaction.atomic
def withdraw_report(*, report: Report, by: Player) -> Report:
    """Withdraw one's own report while it is not decided. Idempotent. Raise `NotAtTheTable`, `DecidedAlready`."""
    group = lock_group(report.subject)
    report = group.locked(report)
    if report.by_id != by.pk:
        raise NotAtTheTable(_("Only %(player)s can withdraw this report.") % {"player": report.by})
    if report.status == Status.TAKEN_BACK:
        return report
    WITHDRAW.check(report)
    WITHDRAW.apply([report])
    return _evaluate(report, group)


def _evaluate(report: Report, group: ReportGroup) -> Report:
    """Evaluate the reports after a change, and return this one as it is then."""
    evaluate(group)
    report.refresh_from_db()
    return report


def _report_sent_before(before: Report, draft: ResultDraft) -> Report:
    if outcome_key(before) != outcome_key(draft) or before.subject != draft.subject:
        raise SentOtherwise(
            _(
                "This sheet was already sent with other figures. See that report, or fill in a new sheet for "
                "another game."
            )
        )
    return before


def _add_to_decided_game(report: Report, draft: ResultDraft, group: ReportGroup) -> Report:
    """Add a report to a game that has its result.

    A game record that agrees is linked; one that differs waits for an organiser. Raise `DecidedAlready` without one.
    """
    agrees = group.result is not None and outcome_key(group.result) == outcome_key(draft)
    if agrees and group.entered:
        return _fill_in(group.entered, draft)
    if draft.evidence is None:
        raise DecidedAlready(
            _("This game already has the same result.")
            if agrees
            else _("This game already has another result. If it is wrong, ask an organiser to correct it.")
        )
    if not agrees:
        return _evaluate(_save_or_confirm(report, draft, group), group)
    _withdraw_former(report.by, group)
    CONFIRM.apply([_save(report, draft)])
    return _evaluate(report, group)


def _save_or_confirm(report: Report, draft: ResultDraft, group: ReportGroup) -> Report:
    """Save the report in place of what its sender said before, or confirm the live one with this outcome."""
    same = group.with_outcome(outcome_key(draft))
    if same is None:
        _withdraw_former(report.by, group)
        ReportAnswer.objects.filter(report__in=group.live, by=report.by, agrees=True).delete()
        return _save(report, draft)
    if same.by_id != report.by_id:
        _confirm(same, report.by, group, report.via)
    elif report.via is None:
        same.via = None  # reported by a link before, and now signed in
    return _fill_in(same, draft)


def _save(report: Report, draft: ResultDraft) -> Report:
    report.save(force_insert=True)
    ReportSeat.objects.bulk_create(
        ReportSeat(report=report, seat=at, **seat._asdict()) for at, seat in enumerate(draft.seats)
    )
    return report


def _fill_in(report: Report, draft: ResultDraft) -> Report:
    """Give the report a sheet and evidence if it has none."""
    report.sheet = report.sheet or draft.sheet
    report.evidence = report.evidence or draft.evidence
    report.save(update_fields=["sheet", "evidence", "via"])
    return report


def _confirm(report: Report, by: Player, group: ReportGroup, via: UUID | None) -> None:
    _withdraw_former(by, group)
    _answer(report, by, via, agrees=True)


def _answer(report: Report, by: Player, via: UUID | None, *, agrees: bool, reason: str = "") -> None:
    values = {"agrees": agrees, "reason": reason, "via": via}
    ReportAnswer.objects.update_or_create(report=report, by=by, defaults=values)


def _withdraw_former(by: Player, group: ReportGroup) -> None:
    """Withdraw the player's own live report: they say something else now."""
    if former := group.report_by(by):
        WITHDRAW.apply([former])


def _check_report(report: Report, draft: ResultDraft, group: ReportGroup) -> None:
    """Raise the error that says why this person cannot report this of this game."""
    check_draft(draft, report.pool.seats)
    check_players(report.pool, [draft])
    if report.via is None:
        _check_sender(report, draft, group)
    else:
        _check_link(report.by, group, report.via)
    _check_place(report, group)
    if group.table is None:
        _check_members(report.club, draft)
    else:
        _check_table(draft, group.table, is_decided=group.result is not None)
    decides = report.via is None and is_scorer_at(report.club, report.by)
    if report.how not in {How.PLAYED, How.FORFEIT} | ({How.ARBITER} if decides else set()):
        raise RefusedReport(_("Only organisers can decide a result. Report the game as it was played."))
    if draft.played_at is not None:
        check_time(draft.played_at, database_time())


def _check_sender(report: Report, draft: ResultDraft, group: ReportGroup) -> None:
    by = report.by
    if is_scorer_at(report.club, by):
        return
    own = by.merged_into_id or by.pk
    if by.account_id is None or own not in _present_ids(seat.player_id for seat in draft.seats):
        raise NotAtTheTable(_("You can only report games that you played. Scorers of the club can report other games."))
    if group.table is None and group.live and not _sits_in(group, by):
        raise NotAtTheTable(_("According to the report you did not play this game. Ask an organiser of the club."))


def _check_link(by: Player, group: ReportGroup, via: UUID) -> None:
    """Raise `NotAtTheTable` unless the link is one of this table and may report for the player.

    A signed-in answer takes precedence: a phone with a link cannot change it.
    """
    if group.table is None or not group.table.may_report(via, by.pk):
        raise NotAtTheTable(_("This phone can no longer report for this seat. Open the table link again."))
    if group.has_signed_in_answer(by):
        raise NotAtTheTable(_("A signed-in player has already answered. Sign in to change the answer."))


def _check_place(report: Report, group: ReportGroup) -> None:
    """A game counts where its table's results count, and a club's games on the club's own leaderboards."""
    pools = {report.pool_id for report in group.reports} | ({group.table.pool.pk} if group.table else set())
    clubs = {report.club_id for report in group.reports} | ({group.table.club.pk} if group.table else set())
    if pools - {report.pool_id} or clubs - {report.club_id}:
        raise RefusedReport(
            _(
                "This game counts on another leaderboard. Report it on the page where it was "
                "scheduled or first reported."
            )
        )
    home = report.pool.club_id
    if group.table or home == report.club_id or (home is None and report.evidence):
        return
    raise RefusedReport(
        _("Games of %(club)s count on its own leaderboards. Choose one of them.") % {"club": report.club}
    )


def _check_members(club: Club, draft: ResultDraft) -> None:
    """Outside tournaments everybody at the table belongs to the club, under their name or a former one."""
    seated = Player.objects.filter(pk__in=[seat.player_id for seat in draft.seats])
    members = seated.filter(
        Q(memberships__club=club) | Q(merged_into__memberships__club=club) | Q(merged__memberships__club=club)
    )
    outside = seated.exclude(pk__in=members)
    non_members = list(outside.order_by("name", "id").values_list("name", flat=True))
    if non_members:
        raise WrongPlayer(
            _("Not members of %(club)s: %(names)s. Ask an organiser to add them first.")
            % {"names": ", ".join(non_members), "club": club}
        )


def _check_table(draft: ResultDraft, table: Table, *, is_decided: bool) -> None:
    if table.closed and not is_decided:
        raise table.closed
    if tuple(seat.player_id for seat in draft.seats) != table.players:
        raise WrongTable(
            _("The players or seats differ from the pairing. Report the game with the players of the pairing.")
        )


def _check_may_answer(report: Report, by: Player, group: ReportGroup, via: UUID | None) -> None:
    if report.by_id == by.pk:
        raise NotAtTheTable(_("You cannot confirm your own report. Another player of the table must confirm it."))
    if via is not None:
        _check_link(by, group, via)
        return
    if not (_sits_at(report, by) or _sits_in(group, by) or is_scorer_at(report.club, by)):
        raise NotAtTheTable(
            _("Only players of this game and scorers of %(club)s can confirm or dispute it.") % {"club": report.club}
        )


def _check_open(group: ReportGroup) -> None:
    if group.table and group.table.closed:
        raise group.table.closed


def _sits_at(report: Report, player: Player) -> bool:
    """Return whether the player has a seat in the report, under their name or a former one."""
    own = {player.pk, player.merged_into_id or player.pk}
    return any({seat.player_id, seat.player.merged_into_id} & own for seat in report.seats.all())


def _sits_in(group: ReportGroup, player: Player) -> bool:
    return any(_sits_at(report, player) for report in group.live)


def _present_ids(players: Iterable[int]) -> set[int]:
    """Return the ids of the players, of merged ones that of the player they were merged into."""
    rows = Player.objects.filter(pk__in=list(players))
    return set(rows.annotate(standing=Coalesce("merged_into", F("id"))).values_list("standing", flat=True))
