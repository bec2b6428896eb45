"""A draft is changed by hand: every rule it breaks is named, every change can be taken back."""

import re

import pytest
from django.test import Client
from django.utils.translation import gettext, override

from league.accounts.audit_log import changes_of_tournament, lines_of
from league.accounts.models import Account, Change
from league.competition.violations import FORBIDDEN, MET_BEFORE, MISSING, SMALLER_AGAIN, WITHOUT_AGAIN
from league.tournaments.errors import ChangeRefused, StaleRound, WrongMoment
from league.tournaments.models import Tournament
from league.tournaments.pairing_edits import EXCHANGED
from league.tournaments.queries.rounds import latest_drawing
from league.tournaments.services.entries import enter_late
from league.tournaments.services.forbidden_pairs import forbid_pair
from league.tournaments.services.pairing_changes import change_round, publish_draft
from league.tournaments.services.withdrawals import withdraw
from tests.factories import Role, browser_of
from tests.league.assertions import queries_of
from tests.league.tournaments.browser import desk
from tests.league.tournaments.factories import Event, People, play_open_legs
from tests.league.tournaments.rounds import TABLES_OF_FOUR, byes, drawn, laid, page_of, published, seen, sends, started
from tests.league.tournaments.worlds import shared

SMALLER = SMALLER_AGAIN.partition("{times}")[0].format(players="")

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


@shared
def swiss(event: Event) -> Tournament:
    """Eight players at two tables of four, drawn as a draft."""
    return started(event(8, **TABLES_OF_FOUR))


def changed(swiss: Tournament, who: str, to: str) -> None:
    change_round(tournament=swiss, number=1, who=who, to=to, seen=seen(swiss), by=None)


def test_two_players_change_places_or_seats(swiss: Tournament) -> None:
    before = laid(swiss)
    one, other, second = before[1][0], before[2][3], before[1][1]
    changed(swiss, f"entry:{one}", f"entry:{other}")
    assert laid(swiss) == {1: [other, *before[1][1:]], 2: [*before[2][:3], one]}
    changed(swiss, f"entry:{other}", f"entry:{second}")
    assert laid(swiss)[1] == [second, other, *before[1][2:]]


def test_one_moves_to_another_table_to_a_new_one_or_gets_a_bye(swiss: Tournament) -> None:
    before = laid(swiss)
    mover = before[1][0]
    changed(swiss, f"entry:{mover}", "table:2")
    assert laid(swiss) == {1: before[1][1:], 2: [*before[2], mover]}
    changed(swiss, f"entry:{mover}", "table:new")
    assert laid(swiss)[3] == [mover]
    changed(swiss, f"entry:{mover}", "bye:half")
    assert set(laid(swiss)) == {1, 2}
    assert byes(swiss) == {mover: "half"}
    changed(swiss, f"entry:{mover}", "table:1")
    assert laid(swiss)[1] == [*before[1][1:], mover]
    assert byes(swiss) == {}


def test_tables_exchange_their_numbers(swiss: Tournament) -> None:
    before = laid(swiss)
    changed(swiss, "table:1", "table:2")
    assert laid(swiss) == {1: before[2], 2: before[1]}
    changed(swiss, "table:2", "table:9")
    assert laid(swiss) == {1: before[2], 9: before[1]}


def test_every_rule_that_a_change_breaks_is_named(as_morag: Client, event: Event) -> None:
    swiss = event(8, **TABLES_OF_FOUR)
    forbid_pair(tournament=swiss, entries=[swiss.entries.get(number=1), swiss.entries.get(number=2)], by=None)
    swiss = started(swiss)
    where = {entry: table for table, seats in laid(swiss).items() for entry in seats}
    assert where[1] != where[2]
    assert "data-broken>" not in page_of(as_morag, swiss)
    page = sends(as_morag, swiss, "change-round", who="entry:1", to=f"table:{where[2]}")
    assert FORBIDDEN.format(players="Bruce and Ailsa") in page
    page = sends(as_morag, swiss, "change-round", who="entry:3", to="out")
    assert MISSING.format(players="Catriona") in page
    assert "no seat" in page


def test_what_a_draw_cannot_help_stays_unmet_when_a_table_changes(as_morag: Client, swiss: Tournament) -> None:
    published(swiss)
    play_open_legs(swiss)
    drawn(swiss)
    page = page_of(as_morag, swiss, 2)
    assert MET_BEFORE.format(players="", times=1) in page  # two of each table of round 1 meet again in any case
    assert "data-unmet>" in page
    assert "data-broken>" not in page
    tables = laid(swiss, 2)
    page = sends(as_morag, swiss, "change-round", 2, who=f"entry:{tables[1][0]}", to=f"entry:{tables[1][1]}")
    again = MET_BEFORE.format(players="", times=1)
    faults = re.findall(r'<p class="laid-fault">.*?</p>', page, re.DOTALL)
    assert "data-unmet>" in page  # two seats of a table are exchanged: the same players meet again as before
    assert again in page
    assert not any(again in fault for fault in faults)
    page = sends(as_morag, swiss, "change-round", 2, who=f"entry:{tables[1][2]}", to=f"entry:{tables[2][0]}")
    assert "data-broken>" in page


