"""Contests take their turns, one after the other."""

from collections.abc import Callable

import structlog
from django.db.models import QuerySet

from games.contests.models import Contest
from league.shared.absence import is_absence

log = structlog.get_logger(__name__)


def each_alone(step: Callable[[int], int], contests: QuerySet[Contest]) -> int:
    """Take the step with each, by its key; returns the sum.

    One with which it fails keeps no other waiting, and is tried again the next time. Without the database nothing is.
    """
    return sum(_taken(step, pk) for pk in contests.values_list("pk", flat=True))


def _taken(step: Callable[[int], int], pk: int) -> int:
    try:
        return step(pk)
    except Exception as error:
        if is_absence(error):
            raise
        log.exception("a contest does not go on", contest=pk, step=step.__name__)
        return 0
