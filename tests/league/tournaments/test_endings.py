"""Games that end early: from the report to results, standings, and the API."""

import re
from collections.abc import Mapping
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from league.accounts.models import Player
from league.accounts.services.players import make_player, merge_players
from league.ratings.services import fold_pool
from league.results.models import Report, Result
from league.tournaments.models import Leg, Tournament
from league.tournaments.queries.rounds import players_at
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.league.assertions import confirm_preview, decide_after_preview
from tests.league.tournaments.browser import address, desk, text_of
from tests.league.tournaments.factories import Event, open_legs, report_result
from tests.league.tournaments.test_typing_in import sheet, typed
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

AT_THE_TABLE = {
    "time": (
        {"points-1": "9", "points-2": "8", "points-3": "7", "points-4": "7", "ending": "time"},
        [1, 2, 3, 3],
        "time ran out",
    ),
    "left": (
        {"points-1": "30", "points-2": "8", "points-3": "7", "points-4": "6", "ending": "left", "left-1": "on"},
        [4, 1, 2, 3],
        "a player left",
    ),
    "abandoned": ({"ending": "abandoned"}, [1, 1, 1, 1], "abandoned"),
}
Early = tuple[dict[str, str], list[int], str]
SAID = pytest.mark.parametrize("early", AT_THE_TABLE.values(), ids=AT_THE_TABLE)
UNRATED = {"time": "completed-rounds-unrated", "left": "last-place-unrated", "abandoned": "shared"}
RATED = {"time": "completed-rounds", "left": "last-place"}


@shared
def tournament(event: Event) -> Tournament:
    """One table of four: two without accounts, Hamish and Morag, who only plays today."""
    made = event(2, format="table-round-robin", format_options={"largest": 4})
    seated = Player.objects.filter(name__in=["Hamish", "Morag"]).order_by("name")
    enter_players(tournament=made, players=list(seated), by=None)
    return start(tournament=made, by=None)


@pytest.fixture
def leg(tournament: Tournament) -> Leg:
    return open_legs(tournament)[0]


def at_the_sheet(leg: Leg) -> str:
    """The address of the score sheet of this table."""
    event = leg.pairing.round.tournament
    return f"{reverse('sheets:record', args=[event.club.slug])}?leg={leg.pairing.public_id}.{leg.number}"


def reported(client: Client, leg: Leg, said: Mapping[str, str]) -> Report:
    """Somebody at the table sends its score sheet."""
    answer = client.post(at_the_sheet(leg), {"key": str(uuid4()), **said}, headers={"accept": "application/json"})
    assert "faults" not in answer.json(), answer.json()
    return Report.objects.get()


def places(result: Result) -> list[int]:
    return list(result.seats.order_by("seat").values_list("place", flat=True))


def counting(leg: Leg) -> Result:
    """The row that counts."""
    return Result.objects.get(subject=leg.subject, superseded_by=None)


@SAID
def test_it_counts_so(tournament: Tournament, leg: Leg, as_hamish: Client, as_morag: Client, early: Early) -> None:
    said, places_, words = early
    report = reported(as_hamish, leg, said)
    assert report.ending == said["ending"]
    as_morag.post(reverse("reports:confirm", args=[report.public_id]))
    result = counting(leg)
    assert (result.ending, places(result)) == (said["ending"], places_)
    assert words in text_of(as_hamish.get(address(tournament, "round", 1)))
    history = text_of(as_hamish.get(reverse("results:result", args=[tournament.pool.slug, result.number])))
    assert f"Hamish reported the result. The game ended early: {words}." in history


