"""Programs enter players, check them in and enter results, as scorers and organisers do on the pages."""

from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.exceptions import ValidationError

from league.accounts.models import Account, AnsweredRequest
from league.accounts.services.tokens import make_token
from league.accounts.tasks import tidy
from league.clubs.models import Club
from league.results.models import Ending, Result
from league.tournaments.api.writes import NewGuest, NewResult
from league.tournaments.models import Tournament
from league.tournaments.permissions import next_round_number
from league.tournaments.services.entries import set_phase
from league.tournaments.services.lifecycle import start
from tests.factories import Role, account_of, joins
from tests.league.tournaments.factories import Event, People

pytestmark = pytest.mark.django_db
NUMBERS = count(1)


class Program:
    """An API client with a token."""

    def __init__(self, account: Account, *scopes: str) -> None:
        name = f"Laptop {next(NUMBERS)}"
        secret = make_token(
            account=account, name=name, scopes=scopes or ["results:write", "events:write"], expires=None
        )
        self._client = Client(headers={"authorization": f"Bearer {secret}"})

    def get(self, address: str, status: int = 200) -> Any:
        return told(self._client.get(address), status)

    def post(self, address: str, what: object, status: int, *, key: str = "") -> Any:
        headers: Any = {"idempotency-key": key} if key else {}
        return told(self._client.post(address, what, content_type="application/json", headers=headers), status)


def told(answer: Any, status: int) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


@pytest.fixture
def program(morag: Account) -> Program:
    return Program(morag)


def address_of(event: Tournament) -> str:
    return f"/api/v1/tournaments/{event.public_id}/"


def results_of(program: Program, event: Tournament, number: int = 1) -> list[dict[str, Any]]:
    """Results for every game of a round, the first seat ahead."""
    tables = program.get(f"{address_of(event)}rounds/{number}/")["pairings"]
    legs = [leg for table in tables for leg in table["legs"]]
    return [{"subject": leg["subject"], "points": [*range(len(leg["seats"]), 0, -1)]} for leg in legs]


def test_results_of_a_round_are_entered_and_the_next_round_comes(program: Program, event: Event) -> None:
    league = start(tournament=event(4), by=None)
    first, second = results_of(program, league)
    address = f"{address_of(league)}rounds/1/results/"
    wrong = program.post(address, {"results": [first, second | {"points": [1]}]}, 400)
    assert (wrong["code"], list(wrong["errors"])) == ("report-refused", ["results.1"])
    unknown = program.post(address, {"results": [first | {"ending": "rain"}]}, 400)
    assert all(ending in str(unknown["errors"]) for ending in Ending.values)
    assert "results.0" in program.post(address, {"results": [first | {"left": [0]}]}, 400)["errors"]
    assert not Result.objects.exists()
    assert program.post(address, {"results": [first]}, 201) == {"entered": 1}
    assert program.post(address, {"results": [first]}, 409)["code"] == "already-reported"
    program.post(address, {"results": [{"subject": second["subject"], "absent": [1]}]}, 201)
    assert set(Result.objects.values_list("how", flat=True)) == {"played", "forfeit"}
    league.refresh_from_db()
    assert program.get(f"{address_of(league)}rounds/2/")["legs"] == 2
    elsewhere = program.post(f"{address_of(league)}rounds/2/results/", {"results": [first]}, 400)
    assert list(elsewhere["errors"]) == ["results.0.subject"]


def test_a_request_with_two_results_of_one_game_is_refused_unless_they_are_equal(
    program: Program, event: Event
) -> None:
    league = start(tournament=event(4), by=None)
    first, second = results_of(program, league)
    address = f"{address_of(league)}rounds/1/results/"
    other = first | {"points": [1, 2]}
    refused = program.post(address, {"results": [first, second, other]}, 400)
    assert (refused["code"], list(refused["errors"])) == ("report-refused", ["results.2.subject"])
    assert "results.0" in refused["detail"]
    assert not Result.objects.exists()
    wrong = program.post(address, {"results": [first, first | {"played_on": None}, second | {"points": [1]}]}, 400)
    assert list(wrong["errors"]) == ["results.2"]
    assert program.post(address, {"results": [first, first | {"played_on": None}, second]}, 201) == {"entered": 2}


@pytest.mark.parametrize(
    "dropped",
    [{"points": [3, 9]}, {"places": [1, 2]}, {"ending": "time"}, {"left": [1]}, {"points": [1, 2], "left": [0]}],
)
def test_an_absence_with_a_result_is_refused(dropped: dict[str, Any]) -> None:
    sent = {"subject": "ef9bc66e-54c2-402d-830e-ac73ff083fc3", "absent": [1]}
    with pytest.raises(ValidationError) as refused:
        NewResult.read(sent | dropped)
    assert set(refused.value.detail) == set(dropped)
    assert "absent" in str(refused.value.detail)
    assert NewResult.read(sent | dict.fromkeys(["points", "places", "played_on"]) | {"ending": "", "left": []})


