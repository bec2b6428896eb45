"""Strength of armies, the order of a round and the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from engine.core.game import Outcome, places_by
from engine.games.lords_of_scotland import messages
from engine.games.lords_of_scotland.components import BRUCE, CLAN, STRENGTH

Follower: TypeAlias = tuple[int, int, int, int]  # card, lasting power, veil (0: face-up), seats that know it (bits)
Army: TypeAlias = tuple[Follower, ...]

NO_POWER: Final = 0  # Scott's number, whose power never lasts


def strength_of(army: Army) -> int:
    """Return the total of an army whose cards are all known, doubled if due."""
    total = 0
    for follower in army:
        total += STRENGTH[follower[0]]
    return 2 * total if is_doubled(army) else total


def is_doubled(army: Army) -> bool:
    """Whether there are several cards, all of one clan; an active Bruce is of any clan (ruling 12)."""
    if len(army) < 2:
        return False
    clans = 0
    for card, power, _, _ in army:
        if power != BRUCE:
            clans |= 1 << CLAN[card]
    return clans & (clans - 1) == 0


def standing_keys(armies: Sequence[Army]) -> list[tuple[int, int]]:
    """Return by seat (total, highest rank), greater is better; equal only for empty armies (ruling 17)."""
    return [(strength_of(army), max(army)[0]) if army else (0, 0) for army in armies]


def ranking_of(armies: Sequence[Army]) -> tuple[int, ...]:
    """Return the seats from the round's winner down; players without Followers come last, by seat."""
    keys = standing_keys(armies)
    return tuple(sorted(range(len(armies)), key=keys.__getitem__, reverse=True))


def outcome_of(points: Sequence[int], armies: Sequence[Army], rounds: int) -> Outcome:
    """Return the outcome: most strength wins; ties by the order of the last round (ruling 21)."""
    return outcome_by(points, standing_keys(armies), rounds)


def outcome_by(points: Sequence[int], standing: Sequence[tuple[int, int]], rounds: int) -> Outcome:
    """Return the outcome from keys of the last round's armies, greater is better, where the armies are not known."""
    places = places_by([*zip(points, standing, strict=True)])
    winner = places.index(1)
    return Outcome(tuple(points), places, messages.WINS(winner, points=points[winner], round=rounds))
