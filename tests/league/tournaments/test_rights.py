"""Rights in services: only organisers change a tournament, and only scorers enter results and check players in."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from league.accounts.models import Account
from league.clubs.models import Club
from league.tournaments.errors import NotTheOrganiser
from league.tournaments.models import Tournament
from league.tournaments.queries.rounds import token_of
from league.tournaments.services.arrangements import fix_table, remove_bye, request_bye
from league.tournaments.services.creation import Settings, change_settings, make_tournament
from league.tournaments.services.deadlines import Deadlines, move_deadline, set_deadlines
from league.tournaments.services.entries import check_in, enter_guest, enter_late, enter_players, set_phase
from league.tournaments.services.entry_list import move_entry, order_entries
from league.tournaments.services.forbidden_pairs import forbid_pair, remove_forbidden_pair
from league.tournaments.services.lifecycle import cancel, end_early, reopen, start
from league.tournaments.services.pairing_changes import change_round
from league.tournaments.services.repairs import Absences, repair_round
from league.tournaments.services.round_drawing import request_round
from league.tournaments.services.withdrawals import readmit_entry, withdraw
from tests.league.tournaments.factories import Event, People, open_legs, report_result

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


def test_members_run_no_tournament(event: Event, club: Club, hamish: Account, people: People) -> None:
    draft = event(4)
    entry = draft.entries.get(number=4)
    acts: list[Callable[[], object]] = [
        lambda: make_tournament(club=club, name="Mine", game="lords-of-scotland", format="round-robin", by=hamish),
        lambda: start(tournament=draft, by=hamish),
        lambda: cancel(tournament=draft, by=hamish),
        lambda: set_phase(tournament=draft, to="registration", by=hamish),
        lambda: check_in(entry=entry, is_here=True, by=hamish),
        lambda: enter_players(tournament=draft, players=[hamish.player], by=hamish),
        lambda: enter_guest(tournament=draft, name="Una", by=hamish),
        lambda: enter_late(tournament=draft, players=people(1), by=hamish),
        lambda: withdraw(entry=entry, by=hamish),
        lambda: readmit_entry(entry=entry, by=hamish),
        lambda: request_bye(entry=entry, round_number=2, kind="zero", by=hamish),
        lambda: remove_bye(entry=entry, round_number=2, by=hamish),
        lambda: fix_table(entry=entry, table=1, by=hamish),
        lambda: forbid_pair(tournament=draft, entries=list(draft.entries.all()), by=hamish),
        lambda: remove_forbidden_pair(tournament=draft, pair="", by=hamish),
        lambda: order_entries(tournament=draft, order="lot", by=hamish),
        lambda: move_entry(entry=entry, to=2, by=hamish),
        lambda: change_settings(tournament=draft, settings=Settings("Mine"), by=hamish),
        lambda: set_deadlines(tournament=draft, deadlines=Deadlines(None), by=hamish),
    ]
    for act in acts:
        with pytest.raises(NotTheOrganiser):
            act()


def test_members_run_no_round(running: Tournament, hamish: Account) -> None:
    leg = open_legs(running)[0]
    seen = token_of(running.rounds.get(number=2))
    ended = Tournament.objects.get(pk=running.pk)
    acts: list[Callable[[], object]] = [
        lambda: request_round(tournament=running, by=hamish),
        lambda: change_round(tournament=running, number=2, who="table:1", to="table:2", seen=seen, by=hamish),
        lambda: repair_round(
            tournament=running, number=2, absences=Absences(frozenset({1}), frozenset()), seen=seen, by=hamish
        ),
        lambda: move_deadline(tournament=running, number=2, due_at=timezone.now(), by=hamish),
        lambda: report_result(leg=leg, points=[1, 0], by=hamish),
        lambda: end_early(tournament=running, by=hamish),
        lambda: (end_early(tournament=ended, by=None), reopen(tournament=ended, by=hamish)),
    ]
    for act in acts:
        with pytest.raises(NotTheOrganiser):
            act()
