"""For any sequence of results, stepwise ratings equal those computed from scratch, and the predicted changes."""

import threading
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from league.accounts.models import Player
from league.competition.ratings.elo import START
from league.competition.ratings.system import Rating
from league.ratings.models import Checkpoint, Fold
from league.ratings.queries import systems_of
from league.ratings.recompute import recompute_fold, stored_content
from league.ratings.services import drop_fold, fold_pool
from league.ratings.what_if import preview_of
from league.results.consequences import Change, correction_of, entry_of
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Pool, Result
from league.results.queries import Chain, chain_of
from league.results.services.corrections import correct_result, withdraw_result
from tests.league.ledger import FIRST_EVENING, a_pool, bots, enter, table

pytestmark = pytest.mark.django_db

WHY = "The sheet was read upside down."
Marks = Sequence[int]


def happenings() -> st.SearchStrategy[list[tuple[Any, ...]]]:
    """Results of some evening, late ones among them, corrections and withdrawals of the n-th, folds by many chunks."""
    seats = st.permutations(range(6)).flatmap(lambda order: st.integers(2, 5).map(lambda size: order[:size]))
    marks = st.lists(st.integers(1, 3), min_size=5, max_size=5)
    which = st.integers(0, 40)
    entering = st.tuples(st.just("enter"), seats, marks, st.integers(0, 9))
    correcting = st.tuples(st.just("correct"), which, seats, marks)
    withdrawing = st.tuples(st.just("withdraw"), which)
    folding = st.tuples(st.just("fold"), st.integers(1, 7))
    step = st.one_of(entering, entering, correcting, withdrawing, folding)
    return st.lists(step, min_size=8, max_size=24)


class Clerk:
    """Does to a pool of bots what is drawn, and looks each time whether it comes out as it was foreseen.

    Two of the seven are found out to be one on the way; they never sat at one table.
    """

    def __init__(self, system: str) -> None:
        self.pool = a_pool(Player.Kind.BOT)
        self.pool.rating_system = system
        self.pool.save()
        self.players = bots(7)
        self.subjects: list[Result] = []
        self.every = 3

    def enter(self, seats: Sequence[int], marks: Marks, day: int) -> None:
        sitting = [self.players[6 if seat == 5 and day % 2 else seat] for seat in seats]
        entry = table(*sitting, places=_places(marks[: len(seats)]), at=FIRST_EVENING + timedelta(days=day))
        self._foresee(entry_of(self.pool, entry), lambda: self.subjects.extend(enter(self.pool, entry)))

    def correct(self, which: int, seats: Sequence[int], marks: Marks) -> None:
        if not self.subjects:
            return
        chain = self._chain(which)
        sat = tuple(
            SeatResult(self.players[seat].pk, 9 - place, place)
            for seat, place in zip(seats, _places(marks[: len(seats)]), strict=True)
        )
        if chain.seats == sat and not chain.is_withdrawn:
            return
        change = correction_of(chain, ResultDraft(chain.subject, sat))
        self._foresee(change, lambda: correct_result(result=chain.now, seats=sat, reason=WHY, by=None))

    def withdraw(self, which: int) -> None:
        chain = self._chain(which) if self.subjects else None
        if chain is None or chain.is_withdrawn:
            return
        change = correction_of(chain, ResultDraft(chain.subject, (), "withdrawn"))
        self._foresee(change, lambda: withdraw_result(result=chain.now, reason=WHY, by=None))

    def merge(self) -> None:
        Player.objects.filter(pk=self.players[6].pk).update(merged_into=self.players[5])

    def fold(self, every: int = 0) -> None:
        self.every = every or self.every
        fold_pool(pool_id=self.pool.pk, checkpoint_every=self.every)

    def _chain(self, which: int) -> Chain:
        return chain_of(self.subjects[which % len(self.subjects)].subject)

    def _foresee(self, change: Change, act: Callable[[], object]) -> None:
        foreseen = preview_of(self.pool, [change])
        act()
        assert dict(foreseen.after) == standings(self.pool)


def standings(pool: Pool) -> dict[int, Rating]:
    """Where everybody stands by the system that orders the pool, as the ledger is now."""
    rows = recompute_fold(pool.pk, pool.rating_system).ratings
    return {row.player: Rating(row.value, row.uncertainty, row.games, row.is_provisional) for row in rows}


def _places(marks: Marks) -> list[int]:
    return [1 + sum(other < mark for other in marks) for mark in marks]


