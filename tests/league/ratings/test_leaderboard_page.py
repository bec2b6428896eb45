"""A leaderboard: ranks, search, filters, sorting and pages, with the same few queries at any length."""

import re
from datetime import UTC, datetime
from math import hypot
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import assume, given
from hypothesis import strategies as st

from league.accounts.models import Player
from league.accounts.services.players import rename_player
from league.clubs.models import Club, Membership
from league.ratings.leaderboards import LeaderboardQuery, differ_significantly, leaderboard_of
from league.ratings.models import Fold, Rating
from league.ratings.queries import folds_of, ratings_by
from league.ratings.services import fold_pool
from league.results.models import Pool
from tests.league.ledger import a_pool, bots, enter, table

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

MOST_QUERIES = 12
FRAGMENT = {"HX-Request": "true"}


def page_of(shown: Pool, client: Client, *, headers: dict[str, str] | None = None, **asked: Any) -> Any:
    return client.get(reverse("ratings:leaderboard", args=[shown.slug]), asked, headers=headers)


def names_on(answer: Any) -> list[str]:
    return re.findall(r'class="who-name"[^>]*>([^<]+)<', answer.content.decode())


def test_a_line_says_rating_uncertainty_change_and_that_it_is_provisional(evening: Pool, client: Client) -> None:
    shown = page_of(evening, client).content.decode()
    line = re.sub(r"<[^>]*>|\s+", " ", shown[shown.index("Morag") : shown.index("Hamish")])
    assert re.search(r"Morag\s+provisional\s+15\d\d.* ± .*\d{3}\s+\+\d\d", line)


def test_the_card_of_a_club_has_the_first_three_of_its_leaderboard(evening: Pool, client: Client) -> None:
    Pool.objects.filter(pk=evening.pk).update(club=Club.objects.create(name="Glen", slug="glen"))
    assert names_on(client.get(reverse("clubs:list"))) == names_on(page_of(evening, client))[:3]


def test_the_card_of_a_club_shortens_names_for_those_who_are_not_members(
    quiet_room: Pool, cast: list[Player], client: Client, as_hamish: Client
) -> None:
    Club.objects.filter(slug="quiet-room").update(is_public=True, shortens_names=True)
    rename_player(player=cast[2], name="Senga MacLeod")
    assert names_on(as_hamish.get(reverse("clubs:list"))) == ["Hamish", "Senga MacLeod"]
    assert names_on(client.get(reverse("clubs:list"))) == ["Hamish", "Senga M."]


def test_organisers_see_the_rating_and_last_game_of_each_member(
    evening: Pool, quiet_room: Pool, cast: list[Player], as_hamish: Client
) -> None:
    club = quiet_room.club
    assert club is not None
    club.memberships.filter(player__name="Hamish").update(role=Membership.Role.OWNER)
    Membership.objects.create(club=club, player=cast[0])  # Morag, who is rated by the site alone
    Rating.objects.filter(fold__pool=quiet_room).update(last_played_at=datetime(2025, 11, 20, 12, tzinfo=UTC))
    with CaptureQueriesContext(connection) as few:
        page = as_hamish.get(reverse("clubs:members", args=[club.slug])).content.decode()
    shown = dict(re.findall(r'<li data-key="[^"]*" data-name="([^"]+)"(.*?)</li>', page, re.DOTALL))
    best = Rating.objects.get(fold__pool=quiet_room, fold__system=quiet_room.rating_system, player__name="Hamish")
    assert f">{round(best.value / 1000)} · <time" in shown["Hamish"]
    assert ["Nov 2025" in shown[name] for name in ("Hamish", "Senga", "Morag")] == [True, True, False]
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in cast[3:])
    with CaptureQueriesContext(connection) as more:
        as_hamish.get(reverse("clubs:members", args=[club.slug]))
    assert len(more) <= len(few)