@pytest.mark.parametrize("is_rated", [False, True], ids=["unrated", "rated"])
@pytest.mark.parametrize("kind", ["time", "left"])
def test_the_rule_of_the_event_says_whether_it_is_rated(
    tournament: Tournament, leg: Leg, as_hamish: Client, as_morag: Client, kind: str, is_rated: bool
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(endings=RATED if is_rated else UNRATED)
    report = reported(as_hamish, leg, AT_THE_TABLE[kind][0])
    as_morag.post(reverse("reports:confirm", args=[report.public_id]))
    assert counting(leg).is_rated is is_rated


def test_the_sheet_names_who_was_taken_over_as_they_are_called_today(leg: Leg, as_hamish: Client) -> None:
    former = Player.objects.filter(pk__in=players_at(leg), account=None)[0]
    merge_players(former=former, standing=make_player(name="Effie Pittendreigh"))
    page = text_of(as_hamish.get(at_the_sheet(leg)))
    assert "Effie Pittendreigh" in page
    assert f">{former.name}<" not in page
    assert reported(as_hamish, leg, AT_THE_TABLE["time"][0]).seats.filter(player=former).exists()


def test_the_table_reads_what_is_missing(leg: Leg, as_hamish: Client) -> None:
    sent = {"key": str(uuid4()), "points-1": "9", "points-2": "8", "points-3": "7", "points-4": "7", "ending": "left"}
    answer = as_hamish.post(at_the_sheet(leg), sent, headers={"accept": "application/json"})
    assert answer.json()["faults"]["ending"] == "Mark the player who left."


@SAID
def test_on_the_rounds_sheet_it_stands_so(tournament: Tournament, leg: Leg, as_morag: Client, early: Early) -> None:
    said, places_, words = early
    sent = sheet(as_morag, tournament) | {f"leg-{leg.pk}-ending": said["ending"]}
    for name, value in said.items():
        what, _, seat = name.partition("-")
        if seat:
            sent[f"leg-{leg.pk}-{int(seat) - 1}-{what}"] = value
    as_morag.post(desk(tournament, "results", 1), sent)
    assert (counting(leg).ending, places(counting(leg))) == (said["ending"], places_)
    assert words in text_of(as_morag.get(address(tournament, "round", 1)))


def test_a_correction_says_how_it_ended_and_is_ranked(tournament: Tournament, leg: Leg, as_morag: Client) -> None:
    report_result(leg=leg, points=[30, 8, 7, 6], by=None)
    first = players_at(leg)[0]
    door = reverse("results:correct", args=[tournament.pool.slug, counting(leg).number])
    shown = text_of(as_morag.get(door))
    seen = re.search(r'name="seen" value="(\d+)"', shown)
    assert seen
    sent = {"seen": seen[1], "how": "played", "ending": "left", "left-0": "on", "reason": "They had gone by then."}
    sent |= {f"points-{at}": str(one) for at, one in enumerate((30, 8, 7, 6))}
    assert "Effects" in text_of(as_morag.post(door, sent))
    confirm_preview(as_morag, door, sent)
    assert (counting(leg).ending, places(counting(leg))) == ("left", [4, 1, 2, 3])
    rows = as_morag.get(f"/api/v1/tournaments/{tournament.public_id}/standings/").json()["results"]
    last = tournament.entries.get(player=first)
    assert max(rows, key=lambda row: row["place"])["entry"] == last.number


@SAID
def test_an_organiser_decides_a_dispute_so(leg: Leg, as_hamish: Client, as_morag: Client, early: Early) -> None:
    said, places_, words = early
    report = reported(as_hamish, leg, {f"points-{at}": str(10 - at) for at in range(1, 5)})
    as_morag.post(reverse("reports:dispute", args=[report.public_id]), {"reason": "It was not over."})
    door = reverse("reports:decide", args=[report.public_id])
    typed_here = {"choice": "typed", "ending": said["ending"]}
    for name, value in said.items():
        what, _, seat = name.partition("-")
        if seat:
            typed_here[f"{what}-{int(seat) - 1}"] = value
    assert f"({words})" in text_of(as_morag.get(door, typed_here))
    decide_after_preview(as_morag, door, typed_here, "I was there.")
    assert (counting(leg).ending, places(counting(leg))) == (said["ending"], places_)


def test_a_decision_that_lacks_who_left_is_asked_for_it(leg: Leg, as_hamish: Client, as_morag: Client) -> None:
    report = reported(as_hamish, leg, {f"points-{at}": str(10 - at) for at in range(1, 5)})
    door = reverse("reports:decide", args=[report.public_id])
    assert "Mark the player who left." in text_of(
        as_morag.get(door, {"choice": "typed", "ending": "left", "points-0": "3"})
    )


def test_a_report_with_a_tick_but_no_ending_is_asked_for_it(leg: Leg, as_hamish: Client) -> None:
    reported(as_hamish, leg, {f"points-{at}": str(10 - at) for at in range(1, 5)})
    door = reverse("reports:report-differently", args=[Report.objects.get().public_id])
    sent = {"key": str(uuid4()), "left-1": "on"} | {f"points-{at}": str(at) for at in range(4)}
    assert "Choose why the game ended early" in text_of(as_hamish.post(door, sent))
    assert Report.objects.count() == 1


@pytest.mark.parametrize("kind", ["time", "left", "abandoned"])
def test_programs_read_how_it_ended(tournament: Tournament, leg: Leg, client: Client, kind: str) -> None:
    left = frozenset({0}) if kind == "left" else frozenset()
    report_result(leg=leg, points=[9, 8, 7, 6], ending=kind, left=left, by=None)
    (row,) = client.get("/api/v1/results/").json()["results"]
    assert (row["ending"], row["how"]) == (kind, "played")
    told = client.get(f"/api/v1/tournaments/{tournament.public_id}/rounds/1/").json()
    assert [game["ending"] for table in told["pairings"] for game in table["legs"]] == [kind]


def test_a_players_results_say_how_a_game_ended(leg: Leg, tournament: Tournament, client: Client) -> None:
    report_result(leg=leg, points=[9, 8, 7, 6], ending="time", by=None)
    fold_pool(pool_id=tournament.pool_id)
    player = tournament.entries.get(player=players_at(leg)[0]).player
    page = text_of(client.get(reverse("ratings:player", args=[player.public_id, player.slug])))
    assert "time ran out" in page


def test_the_sheet_shows_it_again_with_what_was_typed(tournament: Tournament, leg: Leg, as_morag: Client) -> None:
    sent = sheet(as_morag, tournament) | typed(leg, 9, 8) | {f"leg-{leg.pk}-ending": "time"}
    page = text_of(as_morag.post(desk(tournament, "results", 1), sent))
    assert '<option value="time" selected>' in page
    assert f'name="leg-{leg.pk}-0-points" value="9"' in page
