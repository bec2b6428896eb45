"""Which language somebody reads: the address, then the account, then the cookie, then the browser says."""

import pytest
from django.test import Client
from pytest_django import Settings

from league.accounts.models import Account
from league.accounts.services.accounts import register_account
from league.accounts.services.players import make_demo_account
from tests.factories import PASSWORD, account_of, browser_of

pytestmark = pytest.mark.django_db


def language_of(browser: Client, address: str = "/sign-up/", **headers: str) -> str:
    """The language that a page says it is in."""
    page = browser.get(address, headers=headers)
    return page.content.decode().partition('<html lang="')[2].partition('"')[0]


def reader(language: str) -> Account:
    account = account_of("Morag")
    Account.objects.filter(pk=account.pk).update(language=language)
    account.refresh_from_db()
    return account


def test_the_browser_is_asked_last_and_an_address_counts_before_all_and_is_remembered() -> None:
    browser = browser_of()
    assert language_of(browser) == "en-gb"
    assert language_of(browser, **{"Accept-Language": "pt-BR,pt;q=0.9,en;q=0.5"}) == "pt-br"
    assert language_of(browser, "/sign-up/?language=pt-BR") == "pt-br"
    assert language_of(browser, **{"Accept-Language": "en-GB"}) == "pt-br"
    assert language_of(browser, "/sign-up/?language=en-gb") == "en-gb"
    assert language_of(browser, **{"Accept-Language": "pt-BR"}) == "en-gb"


def test_an_account_counts_before_cookie_and_browser() -> None:
    browser = browser_of(reader("pt-br"))
    browser.cookies["moothill_language"] = "en-gb"
    answer = browser.get("/account/")
    assert '<html lang="pt-br"' in answer.content.decode()
    assert answer["Content-Language"] == "pt-br"
    assert language_of(browser, "/account/?language=en-gb") == "en-gb"


@pytest.mark.parametrize("unknown", ["tlh", "../../etc", "pt-br\x00"])
def test_a_language_that_there_is_not_is_nobodys(unknown: str) -> None:
    browser = browser_of(account_of("Hamish"))
    answer = browser.get("/account/", {"language": unknown})
    assert "moothill_language" not in answer.cookies
    browser.post("/account/language/", {"language": unknown})
    assert Account.objects.get().language == "en-gb"


def test_a_page_within_a_strangers_leaves_no_cookie() -> None:
    answer = browser_of().get("/sign-up/?language=pt-br", headers={"Sec-Fetch-Dest": "iframe"})
    assert '<html lang="pt-br"' in answer.content.decode()
    assert not answer.cookies.get("moothill_language")


def test_the_foot_of_a_page_leads_to_the_same_page_in_every_language() -> None:
    page = browser_of().get("/sign-up/?next=/account/").content.decode()
    assert 'href="/sign-up/?next=%2Faccount%2F&amp;language=pt-br" hreflang="pt-br" lang="pt-br">Português' in page
    assert page.count('rel="alternate" hreflang=') == 2


def test_at_the_foot_of_a_page_an_account_chooses_its_language() -> None:
    browser = browser_of(account_of("Hamish"))
    assert 'action="/account/language/"' in browser.get("/account/").content.decode()
    answer = browser.post("/account/language/", {"language": "pt-br", "next": "/account/tokens/"})
    assert answer["Location"] == "/account/tokens/"
    assert language_of(browser, "/account/") == "pt-br"
    assert browser.post("/account/language/", {"next": "https://example.org/"})["Location"] == "/"


def test_the_demo_is_read_in_the_language_of_whoever_looks(settings: Settings) -> None:
    settings.DEMO = True
    browser = browser_of(make_demo_account(role="secretary", name="Una"))
    assert language_of(browser, "/account/", **{"Accept-Language": "pt-BR"}) == "pt-br"
    page = browser.get("/account/?language=pt-br").content.decode()
    assert "/account/language/" not in page
    assert language_of(browser, "/account/") == "pt-br"


def test_whoever_joins_goes_on_in_the_language_they_joined_in() -> None:
    joining = {"name": "Davi", "email": "davi@example.org", "password": PASSWORD}
    browser_of().post("/sign-up/?language=pt-br", joining)
    assert Account.objects.get().language == "pt-br"
    assert register_account(email="e@example.org", password=PASSWORD, name="Eilidh").language == "en-gb"


def test_programs_are_asked_no_language() -> None:
    assert browser_of().get("/api/v1/?language=pt-br").headers["Content-Language"] == "en-gb"
