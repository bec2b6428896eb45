"""Players, phones at a table, the organiser and the sweep decide one game at the same time: one decision counts."""

from uuid import uuid4

import pytest

from league.accounts.models import Account
from league.results.models import Report, ReportAnswer, Result
from league.results.services.reports import confirm_report, submit_report
from league.results.services.resolutions import confirm_due
from league.tournaments.models import TableLink, TableVoice, Tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import advance, start
from league.tournaments.services.table_links import make_links, renew_link, revoke_link, take_seat
from tests.concurrency import at_once, refusals
from tests.league.results.factories import time_passes
from tests.league.tournaments.factories import Event, fresh, open_legs, report_result
from tests.league.tournaments.phones import ledger_of, seated
from tests.league.tournaments.test_reports_of_legs import report_data

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def duel(event: Event, hamish: Account, morag: Account) -> Tournament:
    """Hamish against Morag, four games; Morag is only a player today."""
    tournament = event(0, format_options={"legs": 4})
    enter_players(tournament=tournament, players=[hamish.player, morag.player], by=None)
    tournament.club.memberships.filter(player=morag.player).update(role="member")
    return start(tournament=tournament, by=None)


def test_a_leg_reported_by_both_at_once_enters_once(duel: Tournament, hamish: Account, morag: Account) -> None:
    for leg in open_legs(duel):
        sent = report_data(leg, 30, 20)
        outcomes = at_once(
            *[lambda by=by: submit_report(**sent | {"key": uuid4()}, by=by.player) for by in (hamish, morag)]  # noqa: B023  (called at once)
        )
        assert outcomes[0] == outcomes[1]
    assert Report.objects.count() == Result.objects.count() == 4


def test_organiser_player_and_sweep_come_at_once_and_it_ends(duel: Tournament, hamish: Account, morag: Account) -> None:
    for leg in open_legs(duel):
        report = submit_report(**report_data(leg, 30, 20), by=hamish.player)
        time_passes(report, hours=49)
        at_once(
            lambda: report_result(leg=leg, points=[20, 30], by=None),  # noqa: B023  (called at once)
            lambda: confirm_report(report=report, by=morag.player),  # noqa: B023  (called at once)
            confirm_due,
            lambda: advance(duel.pk),
        )
        assert fresh(report).status in {"entered", "overruled"}
    advance(duel.pk)
    assert (fresh(duel).status, Result.objects.count()) == ("finished", 4)


@pytest.fixture
def hall(event: Event) -> Tournament:
    """One table of three."""
    return start(tournament=event(3, format="table-round-robin"), by=None)


def test_two_who_take_one_seat_at_once_are_one_and_a_refusal(link: TableLink) -> None:
    outcomes = at_once(*[lambda browser=browser: take_seat(link=link, seat=0, browser=browser) for browser in "abc"])
    assert len(refusals(outcomes)) == 2
    assert TableVoice.objects.count() == 1


@pytest.mark.parametrize("needed", [1, 2])
def test_two_who_confirm_at_once_enter_one_result(link: TableLink, needed: int) -> None:
    Tournament.objects.update(confirmations=needed)
    one, two, three = seated(link, 0, 1, 2)
    one.reports(30, 20, 10)
    report = Report.objects.get()
    at_once(lambda: two.confirms(report), lambda: three.confirms(report))
    assert ReportAnswer.objects.count() in {needed, 2}
    assert ledger_of(link.pairing) == [[30, 20, 10]]
    assert Report.objects.get().status == "entered"


@pytest.mark.parametrize(
    ("other", "statuses", "entered"),
    [((20, 30, 10), ["disputed"] * 2, []), ((30, 20, 10), ["entered"], [[30, 20, 10]])],
    ids=["other figures are disputed", "the same confirm each other"],
)
def test_two_who_report_at_once(
    link: TableLink, other: tuple[int, ...], statuses: list[str], entered: list[list[int]]
) -> None:
    one, two = seated(link, 0, 1)
    at_once(lambda: one.reports(30, 20, 10), lambda: two.reports(*other))
    assert list(Report.objects.values_list("status", flat=True)) == statuses
    assert ledger_of(link.pairing) == entered


def test_a_sheet_that_is_sent_twice_at_once_is_one_report(link: TableLink) -> None:
    (one,) = seated(link, 0)
    key = uuid4()
    at_once(*[lambda: one.reports(30, 20, 10, key=key)] * 2)
    assert Report.objects.count() == 1


def test_withdrawn_while_it_is_confirmed_it_is_one_of_both(link: TableLink) -> None:
    one, two = seated(link, 0, 1)
    one.reports(30, 20, 10)
    report = Report.objects.get()
    at_once(lambda: two.confirms(report), lambda: revoke_link(link=link, by=None))
    assert (fresh(report).status, ledger_of(link.pairing)) in [("entered", [[30, 20, 10]]), ("open", [])]


def test_links_made_and_renewed_at_once_leave_one_a_table(hall: Tournament) -> None:
    playing = hall.rounds.get(number=1)
    at_once(*[lambda: make_links(tournament_round=playing, by=None)] * 3)
    link = TableLink.objects.select_related("pairing__round__tournament").get()
    at_once(*[lambda: renew_link(link=link, by=None)] * 3)
    assert TableLink.objects.filter(revoked_at=None).count() == 1
    assert TableLink.objects.count() == 2
