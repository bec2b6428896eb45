"""The fold of a ledger: the same bytes, however it came about."""

import dataclasses
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Model

from league.accounts.models import Player
from league.competition.ratings.elo import START
from league.ratings.models import Checkpoint, Fold, Rating, RatingStep
from league.ratings.queries import systems_of
from league.ratings.services import drop_fold, fold_pool
from league.results.drafts import SeatResult
from league.results.models import Pool, Result
from tests.league.ledger import FIRST_EVENING, a_pool, enter, supersede, table

pytestmark = pytest.mark.django_db

EVERY = 4
"""Checkpoints come soon in these tests, so that short ledgers have several."""


@pytest.fixture
def pool() -> Pool:
    return a_pool()


def fold(pool: Pool) -> None:
    fold_pool(pool_id=pool.pk, checkpoint_every=EVERY)


def everything(pool: Pool, system: str) -> dict[str, Any]:
    """All that is folded of a pool by a system, but for how often it was."""
    fold = Fold.objects.get(pool=pool, system=system)
    ratings = Rating.objects.filter(fold=fold, generation=fold.generation).order_by("player")
    steps = RatingStep.objects.filter(fold=fold).order_by("player", "ordinal")
    return {
        "fold": (bytes(fold.state), fold.folded_number, fold.folded_count, fold.last_played_at, fold.last_number),
        "ratings": list(ratings.values_list(*columns_of(Rating))),
        "steps": list(steps.values_list(*columns_of(RatingStep))),
        "checkpoints": [
            (point.count, point.played_at, point.number, bytes(point.state))
            for point in Checkpoint.objects.filter(fold=fold).order_by("count")
        ],
    }


def columns_of(model: type[Model]) -> list[str]:
    return [column.attname for column in model._meta.concrete_fields if column.attname not in ("fold_id", "generation")]


def by_every_system(pool: Pool) -> dict[str, Any]:
    return {system.slug: everything(pool, system.slug) for system in systems_of(pool)}


def from_scratch(pool: Pool) -> dict[str, Any]:
    drop_fold(pool_id=pool.pk)
    fold(pool)
    return by_every_system(pool)


def test_a_result_makes_a_step_and_a_rating_for_every_player(pool: Pool, cast: list[Player]) -> None:
    morag, hamish, senga, *_ = cast
    enter(pool, table(morag, hamish, senga))
    fold(pool)
    ratings = {rating.player: rating for rating in Rating.objects.filter(fold__system="elo").select_related("player")}
    assert [ratings[player].value for player in cast[:3]] == [1_520_000, 1_500_000, 1_480_000]
    assert (ratings[morag].wins, ratings[morag].games, ratings[morag].form) == (1, 1, "y")
    assert (ratings[hamish].change, ratings[hamish].form, ratings[hamish].is_provisional) == (0, "m", True)
    step = RatingStep.objects.get(player=senga, fold__system="elo")
    assert (step.before, step.after, step.ordinal, step.games) == (1_500_000, 1_480_000, 1, 1)


def test_the_order_is_that_of_playing_not_of_entering(cast: list[Player]) -> None:
    morag, hamish, senga, *_ = cast
    tables = [table(morag, hamish, at=FIRST_EVENING), table(hamish, senga, at=FIRST_EVENING + timedelta(days=7))]
    straight, crossed = a_pool(seats=2), a_pool()
    enter(straight, *tables)
    for late in reversed(tables):
        enter(crossed, dataclasses.replace(late, subject=late.subject.__class__(int=late.subject.int ^ 1)))
        fold(crossed)
    fold(straight)
    assert values(straight) == values(crossed)
    assert Fold.objects.get(pool=crossed, system="elo").generation == 2


def values(pool: Pool) -> dict[int, int]:
    fold = Fold.objects.get(pool=pool, system="elo")
    return dict(Rating.objects.filter(fold=fold, generation=fold.generation).values_list("player", "value"))


