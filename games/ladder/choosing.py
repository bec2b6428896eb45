"""Whom the ladder seats next: whoever is known least first, against those from whom most is learnt. Pure.

What a game between two bots tells is the greater the closer they are and the less is known of them: with the expected
score p of the one against the other (Elo's curve) and their uncertainties u and v, it is worth p(1 - p)(u² + v²), the
variance that the game may take away (Glickman and Jensen, Adaptive paired comparison design, 2005, to first order).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Literal, NamedTuple

PLACEMENT = 12  # blocks of a new version, before anybody else is first
FAIRNESS = 4  # every fourth block belongs to whoever waited longest
HOUSE_BLOCKS = 6  # so many a bot of the house plays without a stranger at the table
_SPREAD = 0.5  # how far chance may change what an opponent is worth, so that tables vary

Kind = Literal["house", "uploaded", "remote"]
KINDS: tuple[Kind, ...] = (
    "remote",
    "uploaded",
    "house",
)  # a table is played by the workers of the first that sits there
Pair = tuple[int, int]  # players, the smaller id first


class Candidate(NamedTuple):
    """A bot that may be seated. Ratings and uncertainties are in points; an uncertainty is half of a 95 % interval."""

    player: int
    owner: int | None  # None for a bot of the house
    rating: float
    uncertainty: float
    blocks: int  # planned since its version began
    last_turn: int  # the ladder's turn at which it was seated last; 0 if never
    kind: Kind = "house"


def next_table(
    candidates: Sequence[Candidate],
    *,
    seats: int,
    turn: int,
    met: Mapping[Pair, int],
    rng: Random,
    room: Collection[Kind] = KINDS,
) -> tuple[int, ...] | None:
    """The players of the next block, the one it is for first; None where nobody fits or nothing is worth playing.

    `turn` counts the blocks of this ladder from 1, `met` the blocks that two bots had together, as they are now;
    a table is of a kind in `room`. No two players at a table have one owner. A table of house bots alone is planned
    only while one of them is new. Nobody who fits waits for more than FAIRNESS times as many turns as there are
    candidates.
    """
    fit = [each for each in candidates if each.kind in {*room, "house"}]
    for first in _in_order(fit, turn):
        table = _table_around(first, fit, seats, met, rng)
        if table is not None and kind_of([each.kind for each in table]) in room:
            return tuple(each.player for each in table)
    return None


def evenest_rotation(table: Sequence[int], afar: Collection[int], sat: Mapping[tuple[int, int], int]) -> int:
    """The rotation in which those who play from afar come to the seats that they had least often.

    `sat` counts by player and seat. Rotation n brings who is named k-th, from 0, to the seat (k - n) modulo the table.
    """

    def had(rotation: int) -> int:
        seats = {player: (number - rotation) % len(table) for number, player in enumerate(table)}
        return sum(sat.get((player, seats[player]), 0) for player in afar)

    return min(range(len(table)), key=had)


def _in_order(candidates: Sequence[Candidate], turn: int) -> list[Candidate]:
    """Those for whom a block may be played, the most urgent first."""
    if turn % FAIRNESS == 0:
        return sorted(candidates, key=lambda each: (each.last_turn, each.player))
    return sorted(candidates, key=_urgency)


def _urgency(candidate: Candidate) -> tuple[bool, bool, int, float, int, int]:
    """New versions first, strangers before the house, by their blocks; then whoever is known least for theirs."""
    is_new = candidate.blocks < PLACEMENT
    worth = -candidate.uncertainty / (1 + candidate.blocks)
    is_of_the_house = candidate.owner is None
    return not is_new, is_of_the_house, candidate.blocks if is_new else 0, worth, candidate.last_turn, candidate.player


def _table_around(
    first: Candidate, candidates: Sequence[Candidate], seats: int, met: Mapping[Pair, int], rng: Random
) -> list[Candidate] | None:
    table = [first]
    while len(table) < seats:
        free = [each for each in candidates if _may_join(each, table)]
        if not free:
            return None
        table.append(max(free, key=lambda each: _worth_at(each, table, met) * rng.uniform(1 - _SPREAD, 1)))
    return table if _is_worth_playing(table) else None


def _may_join(candidate: Candidate, table: Sequence[Candidate]) -> bool:
    players = {each.player for each in table}
    owners = {each.owner for each in table} - {None}
    kinds = {each.kind for each in table} | {candidate.kind}  # those two have no worker in common
    return candidate.player not in players and candidate.owner not in owners and not kinds >= {"uploaded", "remote"}


def _worth_at(candidate: Candidate, table: Sequence[Candidate], met: Mapping[Pair, int]) -> float:
    return sum(information(candidate, other) / (1 + met.get(pair(candidate, other), 0)) for other in table)


def _is_worth_playing(table: Sequence[Candidate]) -> bool:
    if any(each.owner is not None for each in table):
        return True
    return any(each.blocks < HOUSE_BLOCKS for each in table)


def information(one: Candidate, other: Candidate) -> float:
    """How much a game between the two tells, in points squared."""
    expected = 1 / (1 + 10 ** ((other.rating - one.rating) / 400))
    return expected * (1 - expected) * (one.uncertainty**2 + other.uncertainty**2)


def kind_of(table: Collection[Kind]) -> Kind:
    """By whose workers a table of these is played."""
    return next(kind for kind in KINDS if kind in table)


def pair(one: Candidate, other: Candidate) -> Pair:
    """The key of two candidates."""
    return min(one.player, other.player), max(one.player, other.player)


def pairs_at(players: Sequence[int]) -> list[Pair]:
    """The keys of all who meet at a table."""
    return list(combinations(sorted(players), 2))
