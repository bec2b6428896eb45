"""A game in the registry needs nothing else: no drawing, no page, no line in any other file.

Cairn is the example, and is in the registry only while a test of this file runs. The contract of a game's folder is
tested in `tests/engine/games/test_contract.py`.
"""

import pytest
from django.test import Client
from django.urls import reverse

from engine.core import registry
from engine.core.match import play
from engine.notation import from_text, to_json, to_text
from engine.notation.verification import verify
from games.bots.demo import make_demo
from games.matches.claims import finish_matches
from games.matches.services import BlockOrder, all_rotations, create_block
from games.play.owners import KEY, SessionOwner, hash_of
from league.accounts.models import Player
from league.ratings.services import fold_pool
from league.results.services.ledger import pool_for
from tests.games.cairn import CAIRN, bring_cairn
from tests.games.play.practice_games import address, begins, played_out
from tests.games.tables import TERMS, chairs, claim, ids_of, matches_of, played

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


@pytest.fixture(autouse=True)
def _cairn_is_in_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    bring_cairn(monkeypatch)


def seen(client: Client, where: str) -> str:
    answer = client.get(where)
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_is_listed_and_has_a_page_that_programs_can_read_too(client: Client) -> None:
    page = reverse("matches:game", args=["cairn"])
    assert f'href="{page}"' in seen(client, reverse("matches:games"))
    assert "For 2 to 3 players." in seen(client, page)
    assert client.get("/api/v1/games/cairn/").json()["view_schema"] == CAIRN.view_schema()


def test_without_a_page_of_rules_it_says_where_to_look_instead(client: Client) -> None:
    assert "No rules yet" in seen(client, reverse("matches:rules", args=["cairn"]))


def test_its_matches_are_played_shown_and_rated(client: Client) -> None:
    pool = pool_for(game="cairn", player_kind="bot")
    seated = chairs("lookout-4", "wanderer")
    block = create_block(order=BlockOrder(game="cairn", rotations=all_rotations(seated), pool=pool))
    finish_matches(finishes=played(claim(ids_of([block]))), terms=TERMS)
    fold_pool(pool_id=pool.pk)
    table = seen(client, reverse("matches:match", args=[matches_of([block])[0].public_id]))
    assert "0 stones" in table
    assert ": take " in table
    leaderboard = seen(client, reverse("ratings:leaderboard", args=[pool.slug]))
    assert all(player.name in leaderboard for player in Player.objects.filter(pk__in=[one.player_id for one in seated]))


def test_the_demo_makes_a_tournament_of_it(client: Client) -> None:
    make_demo()
    assert "Cairn at Scone" in seen(client, reverse("tournaments:list"))


def test_somebody_plays_it_in_the_browser_by_words_alone(client: Client) -> None:
    practice_game = begins(client, "wanderer", game="cairn")
    table = seen(client, address(practice_game))
    assert " stones</pre>" in table
    assert 'value="0.1"' in table
    played_out(SessionOwner(key_hash=hash_of(client.session[KEY])), practice_game)
    assert "the last stone." in seen(client, address(practice_game))


def test_its_records_are_read_as_they_are_written() -> None:
    record = play(CAIRN, [registry.bot("wanderer")] * 3, secret=b"cairn")
    assert from_text(to_text(record)) == record
    assert to_text(record).split("\n\n")[1].startswith("Cairn 1\nseat 1: take ")


def test_what_nobody_wrote_down_of_it_is_found_by_search_alone() -> None:
    record = play(CAIRN, [registry.bot("wanderer")] * 3, secret=b"cairn")
    patterns = [(kind, None) for kind, _ in record.events]
    for written in (to_text(record, patterns), to_json(record, patterns)):
        verdict = verify(written, seconds=10)
        assert verdict.record is not None
        assert (verdict.back_filled, verdict.searched) == (0, len(record.events))
        assert verdict.record.outcome == record.outcome
    refused = verify(to_text(record, patterns).replace("take ?\n", "take 2\n"), seconds=10)
    assert refused.kind == "refused"
