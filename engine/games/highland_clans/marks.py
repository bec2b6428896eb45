"""What the points of one round say about each other: marks on the track that no boards and no raids can bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from engine.games.highland_clans.components import BLUE, MOST_ESTATES, RED, tokens_in_play
from engine.games.highland_clans.scoring import red_points

Fault = tuple[int, str]  # the seat to look at, and the sentence

_MOST_GREEN, _SECOND_GREEN, _SHARED_GREEN = 3, 2, 1
_MOST_RED = 2
_WON: Final = (0, 1, 2)  # what an attacker may mark who does not lose


class Raid(NamedTuple):
    """How one seat may have come to its points: by the raid of its own turn, and by defending."""

    defended: int
    lost: bool


def green_fault(points: Sequence[int], *, ranks_zero: bool) -> Fault | None:
    """Ruling 15: 3 and 2; 3 and several times 1; several times 1. Where zero does not rank also 3 alone, or nothing."""
    if ranks_zero and not any(points):
        return 0, "one player always has points for green when zero ranks; if all tie, each has 1."
    if ranks_zero and sum(points) == _MOST_GREEN == max(points):
        return points.index(
            0
        ), "one player is always second for green when zero ranks: 2 points, or 1 each if they tie."
    ones = points.count(_SHARED_GREEN)
    if points.count(_MOST_GREEN) > 1 or points.count(_SECOND_GREEN) > 1:
        twice = max(points)
        return points.index(twice), f"two seats cannot have {twice} points for green; who ties has 1."
    if _MOST_GREEN in points:
        if _SECOND_GREEN in points and ones:
            return points.index(_SHARED_GREEN), "beside 3 and 2 points for green nobody has any."
        return (points.index(_SHARED_GREEN), "a single second has 2 points for green, not 1.") if ones == 1 else None
    if _SECOND_GREEN in points:
        return points.index(_SECOND_GREEN), "nobody is second for green where nobody has 3 points."
    return (points.index(_SHARED_GREEN), "a single seat with most green has 3 points, not 1.") if ones == 1 else None


def red_fault(points: Sequence[int]) -> Fault | None:
    """Ruling 16, and there are only so many heads of cattle."""
    herds = herds_of(points)
    if herds is None:
        most = points.index(max(points))
        return most, f"whoever has most cattle alone has {_MOST_RED} points more: {points[most]} is too little."
    largest = herds.index(max(herds))
    if herds[largest] > MOST_ESTATES:
        return largest, f"a seat has at most {MOST_ESTATES} estates, and {points[largest]} points need more cattle."
    cattle = tokens_in_play(len(points))[RED]
    if sum(herds) > cattle:
        return largest, f"there are {cattle} cattle, and these points need {sum(herds)}."
    return None


def herds_of(points: Sequence[int]) -> list[int] | None:
    """The cattle of each seat, which the points for red tell; None where no cattle bring them."""
    most = max(points)
    herds = list(points)
    if points.count(most) == 1:
        herds[points.index(most)] = most - _MOST_RED
    return herds if min(herds) >= 0 and red_points(herds) == list(points) else None


def blue_fault(points: Sequence[int], reds: Sequence[int] | None, seats: int) -> Fault | None:
    """Ruling 17: so many blue tokens as points, and besides as many as the largest herd of another seat."""
    herds = herds_of(reds) if reds is not None else None
    others = [max(herds[:seat] + herds[seat + 1 :]) if herds else 0 for seat in range(seats)]
    needed = [blue + other if blue else 0 for blue, other in zip(points, others, strict=True)]
    tokens = tokens_in_play(seats)[BLUE]
    if sum(needed) > tokens:
        return needed.index(max(needed)), f"there are {tokens} blue tokens, and these points need {sum(needed)}."
    return None


def raids_fault(points: Sequence[int], before: Sequence[int]) -> Fault | None:
    """Each seat raids once at most; a raid that is lost brings the defender 2 points and costs 1, if there is one."""
    for raids in product(*[[*_ways(mine, had)] for mine, had in zip(points, before, strict=True)]):
        lost = sum(raid.lost for raid in raids)
        if sum(raid.defended for raid in raids) == lost and all(raid.defended + raid.lost <= lost for raid in raids):
            return None
    most = points.index(max(points))
    return most, (
        "no raids bring these points: each seat raids once, for 1 or 2 points; "
        "who loses pays 1, and the defender has 2."
    )


def _ways(points: int, before: int) -> Iterator[Raid]:
    for own in _WON:
        if points >= own and (points - own) % 2 == 0:
            yield Raid((points - own) // 2, lost=False)
    if points >= -1 and points % 2:
        yield Raid((points + 1) // 2, lost=True)
    if before == 0 and points % 2 == 0:
        yield Raid(points // 2, lost=True)
