"""Events in which one can be out of it: how they go on by themselves, what their pages tell, what they refuse."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from league.accounts.models import Account, Player
from league.competition.tiebreaks import tiebreak_named
from league.competition.violations import MISSING
from league.results.drafts import SeatResult
from league.results.models import Result
from league.results.services.corrections import correct_result
from league.tournaments.errors import ChangeRefused, EntryRefused, WrongMoment
from league.tournaments.models import Leg, Tournament
from league.tournaments.presenters.overview import facts_of, progress_of
from league.tournaments.queries.rounds import players_at
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.services.arrangements import request_bye
from league.tournaments.services.entries import enter_late
from league.tournaments.services.lifecycle import advance, start
from league.tournaments.services.pairing_changes import change_round
from league.tournaments.services.repairs import Absences, forfeit_table, repair_round
from league.tournaments.services.withdrawals import withdraw
from tests.league.assertions import queries_of
from tests.league.tournaments.browser import address, text_of
from tests.league.tournaments.factories import Event, People, fresh, open_legs, play_open_legs, play_out, report_result
from tests.league.tournaments.rounds import drawn, laid, page_of, published, seen, started
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


@shared
def knockout(event: Event) -> Tournament:
    return start(tournament=event(6, format="single-elimination", tiebreaks=()), by=None)


def slots(tournament: Tournament) -> list[list[str]]:
    rounds = tournament.rounds.order_by("number")
    return [list(one.pairings.order_by("table").values_list("slot", flat=True)) for one in rounds]


def test_every_round_follows_from_the_one_before_by_itself(knockout: Tournament) -> None:
    assert slots(knockout) == [["W1.2", "W1.3", "W1.1", "W1.4"]]
    play_open_legs(knockout)
    assert slots(knockout)[1:] == [["W2.1", "W2.2"]]
    play_out(knockout)
    assert slots(knockout)[2:] == [["W3.1", "T.1"]]
    assert knockout.status == Tournament.Status.FINISHED
    assert [(row.place, row.entry) for row in sheet_of(knockout).rows] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
        (5, 5),
        (5, 6),
    ]


def test_the_bracket_shows_every_match_and_the_way_of_one_player(client: Client, knockout: Tournament) -> None:
    play_open_legs(knockout)
    page = text_of(client.get(address(knockout, "bracket")))
    assert page.count('class="bracket-match ') == 6
    assert "Winner of match 3" in page  # two players have a bye in round 1: only two matches before it
    assert "Semi-final" in page
    assert '<path class="on-path"' not in page
    followed = text_of(client.get(address(knockout, "bracket") + "?player=3"))
    assert "<strong>Catriona</strong>" in followed
    assert followed.count('<path class="on-path"') == 1
    assert text_of(client.get(address(knockout, "bracket") + "?player=99999999999")).count("on-path") == 0


def test_a_replay_counts_as_a_round_everywhere_on_the_page(client: Client, event: Event) -> None:
    tournament = start(tournament=event(2, format="single-elimination", tiebreaks=()), by=None)
    (final,) = open_legs(tournament)
    report_result(leg=final, points=[8, 8], by=None)
    play_out(tournament)
    facts = {fact.title: fact.name for fact in facts_of(tournament, sheet_of(tournament))}
    rounds = facts["Rounds"]
    assert tournament.status == Tournament.Status.FINISHED
    assert (facts["Format"], "Games per match" in facts) == ("Single elimination", False)
    assert rounds == str(progress_of(sheet_of(tournament)).rounds) == "2"
    page = text_of(client.get(address(tournament, "tournament")))
    assert page.index('class="bracket ') < page.index('id="round-2"')


def test_a_replay_leaves_the_final_to_come_and_the_tied_score_in_sight(client: Client, event: Event) -> None:
    tournament = start(tournament=event(4, format="single-elimination", tiebreaks=()), by=None)
    tied, other = open_legs(tournament)
    report_result(leg=other, points=[12, 9], by=None)
    report_result(leg=tied, points=[17, 17], by=None)
    progress = progress_of(sheet_of(tournament))
    assert (progress.round, progress.rounds) == (2, 3)
    (replay,) = open_legs(tournament)
    report_result(leg=replay, points=[19, 13], by=None)
    progress = progress_of(sheet_of(tournament))
    assert (progress.round, progress.rounds) == (3, 3)
    page = text_of(client.get(address(tournament, "bracket")))
    scores = re.findall(r"<b>(.*?)</b>", page)
    assert [[part for part in ("17", "19", "13") if part in score] for score in scores[:4]].count(["17", "19"]) == 1
    assert [[part for part in ("17", "19", "13") if part in score] for score in scores[:4]].count(["17", "13"]) == 1


def test_a_group_names_the_tie_break_that_decided(client: Client, event: Event) -> None:
    """Player 4 lost to 1, beat 5, and 5 beat 1 by far: all have two points of three games."""
    tournament = start(tournament=event(8, format="groups-knockout", tiebreaks=()), by=None)
    numbers = dict(tournament.entries.values_list("player", "number"))

    def points(players: tuple[int, ...]) -> list[int]:
        one, other = (numbers[player] for player in players)
        if {one, other} == {1, 5}:
            return [3, 12] if one == 1 else [12, 3]
        return [9, 3] if one < other else [3, 9]

    page = text_of(client.get(address(tournament, "bracket")))
    assert "data-tie" not in page
    while not tournament.rounds.filter(pairings__slot="W1.1").exists():
        play_open_legs(tournament, points)
    page = text_of(client.get(address(tournament, "bracket")))
    assert page.count("data-tie") == 1
    (tie,) = [tie for group in sheet_of(tournament).stages[0].groups for tie in group.ties]
    assert (tie.entries, tie.decided_by, tie.level) == ((5, 1, 4), ("game-points",), ((1, 4),))
    assert tiebreak_named("game-points").name in page


def test_a_long_name_stands_whole_in_its_box_and_in_its_title(client: Client, knockout: Tournament) -> None:
    long = "Sir Archibald Montgomerie-Featherstonehaugh"
    Player.objects.filter(pk=knockout.entries.get(number=1).person.pk).update(name=long)
    page = text_of(client.get(address(knockout, "bracket")))
    assert page.count(f'title="{long}"') == page.count(f"<span>{long}</span>") > 0


def test_the_champion_and_their_way_stand_out_after_the_final(client: Client, knockout: Tournament) -> None:
    play_open_legs(knockout)
    assert 'class="bracket-round champion' not in text_of(client.get(address(knockout, "bracket")))
    play_out(knockout)
    page = text_of(client.get(address(knockout, "bracket")))
    champion = page.partition('class="bracket-round champion"')[2].partition("</section>")[0]
    assert knockout.entries.get(number=1).person.name in champion
    assert page.count('<path class="on-won"') == 2  # from the semi-final, after a bye, and from the final


def test_a_match_tells_the_points_where_both_won_as_many_games(client: Client, event: Event) -> None:
    tournament = event(2, format="single-elimination", tiebreaks=(), format_options={"legs": 2})
    start(tournament=tournament, by=None)
    first = tournament.entries.get(number=1).person.pk
    for leg, (own, other) in zip(open_legs(tournament), [(30, 10), (5, 9)], strict=True):
        report_result(leg=leg, points=[own if one == first else other for one in players_at(leg)], by=None)
    assert "35:19" in text_of(client.get(address(tournament, "bracket")))


def test_its_standings_tell_how_far_everybody_came(client: Client, knockout: Tournament) -> None:
    play_open_legs(knockout)
    page = text_of(client.get(address(knockout, "standings")))
    assert "Reached" in page
    assert "Still in" in page
    assert "Quarter-final" in page
    printed = text_of(client.get(address(knockout, "print-standings")))
    assert "Quarter-final" in printed
    assert "Place,Player,Reached,Played" in text_of(client.get(address(knockout, "export-table", "standings", "csv")))


def test_it_asks_as_few_questions_whatever_its_size(client: Client, event: Event) -> None:
    asked = []
    for size in (4, 12):
        tournament = event(size, name=f"Cup of {size}", format="double-elimination", tiebreaks=())
        start(tournament=tournament, by=None)
        play_open_legs(tournament)
        client.get(address(tournament, "bracket"))
        sheet_of(tournament)
        asked.append(queries_of(client, address(tournament, "bracket")))
    assert asked[0] == asked[1] <= 7


def test_for_paper_a_large_bracket_is_cut_into_pages(client: Client, event: Event) -> None:
    tournament = start(tournament=event(64, format="single-elimination", tiebreaks=()), by=None)
    assert 'href="?paper=1"' in text_of(client.get(address(tournament, "bracket")))
    page = text_of(client.get(address(tournament, "bracket") + "?paper=1"))
    for number in (1, 2, 3):
        assert f"Bracket, page {number} of 3" in page
    assert page.count('class="bracket-match ') == 64
    small = start(tournament=event(6, format="single-elimination", tiebreaks=(), name="Small"), by=None)
    assert "paper=1" not in text_of(client.get(address(small, "bracket")))
    assert "Bracket, page" not in text_of(client.get(address(small, "bracket") + "?paper=1"))


def test_an_event_without_a_bracket_has_no_such_page(client: Client, running: Tournament) -> None:
    assert client.get(address(running, "bracket")).status_code == 404
    assert ">Bracket<" not in text_of(client.get(address(running, "tournament")))


def test_who_leaves_forfeits_what_is_open_and_is_out(knockout: Tournament) -> None:
    play_open_legs(knockout)
    withdraw(entry=knockout.entries.get(number=1), by=None)
    play_out(knockout)
    assert [(row.place, row.entry) for row in sheet_of(knockout).rows[:2]] == [(1, 2), (2, 4)]


def test_nobody_joins_or_misses_a_round(knockout: Tournament, people: People) -> None:
    with pytest.raises(WrongMoment, match="bracket has been paired"):
        enter_late(tournament=knockout, players=people(1), by=None)
    with pytest.raises(EntryRefused, match="in a knockout"):
        request_bye(entry=knockout.entries.get(number=1), round_number=2, kind="zero", by=None)


def test_nobody_stands_in_for_who_did_not_come_but_the_match_is_forfeited(knockout: Tournament) -> None:
    gone = Absences(frozenset({5}), frozenset())
    with pytest.raises(ChangeRefused, match="by forfeit"):
        repair_round(tournament=knockout, number=1, absences=gone, seen=seen(knockout), by=None)
    forfeit_table(tournament=knockout, number=1, table=1, away=[4], seen=seen(knockout), by=None)
    play_out(knockout)
    assert 5 in {row.entry for row in sheet_of(knockout).rows[:4]}


def test_at_the_desk_two_may_change_places_before_it_is_published(event: Event) -> None:
    tournament = started(event(8, format="single-elimination", tiebreaks=(), pace="desk"))
    change_round(tournament=tournament, number=1, who="entry:1", to="entry:3", seen=seen(tournament), by=None)
    published(tournament)
    play_open_legs(tournament)
    drawn(tournament)
    published(tournament, 2)
    assert [set(seats) for seats in laid(tournament, 2).values()] == [{3, 4}, {1, 2}]


def test_the_desk_misses_nobody_who_is_out(event: Event, as_morag: Client) -> None:
    tournament = started(event(4, format="single-elimination", tiebreaks=(), pace="desk"))
    published(tournament)
    play_open_legs(tournament)
    drawn(tournament)
    page = page_of(as_morag, tournament, 2)
    assert MISSING.format(players="") not in page
    assert "Publish round 2" in page


def leg_at(tournament: Tournament, number: int, table: int) -> Leg:
    return Leg.objects.get(pairing__round__tournament=tournament, pairing__round__number=number, pairing__table=table)


def entered(leg: Leg) -> Result:
    return Result.objects.get(subject=leg.subject, superseded_by=None)


def correct(tournament: Tournament, by: Account, number: int, table: int, winner: int) -> None:
    """That entry has won the match."""
    leg = leg_at(tournament, number, table)
    best = tournament.entries.get(number=winner).player_id
    seats = tuple(SeatResult(one, 9 if one == best else 3, 1 if one == best else 2) for one in players_at(leg))
    correct_result(result=entered(leg), seats=seats, reason="Read from the sheet.", by=by)
    advance(tournament_id=tournament.pk)


def test_the_winner_by_correction_plays_the_next_match_again(knockout: Tournament, morag: Account) -> None:
    play_out(knockout)
    semifinal = entered(leg_at(knockout, 2, 1))
    correct(knockout, morag, 1, 1, 5)
    assert fresh(knockout).status == Tournament.Status.RUNNING
    assert [set(players_at(leg)) for leg in open_legs(knockout)] == [players(knockout, 1, 5)]
    play_out(knockout)
    assert knockout.status == Tournament.Status.FINISHED
    assert Result.objects.filter(pk=semifinal.pk, superseded_by=None).exists()  # it still counts for the ratings


def test_who_has_not_won_by_a_correction_does_not_play_on(knockout: Tournament, morag: Account) -> None:
    play_open_legs(knockout)
    play_open_legs(knockout)
    correct(knockout, morag, 1, 1, 5)
    assert [set(players_at(leg)) for leg in open_legs(knockout)] == [players(knockout, 1, 5)]
    correct(knockout, morag, 1, 1, 4)  # the semifinal that was played counts again
    open_ones = [set(players_at(leg)) for leg in open_legs(knockout)]
    assert sorted(open_ones, key=min) == [players(knockout, 1, 2), players(knockout, 3, 4)]  # and for third place


def players(tournament: Tournament, *numbers: int) -> set[int]:
    return set(tournament.entries.filter(number__in=numbers).values_list("player_id", flat=True))
