"""Tokens for programs: shown once, good for what they were made for and nothing else, and gone when they should be."""

import json
from datetime import timedelta
from types import MappingProxyType

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import include, path
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from league.accounts.authentication import account_by_token
from league.accounts.errors import ScopeMissing, TokenRefused, TooManyTokens, UnfitToken
from league.accounts.models import Account, ApiToken, Message
from league.accounts.services.accounts import delete_account
from league.accounts.services.tokens import MOST_TOKENS, make_token, use_token
from league.accounts.services.visits import RECORDS_KEPT
from league.accounts.tasks import tidy
from league.common.api.views import ApiView
from tests.factories import PASSWORD, account_of, browser_of, glen_club

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


class Upload(ApiView):
    """What a program may do with a token for it."""

    required_scope = "bots:write"
    permission_classes = (IsAuthenticated,)

    def get(self, request: Request) -> Response:
        """Who asks."""
        return Response({"by": str(request.user)})

    post = get


class Clubs(ApiView):
    """What everybody may read, and nobody's program may write."""

    def get(self, request: Request) -> Response:
        """Who asks."""
        return Response({"by": str(request.user)})

    post = get


class Moves(ApiView):
    """What everybody may read, and a program with a token for it may add to."""

    required_scope = MappingProxyType({"post": "bots:play"})

    def get(self, request: Request) -> Response:
        """Who asks."""
        return Response({"by": str(request.user)})

    post = get


urlpatterns = [
    path("api/v1/moves/", Moves.as_view()),
    path("api/v1/upload/", Upload.as_view()),
    path("api/v1/open/", Clubs.as_view()),
    path("", include("league.conf.urls")),
]

FORM = {"name": "Laptop", "scopes": ["bots:write"], "expires": "90"}


@pytest.fixture
def hamish() -> Account:
    account = account_of("Hamish")
    account.set_password(PASSWORD)
    account.save()
    return account


@pytest.fixture
def secret(hamish: Account) -> str:
    return make_token(account=hamish, name="Desk", scopes=["bots:write"], expires=None)


def program(secret: str) -> Client:
    """What runs somewhere, without cookies."""
    return Client(headers={"Authorization": f"Bearer {secret}"}, enforce_csrf_checks=True)


def made(browser: Client, **changes: object) -> str:
    """Return the page that answers when a token is created."""
    return browser.post("/account/tokens/", FORM | changes).content.decode()


# --- the pages ---------------------------------------------------------------------------------------------------


def test_a_mail_tells_of_it_for_it_may_be_somebody_else_who_made_it(hamish: Account) -> None:
    made(browser_of(hamish))
    mail = Message.objects.get(recipient=hamish.email)
    assert "Laptop" in mail.body
    assert "/account/tokens/" in mail.body


def test_a_token_sent_twice_is_made_once(hamish: Account) -> None:
    browser = browser_of(hamish)
    made(browser)
    assert "already have a token named “laptop”" in made(browser, name="laptop")
    assert ApiToken.objects.count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        ApiToken.objects.create(account=hamish, name="LAPTOP", scopes=["bots:play"], secret_hash="x")


def test_a_revoked_token_opens_nothing_any_more(hamish: Account, secret: str) -> None:
    browser = browser_of(hamish)
    door = f"/account/tokens/{ApiToken.objects.get().public_id}/revoke/"
    assert "Desk" in browser.get(door).content.decode()
    assert program(secret).get("/api/v1/upload/").status_code == 200
    assert browser.post(door).status_code == 302
    answer = program(secret).get("/api/v1/upload/")
    assert (answer.status_code, answer["Content-Type"]) == (401, "application/problem+json")
    assert answer.json()["code"] == "token-refused"
    assert browser.post(door).status_code == 404


def test_nobody_revokes_or_sees_anothers_token(hamish: Account, secret: str) -> None:
    senga = browser_of(account_of("Senga"))
    door = f"/account/tokens/{ApiToken.objects.get().public_id}/revoke/"
    assert (senga.get(door).status_code, senga.post(door).status_code) == (404, 404)
    assert "Desk" not in senga.get("/account/tokens/").content.decode()
    assert use_token(secret=secret).account == hamish


