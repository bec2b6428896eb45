"""The points of Families at the end, and the places."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.game import Outcome, places_by
from engine.core.messages import Message, enumeration
from engine.games.kings_kilt import messages
from engine.games.kings_kilt.board import GUARDIANS, KING, NOBLEMEN
from engine.games.kings_kilt.components import CLANS

_ROWS = (((KING,), 3), (GUARDIANS, 2), (NOBLEMEN, 1))


def points_of(pyramid: Sequence[int], family: Sequence[int], *, per_pyramid: bool) -> int:
    """Return the points: King 3, Guardians 2, Noblemen 1; by Family cards, or by cards of the row (ruling 7)."""
    points = 0
    for slots, worth in _ROWS:
        row = [pyramid[slot] for slot in slots]
        matches = [clan in family for clan in row] if per_pyramid else [clan in row for clan in family]
        points += worth * sum(matches)
    return points


def outcome_of(
    pyramid: Sequence[int], families: Sequence[Sequence[int]], influence_sizes: Sequence[int], *, per_pyramid: bool
) -> Outcome:
    """Return the outcome: most points, then most Influence cards left; ties share places (ruling 8)."""
    points = tuple([points_of(pyramid, family, per_pyramid=per_pyramid) for family in families])
    keys = list(zip(points, influence_sizes, strict=True))
    places = places_by(keys)
    return Outcome(points, places, _reason(CLANS[pyramid[KING]], keys, places))


def _reason(king: str, keys: Sequence[tuple[int, int]], places: Sequence[int]) -> Message:
    first = [seat for seat, place in enumerate(places) if place == 1]
    points, influence = keys[first[0]]
    parts = [messages.POINTS[min(points, 2)](count=points)]
    if sum(key[0] == points for key in keys) > 1:
        parts.append(messages.INFLUENCE_LEFT[min(influence, 2)](count=influence))
    if len(first) == 1:
        return messages.WINS(first[0], clan=king, told=enumeration(parts))
    seats = enumeration([str(seat + 1) for seat in first])
    return messages.SHARES(clan=king, seats=seats, told=enumeration(parts))
