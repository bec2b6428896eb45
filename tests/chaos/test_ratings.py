"""A process is killed during a rating update, or an old result is corrected: ratings match results byte for byte."""

import pytest

from games.matches.queueing import LeaseSettings
from games.matches.worker import run_batch
from league.ratings.queries import systems_of
from league.ratings.recompute import FoldContent, recompute_fold, stored_content
from league.ratings.services import drop_fold, fold_pool
from league.results.drafts import SeatResult
from league.results.models import Pool, Result
from league.results.services.corrections import correct_result, withdraw_result
from tests.chaos.checking import examine
from tests.chaos.conftest import Hire
from tests.chaos.gates import RATING, gate
from tests.games.factories import blocks, ids_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pool(redis_url: str) -> Pool:
    """A pool of a dozen results, folded."""
    play()
    made = Pool.objects.get()
    fold_pool(pool_id=made.pk)
    return made


def play() -> None:
    """Play a dozen matches more."""
    run_batch(ids_of(blocks(6)), terms=LeaseSettings())


def correct_the_oldest() -> None:
    """Find out that the oldest result that was no tie was the other way round."""
    for result in Result.objects.filter(supersedes=None, superseded_by=None).order_by("number"):
        here, there = result.seats.all()
        if here.points != there.points:
            seats = (
                SeatResult(here.player_id, there.points, there.place),
                SeatResult(there.player_id, here.points, here.place),
            )
            correct_result(result=result, seats=seats, reason="The other way round.", by=None)
            return


def as_stored(pool: Pool) -> list[FoldContent]:
    """What is stored of every system."""
    return [stored_content(pool.pk, system.slug) for system in systems_of(pool)]


def from_the_beginning(pool: Pool) -> list[FoldContent]:
    """What every system makes of the whole ledger."""
    return [recompute_fold(pool.pk, system.slug) for system in systems_of(pool)]


def test_an_old_result_corrected_while_somebody_folds_counts_at_its_place(pool: Pool, hire: Hire) -> None:
    play()
    with gate(*RATING) as closed:
        folds = hire("folds", lambda: fold_pool(pool_id=pool.pk))
        closed.await_somebody()
        correct_the_oldest()
        closed.open()
        folds.join()
    fold_pool(pool_id=pool.pk)
    assert as_stored(pool) == from_the_beginning(pool)
    assert examine(attempts=1) == {}


def test_whoever_is_killed_in_the_middle_of_a_refold_leaves_the_ratings_as_they_were(pool: Pool, hire: Hire) -> None:
    before = as_stored(pool)
    correct_the_oldest()
    with gate(*RATING) as closed:
        folds = hire("folds", lambda: fold_pool(pool_id=pool.pk))
        closed.await_somebody()
        folds.kill()
        closed.cut_off()
    assert as_stored(pool) == before
    fold_pool(pool_id=pool.pk)
    assert as_stored(pool) == from_the_beginning(pool) != before


def test_a_ledger_folded_anew_comes_to_the_same_bytes(pool: Pool) -> None:
    correct_the_oldest()
    withdraw_result(result=Result.objects.get(number=5), reason="Nobody sat there.", by=None)
    fold_pool(pool_id=pool.pk)
    before = as_stored(pool)
    drop_fold(pool_id=pool.pk)
    fold_pool(pool_id=pool.pk)
    assert as_stored(pool) == before == from_the_beginning(pool)
