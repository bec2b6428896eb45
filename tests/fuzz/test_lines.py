"""Whatever a program writes and whatever a remote bot posts: a fault, a refusal or a move, and everybody lives on."""

import json
from contextlib import suppress
from random import Random

import pytest

from engine.sandbox import bare
from engine.sandbox.faults import BotFault
from engine.sandbox.wire import answer_to
from games.bots.models import RemoteBot
from tests.engine.sandbox.programs import match, seated
from tests.fuzz.garbling import garbled, how_many
from tests.games.bots.factories import author
from tests.games.bots.remote.factories import match_of, remote_bot, token_of
from tests.games.bots.remote.test_by_wire import Line, Played, fault_in

REQUEST = "0123456789abcdef"
LINES = 10_000
WRITES = """
import os, sys
def choose(view, legal, budget, rng):
    request = sys._getframe(2).f_locals["request"].encode()
    os.write(1, {line!r}.replace(b"REQUEST", request))
    sys.exit()
"""


def test_a_line_of_a_program_is_a_place_or_a_fault() -> None:
    rng = Random("lines")
    for _ in range(how_many(LINES)):
        with suppress(BotFault):
            assert 0 <= answer_to(REQUEST, garbled(f"{REQUEST} {rng.randrange(40)}\n".encode(), rng)) < 100_000


def test_whatever_a_program_writes_its_match_is_played_to_the_end_of_its_turn() -> None:
    rng = Random("programs")
    for _ in range(how_many(25)):
        line = garbled(b"REQUEST 0\n", rng)
        with suppress(BotFault), seated(WRITES.format(line=line).encode(), bare.start) as bot:
            match(bot)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.django_db(transaction=True)
def test_whatever_a_remote_bot_posts_is_answered_and_it_plays_on_afterwards(live_site: str) -> None:
    rng = Random("answers")
    morag = author()
    bot = remote_bot(morag)
    line = Line(live_site, bot, token_of(morag))
    line.next("hello")
    with line.stream:
        left = how_many(150)
        while left > 0:
            left -= _match_full_of_garbage(bot, line, rng, left)
        assert _match_full_of_garbage(bot, line, rng, 0) == 0


def _match_full_of_garbage(bot: RemoteBot, line: Line, rng: Random, most: int) -> int:
    """A match in which the bot posts up to so many lines of nonsense before its answers; returns how many."""
    worker = Played(match_of(bot))
    sent = 0
    for told in line.lines():
        if told["type"] == "end":
            break
        if told["type"] != "move":
            continue
        for _ in range(min(20, most - sent)):
            status, _ = line.post(garbled(json.dumps({"id": told["id"], "move": rng.randrange(9)}).encode(), rng))
            assert status < 500
            sent += 1
        line.post({"id": told["id"], "move": 0})
    played = worker.over()
    assert played.status == played.Status.DONE
    assert sent or fault_in(played) == ""
    return sent