def test_what_a_change_makes_worse_is_not_said_to_be_the_best_there_is(as_morag: Client, event: Event) -> None:
    swiss = started(event(12, **TABLES_OF_FOUR))
    sends(as_morag, swiss, "change-round", who="entry:12", to="bye:half")
    at_three = next(seats for seats in laid(swiss).values() if len(seats) == 3)
    published(swiss)
    play_open_legs(swiss)
    drawn(swiss)
    assert SMALLER not in page_of(as_morag, swiss, 2)
    stays = next(table for table, seats in laid(swiss, 2).items() if at_three[0] in seats)
    one, other = (table for table in laid(swiss, 2) if table != stays)
    page = sends(as_morag, swiss, "change-round", 2, who=f"entry:{laid(swiss, 2)[one][0]}", to=f"table:{other}")
    assert SMALLER in page
    assert f'href="#laid-{stays}"' in page.partition("data-unmet>")[0]


def test_a_double_round_robin_names_no_second_meeting(as_morag: Client, event: Event) -> None:
    robin = started(event(4, format="round-robin", format_options={"cycles": 2}, pace="desk"))
    for number in range(1, 4):
        published(robin, number)
        play_open_legs(robin)
        drawn(robin)
    page = page_of(as_morag, robin, 4)
    assert "Publish round 4" in page
    assert "data-unmet>" not in page


def test_a_bye_that_comes_to_the_same_player_again_is_named_beside_it(as_morag: Client, swiss: Tournament) -> None:
    sends(as_morag, swiss, "change-round", who="entry:8", to="bye:rest")
    assert WITHOUT_AGAIN.format(players="", times=1) not in page_of(as_morag, swiss)
    published(swiss)
    play_open_legs(swiss)
    drawn(swiss)
    page = sends(as_morag, swiss, "change-round", 2, who="entry:8", to="bye:rest")
    assert WITHOUT_AGAIN.format(players="", times=1) in page


def test_each_change_is_listed_and_taken_back_with_those_after_it(as_morag: Client, swiss: Tournament) -> None:
    before = laid(swiss)
    one, other = before[1][0], before[2][0]
    sends(as_morag, swiss, "change-round", who=f"entry:{one}", to=f"entry:{other}")
    after_one = laid(swiss)
    page = sends(as_morag, swiss, "change-round", who="table:1", to="table:2")
    assert "Tables 1 and 2 swap numbers." in page
    assert "1 later change" in page
    page = sends(as_morag, swiss, "undo-change", step=2)
    assert laid(swiss) == after_one
    sends(as_morag, swiss, "undo-change", step=1)
    assert laid(swiss) == before
    assert "Manual changes" not in page_of(as_morag, swiss)
    assert [change.verb for change in Change.objects.filter(event=swiss.public_id)[:4]] == [
        "round-change-taken-back",
        "round-change-taken-back",
        "round-changed",
        "round-changed",
    ]


def test_the_log_says_a_change_of_a_round_in_the_language_of_its_reader(swiss: Tournament) -> None:
    changed(swiss, "table:1", "table:2")
    facts = {"table": 1, "table_other": 2}
    with override("pt-br"):
        line = lines_of(list(changes_of_tournament(swiss.public_id)[:1]))[0]
        assert line.sentence.endswith(gettext(EXCHANGED) % facts)
    assert not line.sentence.endswith(EXCHANGED % facts)


def test_a_page_that_is_out_of_date_changes_nothing_and_hears_what_happened(swiss: Tournament) -> None:
    old = seen(swiss)
    before = laid(swiss)
    changed(swiss, f"entry:{before[1][0]}", f"entry:{before[2][0]}")
    after = laid(swiss)
    with pytest.raises(StaleRound, match="again"):
        change_round(tournament=swiss, number=1, who="table:1", to="table:2", seen=old, by=None)
    assert laid(swiss) == after
    for forged in (old, f"{old}{'9' * 5000}", f"{old}x", ""):
        with pytest.raises(StaleRound):
            publish_draft(tournament=swiss, number=1, seen=forged, by=None)


def test_the_forms_of_a_draft_that_was_drawn_anew_are_out_of_date(as_morag: Client, swiss: Tournament) -> None:
    old = seen(swiss)
    withdraw(entry=swiss.entries.get(number=8), by=None)
    sends(as_morag, swiss, "pair-again")
    assert "discarded the draft" in sends(as_morag, swiss, "publish-round", seen=old)
    drawn(swiss)
    assert "has paired round" in sends(as_morag, swiss, "publish-round", seen=old)
    assert swiss.rounds.get().status == "draft"


