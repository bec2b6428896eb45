"""Mail addresses: confirmed again on request; changed only by a signed-in person who reads the new address."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from league.accounts.models import Account, Message
from tests.factories import PASSWORD, account_of, browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

NEW = "hamish.auchterlonie@example.org"


@pytest.fixture
def hamish() -> Account:
    account = account_of("Hamish")
    account.set_password(PASSWORD)
    account.save()
    return account


def asked(account: Account, email: str = NEW, password: str = PASSWORD) -> str:
    """Return the page after a request to change the address."""
    told = {"email": email, "password": password}
    return browser_of(account).post(reverse("accounts:change-email"), told, follow=True).content.decode()


def link_in_mail_to(email: str) -> str:
    """The way to the page of the link in the latest mail to an address."""
    found = re.search(r"https?://[^/\s]+(/account/\S+)", Message.objects.filter(recipient=email)[0].body)
    assert found is not None
    return found[1]


def test_the_account_asks_to_confirm_only_where_that_is_useful(hamish: Account, settings: Settings) -> None:
    page, form = reverse("accounts:account"), reverse("accounts:resend-confirmation")
    assert form not in browser_of(hamish).get(page).content.decode()
    settings.MAIL_SERVER = "smtp://mail.example.org"
    assert form in browser_of(hamish).get(page).content.decode()
    settings.MAIL_SERVER, settings.UPLOADS_NEED_CONFIRMED_ADDRESS = "", True
    assert form in browser_of(hamish).get(page).content.decode()


def test_the_mail_to_confirm_is_written_again_to_who_has_not(hamish: Account, settings: Settings) -> None:
    settings.UPLOADS_NEED_CONFIRMED_ADDRESS = True
    page = browser_of(hamish).post(reverse("accounts:resend-confirmation"), follow=True).content.decode()
    assert page.count("This site does not send e-mail.") == 2  # the answer, and the note about the account
    browser_of().post(link_in_mail_to(hamish.email))
    hamish.refresh_from_db()
    assert hamish.email_confirmed_at is not None
    browser_of(hamish).post(reverse("accounts:resend-confirmation"))
    assert Message.objects.count() == 1


def test_no_letter_box_is_filled(hamish: Account) -> None:
    pages = [browser_of(hamish).post(reverse("accounts:resend-confirmation"), follow=True) for _ in range(7)]
    assert Message.objects.count() == 5
    assert "in the last hour" in pages[-1].content.decode()


def test_the_address_changes_once_the_new_one_is_confirmed(hamish: Account) -> None:
    asked(hamish)
    hamish.refresh_from_db()
    assert hamish.email == "hamish@example.org"
    browser_of(hamish).post(link_in_mail_to(NEW))
    hamish.refresh_from_db()
    assert hamish.email == NEW
    assert hamish.email_confirmed_at is not None
    assert NEW in Message.objects.filter(recipient="hamish@example.org")[0].body


def test_the_link_is_for_who_is_signed_in_and_works_once(hamish: Account) -> None:
    asked(hamish)
    address = link_in_mail_to(NEW)
    assert browser_of().post(address).status_code == 401
    assert browser_of(account_of("Ailsa")).post(address).status_code == 404
    assert browser_of(hamish).post(address).status_code == 302
    assert browser_of(Account.objects.get(pk=hamish.pk)).post(address).status_code == 404


def test_it_takes_the_password_and_an_address_that_is_free(hamish: Account) -> None:
    account_of("Ailsa")
    assert "Wrong password" in asked(hamish, password="bracken")
    assert "ailsa@example.org already has an account" in asked(hamish, "Ailsa@example.org")
    assert not Message.objects.exists()


def test_an_address_that_somebody_took_meanwhile_is_refused(hamish: Account) -> None:
    asked(hamish)
    Account.objects.create_user(NEW, email_confirmed_at=timezone.now())
    assert browser_of(hamish).post(link_in_mail_to(NEW)).status_code == 409
    hamish.refresh_from_db()
    assert hamish.email == "hamish@example.org"
