"""Every question about pools and the ledger."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from league.clubs.rules import Asker, rights_of
from league.clubs.selectors import clubs_seen_by
from league.results.errors import NoSuchPool
from league.results.models import Pool, Result


def pools_seen_by(account: Asker, *, game: str = "", club: str = "") -> QuerySet[Pool]:
    """Return the pools that exist for the asker, the site's first; of one game, of one club, where those are given."""
    seen = Q(club=None) | Q(club__in=clubs_seen_by(account).values("pk"))
    pools = Pool.objects.filter(seen).select_related("club")
    if game:
        pools = pools.filter(game=game)
    if club:
        pools = pools.filter(club__slug=club)
    return pools.order_by(F("club__name").asc(nulls_first=True), "game", "-player_kind", "seats", "id")


def pool_seen_by(slug: str, account: Asker) -> Pool:
    """Return the pool at an address; raises `NoSuchPool`, also for pools of clubs that the asker may not see."""
    pool = Pool.objects.select_related("club").filter(slug=slug).first()
    if pool is None or (pool.club and not rights_of(account, pool.club).see):
        raise NoSuchPool(_("There is no leaderboard at this address. Perhaps it is a private club's: sign in."))
    return pool


def results_of(subjects: Collection[UUID]) -> list[Result]:
    """Return the results of the subjects as they count now, with seats: one each at most, in the ledger's order."""
    return list(
        Result.objects.filter(subject__in=subjects, superseded_by=None)
        .select_related("pool")
        .prefetch_related("seats__player")
        .order_by("pool", "number")
    )


def ledger_seen_by(account: Asker) -> QuerySet[Result]:
    """Return every row of the pools that exist for the asker, with what it corrects and what corrects it, and seats."""
    seen = pools_seen_by(account).order_by().values("pk")
    rows = Result.objects.filter(pool__in=seen).select_related("pool", "supersedes", "superseded_by")
    return rows.prefetch_related("seats__player__merged_into")
