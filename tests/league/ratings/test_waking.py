"""Folds are woken once for many announcements, and never lost."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import Settings

from league.accounts.models import Player
from league.common.redis_client import broker
from league.ratings import tasks
from league.ratings.models import Fold, Rating
from league.ratings.queries import folds_of, is_behind, pools_behind, systems_of
from league.ratings.services import (
    FIT,
    FOLD,
    FoldStatus,
    enqueue_fold,
    fit_once,
    fit_pool,
    fold_chunk,
    fold_pool,
    start_cooldown,
)
from league.results.models import Pool
from league.tournaments.tasks import after_results
from tests.concurrency import at_once
from tests.league.ledger import a_pool, bots, enter, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pool(redis_url: str) -> Pool:
    return a_pool()


def messages(task: str = FOLD) -> int:
    """How many folds wait in the queue; others wait there too."""
    waiting: list[str] = broker().lrange("ratings", 0, -1)  # type: ignore[assignment]  # redis types answers for both its clients
    return sum(f'"task": "{task}"' in message for message in waiting)


def test_many_results_of_a_pool_send_one_message(pool: Pool, cast: list[Player]) -> None:
    for _ in range(5):
        enter(pool, table(*cast))
    assert messages(after_results.name) == 1


def test_once_results_are_being_processed_the_next_result_sends_a_message(pool: Pool, cast: list[Player]) -> None:
    enter(pool, table(*cast))
    after_results(pool.pk)
    assert not is_behind(pool.pk)
    enter(pool, table(*cast))
    assert messages(after_results.name) == 2


def test_the_sweep_finds_what_a_lost_message_left_behind(pool: Pool, cast: list[Player]) -> None:
    with transaction.atomic():
        enter(pool, table(*cast))
    broker().flushall()
    tasks.sweep()
    assert messages() == 1
    tasks.fold(pool.pk)
    broker().flushall()
    tasks.sweep()
    assert messages() == 0


def test_a_pool_is_behind_until_every_system_of_it_is_folded(pool: Pool, cast: list[Player]) -> None:
    enter(pool, table(*cast))
    systems = [system.slug for system in systems_of(pool)]
    for system in systems:
        assert pools_behind() == [pool.pk]
        fold_chunk(pool_id=pool.pk, system=system)
        assert not is_behind(pool.pk, system)
    assert pools_behind() == []


def test_another_system_for_the_leaderboard_needs_no_fold(pool: Pool, cast: list[Player]) -> None:
    enter(pool, table(*cast))
    fold_pool(pool_id=pool.pk)
    last = systems_of(pool)[-1].slug
    Pool.objects.filter(pk=pool.pk).update(rating_system=last)
    assert not is_behind(pool.pk)
    pool.refresh_from_db()
    assert folds_of(pool)[0].folded_count == 1
    assert folds_of(pool)[0].system == systems_of(pool)[0].slug == last


@pytest.fixture
def _redis_is_away(settings: Settings) -> Iterator[None]:
    """An address where nobody answers."""
    settings.REDIS_URL = "redis://127.0.0.1:1"
    broker.cache_clear()
    yield
    broker.cache_clear()


@pytest.mark.usefixtures("_redis_is_away")
def test_without_redis_results_are_entered_and_folded_all_the_same(pool: Pool, cast: list[Player]) -> None:
    enter(pool, table(*cast))
    enqueue_fold(pool.pk)
    tasks.fold(pool.pk)
    assert not is_behind(pool.pk)


def test_a_fold_of_bots_wakes_one_fit_which_leaves_nothing_behind(redis_url: str) -> None:
    pool, players = a_pool("bot"), bots(4)
    for _ in range(3):
        enter(pool, table(*players))
        tasks.fold(pool.pk)
    assert messages(FIT) == 1
    assert pools_behind() == [pool.pk]
    tasks.fit(pool.pk)
    tasks.fit(pool.pk)
    assert pools_behind() == []
    assert Fold.objects.get(pool=pool, system="maximum-likelihood").revision == 1


def test_under_steady_play_a_fit_rests_between_runs_and_the_sweep_finds_it_again(redis_url: str) -> None:
    pool, players = a_pool("bot"), bots(4)
    enter(pool, table(*players))
    tasks.fold(pool.pk)
    tasks.fit(pool.pk)
    for _ in range(3):
        enter(pool, table(*players))
        tasks.fold(pool.pk)
    assert messages(FIT) == 1
    broker().flushall()  # as if the rest were over; nobody enters anything more
    tasks.sweep()
    assert messages(FOLD) == 1
    tasks.fold(pool.pk)
    assert messages(FIT) == 1


@pytest.mark.parametrize("other", [0, 1], ids=["after its rest", "while another pool rests"])
def test_a_fit_is_sent_for_at_once(redis_url: str, other: int) -> None:
    pool, players = a_pool("bot"), bots(4)
    start_cooldown(pool.pk + other)
    if not other:
        broker().flushall()  # as if the rest were over
    enter(pool, table(*players))
    tasks.fold(pool.pk)
    assert messages(FIT) == 1


def test_results_are_folded_at_once_while_the_fit_rests(redis_url: str) -> None:
    pool = a_pool("bot")
    start_cooldown(pool.pk)
    enqueue_fold(pool.pk)
    assert (messages(FOLD), messages(FIT)) == (1, 0)


def test_people_have_no_fit(pool: Pool, cast: list[Player]) -> None:
    enter(pool, table(*cast))
    tasks.fold(pool.pk)
    assert messages(FIT) == 0


def test_a_fit_waits_for_the_fold_that_it_is_read_off(redis_url: str) -> None:
    pool, players = a_pool("bot"), bots(4)
    enter(pool, table(*players))
    assert fit_once(pool_id=pool.pk, system="maximum-likelihood") == FoldStatus.WAITS_FOR_ELO
    fit_pool(pool_id=pool.pk)
    assert not Rating.objects.exists()
    fold_pool(pool_id=pool.pk)
    assert pools_behind() == []


def test_who_comes_second_leaves_it_to_the_one_who_folds(pool: Pool, cast: list[Player]) -> None:
    enter(pool, table(*cast))
    with transaction.atomic():
        fold_chunk(pool_id=pool.pk, system="elo")
        assert at_once(lambda: fold_chunk(pool_id=pool.pk, system="elo")) == [FoldStatus.LOCKED]


def test_a_merge_puts_a_pool_behind_until_it_is_folded(pool: Pool, cast: list[Player]) -> None:
    enter(pool, table(*cast[:2]))
    fold_pool(pool_id=pool.pk)
    Player.objects.filter(pk=cast[0].pk).update(merged_into=cast[2])
    assert is_behind(pool.pk)
    fold_pool(pool_id=pool.pk)
    assert not is_behind(pool.pk)
