"""Corrections of results: previewed, refused if the preview is out of date, and what they change in a tournament."""

import random
from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.results.consequences import Change, Consequence, correction_of, entry_of
from league.results.drafts import ResultDraft, SeatResult, seats_of
from league.results.errors import OtherPlayers
from league.results.models import Result
from league.results.queries import chain_of, results_of
from league.results.services.corrections import correct_result, withdraw_result
from league.results.services.reports import submit_report
from league.results.subjects import consequences_of
from league.tournaments.correction_impact import impact_of
from league.tournaments.models import Leg, Round, Tournament
from league.tournaments.queries.rounds import players_at
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.queries.tournaments import tournaments_behind
from league.tournaments.services.lifecycle import advance, start
from league.tournaments.services.withdrawals import withdraw
from tests.factories import browser_of
from tests.league.assertions import foreseen
from tests.league.tournaments.factories import Event, fresh, open_legs, play_open_legs, play_out, report_result
from tests.league.tournaments.test_reports_of_legs import report_data
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

WHY = "The sheet was read upside down."


@shared
def over(event: Event) -> Tournament:
    """Three people in three rounds, all played: Ailsa won both of her games, Bruce one."""
    tournament = start(tournament=event(3, format_options={"order": "list"}), by=None)
    play_out(tournament)
    return tournament


def result_between(tournament: Tournament, *names: str) -> Result:
    """The result that counts of the game of those two."""
    legs = Leg.objects.filter(pairing__round__tournament=tournament)
    for result in results_of([leg.subject for leg in legs]):
        if {seat.player.name for seat in result.seats.all()} == set(names):
            return result
    raise AssertionError(names)


def turned(result: Result) -> tuple[SeatResult, ...]:
    """The same table with its places the other way round."""
    first, second = seats_of(result)
    return first._replace(points=second.points, place=second.place), second._replace(
        points=first.points, place=first.place
    )


def turning(result: Result) -> Change:
    return correction_of(chain_of(result.subject), ResultDraft(result.subject, turned(result)))


def withdrawing(result: Result) -> Change:
    return correction_of(chain_of(result.subject), ResultDraft(result.subject, (), "withdrawn"))


def all_told(change: Change, user: Account) -> list[Consequence]:
    """What is said of tournaments; the ratings have a test of their own."""
    return [one for one in consequences_of([change], user) if not one.title.startswith("Ratings")]


def told(change: Change, user: Account) -> Consequence:
    (consequence,) = all_told(change, user)
    return consequence


def places(tournament: Tournament) -> dict[str, int]:
    names = dict(tournament.entries.values_list("number", "player__name"))
    return {names[row.entry]: row.place for row in sheet_of(tournament).rows}


def test_a_correction_moves_the_standings_of_a_finished_tournament_and_it_stays_finished(over: Tournament) -> None:
    assert places(over) == {"Ailsa": 1, "Bruce": 2, "Catriona": 3}
    result = result_between(over, "Ailsa", "Bruce")
    correct_result(result=result, seats=turned(result), reason=WHY, by=None)
    advance(tournament_id=over.pk)
    assert places(fresh(over)) == {"Bruce": 1, "Ailsa": 2, "Catriona": 3}
    assert over.status == Tournament.Status.FINISHED


def test_before_that_the_page_says_who_would_have_won(over: Tournament, morag: Account) -> None:
    consequence = told(turning(result_between(over, "Ailsa", "Bruce")), morag)
    assert consequence.title == "Spring round robin"
    assert consequence.sentences[0] == "Bruce would have won, instead of Ailsa."
    assert [(line.name, *line.pairs[0]) for line in consequence.lines] == [("Bruce", "2", "1"), ("Ailsa", "1", "2")]
    assert places(over)["Ailsa"] == 1


def test_where_nobody_moves_nothing_is_said(over: Tournament, morag: Account) -> None:
    result = result_between(over, "Ailsa", "Bruce")
    more = tuple(seat._replace(points=seat.points + 1) for seat in seats_of(result))
    assert all_told(correction_of(chain_of(result.subject), ResultDraft(result.subject, more)), morag) == []


