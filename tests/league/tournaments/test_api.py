"""Tournaments as JSON."""

import pytest
from django.test import Client

from league.tournaments.models import Tournament
from league.tournaments.services.lifecycle import start
from tests.league.assertions import queries_of
from tests.league.tournaments.factories import Event, play_open_legs, play_out
from tests.league.tournaments.worlds import shared

pytestmark = pytest.mark.slow

LISTS = ("standings", "crosstable", "rounds")


@shared
def played(event: Event) -> Tournament:
    tournament = start(tournament=event(), by=None)
    play_out(tournament)
    return tournament


def address_of(tournament: Tournament, below: str = "") -> str:
    return f"/api/v1/tournaments/{tournament.public_id}/{below}"


def test_a_tournament_says_what_was_agreed_who_plays_and_how_far_it_is(client: Client, played: Tournament) -> None:
    page = client.get(address_of(played)).json()
    assert [entry["player"]["name"] for entry in page["entries"]] == ["Ailsa", "Bruce", "Catriona", "Dougal"]
    assert (page["status"], page["players"], page["club"]) == ("finished", 4, "glen-orchy-games")
    assert page["progress"] == {"round": 3, "rounds": 3, "decided": 6, "legs": 6}
    assert [row["slug"] for row in page["tiebreaks"]] == played.tiebreaks
    assert page["options"] == played.options
    (row,) = client.get("/api/v1/tournaments/").json()["results"]
    assert row == {name: page[name] for name in row}


def test_standings_have_places_points_and_tiebreaks(client: Client, played: Tournament) -> None:
    rows = client.get(address_of(played, "standings/")).json()["results"]
    assert [(row["place"], row["player"]["name"], row["points"]) for row in rows] == [
        (1, "Ailsa", "3"),
        (2, "Bruce", "2"),
        (3, "Catriona", "1"),
        (4, "Dougal", "0"),
    ]
    assert [row["units"] for row in rows] == [2160, 1440, 720, 0]
    assert [value["slug"] for value in rows[0]["tiebreaks"]] == played.tiebreaks


def test_a_crosstable_has_everybodys_meetings(client: Client, played: Tournament) -> None:
    first = client.get(address_of(played, "crosstable/")).json()["results"][0]
    assert (first["entry"], sorted(meeting["opponent"] for meeting in first["meetings"])) == (1, [2, 3, 4])
    assert [(meeting["games"], meeting["halves"]) for meeting in first["meetings"]] == [(1, 2)] * 3


def test_a_round_has_its_tables_games_and_what_they_paid(client: Client, played: Tournament) -> None:
    rounds = client.get(address_of(played, "rounds/")).json()["results"]
    assert [(row["number"], row["tables"], row["decided"]) for row in rounds] == [(1, 2, 2), (2, 2, 2), (3, 2, 2)]
    page = client.get(address_of(played, "rounds/1/")).json()
    for pairing in page["pairings"]:
        (leg,) = pairing["legs"]
        assert [seat["entry"] for seat in leg["seats"]] == pairing["entries"]
        assert {paid["entry"]: paid["points"] for paid in pairing["paid"]} == {
            seat["entry"]: {1: "1", 2: "0"}[seat["place"]] for seat in leg["seats"]
        }
        subjects = client.get("/api/v1/results/").json()["results"]
        assert leg["subject"] in {result["subject"] for result in subjects}


def test_a_game_that_is_not_decided_has_seats_without_points(client: Client, event: Event) -> None:
    tournament = start(tournament=event(3), by=None)
    page = client.get(address_of(tournament, "rounds/1/")).json()
    tables = [pairing for pairing in page["pairings"] if pairing["bye"] is None]
    resting = [pairing for pairing in page["pairings"] if pairing["bye"]]
    (leg,) = tables[0]["legs"]
    assert (leg["how"], [seat["points"] for seat in leg["seats"]]) == (None, [None, None])
    assert [(pairing["bye"], len(pairing["entries"]), pairing["legs"]) for pairing in resting] == [("rest", 1, [])]


def test_before_the_start_there_is_nothing_to_stand_in(client: Client, event: Event) -> None:
    tournament = event()
    for below in LISTS:
        assert client.get(address_of(tournament, f"{below}/")).json()["results"] == []


def test_a_round_that_is_not_drawn_is_not_there(client: Client, played: Tournament) -> None:
    answer = client.get(address_of(played, "rounds/9/"))
    assert (answer.status_code, answer.json()["detail"]) == (404, "This tournament has no round 9 yet.")


def test_tournaments_are_found_by_club_game_pool_and_status(client: Client, played: Tournament, event: Event) -> None:
    draft = event()

    def found(**question: str) -> set[str]:
        return {row["id"] for row in client.get("/api/v1/tournaments/", question).json()["results"]}

    assert found(club=played.club.slug, game=played.game, pool=played.pool.slug) == {played.public_id, draft.public_id}
    assert found(status="finished") == {played.public_id}
    assert found(club="no-such-club") == set()


def test_every_address_asks_as_many_questions_for_many_entries_as_for_few(client: Client, event: Event) -> None:
    for entries in (4, 9):
        tournament = start(tournament=event(entries), by=None)
        play_open_legs(tournament)
        for below, questions in {"": 12, "standings/": 10, "crosstable/": 10, "rounds/": 9, "rounds/1/": 11}.items():
            assert queries_of(client, address_of(tournament, below)) <= questions
        assert queries_of(client, "/api/v1/tournaments/") <= 1