def test_all_are_provisional_only_if_everybody_in_the_pool_is(evening: Pool) -> None:
    def said(**asked: Any) -> str:
        return leaderboard_of(evening, folds_of(evening), LeaderboardQuery(**asked), AnonymousUser()).provisional

    assert (said(), said(sort="name"), said(search="eng")) == ("all", "all", "some")
    Rating.objects.filter(fold__pool=evening, player__name="Morag").update(is_provisional=False)
    assert (said(), said(search="eng"), said(search="mora")) == ("some", "some", "")


def test_a_short_leaderboard_marks_provisional_ratings_and_explains_them_once(evening: Pool, client: Client) -> None:
    ratings = Rating.objects.filter(fold__pool=evening)
    for address, shown in ((reverse("ratings:leaderboards"), 4), (reverse("matches:game", args=[evening.game]), 1)):
        ratings.update(is_provisional=True)
        page = client.get(address).content.decode()
        assert (page.count("rating maybe"), page.count("> provisional<")) == (shown, shown)
        assert page.count("? Provisional") == 1
        ratings.update(is_provisional=False)
        page = client.get(address).content.decode()
        assert not re.search("rating maybe|[Pp]rovisional", page)


@pytest.mark.parametrize(
    ("sort", "first"),
    [
        ("name", "Ailsa"),
        ("-name", "Senga"),
        ("rating", "Ailsa"),
        ("-games", "Morag"),
        ("-change", "Morag"),
        ("no", "Morag"),
    ],
)
def test_it_is_sorted_as_asked(sort: str, first: str, evening: Pool, client: Client) -> None:
    assert names_on(page_of(evening, client, sort=sort))[0] == first


def test_a_search_keeps_the_places_of_the_whole_table(evening: Pool, client: Client) -> None:
    answer = page_of(evening, client, search="eng")
    assert names_on(answer) == ["Senga"]
    assert 'data-place="3"' in answer.content.decode()


def test_a_search_that_finds_nobody_says_what_to_do(evening: Pool, client: Client) -> None:
    assert "No players found" in page_of(evening, client, search="Zebedee").content.decode()


def test_a_pool_without_ratings_says_so(client: Client) -> None:
    assert "No ratings yet" in page_of(a_pool(), client).content.decode()


def test_a_club_shows_its_members_alone(evening: Pool, cast: list[Player], client: Client) -> None:
    club = Club.objects.create(name="Inverness", slug="inverness")
    Membership.objects.create(club=club, player=cast[3])
    assert names_on(page_of(evening, client, club="inverness")) == ["Ailsa"]


def test_a_private_club_filters_nothing_for_a_stranger(evening: Pool, quiet_room: Pool, client: Client) -> None:
    answer = page_of(evening, client, club="quiet-room")
    assert "Quiet Room" not in answer.content.decode()
    assert len(names_on(answer)) == 4


def test_strangers_see_no_private_clubs_leaderboard(quiet_room: Pool, client: Client, as_hamish: Client) -> None:
    assert page_of(quiet_room, client).status_code == 404
    assert names_on(page_of(quiet_room, as_hamish)) == ["Hamish", "Senga"]
    assert quiet_room.slug not in client.get(reverse("ratings:leaderboards")).content.decode()


def test_the_own_line_is_marked(evening: Pool, as_hamish: Client, client: Client) -> None:
    for _again in range(2):  # the rows are cached without the mark
        shown = page_of(evening, as_hamish).content.decode()
        assert (shown.count('class="own"'), shown.count('class="you"')) == (1, 1)
        assert "Hamish" in shown[shown.index('class="own"') : shown.index('class="you"')]
        assert 'class="own"' not in page_of(evening, client).content.decode()


def test_another_leaderboard_is_an_address_away(evening: Pool, client: Client) -> None:
    other = a_pool("bot")
    answer = page_of(evening, client, pool=other.slug, search="mo", page="2")
    assert answer.headers["Location"] == reverse("ratings:leaderboard", args=[other.slug]) + "?search=mo"
    fragment = page_of(evening, client, pool=other.slug, headers=FRAGMENT)
    assert fragment.headers["HX-Redirect"] == reverse("ratings:leaderboard", args=[other.slug])