def test_all_tokens_cost_few_queries(hamish: Account, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    ApiToken.objects.bulk_create(
        ApiToken(account=hamish, name=f"No. {at}", scopes=["bots:play"], secret_hash=str(at))
        for at in range(MOST_TOKENS)
    )
    browser = browser_of(hamish)
    with django_assert_max_num_queries(3):
        page = browser.get("/account/tokens/").content.decode()
    assert page.count("Play as a remote bot") == MOST_TOKENS + 1
    with pytest.raises(TooManyTokens, match="20 tokens"):
        make_token(account=hamish, name="One more", scopes=["bots:play"], expires=None)
    ApiToken.objects.update(revoked_at=timezone.now())
    with pytest.raises(TooManyTokens, match="tomorrow"):
        make_token(account=hamish, name="One more", scopes=["bots:play"], expires=None)


@pytest.mark.parametrize(
    ("name", "scopes"),
    [(" ", ["bots:play"]), ("x" * 61, ["bots:play"]), ("a\0", ["bots:play"]), ("Desk", []), ("Desk", ["all"])],
)
def test_what_cannot_be_a_token_is_refused(hamish: Account, name: str, scopes: list[str]) -> None:
    with pytest.raises(UnfitToken):
        make_token(account=hamish, name=name, scopes=scopes, expires=None)
    assert "Your tokens" in made(browser_of(hamish), name=name, scopes=scopes)
    assert not ApiToken.objects.exists()


# --- at the doors ------------------------------------------------------------------------------------------------
def test_a_token_opens_what_it_was_made_for_and_nothing_else(hamish: Account, secret: str) -> None:
    for_playing = make_token(account=hamish, name="Bot", scopes=["bots:play"], expires=None)
    answer = program(for_playing).post("/api/v1/upload/")
    assert answer.status_code == 403
    assert all(scope in answer.json()["detail"] for scope in ("bots:write", "bots:play"))
    assert 'scope="bots:write"' in answer["WWW-Authenticate"]
    answer = program(secret).post("/api/v1/open/")
    assert answer.status_code == 403
    assert answer.json()["code"] == "scope-missing"


def test_an_address_may_name_a_scope_for_some_of_what_is_asked_of_it(hamish: Account) -> None:
    bot = program(make_token(account=hamish, name="Bot", scopes=["bots:play"], expires=None))
    assert bot.get("/api/v1/moves/").json() == {"by": "AnonymousUser"}
    assert bot.post("/api/v1/moves/").json() == {"by": hamish.email}


def test_without_a_token_a_program_is_told_how_to_come_in() -> None:
    answer = Client().get("/api/v1/upload/")
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, 'Bearer realm="Moothill"')


def test_a_token_reads_what_everybody_may_as_everybody_does(hamish: Account, secret: str) -> None:
    club = glen_club(hamish, is_public=False)
    answer = program(secret).get("/api/v1/open/")
    assert answer.json() == {"by": "AnonymousUser"}
    assert not answer.cookies
    assert program(secret).get(f"/api/v1/clubs/{club.slug}/").status_code == 404
    assert browser_of(hamish).get(f"/api/v1/clubs/{club.slug}/").status_code == 200
    assert program(secret).get("/account/").status_code == 302  # pages know no tokens


def test_a_sign_in_in_the_same_browser_adds_nothing_to_a_token(hamish: Account, secret: str) -> None:
    club = glen_club(hamish, is_public=False)
    browser = browser_of(hamish)
    answer = browser.get(f"/api/v1/clubs/{club.slug}/", headers={"Authorization": f"Bearer {secret}"})
    assert answer.status_code == 404


