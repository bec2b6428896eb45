"""Find the source of an uploaded version by the slug in matches."""

from collections.abc import Collection
from functools import lru_cache, partial

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef

from games.bots.models import Version
from games.matches.strategies import UploadedStrategy

PREFIX = "v-"
KEPT = 64  # sources that a worker keeps of those it played last
KNOWN = 1024  # versions of which a worker knows the games, which are never changed


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


def same_source(slugs: Collection[str]) -> dict[str, frozenset[str]]:
    """Return for each version among the slugs all versions of its bot with the same source."""
    wanted = [slug.removeprefix(PREFIX) for slug in slugs if slug.startswith(PREFIX)]
    same = Version.objects.filter(bot=OuterRef("bot"), digest=OuterRef("digest")).order_by().values("public_id")
    found = Version.objects.filter(public_id__in=wanted).values_list("public_id", ArraySubquery(same))
    return {slug_of(public_id): frozenset(map(slug_of, names)) for public_id, names in found}


@lru_cache(maxsize=KNOWN)
def _program(public_id: str) -> UploadedStrategy:
    games = Version.objects.values_list("games", flat=True).get(public_id=public_id)
    return UploadedStrategy(slug=slug_of(public_id), games=tuple(games), source=partial(_source, public_id))


def _source(public_id: str) -> bytes:
    """The source, read now: deleting the account wipes it, and the digest."""
    return _kept(public_id, Version.objects.values_list("digest", flat=True).get(public_id=public_id))


@lru_cache(maxsize=KEPT)
def _kept(public_id: str, _digest: str) -> bytes:
    return Version.objects.values_list("source", flat=True).get(public_id=public_id).encode()
