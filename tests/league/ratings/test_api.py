"""Pools, leaderboards and players as JSON."""

from datetime import timedelta
from itertools import combinations

import pytest
from django.test import Client

from league.accounts.models import Player
from league.ratings.models import Rating
from league.ratings.services import fold_pool
from league.results.models import Pool
from tests.factories import account_of, browser_of, glen_club, joins
from tests.league.assertions import queries_of
from tests.league.ledger import FIRST_EVENING, a_pool, bots, enter, people, table

pytestmark = pytest.mark.django_db

NAMES = ("Morag", "Hamish", "Senga", "Ailsa")
BOARD = "/api/v1/pools/lords-person-any-site/leaderboard/"


@pytest.fixture
def cast() -> list[Player]:
    return people(*NAMES)


@pytest.fixture
def pool(cast: list[Player]) -> Pool:
    """Who is named first in the cast beat everybody after them."""
    pool = a_pool()
    meet(pool, cast)
    return pool


def meet(pool: Pool, players: list[Player]) -> None:
    pairs = combinations(players, 2)
    enter(pool, *(table(*pair, at=FIRST_EVENING + timedelta(days=day)) for day, pair in enumerate(pairs)))
    fold_pool(pool_id=pool.pk)


def names(client: Client, address: str = BOARD, **question: str) -> list[str]:
    return [row["player"]["name"] for row in client.get(address, question).json()["results"]]


def test_a_pool_says_what_it_is_of_and_how_far_it_is(client: Client, pool: Pool) -> None:
    row = client.get(f"/api/v1/pools/{pool.slug}/").json()
    assert row == client.get("/api/v1/pools/").json()["results"][0]
    assert (row["game"], row["kind"], row["seats"], row["club"]) == ("lords-of-scotland", "person", None, None)
    assert (row["players"], row["results"], row["entered"]) == (4, 6, 6)
    assert row["url"] == f"http://testserver/leaderboards/{pool.slug}/"


def test_pools_are_found_by_game_kind_seats_and_club(client: Client) -> None:
    a_pool(), a_pool("bot", seats=2), a_pool(club=glen_club(account_of("Morag")))

    def found(**question: str) -> set[str]:
        return {row["slug"] for row in client.get("/api/v1/pools/", question).json()["results"]}

    assert found(kind="bot") == found(seats="2") == {"lords-bot-2-site"}
    assert found(club="glen-orchy-games") == {"lords-person-any-glen-orchy-games"}
    assert found(game="whist") == found(club="no-such-club") == set()


def test_a_leaderboard_has_the_best_first_in_points(client: Client, pool: Pool) -> None:
    rows = client.get(BOARD).json()["results"]
    assert [row["player"]["name"] for row in rows] == list(NAMES)
    assert [row["place"] for row in rows] == [1, 2, 3, 4]
    best = rows[0]
    rating = Rating.objects.filter(fold__system="elo").order_by("-value")[0]
    assert (best["rating"], best["uncertainty"]) == (rating.value / 1000, rating.uncertainty / 1000)
    assert (best["games"], best["wins"], best["form"]) == (3, 3, [1.0, 1.0, 1.0])


def test_places_are_those_among_everybody_whatever_is_searched(client: Client, pool: Pool) -> None:
    (row,) = client.get(BOARD, {"search": "seng"}).json()["results"]
    assert (row["player"]["name"], row["place"]) == ("Senga", 3)


@pytest.mark.parametrize("sort", ["name", "-name", "rating", "-change", "games", "played", "-played"])
def test_a_sorted_leaderboard_comes_whole_page_by_page(client: Client, pool: Pool, sort: str) -> None:
    seen: list[str] = []
    address: str | None = f"{BOARD}?limit=1&sort={sort}"
    while address:
        page = client.get(address).json()
        seen += [row["player"]["name"] for row in page["results"]]
        address = page["next"]
    assert seen == names(client, sort=sort)
    assert sorted(seen) == sorted(NAMES)


def test_a_leaderboard_of_a_clubs_members(client: Client, pool: Pool, cast: list[Player]) -> None:
    ishbel = account_of("Ishbel")
    club = glen_club(ishbel)
    club.memberships.create(player=cast[2])
    assert names(client, club=club.slug) == ["Senga"]
    club.is_public = False
    club.save()
    assert names(client, club=club.slug) == []
    assert names(browser_of(ishbel), club=club.slug) == ["Senga"]


def test_a_private_clubs_pool_is_not_there_for_strangers() -> None:
    morag, senga = account_of("Morag"), account_of("Senga")
    pool = a_pool(club=glen_club(morag, is_public=False))
    meet(pool, people("Ailsa", "Fergus"))
    for below in ("", "leaderboard/"):
        address = f"/api/v1/pools/{pool.slug}/{below}"
        assert browser_of(morag).get(address).status_code == 200
        answer = browser_of(senga).get(address)
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-pool")
    assert browser_of(senga).get("/api/v1/pools/").json()["results"] == []


def test_players_are_those_whom_the_asker_meets() -> None:
    morag, senga, hamish = account_of("Morag"), account_of("Senga"), account_of("Hamish")
    joins(hamish, glen_club(morag, is_public=False))
    meet(a_pool("bot"), bots(2))

    def met(browser: Client, **question: str) -> set[str]:
        return {row["name"] for row in browser.get("/api/v1/players/", question).json()["results"]}

    assert met(browser_of()) == {"Bot 1", "Bot 2"}
    assert met(browser_of(senga)) == {"Bot 1", "Bot 2", "Senga"}
    assert met(browser_of(hamish)) == {"Bot 1", "Bot 2", "Morag", "Hamish"}
    assert met(browser_of(hamish), club="glen-orchy-games", search="MOR") == {"Morag"}
    assert met(browser_of(hamish), kind="bot") == {"Bot 1", "Bot 2"}


