"""Item 4: a session gets a new key whenever its bearer becomes somebody else, and ends when it should."""

from collections.abc import Callable

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils.http import urlsafe_base64_encode
from pytest_django import Settings

from league.accounts.models import Account
from league.accounts.services.accounts import delete_account, register_account
from league.accounts.services.one_time_links import issue_claim_link, issue_owner_link
from league.accounts.services.players import make_player
from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db
NEW = "rowan and heather"


@pytest.fixture
def morag() -> Account:
    return register_account(email="morag@example.org", password=PASSWORD, name="Morag")


def with_a_session() -> Client:
    """A browser that somebody left with a session of which they know the key."""
    browser = Client()
    session = browser.session
    session["left"] = "by somebody before"
    session.save()
    return browser


def signed_in() -> Client:
    """Morag's browser."""
    browser = Client()
    browser.post("/sign-in/", {"username": "morag@example.org", "password": PASSWORD})
    return browser


def is_signed_in(browser: Client) -> bool:
    """Whether the browser belongs to somebody."""
    return browser.get("/account/").status_code == 200


def signs_in(browser: Client) -> None:
    browser.post("/sign-in/", {"username": "morag@example.org", "password": PASSWORD})


def joins(browser: Client) -> None:
    browser.post("/sign-up/", {"name": "Hamish", "email": "hamish@example.org", "password": PASSWORD})


def claims_a_player(browser: Client) -> None:
    browser.get(f"/claim/{issue_claim_link(player=make_player(name='Iain'))}/")
    browser.post("/claim/", {"email": "iain@example.org", "password": PASSWORD})


def owns_the_place(browser: Client) -> None:
    browser.get(f"/own/{issue_owner_link()}/")
    browser.post("/own/", {"name": "Ishbel", "email": "ishbel@example.org", "password": PASSWORD})


def sets_a_new_password(browser: Client) -> None:
    morag = Account.objects.get(email="morag@example.org")
    uid = urlsafe_base64_encode(str(morag.pk).encode())
    page = browser.get(f"/password-reset/{uid}/{default_token_generator.make_token(morag)}/")
    browser.post(page["Location"], {"new_password1": NEW, "new_password2": NEW})


WAYS_IN = (signs_in, joins, claims_a_player, owns_the_place, sets_a_new_password)


@pytest.mark.parametrize("comes_in", WAYS_IN)
def test_whoever_comes_in_gets_another_key(morag: Account, comes_in: Callable[[Client], None]) -> None:
    browser = with_a_session()
    before = browser.session.session_key
    comes_in(browser)
    assert is_signed_in(browser)
    assert browser.session.session_key != before
    assert not Session.objects.filter(session_key=before).exists()


def test_becoming_an_operator_renews_the_key_of_who_was_signed_in(morag: Account) -> None:
    browser = signed_in()
    browser.get(f"/own/{issue_owner_link()}/")
    before = browser.session.session_key
    browser.post("/own/")
    morag.refresh_from_db()
    assert morag.is_superuser
    assert browser.session.session_key != before
    assert not Session.objects.filter(session_key=before).exists()


def test_a_changed_password_ends_every_other_session_and_renews_this_one(morag: Account) -> None:
    here, elsewhere = signed_in(), signed_in()
    before = here.session.session_key
    here.post("/account/password/", {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW})
    assert is_signed_in(here)
    assert here.session.session_key != before
    assert not is_signed_in(elsewhere)


def test_a_password_set_by_mail_ends_every_other_session(morag: Account) -> None:
    elsewhere = signed_in()
    sets_a_new_password(Client())
    assert not is_signed_in(elsewhere)


def test_signing_out_leaves_nothing_that_opens(morag: Account) -> None:
    browser = signed_in()
    key = browser.session.session_key
    browser.post("/sign-out/")
    assert not Session.objects.filter(session_key=key).exists()
    stolen = Client()
    stolen.cookies["sessionid"] = str(key)
    assert not is_signed_in(stolen)


def test_who_may_not_sign_in_any_more_is_out_at_once(morag: Account) -> None:
    browser = signed_in()
    Account.objects.filter(pk=morag.pk).update(is_active=False)
    assert not is_signed_in(browser)


def test_a_deleted_account_is_out_everywhere(morag: Account) -> None:
    browser = signed_in()
    delete_account(account=morag, password=PASSWORD)
    assert not is_signed_in(browser)


def test_a_session_that_somebody_made_up_is_none(settings: Settings) -> None:
    browser = Client()
    browser.cookies[settings.SESSION_COOKIE_NAME] = "a" * 32
    joins(browser)
    assert browser.session.session_key != "a" * 32
