"""Concurrent practice games: a game ends while its visitor signs in, and bots think at many tables."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from time import monotonic, sleep

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.core import registry
from games.play import bot_slots
from games.play.models import PracticeGame
from games.play.opponents import opponents_for
from games.play.owners import claim_practice_games, hash_of
from league.accounts.models import Player
from league.results.models import Pool, Result
from league.results.services.ledger import pool_for
from tests.concurrency import in_order
from tests.factories import account_of
from tests.games.play.factories import GAME, address, begins, begun, moved, played_out, position, visitor

KEY = "a key nobody guesses"


def one_move_from_the_end() -> PracticeGame:
    """A practice_game of the visitor whose next move is the last."""
    practice_game = begun(visitor())
    while True:
        with transaction.atomic():
            ended = not moved(visitor(), practice_game).is_being_played
            transaction.set_rollback(ended)
        if ended:
            return practice_game


@pytest.mark.django_db(transaction=True)
def test_a_game_that_ends_while_its_visitor_signs_in_is_taken_along_with_its_result() -> None:
    morag, practice_game = account_of("Morag"), one_move_from_the_end()
    _, taken = in_order(
        lambda: moved(visitor(), practice_game),  # the last one
        lambda: claim_practice_games(key_hash=hash_of(KEY), player=morag.player),
        lambda: None,
    )
    assert taken == 1
    match = PracticeGame.objects.get().match
    assert match is not None
    assert Player.objects.filter(match_seats__match=match, match_seats__bot="").get() == morag.player
    assert Result.objects.get().subject == match.subject


@pytest.mark.django_db
def test_whoever_joins_enters_the_pools_in_the_order_in_which_everybody_locks_them() -> None:
    pools = {pool_for(game=slug, player_kind=Pool.Kind.ALL).pk: game for slug, game in registry.games().items()}
    for key in sorted(pools, reverse=True):  # the last pool's game is the first that is begun
        game = pools[key]
        company = [one.key for one in opponents_for(game.slug)][: game.min_seats - 1]
        played_out(visitor(), begun(visitor(), *company, game=game.slug))
    with CaptureQueriesContext(connection) as asked:
        claim_practice_games(key_hash=hash_of(KEY), player=account_of("Morag").player)
    locks = [re.search(r"results_pool WHERE id = (\d+) FOR NO KEY", query["sql"]) for query in asked]
    assert [int(lock[1]) for lock in locks if lock] == sorted(pools)


# --- many tables -------------------------------------------------------------------------------------------------
OTHERS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


def every_table() -> ExitStack:
    """As many tables thinking as may at once."""
    tables = ExitStack()
    for _ in range(bot_slots.AT_ONCE):
        tables.enter_context(bot_slots.bot_slot())
    return tables


def first_move(practice_game: PracticeGame) -> dict[str, str]:
    event = position(practice_game).state.legal_moves()[0]
    return {"answers": str(len(practice_game.events)), "move": ".".join(map(str, event))}


@pytest.mark.django_db
def test_where_too_many_tables_think_nothing_is_played_and_the_page_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_slots, "PATIENCE", 0.01)
    practice_game = begins(client)
    move = first_move(practice_game)
    with every_table():
        page = client.post(address(practice_game), move)
        part = client.post(address(practice_game), move, headers={"HX-Request": "true"})
        assert client.post(f"/play/{GAME}/", {"opponents": ["wanderer"], "as-usual": "1"}).status_code == 503
    assert (page.status_code, part.status_code) == (503, 200)
    for answer in (page, part):
        assert "The server is busy" in answer.content.decode()
        assert f'name="answers" value="{move["answers"]}"' in answer.content.decode()
    assert client.post(address(practice_game), move).status_code == 302
    assert len(PracticeGame.objects.get().events) > len(practice_game.events)


@pytest.mark.django_db(transaction=True)
def test_whoever_waits_for_room_keeps_no_page_from_the_database(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_slots, "PATIENCE", 60)
    practice_game = begins(client)
    move = first_move(practice_game)
    before = others()

    def send() -> int:
        try:
            return client.post(address(practice_game), move).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as browser:
        with every_table():
            answer = browser.submit(send)
            assert eventually_nobody_else_asks(before)
            assert not answer.done()
        assert answer.result() == 302


def others() -> set[int]:
    """The connections to the database but for this one."""
    with connection.cursor() as cursor:
        cursor.execute(OTHERS)
        return {pid for (pid,) in cursor.fetchall()}


def eventually_nobody_else_asks(before: set[int]) -> bool:
    """Whether, for half a second, the database has no connection that it had not `before`."""
    until, quiet = monotonic() + 60, 0
    while monotonic() < until and quiet < 10:
        quiet = 0 if others() - before else quiet + 1
        sleep(0.05)
    return quiet == 10
