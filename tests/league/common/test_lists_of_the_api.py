"""Lists of the API: cursors, limits, parameters, tags. Whatever makes no sense is refused in a sentence."""

from base64 import b64encode

import pytest
from django.test import Client

from league.accounts.models import Player
from league.clubs.services.clubs import found_club
from league.ratings.models import Fold, Rating
from league.results.models import Pool
from tests.factories import account_of, browser_of
from tests.league.ledger import FIRST_EVENING, a_pool, bots, enter, table

pytestmark = pytest.mark.django_db

LISTS = ["clubs", "matches", "players", "pools", "results", "tournaments", "pools/lords-bot-any-site/leaderboard"]


@pytest.fixture(autouse=True)
def pool() -> Pool:
    pool = a_pool("bot")
    enter(pool, table(*bots(3)))
    return pool


def cursor(query: str) -> str:
    return b64encode(query.encode()).decode()


def refused(client: Client, address: str, **question: str) -> dict[str, list[str]]:
    """The sentences by parameter with which the question is refused."""
    answer = client.get(f"/api/v1/{address}/", question)
    document = answer.json()
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert document["code"] == "invalid"
    errors: dict[str, list[str]] = document["errors"]
    return errors


@pytest.mark.parametrize("address", LISTS)
@pytest.mark.parametrize(
    "given",
    ["", "nonsense", "\0", "ä", "a" * 1_500, cursor("p=x\0"), cursor("p=morag"), cursor("p=" + "9" * 40),
     cursor("o=9999999"), cursor("o=-1"), cursor("p=2026-13-45"), "%%%"],
)  # fmt: skip
def test_a_cursor_that_no_answer_held_is_refused(client: Client, address: str, given: str) -> None:
    (sentence,) = refused(client, address, cursor=given)["cursor"]
    assert sentence.startswith("Invalid cursor.")


@pytest.mark.parametrize("sort", ["name", "-played"])
def test_a_cursor_of_another_order_is_refused_where_it_makes_no_sense(client: Client, sort: str) -> None:
    nonsense = {"name": "p=\0", "-played": "p=1500"}[sort]
    assert "cursor" in refused(client, LISTS[-1], sort=sort, cursor=cursor(nonsense))


@pytest.mark.parametrize("address", LISTS)
@pytest.mark.parametrize("given", ["", "0", "-1", "201", "many", "5.0", "1e2", "9" * 99, "\0", "٣"])
def test_a_page_holds_1_to_200_rows(client: Client, address: str, given: str) -> None:
    assert refused(client, address, limit=given) == {"limit": ["The page size must be from 1 to 200."]}


@pytest.mark.parametrize("address", [*LISTS, "hall", "games", "games/lords-of-scotland", "pools/lords-bot-any-site"])
def test_a_parameter_that_would_be_passed_over_is_refused(client: Client, address: str) -> None:
    (sentence,) = refused(client, address, plaer="\0")["plaer"]
    assert "“plaer”" in sentence


@pytest.mark.parametrize("address", ["players/?search=morag", "hall/?plaer=1"])
def test_a_wrong_method_is_refused_whatever_the_parameters(address: str) -> None:
    answer = browser_of(account_of("Morag")).post(f"/api/v1/{address}")
    assert (answer.status_code, answer.json()["code"]) == (405, "method-not-allowed")


def test_the_name_of_a_refused_parameter_is_cut(client: Client) -> None:
    ((name, (sentence,)),) = refused(client, "players", **{"p" * 1_000: "1"}).items()
    assert name in sentence
    assert len(name) <= 40


@pytest.mark.parametrize(
    ("address", "of_the_list"),
    [("matches/222222222222/record", "status"), ("tournaments/222222222222/standings", "club"),
     ("tournaments/222222222222/rounds/1", "status"), ("contests/222222222222/duels", "cursor"),
     ("pools/lords-bot-any-site/leaderboard", "kind"), ("players/222222222222/history", "search")],
)  # fmt: skip
def test_a_parameter_of_a_list_is_refused_at_a_row(client: Client, address: str, of_the_list: str) -> None:
    assert list(refused(client, address, **{of_the_list: "dead"})) == [of_the_list]


@pytest.mark.parametrize(
    ("address", "name"),
    [("players", "search"), ("players", "club"), ("results", "player"), ("results", "pool"), ("matches", "game"),
     ("tournaments", "club"), ("pools", "kind"), ("pools", "seats"), ("matches", "status"), (LISTS[-1], "sort")],
)  # fmt: skip
def test_what_no_name_can_hold_is_refused(client: Client, address: str, name: str) -> None:
    assert list(refused(client, address, **{name: "nul\0"})) == [name]


@pytest.mark.parametrize(
    "address", ["players/x", "players/zzzzzzzzzzzz", "players/ZZZZ", "tournaments/222222222222", "matches/%00",
                "pools/nowhere", "pools/nowhere/leaderboard", "clubs/nowhere", "games/whist", "results/1", "nowhere",
                "tournaments/222222222222/rounds/99999999"],
)  # fmt: skip
def test_what_is_not_there_is_said_not_to_be(client: Client, address: str) -> None:
    answer = client.get(f"/api/v1/{address}/")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    assert answer.json()["detail"].endswith(".")


def test_there_is_json_alone(client: Client) -> None:
    answer = client.get("/api/v1/results/", headers={"Accept": "text/csv"})
    assert (answer.status_code, answer.json()["code"]) == (406, "not-acceptable")
    assert "application/json" in answer.json()["detail"]


def test_what_has_not_changed_is_not_sent_again(client: Client, pool: Pool) -> None:
    first = client.get("/api/v1/results/")
    assert "no-cache" in first["Cache-Control"]
    again = client.get("/api/v1/results/", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    enter(pool, table(*bots(2)))
    assert client.get("/api/v1/results/", headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_pages_lead_back_to_where_they_began(client: Client) -> None:
    for name in ("Glen Orchy", "Glen Coe", "Glen Lyon"):
        found_club(name=name, by=account_of(name.replace(" ", "")).player)
    first = client.get("/api/v1/clubs/?limit=2").json()
    second = client.get(first["next"]).json()
    assert ([club["name"] for club in second["results"]], second["next"]) == (["Glen Orchy"], None)
    back = client.get(second["previous"]).json()
    assert back["results"] == first["results"]


def level_with_everybody(fold: Fold, player: Player) -> Rating:
    return Rating(
        fold=fold,
        generation=1,
        player=player,
        value=1_500_000,
        uncertainty=300_000,
        is_provisional=True,
        games=1,
        wins=0,
        change=0,
        form="m",
        last_played_at=FIRST_EVENING,
        by_seat=[],
    )


def test_many_who_are_level_are_all_listed(client: Client, pool: Pool) -> None:
    """More than a thousand: the framework's cursor stops counting there, and would lead in a circle."""
    players = bots(1_203)
    fold = Fold.objects.create(pool=pool, system="elo")
    Rating.objects.bulk_create(level_with_everybody(fold, player) for player in players)
    seen: list[str] = []
    address: str | None = f"/api/v1/{LISTS[-1]}/?limit=200&sort=games"
    while address:
        page = client.get(address).json()
        seen += [row["player"]["id"] for row in page["results"]]
        address = page["next"]
    assert len(seen) == len(set(seen)) == len(players)


@pytest.mark.parametrize("address", [*LISTS, "hall", "games", "players/222222222222"])
def test_every_address_says_how_it_may_be_asked(client: Client, address: str) -> None:
    answer = client.options(f"/api/v1/{address}/")
    assert (answer.status_code, answer["Allow"]) == (200, "GET, HEAD, OPTIONS")
