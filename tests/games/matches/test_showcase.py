"""The match that the home page shows to visitors, and its last moves."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.matches.models import Match
from games.matches.showcase import STEPS
from tests.cast import account_of, browser_of
from tests.games.matches.test_pages import address, done, private_match
from tests.games.tables import blocks

pytestmark = pytest.mark.django_db


def shown(client: Client) -> str:
    """Return the address of the last moves of the match on the home page; "" if there is none."""
    found = re.search(r'data-showcase="([^"?]+)', client.get("/").content.decode())
    return found[1] if found else ""


def moves_of(match: Match) -> str:
    return reverse("matches:last-moves", args=[match.public_id])


def test_a_visitor_sees_the_table_of_a_finished_match(client: Client) -> None:
    matches = done(blocks()[0])
    assert shown(client) in {moves_of(match) for match in matches}


def test_hidden_and_private_matches_are_not_shown(client: Client) -> None:
    private_match()
    sealed = done(blocks()[0], how_many=1)
    assert shown(client) == ""
    assert client.get(moves_of(sealed[0])).status_code == 403


def test_the_last_moves_end_with_the_table_that_is_shown(client: Client) -> None:
    done(blocks()[0])
    page = client.get("/").content.decode()
    moves = client.get(shown(client)).content.decode()
    tables = re.findall(r'<section data-said="[^"]*">(.*?)</section>\n', moves, re.DOTALL)
    assert len(tables) == STEPS + 1
    assert tables[-1] in page


def test_each_language_has_its_own_moves(client: Client) -> None:
    match = done(blocks()[0])[0]
    english = client.get(moves_of(match)).content
    assert client.get(moves_of(match), headers={"Accept-Language": "pt-br"}).content != english


def test_somebody_signed_in_sees_their_own_games_instead(client: Client) -> None:
    match = done(blocks()[0])[0]
    page = browser_of(account_of("Morag")).get("/").content.decode()
    assert "data-showcase" not in page
    assert address(match) in page