@pytest.mark.parametrize(
    "sent", ["", "mh_", "mh_" + "a" * 40, "mh_" + "a" * 41, "a" * 9000, "mh_é" + "a" * 39, "mh_" + "a" * 40 + " b"]
)
def test_a_wrong_token_costs_one_query_at_most(
    sent: str, secret: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(1):
        answer = program(sent).get("/api/v1/clubs/")
    assert answer.status_code == 401
    assert 'error="invalid_token"' in answer["WWW-Authenticate"]
    assert answer.json()["code"] == "token-refused"


def test_a_token_ends_on_its_day(hamish: Account) -> None:
    secret = make_token(account=hamish, name="Desk", scopes=["bots:write"], expires=timedelta(days=30))
    assert program(secret).get("/api/v1/upload/").status_code == 200
    ApiToken.objects.update(expires_at=timezone.now())
    answer = program(secret).get("/api/v1/upload/")
    assert answer.status_code == 401
    assert "expired on" in answer.json()["detail"]
    assert "expired on" in browser_of(hamish).get("/account/tokens/").content.decode()


def test_who_may_not_sign_in_any_more_has_no_programs_either(hamish: Account, secret: str) -> None:
    Account.objects.update(is_active=False)
    answer = program(secret).get("/api/v1/upload/")
    assert answer.status_code == 401
    assert "closed" in answer.json()["detail"]


def test_a_view_beside_the_framework_asks_in_the_same_words(hamish: Account, secret: str) -> None:
    assert account_by_token(f"Bearer {secret}", scope="bots:write") == hamish
    assert account_by_token("Basic abc", scope="bots:write") is None
    with pytest.raises(ScopeMissing):
        account_by_token(f"Bearer {secret}", scope="bots:play")
    with pytest.raises(TokenRefused):
        account_by_token("Bearer", scope="bots:play")


def test_use_of_a_token_is_noted_once_a_minute(secret: str, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(2):
        use_token(secret=secret)
    with django_assert_num_queries(1):
        use_token(secret=secret)
    ApiToken.objects.update(last_used_at=timezone.now() - timedelta(minutes=2))
    use_token(secret=secret)
    noted = ApiToken.objects.get().last_used_at
    assert noted is not None
    assert noted > timezone.now() - timedelta(minutes=1)


# --- the end -----------------------------------------------------------------------------------------------------
def test_tokens_end_with_the_password(hamish: Account, secret: str) -> None:
    browser = browser_of(hamish)
    told = browser.get("/account/password/").content.decode()
    assert "revokes your API tokens" in told
    new = "heather and thistle"
    browser.post("/account/password/", {"old_password": PASSWORD, "new_password1": new, "new_password2": new})
    with pytest.raises(TokenRefused, match="password change"):
        use_token(secret=secret)
    assert make_token(account=hamish, name="Desk", scopes=["bots:write"], expires=None)


def test_tokens_end_where_an_operator_lets_no_password_open_the_account(hamish: Account, secret: str) -> None:
    hamish.set_unusable_password()
    hamish.save()
    with pytest.raises(TokenRefused):
        use_token(secret=secret)


def test_hashing_the_same_password_anew_ends_no_token(hamish: Account, secret: str, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
        "django.contrib.auth.hashers.MD5PasswordHasher",
    ]
    before = Account.objects.get().password
    assert Account.objects.get().check_password(PASSWORD)
    assert Account.objects.get().password != before
    assert use_token(secret=secret).account == hamish


def test_tokens_go_with_the_account(hamish: Account, secret: str) -> None:
    own = json.loads(browser_of(hamish).get("/account/data/").content)["API tokens"]
    assert [(one["name"], one["begins with"]) for one in own] == [("Desk", secret[:7])]
    assert secret not in str(own)
    delete_account(account=hamish, password=PASSWORD)
    with pytest.raises(TokenRefused, match="Invalid token"):
        use_token(secret=secret)


def test_tokens_that_ended_long_ago_are_forgotten(hamish: Account, secret: str) -> None:
    make_token(account=hamish, name="Laptop", scopes=["bots:play"], expires=None)
    long_ago = timezone.now() - RECORDS_KEPT - timedelta(minutes=1)
    ApiToken.objects.filter(name="Desk").update(revoked_at=long_ago)
    tidy()
    assert [token.name for token in ApiToken.objects.all()] == ["Laptop"]
