"""The home page, the pages of games and of a match, as somebody with a browser sees them."""

import re
from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from engine.core import registry
from engine.notation import from_json, from_text
from games.matches.boards import moves_note
from games.matches.claims import finish_matches
from games.matches.models import Block, Match
from games.matches.services import BlockOrder, all_rotations, create_block
from games.matches.showcase import STEPS
from league.accounts.models import Player
from league.clubs.models import Club
from league.common import cached_responses
from league.common.live import announce
from league.common.live.topics import read_token
from league.ratings.services import fold_pool
from league.results.services.ledger import pool_for
from league.results.subjects import links_of
from tests.factories import account_of, browser_of, glen_club, joins
from tests.games.factories import GAME, TERMS, blocks, bots_pool, claim, ids_of, matches_of, played, seat_setups
from tests.league.ledger import a_pool, enter, people, table

pytestmark = pytest.mark.django_db


def done(block: Block, how_many: int | None = None) -> list[Match]:
    """Play the block's matches, or only the first so many."""
    finish_matches(finishes=played(claim(ids_of([block])[:how_many])), terms=TERMS)
    return matches_of([block])


def address(match: Match) -> str:
    return reverse("matches:match", args=[match.public_id])


def private_match() -> tuple[Match, Club]:
    club = glen_club(account_of("Morag"), is_public=False)
    pool = pool_for(game=GAME, player_kind="bot", club=club)
    rotations = all_rotations(seat_setups("wanderer", "steward"))
    block = create_block(order=BlockOrder(game=GAME, rotations=rotations, pool=pool))
    return done(block)[0], club


def test_who_may_not_see_a_match_hears_nothing_of_it_either(client: Client) -> None:
    match, _club = private_match()
    page = client.get(address(match))
    assert page.status_code == 404
    assert "data-live-token" not in page.content.decode()


def test_an_empty_home_page_leads_to_what_one_can_do(client: Client) -> None:
    page = client.get("/").content.decode()
    for way in ("/play/", "/sign-up/?next=/clubs/new/", "/clubs/", "/bots/guide/", "/ladders/", "/contests/"):
        assert f'href="{way}"' in page
    assert 'class="empty"' in page


def test_the_home_page_of_an_account_leads_bot_authors_on(client: Client) -> None:
    client.force_login(account_of("Morag"))
    page = client.get("/").content.decode()
    for way in ("/bots/guide/", "/bots/", "/ladders/", "/contests/"):
        assert f'href="{way}"' in page


def test_results_of_people_count_as_much_as_those_of_bots(client: Client) -> None:
    club = glen_club(account_of("Morag"))
    pool = a_pool(club=club)
    (result,) = enter(pool, table(*people("Eilidh", "Hamish")))
    fold_pool(pool_id=pool.pk)
    for block in blocks(20, "steward", "wanderer"):
        done(block)
    fold_pool(pool_id=bots_pool().pk)
    page = client.get("/").content.decode()
    assert reverse("results:result", args=[pool.slug, result.number]) in page
    assert reverse("ratings:leaderboard", args=[pool.slug]) in page
    Club.objects.filter(pk=club.pk).update(is_public=False)
    cache.clear()  # what readers share for a moment
    page = client.get("/").content.decode()
    assert reverse("results:result", args=[pool.slug, result.number]) not in page


def test_a_shared_home_page_has_no_line_of_another_reader(client: Client) -> None:
    hamish, senga = account_of("Hamish"), account_of("Senga")
    club = glen_club(account_of("Morag"))
    joins(hamish, club)
    private = glen_club(senga, is_public=False, name="Private Games")
    pool, hidden = a_pool(club=club), a_pool(club=private)
    enter(pool, table(Player.objects.get(account=hamish), *people("Eilidh")))
    enter(hidden, table(*people("Angus", "Iain")))
    for one in (pool, hidden):
        fold_pool(pool_id=one.pk)
    readers = (client, browser_of(hamish), browser_of(account_of("Ailsa")), browser_of(senga))
    for _again in range(2):
        pages = [one.get("/").content.decode() for one in readers]
        assert ['class="you"' in page for page in pages] == [False, True, False, False]
        assert [f"/{hidden.slug}/" in page for page in pages] == [False, False, False, True]


def test_a_shared_home_page_is_told_what_came_after_it_was_made(
    client: Client, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cached_responses, "MOMENT", timedelta(days=1))
    known = hall_known_to(client)
    with django_capture_on_commit_callbacks(execute=True):
        announce("hall")
    assert hall_known_to(client) == known


def hall_known_to(client: Client) -> int:
    """The revision of the home page that the reader has."""
    token = re.findall(r'data-live-token="([^"]+)"', client.get("/").content.decode())
    return read_token(token[0])["hall"]


def test_the_hall_shows_what_runs_and_what_was_finished(client: Client) -> None:
    (finished,), (running,) = blocks(1, "steward", "wanderer"), blocks(1, "wanderer", "wanderer")
    done(finished)
    claim(ids_of([running]))
    page = client.get("/").content.decode()
    assert all(address(match) in page for match in [*matches_of([finished]), *matches_of([running])])


