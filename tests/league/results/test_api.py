"""The ledger as JSON."""

import pytest
from django.db import transaction
from django.test import Client

from league.accounts.models import Player
from league.results.drafts import SeatResult
from league.results.models import Result
from league.results.services.corrections import withdraw_result
from league.results.services.ledger import enter_results
from tests.factories import account_of, browser_of, glen_club
from tests.league.assertions import queries_of
from tests.league.ledger import FIRST_EVENING, a_pool, enter, people, supersede, table

pytestmark = pytest.mark.django_db
LEDGER = "/api/v1/results/"


def numbers(client: Client, **question: str) -> list[int]:
    return [row["number"] for row in client.get(LEDGER, question).json()["results"]]


def test_a_result_has_its_seats_in_their_order_and_times_in_utc(client: Client) -> None:
    morag, hamish = people("Morag", "Hamish")
    enter(a_pool(), table(hamish, morag, at=FIRST_EVENING))
    (row,) = client.get(LEDGER).json()["results"]
    assert [(seat["seat"], seat["player"]["name"], seat["place"]) for seat in row["seats"]] == [
        (0, "Hamish", 1),
        (1, "Morag", 2),
    ]
    assert (row["pool"], row["number"], row["how"]) == ("lords-person-any-site", 1, "played")
    assert row["played_at"] == "2026-03-02T19:30:00Z"
    assert row["seats"][0]["player"]["url"] == f"http://testserver/players/{hamish.public_id}/hamish/"


def test_times_are_in_utc_wherever_the_asker_lives() -> None:
    enter(a_pool(), table(*people("Morag", "Hamish"), at=FIRST_EVENING))
    ailsa = account_of("Ailsa")
    ailsa.time_zone = "Asia/Tokyo"
    ailsa.save()
    (row,) = browser_of(ailsa).get(LEDGER).json()["results"]
    assert row["played_at"] == "2026-03-02T19:30:00Z"


def test_a_correction_stands_beside_what_it_corrects(client: Client) -> None:
    morag, hamish = people("Morag", "Hamish")
    (wrong,) = enter(a_pool(), table(morag, hamish))
    supersede(wrong, SeatResult(hamish.pk, 40, 1), SeatResult(morag.pk, 30, 2))
    new, old = client.get(LEDGER).json()["results"]
    assert (new["supersedes"], new["is_current"], new["reason"]) == (1, True, "The sheet was read wrongly.")
    assert (old["supersedes"], old["is_current"], old["subject"]) == (None, False, new["subject"])


def test_a_row_says_who_entered_it_why_and_where_its_history_is(client: Client) -> None:
    morag = account_of("Morag")
    (wrong,) = enter(a_pool(), table(*people("Ailsa", "Fergus")))
    withdraw_result(result=wrong, reason="It was played elsewhere.", by=None)
    pool = a_pool(club=glen_club(morag))
    with transaction.atomic():
        (typed,) = enter_results(pool=pool, entries=[table(*people("Greer", "Isla"))], by=morag.player)
    withdraw_result(result=typed, reason="Nor here.", by=morag)
    rows = client.get(LEDGER).json()["results"]
    assert [(row["entered_by"] and row["entered_by"]["name"], row["reason"]) for row in rows] == [
        ("Morag", "Nor here."),
        ("Morag", ""),
        (None, "It was played elsewhere."),
        (None, ""),
    ]
    assert [client.get(row["url"], follow=True).status_code for row in rows] == [200] * 4


def test_results_are_found_by_pool_player_and_how(client: Client) -> None:
    morag, hamish, senga = people("Morag", "Hamish", "Senga")
    enter(a_pool(), table(morag, hamish), table(hamish, senga))
    enter(a_pool(seats=2), table(morag, senga))
    Player.objects.filter(pk=morag.pk).update(merged_into=senga)
    assert numbers(client, pool="lords-person-any-site") == [2, 1]
    assert numbers(client, player=hamish.public_id) == [2, 1]
    assert numbers(client, player=senga.public_id, pool="lords-person-any-site") == [2, 1]
    assert numbers(client, how="forfeit") == []
    assert numbers(client, pool="no-such-pool") == []


def test_a_merged_player_is_named_as_the_one_who_stands_for_both(client: Client) -> None:
    morag, hamish, senga = people("Morag", "Hamish", "Senga")
    enter(a_pool(), table(morag, hamish))
    Player.objects.filter(pk=morag.pk).update(merged_into=senga)
    (row,) = client.get(LEDGER).json()["results"]
    assert [seat["player"]["name"] for seat in row["seats"]] == ["Senga", "Hamish"]


def test_a_private_clubs_ledger_is_empty_for_strangers() -> None:
    morag, senga = account_of("Morag"), account_of("Senga")
    enter(a_pool(club=glen_club(morag, is_public=False)), table(*people("Ailsa", "Fergus")))
    assert numbers(browser_of(morag)) == [1]
    assert numbers(browser_of(senga)) == numbers(browser_of()) == []


def test_pages_follow_one_another_without_a_gap(client: Client) -> None:
    morag, hamish = people("Morag", "Hamish")
    enter(a_pool(), *(table(morag, hamish) for _ in range(7)))
    seen: list[int] = []
    address: str | None = f"{LEDGER}?limit=3"
    while address:
        page = client.get(address).json()
        seen += [row["number"] for row in page["results"]]
        address = page["next"]
    assert seen == [7, 6, 5, 4, 3, 2, 1]
    assert Result.objects.count() == len(seen)


def test_many_results_cost_no_more_questions(client: Client) -> None:
    morag, hamish, senga = people("Morag", "Hamish", "Senga")
    pool = a_pool()
    for more in (2, 40):
        enter(pool, *(table(morag, hamish, senga) for _ in range(more)))
        assert queries_of(client, LEDGER) == 6
