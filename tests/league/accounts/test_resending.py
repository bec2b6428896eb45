"""A form that is sent without a session, or with an old one, is kept and sent again by a button."""

import re
from html import unescape

import pytest
from django.http.response import HttpResponseBase
from django.test import Client

from league.accounts.models import Account
from league.accounts.services.accounts import register_account
from league.clubs.models import Club
from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db
NEW_CLUB = {"name": "Glen <Orchy> & Games", "summary": 'First "line"\nSecond line', "time_zone": "Europe/London"}
HERE = {"Origin": "http://testserver"}


@pytest.fixture
def morag() -> Account:
    return register_account(email="morag@example.org", password=PASSWORD, name="Morag")


def hidden(page: HttpResponseBase, action: str) -> dict[str, str]:
    """The hidden fields of the form with this address."""
    content = getattr(page, "content", b"").decode()
    form = re.search(rf'<form method="post" action="{re.escape(action)}"[^>]*>(.*?)</form>', content, re.DOTALL)
    assert form is not None, content
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form[1])
    return {name: unescape(value) for name, value in found}


def signed_in(browser: Client, page: HttpResponseBase, password: str = PASSWORD) -> HttpResponseBase:
    """Sign in on a page that keeps a form."""
    who = {"username": "morag@example.org", "password": password}
    return browser.post("/sign-in/", hidden(page, "/sign-in/") | who, headers=HERE)


def test_after_signing_in_the_form_is_sent_by_one_button(morag: Account) -> None:
    browser = Client()
    page = browser.post("/clubs/new/", NEW_CLUB)
    assert page.status_code == 401
    assert not Club.objects.exists()
    again = hidden(signed_in(browser, signed_in(browser, page, "wrong password")), "/clubs/new/")
    assert NEW_CLUB.items() <= again.items()
    assert browser.post("/clubs/new/", again).status_code == 302
    assert Club.objects.get().name == NEW_CLUB["name"]


def test_a_form_with_the_mark_of_an_old_session_is_sent_by_one_button(morag: Account) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(morag)
    page = browser.post("/clubs/new/", NEW_CLUB | {"csrfmiddlewaretoken": "x" * 64}, headers=HERE)
    assert page.status_code == 403
    again = hidden(page, "/clubs/new/")
    assert NEW_CLUB.items() <= again.items()
    assert browser.post("/clubs/new/", again, headers=HERE).status_code == 302
    assert Club.objects.count() == 1


def test_who_signed_in_meanwhile_in_another_tab_keeps_the_form(morag: Account) -> None:
    browser = Client()
    page = browser.post("/clubs/new/", NEW_CLUB)
    browser.force_login(morag)
    assert NEW_CLUB.items() <= hidden(signed_in(browser, page), "/clubs/new/").items()


@pytest.mark.parametrize("headers", [{}, {"Origin": "https://elsewhere.example"}, {"Origin": "null"}])
def test_a_form_of_another_site_is_not_offered(morag: Account, headers: dict[str, str]) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(morag)
    page = browser.post("/clubs/new/", NEW_CLUB, headers=headers)
    assert page.status_code == 403
    assert "Second line" not in page.content.decode()


def test_what_somebody_else_put_into_the_sign_in_form_is_not_offered(morag: Account) -> None:
    sent = {
        "username": "morag@example.org",
        "password": PASSWORD,
        "unsent": '["/clubs/new/", [["name", "Mine"]], false]',
    }
    assert Client().post("/sign-in/", sent).status_code == 302


def test_passwords_are_not_kept(morag: Account) -> None:
    browser = Client(enforce_csrf_checks=True)
    sent = {"username": "morag@example.org", "password": PASSWORD, "next": "/clubs/"}
    page = browser.post("/sign-in/", sent, headers=HERE)
    assert page.status_code == 403
    assert PASSWORD not in page.content.decode()
    assert hidden(page, "/sign-in/")["username"] == "morag@example.org"


def test_a_part_of_a_page_leads_the_page_to_the_sign_in() -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/clubs/new/?a=1"}
    answer = Client().post("/clubs/new/", NEW_CLUB, headers=headers)
    assert answer.status_code == 204
    assert answer["HX-Redirect"] == "/sign-in/?next=%2Fclubs%2Fnew%2F%3Fa%3D1"


@pytest.mark.parametrize("headers", [{"Accept": "application/json"}, {"HX-Request": "true"}], ids=["program", "script"])
def test_programs_and_scripts_that_look_for_a_redirect_get_one(headers: dict[str, str]) -> None:
    assert Client().post("/clubs/new/", NEW_CLUB, headers=headers).status_code == 302


def test_a_button_with_the_mark_of_an_old_session_loads_the_page_again(morag: Account) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(morag)
    headers = HERE | {"HX-Request": "true", "HX-Current-URL": "http://testserver/clubs/new/"}
    answer = browser.post("/clubs/new/", NEW_CLUB, headers=headers)
    assert (answer.status_code, answer["HX-Refresh"]) == (403, "true")