def test_a_result_that_is_not_rated_stands_in_the_history_and_moves_nothing(pool: Pool, cast: list[Player]) -> None:
    morag, hamish, *_ = cast
    enter(pool, dataclasses.replace(table(morag, hamish), is_rated=False))
    fold(pool)
    assert Rating.objects.count() == 0
    assert (
        list(RatingStep.objects.filter(fold__system="elo").values_list("before", "after", "games"))
        == [(START, START, 0)] * 2
    )


def test_a_correction_counts_at_the_old_place(pool: Pool, cast: list[Player]) -> None:
    morag, hamish, senga, *_ = cast
    wrong, *_ = enter(pool, table(morag, hamish), *(table(hamish, senga) for _ in range(9)))
    fold(pool)
    supersede(wrong, SeatResult(hamish.pk, 40, 1), SeatResult(morag.pk, 30, 2))
    fold(pool)
    first = RatingStep.objects.get(player=morag, fold__system="elo")
    assert (first.before, first.after) == (1_500_000, 1_480_000)
    assert by_every_system(pool) == from_scratch(pool)


def test_of_several_corrections_the_last_counts(pool: Pool, cast: list[Player]) -> None:
    morag, hamish, *_ = cast
    (first,) = enter(pool, table(morag, hamish))
    second = supersede(first, SeatResult(hamish.pk, 40, 1), SeatResult(morag.pk, 30, 2))
    supersede(second, SeatResult(hamish.pk, 40, 1), SeatResult(morag.pk, 40, 1))
    fold(pool)
    assert values(pool) == {morag.pk: START, hamish.pk: START}


def test_a_withdrawn_result_leaves_no_trace_in_the_ratings(pool: Pool, cast: list[Player]) -> None:
    morag, hamish, senga, *_ = cast
    only_one_of_morag, *_ = enter(pool, table(morag, hamish), *(table(hamish, senga) for _ in range(5)))
    fold(pool)
    supersede(only_one_of_morag, how=Result.How.WITHDRAWN)
    fold(pool)
    assert morag.pk not in values(pool)
    assert not RatingStep.objects.filter(player=morag).exists()
    assert by_every_system(pool) == from_scratch(pool)


def test_a_merged_player_is_read_as_the_one_who_stands_for_both(pool: Pool, cast: list[Player]) -> None:
    morag, hamish, senga, *_ = cast
    enter(pool, table(senga, hamish), table(morag, hamish), table(senga, hamish))
    fold(pool)
    Player.objects.filter(pk=morag.pk).update(merged_into=senga)
    fold(pool)
    assert set(values(pool)) == {hamish.pk, senga.pk}
    assert RatingStep.objects.filter(player=senga, fold__system="elo").count() == 3
    assert by_every_system(pool) == from_scratch(pool)


def test_a_refold_goes_no_further_back_than_it_must(pool: Pool, cast: list[Player]) -> None:
    morag, hamish, *_ = cast
    results = enter(pool, *(table(morag, hamish) for _ in range(10)))
    fold(pool)
    early = list(Checkpoint.objects.filter(count=EVERY).values_list("pk", "played_at"))
    supersede(results[6], SeatResult(hamish.pk, 9, 1), SeatResult(morag.pk, 8, 2))
    RatingStep.objects.filter(player=morag, ordinal=6).update(uncertainty=1)  # would be mended if it were written again
    fold(pool)
    assert RatingStep.objects.get(player=morag, ordinal=6, fold__system="elo").uncertainty == 1
    assert list(Checkpoint.objects.filter(count=EVERY).values_list("pk", "played_at")) == early


def test_folding_again_does_nothing(pool: Pool, cast: list[Player]) -> None:
    enter(pool, table(*cast))
    fold(pool)
    before = list(Fold.objects.order_by("pk").values())
    fold(pool)
    assert list(Fold.objects.order_by("pk").values()) == before
