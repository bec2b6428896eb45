"""Which bots of a ladder meet next: tables and rotations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Literal, NamedTuple

PLACEMENT = 12  # blocks that a new version plays with priority
FAIRNESS = 4  # every fourth block goes to the bot that waited longest
BUILTIN_BLOCKS = 6  # of a built-in bot at tables of built-in bots alone
_SPREAD = 0.5  # random share of an opponent's worth, so that tables vary

BotKind = Literal["builtin", "uploaded", "remote"]
BOT_KINDS: tuple[BotKind, ...] = ("builtin", "uploaded", "remote")
TableKind = frozenset[BotKind]
"""The kinds of the bots at a table that are not built in. They decide which workers play it."""
TABLE_KINDS: tuple[TableKind, ...] = (
    frozenset(),
    frozenset({"uploaded"}),
    frozenset({"remote"}),
    frozenset({"uploaded", "remote"}),
)
Pair = tuple[int, int]  # players, the smaller id first


class Candidate(NamedTuple):
    """A bot that may be seated. Ratings and uncertainties are in points; an uncertainty is half of a 95 % interval."""

    player: int
    owner: int | None  # None for a built-in bot
    rating: float
    uncertainty: float
    blocks: int  # planned since its version began
    last_turn: int  # the ladder's turn at which it was seated last; 0 if never
    kind: BotKind = "builtin"


def next_table(
    candidates: Sequence[Candidate],
    *,
    seats: int,
    turn: int,
    meetings: Mapping[Pair, int],
    rng: Random,
    allowed: Collection[TableKind] = TABLE_KINDS,
) -> tuple[int, ...] | None:
    """Return the players of the next block, the one it is for first; None where no table is worth playing.

    `turn` counts the blocks of this ladder from 1, `meetings` the blocks that two bots played together as they are now;
    the table is of an `allowed` kind. No two players at a table share an owner. A table of built-in bots alone is
    planned only while one of them is new. No candidate waits for more than FAIRNESS times as many turns as there are
    candidates.
    """
    fit = [candidate for candidate in candidates if any(table_kind([candidate.kind]) <= kind for kind in allowed)]
    for first in sorted(fit, key=_waiting if turn % FAIRNESS == 0 else _urgency):
        table = _table_around(first, fit, seats, meetings, rng, allowed)
        if table is not None:
            return tuple(candidate.player for candidate in table)
    return None


def evenest_rotation(table: Sequence[int], remote: Collection[int], times: Mapping[tuple[int, int], int]) -> int:
    """Return the rotation that gives the remote bots the seats that they had least often.

    `times` counts by player and seat. Rotation n gives the k-th player, from 0, the seat (k - n) modulo the table.
    """

    def times_had(rotation: int) -> int:
        seats = {player: (number - rotation) % len(table) for number, player in enumerate(table)}
        return sum(times.get((player, seats[player]), 0) for player in remote)

    return min(range(len(table)), key=times_had)


def _waiting(candidate: Candidate) -> tuple[int, ...]:
    return candidate.last_turn, candidate.player


def _urgency(candidate: Candidate) -> tuple[bool, bool, int, float, int, int]:
    """Sort new versions first (uploaded before built-in, fewest blocks first), then by uncertainty for their blocks."""
    is_new = candidate.blocks < PLACEMENT
    worth = -candidate.uncertainty / (1 + candidate.blocks)
    is_builtin = candidate.owner is None
    return not is_new, is_builtin, candidate.blocks if is_new else 0, worth, candidate.last_turn, candidate.player


def _table_around(
    first: Candidate,
    candidates: Sequence[Candidate],
    seats: int,
    meetings: Mapping[Pair, int],
    rng: Random,
    allowed: Collection[TableKind],
) -> list[Candidate] | None:
    table = [first]
    while len(table) < seats:
        kinds = _kinds_to_join(table, seats, allowed)
        players, owners = {seated.player for seated in table}, {seated.owner for seated in table} - {None}
        free = [
            candidate
            for candidate in candidates
            if candidate.kind in kinds and candidate.player not in players and candidate.owner not in owners
        ]
        if not free:
            return None
        table.append(max(free, key=lambda bot: _worth_at(bot, table, meetings) * rng.uniform(1 - _SPREAD, 1)))
    is_worth_it = any(seated.owner is not None or seated.blocks < BUILTIN_BLOCKS for seated in table)
    return table if is_worth_it else None


def _kinds_to_join(table: Sequence[Candidate], seats: int, allowed: Collection[TableKind]) -> set[BotKind]:
    """Return the kinds of bots that may sit down next, so that the table becomes one of an allowed kind."""
    free = seats - len(table) - 1  # afterwards
    with_kind = {kind: table_kind([kind, *(seated.kind for seated in table)]) for kind in BOT_KINDS}
    return {
        kind
        for kind, so_far in with_kind.items()
        if any(so_far <= wanted and len(wanted - so_far) <= free for wanted in allowed)
    }


def _worth_at(candidate: Candidate, table: Sequence[Candidate], meetings: Mapping[Pair, int]) -> float:
    return sum(information(candidate, other) / (1 + meetings.get(pair(candidate, other), 0)) for other in table)


def information(one: Candidate, other: Candidate) -> float:
    """Return how much variance a game between the two may remove, in points squared."""
    expected = 1 / (1 + 10 ** ((other.rating - one.rating) / 400))
    return expected * (1 - expected) * (one.uncertainty**2 + other.uncertainty**2)


def table_kind(kinds: Iterable[BotKind]) -> TableKind:
    """Return the kind of a table with bots of these kinds."""
    return frozenset(kinds) - {"builtin"}


def pair(one: Candidate, other: Candidate) -> Pair:
    """Return the key of two candidates."""
    return min(one.player, other.player), max(one.player, other.player)


def pairs_at(players: Sequence[int]) -> list[Pair]:
    """Return the keys of all pairs at a table."""
    return list(combinations(sorted(players), 2))
