"""Where a refold may begin, and how much a fold does at once."""

from random import Random

import pytest

from league.accounts.models import Player
from league.ratings.checkpoints import is_stored
from league.ratings.models import Checkpoint, Fold
from league.ratings.recompute import recompute_fold, stored_content
from league.ratings.services import FoldStatus, drop_fold, fold_chunk, fold_pool
from league.results.drafts import SeatResult
from league.results.models import Pool
from league.results.services.corrections import correct_result
from tests.league.ledger import a_pool, bots, enter, table

EVERY = 4


def counts(pool: Pool) -> list[int]:
    return list(
        Checkpoint.objects.filter(fold__pool=pool, fold__system="elo").order_by("count").values_list("count", flat=True)
    )


def test_a_refold_goes_over_at_most_a_third_more_than_it_must() -> None:
    for length in (7, 96, 1_000):
        kept = [0, *(count for count in range(EVERY, length + 1, EVERY) if is_stored(count, length, EVERY))]
        for place in range(length):
            start = max(count for count in kept if count <= place)
            assert 3 * (length - start) <= 4 * (length - place) + 4 * EVERY


def test_what_a_longer_ledger_keeps_a_shorter_one_has_kept() -> None:
    for count in range(EVERY, 400, EVERY):
        kept = [is_stored(count, length, EVERY) for length in range(count, 2_000)]
        assert kept == sorted(kept, reverse=True)


def test_a_long_ledger_has_few_checkpoints() -> None:
    lengths = [EVERY * 2**power for power in range(3, 12)]
    many = [sum(is_stored(count, length, EVERY) for count in range(EVERY, length + 1, EVERY)) for length in lengths]
    assert many == list(range(8, 8 + 4 * len(lengths), 4))


@pytest.mark.django_db
def test_the_same_checkpoints_are_kept_however_the_ledger_grew(cast: list[Player]) -> None:
    pool, rng = a_pool(), Random(1)
    oldest, *_ = enter(pool, table(*cast[:3]))
    for evening in range(12):
        enter(pool, *(table(*rng.sample(cast, 3)) for _ in range(evening)))
        fold_pool(pool_id=pool.pk, checkpoint_every=EVERY)
    turned = tuple(SeatResult(player.pk, at, 4 - at) for at, player in enumerate(cast[:3], 1))
    correct_result(result=oldest, seats=turned, reason="The sheet was read wrongly.", by=None)
    fold_pool(pool_id=pool.pk, checkpoint_every=EVERY)
    grown = counts(pool)
    assert grown == [8, 16, 24, 32, 36, 40, 44, 48, 52, 56, 60, 64]
    drop_fold(pool_id=pool.pk)
    fold_pool(pool_id=pool.pk, checkpoint_every=EVERY)
    assert counts(pool) == grown


@pytest.mark.django_db
def test_a_transaction_takes_a_stretch_more_for_every_500_players() -> None:
    pool, players = a_pool(Player.Kind.BOT), bots(1_000)
    tables = [table(*players[5 * (at % 200) : 5 * (at % 200) + 5]) for at in range(400)]
    enter(pool, *tables)
    folded = []
    for expected in (FoldStatus.MORE_TO_DO, FoldStatus.UP_TO_DATE):
        assert fold_chunk(pool_id=pool.pk, system="elo", checkpoint_every=100) == expected
        folded.append(Fold.objects.get(pool=pool, system="elo").folded_count)
    assert folded == [300, 400]
    assert stored_content(pool.pk, "elo") == recompute_fold(pool.pk, "elo")


@pytest.mark.long
@pytest.mark.django_db
def test_what_a_large_pool_folds_at_once_comes_to_the_same() -> None:
    pool, players = a_pool(Player.Kind.BOT), bots(4_000)
    results = enter(pool, *(table(*players[5 * (at % 800) : 5 * (at % 800) + 5]) for at in range(1_200)))
    fold_pool(pool_id=pool.pk, checkpoint_every=20, fits=False)
    kept = [count for count in range(20, 1_201, 20) if is_stored(count, 1_200, 20)]
    assert counts(pool) == kept
    turned = tuple(SeatResult(player.pk, at, 6 - at) for at, player in enumerate(players[2_000:2_005], 1))
    correct_result(result=results[400], seats=turned, reason="The sheet was read wrongly.", by=None)
    fold_pool(pool_id=pool.pk, checkpoint_every=20, fits=False)
    assert counts(pool) == kept
    assert all(stored_content(pool.pk, system) == recompute_fold(pool.pk, system) for system in ("elo", "weng-lin"))
