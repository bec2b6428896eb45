"""Tournaments on paper from the draft to the last result."""

import pytest

from league.accounts.models import Account
from league.clubs.models import Club
from league.results.models import Result
from league.tournaments.errors import AlreadyReported, CannotBePlayed, EntryRefused, ReportRefused, WrongMoment
from league.tournaments.models import Entry, Leg, Pairing, Round, Tournament
from league.tournaments.queries.history import history_of
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import cancel, start
from league.tournaments.services.withdrawals import withdraw
from tests.league.tournaments.factories import Event, People, fresh, open_legs, play_open_legs, play_out, report_result

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

Finished = Tournament.Status.FINISHED


@pytest.mark.parametrize(("entries", "cycles", "games", "rounds"), [(2, 1, 1, 1), (4, 1, 6, 3), (5, 2, 20, 10)])
def test_a_round_robin_is_played_to_its_end(event: Event, entries: int, cycles: int, games: int, rounds: int) -> None:
    tournament = start(tournament=event(entries, format_options={"cycles": cycles}), by=None)
    assert play_out(tournament) == games
    assert tournament.status == Finished
    assert tournament.rounds.filter(status=Round.Status.CLOSED).count() == rounds


@pytest.mark.long
@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_round_robin_of_tables_is_played_to_its_end(event: Event, size: int) -> None:
    sizes = {"table_size": size, "smallest": 3, "largest": 5}
    tournament = start(tournament=event(11, format="table-round-robin", format_options=sizes | {"rounds": 3}), by=None)
    play_out(tournament)
    assert tournament.status == Finished
    assert {len(pairing.seats) for pairing in history_of(tournament.pk).pairings} <= {1, 3, 4, 5}


def test_rounds_come_one_at_a_time(event: Event) -> None:
    tournament = start(tournament=event(4), by=None)
    assert tournament.rounds.count() == 1
    assert play_open_legs(tournament) == 2
    assert list(tournament.rounds.values_list("number", "status")) == [(1, "closed"), (2, "published")]


def test_all_rounds_may_come_at_the_start(event: Event) -> None:
    tournament = start(tournament=event(4, pace="all", format_options={"cycles": 2, "legs": 2}), by=None)
    assert tournament.rounds.filter(status="published").count() == 6
    assert len(open_legs(tournament)) == 24
    assert play_out(tournament) == 24
    assert tournament.status == Finished


def test_tables_are_numbered_without_a_gap_and_free_rounds_come_last(event: Event) -> None:
    tournament = start(tournament=event(5, pace="all"), by=None)
    for number in range(1, 6):
        pairings = Pairing.objects.filter(round__tournament=tournament, round__number=number)
        assert list(pairings.values_list("table", "bye")) == [(1, ""), (2, ""), (3, "rest")]


def test_at_a_table_that_has_begun_the_rest_is_still_reported(event: Event) -> None:
    options = {"table_size": 4, "rounds": 1, "legs": 2}
    tournament = start(tournament=event(4, format="table-round-robin", format_options=options), by=None)
    report_result(leg=open_legs(tournament)[0], points=[4, 3, 2, 1], by=None)
    withdraw(entry=tournament.entries.get(number=3), by=None)
    assert len(open_legs(tournament)) == 1
    assert play_out(tournament) == 1
    assert tournament.status == Finished


def test_results_go_to_the_clubs_pool_of_people(event: Event, club: Club) -> None:
    tournament = start(tournament=event(2), by=None)
    play_out(tournament)
    result = Result.objects.get()
    assert (result.pool.club, result.pool.player_kind, result.is_rated) == (club, "person", True)
    assert result.subject == Leg.objects.get().subject


def test_places_follow_from_the_points(event: Event) -> None:
    tournament = event(4, format="table-round-robin", format_options={"table_size": 4, "rounds": 1})
    start(tournament=tournament, by=None)
    report_result(leg=open_legs(tournament)[0], points=[7, 21, 7, 3], by=None)
    assert list(Result.objects.get().seats.values_list("place", flat=True)) == [2, 1, 2, 4]


def test_it_refuses_a_second_result(event: Event) -> None:
    tournament = event(4)
    start(tournament=tournament, by=None)
    leg = open_legs(tournament)[0]
    report_result(leg=leg, points=[20, 10], by=None)
    with pytest.raises(AlreadyReported):
        report_result(leg=leg, points=[10, 20], by=None)
    assert Result.objects.count() == 1


@pytest.mark.parametrize("points", [[20], [20, 10, 5], None])
def test_it_refuses_points_that_do_not_fit_the_table(event: Event, points: list[int] | None) -> None:
    tournament = start(tournament=event(2), by=None)
    with pytest.raises(ReportRefused):
        report_result(leg=open_legs(tournament)[0], points=points, by=None)


def test_who_leaves_a_draft_was_never_there_and_leaves_once(event: Event) -> None:
    tournament = event(4)
    entry, as_another_page_read_it = (tournament.entries.get(number=2) for _ in range(2))
    withdraw(entry=entry, by=None)
    with pytest.raises(WrongMoment, match="already withdrawn"):
        withdraw(entry=as_another_page_read_it, by=None)
    assert list(tournament.entries.values_list("number", flat=True)) == [1, 2, 3]