def test_a_finished_tournament_runs_again_while_a_result_is_withdrawn(over: Tournament, morag: Account) -> None:
    result = result_between(over, "Bruce", "Catriona")
    assert (
        "The tournament would be running again until every game has a result."
        in told(withdrawing(result), morag).sentences
    )
    gone = withdraw_result(result=result, reason=WHY, by=None)
    advance(tournament_id=over.pk)
    assert (fresh(over).status, over.finished_at) == (Tournament.Status.RUNNING, None)
    assert list(over.rounds.filter(status=Round.Status.PUBLISHED, closed_at=None).values_list("number", flat=True)) == [
        Leg.objects.get(subject=result.subject).pairing.round.number
    ]
    correct_result(result=gone, seats=turned(result), reason="They played it again.", by=None)
    advance(tournament_id=over.pk)
    over.refresh_from_db()
    assert (over.status, over.rounds.filter(status=Round.Status.CLOSED).count()) == (Tournament.Status.FINISHED, 3)
    assert over.finished_at is not None


def test_the_sweep_finds_a_finished_tournament_that_has_to_run_again(over: Tournament) -> None:
    advance(tournament_id=over.pk)
    assert tournaments_behind() == []
    gone = withdraw_result(result=result_between(over, "Ailsa", "Bruce"), reason=WHY, by=None)
    assert tournaments_behind() == [(over.pk, over.pool_id)]
    advance(tournament_id=over.pk)
    assert tournaments_behind() == []
    correct_result(result=gone, seats=chain_of(gone.subject).seats, reason="Back again.", by=None)
    assert tournaments_behind() == [(over.pk, over.pool_id)]


def test_a_tournament_that_was_called_off_stays_so(over: Tournament) -> None:
    Tournament.objects.filter(pk=over.pk).update(status=Tournament.Status.CANCELLED)
    withdraw_result(result=result_between(over, "Ailsa", "Bruce"), reason=WHY, by=None)
    advance(tournament_id=over.pk)
    assert fresh(over).status == Tournament.Status.CANCELLED


def test_rounds_that_were_published_stand_and_the_next_waits(event: Event, morag: Account) -> None:
    tournament = start(tournament=event(4, format_options={"order": "list"}), by=None)
    play_open_legs(tournament)
    seated = [players_at(leg) for leg in open_legs(tournament)]
    first = result_between(tournament, "Ailsa", "Dougal")
    assert told(withdrawing(first), morag).sentences[-1] == "Published pairings do not change."
    withdraw_result(result=first, reason=WHY, by=None)
    advance(tournament_id=tournament.pk)
    assert [players_at(leg) for leg in open_legs(tournament)] == seated
    play_open_legs(tournament)
    assert tournament.rounds.count() == 2
    assert tournament.rounds.get(number=1).status == Round.Status.PUBLISHED


def test_the_last_result_of_a_round_would_publish_the_next(event: Event, morag: Account) -> None:
    tournament = start(tournament=event(4, format_options={"order": "list"}), by=None)
    one, last = open_legs(tournament)
    report_result(leg=one, points=[3, 1], by=None)
    seats = tuple(map(SeatResult, players_at(last), (9, 1), (1, 2)))
    consequence = told(entry_of(tournament.pool, ResultDraft(last.subject, seats)), morag)
    assert "Round 2 would be published." in consequence.sentences


def test_the_last_result_of_all_would_finish_it(event: Event, morag: Account) -> None:
    tournament = start(tournament=event(2), by=None)
    (last,) = open_legs(tournament)
    seats = tuple(map(SeatResult, players_at(last), (9, 1), (1, 2)))
    winner = Player.objects.get(pk=seats[0].player_id)
    consequence = told(entry_of(tournament.pool, ResultDraft(last.subject, seats)), morag)
    assert consequence.sentences == (f"The tournament would be finished. {winner.name} would be the winner.",)
    report_result(leg=last, points=[9, 1], by=None)
    assert places(tournament)[winner.name] == 1


def test_only_those_sit_at_a_leg_whom_the_draw_seats_there(over: Tournament) -> None:
    result = result_between(over, "Ailsa", "Bruce")
    catriona = over.entries.get(number=3).player
    other = (seats_of(result)[0], seats_of(result)[1]._replace(player_id=catriona.pk))
    with pytest.raises(OtherPlayers, match="not in the pairing of this table"):
        correct_result(result=result, seats=other, reason=WHY, by=None)


