"""Schedules of tables in which everybody meets everybody as evenly as possible.

Each round is shuffled and then improved: a player changes places with one of another table, chosen at random among all
for whom the sum of squared meetings does not grow (it is smallest when all pairs have met equally often), seldom with a
little slack. Then every round is improved again, many times, knowing all the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add, itemgetter, sub

from league.competition.seeded_random import SeededRandom

Groups = tuple[tuple[int, ...], ...]

PASSES = 60  # how often every round is improved again once all of them exist
WORK = 800_000  # how many exchanges one attempt tries at most; large fields get fewer passes (about half a second)
THOROUGHLY = 2.5  # how many times as much each of several attempts tries (about a second)
SLACK = 20  # how many of 1,000 exchanges may be worse by 1 at first; it goes down to none
SIZE_WEIGHT = 4  # the cost of a smaller table again, compared with meeting somebody again
REST_WEIGHT = 100  # the same for sitting out: nobody does so twice before everybody did once
APART_WEIGHT = 10_000  # the same for two who should not meet
OWED_WEIGHT = 4  # the value of the first meeting of two who were kept apart in earlier rounds


class Meetings:
    """How often each of the players has met each other, sat out, and sat at a table of each size."""

    def __init__(
        self, players: Sequence[int], apart: Iterable[Iterable[int]] = (), owed: Iterable[Iterable[int]] = ()
    ) -> None:
        self.index = {player: position for position, player in enumerate(players)}
        self.met = [[0] * len(players) for _ in players]
        self.pair_costs = [[0] * len(players) for _ in players]
        self.sizes: list[dict[int, int]] = [{} for _ in players]
        self.apart = {frozenset(self.index[player] for player in pair) for pair in apart}
        self.owed = {frozenset(self.index[player] for player in pair) for pair in owed}
        self.special: list[set[int]] = [set() for _ in players]
        for one, other in map(sorted, self.apart | self.owed):
            self.special[one].add(other)
            self.special[other].add(one)
            self.pair_costs[one][other] = self.pair_costs[other][one] = self._extra(one, other)

    def _extra(self, one: int, other: int) -> int:
        """Return the cost of a meeting besides how often the two have met."""
        pair = frozenset((one, other))
        if pair in self.apart:
            return APART_WEIGHT
        return -OWED_WEIGHT if pair in self.owed and not self.met[one][other] else 0

    def count(self, groups: Iterable[Iterable[int]], step: int) -> None:
        """Add a round (`step` 1) or remove it (-1); unknown players are skipped."""
        for group in groups:
            seated = [self.index[player] for player in group if player in self.index]
            for player in seated:
                self.sizes[player][len(seated)] = self.sizes[player].get(len(seated), 0) + step
                met, pair_costs, special = self.met[player], self.pair_costs[player], self.special[player]
                for other in seated:
                    if player != other:
                        met[other] = times = met[other] + step
                        pair_costs[other] = times * times + (self._extra(player, other) if other in special else 0)

    def cost(self) -> int:
        """Return the cost of all meetings, tables and byes: the sum of squares that a plan minimises."""
        apart = APART_WEIGHT * sum(self.met[one][other] for one, other in self.apart)
        owed = OWED_WEIGHT * sum(self.met[one][other] > 0 for one, other in self.owed)
        meetings = sum(times**2 for met in self.met for times in met) // 2
        sittings = sum(
            (REST_WEIGHT if size == 1 else SIZE_WEIGHT) * times**2
            for sizes in self.sizes
            for size, times in sizes.items()
        )
        return apart - owed + meetings + sittings

    def costs(self, table: Sequence[int]) -> list[int]:
        """Return the cost of each player with these, at a table of this size."""
        size = len(table)
        weight = REST_WEIGHT if size == 1 else SIZE_WEIGHT
        meeting: Iterable[int] = self.pair_costs[table[0]]
        for player in table[1:]:
            meeting = map(add, meeting, self.pair_costs[player])
        return [cost + weight * sizes.get(size, 0) for cost, sizes in zip(meeting, self.sizes, strict=True)]


def plan_rounds(
    players: Sequence[int],
    sizes: Sequence[int],
    rounds: int,
    before: Sequence[Groups],
    rng: SeededRandom,
    apart: Iterable[Iterable[int]] = (),
    owed: Iterable[Iterable[int]] = (),
    attempts: int = 1,
) -> list[Groups]:
    """Return the tables of `rounds` rounds for `players`, of these `sizes`, after the rounds `before`.

    `apart` are pairs who should not meet; they do only where no swap was found that parts them.
    `owed` are pairs who were kept apart before; they meet if they can. Where the sizes do
    not hold everybody the rest sit out: a table of one, at the end of a round.
    Several `attempts` search longer, and the best of them counts. Deterministic for one `rng`.
    """
    shape = [*sizes, *([1] * (len(players) - sum(sizes)))]
    effort = 1 if attempts == 1 else THOROUGHLY
    passes = int(effort * min(PASSES, WORK / max(1, rounds * len(players) ** 2)))
    attempted: list[tuple[int, list[Groups]]] = []
    for _ in range(attempts):
        meetings = Meetings(players, apart, owed)
        for groups in before:
            meetings.count(groups, 1)
        plan = _attempt(players, shape, rounds, meetings, passes, rng)
        attempted.append((meetings.cost(), plan))
    return min(attempted, key=itemgetter(0))[1]


def _attempt(
    players: Sequence[int], shape: Sequence[int], rounds: int, meetings: Meetings, passes: int, rng: SeededRandom
) -> list[Groups]:
    """Return one plan; `meetings` counts it in."""
    plan: list[Groups] = []
    for _ in range(rounds):
        plan.append(_improve_round(_split_into_tables(rng.shuffled(players), shape), meetings, rng, SLACK))
        meetings.count(plan[-1], 1)
    for left in reversed(range(passes)):
        for position in range(rounds):
            meetings.count(plan[position], -1)
            plan[position] = _improve_round(plan[position], meetings, rng, SLACK * left // passes)
            meetings.count(plan[position], 1)
    return plan


def _split_into_tables(order: Sequence[int], shape: Sequence[int]) -> Groups:
    groups, start = [], 0
    for size in shape:
        groups.append(tuple(order[start : start + size]))
        start += size
    return tuple(groups)


def _improve_round(groups: Groups, meetings: Meetings, rng: SeededRandom, slack: int) -> Groups:
    """Return the round after as many exchanges as there are players; `slack` of 1,000 may make it worse by 1."""
    current = _Round(groups, meetings)
    players = list(meetings.index)
    for _ in players:
        one = rng.randrange(len(players))
        others = current.exchanges(one, 1 if rng.randrange(1000) < slack else 0)
        if others:
            current.exchange(one, others[rng.randrange(len(others))])
    return tuple(tuple(players[index] for index in table) for table in current.tables)


class _Round:
    """A round while it is improved. Players are their indices in `meetings`."""

    def __init__(self, groups: Groups, meetings: Meetings) -> None:
        self.tables = [[meetings.index[player] for player in group] for group in groups]
        self.pair_costs = meetings.pair_costs
        self.costs = [meetings.costs(table) for table in self.tables]
        self.at = [0] * len(meetings.index)
        self.own = [0] * len(meetings.index)
        for number in range(len(self.tables)):
            self._note(number)

    def _note(self, number: int) -> None:
        """Store for all at the table where they sit and what that costs."""
        for player in self.tables[number]:
            self.at[player] = number
            self.own[player] = self.costs[number][player]

    def exchanges(self, one: int, slack: int) -> list[int]:
        """Return all at other tables with whom the player can change places for at most `slack`.

        An exchange costs what it changes in the sum of squared meetings, halved: O(1) for each player.
        """
        table = self.at[one]
        limit = self.own[one] + slack
        there = [costs[one] for costs in self.costs]
        offers = zip(self.costs[table], self.at, self.own, self.pair_costs[one], strict=True)
        return [
            other
            for other, (here, number, own, pair_costs) in enumerate(offers)
            if here + there[number] - own - 2 * pair_costs <= limit and number != table
        ]

    def exchange(self, one: int, other: int) -> None:
        """Exchange two players of different tables."""
        own_table, other_table = self.at[one], self.at[other]
        self.tables[own_table][self.tables[own_table].index(one)] = other
        self.tables[other_table][self.tables[other_table].index(other)] = one
        change = list(map(sub, self.pair_costs[other], self.pair_costs[one]))
        self.costs[own_table] = list(map(add, self.costs[own_table], change))
        self.costs[other_table] = list(map(sub, self.costs[other_table], change))
        self._note(own_table)
        self._note(other_table)
