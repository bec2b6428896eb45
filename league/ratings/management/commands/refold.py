"""`manage.py refold` recomputes all ratings from the ledger; `--check` only compares them with the stored ones."""

import sys
from argparse import ArgumentParser
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
            for each in pools:
                drop_fold(pool_id=each.pk)
                fold_pool(pool_id=each.pk)
        compared = [self._compare(each, system.slug) for each in pools for system in systems_of(each)]
        differing = sum(bool(comparison.differences) for comparison in compared)
        missing = sum(not comparison.is_begun and comparison.behind > 0 for comparison in compared)
        self.stdout.write(f"Compared: {len(compared)}. Differing: {differing}. Not folded yet: {missing}.")
        if differing:
            sys.exit(1)

    def _compare(self, pool: Pool, system: str) -> Comparison:
        comparison = compare(pool.pk, system)
        self.stdout.write(f"{pool.slug}, {system}: {_description(comparison)}")
        return comparison


def _description(comparison: Comparison) -> str:
    if not comparison.is_begun:
        return "not folded yet." if comparison.behind else "no results."
    size = f"{comparison.results} rows, {comparison.players} players"
    late = f" ({comparison.behind} more rows wait to be folded)" if comparison.behind else ""
    if comparison.differences:
        return f"{size}{late}, DIFFERS in {'; '.join(comparison.differences)}."
    return f"{size}{late}, the same bytes."
