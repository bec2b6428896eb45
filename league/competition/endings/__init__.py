"""Games that are not played to their end: time is called, somebody leaves, the table is abandoned.

For each of these an event has one rule, chosen before the start: what the game comes to in points and places,
and whether it counts for the ratings. Each game has its own rules for time called, since each writes its points
down at another moment; the first of every kind is the one proposed.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from league.competition.endings.chosen import GENERAL, OF_GAMES
from league.competition.endings.ending import (
    ABANDONED,
    KINDS,
    LEFT,
    NOBODY,
    RATED,
    TIME,
    UNRATED,
    EndingRule,
    Settled,
    Way,
)
from league.competition.parts import part_named

__all__ = [
    "ABANDONED",
    "KINDS",
    "LEFT",
    "NOBODY",
    "RATED",
    "TIME",
    "UNRATED",
    "EndingRule",
    "Settled",
    "Way",
    "ending_rule",
    "endings_for",
    "proposed_endings",
]


def endings_for(game: str) -> Mapping[str, tuple[EndingRule, ...]]:
    """The rules to choose from, by kind of ending; the first of each is proposed."""
    own = {rule_set[0].kind: rule_set for rule_set in OF_GAMES.get(game, ())}
    return MappingProxyType({kind: own.get(kind, GENERAL[kind]) for kind in KINDS})


def proposed_endings(game: str) -> dict[str, str]:
    """The slugs of the rules that are proposed, by kind of ending."""
    return {kind: rules[0].slug for kind, rules in endings_for(game).items()}


def ending_rule(game: str, kind: str, slug: str = "") -> EndingRule:
    """The rule of that slug, or the proposed one where nothing was chosen; raises `UnknownPart`."""
    rules = part_named("ending", kind, endings_for(game))
    return part_named("ending rule", slug, {rule.slug: rule for rule in rules}) if slug else rules[0]
