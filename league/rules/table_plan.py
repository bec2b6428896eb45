"""Plans rounds of tables so that everyone meets everyone as evenly as can be.

Each round is shuffled and then improved by swapping two players of different tables wherever that
does not make the sum of squared meetings larger (which is smallest when all pairs have met equally often),
at first with a little slack. Then every round is improved again, several times, knowing all the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from league.rules.luck import Luck

Groups = tuple[tuple[int, ...], ...]

PASSES = 5
"""How often every round is taken up again once all of them are there."""
TRIES = 60
"""Swaps tried per player and round, in every pass."""
SIZE_WEIGHT = 4
"""What it costs to sit at a smaller table again, against meeting somebody again."""
REST_WEIGHT = 100
"""The same for sitting out: nobody does so twice before everybody did once."""


APART_WEIGHT = 10_000
"""The same for two who should not meet."""


class Meetings:
    """How often each of the players has met each other, sat out, and sat at a table of each size."""

    def __init__(self, players: Sequence[int], apart: Iterable[Iterable[int]] = ()) -> None:
        self.index = {player: position for position, player in enumerate(players)}
        self.met = [[0] * len(players) for _ in players]
        self.dear = [[0] * len(players) for _ in players]
        self.sizes: list[dict[int, int]] = [{} for _ in players]
        self.apart = {frozenset(self.index[player] for player in pair) for pair in apart}
        for one, other in map(sorted, self.apart):
            self.dear[one][other] = self.dear[other][one] = APART_WEIGHT

    def count(self, groups: Iterable[Iterable[int]], step: int) -> None:
        """Count a round in (`step` 1) or out (-1); players who are not here are passed over."""
        for group in groups:
            seated = [self.index[player] for player in group if player in self.index]
            for one in seated:
                self.sizes[one][len(seated)] = self.sizes[one].get(len(seated), 0) + step
                for other in seated:
                    self.met[one][other] += step if one != other else 0
                    extra = APART_WEIGHT if frozenset((one, other)) in self.apart else 0
                    self.dear[one][other] = self.met[one][other] ** 2 + extra


def plan_rounds(
    players: Sequence[int],
    sizes: Sequence[int],
    rounds: int,
    before: Sequence[Groups],
    luck: Luck,
    apart: Iterable[Iterable[int]] = (),
) -> list[Groups]:
    """The tables of `rounds` rounds for `players`, of these `sizes`, after the rounds `before`.

    `apart` are pairs who should not meet; they do only where no swap was found that parts them. Where the sizes do
    not hold everybody the rest sit out: a table of one, at the end of a round.
    Deterministic for one `luck`.
    """
    shape = [*sizes, *([1] * (len(players) - sum(sizes)))]
    meetings = Meetings(players, apart)
    for groups in before:
        meetings.count(groups, 1)
    plan: list[Groups] = []
    for _ in range(rounds):
        plan.append(_improved(_dealt(luck.shuffled(players), shape), meetings, luck))
        meetings.count(plan[-1], 1)
    for position in list(range(rounds)) * PASSES:
        meetings.count(plan[position], -1)
        plan[position] = _improved(plan[position], meetings, luck)
        meetings.count(plan[position], 1)
    return plan


def _dealt(order: Sequence[int], shape: Sequence[int]) -> Groups:
    groups, start = [], 0
    for size in shape:
        groups.append(tuple(order[start : start + size]))
        start += size
    return tuple(groups)


def _improved(groups: Groups, meetings: Meetings, luck: Luck) -> Groups:
    """The round after many tried swaps; what stands is never worse than the best one seen."""
    players = list(meetings.index)
    tables = [[meetings.index[player] for player in group] for group in groups]
    places = [(table, seat) for table, group in enumerate(tables) for seat in range(len(group))]
    tries = TRIES * len(places) if len(tables) > 1 else 0
    cost = lowest = 0
    best = [list(table) for table in tables]
    for attempt in range(tries):
        one, seat = places[luck.below(len(places))]
        other, place = places[luck.below(len(places))]
        if one == other:
            continue
        slack = 1 if 2 * attempt < tries else 0
        change = _change(tables[one], seat, tables[other], place, meetings)
        if change > slack:
            continue
        tables[one][seat], tables[other][place] = tables[other][place], tables[one][seat]
        cost += change
        if cost < lowest:
            lowest, best = cost, [list(table) for table in tables]
    return tuple(tuple(players[index] for index in table) for table in best)


def _change(table: Sequence[int], seat: int, across: Sequence[int], place: int, meetings: Meetings) -> int:
    """What the swap adds to the cost: half of the change in the sum of squared meetings, over pairs."""
    leaving, coming = table[seat], across[place]
    old, new = meetings.dear[leaving], meetings.dear[coming]
    change = -2 * old[coming]
    for player in table:
        change += new[player] - old[player]
    for player in across:
        change += old[player] - new[player]
    if len(table) != len(across):
        change += _size_change(meetings, leaving, coming, len(table), len(across))
    return change


def _size_change(meetings: Meetings, leaving: int, coming: int, size: int, other: int) -> int:
    """The same for how often each has sat at a table of that size, or sat out."""
    own, theirs = meetings.sizes[leaving], meetings.sizes[coming]
    weight = REST_WEIGHT if 1 in (size, other) else SIZE_WEIGHT
    return weight * (own.get(other, 0) - own.get(size, 0) + theirs.get(size, 0) - theirs.get(other, 0))