def test_who_leaves_forfeits_what_is_on_the_board(event: Event) -> None:
    tournament = start(tournament=event(4), by=None)
    leaver = tournament.entries.get(number=1)
    withdraw(entry=leaver, by=None)
    forfeit = Result.objects.get()
    assert (forfeit.how, forfeit.is_rated) == ("forfeit", False)
    assert forfeit.seats.get(player=leaver.player).place == 2
    play_out(tournament)
    assert tournament.status == Finished
    assert Result.objects.filter(how="played").count() == 3


def test_who_leaves_after_half_of_the_games_forfeits_the_rest_unrated(event: Event) -> None:
    tournament = start(tournament=event(4), by=None)
    play_open_legs(tournament)
    play_open_legs(tournament)
    withdraw(entry=tournament.entries.get(number=1), by=None)
    play_out(tournament)
    assert tournament.status == Finished
    assert sorted(Result.objects.values_list("how", flat=True)) == ["forfeit"] + ["played"] * 5


def test_a_table_of_four_plays_on_as_three(event: Event) -> None:
    tournament = event(4, format="table-round-robin", format_options={"table_size": 4, "rounds": 1})
    start(tournament=tournament, by=None)
    withdraw(entry=tournament.entries.get(number=3), by=None)
    report_result(leg=open_legs(tournament)[0], points=[3, 2, 1], by=None)
    assert fresh(tournament).status == Finished


def test_nobody_leaves_twice(event: Event) -> None:
    tournament = start(tournament=event(4), by=None)
    entry = tournament.entries.get(number=1)
    as_another_page_read_it = Entry.objects.get(pk=entry.pk)
    withdraw(entry=entry, by=None)
    play_open_legs(tournament)
    left = Entry.objects.get(pk=entry.pk).left_round
    with pytest.raises(WrongMoment, match="already withdrawn"):
        withdraw(entry=as_another_page_read_it, by=None)
    assert Entry.objects.get(pk=entry.pk).left_round == left


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "lords-of-scottland"},
        {"format": "round-robbing"},
        {"format_options": {"cycles": 3}},
        {"format_options": {"colour": 1}},
        {"options": {"bruce": "perhaps"}},
        {"scoring": "whatever"},
        {"tiebreaks": ["height"]},
        {"tiebreaks": ["wins", "wins"]},
        {"name": "   "},
        {"name": "x" * 81},
        {"venue": "moon"},
        {"pace": "never"},
    ],
)
def test_it_refuses_an_impossible_tournament_in_a_whole_sentence(club: Club, wrong: dict[str, object]) -> None:
    given: dict[str, object] = {"name": "Spring", "game": "lords-of-scotland", "format": "round-robin"} | wrong
    with pytest.raises(CannotBePlayed) as refused:
        make_tournament(club=club, by=None, **given)  # type: ignore[arg-type]  # wrong on purpose
    assert refused.value.message[-1] in ".?"
    assert len(refused.value.message.split()) > 4
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("entries", [0, 1])
def test_too_few_entries_leave_the_draft_as_it_was(event: Event, entries: int) -> None:
    tournament = event(entries)
    with pytest.raises(CannotBePlayed):
        start(tournament=tournament, by=None)
    assert fresh(tournament).status == Tournament.Status.DRAFT
    assert not tournament.rounds.exists()


def test_a_field_that_fits_no_table_is_refused(event: Event) -> None:
    only_fives = {"table_size": 5, "smallest": 5, "largest": 5}
    tournament = event(4, format="table-round-robin", format_options=only_fives)
    with pytest.raises(CannotBePlayed):
        start(tournament=tournament, by=None)
    assert not Round.objects.exists()


def test_it_starts_once(event: Event) -> None:
    tournament = start(tournament=event(4), by=None)
    with pytest.raises(WrongMoment):
        start(tournament=tournament, by=None)
    assert tournament.rounds.count() == 1


def test_bots_stay_off_the_tables_and_people_off_the_machine(event: Event, people: People, bots: People) -> None:
    with pytest.raises(EntryRefused, match="bot"):
        enter_players(tournament=event(0), players=bots(1), by=None)
    with pytest.raises(EntryRefused, match="person"):
        enter_players(tournament=event(0, venue="machine"), players=people(1), by=None)


def test_strangers_and_doubles_are_refused_and_nobody_enters(event: Event, people: People, senga: Account) -> None:
    tournament, new = event(2), people(1)
    with pytest.raises(EntryRefused, match="Glen Orchy"):
        enter_players(tournament=tournament, players=[*new, senga.player], by=None)
    with pytest.raises(EntryRefused, match="already"):
        enter_players(tournament=tournament, players=[*new, *new], by=None)
    assert tournament.entries.count() == 2


def test_nobody_enters_after_the_start(event: Event, people: People) -> None:
    tournament = start(tournament=event(2), by=None)
    with pytest.raises(WrongMoment):
        enter_players(tournament=tournament, players=people(1), by=None)


def test_a_cancelled_tournament_takes_no_results(event: Event) -> None:
    tournament = start(tournament=event(4), by=None)
    leg = open_legs(tournament)[0]
    cancel(tournament=tournament, by=None)
    with pytest.raises(WrongMoment):
        report_result(leg=leg, points=[1, 0], by=None)
    with pytest.raises(WrongMoment):
        cancel(tournament=tournament, by=None)
