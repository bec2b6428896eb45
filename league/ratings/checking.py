"""Holds what is stored of a fold against the same folded anew from the ledger's start, byte by byte."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connection, transaction

from league.members.models import Player
from league.ratings.folding import RatingRow
from league.ratings.models import Fold
from league.ratings.refolding import Folded, refolded, stored
from league.results.models import Pool

ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
NAMED = 5  # players whose ratings differ are named, up to so many


@dataclass(frozen=True, slots=True)
class Compared:
    """One fold, and what differs, a phrase each. `behind` is how many rows of the ledger it has not taken in yet."""

    pool: Pool
    system: str
    results: int
    players: int
    behind: int
    differences: tuple[str, ...] = ()

    @property
    def is_begun(self) -> bool:
        """Whether there is anything to compare."""
        return self.results > 0


def compare(pool_id: int, system: str) -> Compared:
    """Compare one fold with the ledger as far as it is folded. Both are read as of one moment, while others write.

    Must not run within a transaction.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute(ONE_MOMENT)
        pool = Pool.objects.get(pk=pool_id)
        fold = Fold.objects.filter(pool=pool, system=system).first()
        if fold is None:
            return Compared(pool, system, 0, 0, pool.next_number - 1)
        kept, anew = stored(pool_id, system), refolded(pool_id, system, fold)
        behind = pool.next_number - 1 - fold.folded_number
        return Compared(
            pool, system, fold.folded_number, len(anew.ratings), behind, tuple(_differences(fold, kept, anew))
        )


def _differences(fold: Fold, kept: Folded, anew: Folded) -> Iterator[str]:
    if fold.folded_number != fold.seen_number:  # a chunk of a long ledger: the places after it are still to come
        return
    if kept.state != anew.state:
        yield f"the state ({len(kept.state)} bytes are stored, {len(anew.state)} come out)"
    if kept.ratings != anew.ratings:
        yield from _ratings(kept.ratings, anew.ratings)
    if kept.steps != anew.steps:
        yield "the steps"


def _ratings(kept: tuple[RatingRow, ...], anew: tuple[RatingRow, ...]) -> Iterator[str]:
    before, after = ({row.player: row for row in rows} for rows in (kept, anew))
    differing = sorted(player for player in before | after if before.get(player) != after.get(player))
    players = Player.objects.in_bulk(differing[:NAMED])
    for player in differing[:NAMED]:
        values = (_value(before.get(player)), _value(after.get(player)))
        yield f"the rating of {players[player].public_id} ({values[0]} is stored, {values[1]} comes out)"
    if len(differing) > NAMED:
        yield f"the ratings of {len(differing) - NAMED} more"


def _value(row: RatingRow | None) -> str:
    return "none" if row is None else f"{row.value}, {row.games} results"
