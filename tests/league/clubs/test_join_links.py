"""The join link of a club, with or without approval: use and expiry."""

from contextlib import nullcontext
from datetime import timedelta

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from league.accounts.audit_log import note
from league.accounts.models import Account
from league.accounts.services.players import make_player, merge_players
from league.clubs.errors import InvitationGone, TooManyInvited
from league.clubs.models import Club
from league.clubs.services.joining import BY_LINK, MOST_JOINED_A_DAY, join_by_link, make_join_link
from tests.factories import PASSWORD, Role, account_of, browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def club(private_club: Club) -> Club:
    return private_club


def opened(key: str) -> str:
    return reverse("clubs:open-join-link", args=[key])


def test_the_link_and_its_code_are_made_shown_and_revoked(club: Club, morag: Account) -> None:
    page, browser = reverse("clubs:join-link", args=[club.slug]), browser_of(morag)
    browser.post(page, {"needs_approval": "on"})
    link = club.join_links.get()
    assert link.needs_approval
    shown = browser.get(page).content.decode()
    assert f'value="http://testserver{opened(link.key)}"' in shown
    assert 'class="code"' in shown
    browser.post(reverse("clubs:revoke-join-link", args=[club.slug]))
    assert browser_of(account_of("Hamish")).get(opened(link.key)).status_code == 404


def test_without_approval_a_person_signs_up_and_is_a_member(club: Club) -> None:
    link = make_join_link(club=club, needs_approval=False)
    browser = browser_of()
    assert "/sign-up/?next=/join/" in browser.get(opened(link.key), follow=True).content.decode()
    browser.post("/sign-up/", {"name": "Isla", "email": "i@example.org", "password": PASSWORD, "next": "/join/"})
    answers = [browser.post("/join/") for _ in range(2)]
    assert {answer["Location"] for answer in answers} == {f"/clubs/{club.slug}/"}
    assert club.memberships.get(player__name="Isla").role == Role.MEMBER


def said_to(browser: Client, address: str, answer: str) -> str:
    """Return the kind of the latest message after this answer to a request."""
    request = browser.post(address, {"answer": answer}).wsgi_request
    return [message.level_tag for message in get_messages(request)][-1]


def test_with_approval_an_organiser_admits_or_declines(club: Club, morag: Account) -> None:
    link = make_join_link(club=club)
    for name in ("Hamish", "Senga"):
        browser = browser_of(account_of(name))
        browser.get(opened(link.key))
        for _ in range(2):
            browser.post("/join/")
        assert browser.get(f"/clubs/{club.slug}/").status_code == 404  # nothing of a private club before that
    desk = browser_of(morag)
    assert reverse("clubs:members", args=[club.slug]) in desk.get("/").content.decode()
    for request in club.join_requests.all():
        address = reverse("clubs:answer-request", args=[club.slug, request.public_id])
        for wrong in ({"answer": "perhaps"}, {}):
            refused = browser_of(morag).post(address, wrong)
            assert (refused.status_code, list(get_messages(refused.wsgi_request))) == (400, [])
        answer = "admit" if request.player.name == "Hamish" else "decline"
        assert said_to(desk, address, answer) == "success"
        assert said_to(desk, address, answer) == "error"
        assert said_to(desk, address, "decline") == "error"
    assert not club.join_requests.exists()
    assert set(club.memberships.values_list("player__name", "role")) == {("Morag", "owner"), ("Hamish", "member")}


def test_a_link_ends_with_the_next_one_and_after_its_time(club: Club) -> None:
    hamish = account_of("Hamish")
    first, second = (make_join_link(club=club).key for _ in range(2))
    with pytest.raises(InvitationGone):
        join_by_link(key=first, account=hamish)
    join_by_link(key=second, account=hamish)
    club.join_links.update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(InvitationGone):
        join_by_link(key=second, account=account_of("Senga"))


@pytest.mark.parametrize(("template", "is_full"), [(BY_LINK, True), ("%(player)s accepted an invitation.", False)])
def test_only_so_many_join_by_the_link_in_a_day(club: Club, template: str, is_full: bool) -> None:
    link = make_join_link(club=club, needs_approval=False)
    note("player-joined", template, by=None, club=club.public_id, times=MOST_JOINED_A_DAY)
    with pytest.raises(TooManyInvited) if is_full else nullcontext():
        join_by_link(key=link.key, account=account_of("Hamish"))


def test_who_belongs_to_it_keeps_the_role(club: Club, morag: Account) -> None:
    join_by_link(key=make_join_link(club=club, needs_approval=False).key, account=morag)
    assert club.memberships.get().role == Role.OWNER


def test_a_request_goes_with_the_account_and_with_its_player(club: Club) -> None:
    link = make_join_link(club=club)
    for name in ("Hamish", "Senga"):
        account = account_of(name)
        account.set_password(PASSWORD)
        account.save()
        join_by_link(key=link.key, account=account)
        if name == "Hamish":
            data = browser_of(account).get("/account/data/").json()
            assert data["clubs"]["join_requests"][0]["club"] == club.name
            browser_of(account).post("/account/delete/", {"password": PASSWORD})
    left = club.join_requests.get()
    assert left.player.name == "Senga"
    merge_players(former=make_player(name="Senga of old"), standing=left.player)
    assert club.join_requests.get().player == left.player


@pytest.mark.parametrize(
    ("site", "is_warned"),
    [("http://localhost:8000", True), ("http://127.0.0.1:8000", True), ("https://games.example.org", False)],
)
def test_links_warn_of_loopback(club: Club, morag: Account, settings: Settings, site: str, is_warned: bool) -> None:
    settings.SITE_ADDRESS, settings.ALLOWED_HOSTS = site, ["localhost", "192.168.1.5"]
    make_join_link(club=club)
    browser = browser_of(morag)
    page = reverse("clubs:join-link", args=[club.slug])
    here = browser.get(page, headers={"host": "localhost:8000"}).content.decode()
    assert ("MOOTHILL_ADDRESS" in here, 'class="code"' in here) == (is_warned, not is_warned)
    there = browser.get(page, headers={"host": "192.168.1.5:8000"}).content.decode()
    assert "MOOTHILL_ADDRESS" not in there
    assert 'class="code"' in there
    assert ("http://192.168.1.5:8000/join/" in there) is is_warned


@pytest.mark.parametrize("host", ["localhost:8000", "192.168.1.5:8000"])
def test_a_calendar_warns_of_a_loopback_address_too(morag: Account, settings: Settings, host: str) -> None:
    settings.SITE_ADDRESS, settings.ALLOWED_HOSTS = "http://localhost:8000", ["localhost", "192.168.1.5"]
    browser = browser_of(morag)
    browser.post(reverse("integrations:create-calendars"), headers={"host": host})
    page = browser.get(reverse("integrations:calendars"), headers={"host": host}).content.decode()
    assert ("MOOTHILL_ADDRESS" in page) is host.startswith("localhost")
    assert f"webcal://{host}/" in page
