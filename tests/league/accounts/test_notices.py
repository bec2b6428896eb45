"""Mail notices: only those that people want, once, with a link to unsubscribe without signing in."""

import json

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from league.accounts.email_outbox import deliver_messages
from league.accounts.models import Account, Message, NoticeChoice
from league.accounts.notices import KINDS
from league.accounts.services.notifications import choose_notices, link_to_end, notify
from league.accounts.services.tokens import make_token
from league.conf.logs import without_keys
from tests.factories import account_of, browser_of

pytestmark = pytest.mark.django_db

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
    assert link_to_end(morag, "round") in message.body


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
    path = path_of(link_to_end(morag, "round"))
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
        "List-Unsubscribe": f"<{link_to_end(morag, 'round')}>",
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
