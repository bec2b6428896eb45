"""Joining makes an account with its player, and nothing waits for mail."""

import pytest
from django.db import IntegrityError

from league.accounts.errors import AddressTaken, NameReserved, PlayerNameMissing, UnknownZone, WeakPassword
from league.accounts.models import Account, Message, Player
from league.accounts.services.accounts import change_account, register_account
from league.common.errors import Refusal
from tests.factories import PASSWORD, account_of, browser_of

pytestmark = pytest.mark.django_db


def test_an_account_comes_with_its_player_and_a_mail_in_the_outbox() -> None:
    morag = register_account(email=" Morag@Example.org ", password=PASSWORD, name="  Morag   Kerr ")
    assert morag.email == "morag@example.org"
    assert morag.player.name == "Morag Kerr"
    assert morag.check_password(PASSWORD)
    assert Message.objects.get().recipient == "morag@example.org"


def test_an_address_is_taken_in_any_case() -> None:
    register_account(email="morag@example.org", password=PASSWORD, name="Morag")
    with pytest.raises(AddressTaken, match="sign in or set a new password") as refusal:
        register_account(email="MORAG@example.org", password=PASSWORD, name="Another Morag")
    assert refusal.value.field == "email"
    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    ("password", "name", "refusal"),
    [
        ("12345678", "Morag", WeakPassword),
        ("short", "Morag", WeakPassword),
        (PASSWORD, "   ", PlayerNameMissing),
        (PASSWORD, "M" * 81, PlayerNameMissing),
        (PASSWORD, "Mor\x07ag", PlayerNameMissing),
        (PASSWORD, "Stew\u0430rd", NameReserved),
        (PASSWORD, "L00kout 25", NameReserved),
    ],
)
def test_what_is_refused_leaves_nothing_behind(password: str, name: str, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        register_account(email="morag@example.org", password=password, name=name)
    assert not Account.objects.exists()
    assert not Player.objects.exists()
    assert not Message.objects.exists()


def test_the_database_keeps_addresses_small_and_once() -> None:
    with pytest.raises(IntegrityError):
        Account.objects.create(email="Morag@example.org")


def test_whoever_joins_is_signed_in_at_once_and_goes_where_they_wanted() -> None:
    browser = browser_of()
    sent = {"name": "Hamish", "email": "hamish@example.org", "password": PASSWORD, "next": "/clubs/"}
    answer = browser.post("/sign-up/", sent)
    assert answer["Location"] == "/clubs/"
    assert "Hamish" in browser.get("/account/").content.decode()


def test_an_account_has_the_time_zone_chosen_at_sign_up_and_its_clubs_begin_with_it() -> None:
    browser = browser_of()
    assert "data-zone" in browser.get("/sign-up/").content.decode()
    sent = {"name": "Kylie", "email": "kylie@example.org", "password": PASSWORD, "time_zone": "Australia/Perth"}
    browser.post("/sign-up/", sent)
    assert Account.objects.get(email="kylie@example.org").time_zone == "Australia/Perth"
    assert '<option value="Australia/Perth" selected>' in browser.get("/clubs/new/").content.decode()


def test_the_account_page_changes_name_zone_and_language() -> None:
    browser = browser_of(hamish := account_of("Hamish"))
    browser.post("/account/", {"name": "Hamish Bain", "time_zone": "Europe/Berlin", "language": "en-gb"})
    hamish.refresh_from_db()
    assert hamish.time_zone == "Europe/Berlin"
    assert Player.objects.get(account=hamish).name == "Hamish Bain"


def test_a_time_zone_must_exist() -> None:
    with pytest.raises(UnknownZone, match="Choose one such as Europe/London"):
        change_account(account=account_of("Hamish"), name="Hamish", time_zone="Glen/Orchy", language="en-gb")
