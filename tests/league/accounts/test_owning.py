"""The one-time link makes the first person to open it the site admin, and nobody after."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from league.accounts.errors import LinkSpent
from league.accounts.models import Account, Change, OneTimeLink
from league.accounts.services.one_time_links import claim_place, issue_owner_link
from league.clubs.permissions import rights_of
from league.clubs.services.clubs import found_club
from tests.factories import PASSWORD, account_of, browser_of, glen_club, operator

pytestmark = pytest.mark.django_db


def a_link() -> str:
    """A token that works."""
    token = issue_owner_link()
    assert token is not None
    return token


def test_the_link_makes_its_opener_operator_and_owner_of_orphaned_clubs() -> None:
    demo = found_club(name="The Demo Club")
    hers = glen_club(account_of("Morag"))
    hamish = claim_place(token=a_link(), account=account_of("Hamish"))
    assert hamish.is_staff
    assert hamish.is_superuser
    assert demo.memberships.get().player == hamish.player
    assert not hers.memberships.filter(player=hamish.player).exists()
    assert rights_of(hamish, hers).administer
    assert Change.objects.get(verb="owner-found").club == demo.public_id


def test_a_newer_link_ends_the_older() -> None:
    older, newer = a_link(), a_link()
    with pytest.raises(LinkSpent):
        claim_place(token=older, account=account_of("Senga"))
    assert claim_place(token=newer, account=account_of("Hamish")).is_superuser


def test_it_ends_after_a_week() -> None:
    token = a_link()
    OneTimeLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(LinkSpent):
        claim_place(token=token, account=account_of("Senga"))


def test_a_place_with_an_owner_gives_no_link() -> None:
    operator()
    assert issue_owner_link() is None


def test_a_link_from_before_is_dead_once_there_is_an_owner() -> None:
    token = a_link()
    operator()
    with pytest.raises(LinkSpent):
        claim_place(token=token, account=account_of("Senga"))


def test_only_the_hash_of_the_token_is_kept() -> None:
    token = a_link()
    assert token not in str(OneTimeLink.objects.values().get())


def test_opening_it_takes_the_token_out_of_the_address_and_changes_nothing() -> None:
    browser = browser_of()
    answer = browser.get(f"/own/{a_link()}/")
    assert answer["Location"] == "/own/"
    assert browser.get("/own/").status_code == 200
    assert OneTimeLink.objects.get().used_at is None


def test_a_newcomer_joins_and_owns_in_one_step() -> None:
    found_club(name="The Demo Club")
    browser = browser_of()
    browser.get(f"/own/{a_link()}/")
    sent = {"name": "Hamish", "email": "hamish@example.org", "password": PASSWORD}
    assert "You are the site admin now." in browser.post("/own/", sent, follow=True).content.decode()
    assert Account.objects.get(email="hamish@example.org").is_superuser
    assert browser.get("/clubs/the-demo-club/settings/").status_code == 200
    assert browser.get("/admin/").status_code == 200


def test_whoever_is_signed_in_owns_by_a_button() -> None:
    browser = browser_of(hamish := account_of("Hamish"))
    browser.get(f"/own/{a_link()}/")
    browser.post("/own/")
    hamish.refresh_from_db()
    assert hamish.is_superuser


def test_a_faulty_form_uses_nothing_up() -> None:
    browser = browser_of()
    browser.get(f"/own/{a_link()}/")
    browser.post("/own/", {"name": "Hamish", "email": "hamish@example.org", "password": "12345678"})
    assert not Account.objects.exists()
    assert OneTimeLink.objects.get().used_at is None


@pytest.mark.parametrize("address", ["/own/", "/own/made-up/"])
def test_without_a_link_there_is_nothing_to_own(address: str) -> None:
    answer = browser_of(account_of("Senga")).get(address)
    assert answer.status_code == 404
    assert "manage.py ownerlink" in answer.content.decode()


def test_the_command_prints_a_link_and_nothing_else() -> None:
    words = StringIO()
    call_command("ownerlink", address="http://192.168.1.5:8000/", stdout=words)
    link = words.getvalue().strip()
    assert link.startswith("http://192.168.1.5:8000/own/")
    assert browser_of().get(link.removeprefix("http://192.168.1.5:8000")).status_code == 302


def test_the_command_says_that_somebody_owns_the_place() -> None:
    operator()
    with pytest.raises(CommandError, match="already has an admin"):
        call_command("ownerlink")
