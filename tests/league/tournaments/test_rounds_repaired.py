"""A player is absent or late after a round is published: as few players as possible move."""

import pytest
from django.test import Client
from django.utils.translation import gettext, override

from league.accounts.models import Account, Change
from league.tournaments.errors import ChangeRefused, StaleRound
from league.tournaments.models import Leg, Tournament
from league.tournaments.queries.rounds import changed_tables
from league.tournaments.services.entries import enter_late
from league.tournaments.services.pairing_changes import undo_changes
from league.tournaments.services.repairs import ABSENT_WHEN_PUBLISHED, Absences, repair_round
from tests.factories import browser_of
from tests.league.tournaments.browser import address, desk, text_of
from tests.league.tournaments.factories import Event, People, open_legs, report_result
from tests.league.tournaments.rounds import TABLES_OF_FOUR, byes, laid, page_of, published, seen, sends, started
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


@shared
def swiss(event: Event) -> Tournament:
    """Twelve players at three tables of four, published."""
    tournament = started(event(12, **TABLES_OF_FOUR))
    published(tournament)
    return tournament


def absences(*absent: int, late: tuple[int, ...] = (), playing: tuple[int, ...] = ()) -> Absences:
    return Absences(frozenset(absent), frozenset(late), frozenset(playing))


def mend(swiss: Tournament, said: Absences, by: Account | None = None) -> int:
    return repair_round(tournament=swiss, number=1, absences=said, seen=seen(swiss), by=by).revision


def test_one_who_does_not_come_leaves_a_table_of_three_and_nobody_moves(swiss: Tournament) -> None:
    before, games = laid(swiss), _games()
    absent = before[2][1]
    mend(swiss, absences(absent))
    now = laid(swiss)
    assert {table: set(seats) for table, seats in now.items()} == {
        table: set(seats) - {absent} for table, seats in before.items()
    }
    assert byes(swiss) == {absent: "zero"}
    with override("pt-br"):
        assert gettext(ABSENT_WHEN_PUBLISHED) != ABSENT_WHEN_PUBLISHED
    on_board = swiss.rounds.get()
    assert (on_board.version, changed_tables(on_board)) == (2, (2,))
    assert {table: game for table, game in _games().items() if table != 2} == {1: games[1], 3: games[3]}
    assert _games()[2] != games[2]


def test_two_of_one_table_are_made_good_by_moving_one(swiss: Tournament) -> None:
    before = laid(swiss)
    absent = before[1][:2]
    mend(swiss, absences(*absent))
    now = laid(swiss)
    assert sorted(len(seats) for seats in now.values()) == [3, 3, 4]
    where = {entry: table for table, seats in before.items() for entry in seats}
    moved = [entry for table, seats in now.items() for entry in seats if where[entry] != table]
    assert len(moved) == 1


def test_who_comes_late_gets_a_place(swiss: Tournament, people: People) -> None:
    absent = laid(swiss)[1][0]
    mend(swiss, absences(absent))
    enter_late(tournament=swiss, players=people(1), by=None)
    mend(swiss, absences(late=(13,)))
    assert 13 in {entry for seats in laid(swiss).values() for entry in seats}
    assert swiss.entries.get(number=13).joined_round == 1
    assert byes(swiss) == {absent: "zero"}
    assert swiss.rounds.get().version == 3


def test_a_preview_knows_that_who_comes_late_plays(swiss: Tournament, people: People, as_morag: Client) -> None:
    mend(swiss, absences(laid(swiss)[1][0]))
    enter_late(tournament=swiss, players=people(1), by=None)
    page = sends(as_morag, swiss, "repair-round", late=[13])
    assert "new here" in page
    assert "does not play in this round" not in page


def test_latecomers_are_in_from_the_next_round_once_taken_back(swiss: Tournament, people: People) -> None:
    mend(swiss, absences(laid(swiss)[1][0]))
    enter_late(tournament=swiss, players=people(1), by=None)
    first = mend(swiss, absences(late=(13,)))
    mend(swiss, absences(13))
    undo_changes(tournament=swiss, number=1, step=first, seen=seen(swiss), by=None)
    assert swiss.entries.get(number=13).joined_round == 2
    assert 13 not in {entry for seats in laid(swiss).values() for entry in seats}


