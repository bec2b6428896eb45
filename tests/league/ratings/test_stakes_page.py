"""Possible rating changes: for a table of two to five players, the page shows the changes of every place."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.accounts.models import Player
from league.clubs.models import Club, Membership
from league.clubs.services.members import admit_by_name
from league.common.templatetags.design import milli, signed
from league.competition.ratings import rating_systems
from league.ratings.models import RatingStep
from league.ratings.queries import folds_of
from league.ratings.rating_stakes import stakes_among, stepping_fold
from league.ratings.services import fold_pool
from league.results.models import Pool
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.factories import account_of, glen_club
from tests.league.ledger import a_pool, bots, enter, table
from tests.league.tournaments.factories import play_open_legs

pytestmark = pytest.mark.django_db

QUERIES = 5
FRAGMENT = {"HX-Request": "true"}


def stakes(pool: Pool, client: Client, *players: Player, headers: dict[str, str] | None = None, **asked: Any) -> Any:
    named = {"player": [player.public_id for player in players]}
    return client.get(reverse("ratings:stakes", args=[pool.slug]), named | asked, headers=headers)


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


@pytest.mark.parametrize("system", list(rating_systems()))
def test_the_text_is_what_the_game_then_does(system: str, evening: Pool, cast: list[Player], client: Client) -> None:
    table_of_four = [cast[2], cast[4], cast[0], cast[1]]
    fold = stepping_fold(folds_of(evening), system)
    assert fold is not None
    before = {one.player.public_id: one for one in stakes_among(fold, table_of_four)}
    page = text_of(stakes(evening, client, *table_of_four, system=system))
    (result,) = enter(evening, table(*table_of_four))
    fold_pool(pool_id=evening.pk)
    for place, player in enumerate(table_of_four, 1):
        step = RatingStep.objects.get(fold__system=system, result=result, player=player)
        stake = before[player.public_id].stakes[place - 1]
        assert stake.place == place
        assert stake.least <= step.after - step.before <= stake.most
        assert signed(milli(stake.most)) in page


def test_a_newcomer_begins_where_everybody_began(evening: Pool, cast: list[Player], client: Client) -> None:
    page = text_of(stakes(evening, client, cast[0], cast[4]))
    assert re.search(r"Fergus provisional 1500", page)
    assert "tie" in page  # two may share the first place


def test_one_alone_is_told_to_ask_more_to_the_table(evening: Pool, cast: list[Player], client: Client) -> None:
    page = text_of(stakes(evening, client, cast[0]))
    assert "needs 2 players: add one more" in page
    assert "1st" not in page


def test_players_are_found_by_part_of_the_name_and_asked(evening: Pool, cast: list[Player], client: Client) -> None:
    page = stakes(evening, client, cast[0], find="mis").content.decode()
    (address,) = (href for href in re.findall(r'href="(\?[^"]+)"', page) if cast[1].public_id in href)
    assert cast[0].public_id in address
    joined = client.get(reverse("ratings:stakes", args=[evening.slug]) + address.replace("&amp;", "&"))
    assert "1st" in text_of(joined)
    assert "No player with this name" in text_of(stakes(evening, client, cast[0], find="Zebedee"))


def test_a_full_table_asks_nobody_else(client: Client) -> None:
    pool, players = a_pool("bot"), bots(6)
    enter(pool, table(*players[:5]))
    fold_pool(pool_id=pool.pk)
    page = text_of(stakes(pool, client, *players))
    assert "5th" in page
    assert "Add players" not in page


def test_a_fragment_is_the_table_alone(evening: Pool, cast: list[Player], client: Client) -> None:
    part = stakes(evening, client, *cast[:3], headers=FRAGMENT).content.decode().strip()
    assert part.startswith('<div class="stakes">')
    assert part.endswith("</div>")
    assert "<html" not in part


def test_who_does_not_fit_the_pool_is_left_out(evening: Pool, cast: list[Player], client: Client) -> None:
    (bot,) = bots(1)
    page = text_of(client.get(reverse("ratings:stakes", args=[evening.slug]), {"player": [bot.public_id, "nobody"]}))
    assert "Bot 1" not in page


def test_merged_players_sit_once_by_their_new_name(evening: Pool, cast: list[Player], client: Client) -> None:
    Player.objects.filter(pk=cast[3].pk).update(merged_into=cast[4])
    page = text_of(stakes(evening, client, cast[3], cast[4], cast[0]))
    assert "3rd" not in page
    assert "Ailsa" not in page.partition("Add players")[0]


def test_members_of_the_club_can_be_asked_before_their_first_game(quiet_room: Pool, as_hamish: Client) -> None:
    iain = Player.objects.create(name="Iain")
    Membership.objects.create(club=Club.objects.get(slug="quiet-room"), player=iain)
    assert "Iain" in text_of(stakes(quiet_room, as_hamish, find="iai"))


def test_nobody_has_played_yet_and_the_page_opens_all_the_same(cast: list[Player], client: Client) -> None:
    assert "1st" in text_of(stakes(a_pool(), client, *cast[:2]))


def test_it_asks_no_more_in_a_large_pool(client: Client) -> None:
    pool, players = a_pool("bot"), bots(60)
    counts = []
    for size in (4, 60):
        enter(pool, *(table(*players[at : at + 4]) for at in range(0, size, 4)))
        fold_pool(pool_id=pool.pk)
        with CaptureQueriesContext(connection) as asked:
            assert stakes(pool, client, *players[:4]).status_code == 200
        counts.append(len(asked))
    assert counts == [QUERIES, QUERIES]


def test_every_open_table_of_a_round_leads_to_its_stakes(client: Client) -> None:
    club = glen_club(account_of("Morag"))
    event = make_tournament(
        club=club, name="Evening", game="lords-of-scotland", format="round-robin", venue="paper", by=None
    )
    players = [admit_by_name(club=club, name=name).player for name in ("Ailsa", "Bruce", "Catriona", "Donald")]
    enter_players(tournament=event, players=players, by=None)
    start(tournament=event, by=None)
    address = reverse("tournaments:round", args=[event.public_id, event.slug, 1])
    offered = re.findall(r'hx-get="(/leaderboards/[^"]+/stakes/[^"]+)"', client.get(address).content.decode())
    assert len(offered) == 2
    part = client.get(offered[0].replace("&amp;", "&"), headers=FRAGMENT).content.decode()
    assert part.count("<tr>") == 3  # a head and two players
    play_open_legs(event)
    assert "/stakes/" not in client.get(address).content.decode()