def test_the_hall_says_how_long_ago_a_match_was_finished(client: Client) -> None:
    done(blocks()[0])
    now = timezone.now()
    Match.objects.update(finished_at=now - timedelta(hours=3))
    assert naturaltime(now - timedelta(hours=3)) in client.get("/").content.decode()


def test_live_updates_get_the_hall_without_its_frame(client: Client) -> None:
    fragment = client.get("/", headers={"HX-Request": "true"}).content.decode()
    assert 'data-live-topic="hall"' in fragment
    assert "<html" not in fragment


def test_the_hall_asks_as_much_for_many_matches_as_for_few(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    done(blocks()[0])
    fold_pool(pool_id=bots_pool().pk)
    with django_assert_num_queries(11):  # three of them for the match that all visitors see for some minutes
        client.get("/")
    for block in blocks(8, "wanderer", "wanderer", "wanderer"):
        done(block)
    fold_pool(pool_id=bots_pool().pk)
    cache.clear()
    with django_assert_num_queries(11):
        client.get("/")


def test_the_page_of_a_game_lists_its_options_bots_and_matches(client: Client) -> None:
    match = done(blocks()[0])[0]
    page = client.get(reverse("matches:game", args=[GAME])).content.decode()
    assert all(word in page for word in ("Clan Bruce", "What blocks a power", "Lookout", "Steward", address(match)))
    assert all(words in page for option in registry.game(GAME).options for words in option.words)
    assert "by-players" not in page
    assert GAME in client.get(reverse("matches:games")).content.decode()
    assert client.get(reverse("matches:game", args=["whist"])).status_code == 404


def test_an_open_record_is_stepped_through(client: Client) -> None:
    match = done(blocks()[0])[0]
    assert "claims" in client.get(address(match)).content.decode()
    start = client.get(address(match), {"step": 0}).content.decode()
    assert "Before the deal." in start
    assert "?step=1" in start
    last = len(from_text(match.record.text).events)
    end = client.get(address(match), {"step": last}).content.decode()
    assert "claims" in end
    assert f"{last} of {last}" in end
    fragment = client.get(address(match), {"step": 40}, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in fragment
    assert 'aria-current="step"' in fragment


def test_the_lines_of_a_record_are_told_in_the_readers_language(client: Client) -> None:
    match = done(blocks()[0])[0]
    pages = [
        unescape(client.get(address(match), headers={"accept-language": one}).content.decode())
        for one in ("en-gb", "pt-br")
    ]
    english, portuguese = (set(re.findall(r"\?step=\d+\"[^>]*>([^<]+)</a></li>", page)) for page in pages)
    assert [moves_note(GAME) in page for page in pages] == [True, False]
    assert len(english) > 1
    assert len(portuguese) > 1
    assert english.isdisjoint(portuguese)


@pytest.mark.parametrize("step", ["99999", "-1", "x", "1e3", "9" * 5000, "²"])
def test_a_step_that_is_none_is_not_found(client: Client, step: str) -> None:
    assert client.get(address(done(blocks()[0])[0]), {"step": step}).status_code == 404


def test_a_sealed_record_is_shown_to_nobody(client: Client) -> None:
    match = done(blocks(1, "wanderer", "steward", "wanderer")[0], how_many=1)[0]
    page = client.get(address(match)).content.decode()
    assert "So far: 1 of 3." in page
    assert bytes(match.block.secret).hex() not in page
    assert match.block.commitment in page
    for record in ("matches:record-text", "matches:record-json"):
        assert client.get(reverse(record, args=[match.public_id])).status_code == 403


def test_an_open_record_can_be_taken_home(client: Client) -> None:
    match = done(blocks()[0])[0]
    text = client.get(reverse("matches:record-text", args=[match.public_id])).content.decode()
    document = client.get(reverse("matches:record-json", args=[match.public_id])).content.decode()
    assert from_text(text) == from_json(document)
    assert bytes(match.block.secret).hex() in client.get(address(match)).content.decode()


def test_the_matches_of_a_private_club_exist_for_its_members_only(client: Client) -> None:
    match, club = private_match()
    hamish, senga = account_of("Hamish"), account_of("Senga")
    joins(hamish, club)
    for stranger in (client, browser_of(senga)):
        assert stranger.get(address(match)).status_code == 404
        assert address(match) not in stranger.get("/").content.decode()
        assert stranger.get(reverse("matches:record-text", args=[match.public_id])).status_code == 404
        assert stranger.get(f"/api/v1/matches/{match.public_id}/").status_code == 404
    assert browser_of(hamish).get(address(match)).status_code == 200


def test_a_waiting_match_says_that_nothing_needs_to_be_done(client: Client) -> None:
    assert "in the queue" in client.get(address(matches_of(blocks())[0])).content.decode()


def test_a_subject_that_a_match_decides_leads_there() -> None:
    match = matches_of(blocks())[0]
    stranger = uuid4()
    links = links_of([match.subject, stranger], AnonymousUser())
    assert [link.href for link in links[match.subject]] == [f"/matches/{match.public_id}/"]
    assert links[stranger] == []


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