def test_private_events_are_told_of_to_members(over: Tournament, club: Club, senga: Account, hamish: Account) -> None:
    Club.objects.filter(pk=club.pk).update(is_public=False)
    change = turning(result_between(over, "Ailsa", "Bruce"))
    assert all_told(change, senga) == []
    assert [one.title for one in all_told(change, hamish)] == ["Spring round robin"]


@pytest.mark.long
@pytest.mark.parametrize("pace", ["round", "all"])
@pytest.mark.parametrize("luck", range(4))
def test_what_was_said_before_is_what_comes_out(event: Event, luck: int, pace: str) -> None:
    """Whatever is corrected, withdrawn, put back or entered, also after somebody left."""
    rng = random.Random(luck)
    tournament = start(tournament=event(6, pace=pace, format_options={"order": "list"}), by=None)
    for turn in range(24):
        tournament.refresh_from_db()
        if turn == 5:
            withdraw(entry=tournament.entries.get(number=rng.randint(1, 6)), by=None)
            continue
        foreseen, act = _something(tournament, rng)
        then = impact_of(tournament, [foreseen])
        act()
        advance(tournament_id=tournament.pk)
        assert sheet_of(fresh(tournament)).rows == then.after.rows
        assert (tournament.status == Tournament.Status.FINISHED) == then.is_over
        assert sorted(sheet_of(tournament).rounds) == sorted(then.after.rounds)


def _something(tournament: Tournament, rng: random.Random) -> tuple[Change, Callable[[], object]]:
    legs = Leg.objects.filter(pairing__round__tournament=tournament)
    entered = results_of(legs.order_by("pk").values_list("subject", flat=True))
    if rng.random() < 0.6 and (still := open_legs(tournament)):
        leg, places = rng.choice(still), rng.choice([(1, 2), (2, 1), (1, 1)])
        seats = tuple(
            SeatResult(player, 9 - place, place) for player, place in zip(players_at(leg), places, strict=True)
        )
        points = [seat.points for seat in seats]
        change = entry_of(tournament.pool, ResultDraft(leg.subject, seats))
        return change, lambda: report_result(leg=leg, points=points, by=None)
    if not entered:
        return _something(tournament, rng)
    chain = chain_of(rng.choice(entered).subject)
    if rng.random() < 0.4 and not chain.is_withdrawn:
        withdrawal = ResultDraft(chain.subject, (), "withdrawn")
        return correction_of(chain, withdrawal), lambda: withdraw_result(result=chain.now, reason=WHY, by=None)
    points = rng.sample(range(100), 2)
    seats = tuple(
        SeatResult(seat.player_id, own, 1 + (own < max(points))) for seat, own in zip(chain.seats, points, strict=True)
    )
    change = correction_of(chain, ResultDraft(chain.subject, seats))
    return change, lambda: correct_result(result=chain.now, seats=seats, reason=WHY, by=None)


def leg_at(tournament: Tournament, slot: str) -> Leg:
    return Leg.objects.get(pairing__round__tournament=tournament, pairing__slot=slot)


def entries_at(leg: Leg) -> set[int]:
    return set(leg.pairing.seats.values_list("entry__number", flat=True))


@shared
def tournament(event: Event) -> Tournament:
    """A knockout of four whose final is paired."""
    tournament = start(tournament=event(4, format="single-elimination", tiebreaks=()), by=None)
    for slot in ("W1.1", "W1.2"):
        report_result(leg=leg_at(tournament, slot), points=[9, 3], by=None)
    advance(tournament_id=tournament.pk)
    return tournament


class Correction:
    """Morag gives a game to the other player on the page of its result."""

    def __init__(self, browser: Client, leg: Leg) -> None:
        self.browser, self.row = browser, Result.objects.get(subject=leg.subject)
        self.address = reverse("results:correct", args=[self.row.pool.slug, self.row.number])
        self.sent = {"seen": str(self.row.number), "how": "played", "reason": "Read from the sheet."}
        for at, seat in enumerate(self.row.seats.order_by("seat")):
            self.sent |= {
                f"player-{at}": seat.player.public_id,
                f"points-{at}": str(12 - seat.points),
                f"place-{at}": str(3 - seat.place),
            }

    def preview(self) -> str:
        return foreseen(self.browser.post(self.address, self.sent).content.decode())

    def is_refused(self, before: str) -> str:
        """Confirm the preview `before`, which is refused; returns what the new preview says."""
        answer = self.browser.post(self.address, self.sent | {"confirmed": "yes", "foreseen": before})
        assert answer.status_code == 409
        assert not self.is_saved
        now = foreseen(answer.content.decode())
        assert now != before
        return now

    def confirm(self, now: str) -> None:
        answer = self.browser.post(self.address, self.sent | {"confirmed": "yes", "foreseen": now})
        assert answer.status_code == 302
        assert self.is_saved

    @property
    def is_saved(self) -> bool:
        return Result.objects.filter(supersedes=self.row).exists()


