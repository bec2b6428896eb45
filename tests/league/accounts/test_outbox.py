"""Mail: the outbox, and the notifications that an account chooses."""

import json
from smtplib import SMTPRecipientsRefused
from typing import ClassVar

import pytest
from django.core import mail
from django.core.mail import send_mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone
from pytest_django import Settings

from league.accounts.email_outbox import MOST_REFUSALS, deliver_messages, retry_failed
from league.accounts.models import Account, Message, NoticeChoice
from league.accounts.notices import KINDS
from league.accounts.services.notifications import choose_notices, end_link, notify
from league.accounts.services.tokens import make_token
from league.conf.logs import without_keys
from tests.factories import account_of, browser_of, operator

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


TEMPLATE = "tournaments/mail/round.txt"


@pytest.fixture
def morag() -> Account:
    return confirmed("Morag")


def confirmed(name: str) -> Account:
    """Somebody whose address reaches them."""
    account = account_of(name)
    account.email_confirmed_at = timezone.now()
    account.save(update_fields=["email_confirmed_at"])
    return account


def tell(*accounts: Account, kind: str = "round", once: str = "") -> int:
    """A mail about something to each."""
    facts = {"event": "the winter league", "round": 3, "tables": [], "address": "https://moothill.example/"}
    return notify(accounts, kind, "Round\n3", TEMPLATE, facts, once=once)


def path_of(link: str) -> str:
    """A link as a browser of the tests opens it."""
    return link[link.index("/account/") :]


def test_everybody_is_told_once_whatever_tells_it_again(morag: Account) -> None:
    hamish = confirmed("Hamish")
    assert tell(morag, once="x:3") == 1
    assert tell(hamish, morag, hamish, once="x:3") == 1
    assert tell(morag, hamish, once="x:3") == 0
    assert tell(morag, once="x:4") == 1
    assert Message.objects.filter(recipient=morag.email).count() == 2
    message = Message.objects.earliest("pk")
    assert message.subject == "Round 3"
    assert end_link(morag, "round") in message.body


def test_only_those_are_told_who_want_it_and_can_be_reached(morag: Account) -> None:
    senga, closed = account_of("Senga"), confirmed("Una")
    closed.is_active = False
    closed.save()
    choose_notices(account=morag, wanted={"round": False})
    assert tell(morag, senga, closed) == 0
    assert tell(morag, senga, closed, kind="report") == 2  # somebody waits for it, also of an address not confirmed
    with pytest.raises(LookupError):
        tell(morag, kind="gossip")


def test_it_is_chosen_on_a_page_of_the_account(morag: Account) -> None:
    browser = browser_of(morag)
    assert browser.get("/account/notices/").content.decode().count("checked") == 7
    for _ in range(2):
        browser.post("/account/notices/", {"kinds": ["report", "deadline"]})
    chosen = dict(morag.notice_choices.values_list("kind", "is_wanted"))
    assert chosen == {
        "round": False,
        "deadline": True,
        "report": True,
        "paused": False,
        "daily-report": False,
        "contest": False,
        "webhook": False,
    }
    assert b"is not one of" in browser.post("/account/notices/", {"kinds": ["gossip"]}).content
    own = json.loads(browser.get("/account/data/").content)
    assert len(own["notices chosen"]) == 7


def test_a_link_in_the_mail_ends_its_kind_without_a_sign_in(morag: Account) -> None:
    stranger = browser_of(enforce_csrf_checks=True)
    path = path_of(end_link(morag, "round"))
    assert '<form method="post">' in stranger.get(path).content.decode()
    assert tell(morag) == 1  # looking ends nothing
    for _ in range(2):  # as a mail program presses it, without a cookie
        assert stranger.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert (tell(morag), tell(morag, kind="report")) == (0, 1)
    assert '<form method="post">' not in stranger.get(path).content.decode()
    token = path.rstrip("/").rpartition("/")[2]
    assert stranger.post(path.replace(token, token[:-3] + "xxx")).status_code == 404
    assert token not in without_keys(None, "", f"GET {path}")
    morag.is_active = False
    morag.save()
    assert stranger.post(path).status_code == 404
    assert NoticeChoice.objects.count() == 1


def test_mail_programs_find_the_way_out(morag: Account, settings: Settings) -> None:
    settings.MAIL_SERVER = "smtp://mail.example.org"
    settings.MAIL_DELIVERY_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.SITE_ADDRESS = "https://moothill.example"
    tell(morag)
    assert deliver_messages() == 1
    (sent,) = mail.outbox
    assert sent.extra_headers == {
        "List-Unsubscribe": f"<{end_link(morag, 'round')}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def test_the_account_page_shows_notices_address_and_tokens(morag: Account) -> None:
    choose_notices(account=morag, wanted={"round": False})
    make_token(account=morag, name="Laptop", scopes=["bots:write"], expires=None)
    page = browser_of(morag).get("/account/").content.decode()
    assert f"{len(KINDS) - 1} of {len(KINDS)} on" in page
    assert "1 token<" in page
    assert "not confirmed<" not in page
    assert "not confirmed<" in browser_of(account_of("Senga")).get("/account/").content.decode()
