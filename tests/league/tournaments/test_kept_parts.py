"""What is kept of tournament pages: fragments for visitors, and tables that players share but for their own lines."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoCaptureOnCommitCallbacks

from league.clubs.models import Club
from league.members.models import Account
from league.shared.live import announce
from league.tournaments.models import Entry, Tournament
from league.tournaments.selectors.entrants import entrants_of
from league.tournaments.selectors.sheet import sheet_of
from league.tournaments.selectors.standings import standings_page
from league.tournaments.templatetags.kept_parts import kept_standings
from tests.league.tournaments.doors import address, text_of

FRAGMENT = {"HX-Request": "true"}


def renamed(tournament: Tournament) -> str:
    """Give a player another name, which no revision counts; return the name."""
    player = Entry.objects.filter(tournament=tournament).earliest("number").player
    player.name = "Somebody Else Altogether"
    player.save(update_fields=["name"])
    return player.name


def test_open_pages_of_visitors_share_a_fragment_until_it_is_announced_anew(
    client: Client, running: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    here = address(running, "standings")
    page, part = text_of(client.get(here)), text_of(client.get(here, headers=FRAGMENT))
    assert part in page
    name = renamed(running)
    with CaptureQueriesContext(connection) as asked:
        assert text_of(Client().get(here, headers=FRAGMENT)) == part
    assert len(asked) == 1  # whether the tournament exists for visitors
    assert name in text_of(client.get(here))  # a page that is opened is never old
    with django_capture_on_commit_callbacks(execute=True):
        announce(running.topic)
    assert name in text_of(client.get(here, headers=FRAGMENT))


def test_a_browser_that_has_the_fragment_is_not_sent_it_again(client: Client, running: Tournament) -> None:
    here = address(running, "round", 1)
    etag = client.get(here, headers=FRAGMENT).headers["ETag"]
    assert client.get(here, headers={"If-None-Match": etag} | FRAGMENT).status_code == 304
    assert client.get(here, headers={"If-None-Match": etag}).status_code == 200


def test_a_member_gets_a_fragment_of_their_own(client: Client, as_hamish: Client, running: Tournament) -> None:
    here = address(running, "round", 1)
    client.get(here, headers=FRAGMENT)
    answer = as_hamish.get(here, headers=FRAGMENT)
    assert "ETag" not in answer.headers
    assert renamed(running) in text_of(as_hamish.get(here, headers=FRAGMENT))


def test_a_kept_fragment_of_a_club_that_became_private_is_not_shown(
    client: Client, running: Tournament, club: Club, hamish: Account
) -> None:
    here = address(running, "standings")
    assert client.get(here, headers=FRAGMENT).status_code == 200
    Club.objects.filter(pk=club.pk).update(is_public=False)
    assert client.get(here, headers=FRAGMENT).status_code == 404


def test_fragments_in_two_languages_are_kept_apart(client: Client, running: Tournament) -> None:
    here = address(running, "standings")
    english = text_of(client.get(here, headers=FRAGMENT))
    assert text_of(client.get(here, headers=FRAGMENT | {"Accept-Language": "pt-BR"})) != english


@pytest.mark.parametrize("shown", [None, 1])
def test_a_player_sees_the_standings_of_all_with_their_own_line(running: Tournament, shown: int | None) -> None:
    sheet = sheet_of(running)
    last = sheet.rows[-1].entry
    player = Entry.objects.get(tournament=running, number=last).player
    player.account = Account.objects.create_user("ailsa.own@players.example")
    player.save(update_fields=["account"])
    for reader in (AnonymousUser(), player.account):
        standings = standings_page(running, sheet, entrants_of(running, reader), shown)
        alone = render_to_string("tournaments/_standings_ledger.html", {"standings": standings})
        assert "".join(kept_standings(standings).split()) == "".join(alone.split())
        assert ('class="you"' in alone) == reader.is_authenticated