def test_who_came_after_all_sits_down_again(swiss: Tournament) -> None:
    absent = laid(swiss)[1][0]
    mend(swiss, absences(absent))
    mend(swiss, absences(late=(absent,)))
    assert byes(swiss) == {}
    assert absent in {entry for seats in laid(swiss).values() for entry in seats}


def test_tables_that_play_or_have_a_report_stay(swiss: Tournament) -> None:
    report_result(leg=open_legs(swiss)[0], points=[4, 3, 2, 1], by=None)
    before = laid(swiss)
    with pytest.raises(ChangeRefused, match="Table 1 has started or has a report"):
        mend(swiss, absences(before[1][0]))
    mend(swiss, absences(*before[2][:1], playing=(3,)))
    assert laid(swiss)[1] == before[1]
    assert laid(swiss)[3] == before[3]
    assert changed_tables(swiss.rounds.get()) == (2,)


def test_the_page_names_every_table_that_changes_before_it_is_published(as_morag: Client, swiss: Tournament) -> None:
    before = laid(swiss)
    absent = before[1][:2]
    page = text_of(as_morag.get(desk(swiss, "repair-round", 1)))
    assert page.count('name="absent"') == 12
    page = sends(as_morag, swiss, "repair-round", absent=absent)
    assert "2 tables change; all others stay as they are." in page
    assert "Publish version 2" in page
    assert "Decide by forfeit" in page
    assert laid(swiss) == before
    page = sends(as_morag, swiss, "repair-round", absent=absent, confirmed="yes")
    assert "The new version of round 1 was published." in page
    assert "new in version 2" in page
    assert Change.objects.filter(verb="round-changed", event=swiss.public_id).count() == 1
    assert "zero-point bye" in page


def test_a_preview_that_is_out_of_date_publishes_nothing(as_morag: Client, swiss: Tournament) -> None:
    old, before = seen(swiss), laid(swiss)
    mend(swiss, absences(before[3][0]))
    now = laid(swiss)
    page = sends(as_morag, swiss, "repair-round", absent=before[1][:1], confirmed="yes", seen=old)
    assert "has changed the round" in page
    assert laid(swiss) == now
    with pytest.raises(StaleRound):
        repair_round(tournament=swiss, number=1, absences=absences(before[1][0]), seen=old, by=None)


def test_a_repair_is_taken_back_while_its_tables_have_no_report(swiss: Tournament) -> None:
    before = laid(swiss)
    step = mend(swiss, absences(before[1][0]))
    undo_changes(tournament=swiss, number=1, step=step, seen=seen(swiss), by=None)
    assert laid(swiss) == before
    assert byes(swiss) == {}


def test_nothing_chosen_is_said(as_morag: Client, swiss: Tournament) -> None:
    assert "absent or late players" in sends(as_morag, swiss, "repair-round")


def test_a_pair_is_repaired_or_forfeited(event: Event, as_morag: Client) -> None:
    duels = started(event(6, pace="desk"))
    published(duels)
    absent = laid(duels)[1][0]
    page = sends(as_morag, duels, "repair-round", absent=[absent])
    assert "Decide by forfeit" in page
    page = sends(as_morag, duels, "forfeit-table", table=1, away=[absent])
    assert "Table 1 was decided by forfeit." in page
    assert '<span class="state done">' in page


def test_a_draft_is_not_repaired(event: Event, as_morag: Client) -> None:
    draft = started(event(12, **TABLES_OF_FOUR, name="Later"))
    assert "Publish round 1" in text_of(as_morag.get(desk(draft, "repair-round", 1), follow=True))


def test_everybody_sees_the_new_version_at_once(swiss: Tournament, as_morag: Client) -> None:
    absent = laid(swiss)[2][1]
    mend(swiss, absences(absent))
    name = swiss.entries.select_related("player").get(number=absent).player.name
    page = text_of(browser_of().get(address(swiss, "round", 1)))
    assert f">{name}</a>" in page.partition("Bye in this round:")[2]
    assert "Version 2" in page_of(as_morag, swiss)
    assert "Round 1, version 2" in page


def _games() -> dict[int, object]:
    return {leg.pairing.table: leg.subject for leg in Leg.objects.select_related("pairing")}
