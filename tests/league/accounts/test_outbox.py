"""Mail is stored in the outbox; where a mail server is set, each mail is sent from there once."""

from smtplib import SMTPRecipientsRefused
from typing import ClassVar

import pytest
from django.core import mail
from django.core.mail import send_mail
from django.core.mail.backends.locmem import EmailBackend
from pytest_django import Settings

from league.accounts.email_outbox import MOST_REFUSALS, deliver_messages, retry_failed
from league.accounts.models import Message
from tests.factories import browser_of, operator

pytestmark = pytest.mark.django_db


class Choosy(EmailBackend):
    """A mail server that takes nothing for Senga."""

    def send_messages(self, messages: list[mail.EmailMessage]) -> int:  # type: ignore[override]  # the stubs want a Sequence
        if any("senga@example.org" in message.to for message in messages):
            raise ConnectionRefusedError("no such mailbox")
        return super().send_messages(messages)


@pytest.fixture
def mail_server(settings: Settings) -> None:
    settings.MAIL_SERVER = "smtp://mail.example.org"
    settings.MAIL_DELIVERY_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def write(*recipients: str) -> None:
    """A mail to each."""
    for recipient in recipients:
        send_mail("Your next game", "Table 3, seat 1.", None, [recipient])


def test_without_a_mail_server_it_stays_in_the_outbox() -> None:
    write("morag@example.org")
    assert deliver_messages() == 0
    assert Message.objects.get().body == "Table 3, seat 1."


def test_with_a_mail_server_it_leaves_once(mail_server: None) -> None:
    write("morag@example.org", "hamish@example.org")
    assert deliver_messages() == 2
    assert deliver_messages() == 0
    assert [message.to for message in mail.outbox] == [["morag@example.org"], ["hamish@example.org"]]


def test_what_the_server_does_not_take_stays_and_holds_up_nobody(mail_server: None, settings: Settings) -> None:
    settings.MAIL_DELIVERY_BACKEND = f"{__name__}.Choosy"
    write("senga@example.org", "hamish@example.org")
    assert deliver_messages() == 1
    assert Message.objects.get(delivered_at=None).recipient == "senga@example.org"


def test_operators_read_the_outbox_and_change_nothing_in_it() -> None:
    write("morag@example.org")
    message = Message.objects.get()
    browser = browser_of(operator())
    assert "Your next game" in browser.get("/admin/accounts/message/").content.decode()
    assert "Table 3, seat 1." in browser.get(f"/admin/accounts/message/{message.pk}/change/").content.decode()
    assert browser.post(f"/admin/accounts/message/{message.pk}/change/", {"body": "x"}).status_code == 403


class Postmaster(EmailBackend):
    """A mail server that knows no Senga, and says so as servers do."""

    answer: ClassVar[tuple[int, bytes]] = (550, b"No such mailbox")

    def send_messages(self, messages: list[mail.EmailMessage]) -> int:  # type: ignore[override]  # the stubs want a Sequence
        if "senga@example.org" in messages[0].to:
            raise SMTPRecipientsRefused({"senga@example.org": self.answer})
        return super().send_messages(messages)


@pytest.fixture
def postmaster(mail_server: None, settings: Settings) -> None:
    settings.MAIL_DELIVERY_BACKEND = f"{__name__}.Postmaster"


def test_what_is_refused_for_good_is_given_up_with_the_servers_words(postmaster: None) -> None:
    write("senga@example.org", "hamish@example.org")
    assert [deliver_messages() for _round in range(MOST_REFUSALS)] == [1, 0, 0, 0, 0]
    message = Message.objects.get(delivered_at=None)
    assert message.given_up_at is not None
    assert "No such mailbox" in message.fault
    deliver_messages()
    message.refresh_from_db()
    assert message.attempts == MOST_REFUSALS


def test_an_operator_sends_it_again_and_it_leaves(postmaster: None, monkeypatch: pytest.MonkeyPatch) -> None:
    write("senga@example.org")
    for _round in range(MOST_REFUSALS):
        deliver_messages()
    monkeypatch.setattr(Postmaster, "send_messages", EmailBackend.send_messages)
    assert deliver_messages() == 0
    assert retry_failed(None) == 1
    assert deliver_messages() == 1
    assert Message.objects.get().fault == ""


def test_busy_servers_cost_no_attempt(postmaster: None, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    write("senga@example.org")
    monkeypatch.setattr(Postmaster, "answer", (451, b"Come back later"))
    deliver_messages()
    settings.MAIL_DELIVERY_BACKEND = f"{__name__}.Choosy"
    deliver_messages()
    message = Message.objects.get()
    assert (message.attempts, message.fault, message.given_up_at) == (0, "no such mailbox", None)
