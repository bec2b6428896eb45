"""Visitors sign in as demo accounts, which cannot be changed; a site without the demo has none."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags
from pytest_django import Settings

from league.accounts.errors import AddressTaken, DemoAccountRefused
from league.accounts.models import Account, Message
from league.accounts.services.accounts import ask_to_change_address, change_account, delete_account, register_account
from league.accounts.services.one_time_links import claim_place, claim_player, issue_claim_link, issue_owner_link
from league.accounts.services.players import make_demo_account, make_player
from league.accounts.services.tokens import make_token
from tests.factories import account_of, browser_of

pytestmark = pytest.mark.django_db

SECRETARY = "/look/secretary/"


@pytest.fixture
def secretary(settings: Settings) -> Account:
    """An account of the demo, in a place that has it."""
    settings.DEMO = True
    return make_demo_account(role="secretary", name="Morag Auchterbrae")


@pytest.fixture
def demo_browser(secretary: Account) -> Client:
    """A browser that is signed in as the secretary of the demo."""
    browser = browser_of()
    browser.post(SECRETARY)
    return browser


def text_of(browser: Client, address: str) -> str:
    return browser.get(address).content.decode()


@pytest.mark.parametrize("address", ["/", "/sign-in/"])
def test_a_visitor_is_offered_those_that_are_there(secretary: Account, address: str) -> None:
    text = text_of(browser_of(), address)
    assert 'action="/look/secretary/"' in text
    assert 'action="/look/arbiter/"' not in text


def test_every_page_names_the_demo_account_and_has_an_exit(demo_browser: Client) -> None:
    for address in ("/", "/clubs/", "/account/"):
        text = text_of(demo_browser, address)
        assert "Morag Auchterbrae, organiser" in strip_tags(text)
        assert "Exit demo" in text
    demo_browser.post(reverse("accounts:sign-out"))
    assert "Exit demo" not in text_of(demo_browser, "/")


def test_one_may_go_on_as_somebody_else(demo_browser: Client) -> None:
    make_demo_account(role="arbiter", name="Ishbel Kinlarig")
    assert 'action="/look/arbiter/"' in text_of(demo_browser, "/")
    demo_browser.post("/look/arbiter/")
    assert "Ishbel Kinlarig, organiser" in strip_tags(text_of(demo_browser, "/"))


def test_whoever_has_an_account_is_offered_nothing_and_stays_who_they_are(secretary: Account) -> None:
    browser = browser_of(account_of("Senga"))
    assert "View as" not in text_of(browser, "/")
    assert browser.post(SECRETARY).status_code == 409
    assert "Senga" in text_of(browser, "/")


def test_it_takes_a_button_and_its_token(secretary: Account) -> None:
    assert browser_of().get(SECRETARY).status_code == 405
    assert browser_of(enforce_csrf_checks=True).post(SECRETARY).status_code == 403


def test_other_people_of_the_demo_have_no_sign_in_button(secretary: Account) -> None:
    make_demo_account(role="kirsty", name="Kirsty Strathdonan")
    assert browser_of().post("/look/kirsty/").status_code == 404


def test_without_the_demo_there_is_nothing(demo_browser: Client, settings: Settings) -> None:
    settings.DEMO = False
    assert browser_of().post(SECRETARY).status_code == 404
    assert "View as" not in text_of(browser_of(), "/")
    assert demo_browser.get("/account/").status_code == 302  # who looked is signed in no more


def test_no_password_opens_it(secretary: Account) -> None:
    secretary.set_password("thistle and heather")
    secretary.save()
    browser = browser_of()
    browser.post("/sign-in/", {"username": secretary.email, "password": "thistle and heather"})
    assert "Exit demo" not in text_of(browser, "/")


@pytest.mark.parametrize(
    "change",
    [
        lambda one: change_account(account=one, name="Mine", time_zone="Europe/London", language="en-gb"),
        lambda one: ask_to_change_address(account=one, email="me@example.org", password=""),
        lambda one: delete_account(account=one, password=""),
        lambda one: make_token(account=one, name="Desk", scopes=["bots:write"], expires=None),
        lambda one: claim_place(token=issue_owner_link() or "", account=one),
        lambda one: claim_player(token=issue_claim_link(player=make_player(name="Iain")), account=one),
    ],
    ids=["name", "address", "end", "token", "place", "player"],
)
def test_it_stays_as_it_is(secretary: Account, change: Callable[[Account], object]) -> None:
    with pytest.raises(DemoAccountRefused):
        change(secretary)
    secretary.refresh_from_db()
    assert (str(secretary.player), secretary.is_staff) == ("Morag Auchterbrae", False)


def test_its_form_says_that_it_cannot_be_changed_and_keeps_what_was_typed(demo_browser: Client) -> None:
    changes = {"name": "Mine", "time_zone": "Europe/Dublin", "language": "en-gb"}
    answer = demo_browser.post("/account/", changes)
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()
    assert 'value="Mine"' in answer.content.decode()


def test_operators_cannot_make_it_one_of_them(secretary: Account) -> None:
    secretary.is_staff = True
    with pytest.raises(ValidationError):
        secretary.clean()


def test_nobody_joins_or_moves_to_an_address_of_the_demo(secretary: Account) -> None:
    with pytest.raises(AddressTaken):
        register_account(email="Arbiter@Demo.Invalid", password="thistle and heather", name="Senga")
    senga = register_account(email="senga@example.org", password="thistle and heather", name="Senga")
    with pytest.raises(AddressTaken):
        ask_to_change_address(account=senga, email="arbiter@demo.invalid", password="thistle and heather")


def test_nothing_is_written_to_it(secretary: Account) -> None:
    browser_of().post("/password-reset/", {"email": secretary.email})
    assert not Message.objects.exists()
