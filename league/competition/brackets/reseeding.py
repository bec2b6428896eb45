"""First matches of a bracket that follows groups, after a result of a group was corrected.

Everybody keeps the seat of their place in the group: the first of a group has the best seat that the group got, the
second the next one. An entry that no longer qualifies gives its seat to the one that does. A match that was played,
reported or changed by hand stays as it is, and so does a seat from which an entry has played on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from league.competition.brackets.advancement import is_settled
from league.competition.brackets.groups import Qualifier
from league.competition.brackets.pairing import SEEDED
from league.competition.brackets.structure import MAIN, Node, Seed, Structure
from league.competition.format import Pairing

Seeds = dict[int, int]  # entries by seed


@dataclass(frozen=True)
class FirstMatches:
    """The first matches of a bracket as they were paired. `pairings` are all of the bracket."""

    structure: Structure
    pairings: Sequence[Pairing]

    group_of: Mapping[int, int]

    @cached_property
    def _first_matches(self) -> list[tuple[Node, list[Pairing]]]:
        nodes = [node for node in self.structure.nodes if node.side == MAIN and node.round == 1]
        of_slot = {node.slot: [pairing for pairing in self.pairings if pairing.slot == node.slot] for node in nodes}
        return [(node, of_slot[node.slot]) for node in nodes if of_slot[node.slot]]

    @cached_property
    def _numbers(self) -> dict[str, tuple[int, ...]]:
        """The seeds of the seats by slot, if they are known."""
        found: dict[str, tuple[int, ...]] = {}
        for node, pairings in self._first_matches:
            named = _seeds_named(pairings)
            if len(pairings[-1].seats) == 1:
                found[node.slot] = (min(_sources(node)),)
            elif sorted(named) == sorted(_sources(node)) and not any(pairing.by_hand for pairing in pairings):
                found[node.slot] = named
        return found

    @cached_property
    def seeds(self) -> Seeds:
        """The entry of each seed; if a match does not say, the first seat has the better one."""
        drawn: Seeds = {}
        for node, pairings in self._first_matches:
            numbers = self._numbers.get(node.slot, _sources(node))
            drawn |= dict(zip(numbers, pairings[-1].seats, strict=False))
        return drawn

    @cached_property
    def _fixed(self) -> frozenset[int]:
        """The seeds whose seats stay: their match is settled, or a later one of the same players."""
        settled = frozenset(entry for pairing in self.pairings if is_settled(pairing) for entry in pairing.seats)
        stay = [
            pairings[-1].seats
            for node, pairings in self._first_matches
            if node.slot not in self._numbers or not settled.isdisjoint(pairings[-1].seats)
        ]
        return frozenset(number for number, entry in self.seeds.items() if any(entry in seats for seats in stay))

    def outdated(self, through: Sequence[Qualifier]) -> list[tuple[Pairing, tuple[int, ...]]]:
        """Return matches with the players they should have now; also settled ones, which stay as they were played.

        `through` are as many as the bracket has, the best first.
        """
        return [
            *self._open_changes(self._seeds_by(through, self._fixed)),
            *self._settled_changes(self._seeds_by(through, ())),
        ]

    def _open_changes(self, now: Seeds) -> Iterator[tuple[Pairing, tuple[int, ...]]]:
        for node, pairings in self._first_matches:
            numbers = self._numbers.get(node.slot, ())
            if not self._fixed.isdisjoint(numbers):
                continue
            seats = tuple(now[number] for number in numbers)
            if set(seats) != set(pairings[-1].seats):
                yield pairings[-1], seats

    def _settled_changes(self, now: Seeds) -> Iterator[tuple[Pairing, tuple[int, ...]]]:
        instead = {self.seeds[number]: now[number] for number in self._fixed if self.seeds[number] != now[number]}
        left = dict(instead)
        for pairing in sorted(filter(is_settled, self.pairings), key=lambda pairing: pairing.round):
            seats = tuple(left.pop(entry, entry) for entry in pairing.seats)
            if len(set(seats)) == len(seats) and set(seats) != set(pairing.seats):
                yield pairing, seats

    def _seeds_by(self, through: Sequence[Qualifier], fixed: Collection[int]) -> Seeds:
        """Return the entry of each seed.

        The seeds in `fixed` stay. Every entry of the bracket that qualifies keeps a seed.
        """
        seeds = {number: self.seeds[number] for number in fixed}
        taken, drawn = frozenset(seeds.values()), frozenset(self.seeds.values())
        waiting: list[int] = []
        for group in sorted(
            {self.group_of[qualifier] for qualifier in drawn} | {qualifier.group for qualifier in through}
        ):
            free = [
                number
                for number, entry in sorted(self.seeds.items())
                if number not in fixed and self.group_of[entry] == group
            ]
            qualified = [
                qualifier.entry for qualifier in through if qualifier.group == group and qualifier.entry not in taken
            ]
            seated = sorted(qualified, key=lambda entry: entry not in drawn)[: len(free)]
            seeds |= dict(zip(free, [entry for entry in qualified if entry in seated], strict=False))
            waiting += [entry for entry in qualified if entry not in seated]
        return self._fill_seeds(seeds, sorted(waiting, key=[qualifier.entry for qualifier in through].index))

    def _fill_seeds(self, seeds: Seeds, waiting: Sequence[int]) -> Seeds:
        """Return the seeds, the rest filled with waiting entries, those of the bracket first, then the former ones."""
        free = [number for number in sorted(self.seeds) if number not in seeds]
        drawn = frozenset(self.seeds.values())
        entries = sorted(waiting, key=lambda entry: entry not in drawn)
        seated = {*seeds.values(), *entries}
        entries += [entry for _number, entry in sorted(self.seeds.items()) if entry not in seated]
        return seeds | dict(zip(free, entries, strict=False))


def _sources(node: Node) -> tuple[int, ...]:
    return tuple(source.number for source in node.sources if isinstance(source, Seed))


def _seeds_named(pairings: Sequence[Pairing]) -> tuple[int, ...]:
    """Return the seeds that the pairings' reasons name, seat by seat; empty if none does."""
    facts_of_seeds = (reason.facts for pairing in pairings for reason in pairing.reasons if reason.template == SEEDED)
    return next((tuple(number for _name, number in facts) for facts in facts_of_seeds), ())
