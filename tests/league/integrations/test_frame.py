"""Standings embedded in another site: public data only, without buttons and cookies."""

import pytest
from django.test import Client

from league.accounts.models import Account
from league.clubs.models import Club
from league.integrations.views import MOST_ROWS
from league.tournaments.models import Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.factories import account_of, browser_of, joins

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def event(club: Club, morag: Account) -> Tournament:
    joins(hamish := account_of("Hamish"), club)
    name = 'The "Glen" & <b>Orchy</b>'
    made = make_tournament(club=club, name=name, game="lords-of-scotland", format="round-robin", by=None)
    enter_players(tournament=made, players=[morag.player, hamish.player], by=None)
    return made


def address(event: Tournament, query: str = "") -> str:
    """Return the address of the frame."""
    return f"/tournaments/{event.public_id}/{event.slug}/frame/{query}"


def test_any_page_may_show_it_and_it_does_nothing_there(event: Tournament, morag: Account) -> None:
    begun = start(tournament=event, by=None)
    for browser in (Client(), browser_of(morag)):
        answer = browser.get(address(begun, "?language=pt-br&theme=dark"))
        page = answer.content.decode()
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        assert "script-src 'none'" in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
        assert not answer.cookies
        assert not any(tag in page for tag in ("<script", "<form", "<b>Orchy"))
        assert 'data-theme="dark"' in page
        assert "Hamish" in page
    assert "frame-ancestors 'none'" in Client().get("/")["Content-Security-Policy"]


def test_it_shows_the_first_so_many_and_says_how_many_are_left(event: Tournament) -> None:
    assert "2 players entered" in Client().get(address(event)).content.decode()
    begun = start(tournament=event, by=None)
    assert "One more player" in Client().get(address(begun, "?rows=1")).content.decode()
    for rows in ("0", "-1", "x", "9" * 400, "²"):
        assert Client().get(address(begun, f"?rows={rows}")).status_code == 200
    assert MOST_ROWS == 100
    assert Client().get(address(begun).replace(begun.slug, "old-name")).status_code == 302


def test_of_a_private_club_there_is_none_for_anybody(club: Club, event: Tournament, morag: Account) -> None:
    start(tournament=event, by=None)
    club.is_public = False
    club.save()
    assert browser_of(morag).get(address(event)).status_code == 404
    standings = f"/tournaments/{event.public_id}/{event.slug}/standings/"
    assert "Embed in your website" not in browser_of(morag).get(standings).content.decode()
    club.is_public = True
    club.save()
    page = browser_of(morag).get(standings).content.decode()
    assert "title=&quot;The &amp;quot;Glen&amp;quot; &amp;amp; &amp;lt;b&amp;gt;" in page
