"""Fixtures that a module creates once. Each test has copies of them, and a savepoint that is rolled back."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any, Final

import pytest

BUILDERS: Final[dict[str, dict[str, Callable[..., Any]]]] = {}
"""Functions marked `shared`, by module and name."""


def shared(build: Callable[..., Any]) -> Any:
    """Return a fixture with a copy of what `build` returned for the module. Its arguments are `club`, `people`,
    `event` or other shared fixtures. Not for tests marked `transaction=True`: their threads do not see its rows.
    """
    BUILDERS.setdefault(build.__module__, {})[build.__name__] = build

    @pytest.fixture(name=build.__name__)
    def copied(world: dict[str, Any], own: Callable[[Any], Any]) -> Any:
        return own(world[build.__name__])

    return copied


def build_world(given: dict[str, Any], modules: list[str], used: set[str]) -> dict[str, Any]:
    """Return `given` and each shared fixture of `used`; those of a later module replace those of an earlier one."""
    builders = {name: build for module in modules for name, build in BUILDERS.get(module, {}).items()}
    world = dict(given)

    def built(name: str) -> Any:
        if name not in world:
            build = builders[name]
            world[name] = build(**{argument: built(argument) for argument in signature(build).parameters})
        return world[name]

    for name in builders:
        if name in used:
            built(name)
    return world
