"""Where ratings are comparable, and for whom a pool exists."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import translation

from league.clubs.models import Club, Membership
from league.common.pool_names import translated_name
from league.results.errors import NoSuchPool, UnknownGame
from league.results.models import Pool
from league.results.queries import pool_seen_by, pools_seen_by
from league.results.services.ledger import pool_for
from tests.factories import account_of
from tests.league.ledger import GAME, a_pool

pytestmark = pytest.mark.django_db


def test_a_pool_is_made_once() -> None:
    pool = pool_for(game=GAME, player_kind="bot")
    assert pool_for(game=GAME, player_kind="bot") == pool
    assert (pool.name, pool.slug) == ("Lords of Scotland, bots", "lords-of-scotland-bots")


def test_seats_and_clubs_have_pools_of_their_own(private_club: Club) -> None:
    threes = pool_for(game=GAME, player_kind="person", seats=3)
    theirs = pool_for(game=GAME, player_kind="person", club=private_club)
    assert threes.name == "Lords of Scotland, people, tables of 3"
    assert theirs.slug == "lords-of-scotland-people-at-glen-orchy-games"
    assert Pool.objects.count() == 2


def test_people_and_bots_have_a_pool_together_that_rates_no_play_unasked() -> None:
    pool = pool_for(game=GAME, player_kind="all")
    assert (pool.name, pool.slug) == ("Lords of Scotland, people and bots", "lords-of-scotland-people-and-bots")
    assert not pool.rates_play


def test_a_game_that_the_house_does_not_have_has_no_pool() -> None:
    with pytest.raises(UnknownGame, match="There is no game called lords-of-england"):
        pool_for(game="lords-of-england", player_kind="bot")


def test_a_private_clubs_pool_does_not_exist_for_a_stranger(private_club: Club) -> None:
    site, theirs = a_pool(), a_pool(club=private_club)
    hamish, senga = account_of("Hamish"), account_of("Senga")
    Membership.objects.create(club=private_club, player=hamish.player)
    assert list(pools_seen_by(hamish)) == [site, theirs]
    assert list(pools_seen_by(senga)) == list(pools_seen_by(AnonymousUser())) == [site]
    assert pool_seen_by(theirs.slug, hamish) == theirs
    with pytest.raises(NoSuchPool, match="private club"):
        pool_seen_by(theirs.slug, senga)


@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        ("King's Kilt, people, Clube", "King's Kilt, pessoas, Clube"),
        ("King's Kilt, people and bots", "King's Kilt, pessoas e bots"),
        ("King's Kilt, bots, tables of 3", "King's Kilt, bots, mesas de 3"),
        ("The cup of the valley", "The cup of the valley"),
    ],
)
def test_kept_names_are_read_in_portuguese(kept: str, shown: str) -> None:
    with translation.override("pt-br"):
        assert translated_name(kept) == shown
    with translation.override("en-gb"):
        assert translated_name(kept) == kept
