"""The newest results of some pools."""

from collections.abc import Sequence
from functools import reduce

from django.db.models import QuerySet

from league.clubs.naming import with_any_short
from league.clubs.rules import Asker
from league.ratings.selectors.history import with_their_names
from league.results.models import Pool, Result
from league.results.naming import show_names_of_results


def latest_results_in(pools: Sequence[Pool], asker: Asker, most: int) -> list[Result]:
    """Return the newest played results of the pools, with seats and the names that the asker reads.

    A few are read from each pool by the index of its ledger, so that a ledger of a million results costs no more than
    a short one.
    """
    if not pools:
        return []
    newest = reduce(lambda one, other: one.union(other, all=True), [_newest_in(pool, most) for pool in pools])
    rows = with_any_short(Result.objects.filter(pk__in=newest), asker)
    rows = rows.select_related("pool__club", "entered_by__merged_into").prefetch_related(with_their_names())
    results = list(rows.order_by("-played_at", "-pk")[:most])
    show_names_of_results(results, asker)
    return results


def _newest_in(pool: Pool, most: int) -> "QuerySet[Result, int]":
    counting = Result.objects.filter(pool=pool, superseded_by=None, how=Result.How.PLAYED)
    return counting.order_by("-played_at", "-number").values_list("pk", flat=True)[:most]
