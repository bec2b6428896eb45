"""Stored ratings match ratings computed again in memory."""

from random import Random

import pytest
from django.db.models import Model

from engine.core.game import places_by
from league.accounts.models import Player
from league.competition.ratings import systems_for
from league.competition.ratings.elo import ELO
from league.ratings.models import Fold, Rating, RatingStep
from league.ratings.pool_fold import Line, PoolFold, lines_of
from league.ratings.recompute import recompute_fold, stored_content
from league.ratings.services import fold_pool
from league.results.models import Pool, Result
from tests.league.ledger import a_pool, bots, enter, supersede, table

pytestmark = pytest.mark.django_db

every_system = pytest.mark.parametrize("system", [system.slug for system in systems_for(only_bots=True)])


@pytest.fixture
def pool() -> Pool:
    """Bots with a history that was corrected and merged, folded as it went."""
    pool, players = a_pool("bot"), bots(5)
    results = enter(pool, *(table(*players[at % 3 : at % 3 + 3]) for at in range(12)))
    fold_pool(pool_id=pool.pk, checkpoint_every=4)
    supersede(results[5], how=Result.How.WITHDRAWN)
    Player.objects.filter(pk=players[0].pk).update(merged_into=players[4])
    fold_pool(pool_id=pool.pk, checkpoint_every=4)
    return pool


@pytest.mark.parametrize("players", [6, 300])
def test_lines_at_once_come_to_what_they_come_to_one_by_one(players: int) -> None:
    rng, one, other = Random(players), PoolFold(ELO), PoolFold(ELO)
    for chunk in range(3):
        lines = [a_line(rng, 1_000 * chunk + at, players) for at in range(1_000)]
        assert one.take_all(lines_of(lines)).tolist() == [
            row for line in lines for row in other.take_all(lines_of([line])).tolist()
        ]
        assert one.standings() == other.standings()
        assert one.dump() == other.dump()


def a_line(rng: Random, number: int, players: int) -> Line:
    """A table of two to five, with shared places; some are not rated, some were withdrawn."""
    table = rng.sample(range(players), rng.choice([0, 2, 3, 4, 5]))
    marks = [rng.randrange(3) for _ in table]
    places = places_by(marks)
    return Line((number, number), number, bool(table) and rng.random() < 0.9, tuple(table), places)


@every_system
def test_before_the_first_fold_nothing_is_stored(system: str) -> None:
    pool = a_pool("bot")
    assert stored_content(pool.pk, system) == recompute_fold(pool.pk, system)
    enter(pool, table(*bots(3)))
    assert stored_content(pool.pk, system) != recompute_fold(pool.pk, system)


@pytest.mark.parametrize(
    ("rows", "figure"),
    [(Rating, "value"), (Rating, "games"), (RatingStep, "after"), (RatingStep, "uncertainty"), (Fold, "state")],
)
def test_every_stored_figure_is_held_against_its_own(rows: type[Model], figure: str, pool: Pool) -> None:
    altered = b"something else" if figure == "state" else 1
    assert rows._default_manager.all().update(**{figure: altered})
    assert stored_content(pool.pk, "elo") != recompute_fold(pool.pk, "elo")