NONSENSE = (
    ("entry:1", "entry:1"), ("entry:1", "entry:99"), ("entry:1", "table:x"), ("", ""), ("table:7", "table:1"),
    ("entry:1", "bye:none"), ("entry:999999999999", "out"), ("table:1", "entry:2"),
    ("entry:\N{SUPERSCRIPT TWO}", "out"),
)  # fmt: skip


def test_nonsense_is_refused_and_changes_nothing(as_morag: Client, swiss: Tournament) -> None:
    before = laid(swiss)
    for who, to in NONSENSE:
        page = sends(as_morag, swiss, "change-round", who=who, to=to)
        assert "Publish round 1" in page, (who, to)
        assert "Manual changes" not in page, (who, to)
        assert laid(swiss) == before, (who, to)


def test_a_table_that_the_game_has_no_rules_for_is_not_published(as_morag: Client, swiss: Tournament) -> None:
    changed(swiss, f"entry:{laid(swiss)[1][0]}", "table:new")
    page = sends(as_morag, swiss, "publish-round")
    assert "Table 3 has 1 players" in page.replace("player,", "players,")
    assert swiss.rounds.get().status == "draft"


def test_somebody_who_left_a_table_of_the_draft_keeps_it_from_the_board(swiss: Tournament) -> None:
    gone = laid(swiss)[1][0]
    withdraw(entry=swiss.entries.get(number=gone), by=None)
    assert gone in laid(swiss)[1]
    with pytest.raises(ChangeRefused, match="has withdrawn"):
        published(swiss)
    changed(swiss, f"entry:{gone}", "out")
    published(swiss)
    assert len(laid(swiss)[1]) == 3
    with pytest.raises(ChangeRefused, match="not entered or"):
        change_round(
            tournament=swiss, number=1, who=f"entry:{gone}", to="table:1", seen=seen(swiss), by=None, why="Back"
        )


def test_a_late_entry_gets_a_place_by_hand(swiss: Tournament, people: People) -> None:
    enter_late(tournament=swiss, players=people(1), by=None)
    changed(swiss, "entry:9", "table:2")
    assert laid(swiss)[2][-1] == 9


def test_a_draft_is_put_away_and_asked_for_again(as_morag: Client, swiss: Tournament) -> None:
    before = laid(swiss)
    assert latest_drawing(swiss, 1) is not None
    assert "was discarded" in sends(as_morag, swiss, "discard-round")
    assert latest_drawing(swiss, 1) is None
    assert not swiss.rounds.exists()
    drawn(swiss)
    assert laid(swiss) == before


def test_scorers_read_and_do_not_change(swiss: Tournament, hamish: Account) -> None:
    swiss.club.memberships.filter(player=hamish.player).update(role=Role.SCORER)
    page = page_of(browser_of(hamish), swiss)
    assert "Table 1" in page
    assert "Publish" not in page
    assert "?who=" not in page


def test_choosing_somebody_offers_every_place(as_morag: Client, swiss: Tournament) -> None:
    one = laid(swiss)[1][0]
    page = page_of(as_morag, swiss, query=f"?who=entry:{one}")
    assert page.count('name="to" value="entry:') == 7
    assert page.count('name="to" value="table:') == 3
    assert 'value="bye:half"' in page
    assert page_of(as_morag, swiss, query="?who=table:1").count('name="to" value="table:') == 1
    assert 'name="to"' not in page_of(as_morag, swiss, query="?who=nonsense")


def test_a_second_round_shows_points_seats_and_what_is_new(as_morag: Client, swiss: Tournament, people: People) -> None:
    published(swiss)
    play_open_legs(swiss)
    enter_late(tournament=swiss, players=people(1), by=None)
    withdraw(entry=swiss.entries.get(number=1), by=None)
    drawn(swiss)
    page = page_of(as_morag, swiss, 2)
    assert "New in this round" in page
    assert "Withdrew before" in page
    assert "seats so far:" in page


def test_a_round_that_was_played_shows_the_points_it_was_drawn_by(as_morag: Client, swiss: Tournament) -> None:
    published(swiss)
    play_open_legs(swiss)
    assert 'class="num"' not in page_of(as_morag, swiss)
    drawn(swiss)
    before = page_of(as_morag, swiss, 2).count('class="num"')
    published(swiss, 2)
    play_open_legs(swiss)
    assert page_of(as_morag, swiss, 2).count('class="num"') == before == 8


def test_a_round_that_is_over_stands(swiss: Tournament) -> None:
    published(swiss)
    play_open_legs(swiss)
    with pytest.raises(WrongMoment, match="can no longer be changed"):
        changed(swiss, "table:1", "table:2")


def test_a_large_draft_asks_no_more_than_a_small_one(as_morag: Client, event: Event) -> None:
    for players in (4, 60):
        swiss = started(event(players, **TABLES_OF_FOUR, name=f"Of {players}"))
        assert queries_of(as_morag, desk(swiss, "manage-round", 1)) <= 34
