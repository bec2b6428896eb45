"""Reports: a player says how a game ended, the other players confirm or dispute it."""

from collections.abc import Iterable
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from league.accounts.models import Player
from league.results.drafts import EARLIEST, Claim, ResultDraft, check_draft, word_of
from league.results.errors import (
    DecidedAlready,
    NotAtTheTable,
    RefusedReport,
    SentOtherwise,
    WrongPlayer,
    WrongTable,
    WrongTime,
)
from league.results.models import Report, ReportSeat, Result
from league.results.services.ledger import check_players
from league.results.states import (
    LIVE,
    ReportGroup,
    Status,
    ask_to_confirm,
    clock,
    evaluate,
    lock_group,
    put_aside,
    record_answer,
    scores_for,
    take_back_answers,
)
from league.results.subjects import Table

How = Result.How


def check_claim(claim: Claim, by: Player, case: ReportGroup, via: UUID | None = None) -> None:
    """Raise the refusal that says why this person cannot report this of this game; `via` a link of its table."""
    entry = ResultDraft(claim.subject, claim.seats, claim.how, ending=claim.ending)
    check_draft(entry, claim.pool.seats)
    check_players(claim.pool, [entry])
    if via is None:
        _check_speaker(claim, by, case)
    else:
        check_voice(by, case, via)
    _check_place(claim, case)
    if case.table is None:
        _check_people(claim)
    else:
        _check_table(claim, case.table, decided=case.result is not None)
    _check_how(claim, by, via)
    if claim.played_at is not None and claim.played_at > clock():
        raise WrongTime(_("This date is in the future. Enter the date of the game."))
    if claim.played_at is not None and claim.played_at.date() < EARLIEST:
        raise WrongTime(_("This date is too early for these players. Enter the date of the game."))


def sits_at(report: Report, player: Player) -> bool:
    """Whether the player sits at the table that a report is about, under their name or a former one."""
    own = {player.pk, player.merged_into_id or player.pk}
    return any({seat.player_id, seat.player.merged_into_id} & own for seat in report.seats.all())


def sits_at_case(case: ReportGroup, player: Player) -> bool:
    """Whether the player sits at the table, by any of its live reports."""
    return any(sits_at(report, player) for report in case.live)


def check_voice(by: Player, case: ReportGroup, via: UUID) -> None:
    """Raise `NotAtTheTable` unless the link is one of this table and may report for the player.

    A signed-in answer takes precedence: a phone with a link cannot change it.
    """
    if case.table is None or not case.table.speaks(via, by.pk):
        raise NotAtTheTable(_("This phone can no longer report for this seat. Open the table link again."))
    if case.has_word_of_account(by):
        raise NotAtTheTable(_("A signed-in player has already answered. Sign in to change the answer."))


def _check_speaker(claim: Claim, by: Player, case: ReportGroup) -> None:
    if scores_for(claim.club, by):
        return
    own = by.merged_into_id or by.pk
    if by.account_id is None or own not in _standing(seat.player_id for seat in claim.seats):
        raise NotAtTheTable(_("You can only report games that you played. Scorers of the club can report other games."))
    if case.table is None and case.live and not sits_at_case(case, by):
        raise NotAtTheTable(_("According to the report you did not play this game. Ask an organiser of the club."))


def _check_place(claim: Claim, case: ReportGroup) -> None:
    """It counts where the table's results count, and a club's games in the club's own pools."""
    pools = {report.pool_id for report in case.reports} | ({case.table.pool.pk} if case.table else set())
    clubs = {report.club_id for report in case.reports} | ({case.table.club.pk} if case.table else set())
    if pools - {claim.pool.pk} or clubs - {claim.club.pk}:
        raise RefusedReport(
            _(
                "This game counts on another leaderboard. Report it on the page where it was "
                "scheduled or first reported."
            )
        )
    if case.table or claim.pool.club_id == claim.club.pk or (claim.pool.club_id is None and claim.evidence):
        return
    raise RefusedReport(
        _("Games of %(club)s count on its own leaderboards. Choose one of them.") % {"club": claim.club}
    )


