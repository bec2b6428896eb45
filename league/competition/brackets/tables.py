"""A knockout of tables: who qualifies from each table, and the tables of the next stage.

A stage is one round: `S2.3` is the third table of the second stage. So many of each table qualify, the best placed
first; if those are too few for the next tables, the best of the next place qualify too. The last stage is one table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from league.competition.brackets.advancement import is_settled, merit_of, order_of
from league.competition.brackets.groups import fill_in_turns
from league.competition.brackets.structure import seeding_order
from league.competition.format import Conditions, Pairing
from league.competition.options import Options, number
from league.competition.seating import table_sizes
from league.competition.stages import KnockoutState


@dataclass(frozen=True, slots=True)
class Shape:
    """The tables that are wanted, and how many of each qualify."""

    preferred: int
    smallest: int
    largest: int
    going_on: int

    @classmethod
    def of(cls, chosen: Options) -> Shape:
        """Return the tables that the options ask for."""
        return cls(*(number(chosen, name) for name in ("table_size", "smallest", "largest", "going_on")))

    def sizes(self, field: int) -> tuple[int, ...]:
        """Return the tables of a field; one, as soon as one can hold it. Empty if there is none."""
        if self.smallest <= field <= self.largest:
            return (field,)
        return table_sizes(field, self.preferred, self.smallest, self.largest)

    def from_table(self, size: int) -> int:
        """Return how many qualify from a table of that size: at least one is out."""
        return min(self.going_on, size - 1)

    def next_field(self, field: int) -> int:
        """Return how many play on after a stage of so many, byes included; 0 after the last."""
        sizes = self.sizes(field)
        if not sizes or sizes == (field,):
            return 0
        through = sum(map(self.from_table, sizes)) + field - sum(sizes)
        following = self.enough(through, field)
        return following if self.sizes(following) else 0

    def enough(self, through: int, field: int) -> int:
        """Return so many, or as many more as can be seated without anybody left over."""
        most = field - 1
        return next((more for more in range(through, most + 1) if sum(self.sizes(more)) == more), through)

    def fields(self, field: int) -> list[int]:
        """Return how many play in each stage, the first one included."""
        fields = [field]
        while following := self.next_field(fields[-1]):
            fields.append(following)
        return fields


class TableProgress(KnockoutState):
    """A knockout of tables at one moment."""

    @cached_property
    def shape(self) -> Shape:
        """The tables that are wanted."""
        return Shape.of(self.options)

    @cached_property
    def seeded(self) -> list[int]:
        """The entries, the best first."""
        drawn = frozenset(entry for pairing in self.pairings if pairing.round == 1 for entry in pairing.seats)
        return seeding_order(self.entries, str(self.options["order"]), self.seed, (), drawn)

    @cached_property
    def seeds(self) -> Mapping[int, int]:
        """The seed of every entry."""
        return {entry: number for number, entry in enumerate(self.seeded, start=1)}

    @cached_property
    def made(self) -> Sequence[tuple[Pairing, ...]]:
        """The tables of every stage so far, in order."""
        stages: dict[int, list[Pairing]] = {}
        for pairing in self.pairings:
            if pairing.slot.startswith("S"):
                stages.setdefault(stage_of(pairing), []).append(pairing)
        return [tuple(sorted(stages[number], key=place_in_stage)) for number in sorted(stages)]

    def goes_on_from(self, stage: int) -> frozenset[int]:
        """Return who qualifies from a stage, counted from 0: the entries of the next one, if it is made."""
        if stage + 1 < len(self.made):
            return frozenset(entry for table in self.made[stage + 1] for entry in table.seats)
        is_open = not all(table.decided for table in self.made[stage])
        return frozenset() if self.is_over or is_open else frozenset(self._qualifiers(self.made[stage]))

    @property
    def outdated(self) -> list[tuple[Pairing, tuple[int, ...]]]:
        """Tables that nobody has played yet, with the players they should have by the stage before.

        A new player takes the seat of one who no longer qualifies; a table that is played, or reported, stays as it is.
        If nothing of a stage is played while the stage before is open again, its tables have no players.
        """
        changes: list[tuple[Pairing, tuple[int, ...]]] = []
        for before, tables in pairwise(self.made):
            if all(table.decided for table in before):
                changes += self._changed_tables(self._qualifiers(before), tables)
            elif not any(is_settled(table) for table in tables):
                changes += [(table, ()) for table in tables]
        return changes

    def _changed_tables(
        self, through: Sequence[int], tables: Sequence[Pairing]
    ) -> list[tuple[Pairing, tuple[int, ...]]]:
        """Return the open tables of a stage whose players change. The smallest tables take those who are too many."""
        seated = {entry for table in tables for entry in table.seats}
        coming = [entry for entry in through if entry not in seated]
        seats: dict[str, tuple[int, ...]] = {}
        open_tables = [table for table in tables if not is_settled(table)]
        for table in open_tables:
            taken = [entry if entry in through else coming.pop(0) if coming else None for entry in table.seats]
            seats[table.slot] = tuple(entry for entry in taken if entry is not None)
        for entry in coming:
            roomy = [table.slot for table in open_tables if len(seats[table.slot]) < self.shape.largest]
            if roomy:
                smallest = min(roomy, key=lambda slot: len(seats[slot]))
                seats[smallest] = (*seats[smallest], entry)
        return [(table, seats[table.slot]) for table in open_tables if seats[table.slot] != table.seats]

    def _qualifiers(self, tables: Sequence[Pairing]) -> list[int]:
        """Return who qualifies from these decided tables: by place, then by merit, then by seeding."""
        orders = {
            table.slot: [entry for entry in order_of(table, self.seeds)[0] if self._stays(entry)] for table in tables
        }
        free = [entry for table in tables if table.bye is not None for entry in orders[table.slot]]
        seated = [table for table in tables if table.bye is None]
        ranked = sorted(
            ((place, table, entry) for table in seated for place, entry in enumerate(orders[table.slot])),
            key=lambda found: self._merit(*found),
        )
        on = [entry for place, table, entry in ranked if place < self.shape.from_table(len(table.seats))]
        others = [entry for _place, _table, entry in ranked if entry not in on]
        wanted = self.shape.enough(len(free) + len(on), len(free) + len(ranked))
        return [*free, *on, *others[: max(0, wanted - len(free) - len(on))]]

    def _merit(self, place: int, table: Pairing, entry: int) -> tuple[int, ...]:
        return (place, *(-part for part in merit_of(entry, table)), self.seeds.get(entry, 0))

    def _stays(self, entry: int) -> bool:
        return self.by_id[entry].plays_in(self.upcoming)

    @property
    def is_over(self) -> bool:
        """Whether the last stage, one table, is decided."""
        return bool(self.made) and len(self.made[-1]) == 1 and self.made[-1][0].decided

    def field(self) -> list[int]:
        """Return the entries of the next stage, the best first. All stages so far are decided."""
        if not self.made:
            return [entry for entry in self.seeded if self._stays(entry)]
        return self._qualifiers(self.made[-1])

    def seated(self, field: Sequence[int], conditions: Conditions) -> tuple[list[list[int]], list[int]]:
        """Return the tables of the next stage, and who has a bye in it: the best, if there is no room.

        Tables are filled in turns, from the first to the last and back, so that all are as strong; entries of one turn
        change tables if two would otherwise meet again who just met, or who must not meet.
        """
        sizes = self.shape.sizes(len(field))
        without = list(field[: len(field) - sum(sizes)]) if sizes else list(field)
        playing = field[len(without) :]
        apart = conditions.avoided_in(self.upcoming)
        met = [frozenset(table.seats) for table in (self.made[-1] if self.made else ())]
        return fill_in_turns(playing, sizes, lambda entry, other: _clash(entry, other, apart, met)), without


def stage_of(pairing: Pairing) -> int:
    """Return the stage of a table, from 1."""
    return int(pairing.slot[1:].split(".")[0])


def place_in_stage(pairing: Pairing) -> int:
    """Return the number of a table in its stage."""
    return int(pairing.slot.split(".")[1])


def _clash(entry: int, other: int, apart: frozenset[frozenset[int]], met: Sequence[frozenset[int]]) -> int:
    return 100 * (frozenset((entry, other)) in apart) + sum({entry, other} <= table for table in met)
