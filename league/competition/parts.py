"""Finds the parts of a kind: every file of a folder that ends by naming what it is.

A file of `formats/` ends `FORMAT = ...`, one of `tiebreaks/` ends `TIEBREAK = ...`, and so on.
Files that name nothing (the contract of the kind) are passed over.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from league.competition.errors import UnknownPart

Part = TypeVar("Part")


class Named(Protocol):
    """What every part says of itself."""

    @property
    def slug(self) -> str:
        """The word in addresses and in the database."""
        ...

    @property
    def name(self) -> str:
        """The name on pages, in English."""
        ...

    @property
    def rule(self) -> str:
        """The rule in words, shown where its figure is shown."""
        ...


def parts_in(package: str, ending: str) -> Mapping[str, Any]:
    """All parts of `package`, by slug, in the order of their slugs.

    What a part of the kind promises is its Protocol's, and the contract tests'.
    """
    folder = importlib.import_module(package)
    modules = [importlib.import_module(f"{package}.{found.name}") for found in pkgutil.iter_modules(folder.__path__)]
    parts = [getattr(module, ending) for module in modules if hasattr(module, ending)]
    return MappingProxyType({part.slug: part for part in sorted(parts, key=lambda part: part.slug)})


def part_named(kind: str, slug: str, parts: Mapping[str, Part]) -> Part:
    """The part of that slug, or `UnknownPart` with the slugs there are."""
    if slug not in parts:
        raise UnknownPart(kind=kind, name=slug, known=", ".join(parts))
    return parts[slug]