def test_a_preview_that_is_stale_is_refused_and_shown_again(tournament: Tournament, morag: Account) -> None:
    correction = Correction(browser_of(morag), leg_at(tournament, "W1.1"))
    before = correction.preview()
    report_result(leg=leg_at(tournament, "W2.1"), points=[9, 3], by=None)
    advance(tournament_id=tournament.pk)
    correction.confirm(correction.is_refused(before))


@pytest.mark.parametrize(
    "digest", [{}, {"foreseen": ""}, {"foreseen": "0123456789abcdef"}], ids=["none", "empty", "other"]
)
def test_a_correction_without_its_preview_is_not_saved(
    tournament: Tournament, morag: Account, digest: dict[str, str]
) -> None:
    correction = Correction(browser_of(morag), leg_at(tournament, "W1.1"))
    answer = correction.browser.post(correction.address, correction.sent | {"confirmed": "yes"} | digest)
    assert answer.status_code == 409
    assert not correction.is_saved
    correction.confirm(foreseen(answer.content.decode()))


def test_opening_the_form_of_a_correction_locks_nothing(tournament: Tournament, morag: Account) -> None:
    correction, browser = Correction(browser_of(morag), leg_at(tournament, "W1.1")), browser_of(morag)
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(correction.address).status_code == 200
    assert not [query["sql"] for query in queries if "FOR UPDATE" in query["sql"]]


def test_a_stale_preview_of_a_group_is_refused_with_each_round_of_the_knockout(event: Event, morag: Account) -> None:
    """The second and the third of a group would change places, and with them who plays in the knockout."""
    tournament = start(tournament=event(8, format="groups-knockout", tiebreaks=()), by=None)
    while Leg.objects.filter(pairing__round__tournament=tournament).count() < 12:
        play_open_legs(tournament)
    in_groups = Leg.objects.filter(pairing__round__tournament=tournament, pairing__slot__startswith="G")
    decisive = next(one for one in in_groups if entries_at(one) == {4, 5})
    last = [one for one in open_legs(tournament) if one.pk != decisive.pk]
    correction = Correction(browser_of(morag), decisive)
    groups_running = correction.preview()
    for leg in last:
        report_result(leg=leg, points=[9, 3], by=None)
    advance(tournament_id=tournament.pk)
    knockout_paired = correction.is_refused(groups_running)
    semi_final = next(
        one
        for one in Leg.objects.filter(pairing__round__tournament=tournament, pairing__slot__startswith="W1.")
        if 4 in entries_at(one)
    )
    report_result(leg=semi_final, points=[9, 3], by=None)
    advance(tournament_id=tournament.pk)
    correction.confirm(correction.is_refused(knockout_paired))


def test_a_stale_preview_of_a_decision_is_refused_too(tournament: Tournament, morag: Account) -> None:
    """A game record says otherwise than the result, and the organiser takes the record's word."""
    leg = leg_at(tournament, "W1.1")
    data = report_data(leg, 3, 9)
    recorded = data | {"draft": replace(data["draft"], evidence=uuid4())}
    report = submit_report(**recorded, by=morag.player)
    browser, address = browser_of(morag), reverse("reports:decide", args=[report.public_id])
    sent = {"choice": str(report.public_id)}
    before = foreseen(browser.get(address, sent).content.decode())
    report_result(leg=leg_at(tournament, "W2.1"), points=[9, 3], by=None)
    advance(tournament_id=tournament.pk)
    sent |= {"reason": "Read from the record."}
    assert browser.post(address, sent).status_code == 409
    stale = browser.post(address, sent | {"foreseen": before})
    assert stale.status_code == 409
    assert Result.objects.filter(subject=leg.subject).count() == 1
    assert browser.post(address, sent | {"foreseen": foreseen(stale.content.decode())}).status_code == 302
    assert Result.objects.filter(subject=leg.subject).count() == 2
