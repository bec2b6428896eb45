"""Item 3: every kind of attempt is limited, and one person's attempts do not affect people elsewhere."""

from collections.abc import Callable

import pytest
from django.test import Client

from league.accounts.errors import TooManyTokens
from league.accounts.models import Account
from league.accounts.rate_limits import FAILURES, FAILURES_AMONG_MANY, FLOOD, LINKS, RESETS, SIGN_UPS, WRONG_PASSWORDS
from league.accounts.services.accounts import register_account
from league.accounts.services.one_time_links import issue_claim_link
from league.accounts.services.players import make_player
from league.accounts.services.tokens import MOST_TOKENS, make_token
from league.clubs.services.invitations import invite
from league.common.ip_limits import RateLimit
from tests.factories import PASSWORD, account_of, glen_club

pytestmark = pytest.mark.django_db
HERE, ELSEWHERE = "192.0.2.7", "198.51.100.9"


def browser_at(address: str) -> Client:
    """A browser somewhere."""
    return Client(REMOTE_ADDR=address)


@pytest.fixture
def morag() -> Account:
    return register_account(email="morag@example.org", password=PASSWORD, name="Morag")


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Callable[[RateLimit], int]:
    """Uses up all tries but two from `HERE`, as if they had been made."""

    def use(tries: RateLimit) -> int:
        request = Client(REMOTE_ADDR=HERE).get("/sign-in/").wsgi_request
        for _ in range(tries.most - 2):
            tries.note(request)
        return 2

    return use


def sign_in(browser: Client, email: str, password: str) -> int:
    """The status of the answer."""
    return browser.post("/sign-in/", {"username": email, "password": password}).status_code


def test_many_wrong_passwords_leave_few_for_each_account(
    morag: Account, few: Callable[[RateLimit], int], redis_url: str
) -> None:
    for number in range(few(WRONG_PASSWORDS)):
        assert sign_in(browser_at(HERE), f"member{number}@example.org", "thistle") == 200
    assert sign_in(browser_at(HERE), "morag@example.org", "guess") == 200
    assert sign_in(browser_at(HERE), "morag@example.org", PASSWORD) == 302
    statuses = [sign_in(browser_at(HERE), "morag@example.org", f"guess {n}") for n in range(FAILURES_AMONG_MANY)]
    assert statuses == [200, 200, 429]
    assert sign_in(browser_at(HERE), "morag@example.org", PASSWORD) == 429
    assert sign_in(browser_at(ELSEWHERE), "morag@example.org", PASSWORD) == 302


def test_many_wrong_passwords_leave_sessions_and_links_alone(
    morag: Account, few: Callable[[RateLimit], int], redis_url: str
) -> None:
    (browser := browser_at(HERE)).force_login(morag)
    for tries in (FLOOD, LINKS):
        for _ in range(few(tries) + 1):
            browser_at(HERE).post("/sign-in/", {"username": "a@example.org", "password": "guess"})
            browser_at(HERE).get("/claim/made-up/")
    assert browser_at(HERE).get("/claim/made-up/").status_code == 429
    assert browser.get("/account/").status_code == 200
    link = f"/claim/{issue_claim_link(player=make_player(name='Iain'))}/"
    assert browser_at(HERE).get(link).status_code == 302


def test_a_flood_of_wrong_passwords_ends(morag: Account, few: Callable[[RateLimit], int], redis_url: str) -> None:
    for number in range(few(FLOOD)):
        assert sign_in(browser_at(HERE), f"member{number}@example.org", "thistle") == 200
    answer = browser_at(HERE).post("/sign-in/", {"username": "morag@example.org", "password": PASSWORD})
    assert answer.status_code == 429
    assert "Wait 10 minutes" in answer.content.decode()
    assert sign_in(browser_at(ELSEWHERE), "morag@example.org", PASSWORD) == 302


def test_a_locked_account_opens_to_its_owner_elsewhere(morag: Account) -> None:
    for number in range(FAILURES):
        status = sign_in(browser_at(HERE), "morag@example.org", f"guess {number}")
    assert status == 429
    assert sign_in(browser_at(HERE), "morag@example.org", PASSWORD) == 429
    assert sign_in(browser_at(ELSEWHERE), "morag@example.org", PASSWORD) == 302


