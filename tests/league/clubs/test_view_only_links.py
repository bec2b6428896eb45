"""A link that shows a private club: to be read and no more, and not a moment longer than it works."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.clubs.models import Club, ViewOnlyLink
from league.clubs.services.clubs import make_view_only_link, revoke_view_only_link
from league.ratings.services import fold_pool
from league.tournaments.services.creation import make_tournament
from tests.factories import Role, account_of, browser_of, glen_club, joins
from tests.league.assertions import queries_of
from tests.league.ledger import a_pool, enter, people, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def club() -> Club:
    return glen_club(account_of("Morag"), is_public=False)


def opened(link: ViewOnlyLink) -> Client:
    """The browser of somebody without an account who opened the link."""
    browser = Client()
    assert browser.get(reverse("clubs:open-view-only-link", args=[link.key])).status_code == 302
    return browser


def pages_of(club: Club) -> list[str]:
    """Pages of a club: its own, its event's, its leaderboard's."""
    event = make_tournament(club=club, name="Spring", game="kings-kilt", format="round-robin", by=None)
    pool = a_pool(club=club)
    enter(pool, table(*people("Ailsa", "Fergus")))
    fold_pool(pool_id=pool.pk)
    return [
        reverse("clubs:club", args=[club.slug]),
        reverse("tournaments:tournament", args=[event.public_id, event.slug]),
        reverse("ratings:leaderboard", args=[pool.slug]),
        reverse("results:result", args=[pool.slug, 1]),
    ]


def test_a_link_shows_what_is_private_until_it_is_revoked(club: Club) -> None:
    pages, link = pages_of(club), make_view_only_link(club=club, label="the Courier")
    reader = opened(link)
    assert [reader.get(page).status_code for page in pages] == [200] * len(pages)
    assert [Client().get(page).status_code for page in pages] == [404] * len(pages)
    revoke_view_only_link(link=link)
    assert [reader.get(page).status_code for page in pages] == [404] * len(pages)
    assert reader.get(reverse("clubs:open-view-only-link", args=[link.key])).status_code == 404


def test_it_changes_nothing_and_runs_nothing(club: Club) -> None:
    reader = opened(make_view_only_link(club=club))
    for name in ("settings", "members", "view-only-links", "log"):
        assert reader.get(reverse(f"clubs:{name}", args=[club.slug])).status_code == 302  # to the sign-in
    senga = browser_of(account_of("Senga"))
    senga.get(reverse("clubs:open-view-only-link", args=[ViewOnlyLink.objects.get().key]))
    for name in ("settings", "members", "view-only-links", "log"):
        assert senga.get(reverse(f"clubs:{name}", args=[club.slug])).status_code == 403


def test_another_private_club_stays_hidden(club: Club) -> None:
    other = glen_club(account_of("Senga"), is_public=False, name="Another Club")
    reader = opened(make_view_only_link(club=club))
    assert reader.get(reverse("clubs:club", args=[other.slug])).status_code == 404


def test_a_leaderboard_kept_for_a_reader_of_a_link_is_no_strangers(club: Club) -> None:
    pages_of(club)
    site = a_pool()
    enter(site, table(*people("Isla", "Greer")))
    fold_pool(pool_id=site.pk)
    address = reverse("ratings:leaderboard", args=[site.slug])
    assert club.name in opened(make_view_only_link(club=club)).get(address).content.decode()
    assert club.name not in Client().get(address).content.decode()


def test_the_api_and_the_list_of_clubs_tell_strangers_nothing(club: Club) -> None:
    reader = opened(make_view_only_link(club=club))
    assert club.name in reader.get(reverse("clubs:list")).content.decode()
    assert club.name not in Client().get("/api/v1/clubs/").content.decode()


def test_no_search_engine_keeps_it_and_no_referrer_tells_it(club: Club) -> None:
    link = make_view_only_link(club=club)
    browser = Client()
    answer = browser.get(reverse("clubs:open-view-only-link", args=[link.key]))
    assert "noindex" in answer.headers["X-Robots-Tag"]
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "noindex" in browser.get(reverse("clubs:club", args=[club.slug])).headers["X-Robots-Tag"]
    assert "X-Robots-Tag" not in Client().get("/").headers


def test_owners_make_and_revoke_links_and_organisers_do_not(club: Club) -> None:
    joins(ailsa := account_of("Ailsa"), club, Role.ORGANISER)
    address = reverse("clubs:view-only-links", args=[club.slug])
    assert browser_of(ailsa).post(address, {"label": "mine"}).status_code == 403
    morag = browser_of(club.memberships.get(role=Role.OWNER).player.account)
    page = morag.post(address, {"label": "the Courier"}, follow=True).content.decode()
    assert "the Courier" in page
    assert ViewOnlyLink.objects.get().key in page
    revoke = reverse("clubs:revoke-view-only-link", args=[club.slug, ViewOnlyLink.objects.get().public_id])
    assert browser_of(ailsa).post(revoke).status_code == 403
    for _twice in range(2):
        assert morag.post(revoke).status_code == 302
    assert revoke not in morag.get(address).content.decode()
    log = morag.get(reverse("clubs:log", args=[club.slug])).content.decode()
    assert "(the Courier)" in log
    assert log.count("was revoked") == 1


def test_a_link_costs_one_query_once_opened(club: Club, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    assert queries_of(Client(), reverse("accounts:sign-in")) == 0
    reader = opened(make_view_only_link(club=club))
    with django_assert_max_num_queries(2):  # the session and its links
        reader.get(reverse("accounts:sign-in"))
