"""A remote bot keeps its seat for the whole match, and none of its next matches waits for the worker of another."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from pytest_django import Settings

from engine.core.bot import Bot, Budget
from engine.core.game import Event
from games.bots.models import RemoteBot
from games.bots.remote.mailbox import TABLE_SECONDS, bot_key, slug_of
from games.bots.remote.remote_player import run_remote
from games.bots.version_slugs import slug_of as slug_of_version
from games.matches import worker
from games.matches.models import Match
from games.matches.run_match import SeatSetup
from games.matches.services import BlockOrder, Rotation, create_block
from games.matches.strategy_registry import strategy
from league.common.redis_client import broker
from tests.games.bots.factories import author, bot_by, passed
from tests.games.bots.remote.factories import GAME, match_of, remote_bot
from tests.games.factories import TERMS

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def curlew() -> RemoteBot:
    """Hamish's, whose program is not connected."""
    return remote_bot(author("Hamish"), "Curlew")


class Slow:
    """A built-in bot that takes nearly as long for each move as a seat is kept."""

    slug = "wanderer"
    version = 1
    summary = ""
    games: tuple[str, ...] = ()

    def __init__(self, key: str) -> None:
        self._key = key
        self.lives: list[int] = []
        """How many seconds the seat was kept yet when it began each move."""

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
        self.lives.append(int(broker().ttl(self._key)))
        broker().expire(self._key, 1)
        return strategy(self.slug).choose(view, legal, budget, rng)


def test_it_keeps_its_seat_while_others_think(
    curlew: RemoteBot, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.REMOTE_AWAY_SECONDS = 0.05  # then nothing more is asked of it
    monkeypatch.setattr(worker, "LOOK_EVERY", 0.0)
    slow = Slow(bot_key(curlew.public_id, "table"))

    def find(slug: str) -> Bot:
        return slow if slug == slow.slug else strategy(slug)

    assert run_remote([match_of(curlew).pk], terms=TERMS, find=find) == 1
    assert len(slow.lives) > 5
    assert min(slow.lives) > TABLE_SECONDS / 2


class Usurped(Slow):
    """A built-in bot that moves so late that another table has taken the seat of the remote bot."""

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
        broker().set(self._key, "another", ex=TABLE_SECONDS // 2)
        return super().choose(view, legal, budget, rng)


def test_a_match_whose_seat_another_table_took_stops_and_waits(
    curlew: RemoteBot, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.REMOTE_AWAY_SECONDS = 0.05  # then nothing more is asked of it
    monkeypatch.setattr(worker, "LOOK_EVERY", 0.0)
    match, key = match_of(curlew), bot_key(curlew.public_id, "table")
    usurped = Usurped(key)

    def find(slug: str) -> Bot:
        return usurped if slug == usurped.slug else strategy(slug)

    assert run_remote([match.pk], terms=TERMS, find=find) == 0
    assert Match.objects.get(pk=match.pk).status == Match.Status.QUEUED
    assert len(usurped.lives) == 1
    assert broker().get(key) == "another"


def match_with_an_uploaded_bot(curlew: RemoteBot) -> Match:
    """A match of the queue `mixed`, whose worker does not run."""
    grouse = passed(bot_by(author("Morag"), "Grouse"))
    seat_setups = (
        SeatSetup(curlew.player_id, slug_of(curlew.public_id), 0),
        SeatSetup(grouse.bot.player_id, slug_of_version(grouse.public_id), 0),
    )
    return Match.objects.get(block=create_block(order=BlockOrder(game=GAME, rotations=(Rotation(seats=seat_setups),))))


def test_after_a_match_the_next_of_each_queue_is_published(curlew: RemoteBot) -> None:
    first = match_of(curlew)
    Match.objects.filter(pk=first.pk).update(status=Match.Status.CANCELLED)
    match_with_an_uploaded_bot(curlew)
    match_of(curlew)
    broker().delete("remote", "mixed")
    for _each in range(2):
        assert run_remote([first.pk], terms=TERMS) == 0
    assert (broker().llen("remote"), broker().llen("mixed")) == (2, 2)


def test_a_queue_that_nobody_empties_does_not_grow_for_ever(curlew: RemoteBot) -> None:
    waiting = match_with_an_uploaded_bot(curlew)
    for _each in range(4):
        run_remote([waiting.pk], terms=replace(TERMS, waiting_messages=2))
    assert broker().llen("mixed") == 2
