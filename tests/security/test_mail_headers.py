"""Item 12: nothing that somebody types becomes a header of a mail, or another mail."""

from email import message_from_bytes
from email.message import Message as Parsed

import pytest
from django.core.mail import EmailMessage, send_mail
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client
from pytest_django import Settings

from league.accounts.email_outbox import deliver_messages
from league.accounts.models import Account, Message, Player
from league.accounts.services.tokens import make_token
from league.clubs.models import Club
from league.clubs.services.invitations import invite
from tests.factories import PASSWORD, account_of, browser_of, glen_club

pytestmark = pytest.mark.django_db
NEWLINES = ("\n", "\r", "\r\n", "\x0b", "\x0c", "\x85", "\u2028", "\u2029", "\0")
SENT: list[bytes] = []


class Wire(BaseEmailBackend):
    """Keeps mails as a server would get them."""

    def send_messages(self, email_messages: "list[EmailMessage]") -> int:  # type: ignore[override]
        """The bytes of each."""
        SENT.extend(mail.message().as_bytes() for mail in email_messages)
        return len(email_messages)


@pytest.fixture(autouse=True)
def wire(settings: Settings) -> None:
    settings.MAIL_SERVER = "smtp://localhost"
    settings.MAIL_DELIVERY_BACKEND = "tests.security.test_mail_headers.Wire"
    SENT.clear()


def on_the_wire() -> list[Parsed]:
    """Every mail of the outbox, as a mail server gets it."""
    Message.objects.update(delivered_at=None)
    count = Message.objects.count()
    assert deliver_messages() == count
    return [message_from_bytes(mail) for mail in SENT]


@pytest.mark.parametrize("newline", NEWLINES)
def test_a_name_of_a_club_or_a_person_stays_in_the_subject(newline: str) -> None:
    morag = account_of("Morag")
    club = glen_club(morag)
    forged = f"Glen{newline}Bcc: everybody@example.org{newline}{newline}Buy whisky"
    if newline != "\0":  # no database keeps that one
        Club.objects.filter(pk=club.pk).update(name=forged[:80])
        Player.objects.filter(pk=morag.player.pk).update(name=forged[:80])
        club.refresh_from_db()
        morag.refresh_from_db()
    invite(club=club, email="somebody@example.org", by=morag)
    for mail in on_the_wire():
        assert set(mail.keys()) <= {
            "Content-Type", "MIME-Version", "Content-Transfer-Encoding", "Subject", "From", "To", "Date", "Message-ID",
            "List-Unsubscribe", "List-Unsubscribe-Post",
        }  # fmt: skip
        assert mail["To"] in {"somebody@example.org", "morag@example.org"}


@pytest.mark.parametrize("newline", NEWLINES)
@pytest.mark.parametrize("page", ["/sign-up/", "/password-reset/"])
def test_an_address_with_a_line_in_it_is_none(page: str, newline: str) -> None:
    address = f"senga@example.org{newline}Bcc: everybody@example.org"
    answer = Client().post(page, {"name": "Senga", "email": address, "password": PASSWORD})
    assert answer.status_code in {200, 302, 400}
    assert [one.recipient for one in Message.objects.exclude(recipient__in=["senga@example.org"])] == []
    assert not Account.objects.filter(email__contains="Bcc").exists()


@pytest.mark.parametrize("newline", NEWLINES[:-1])
def test_a_name_of_a_token_is_one_line_of_a_mail(newline: str) -> None:
    hamish = account_of("Hamish")
    make_token(account=hamish, name=f"Desk{newline}Subject: x" if newline.isspace() else "Desk", scopes=["bots:play"],
               expires=None)  # fmt: skip
    (mail,) = on_the_wire()
    assert mail.get_all("Subject") == ["Moothill: new API token"]


def test_a_subject_is_one_line() -> None:
    send_mail("Moothill\nBcc: everybody@example.org", "words", None, ["morag@example.org"])
    (mail,) = on_the_wire()
    assert mail["Subject"] == "Moothill Bcc: everybody@example.org"
    assert "Bcc" not in mail


@pytest.mark.parametrize(
    "wrong", [{"subject": "a\nBcc: b@example.org"}, {"recipient": "a@example.org\nBcc: b@example.org"}]
)
def test_a_row_that_is_no_mail_leaves_never_and_holds_up_nobody(wrong: dict[str, str]) -> None:
    Message.objects.create(**{"recipient": "senga@example.org", "subject": "x", "body": "x"} | wrong)
    send_mail("Your next game", "words", None, ["morag@example.org"])
    assert deliver_messages() == 1
    assert [message_from_bytes(mail)["To"] for mail in SENT] == ["morag@example.org"]


def test_an_invitation_goes_to_one_address() -> None:
    morag = account_of("Morag")
    club = glen_club(morag)
    browser = browser_of(morag)
    browser.post(f"/clubs/{club.slug}/members/", {"email": "a@example.org, b@example.org\nBcc: c@example.org"})
    assert not Message.objects.filter(recipient__contains="b@").exists()