@pytest.mark.long
@pytest.mark.parametrize("system", ["elo", "weng-lin", "maximum-likelihood"])
@given(steps=happenings(), merge_after=st.integers(0, 24))
@example(steps=[], merge_after=0)  # a pool without results
@settings(max_examples=12, derandomize=True, suppress_health_check=list(HealthCheck))
def test_steps_scratch_and_preview_are_the_same(system: str, steps: list[tuple[Any, ...]], merge_after: int) -> None:
    with transaction.atomic():
        clerk = Clerk(system)
        for name, *details in [*steps[:merge_after], ("merge",), *steps[merge_after:]]:
            act: Callable[..., None] = getattr(clerk, name)
            act(*details)
        clerk.fold()
        pool = clerk.pool
        slugs = [system.slug for system in systems_of(pool)]
        stepwise = {slug: stored_content(pool.pk, slug) for slug in slugs}
        anew = {slug: recompute_fold(pool.pk, slug) for slug in slugs}
        drop_fold(pool_id=pool.pk)
        fold_pool(pool_id=pool.pk, checkpoint_every=clerk.every)
        dropped = {slug: stored_content(pool.pk, slug) for slug in slugs}
        transaction.set_rollback(True)
    assert stepwise == anew == dropped
    assert sum(row.value - START for row in stepwise["elo"].ratings) == 0


def by_every_system(pool: Pool) -> bool:
    return all(stored_content(pool.pk, one.slug) == recompute_fold(pool.pk, one.slug) for one in systems_of(pool))


def test_the_oldest_of_many_is_corrected(cast: list[Player]) -> None:
    pool = a_pool()
    oldest, *_ = enter(pool, *(table(*cast[at % 3 : at % 3 + 3]) for at in range(300)))
    fold_pool(pool_id=pool.pk, checkpoint_every=40)
    generation = Fold.objects.get(pool=pool, system="elo").generation
    turned = tuple(SeatResult(player.pk, at, 4 - at) for at, player in enumerate(cast[:3], 1))
    correct_result(result=oldest, seats=turned, reason=WHY, by=None)
    fold_pool(pool_id=pool.pk, checkpoint_every=40)
    assert by_every_system(pool)
    assert Fold.objects.get(pool=pool, system="elo").generation == generation + 1
    assert Checkpoint.objects.filter(fold__pool=pool, fold__system="elo").count() == 7


def test_the_first_result_of_a_pool_is_withdrawn_and_put_back(cast: list[Player]) -> None:
    pool = a_pool()
    (first,) = enter(pool, table(*cast[:2]))
    fold_pool(pool_id=pool.pk)
    before = {one.slug: stored_content(pool.pk, one.slug) for one in systems_of(pool)}
    gone = withdraw_result(result=first, reason=WHY, by=None)
    fold_pool(pool_id=pool.pk)
    assert [stored_content(pool.pk, slug).ratings for slug in before] == [()] * len(before)
    correct_result(result=gone, seats=chain_of(first.subject).seats, reason="It was played.", by=None)
    fold_pool(pool_id=pool.pk)
    assert {slug: stored_content(pool.pk, slug).ratings for slug in before} == {
        slug: it.ratings for slug, it in before.items()
    }
    assert by_every_system(pool)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_results_are_corrected_and_entered_late_while_others_fold(cast: list[Player]) -> None:
    pool = a_pool()
    old = enter(pool, *(table(*cast[:3], at=FIRST_EVENING + timedelta(days=at)) for at in range(30)))
    stop = threading.Event()

    def folding() -> None:
        while not stop.is_set():
            fold_pool(pool_id=pool.pk, checkpoint_every=7)
        connection.close()

    folders = [threading.Thread(target=folding) for _ in range(2)]
    for folder in folders:
        folder.start()
    for at, result in enumerate(old):
        if at % 3 == 2:
            withdraw_result(result=result, reason=WHY, by=None)
        else:
            turned = tuple(SeatResult(player.pk, seat, 4 - seat) for seat, player in enumerate(cast[:3], 1))
            correct_result(result=result, seats=turned, reason=WHY, by=None)
        enter(pool, table(cast[3], cast[at % 3], at=FIRST_EVENING + timedelta(days=30 - at)))
    stop.set()
    for folder in folders:
        folder.join()
    fold_pool(pool_id=pool.pk, checkpoint_every=7)
    assert by_every_system(pool)
    assert sum(row.value - START for row in stored_content(pool.pk, "elo").ratings) == 0
