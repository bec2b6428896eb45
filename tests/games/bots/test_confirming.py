"""Uploads before the mail address is confirmed: said before, nothing typed is lost, and not asked without a server."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from games.bots.models import UploadedBot
from league.accounts.models import Account, Message
from tests.cast import account_of, browser_of
from tests.engine.sandbox.programs import WANDERING
from tests.games.bots.uploads import GAME

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]
PAGE = "/bots/new/"
RESEND = 'name="resend"'


@pytest.fixture
def morag(settings: Settings) -> Account:
    """Somebody whose address is not confirmed, on a site that asks for it."""
    settings.EMAIL_BACKEND = "league.accounts.email_outbox.OutboxBackend"
    settings.UPLOADS_NEED_CONFIRMED_ADDRESS = True
    return account_of("Morag")


@pytest.fixture
def browser(morag: Account) -> Client:
    return browser_of(morag)


@pytest.mark.parametrize("page", [PAGE, "/bots/remote/new/"])
def test_the_form_says_so_before_it_is_filled_in(browser: Client, morag: Account, page: str) -> None:
    assert RESEND in browser.get(page).content.decode()
    morag.email_confirmed_at = morag.created_at
    morag.save()
    assert RESEND not in browser.get(page).content.decode()


@pytest.mark.parametrize("button", [{}, {"resend": "1"}])
def test_what_was_typed_or_chosen_is_kept(browser: Client, button: dict[str, str]) -> None:
    file = SimpleUploadedFile("grouse.py", WANDERING)
    sent = browser.post(PAGE, {"name": "Grouse", "games": [GAME], "file": file, **button})
    page = sent.content.decode()
    assert sent.status_code == 200
    assert RESEND in page
    assert 'value="Grouse"' in page
    assert re.search(rf'value="{GAME}"[^>]* checked', page)
    assert "rng.choice(legal)" in page
    assert Message.objects.count() == len(button)
    assert not UploadedBot.objects.exists()


def test_a_file_is_kept_when_another_field_is_wrong(browser: Client, morag: Account) -> None:
    morag.email_confirmed_at = morag.created_at
    morag.save()
    sent = browser.post(PAGE, {"name": "", "games": [GAME], "file": SimpleUploadedFile("grouse.py", WANDERING)})
    assert "rng.choice(legal)" in sent.content.decode()


def test_a_site_without_a_mail_server_asks_for_no_confirmed_address() -> None:
    browser = browser_of(account_of("Hamish"))  # the settings of the tests: no mail server
    assert RESEND not in browser.get(PAGE).content.decode()
    browser.post(PAGE, {"name": "Grouse", "games": [GAME], "source": WANDERING.decode()})
    assert UploadedBot.objects.get().player.name == "Grouse"
