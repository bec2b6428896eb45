"""Items 9 and 10: redirects stay on this site, and no text of the site uses a foreign host."""

import re
from collections.abc import Callable
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from league.accounts.models import Account, Message
from league.accounts.services.accounts import register_account
from tests.factories import PASSWORD, browser_of

pytestmark = pytest.mark.django_db
ELSEWHERE = (
    "https://example.com/",
    "http://example.com",
    "//example.com/",
    "///example.com/",
    "/\\example.com",
    "\\\\example.com",
    "https:example.com",
    "https:///example.com",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "\tjavascript:alert(1)",
    "http://testserver@example.com/",
    "http://testserver.example.com/",
    "%0d%0aLocation:%20https://example.com",
    "/\n/example.com",
)
HOME = "http://testserver/sign-in/"


def stays(location: str) -> bool:
    """Whether a browser that is led on stays on this site, however it reads the address."""
    there = urljoin(HOME, re.sub(r"^/{2,}", "//", location.replace("\\", "/")))
    is_clean = location.isprintable() and " " not in location
    return is_clean and (urlsplit(there).scheme, urlsplit(there).netloc) == ("http", "testserver")


@pytest.fixture
def morag() -> Account:
    return register_account(email="morag@example.org", password=PASSWORD, name="Morag")


def signing_in(browser: Client, told: str) -> str:
    sent = {"username": "morag@example.org", "password": PASSWORD, "next": told}
    return browser.post("/sign-in/", sent)["Location"]


def signing_in_by_address(browser: Client, told: str) -> str:
    asked = Client().get("/", {"next": told}).wsgi_request.META["QUERY_STRING"]
    return browser.post(f"/sign-in/?{asked}", {"username": "morag@example.org", "password": PASSWORD})["Location"]


def joining(browser: Client, told: str) -> str:
    sent = {"name": "Hamish", "email": "hamish@example.org", "password": PASSWORD, "next": told}
    return browser.post("/sign-up/", sent)["Location"]


def being_signed_in_already(browser: Client, told: str) -> str:
    browser.post("/sign-in/", {"username": "morag@example.org", "password": PASSWORD})
    return browser.get("/sign-in/", {"next": told})["Location"]


def having_joined_already(browser: Client, told: str) -> str:
    browser.post("/sign-in/", {"username": "morag@example.org", "password": PASSWORD})
    return browser.get("/sign-up/", {"next": told})["Location"]


def signing_out(browser: Client, told: str) -> str:
    return browser.post("/sign-out/", {"next": told})["Location"]


def choosing_a_language(browser: Client, told: str) -> str:
    browser.post("/sign-in/", {"username": "morag@example.org", "password": PASSWORD})
    return browser.post("/account/language/", {"language": "pt-br", "next": told})["Location"]


LEADING_ON = (
    signing_in, signing_in_by_address, joining, being_signed_in_already, having_joined_already, signing_out,
    choosing_a_language,
)  # fmt: skip


@pytest.mark.parametrize("leads", LEADING_ON)
def test_whoever_is_led_on_stays_on_this_site(morag: Account, leads: Callable[[Client, str], str]) -> None:
    assert leads(Client(), "/clubs/") == "/clubs/" or leads is signing_out
    for told in ELSEWHERE:
        Account.objects.filter(email="hamish@example.org").delete()
        assert stays(leads(Client(), told)), told


@pytest.mark.parametrize("address", ["//example.com/clubs", "//example.com//", "/clubs//example.com"])
def test_an_address_that_is_put_right_stays_here(address: str) -> None:
    answer = Client().get(address)
    assert answer.status_code in {301, 302, 404}
    assert stays(answer.headers.get("Location", "/"))


def test_what_leads_elsewhere_is_noticed() -> None:
    assert [told for told in ELSEWHERE[:11] if stays(told)] == []
    assert stays("/clubs/?next=https://example.com/")


@pytest.mark.parametrize("host", ["example.com", "testserver.example.com", "testserver:80@example.com", "a b", "[::2]"])
@pytest.mark.parametrize("address", ["/", "/sign-in/", "/api/v1/clubs/", "/password-reset/"])
def test_a_host_that_is_not_ours_is_answered_400(host: str, address: str) -> None:
    answer = Client().get(address, headers={"host": host})
    assert answer.status_code == 400
    assert host not in answer.content.decode()


def test_nobody_forwards_a_host_past_it() -> None:
    answer = Client().get("/api/v1/", headers={"X-Forwarded-Host": "example.com", "X-Host": "example.com"})
    assert answer.status_code == 200
    assert "example.com" not in answer.content.decode()


def test_every_mail_names_the_address_of_the_place_whatever_host_was_asked(morag: Account, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]  # as in a place where somebody took the short way
    settings.SITE_ADDRESS = "https://moothill.example.org"
    asking = browser_of()
    asking.post("/password-reset/", {"email": morag.email}, headers={"host": "evil.example.com"})
    browser_of(morag).post("/account/confirm/", headers={"host": "evil.example.com"})
    bodies = [message.body for message in Message.objects.order_by("-pk")[:2]]
    assert [re.findall(r"https?://[^/\s]+", body) for body in bodies] == [["https://moothill.example.org"]] * 2


def test_the_place_lists_its_hosts() -> None:
    assert "*" not in settings.ALLOWED_HOSTS
