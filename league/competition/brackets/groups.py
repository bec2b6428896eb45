"""Groups before a bracket: their players, who qualifies, and the seeding of the bracket."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from league.competition.brackets.structure import order_of_seeds, places_for
from league.competition.format import Forbidden
from league.competition.standings import Row

Clash = Callable[[int, int], int]
# Entries that are placed together, and the groups that take one each of them.
Turn = tuple[Sequence[int], Sequence[int]]

MOST_TRIES, LARGEST_SEARCHED = 20_000, 400


def snake_groups(seeded: Sequence[int], count: int, forbidden: Sequence[Forbidden] = ()) -> list[list[int]]:
    """Return so many groups: the best entry into each, then back from the last group to the first, and so on.

    If two of a group must not meet in the first round, an entry of the same turn changes groups with one of them.
    """
    apart = {frozenset((pair.one, pair.other)) for pair in forbidden if pair.holds_in(1)}
    return fill_in_turns(seeded, [len(seeded)] * count, lambda one, other: int(frozenset((one, other)) in apart))


def fill_in_turns(seeded: Sequence[int], sizes: Sequence[int], clash: Clash) -> list[list[int]]:
    """Return tables, or groups, of at most these sizes: filled in turns, from the first to the last and back.

    Entries of one turn change with one another as long as that lowers `clash` with those already placed. If some clash
    even then, other orders within the turns are tried, up to `MOST_TRIES` placements, in fields of up to
    `LARGEST_SEARCHED`.
    """
    turns = _turns(seeded, sizes)
    changed = _exchange_by_turns(turns, len(sizes), clash)
    if len(seeded) > LARGEST_SEARCHED:
        return changed
    cost = sum(clash(one, other) for group in changed for one, other in combinations(group, 2))
    return _Search(turns, len(sizes), clash).better_than(cost) or changed


def _turns(seeded: Sequence[int], sizes: Sequence[int]) -> list[Turn]:
    """Return the entries of each turn, and their groups, in the order of the snake."""
    turns: list[Turn] = []
    left, backwards, filled = list(seeded), False, 0
    while left:
        places = [at for at, size in enumerate(sizes) if filled < size][:: -1 if backwards else 1]
        entries, left = left[: len(places)], left[len(places) :]
        turns.append((entries, places[: len(entries)]))
        backwards, filled = not backwards, filled + 1
    return turns


def _exchange_by_turns(turns: Sequence[Turn], count: int, clash: Clash) -> list[list[int]]:
    groups: list[list[int]] = [[] for _ in range(count)]
    for entries, places in turns:
        costs = {(entry, at): sum(clash(entry, other) for other in groups[at]) for entry in entries for at in places}
        for entry, at in zip(_exchange_within_turn(entries, places, costs), places, strict=True):
            groups[at].append(entry)
    return groups


def _exchange_within_turn(
    entries: Sequence[int], places: Sequence[int], costs: Mapping[tuple[int, int], int]
) -> list[int]:
    """Return the entries of a turn by place: exchanged two by two while that costs less."""
    order, improved = list(entries), True
    while improved:
        improved = False
        for one, other in combinations(range(len(order)), 2):
            now = costs[order[one], places[one]] + costs[order[other], places[other]]
            if costs[order[other], places[one]] + costs[order[one], places[other]] < now:
                order[one], order[other] = order[other], order[one]
                improved = True
    return order


class _Search:
    """A search through orders within turns, place by place, fewest clashes first. It changes as it searches."""

    def __init__(self, turns: Sequence[Turn], count: int, clash: Clash) -> None:
        self.places = [(number, at) for number, (_here, places) in enumerate(turns) for at in places]
        self.waiting = [list(here) for here, _places in turns]
        self.groups: list[list[int]] = [[] for _ in range(count)]
        self.clash = clash
        self.tries = 0
        self.found: list[list[int]] | None = None

    def better_than(self, cost: int) -> list[list[int]] | None:
        """Return the best order that costs less; None if there is none."""
        self.best = cost
        self._seat(0, 0)
        return self.found

    def _seat(self, place: int, cost: int) -> None:
        if place == len(self.places):
            self.best, self.found = cost, [list(group) for group in self.groups]
            return
        number, at = self.places[place]
        waiting, group = self.waiting[number], self.groups[at]
        costs = {entry: sum(self.clash(entry, other) for other in group) for entry in waiting}
        for entry in sorted(waiting, key=lambda entry: costs[entry]):
            if cost + costs[entry] >= self.best or self.tries >= MOST_TRIES:
                return
            self.tries += 1
            index = waiting.index(entry)
            group.append(waiting.pop(index))
            self._seat(place + 1, cost + costs[entry])
            waiting.insert(index, group.pop())


def count_of_groups(field: int, size: int) -> int:
    """Return the number of groups that comes nearest to the size that is wanted; no group has one entry alone."""
    return max(1, min(round(field / size), field // 2))


@dataclass(frozen=True, slots=True)
class Qualifier:
    """An entry that qualifies, its group from 0, and its place there from 1."""

    entry: int
    group: int
    place: int


def qualifiers(tables: Sequence[Sequence[Row]], each: int, is_here: Callable[[int], bool]) -> list[Qualifier]:
    """Return the entries that qualify from finished groups: by place, then by points per game, then by the list.

    Points per game are points divided by the games that paid them, forfeits included; a free round is no game. `each`
    of every group qualify; if that makes no full bracket, the best of the next place fill it if there are enough of
    them. An entry that has left does not qualify, and the next of its group does.
    """
    staying = [[row for row in table if is_here(row.entry)] for table in tables]
    through = _rank_rows(staying, range(each))
    missing = places_for(len(through)) - len(through)
    following = _rank_rows(staying, range(each, each + 1))
    return through + following[:missing] if len(following) >= missing else through


def best_of(tables: Sequence[Sequence[Row]], count: int, is_here: Callable[[int], bool]) -> list[Qualifier]:
    """Return so many entries, the best first, by the same rule as `qualifiers`."""
    staying = [[row for row in table if is_here(row.entry)] for table in tables]
    return _rank_rows(staying, range(max(map(len, staying), default=0)))[:count]


def _rank_rows(tables: Sequence[Sequence[Row]], places: range) -> list[Qualifier]:
    ranked = [
        (place, -Fraction(row.points, max(sum(turn.games for turn in row.rounds), 1)), row.entry, group)
        for group, table in enumerate(tables)
        for place, row in enumerate(table)
        if place in places
    ]
    return [Qualifier(entry, group, place + 1) for place, _points, entry, group in sorted(ranked)]


def separate_groups(through: Sequence[Qualifier]) -> list[int]:
    """Return the seeding in the bracket: entries of one group meet in the first round only if nothing helps.

    Entries of one place change with one another as long as fewer of one group are in the same first match, or in the
    same half of the bracket.
    """
    order = list(through)
    size = places_for(len(order))
    half = {seed: at < size // 2 for at, seed in enumerate(order_of_seeds(size))}
    cost = _clashes(order, size, half)
    improved = True
    while improved and cost:
        improved = False
        for index in range(len(order)):
            for other in range(index + 1, len(order)):
                if order[index].place != order[other].place:
                    break
                order[index], order[other] = order[other], order[index]
                if (now := _clashes(order, size, half)) < cost:
                    cost, improved = now, True
                else:
                    order[index], order[other] = order[other], order[index]
    return [qualifier.entry for qualifier in order]


def _clashes(order: Sequence[Qualifier], size: int, half: Mapping[int, bool]) -> int:
    groups: dict[tuple[int, bool], int] = {}
    same_match = 0
    for seed, qualifier in enumerate(order, start=1):
        groups[qualifier.group, half[seed]] = groups.get((qualifier.group, half[seed]), 0) + 1
        opponent = size - seed
        same_match += seed <= opponent < len(order) and order[opponent].group == qualifier.group
    return 1000 * same_match + sum(count * (count - 1) // 2 for count in groups.values())
