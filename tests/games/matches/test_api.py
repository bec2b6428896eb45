"""Games and matches as JSON."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from engine.core import registry
from engine.notation.json_format import decode_record
from games.ladder.models import Ladder, LadderBlock
from games.matches.claims import finish_matches
from games.matches.models import Match
from league.accounts.models import Player
from league.clubs.models import Club, Membership
from league.tournaments.models import Leg
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.factories import account_of, glen_club
from tests.games.factories import GAME, TERMS, blocks, bots_pool, claim, ids_of, matches_of, played

pytestmark = pytest.mark.django_db


def finished(how_many: int | None = None) -> Match:
    made = blocks()
    finish_matches(finishes=played(claim(ids_of(made)[:how_many])), terms=TERMS)
    return matches_of(made)[0]


def test_games_come_with_the_schema_of_their_views(client: Client) -> None:
    games = client.get("/api/v1/games/").json()["results"]
    assert {game["slug"] for game in games} == set(registry.games())
    for game in games:
        assert client.get(f"/api/v1/games/{game['slug']}/").json()["view_schema"]["type"] == "object"


def test_the_options_of_a_game_come_with_their_words(client: Client) -> None:
    (game,) = (one for one in client.get("/api/v1/games/").json()["results"] if one["slug"] == GAME)
    bruce, activation = game["options"]
    assert (bruce["title"], bruce["words"]) == ("Clan Bruce", [])
    words = dict(zip(activation["choices"], activation["words"], strict=True))
    options = registry.game(GAME).options
    assert words == {choice: option.value_label(choice) for option in options for choice in option.choices}


def test_a_game_that_is_not_there_is_a_problem(client: Client) -> None:
    answer = client.get("/api/v1/games/whist/")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


def test_a_match_has_its_seats_and_its_deal(client: Client) -> None:
    match = finished()
    row = client.get(f"/api/v1/matches/{match.public_id}/").json()
    assert [seat["place"] for seat in row["seats"]] == [seat.place for seat in match.seats.all()]
    assert row["deal"]["secret"] == bytes(match.block.secret).hex()
    assert "block" not in row


def test_matches_are_found_by_game_status_and_player(client: Client) -> None:
    match, other = finished(), matches_of(blocks())[0]
    player = match.seats.exclude(player=None)[0].player
    assert player is not None

    def found(**question: str) -> set[str]:
        return {row["id"] for row in client.get("/api/v1/matches/", question).json()["results"]}

    assert {match.public_id, other.public_id} <= found(game=GAME)
    assert other.public_id in found(status="queued")
    assert match.public_id not in found(status="queued")
    assert found(player=player.public_id) == {one.public_id for one in Match.objects.filter(block=match.block)}
    assert found(game="whist") == set()
    assert match.finished_at is not None
    later = match.finished_at + timedelta(milliseconds=1)
    assert match.public_id in found(since=match.finished_at.isoformat())
    assert found(since=later.isoformat(), player=player.public_id) < found(player=player.public_id)
    assert client.get("/api/v1/matches/", {"since": "yesterday"}).status_code == 400


def test_matches_say_what_they_were_played_for_and_are_found_by_it(client: Client) -> None:
    other = finished()
    ladder = Ladder.objects.create(pool=bots_pool())
    ranked = finished()
    LadderBlock.objects.create(block=ranked.block, ladder=ladder, turn=1, players=[])
    decided = finished()
    running_tournament(glen_club(account_of("Morag")), "Spring")
    Match.objects.filter(pk=decided.pk).update(subject=Leg.objects.earliest("pk").subject)

    def found(kind: str) -> dict[str, Any]:
        return {row["id"]: row["occasion"] for row in client.get("/api/v1/matches/", {"kind": kind}).json()["results"]}

    assert found("ladder")[ranked.public_id]["url"] == f"http://testserver/ladders/{ladder.pool.slug}/"
    assert "round 1, table 1" in found("tournament")[decided.public_id]["words"]
    assert found("other")[other.public_id] is None
    assert {*found("ladder")} & {*found("other")} == {*found("contest")} == {*found("practice")} == set()
    assert client.get("/api/v1/matches/", {"kind": "chess"}).status_code == 400
    row = client.get(f"/api/v1/matches/{decided.public_id}/").json()
    assert row["kind"] == "tournament"


def test_a_record_opens_with_the_last_match_on_its_deal(client: Client) -> None:
    sealed, match = finished(how_many=1), finished()
    assert client.get(f"/api/v1/matches/{sealed.public_id}/record/").status_code == 403
    assert client.get(f"/api/v1/matches/{sealed.public_id}/").json()["deal"]["secret"] is None
    record = decode_record(client.get(f"/api/v1/matches/{match.public_id}/record/").json())
    assert record.outcome is not None


def test_the_hall_has_what_runs_and_what_was_finished(client: Client) -> None:
    match = finished()
    hall = client.get("/api/v1/hall/").json()
    assert match.public_id in {row["id"] for row in hall["latest"]}
    assert (hall["figures"]["last_day"], hall["running"], hall["tournaments"]) == (2, [], [])


def test_every_list_asks_as_many_questions_for_many_matches_as_for_few(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = glen_club(account_of("Morag"))
    for more in (1, 4):
        finish_matches(finishes=played(claim(ids_of(blocks(more)))), terms=TERMS)
        claim(ids_of(blocks(more)))
        for number in range(more):
            running_tournament(club, f"Spring {more}.{number}")
        with django_assert_num_queries(6):
            client.get("/api/v1/matches/")
        with django_assert_num_queries(10):
            client.get("/api/v1/hall/")


def running_tournament(club: Club, name: str) -> None:
    event = make_tournament(club=club, game=GAME, format="round-robin", name=name, by=None)
    players = Player.objects.bulk_create(Player(name=f"{name} {number}") for number in range(3))
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in players)
    enter_players(tournament=event, players=players, by=None)
    start(tournament=event, by=None)
