"""A corrected result in a bracket: the preview, the repaired pairings, and the finish of the tournament."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from league.accounts.models import Account, Player
from league.accounts.models import Change as LogEntry
from league.results.consequences import Change
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Result
from league.results.services.corrections import correct_result, withdraw_result
from league.results.services.ledger import enter_results
from league.results.services.reports import submit_report
from league.results.subjects import consequences_of
from league.tournaments.errors import WrongMoment
from league.tournaments.models import Leg, Tournament
from league.tournaments.queries.rounds import changed_tables, players_at
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.services.lifecycle import advance, start
from league.tournaments.services.repairs import forfeit_table
from league.tournaments.services.withdrawals import readmit_entry, withdraw
from tests.league.tournaments.factories import Event, fresh, open_legs, play_open_legs, play_out, report_result
from tests.league.tournaments.rounds import byes, laid, seen
from tests.league.tournaments.test_reports_of_legs import report_data
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

NOBODY = 0
STANDS = "Published pairings do not change."


def begun(event: Event, entries: int, format_: str, **choices: object) -> Tournament:
    return start(tournament=event(entries, format=format_, tiebreaks=(), **choices), by=None)


def leg_of(tournament: Tournament, slot: str) -> Leg:
    return Leg.objects.filter(pairing__round__tournament=tournament, pairing__slot=slot).latest("pairing__round")


def legs_of(tournament: Tournament, slots: str) -> list[Leg]:
    found = Leg.objects.filter(pairing__round__tournament=tournament, pairing__slot__startswith=slots)
    return list(found.order_by("pk"))


def laid_at(leg: Leg) -> list[int]:
    """Entries in their seats."""
    return list(leg.pairing.seats.order_by("seat").values_list("entry__number", flat=True))


def result_of(leg: Leg) -> Result:
    return Result.objects.get(subject=leg.subject, superseded_by=None)


def coming_to(tournament: Tournament, leg: Leg, winner: int) -> tuple[tuple[SeatResult, ...], str]:
    """Return the seats and kind of result if that entry wins, or a forfeit by both for `NOBODY`."""
    players = players_at(leg)
    if winner == NOBODY:
        return tuple(SeatResult(one, 0, 2) for one in players), Result.How.FORFEIT
    best = tournament.entries.get(number=winner).player_id
    return tuple(SeatResult(one, 9 if one == best else 3, 1 if one == best else 2) for one in players), "played"


def correct(tournament: Tournament, by: Account | None, slot: str, winner: int) -> None:
    correct_leg(tournament, by, leg_of(tournament, slot), winner)


def correct_leg(tournament: Tournament, by: Account | None, leg: Leg, winner: int) -> None:
    seats, how = coming_to(tournament, leg, winner)
    correct_result(result=result_of(leg), seats=seats, how=how, reason="Read from the sheet.", by=by)
    advance(tournament_id=tournament.pk)
    tournament.refresh_from_db()


def told(tournament: Tournament, by: Account, slot: str, winner: int) -> list[str]:
    """What would follow from that correction."""
    return told_of(tournament, by, leg_of(tournament, slot), winner)


def told_of(tournament: Tournament, by: Account, leg: Leg, winner: int) -> list[str]:
    subject, (after, how) = leg.subject, coming_to(tournament, leg, winner)
    rows = result_of(leg).seats.order_by("seat").values_list("player_id", "points", "place")
    change = Change(
        subject=subject, pool=tournament.pool, before=tuple(SeatResult(*row) for row in rows), after=after, how=how
    )
    of_events = [one for one in consequences_of([change], by) if not one.title.startswith("Ratings")]
    return [sentence for one in of_events for sentence in one.sentences]


def play_until(tournament: Tournament, slot: str) -> None:
    """Play until that match is published; the better player wins."""
    while not Leg.objects.filter(pairing__round__tournament=tournament, pairing__slot=slot).exists():
        assert play_open_legs(tournament)
    tournament.refresh_from_db()


def first(tournament: Tournament) -> Sequence[int]:
    """Who has won, now that it is over."""
    assert fresh(tournament).status == Tournament.Status.FINISHED
    return [row.entry for row in sheet_of(tournament).rows if row.place == 1]


def the_other_way(players: tuple[int, ...]) -> list[int]:
    return [10 * sum(other < player for other in players) for player in players]


@shared
def double(event: Event) -> Tournament:
    return begun(event, 4, "double-elimination")


@shared
def single(event: Event) -> Tournament:
    return begun(event, 4, "single-elimination")


# --- the grand final -----------------------------------------------------------------------------------------------
def test_a_finished_double_elimination_runs_again_for_the_second_match(double: Tournament, morag: Account) -> None:
    play_out(double)
    assert double.status == Tournament.Status.FINISHED
    assert "The tournament would be running again until every game has a result." in told(double, morag, "F.1", 2)
    correct(double, morag, "F.1", 2)
    assert double.status == Tournament.Status.RUNNING
    assert len(open_legs(double)) == 1
    play_open_legs(double, the_other_way)
    assert first(double) == [2]


def test_a_second_match_that_is_not_needed_any_more_is_taken_off(double: Tournament, morag: Account) -> None:
    play_until(double, "F.1")
    play_open_legs(double, the_other_way)
    last = leg_of(double, "R.1").pairing.round.number
    taken_off = f"Table 1 of round {last} would be removed. It would no longer be needed."
    assert taken_off in told(double, morag, "F.1", 1)
    correct(double, morag, "F.1", 1)
    assert not double.rounds.filter(number=last).exists()
    assert first(double) == [1]


def test_one_that_was_played_decides_nothing(double: Tournament, morag: Account) -> None:
    play_until(double, "F.1")
    play_open_legs(double, the_other_way)
    play_open_legs(double, the_other_way)
    assert first(double) == [2]
    assert any("would no longer count in the tournament" in line for line in told(double, morag, "F.1", 1))
    correct(double, morag, "F.1", 1)
    assert first(double) == [1]


# --- more or fewer come --------------------------------------------------------------------------------------------
@shared
def walked_in(event: Event) -> Tournament:
    """Return a tournament with the first semi-final forfeited by both, so the winner of the other has won."""
    tournament = begun(event, 4, "single-elimination", format_options={"third": "shared"})
    table = leg_of(tournament, "W1.1").pairing.table
    everybody = laid(tournament)[table]
    forfeit_table(tournament=tournament, number=1, table=table, away=everybody, seen=seen(tournament), by=None)
    play_out(tournament)
    assert tournament.status == Tournament.Status.FINISHED
    assert byes(tournament, 2) == {2: "rest"}
    return tournament


def test_who_has_won_after_all_plays_the_final(walked_in: Tournament, morag: Account) -> None:
    assert "In round 2 Ailsa would meet Bruce, who had a bye." in told(walked_in, morag, "W1.1", 1)
    correct(walked_in, morag, "W1.1", 1)
    assert set(laid(walked_in, 2)[1]) == {1, 2}
    assert changed_tables(walked_in.rounds.get(number=2)) == (1,)  # printed again
    assert walked_in.status == Tournament.Status.RUNNING
    play_out(walked_in)
    assert first(walked_in) == [1]


def test_who_did_not_come_after_all_does_not_play_it(event: Event, morag: Account) -> None:
    tournament = begun(event, 4, "single-elimination", format_options={"third": "shared"})
    play_until(tournament, "W2.1")
    sentence = "Ailsa would leave table 1 of round 2. Bruce would have a bye."
    assert sentence in told(tournament, morag, "W1.1", NOBODY)
    correct(tournament, morag, "W1.1", NOBODY)
    assert byes(tournament, 2) == {2: "rest"}
    assert first(tournament) == [2]


def test_a_free_round_stands_once_the_next_match_is_drawn(event: Event, morag: Account) -> None:
    tournament = begun(event, 8, "single-elimination", format_options={"third": "shared"})
    table = leg_of(tournament, "W1.1").pairing.table
    everybody = laid(tournament)[table]
    forfeit_table(tournament=tournament, number=1, table=table, away=everybody, seen=seen(tournament), by=None)
    play_until(tournament, "W3.1")
    assert any("because a later round is already paired." in line for line in told(tournament, morag, "W1.1", 1))
    correct(tournament, morag, "W1.1", 1)
    assert byes(tournament, 2) == {4: "rest"}
    play_out(tournament)
    assert first(tournament) == [2]


# --- corrected to level, or withdrawn ------------------------------------------------------------------------------
def test_a_match_found_level_after_the_next_was_drawn_is_not_replayed(single: Tournament, morag: Account) -> None:
    play_until(single, "W2.1")
    seats = tuple(SeatResult(one, 9, 1) for one in players_at(leg_of(single, "W1.1")))
    correct_result(result=result_of(leg_of(single, "W1.1")), seats=seats, reason="Both had nine.", by=morag)
    advance(tournament_id=single.pk)
    play_out(single)
    assert single.status == Tournament.Status.FINISHED
    assert single.rounds.count() == 2
    assert first(single) == [1]


# --- what stands ---------------------------------------------------------------------------------------------------
def knockout_drawn(event: Event) -> tuple[Tournament, Leg]:
    """The first matches after two groups, and the game by which the second and the third of one change places."""
    tournament = begun(event, 8, "groups-knockout")
    play_until(tournament, "W1.1")
    (leg,) = [one for one in legs_of(tournament, "G") if set(laid_at(one)) == {4, 5}]
    return tournament, leg


def matches_drawn(tournament: Tournament) -> list[list[int]]:
    return sorted(sorted(laid_at(leg)) for leg in legs_of(tournament, "W1"))


def test_a_corrected_group_redraws_the_seats_of_a_knockout_not_yet_played(event: Event, morag: Account) -> None:
    tournament, leg = knockout_drawn(event)
    assert matches_drawn(tournament) == [[1, 3], [2, 4]]
    table = next(one for one in legs_of(tournament, "W1") if 4 in laid_at(one)).pairing
    names = dict(tournament.entries.values_list("number", "player__name"))
    sentence = f"At table {table.table} of round {table.round.number} {names[5]} would play instead of {names[4]}."
    preview = told_of(tournament, morag, leg, 5)
    assert sentence in preview
    assert STANDS not in preview
    correct_leg(tournament, morag, leg, 5)
    assert matches_drawn(tournament) == [[1, 3], [2, 5]]
    assert tournament.rounds.get(number=table.round.number).version == 2
    assert LogEntry.objects.filter(event=tournament.public_id, verb="bracket-mended").count() == 1
    play_out(tournament)
    assert tournament.status == Tournament.Status.FINISHED


def test_a_knockout_game_that_was_played_stays_and_the_preview_names_it(event: Event, morag: Account) -> None:
    tournament, leg = knockout_drawn(event)
    played = next(one for one in legs_of(tournament, "W1") if 4 in laid_at(one))
    report_result(leg=played, points=[9, 3], by=None)
    (sentence,) = [one for one in told_of(tournament, morag, leg, 5) if "That game stays." in one]
    assert f"table {played.pairing.table} of round {played.pairing.round.number} in the seat" in sentence
    correct_leg(tournament, morag, leg, 5)
    assert matches_drawn(tournament) == [[1, 3], [2, 4]]
    withdraw_result(result=result_of(played), reason="Played again.", by=morag)
    advance(tournament_id=tournament.pk)
    assert matches_drawn(tournament) == [[1, 3], [2, 5]]


def test_who_left_before_the_knockout_was_drawn_is_not_let_back_into_it(event: Event, morag: Account) -> None:
    tournament = begun(event, 8, "groups-knockout")
    play_open_legs(tournament)
    withdraw(entry=tournament.entries.get(number=1), by=morag)
    withdraw(entry=tournament.entries.get(number=8), by=morag)
    readmit_entry(entry=tournament.entries.get(number=8), by=morag)
    play_until(tournament, "W1.1")
    with pytest.raises(WrongMoment):
        readmit_entry(entry=tournament.entries.get(number=1), by=morag)


def test_it_is_told_that_tables_that_are_played_stand_in_a_knockout_of_tables(event: Event, morag: Account) -> None:
    tournament = begun(event, 8, "table-knockout")
    play_out(tournament)
    leg = leg_of(tournament, "S1.1")
    assert STANDS in told_of(tournament, morag, leg, max(laid_at(leg)))


def test_who_goes_on_after_all_gets_a_seat_at_a_table_that_is_not_played(event: Event, morag: Account) -> None:
    tournament = begun(event, 8, "table-knockout")
    play_until(tournament, "S2.1")
    last = max(laid_at(leg_of(tournament, "S1.1")))
    assert last not in laid(tournament, 2)[1]
    assert STANDS not in told(tournament, morag, "S1.1", last)
    correct(tournament, morag, "S1.1", last)
    assert last in laid(tournament, 2)[1]
    assert len(set(laid(tournament, 2)[1])) == 4


# --- nobody sits twice ---------------------------------------------------------------------------------------------
def test_who_played_for_third_place_and_comes_to_the_final_is_not_third(single: Tournament, morag: Account) -> None:
    play_until(single, "T.1")
    third = leg_of(single, "T.1")
    report_result(leg=third, points=[9, 3], by=None)
    played = set(laid_at(third))
    assert any("played again" in line for line in told(single, morag, "W1.1", 4))
    correct(single, morag, "W1.1", 4)
    assert set(laid_at(leg_of(single, "W2.1"))) == {4, 2}
    play_out(single)
    assert set(laid_at(leg_of(single, "T.1"))) == {1, 3} != played
    assert single.status == Tournament.Status.FINISHED
    places = {row.entry: row.place for row in sheet_of(single).rows}
    assert sorted(places.values()) == [1, 2, 3, 4]
    assert places[1] == 3


def test_who_has_won_after_all_is_not_left_out_if_the_loser_played_on(double: Tournament, morag: Account) -> None:
    play_until(double, "W2.1")
    report_result(leg=leg_of(double, "W2.1"), points=[9, 3], by=None)
    correct(double, morag, "W1.1", 4)
    assert set(laid_at(leg_of(double, "L1.1"))) == {1, 3}
    play_out(double)
    assert set(laid_at(leg_of(double, "W2.1"))) == {4, 2}
    assert fresh(double).status == Tournament.Status.FINISHED


def test_a_report_that_waits_keeps_a_match_as_it_is(double: Tournament, morag: Account) -> None:
    play_until(double, "W2.1")
    leg = leg_of(double, "W2.1")
    isla = Account.objects.create_user("isla@example.org")
    Player.objects.filter(pk=players_at(leg)[0]).update(account=isla)
    submit_report(**report_data(leg, 30, 20), by=Player.objects.get(pk=players_at(leg)[0]))
    in_main, below = laid_at(leg), laid_at(leg_of(double, "L1.1"))
    correct(double, morag, "W1.1", 4)
    assert laid_at(leg_of(double, "W2.1")) == in_main
    assert laid_at(leg_of(double, "L1.1")) == below


def test_it_is_told_that_matches_on_the_machine_stand(event: Event, morag: Account) -> None:
    tournament = begun(event, 4, "single-elimination", venue="machine")
    for leg in legs_of(tournament, "W1"):
        best, other = players_at(leg)
        seats = (SeatResult(best, 9, 1), SeatResult(other, 3, 2))
        enter_results(pool=tournament.pool, entries=[ResultDraft(leg.subject, seats)])
    advance(tournament_id=tournament.pk)
    leg = leg_of(tournament, "W1.1")
    before = laid(tournament, 2)
    loser = laid_at(leg)[1]
    assert STANDS in told_of(tournament, morag, leg, loser)
    correct(tournament, None, "W1.1", loser)
    assert laid(tournament, 2) == before
