"""How steps are written: many at once, and none is lost between."""

import numpy as np
import pytest

from league.ratings.fold_rows import STEPS_AT_ONCE, StepWriter
from league.ratings.models import RatingStep

FOLD, PLAYER = 7, 3


def steps(first: int, count: int) -> "np.ndarray[tuple[int, ...], np.dtype[np.int64]]":
    """So many steps of one player, from an ordinal on."""
    rows = np.ones((count, 8), np.int64)
    rows[:, 0], rows[:, 1] = PLAYER, np.arange(first, first + count)
    return rows


def written() -> int:
    return RatingStep.objects.filter(fold_id=FOLD).count()


@pytest.mark.django_db
def test_steps_are_written_once_there_are_many_and_the_rest_when_all_is_told() -> None:
    writer = StepWriter(FOLD)
    writer.add(steps(1, STEPS_AT_ONCE - 1))
    assert written() == 0
    writer.add(steps(STEPS_AT_ONCE, 2))
    assert written() == STEPS_AT_ONCE + 1
    writer.add(steps(STEPS_AT_ONCE + 2, 3))
    assert written() == STEPS_AT_ONCE + 1
    writer.flush()
    writer.flush()
    assert written() == STEPS_AT_ONCE + 4