def _check_people(claim: Claim) -> None:
    """Outside tournaments everybody at the table belongs to the club, under their name or a former one."""
    members = Player.objects.filter(pk__in=[seat.player_id for seat in claim.seats]).filter(
        Q(memberships__club=claim.club)
        | Q(merged_into__memberships__club=claim.club)
        | Q(merged__memberships__club=claim.club)
    )
    outside = Player.objects.filter(pk__in=[seat.player_id for seat in claim.seats]).exclude(pk__in=members)
    strangers = list(outside.order_by("name", "id").values_list("name", flat=True))
    if strangers:
        raise WrongPlayer(
            _("Not members of %(club)s: %(names)s. Ask an organiser to add them first.")
            % {"names": ", ".join(strangers), "club": claim.club}
        )


def _check_table(claim: Claim, table: Table, *, decided: bool) -> None:
    if table.closed and not decided:
        raise table.closed
    if tuple(seat.player_id for seat in claim.seats) != table.players:
        raise WrongTable(
            _("The players or seats differ from the pairing. Report the game with the players of the pairing.")
        )


def _check_how(claim: Claim, by: Player, via: UUID | None) -> None:
    decides = via is None and scores_for(claim.club, by)
    if claim.how not in {How.PLAYED, How.FORFEIT} | ({How.ARBITER} if decides else set()):
        raise RefusedReport(_("Only organisers can decide a result. Report the game as it was played."))


def _standing(players: Iterable[int]) -> set[int]:
    """The ids under which the players stand today."""
    rows = Player.objects.filter(pk__in=list(players))
    return set(rows.annotate(standing=Coalesce("merged_into", F("id"))).values_list("standing", flat=True))


@transaction.atomic
def file_report(*, claim: Claim, by: Player, via: UUID | None = None) -> Report:
    """Save a reported result, and enter it into the ledger if nobody else has to confirm it.

    Return the report: a new one, the one sent before with this key, or another player's identical report, which this
    one confirms. `status` is its new state. A report that differs makes both disputed; a new report of the same person
    replaces their earlier one. `via` is the table link by which somebody without an account reports for `by`: for that
    seat of that table only, and never with a scorer's rights.

    Raise `NotAtTheTable`, `SentOtherwise`, `DecidedAlready`, `RefusedReport`, `RefusedResult` (by the ledger) and
    `WrongMoment` (by the tournament).
    """
    _one_at_a_time(by, claim)
    sent = Report.objects.filter(by=by, key=claim.key).prefetch_related("seats").first()
    if sent is not None:
        return _same_again(sent, claim)
    case = lock_group(claim.subject)
    check_claim(claim, by, case, via)
    if case.result is not None:
        return _beside_the_ledger(claim, by, case, via)
    report = _weighed(_say(claim, by, case, via), case)
    if report not in case.reports:
        ask_to_confirm(report)
    return report


@transaction.atomic
def answer_report(*, report: Report, by: Player, agrees: bool, reason: str = "", via: UUID | None = None) -> Report:
    """Say that a report is right, or that it is not and why; the last answer of a person counts.

    `via` is the link on the table by which somebody without an account speaks for `by`, as in `file_report`.

    Raise `NotAtTheTable`, `RefusedReport` without a reason, `DecidedAlready` when it is closed; to confirm what has
    entered changes nothing.
    """
    case = lock_group(report.subject)
    report = case.row(report)
    _check_may_answer(report, by, case, via)
    if report.status == Status.ENTERED and agrees:
        return report
    if report.status not in LIVE:
        raise DecidedAlready(_("This report is already closed. Its page shows the decision."))
    if case.table and case.table.closed:
        raise case.table.closed
    if not agrees and not reason.strip():
        raise RefusedReport(_("Write what is wrong, so that the organiser can decide."), field="reason")
    _answer(report, by, case, agrees=agrees, reason="" if agrees else reason.strip(), via=via)
    return _weighed(report, case)


@transaction.atomic
def take_back_report(*, report: Report, by: Player) -> Report:
    """Take back one's own report while it is not decided; repeating it changes nothing."""
    case = lock_group(report.subject)
    report = case.row(report)
    if report.by_id != by.pk:
        raise NotAtTheTable(_("Only %(player)s can withdraw this report.") % {"player": report.by})
    if report.status == Status.TAKEN_BACK:
        return report
    if report.status not in LIVE:
        raise DecidedAlready(_("This report is already closed. Ask an organiser to correct the result."))
    put_aside([report], Status.TAKEN_BACK)
    return _weighed(report, case)


