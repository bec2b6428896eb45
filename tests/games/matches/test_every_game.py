"""Every game of the registry, including future ones, passes through all pages from its deal to its leaderboard."""

import pytest
from django.test import Client
from django.urls import reverse

from engine.core import registry
from engine.core.game import Game
from games.matches.claims import finish_matches
from games.matches.models import Match
from games.matches.services import BlockOrder, all_rotations, create_block
from games.matches.views import HOME_LEADERBOARDS
from league.accounts.models import Player
from league.accounts.services.players import make_bot_player
from league.clubs.services.clubs import found_club
from league.ratings.services import fold_pool
from league.results.services.ledger import pool_for
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.games.factories import TERMS, claim, ids_of, matches_of, played, seat_setups

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


@pytest.fixture(params=registry.games().values(), ids=lambda game: game.slug)
def match(request: pytest.FixtureRequest) -> Match:
    """A finished match of the game, among as few as can play it, rated."""
    game: Game = request.param
    pool = pool_for(game=game.slug, player_kind="bot")
    seated = seat_setups(*["wanderer"] * game.min_seats)
    block = create_block(order=BlockOrder(game=game.slug, rotations=all_rotations(seated), pool=pool))
    finish_matches(finishes=played(claim(ids_of([block]))), terms=TERMS)
    fold_pool(pool_id=pool.pk)
    return matches_of([block])[0]


def test_its_match_is_shown_from_the_first_step_to_the_last(client: Client, match: Match) -> None:
    address = reverse("matches:match", args=[match.public_id])
    for step in (0, 1, 12):
        assert client.get(address, {"step": step}).status_code == 200
    page = client.get(address).content.decode()
    assert all(option.value_label(option.default) in page for option in registry.game(match.game).options)


def test_it_stands_in_the_hall_on_its_own_page_and_on_its_leaderboard(client: Client, match: Match) -> None:
    winner = match.seats.filter(place=1)[0].player
    assert winner is not None
    assert match.pool is not None
    name = match.pool.name.replace("'", "&#x27;")
    leaderboard = reverse("ratings:leaderboard", args=[match.pool.slug])
    for page in ("/", reverse("matches:game", args=[match.game])):
        assert name in client.get(page).content.decode()
    assert f'<a href="{leaderboard}"' in client.get(reverse("ratings:leaderboards")).content.decode()
    assert winner.name in client.get(leaderboard).content.decode()
    player = client.get(reverse("ratings:player", args=[winner.public_id, winner.slug])).content.decode()
    assert name in player


def test_its_record_can_be_read_by_people_and_programs(client: Client, match: Match) -> None:
    text = client.get(reverse("matches:record-text", args=[match.public_id])).content.decode()
    assert f"Game: {registry.game(match.game).name}" in text
    assert client.get(f"/api/v1/matches/{match.public_id}/record/").json()["game"] == match.game


def test_a_player_of_several_games_has_a_line_in_each_leaderboard_of_the_hall(client: Client) -> None:
    seats = max(game.min_seats for game in registry.games().values())
    seated = seat_setups(*["wanderer"] * seats)
    pools = [pool_for(game=slug, player_kind="bot") for slug in registry.games()]
    for pool in pools:
        order = BlockOrder(game=pool.game, rotations=all_rotations(seated)[:1], pool=pool)
        finish_matches(finishes=played(claim(ids_of([create_block(order=order)]))), terms=TERMS)
        fold_pool(pool_id=pool.pk)
    page = client.get("/").content.decode()
    player = Player.objects.get(pk=seated[0].player_id)
    lines = [page.count(f'data-key="{pool.public_id}-{player.public_id}"') for pool in pools]
    assert sorted(lines, reverse=True)[:HOME_LEADERBOARDS] == [1] * min(len(pools), HOME_LEADERBOARDS)


def test_a_running_tournament_says_in_the_hall_which_game_it_plays(client: Client) -> None:
    club = found_club(name="Glen Orchy Games")
    event = make_tournament(
        club=club, name="Spring", game="kings-kilt", format="round-robin", venue="machine", pace="round", by=None
    )
    players = [make_bot_player(name=f"Wanderer {number}") for number in range(2)]
    enter_players(tournament=event, players=players, by=None)
    start(tournament=event, by=None)
    page = client.get("/").content.decode()
    tile = page[page.index(event.public_id) :]
    assert "King&#x27;s Kilt" in tile[: tile.index("</li>")]
