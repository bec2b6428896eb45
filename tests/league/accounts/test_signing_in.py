"""Signing in, also in the middle of a form, which is kept."""

import re
from datetime import timedelta
from html import unescape
from itertools import cycle

import pytest
from axes.models import AccessAttempt
from django.http.response import HttpResponseBase
from django.test import Client
from django.utils import timezone

from league.accounts.models import Account, Message
from league.accounts.rate_limits import FAILURES
from league.accounts.services.accounts import MAILS_AN_HOUR, register_account
from league.clubs.models import Club
from tests.factories import PASSWORD, browser_of

pytestmark = pytest.mark.django_db

NEW_PASSWORD = "rowan and heather"


@pytest.fixture
def morag() -> Account:
    return register_account(email="morag@example.org", password=PASSWORD, name="Morag")


def sign_in(browser: Client, password: str = PASSWORD, email: str = "morag@example.org") -> tuple[int, str]:
    """Send the form; returns the status and the page."""
    answer = browser.post("/sign-in/", {"username": email, "password": password})
    return answer.status_code, answer.content.decode()


def is_signed_in(browser: Client) -> bool:
    """Whether the browser belongs to somebody."""
    return browser.get("/account/").status_code == 200


def test_the_address_counts_in_any_case(morag: Account) -> None:
    sign_in(browser := browser_of(), email="MORAG@example.org")
    assert is_signed_in(browser)


def test_signing_out_takes_a_post(morag: Account) -> None:
    sign_in(browser := browser_of())
    assert browser.get("/sign-out/").status_code == 405
    browser.post("/sign-out/")
    assert not is_signed_in(browser)


def test_an_address_that_no_account_can_have_is_a_wrong_one() -> None:
    status, _page = sign_in(browser := browser_of(), email=f"{'m' * 300}@example.org")
    assert status == 200
    assert not is_signed_in(browser)


def test_too_many_attempts_are_told_to_wait(morag: Account) -> None:
    browser = browser_of()
    spellings = cycle(["morag@example.org", "Morag@example.org"])
    for attempt in range(FAILURES):
        status, page = sign_in(browser, password=f"guess {attempt}", email=next(spellings))
    assert status == 429
    assert "Wait 10 minutes" in page
    sign_in(browser)
    assert not is_signed_in(browser)


@pytest.mark.parametrize(
    ("page", "asked", "rest"),
    [
        ("/account/delete/", "password", {}),
        ("/account/address/", "password", {"email": "elsewhere@example.org"}),
        ("/account/password/", "old_password", {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}),
    ],
)
def test_nobody_tries_passwords_in_an_open_browser(morag: Account, page: str, asked: str, rest: dict[str, str]) -> None:
    browser = browser_of(morag)
    for attempt in range(FAILURES):
        answer = browser.post(page, {asked: f"guess {attempt}", **rest})
    assert answer.status_code == 429
    assert browser.post(page, {asked: PASSWORD, **rest}).status_code == 429
    kept = AccessAttempt.objects.get()
    assert "Wait 10 minutes" in answer.content.decode()
    assert "guess" not in kept.post_data
    assert NEW_PASSWORD not in kept.post_data
    morag.refresh_from_db()
    assert morag.check_password(PASSWORD)


def test_the_admin_has_no_sign_in_form_of_its_own(morag: Account) -> None:
    browser = browser_of()
    assert browser.get("/admin/", follow=True).redirect_chain[-1] == ("/sign-in/?next=%2Fadmin%2F", 302)
    assert browser.post("/admin/login/", {"username": "morag@example.org", "password": PASSWORD}).status_code == 405
    assert browser_of(morag).get("/admin/", follow=True).status_code == 403
    Account.objects.update(is_staff=True, is_superuser=True)
    signed_in = browser.post("/sign-in/", {"username": morag.email, "password": PASSWORD, "next": "/admin/"})
    assert signed_in["Location"] == "/admin/"
    assert browser.get("/admin/login/?next=/admin/", follow=True).redirect_chain[-1] == ("/admin/", 302)
    changes = browser.get("/admin/password_change/", follow=True).redirect_chain
    assert changes == [("/account/password/", 302)]


def test_the_right_password_ends_the_count(morag: Account) -> None:
    browser = browser_of(morag)
    for attempt in range(FAILURES - 1):
        browser.post("/account/delete/", {"password": f"guess {attempt}"})
    assert browser.post("/account/address/", {"password": PASSWORD, "email": "new@example.org"}).status_code == 302
    assert "Wrong password" in browser.post("/account/delete/", {"password": "guess"}).content.decode()


def test_others_still_sign_in_meanwhile(morag: Account) -> None:
    register_account(email="hamish@example.org", password=PASSWORD, name="Hamish")
    for attempt in range(FAILURES):
        sign_in(browser_of(), password=f"guess {attempt}")
    sign_in(browser := browser_of(), email="hamish@example.org")
    assert is_signed_in(browser)


def test_a_new_password_by_mail(morag: Account) -> None:
    Message.objects.all().delete()
    browser = browser_of()
    browser.post("/password-reset/", {"email": "morag@example.org"})
    link = re.search(r"http://localhost:8000(/password-reset/\S+)", Message.objects.get().body)
    assert link
    form = browser.get(link[1], follow=True)
    assert "Repeat the new password" in form.content.decode()
    words = {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
    page = browser.post(form.redirect_chain[-1][0], words, follow=True).content.decode()
    assert "Your new password is set" in page
    assert is_signed_in(browser)
    sign_in(other := browser_of(), password=NEW_PASSWORD)
    assert is_signed_in(other)
    assert "no longer works" in browser_of().get(link[1], follow=True).content.decode()


def test_nobody_fills_a_members_letter_box(morag: Account) -> None:
    Message.objects.all().delete()
    answers = [browser_of().post("/password-reset/", {"email": "morag@example.org"}) for _ in range(MAILS_AN_HOUR + 3)]
    assert {answer.status_code for answer in answers} == {302}
    assert Message.objects.count() == MAILS_AN_HOUR
    Message.objects.update(created_at=timezone.now() - timedelta(hours=2))
    browser_of().post("/password-reset/", {"email": "morag@example.org"})
    assert Message.objects.count() == MAILS_AN_HOUR + 1


def test_a_confirmation_takes_a_press_of_the_button(morag: Account) -> None:
    link = re.search(r"http://localhost:8000(/account/confirm/\S+)", Message.objects.get().body)
    assert link
    assert browser_of().get(link[1]).status_code == 200
    morag.refresh_from_db()
    assert morag.email_confirmed_at is None
    browser_of().post(link[1])
    morag.refresh_from_db()
    assert morag.email_confirmed_at is not None


def test_a_confirmation_that_was_made_up_is_void(morag: Account) -> None:
    assert browser_of().get("/account/confirm/made:up:token/").status_code == 404


NEW_CLUB = {"name": "Glen <Orchy> & Games", "summary": 'First "line"\nSecond line', "time_zone": "Europe/London"}
HERE = {"Origin": "http://testserver"}


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
