"""Mail lies in the operator's outbox; where a mail server is set it leaves from there, once."""

import pytest
from django.core import mail
from django.core.mail import send_mail
from django.core.mail.backends.locmem import EmailBackend
from pytest_django import Settings

from league.members.models import Message
from league.members.services.post import deliver_messages
from tests.cast import account_of, browser_of, operator

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
    assert "Your next game" in browser.get("/admin/members/message/").content.decode()
    assert "Table 3, seat 1." in browser.get(f"/admin/members/message/{message.pk}/change/").content.decode()
    assert browser.post(f"/admin/members/message/{message.pk}/change/", {"body": "x"}).status_code == 403


def test_others_do_not_read_it() -> None:
    assert browser_of(account_of("Senga")).get("/admin/members/message/").status_code == 302