def test_a_player_has_a_rating_in_every_pool_the_asker_may_see(client: Client, pool: Pool, cast: list[Player]) -> None:
    ishbel = account_of("Ishbel")
    meet(a_pool(club=glen_club(ishbel, is_public=False)), cast[:2])
    address = f"/api/v1/players/{cast[0].public_id}/"
    (rating,) = client.get(address).json()["ratings"]
    assert (rating["pool"], rating["place"], rating["of"]) == (pool.slug, 1, 4)
    assert rating["by_seat"] == [{"seat": 0, "games": 3, "wins": 3}]
    assert len(browser_of(ishbel).get(address).json()["ratings"]) == 2


def test_a_merged_player_is_answered_by_the_one_who_stands_for_both(client: Client, cast: list[Player]) -> None:
    Player.objects.filter(pk=cast[0].pk).update(merged_into=cast[1])
    assert client.get(f"/api/v1/players/{cast[0].public_id}/").json()["id"] == cast[1].public_id


def test_a_history_has_the_latest_step_first(client: Client, pool: Pool, cast: list[Player]) -> None:
    address = f"/api/v1/players/{cast[1].public_id}/history/"
    steps = client.get(address, {"pool": pool.slug}).json()["results"]
    assert [step["ordinal"] for step in steps] == [3, 2, 1]
    assert steps[-1]["before"] == 1500.0
    assert [later["before"] for later in steps[:-1]] == [earlier["after"] for earlier in steps[1:]]
    assert [seat["player"]["name"] for seat in steps[-1]["result"]["seats"]] == ["Morag", "Hamish"]


def test_a_history_is_of_one_pool_that_the_asker_may_see(client: Client, cast: list[Player]) -> None:
    ishbel = account_of("Ishbel")
    private = a_pool(club=glen_club(ishbel, is_public=False))
    meet(private, cast[:2])
    meet(a_pool(), cast[1:3])
    at_home, abroad = (f"/api/v1/players/{player.public_id}/history/" for player in cast[:2])
    for address in (at_home, abroad):
        assert len(browser_of(ishbel).get(address, {"pool": private.slug}).json()["results"]) == 1
    assert client.get(abroad, {"pool": private.slug}).json()["results"] == []
    assert client.get(at_home, {"pool": private.slug}).status_code == 404
    answer = client.get(abroad)
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["pool"])


def test_a_leaderboard_is_answered_by_every_system_of_its_pool(client: Client) -> None:
    pool = a_pool("bot")
    meet(pool, bots(4))
    systems = client.get(f"/api/v1/pools/{pool.slug}/").json()["rating_systems"]
    assert systems == ["elo", "maximum-likelihood", "weng-lin"]
    for system in systems:
        rows = client.get(f"/api/v1/pools/{pool.slug}/leaderboard/?system={system}").json()["results"]
        assert [row["place"] for row in rows] == [1, 2, 3, 4]
        assert {row["system"] for row in rows} == {system}
    assert client.get(f"/api/v1/pools/{pool.slug}/leaderboard/").json()["results"][0]["system"] == "elo"


def test_other_systems_answer_nothing_and_unknown_ones_are_refused(client: Client, pool: Pool) -> None:
    assert client.get(BOARD, {"system": "maximum-likelihood"}).json()["results"] == []
    answer = client.get(BOARD, {"system": "stars"})
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["system"])


def test_histories_are_by_the_pools_system_or_a_named_one(client: Client, pool: Pool, cast: list[Player]) -> None:
    address = f"/api/v1/players/{cast[1].public_id}/history/"
    own, elo, other = (
        client.get(address, {"pool": pool.slug} | asked).json()["results"]
        for asked in ({}, {"system": "elo"}, {"system": "weng-lin"})
    )
    assert own == elo
    assert [step["result"]["number"] for step in other] == [step["result"]["number"] for step in elo]
    assert other[-1]["after"] != elo[-1]["after"]


def test_a_player_has_their_rating_by_the_other_systems_too(client: Client, pool: Pool, cast: list[Player]) -> None:
    (rating,) = client.get(f"/api/v1/players/{cast[0].public_id}/").json()["ratings"]
    assert rating["system"] == "elo"
    assert [other["system"] for other in rating["others"]] == ["weng-lin"]
    assert rating["others"][0]["is_provisional"]


def test_lists_of_many_players_cost_no_more(client: Client) -> None:
    pool = a_pool("bot")
    for more in (3, 12):
        players = bots(more)
        for player in players:
            player.name += f" of {more}"  # namesakes would be distinguished, which takes one more query
        Player.objects.bulk_update(players, ["name"])
        meet(pool, players)
        for address, questions in {
            "/api/v1/pools/": 1,
            f"/api/v1/pools/{pool.slug}/": 2,
            f"/api/v1/pools/{pool.slug}/leaderboard/": 3,
            "/api/v1/players/": 1,
            f"/api/v1/players/{players[0].public_id}/": 4,  # it is in no public club
            f"/api/v1/players/{players[0].public_id}/history/?pool={pool.slug}": 8,
        }.items():
            assert queries_of(client, address) == questions


def test_a_leaderboard_leads_past_any_name(client: Client) -> None:
    odd = ["Æ" * 80, "Ж" * 80, "a&p=1+%00 =", "Ó Néill"]
    meet(a_pool(), people(*odd))
    seen: list[str] = []
    address: str | None = f"{BOARD}?limit=1&sort=name"
    while address:
        page = client.get(address).json()
        seen += [row["player"]["name"] for row in page["results"]]
        address = page["next"]
    assert sorted(seen) == sorted(odd)