def _weighed(report: Report, case: ReportGroup) -> Report:
    """Weigh what was just said, and return the report with what became of it."""
    evaluate(case)
    report.refresh_from_db()
    return report


def _one_at_a_time(by: Player, claim: Claim) -> None:
    """Lock the key, so that a second request with it waits until the first is saved."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"{by.public_id}:{claim.key}"])


def _same_again(sent: Report, claim: Claim) -> Report:
    if word_of(sent) != claim.word or sent.subject != claim.subject:
        raise SentOtherwise(
            _(
                "This sheet was already sent with other figures. See that report, or fill in a new sheet for "
                "another game."
            )
        )
    return sent


def _say(claim: Claim, by: Player, case: ReportGroup, via: UUID | None) -> Report:
    same = case.saying(claim.word)
    if same is None:
        _silence(case.voice_of(by))
        take_back_answers(case, by)
        return _write(claim, by, case, via)
    if same.by_id != by.pk:
        _answer(same, by, case, agrees=True, via=via)
    elif via is None:
        same.via = None  # said by a link before, and now signed in
    return _lend(same, claim)


def _answer(
    report: Report, by: Player, case: ReportGroup, *, agrees: bool, reason: str = "", via: UUID | None = None
) -> None:
    if agrees:
        _silence(case.voice_of(by))
    record_answer(report, by, agrees=agrees, reason=reason, via=via)


def _silence(former: Report | None) -> None:
    """Who says something else now does not say any more what they said before."""
    if former is not None:
        put_aside([former], Status.TAKEN_BACK)


def _write(
    claim: Claim, by: Player, case: ReportGroup, via: UUID | None, status: Report.Status = Status.OPEN
) -> Report:
    report = Report.objects.create(
        subject=claim.subject,
        pool=claim.pool,
        club=claim.club,
        by=by,
        key=claim.key,
        how=claim.how,
        ending=claim.ending,
        needs=case.table.needs if case.table else 1,
        via=via,
        sheet=claim.sheet,
        evidence=claim.evidence,
        played_at=claim.played_at or clock(),
        status=status,
        closed_at=clock() if status == Status.ENTERED else None,
    )
    ReportSeat.objects.bulk_create(
        ReportSeat(report=report, seat=at, player_id=seat.player_id, points=seat.points, place=seat.place)
        for at, seat in enumerate(claim.seats)
    )
    return report


def _lend(report: Report, claim: Claim) -> Report:
    """Give the report what it lacks of a sheet and of evidence, and keep by what it came."""
    report.sheet = report.sheet or claim.sheet
    report.evidence = report.evidence or claim.evidence
    report.save(update_fields=["sheet", "evidence", "via"])
    return report


def _beside_the_ledger(claim: Claim, by: Player, case: ReportGroup, via: UUID | None) -> Report:
    """The game has its result: a record that agrees is linked, one that differs is for an organiser to decide."""
    agrees = case.result is not None and word_of(case.result) == claim.word
    if agrees and case.entered:
        return _lend(case.entered, claim)
    if claim.evidence is None:
        raise DecidedAlready(
            _("This game already has the same result.")
            if agrees
            else _("This game already has another result. If it is wrong, ask an organiser to correct it.")
        )
    if agrees:
        _silence(case.voice_of(by))
        report = _write(claim, by, case, via, Status.ENTERED)
    else:
        report = _say(claim, by, case, via)
    return _weighed(report, case)


def _check_may_answer(report: Report, by: Player, case: ReportGroup, via: UUID | None) -> None:
    if report.by_id == by.pk:
        raise NotAtTheTable(_("You cannot confirm your own report. Another player of the table must confirm it."))
    if via is not None:
        check_voice(by, case, via)
        return
    if not (sits_at(report, by) or sits_at_case(case, by) or scores_for(report.club, by)):
        raise NotAtTheTable(
            _("Only players of this game and scorers of %(club)s can confirm or dispute it.") % {"club": report.club}
        )
