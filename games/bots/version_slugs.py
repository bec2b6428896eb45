"""Slugs by which matches name versions of uploaded bots, and the strategies behind them."""

from collections.abc import Collection
from functools import lru_cache, partial
from typing import Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef

from games.bots.models import Version
from games.bots.uploads import content_of
from games.matches.strategy_registry import UploadedStrategy

PREFIX: Final = "v-"
CACHED_VERSIONS: Final = 1024  # whose games a worker knows: they never change


def slug_of(public_id: str) -> str:
    """Return the slug of the version in matches."""
    return f"{PREFIX}{public_id}"


def program(slug: str) -> UploadedStrategy | None:
    """Return the version of that slug; None when there is none."""
    if not slug.startswith(PREFIX):
        return None
    try:
        return _program(slug.removeprefix(PREFIX))
    except Version.DoesNotExist:
        return None


@lru_cache(maxsize=CACHED_VERSIONS)
def _program(public_id: str) -> UploadedStrategy:
    games = Version.objects.values_list("games", flat=True).get(public_id=public_id)
    return UploadedStrategy(slug=slug_of(public_id), games=tuple(games), source=partial(content_of, public_id))


def same_source(slugs: Collection[str]) -> dict[str, frozenset[str]]:
    """Return for each version among the slugs all versions of its bot with the same source."""
    public_ids = [slug.removeprefix(PREFIX) for slug in slugs if slug.startswith(PREFIX)]
    same = Version.objects.filter(bot=OuterRef("bot"), digest=OuterRef("digest")).order_by().values("public_id")
    rows = Version.objects.filter(public_id__in=public_ids).values_list("public_id", ArraySubquery(same))
    return {slug_of(public_id): frozenset(map(slug_of, names)) for public_id, names in rows}