@pytest.mark.parametrize("dropped", [{"name": "Una McNab"}, {"others": ["k4zt8wqnrd2m"]}])
def test_a_known_guest_with_a_name_is_refused(dropped: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as refused:
        NewGuest.read({"player": "k4zt8wqnrd2n"} | dropped)
    assert set(refused.value.detail) == set(dropped)
    assert "player" in str(refused.value.detail)
    assert NewGuest.read({"player": "k4zt8wqnrd2n", "name": "", "others": []})


def test_a_round_of_late_entries_is_refused_before_the_start(program: Program, event: Event, people: People) -> None:
    address = f"{address_of(event(2))}entries/"
    for door, who in ((address, {"players": [people(1)[0].public_id]}), (f"{address}guest/", {"name": "Una McNab"})):
        assert list(program.post(door, who | {"from_round": 2}, 400)["errors"]) == ["from_round"]
        program.post(door, who | {"from_round": None}, 201)


def test_a_game_that_ended_early_and_one_of_another_day_are_entered(program: Program, event: Event) -> None:
    league = start(tournament=event(4), by=None)
    first, second = results_of(program, league)
    address = f"{address_of(league)}rounds/1/results/"
    sent = [first | {"ending": "time"}, second | {"places": [1, 2], "played_on": "2026-01-31"}]
    assert program.post(address, {"results": sent}, 201) == {"entered": 2}
    assert set(Result.objects.values_list("ending", flat=True)) == {"time", ""}
    assert Result.objects.filter(played_at__date="2026-01-31").count() == 1


def test_players_are_entered_checked_in_and_withdrawn(program: Program, event: Event, people: People) -> None:
    league = event(2)
    players = [one.public_id for one in people(2)]
    made = program.post(f"{address_of(league)}entries/", {"players": players}, 201)
    assert [row["player"]["id"] for row in made] == players
    assert [row["id"] for row in program.get(address_of(league))["entries"]][2:] == [row["id"] for row in made]
    again = program.post(f"{address_of(league)}entries/", {"players": players}, 400)
    assert again["code"] == "entry-refused"
    unknown = program.post(f"{address_of(league)}entries/", {"players": ["nobody"]}, 400)
    assert list(unknown["errors"]) == ["players"]
    guest = program.post(f"{address_of(league)}entries/guest/", {"name": "Una McNab"}, 201)
    alike = program.post(f"{address_of(league)}entries/guest/", {"name": "Una McNab"}, 400)
    assert list(alike["errors"]) == ["name"]
    other = {"name": "Una McNab", "others": [guest["player"]["id"]]}
    assert program.post(f"{address_of(league)}entries/guest/", other, 201)["player"]["name"] == "Una McNab (2)"
    entry = f"{address_of(league)}entries/{guest['id']}/"
    assert program.post(f"{entry}check-in/", {"is_here": True}, 409)["code"] == "wrong-moment"
    set_phase(tournament=league, to="check-in", by=None)
    assert program.post(f"{entry}check-in/", {"is_here": True}, 200)["checked_in_at"]
    assert program.post(f"{entry}check-in/", {"is_here": False}, 200)["checked_in_at"] is None
    assert program.post(f"{entry}withdraw/", {}, 204) is None
    assert program.post(f"{entry}withdraw/", {}, 404)["code"] == "no-such-tournament"


def test_who_comes_late_and_who_leaves_a_running_tournament(program: Program, event: Event, people: People) -> None:
    league = start(tournament=event(6, format="table-swiss"), by=None)
    (late,) = program.post(f"{address_of(league)}entries/", {"players": [people(1)[0].public_id]}, 201)
    assert late["joined_round"] == next_round_number(league)
    entry = program.get(address_of(league))["entries"][0]["id"]
    assert program.post(f"{address_of(league)}entries/{entry}/withdraw/", {}, 200)["left_round"]


def test_the_rights_are_those_of_the_pages(club: Club, event: Event, morag: Account, hamish: Account) -> None:
    league = start(tournament=event(4), by=None)
    results = {"results": results_of(Program(morag), league)}
    scorer, stranger = account_of("Dougal"), account_of("Fiona")
    joins(scorer, club, Role.SCORER)
    for account in (hamish, stranger):
        for door in ("rounds/1/results/", "entries/"):
            refused = Program(account).post(address_of(league) + door, results, 403)
            assert refused["code"] == "not-the-organiser"
    club.is_public = False
    club.save()
    door = f"{address_of(league)}rounds/1/results/"
    assert Program(stranger).post(door, results, 404)["code"] == "no-such-tournament"
    refused = Program(scorer).post(f"{address_of(league)}entries/", {"players": ["x"]}, 403)
    assert refused["code"] == "not-the-organiser"
    assert Client().get(address_of(league)).status_code == 404
    assert Program(scorer).post(door, results, 201) == {"entered": 2}
    assert Program(scorer, "bots:write").get(address_of(league), 404)["code"] == "no-such-tournament"


def test_a_key_answers_as_the_first_time_and_does_nothing_twice(program: Program, event: Event, morag: Account) -> None:
    league = event(2)
    door, guest = f"{address_of(league)}entries/guest/", {"name": "Una McNab"}
    first = program.post(door, guest, 201, key="one")
    assert program.post(door, guest, 201, key="one") == first
    assert league.entries.count() == 3
    assert program.post(door, {"name": "Ina McNab"}, 422, key="one")["code"] == "key-reused"
    refused = program.post(door, guest, 400, key="two")
    league.entries.filter(public_id=first["id"]).delete()
    assert program.post(door, guest, 400, key="two") == refused
    assert program.post(door, guest, 400, key="a key")["code"] == "key-refused"
    assert program.post(door, guest, 400, key="k" * 101)["code"] == "key-refused"
    joins(another := account_of("Ailsa"), league.club, Role.ORGANISER)
    assert Program(another).post(door, {"name": "Tavish Roy"}, 201, key="one")["player"]["name"] == "Tavish Roy"
    AnsweredRequest.objects.update(created_at=timezone.now() - timedelta(days=1, minutes=1))
    tidy()
    assert not AnsweredRequest.objects.exists()
