"""Players, the organiser and the sweep decide one game at the same time: one decision counts."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from league.accounts.models import Account
from league.results.models import Report, Result
from league.results.services.reports import confirm_report, submit_report
from league.results.services.resolutions import confirm_due
from league.tournaments.models import Tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import advance, start
from league.tournaments.services.results import report_result
from tests.league.clubs.test_at_once import at_once
from tests.league.results.evening import time_passes
from tests.league.tournaments.playing import open_legs
from tests.league.tournaments.test_reports_of_legs import report_data

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def duel(event: Callable[..., Tournament], hamish: Account, morag: Account) -> Tournament:
    """Hamish against Morag, four games; Morag is only a player today."""
    tournament = event(0, format_options={"legs": 4})
    enter_players(tournament=tournament, players=[hamish.player, morag.player], by=None)
    tournament.club.memberships.filter(player=morag.player).update(role="member")
    return start(tournament=tournament, by=None)


def test_both_players_report_their_leg_at_once_and_it_enters_once(
    duel: Tournament, hamish: Account, morag: Account
) -> None:
    for leg in open_legs(duel):
        sent = report_data(leg, 30, 20)
        outcomes = at_once(
            *[lambda by=by: submit_report(**sent | {"key": uuid4()}, by=by.player) for by in (hamish, morag)]  # noqa: B023  (called at once)
        )
        assert outcomes[0] == outcomes[1]
    assert Report.objects.count() == Result.objects.count() == 4


def test_the_organiser_the_other_player_and_the_sweep_come_at_once_and_the_event_ends(
    duel: Tournament, hamish: Account, morag: Account
) -> None:
    for leg in open_legs(duel):
        report = submit_report(**report_data(leg, 30, 20), by=hamish.player)
        time_passes(report, hours=49)
        at_once(
            lambda: report_result(leg=leg, points=[20, 30], by=None),  # noqa: B023  (called at once)
            lambda: confirm_report(report=report, by=morag.player),  # noqa: B023  (called at once)
            confirm_due,
            lambda: advance(duel.pk),
        )
        report.refresh_from_db()
        assert report.status in {"entered", "overruled"}
    advance(duel.pk)
    duel.refresh_from_db()
    assert (duel.status, Result.objects.count()) == ("finished", 4)