def test_a_home_with_many_addresses_has_the_tries_of_one(morag: Account) -> None:
    for number in range(FAILURES):
        status = sign_in(browser_at(f"2001:db8:1:2::{number:x}"), "morag@example.org", f"guess {number}")
    assert status == 429
    assert sign_in(browser_at("2001:db8:1:3::1"), "morag@example.org", PASSWORD) == 302


def test_accounts_are_not_made_without_end(few: Callable[[RateLimit], int], redis_url: str) -> None:
    def join(browser: Client, number: int) -> int:
        sent = {"name": f"Member {number}", "email": f"member{number}@example.org", "password": PASSWORD}
        return browser.post("/sign-up/", sent).status_code

    assert [join(browser_at(HERE), number) for number in range(few(SIGN_UPS))] == [302, 302]
    assert join(browser_at(HERE), 3) == 429
    assert not Account.objects.filter(email="member3@example.org").exists()
    assert join(browser_at(ELSEWHERE), 3) == 302


def test_who_asks_whether_addresses_have_accounts_is_told_to_wait(
    morag: Account, few: Callable[[RateLimit], int], redis_url: str
) -> None:
    sent = {"name": "Senga", "email": "morag@example.org", "password": PASSWORD}
    answers = [browser_at(HERE).post("/sign-up/", sent) for _ in range(few(SIGN_UPS) + 1)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]


def test_mails_to_set_a_password_are_not_asked_for_without_end(few: Callable[[RateLimit], int], redis_url: str) -> None:
    asked = [browser_at(HERE).post("/password-reset/", {"email": "a@example.org"}) for _ in range(few(RESETS) + 1)]
    assert [answer.status_code for answer in asked] == [302, 302, 429]
    assert browser_at(ELSEWHERE).post("/password-reset/", {"email": "a@example.org"}).status_code == 302


@pytest.mark.parametrize("address", ["/claim/made-up/", "/own/made-up/", "/invitations/made-up/", "/show/made-up/"])
def test_keys_in_links_are_not_tried_without_end(
    address: str, morag: Account, few: Callable[[RateLimit], int], redis_url: str
) -> None:
    guesses = [browser_at(HERE).get(address) for _ in range(few(LINKS) + 1)]
    assert [answer.status_code for answer in guesses] == [404, 404, 429]
    assert "Wait 10 minutes" in guesses[-1].content.decode()
    right = [
        f"/claim/{issue_claim_link(player=make_player(name='Iain'))}/",
        f"/invitations/{invite(club=glen_club(morag), email='somebody@example.org').key}/",
    ]
    assert [browser_at(where).get(link).status_code for where in (HERE, ELSEWHERE) for link in right] == [302] * 4


def test_tokens_are_not_made_without_end() -> None:
    hamish = account_of("Hamish")
    for number in range(MOST_TOKENS):
        make_token(account=hamish, name=f"Desk {number}", scopes=["bots:write"], expires=None)
    with pytest.raises(TooManyTokens):
        make_token(account=hamish, name="One more", scopes=["bots:write"], expires=None)


def test_a_wrong_password_and_a_missing_account_are_answered_alike(morag: Account) -> None:
    def said(email: str) -> str:
        page = browser_at(HERE).post("/sign-in/", {"username": email, "password": "wrong"}).content.decode()
        return page.replace(email, "")

    known, unknown = (without_marks(said(email)) for email in ("morag@example.org", "nobody@example.org"))
    assert known == unknown


def test_asking_for_a_new_password_is_answered_alike_too(morag: Account) -> None:
    browser = browser_at(HERE)
    known, unknown = (browser.post("/password-reset/", {"email": f"{who}@example.org"}) for who in ("morag", "nobody"))
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert browser.get(known["Location"]).content.decode().count("example.org") == 0


def without_marks(page: str) -> str:
    """A page without what is another in every answer: the marks of its forms."""
    return "\n".join(line for line in page.splitlines() if "csrfmiddlewaretoken" not in line)
