"""Choose which bots the ladder seats next. Pure.

A game between two bots is worth the more, the closer their ratings are and the less certain. With the expected score p
(Elo's curve) and their uncertainties u and v it is worth p(1 - p)(u² + v²), the variance that the game may remove
(Glickman and Jensen, Adaptive paired comparison design, 2005, to first order).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Literal, NamedTuple

PLACEMENT = 12  # blocks that a new version plays with priority
FAIRNESS = 4  # every fourth block goes to the bot that waited longest
HOUSE_BLOCKS = 6  # of a built-in bot at tables of built-in bots alone
_SPREAD = 0.5  # random share of an opponent's worth, so that tables vary

Kind = Literal["house", "uploaded", "remote"]
# A table is played by the workers of the first kind in this order that sits there.
KINDS: tuple[Kind, ...] = ("remote", "uploaded", "house")
Pair = tuple[int, int]  # players, the smaller id first


class Candidate(NamedTuple):
    """A bot that may be seated. Ratings and uncertainties are in points; an uncertainty is half of a 95 % interval."""

    player: int
    owner: int | None  # None for a built-in bot
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
    """Return the players of the next block, the one it is for first; None where no table is worth playing.

    `turn` counts the blocks of this ladder from 1, `met` the blocks that two bots played together as they are now;
    the table is of a kind in `room`. No two players at a table share an owner. A table of built-in bots alone is
    planned only while one of them is new. No candidate waits for more than FAIRNESS times as many turns as there are
    candidates.
    """
    fit = [each for each in candidates if each.kind in {*room, "house"}]
    for first in sorted(fit, key=_waiting if turn % FAIRNESS == 0 else _urgency):
        table = _table_around(first, fit, seats, met, rng)
        if table is not None and kind_of([each.kind for each in table]) in room:
            return tuple(each.player for each in table)
    return None


def evenest_rotation(table: Sequence[int], afar: Collection[int], sat: Mapping[tuple[int, int], int]) -> int:
    """Return the rotation that gives the remote bots the seats that they had least often.

    `sat` counts by player and seat. Rotation n gives the k-th player, from 0, the seat (k - n) modulo the table.
    """

    def had(rotation: int) -> int:
        seats = {player: (number - rotation) % len(table) for number, player in enumerate(table)}
        return sum(sat.get((player, seats[player]), 0) for player in afar)

    return min(range(len(table)), key=had)


def _waiting(candidate: Candidate) -> tuple[int, ...]:
    return candidate.last_turn, candidate.player


def _urgency(candidate: Candidate) -> tuple[bool, bool, int, float, int, int]:
    """Sort new versions first (uploaded before built-in, fewest blocks first), then by uncertainty for their blocks."""
    is_new = candidate.blocks < PLACEMENT
    worth = -candidate.uncertainty / (1 + candidate.blocks)
    is_builtin = candidate.owner is None
    return not is_new, is_builtin, candidate.blocks if is_new else 0, worth, candidate.last_turn, candidate.player


def _table_around(
    first: Candidate, candidates: Sequence[Candidate], seats: int, met: Mapping[Pair, int], rng: Random
) -> list[Candidate] | None:
    table = [first]
    while len(table) < seats:
        free = [each for each in candidates if _may_join(each, table)]
        if not free:
            return None
        table.append(max(free, key=lambda each: _worth_at(each, table, met) * rng.uniform(1 - _SPREAD, 1)))
    is_worth_it = any(each.owner is not None or each.blocks < HOUSE_BLOCKS for each in table)
    return table if is_worth_it else None


def _may_join(candidate: Candidate, table: Sequence[Candidate]) -> bool:
    players = {each.player for each in table}
    owners = {each.owner for each in table} - {None}
    kinds = {each.kind for each in table} | {candidate.kind}  # uploaded and remote bots have no worker in common
    return candidate.player not in players and candidate.owner not in owners and not kinds >= {"uploaded", "remote"}


def _worth_at(candidate: Candidate, table: Sequence[Candidate], met: Mapping[Pair, int]) -> float:
    return sum(information(candidate, other) / (1 + met.get(pair(candidate, other), 0)) for other in table)


def information(one: Candidate, other: Candidate) -> float:
    """Return how much variance a game between the two may remove, in points squared."""
    expected = 1 / (1 + 10 ** ((other.rating - one.rating) / 400))
    return expected * (1 - expected) * (one.uncertainty**2 + other.uncertainty**2)


def kind_of(table: Collection[Kind]) -> Kind:
    """Return the kind whose workers play a table of these."""
    return next(kind for kind in KINDS if kind in table)


def pair(one: Candidate, other: Candidate) -> Pair:
    """Return the key of two candidates."""
    return min(one.player, other.player), max(one.player, other.player)


def pairs_at(players: Sequence[int]) -> list[Pair]:
    """Return the keys of all pairs at a table."""
    return list(combinations(sorted(players), 2))
