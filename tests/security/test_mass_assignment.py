"""Item 11: a field that a form does not offer changes nothing, and a program that sends one gets an error."""

import json
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from league.accounts.models import Account, Player
from league.accounts.services.tokens import make_token
from league.clubs.models import Club, Membership
from league.ratings.models import Rating
from league.results.models import Report, Result
from league.tournaments.models import Tournament
from tests.factories import PASSWORD
from tests.games.bots.factories import GAME, author
from tests.permissions.bots import bot, version
from tests.permissions.table import TABLE
from tests.permissions.test_permissions import cookies_of
from tests.permissions.world import World, a_world
from tests.security.tainted import furnish
from tests.security.test_xss import forms_of
from tests.security.walk import address_of, answers, is_page, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]
EXTRA = {
    "is_staff": "on", "is_superuser": "on", "is_active": "", "email_confirmed_at": "2026-01-01", "owner": "1",
    "owner_id": "1", "account": "1", "account_id": "1", "club": "1", "club_id": "1", "kind": "bot", "id": "1",
    "pk": "1", "merged_into": "1", "rating": "9999000", "role": "owner", "status": "finished", "public_id": "2" * 12,
    "by": "1", "user": "1", "is_admin": "1", "entered_by": "1", "rates_play": "on", "anonymised_at": "2026-01-01",
}  # fmt: skip
WORDS = "Heather and thistle"


def standing() -> dict[str, list[Any]]:
    """Who may do what, and whose everything is, without the ids of new rows."""
    accounts = Account.objects.order_by("email")
    return {
        "accounts": list(accounts.values_list("email", "is_staff", "is_superuser", "is_active", "email_confirmed_at")),
        "players": sorted(map(str, Player.objects.values_list("kind", "account_id", "owner_id", "merged_into_id"))),
        "members": sorted(map(str, Membership.objects.values_list("club_id", "role", "player__account_id"))),
        "clubs": sorted(map(str, Club.objects.values_list("is_public", "slug"))),
        "events": sorted(map(str, Tournament.objects.values_list("status", "club_id", "name"))),
        "ratings": sorted(map(str, Rating.objects.values_list("player_id", "value"))),
        "ledger": sorted(map(str, Result.objects.values_list("pool_id", "number", "how"))),
        "reports": sorted(map(str, Report.objects.values_list("status", "how"))),
    }


def after(world: World, address: str, data: dict[str, Any]) -> tuple[int, dict[str, list[Any]]]:
    """The status of an answer, and how everything stands then; the world stays as it was."""
    world.browser.cookies = SimpleCookie(cookies_of(world, "owner"))
    with transaction.atomic():
        status = world.browser.post(address, data).status_code
        stands = standing()
        transaction.set_rollback(True)
    return status, stands


@pytest.mark.long
def test_a_field_that_no_form_offers_changes_nothing() -> None:
    world = a_world(is_public=True)
    furnish(world)
    wrong, tried = [], set()
    for one in answers(world, "owner", rows=[row for row in TABLE if row.method == "GET"]):
        if not is_page(one.answer):
            continue
        for form in forms_of(text_of(one.answer)):
            address = form["action"] or address_of(world, one.row).partition("?")[0]
            if form["method"] != "post" or (address, form["about"]) in tried:
                continue
            filled = {**form["fixed"], **dict.fromkeys(form["texts"], WORDS)}
            strange = {name: value for name, value in EXTRA.items() if name not in form["about"].split()}
            tried.add((address, form["about"]))
            if after(world, address, filled) != after(world, address, strange | filled):
                wrong.append(f"{one.row}: {address}")
    assert wrong == []
    assert len(tried) > 50


def test_who_joins_becomes_nothing_more_than_a_member() -> None:
    sent = {"name": "Hamish", "email": "hamish@example.org", "password": PASSWORD}
    assert Client().post("/sign-up/", EXTRA | sent).status_code == 302
    hamish = Account.objects.get(email="hamish@example.org")
    assert (hamish.is_staff, hamish.is_superuser, hamish.email_confirmed_at) == (False, False, None)
    assert hamish.is_active
    assert hamish.player.kind == "person"


def program(account: Account) -> Client:
    """A program that may do all that programs may."""
    secret = make_token(account=account, name="All", scopes=["bots:write", "bots:play"], expires=None)
    return Client(headers={"Authorization": f"Bearer {secret}"})


def test_a_program_is_told_of_a_field_that_nobody_knows() -> None:
    world = a_world(is_public=True)
    bodies = {
        reverse("bot-list"): {"name": "Grouse", "games": [GAME], "source": "x"},
        reverse("bot-versions", args=list(bot(world))): {"games": [GAME], "source": "x"},
        reverse("bot-tests", args=list(bot(world))): {"game": GAME, "opponents": ["wanderer"], "seed": "1"},
        reverse("remote-bot-list"): {"name": "Curlew", "games": [GAME]},
    }
    asks = program(world.eilidh)
    assert version(world)
    for address, known in bodies.items():
        answer = asks.post(address, json.dumps(known | {"owner": 1, "rating": 9}), "application/json")
        assert answer.status_code == 400, address
        assert set(answer.json()["errors"]) == {"owner", "rating"}
        assert [name for name in known if name not in answer.json()["errors"]["owner"][0]] == [], (
            "which fields there are"
        )


def test_a_program_that_sends_what_is_known_is_served() -> None:
    sent = {"name": "Curlew", "games": [GAME]}
    answer = program(author()).post(reverse("remote-bot-list"), json.dumps(sent), "application/json")
    assert answer.status_code == 201