def test_a_fragment_is_the_table_alone(evening: Pool, client: Client) -> None:
    part = page_of(evening, client, headers=FRAGMENT, sort="name").content.decode().strip()
    assert part.startswith(f'<div data-live-topic="pool:{evening.public_id}"')
    assert 'data-live-href="/leaderboards/' in part
    assert "<html" not in part


def test_the_other_systems_stand_beside_the_one_that_orders(evening: Pool, client: Client) -> None:
    page = page_of(evening, client).content.decode()
    assert page.count('data-label="Weng-Lin"') == 4
    assert "ordered by Elo" in page
    turned = page_of(evening, client, system="weng-lin").content.decode()
    assert turned.count('data-label="Elo"') == 4
    assert "ordered by Weng-Lin" in turned
    assert "ordered by Elo" in page_of(evening, client, system="stars").content.decode()


def test_each_system_orders_by_its_own_ratings(client: Client) -> None:
    pool, (one, two, three, four) = a_pool("bot"), bots(4)
    enter(pool, *(table(one, two) for _ in range(12)), table(three, one), table(four, three))
    fold_pool(pool_id=pool.pk)
    for fold in folds_of(pool):
        best = ratings_by(fold).order_by("-value").values_list("player__name", flat=True)
        assert names_on(page_of(pool, client, system=fold.system)) == list(best)


def test_strengths_are_drawn_with_their_intervals(client: Client) -> None:
    pool, players = a_pool("bot"), bots(3)
    enter(pool, *(table(*players) for _ in range(5)), table(players[2], players[0]))
    fold_pool(pool_id=pool.pk)
    for system in ("elo", "maximum-likelihood"):
        page = page_of(pool, client, system=system).content.decode()
        assert page.count('class="interval-bar"') == 3
        assert re.search(r'aria-label="95 percent interval: \d+ to \d+"', page)


@given(
    one=st.tuples(st.integers(0, 3000), st.integers(1, 900)), two=st.tuples(st.integers(0, 3000), st.integers(1, 900))
)
def test_ratings_are_apart_beyond_the_interval_of_their_difference(one: tuple[int, int], two: tuple[int, int]) -> None:
    difference, error = abs(one[0] - two[0]), hypot(one[1], two[1])
    assume(abs(difference - error) > 1e-6)
    assert differ_significantly(one, two) == differ_significantly(two, one) == (difference > error)


def test_who_cannot_be_told_apart_from_the_one_above_is_joined_to_them(evening: Pool, client: Client) -> None:
    page = page_of(evening, client).content.decode()
    assert page.count("too close to the rank above to call") == 3  # of four newcomers
    assert "Ranks joined by a line" in page


@pytest.mark.parametrize("asked", [{"search": "a"}, {"sort": "name"}, {"sort": "rating"}])
def test_nobody_is_joined_to_one_above_who_is_not_next(asked: dict[str, Any], evening: Pool, client: Client) -> None:
    assert "too close to the rank above" not in page_of(evening, client, **asked).content.decode()


def test_a_clear_difference_joins_nobody(client: Client) -> None:
    pool, (better, worse) = a_pool("bot"), bots(2)
    enter(pool, *(table(better, worse) for _ in range(60)))
    fold_pool(pool_id=pool.pk)
    assert "too close to the rank above" not in page_of(pool, client).content.decode()


def test_the_first_line_of_a_page_goes_on_from_the_page_before(client: Client) -> None:
    pool, players = a_pool("bot"), bots(102)
    enter(pool, *(table(*players[at : at + 2]) for at in range(0, 102, 2)))
    fold_pool(pool_id=pool.pk)
    first, second = (page_of(pool, client, page=page) for page in (1, 2))
    assert [page.content.decode().count('class="place joined"') for page in (first, second)] == [99, 2]
    assert (len(names_on(first)), len(names_on(second))) == (100, 2)
    assert not set(names_on(first)) & set(names_on(second))


