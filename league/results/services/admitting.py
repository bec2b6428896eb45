"""What must be true of a claim before it becomes a report, and who may speak of a game."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from league.members.models import Player
from league.results.claims import EARLIEST, Claim
from league.results.entries import NewResult, check
from league.results.errors import NotAtTheTable, RefusedReport, WrongPlayer, WrongTable, WrongTime
from league.results.models import Report, Result
from league.results.services.cases import Case, clock
from league.results.services.sitting import check_players
from league.results.services.weighing import scores_for
from league.results.tables import Table

How = Result.How


def check_claim(claim: Claim, by: Player, case: Case, via: UUID | None = None) -> None:
    """Raise the refusal that says why this person cannot report this of this game; `via` a link of its table."""
    entry = NewResult(claim.subject, claim.seats, claim.how, ending=claim.ending)
    check(entry, claim.pool.seats)
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


def sits_at_case(case: Case, player: Player) -> bool:
    """Whether the player sits at the table, by any of its live reports."""
    return any(sits_at(report, player) for report in case.live)


def check_voice(by: Player, case: Case, via: UUID) -> None:
    """Raise `NotAtTheTable` unless the link is one of this very table, and somebody speaks for the player by it.

    An account outweighs a link: what somebody said signed in is not changed by a phone that only says who it is.
    """
    if case.table is None or not case.table.speaks(via, by.pk):
        raise NotAtTheTable(_("This phone can no longer report for this seat. Open the table link again."))
    if case.has_word_of_account(by):
        raise NotAtTheTable(_("A signed-in player has already answered. Sign in to change the answer."))


def _check_speaker(claim: Claim, by: Player, case: Case) -> None:
    if scores_for(claim.club, by):
        return
    own = by.merged_into_id or by.pk
    if by.account_id is None or own not in _standing(seat.player_id for seat in claim.seats):
        raise NotAtTheTable(_("You can only report games that you played. Scorers of the club can report other games."))
    if case.table is None and case.live and not sits_at_case(case, by):
        raise NotAtTheTable(_("According to the report you did not play this game. Ask an organiser of the club."))


def _check_place(claim: Claim, case: Case) -> None:
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
