"""How far somebody's ratings moved within a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from django.db.models import F

from league.members.models import Account, Player
from league.ratings.models import Rating, RatingStep
from league.results.models import Pool
from league.results.selectors import pools_seen_by
from league.rules.ratings.system import MILLI


@dataclass(frozen=True, slots=True)
class Move:
    """From where to where a rating moved in a pool, by the system that orders it; thousandths of a point."""

    player: Player
    pool: Pool
    before: int
    after: int
    at: datetime
    """When the last result was entered that moved it."""

    @property
    def change(self) -> int:
        """In whole points, as both ends are shown."""
        return round(self.after / MILLI) - round(self.before / MILLI)


def moves_of(account: Account, since: datetime) -> Sequence[Move]:
    """The moves of the account's player by results that were entered since then, in one query."""
    folds = Rating.objects.filter(player__account=account, fold__system=F("fold__pool__rating_system")).values("fold")
    steps = RatingStep.objects.filter(fold__in=folds, player__account=account, result__entered_at__gt=since)
    steps = steps.filter(fold__pool__in=pools_seen_by(account).order_by().values("pk"))
    rows = steps.select_related("fold__pool", "player", "result").defer("fold__state").order_by("fold_id", "ordinal")
    return [_move(list(of_fold)) for _fold, of_fold in groupby(rows, key=attrgetter("fold_id"))]


def _move(steps: Sequence[RatingStep]) -> Move:
    at = max(step.result.entered_at for step in steps)
    return Move(steps[0].player, steps[0].fold.pool, steps[0].before, steps[-1].after, at)
