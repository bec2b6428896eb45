"""A database that was filled before Weng-Lin had an interval of its own, or today's, is folded again."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command

from league.ratings.models import Checkpoint, Fold, Rating, RatingStep
from league.ratings.selectors import pools_behind
from league.ratings.services import fold_pool, refolded, stored
from tests.league.ledger import a_pool, enter, people, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def newest() -> Iterator[None]:
    """Leave the tables as the newest migration makes them."""
    yield
    call_command("migrate", "ratings", verbosity=0)


@pytest.mark.usefixtures("newest")
@pytest.mark.parametrize("before", ["0003", "0004"])
def test_the_migration_has_weng_lin_folded_again_to_the_same_ratings_and_leaves_elo(before: str) -> None:
    pool, players = a_pool(), people(*"ABCDE")
    enter(pool, *(table(*players[at % 3 : at % 3 + 3]) for at in range(9)))
    fold_pool(pool_id=pool.pk, checkpoint_every=4)
    elo, weng_lin = stored(pool.pk, "elo"), stored(pool.pk, "weng-lin")
    call_command("migrate", "ratings", before, verbosity=0)
    call_command("migrate", "ratings", verbosity=0)
    assert Fold.objects.get().system == "elo"
    for cache in (Rating, RatingStep, Checkpoint):
        assert {fold for (fold,) in cache.objects.values_list("fold__system")} == {"elo"}
    assert stored(pool.pk, "elo") == elo
    assert list(pools_behind()) == [pool.pk]
    fold_pool(pool_id=pool.pk, checkpoint_every=4)
    assert stored(pool.pk, "weng-lin") == weng_lin == refolded(pool.pk, "weng-lin")
