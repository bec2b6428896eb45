"""Finds the source that plays where a match names a version."""

from functools import lru_cache

from games.bots.models import Version
from games.matches.programs import Program

PREFIX = "v-"
KEPT = 64  # sources are never changed, so that a worker may keep those it played last


def slug_of(public_id: str) -> str:
    """What matches call the version."""
    return f"{PREFIX}{public_id}"


def program(slug: str) -> Program | None:
    """The version of that slug; None when there is none."""
    if not slug.startswith(PREFIX):
        return None
    try:
        return _program(slug.removeprefix(PREFIX))
    except Version.DoesNotExist:
        return None


@lru_cache(maxsize=KEPT)
def _program(public_id: str) -> Program:
    source, games = Version.objects.values_list("source", "games").get(public_id=public_id)
    return Program(slug=slug_of(public_id), games=tuple(games), source=source.encode())
