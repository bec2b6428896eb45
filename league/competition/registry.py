"""Formats, tie-breaks, rating systems and scoring rules by their slugs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

from league.competition.errors import UnknownPart

Part = TypeVar("Part")


class HasSlug(Protocol):
    """Anything with a slug."""

    @property
    def slug(self) -> str:
        """The word in addresses and in the database."""
        ...


class Named(HasSlug, Protocol):
    """Something that an organiser can choose."""

    @property
    def name(self) -> str:
        """The name on pages, in English."""
        ...

    @property
    def rule(self) -> str:
        """The rule in words, shown where its figure is shown."""
        ...


Slugged = TypeVar("Slugged", bound=HasSlug)


def by_slug(parts: Iterable[Slugged]) -> dict[str, Slugged]:
    """Return the parts by slug, in the order of their slugs."""
    return {part.slug: part for part in sorted(parts, key=lambda part: part.slug)}


def lookup(kind: str, slug: str, parts: Mapping[str, Part]) -> Part:
    """Return the part of that slug. Raise `UnknownPart`, with the slugs there are, if there is none."""
    if slug not in parts:
        raise UnknownPart(kind=kind, name=slug, known=", ".join(parts))
    return parts[slug]