def test_every_fold_that_is_shown_makes_a_known_answer_old(evening: Pool, client: Client) -> None:
    for fold in folds_of(evening):
        known = {"If-None-Match": page_of(evening, client).headers["ETag"]}
        assert page_of(evening, client, headers=known).status_code == 304
        Fold.objects.filter(pk=fold.pk).update(revision=F("revision") + 1)
        assert page_of(evening, client, headers=known).status_code == 200


def test_what_did_not_move_is_not_sent_again(evening: Pool, cast: list[Player], client: Client) -> None:
    first = page_of(evening, client)
    known = {"If-None-Match": first.headers["ETag"]}
    assert page_of(evening, client, headers=known).status_code == 304
    assert page_of(evening, client, headers=known | FRAGMENT).status_code == 200
    enter(evening, table(cast[4], cast[0]))
    fold_pool(pool_id=evening.pk)
    moved = page_of(evening, client, headers=known)
    assert moved.status_code == 200
    assert "Fergus" in names_on(moved)


def test_a_new_name_stands_there_at_once(evening: Pool, cast: list[Player], client: Client) -> None:
    known = {"If-None-Match": page_of(evening, client).headers["ETag"]}
    rename_player(player=cast[0], name="Morag Beag")
    assert "Morag Beag" in names_on(page_of(evening, client, headers=known))


def test_a_signed_in_member_is_never_answered_from_the_browsers_memory(evening: Pool, as_hamish: Client) -> None:
    assert "ETag" not in page_of(evening, as_hamish).headers


def test_places_beyond_the_end_and_nonsense_show_a_page(evening: Pool, client: Client) -> None:
    for page in ("99", "0", "-1", "x", "9" * 40, "²"):
        assert page_of(evening, client, page=page).status_code == 200


def queries_for(pool: Pool, client: Client) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert page_of(pool, client, headers={"HX-Request": "false"}, sort="-rating", page="1").status_code == 200
    return len(asked)


def test_a_long_leaderboard_asks_no_more_than_a_short_one(as_hamish: Client) -> None:
    pool = a_pool("bot")
    players = bots(250)
    enter(pool, table(*players[:3]))
    fold_pool(pool_id=pool.pk)
    short = queries_for(pool, as_hamish)
    enter(pool, *(table(*players[at : at + 5]) for at in range(0, 250, 5)))
    fold_pool(pool_id=pool.pk)
    assert queries_for(pool, as_hamish) == short <= MOST_QUERIES


def test_one_page_has_all_leaderboards(evening: Pool, quiet_room: Pool, client: Client, as_hamish: Client) -> None:
    everybody = client.get(reverse("ratings:leaderboards"))
    assert names_on(everybody) == ["Morag", "Hamish", "Senga", "Ailsa"]
    with CaptureQueriesContext(connection) as asked:
        hamish = as_hamish.get(reverse("ratings:leaderboards"))
    assert names_on(hamish) == ["Morag", "Hamish", "Senga", "Ailsa", "Hamish", "Senga"]
    assert len(asked) <= MOST_QUERIES


def test_a_club_shows_its_own_leaderboards(quiet_room: Pool, as_hamish: Client) -> None:
    page = as_hamish.get(reverse("clubs:club", args=["quiet-room"])).content.decode()
    assert reverse("ratings:leaderboard", args=[quiet_room.slug]) in page


def test_the_page_of_a_club_names_its_leaderboards_without_the_club(cast: list[Player], client: Client) -> None:
    club = Club.objects.create(name="Inverness", slug="inverness", is_public=True)
    pool = a_pool(club=club)
    Pool.objects.filter(pk=pool.pk).update(name="Lords of Scotland, people, Inverness")
    enter(pool, table(*cast[:2]))
    fold_pool(pool_id=pool.pk)
    page = client.get(reverse("clubs:club", args=[club.slug])).content.decode()
    assert ">Lords of Scotland, people</a></h3>" in page
