"""Fit a pool by one system that needs its whole history, under its lock: count new results, store the ratings."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import F
from django.db.models.functions import Now

from league.common.live import announce
from league.competition.ratings import rating_fit_named
from league.competition.ratings.elo import ELO
from league.competition.ratings.system import Rating as Fitted
from league.ratings.fold_rows import ratings_stored, write_ratings
from league.ratings.ledger import Eras, eras_in, tables_between
from league.ratings.models import Fold, Rating
from league.ratings.pool_fold import RatingRow
from league.results.models import Pool

BATCH_SIZE = 50_000  # results


class StoredFit:
    """The stored fit of a pool by one system, updated within one transaction, while its lock is held.

    Tallies follow the ledger by number, ratings follow from the tallies. A tally does not depend on the order of
    results: a late result is added, a correction subtracts the superseded row and adds its own; only a merge recounts
    everything. The other columns of a leaderboard (games, form, seats) are the same for every system and read from the
    fold of Elo, which has to exist first.
    """

    def __init__(self, pool_id: int, system: str) -> None:
        self._pool = Pool.objects.get(pk=pool_id)
        self._fit = rating_fit_named(system)
        self._fold, _ = Fold.objects.get_or_create(pool_id=pool_id, system=system)

    def update(self) -> bool:
        """Update the fit to the state of the fold of Elo; return False while that is incomplete."""
        elo = Fold.objects.defer("state").filter(pool=self._pool, system=ELO.slug).first()
        if elo is None or elo.folded_number != elo.seen_number:
            return False
        rows = ratings_stored(elo)
        if Fold.objects.values_list("revision", flat=True).get(pk=elo.pk) != elo.revision:
            return False
        if (self._fold.folded_number, self._fold.merges) != (elo.folded_number, elo.merges):
            eras = eras_in(self._pool.pk, elo.folded_number, elo.merge_targets_read())
            tallies = self._count(elo, eras)
            self._write_ratings(fitted_rows(rows, eras.ratings_since_restart(self._fit.ratings(tallies))))
            self._save(elo, self._fit.dump(tallies))
        return True

    def _count(self, elo: Fold, eras: Eras) -> Any:
        """Return the tallies with the results since the last fit."""
        continues = self._fold.merges == elo.merges and self._fold.folded_number <= elo.folded_number
        tallies = self._fit.load(bytes(self._fold.state)) if continues and self._fold.state else self._fit.start()
        seen = self._fold.folded_number if continues else 0
        merges = elo.merge_targets_read()
        for first in range(seen, elo.folded_number, BATCH_SIZE):
            bound = min(first + BATCH_SIZE, elo.folded_number)
            for times, tables in tables_between(self._pool.pk, first, bound, merges, eras):
                self._fit.count(tallies, tables, times)
        return tallies

    def _write_ratings(self, rows: list[RatingRow]) -> None:
        Rating.objects.filter(fold=self._fold).exclude(player__in=[row.player for row in rows]).delete()
        write_ratings(self._fold.pk, self._fold.generation, rows)

    def _save(self, elo: Fold, state: bytes) -> None:
        for column in ("seen_number", "folded_number", "folded_count", "last_played_at", "last_number", "merges"):
            setattr(self._fold, column, getattr(elo, column))
        self._fold.state = state
        self._fold.revision = F("revision") + 1
        self._fold.folded_at = Now()
        self._fold.save()
        announce(f"pool:{self._pool.public_id}")


def fitted_rows(elo: Iterable[RatingRow], fitted: Mapping[int, Fitted]) -> list[RatingRow]:
    """Return the rows of a fit from those of Elo: its values and intervals, and no change, for it has no steps."""
    return [
        row._replace(value=fitted[row.player].value, uncertainty=fitted[row.player].uncertainty, change=0)
        for row in elo
    ]
