"""`manage.py refold` recomputes all ratings from the ledger; `--check` only compares them with the stored ones."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.ratings.queries import systems_of
from league.ratings.recompute import Comparison, compare
from league.ratings.services import drop_fold, fold_pool
from league.results.models import Pool
from league.results.queries import pools_named


class Command(BaseCommand):
    """Prints a line for each fold, and a total."""

    help = (
        "Recalculate all ratings from the results. With --check nothing is written: ratings are recalculated in memory "
        "and compared with the stored ones. Exit status 1 if any differ."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the filters."""
        parser.add_argument("--check", action="store_true", help="compare only; exit status 1 if anything differs")
        parser.add_argument("--pool", default="", help="only this leaderboard, such as lords-of-scotland-bots")

    def handle(self, *, check: bool, pool: str, **_: Any) -> None:
        """Fold or compare the pools."""
        pools = pools_named(pool)
        if pool and not pools:
            raise CommandError(f"Unknown leaderboard {pool}. Its slug is in the address of its page.")
        if not check:
            self._refold(pools)
        compared = [self._compared(one, system.slug) for one in pools for system in systems_of(one)]
        differing = sum(bool(one.differences) for one in compared)
        missing = sum(not one.is_begun and one.behind > 0 for one in compared)
        self.stdout.write(f"Compared: {len(compared)}. Differing: {differing}. Not folded yet: {missing}.")
        if differing:
            sys.exit(1)

    def _refold(self, pools: Iterable[Pool]) -> None:
        for one in pools:
            drop_fold(pool_id=one.pk)
            fold_pool(pool_id=one.pk)

    def _compared(self, pool: Pool, system: str) -> Comparison:
        one = compare(pool.pk, system)
        self.stdout.write(f"{pool.slug}, {system}: {_said(one)}")
        return one


def _said(one: Comparison) -> str:
    if not one.is_begun:
        return "not folded yet." if one.behind else "no results."
    size = f"{one.results} rows, {one.players} players"
    late = f" ({one.behind} more rows wait to be folded)" if one.behind else ""
    if one.differences:
        return f"{size}{late}, DIFFERS in {'; '.join(one.differences)}."
    return f"{size}{late}, the same bytes."
