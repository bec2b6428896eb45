"""A knockout at tables of two to five: so many of each table qualify, until one table is left.

A stage is one round: `S2.3` is the third table of the second stage. So many of each table qualify, the best placed
first; if those are too few for the next tables, the best of the next place qualify too. The last stage is one table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, pairwise

from league.competition.brackets.advancement import LEGS, ORDER, is_settled, merit_of, order_of
from league.competition.brackets.groups import fill_in_turns
from league.competition.brackets.structure import field_size, seeding_order
from league.competition.brackets.view import FINAL, NEVER_IN, SEMI, STILL_IN, WON
from league.competition.byes import allocated_bye
from league.competition.errors import ImpossibleTables
from league.competition.format import Bye, Entry, Pairing, Reason
from league.competition.options import TABLE_SIZES, Option, Options, number
from league.competition.pairing_history import PairingHistory
from league.competition.seating import fairest_order, table_sizes
from league.competition.seeded_random import SeededRandom
from league.competition.stages import Column, Contender, Knockout, KnockoutState, Match, Reached, Stage

FIRST = "Moothill spreads the players over the tables by seed, so that all tables are equally strong."
NEXT = "Moothill spreads the players who qualified over the tables by place and points."
EVEN_SEATS = "Nobody gets a seat more often than necessary. Apart from that, seats are at random."
NO_ROOM = "Not everybody fits at the tables, so the best players have a bye in this round."
ROUND, TABLES, COMES_THROUGH = "Round {number}", "Tables", "From round {number}"

OPTIONS = (
    *TABLE_SIZES,
    Option(
        "going_on",
        "Players who qualify",
        "Per table, but never all of them. The best players of the next place fill free seats in the next round.",
        (1, 2, 3, 4),
        2,
    ),
    ORDER,
    LEGS,
)


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


class TableState(KnockoutState):
    """A knockout of tables at one moment."""

    def next_pairings(self) -> list[Pairing]:
        """Return the tables of the next stage, then those who go through it without one."""
        field = self._field()
        if not self.pairings and not self.shape.sizes(len(field)):
            raise ImpossibleTables(entries=len(field), smallest=self.shape.smallest, largest=self.shape.largest)
        if self.is_over or not self.shape.sizes(len(field)):
            return []
        stage, history = len(self.played) + 1, PairingHistory(self.entries, self.pairings)
        why = (Reason(NEXT if self.played else FIRST), Reason(EVEN_SEATS))
        tables, without = self._seated(field)
        seated = [
            self.table(
                fairest_order(table, history, self.legs, SeededRandom(self.seed, "seats", stage, number)),
                *why,
                slot=f"S{stage}.{number}",
            )
            for number, table in enumerate(tables, start=1)
        ]
        return seated + [
            allocated_bye(self.upcoming, entry, self.legs, Bye.REST, Reason(NO_ROOM), slot=f"S{stage}.{number}")
            for number, entry in enumerate(without, start=1 + len(tables))
        ]

    @property
    def stages(self) -> tuple[Stage, ...]:
        """A column for each stage, those to come with as many tables as they will have."""
        return (Stage(Reason(TABLES), tuple(self._columns()), seeded=tuple(self.seeded)),)

    def _columns(self) -> Iterator[Column]:
        numbers = count(1)
        for at, tables in enumerate(self.played):
            goes_on = self._goes_on_from(at)
            yield Column(self._name(at), tuple(self._match(table, next(numbers), goes_on) for table in tables))
        for at, field in enumerate(self._fields_to_come, start=len(self.played)):
            comes = Contender(source=Reason(COMES_THROUGH, (("number", at),)) if at else None)
            matches = (
                Match(f"S{at + 1}.{table}", next(numbers), (comes,) * size)
                for table, size in enumerate(self.shape.sizes(field), start=1)
            )
            yield Column(self._name(at), tuple(matches))

    def _match(self, table: Pairing, number_: int, goes_on: frozenset[int]) -> Match:
        order = order_of(table, self.seeds)[0] if table.decided else None
        return Match(
            slot=table.slot,
            number=number_,
            contenders=tuple(Contender(entry) for entry in (order or table.seats)),
            pairings=(table,),
            order=order,
            goes_on=sum(entry in goes_on for entry in table.seats),
        )

    @cached_property
    def _fields_to_come(self) -> list[int]:
        """How many will play in each stage that is not paired yet."""
        if self.is_over:
            return []
        if self.played and not all(table.decided for table in self.played[-1]):
            return self.shape.fields(sum(len(table.seats) for table in self.played[-1]))[1:]
        field = len(self._field())
        return self.shape.fields(field) if self.shape.sizes(field) else []

    def _name(self, stage: int) -> Reason:
        """Return the name of a stage, counted from 0."""
        left = len(self.played) + len(self._fields_to_come) - 1 - stage
        return Reason((FINAL, SEMI)[left]) if left < 2 else Reason(ROUND, (("number", stage + 1),))

    @property
    def reached(self) -> Mapping[int, Reached]:
        """How far every entry came: places of the last table, then stage by stage, by place at the table."""
        count_ = len(self.played) + len(self._fields_to_come)
        reached_by = {entry.id: Reached((count_ * 10 + 10,), Reason(NEVER_IN)) for entry in self.entries}
        reached_by |= {entry: Reached((-1,), Reason(STILL_IN), is_in=True) for entry in self.seeded if not self.played}
        for at, tables in enumerate(self.played):
            is_open = not all(table.decided for table in tables)
            last = self.is_over and at == len(self.played) - 1
            through = self._goes_on_from(at)
            for table in tables:
                for entry, place in self._places(table).items():
                    is_in = is_open or entry in through
                    order = (-1,) if is_in else (10 * (count_ - 1 - at) + place,)
                    words = STILL_IN if is_in else WON if last and not place else ""
                    reached_by[entry] = Reached(order, Reason(words) if words else self._name(at), is_in)
        return self._end_without_table(reached_by)

    def _places(self, table: Pairing) -> dict[int, int]:
        """Return everybody's place at a table, from 0; absent players are last."""
        order = order_of(table, self.seeds)[0] if table.decided else ()
        return {entry: order.index(entry) if entry in order else len(table.seats) for entry in table.seats}

    def _end_without_table(self, reached_by: dict[int, Reached]) -> dict[int, Reached]:
        """If too few are left for another table, nobody is still in it, and the first of them has won."""
        if self.is_over or not self.played or not all(table.decided for table in self.played[-1]):
            return reached_by
        left = self._field()
        if self.shape.sizes(len(left)):
            return reached_by
        last = self._name(len(self.played) - 1)
        best = {entry: Reached((at,), last if at else Reason(WON)) for at, entry in enumerate(left)}
        out = {entry: Reached((old.order[0] + 10,), old.words) for entry, old in reached_by.items() if not old.is_in}
        return reached_by | out | best

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
        return {entry: seed for seed, entry in enumerate(self.seeded, start=1)}

    @cached_property
    def played(self) -> Sequence[tuple[Pairing, ...]]:
        """The tables of every stage so far, in order."""
        stages: dict[int, list[Pairing]] = {}
        for pairing in self.pairings:
            if pairing.slot.startswith("S"):
                stages.setdefault(_stage_and_table(pairing)[0], []).append(pairing)
        return [tuple(sorted(stages[number_], key=_stage_and_table)) for number_ in sorted(stages)]

    def _goes_on_from(self, stage: int) -> frozenset[int]:
        """Return who qualifies from a stage, counted from 0: the entries of the next one, if it is made."""
        if stage + 1 < len(self.played):
            return frozenset(entry for table in self.played[stage + 1] for entry in table.seats)
        is_open = not all(table.decided for table in self.played[stage])
        return frozenset() if self.is_over or is_open else frozenset(self._qualifiers(self.played[stage]))

    @property
    def outdated(self) -> list[tuple[Pairing, tuple[int, ...]]]:
        """Tables that nobody has played yet, with the players they should have by the stage before.

        A new player takes the seat of one who no longer qualifies; a table that is played, or reported, stays as it is.
        If nothing of a stage is played while the stage before is open again, its tables have no players.
        """
        changes: list[tuple[Pairing, tuple[int, ...]]] = []
        for before, tables in pairwise(self.played):
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
            key=lambda found: (
                found[0],
                *(-part for part in merit_of(found[2], found[1])),
                self.seeds.get(found[2], 0),
            ),
        )
        on = [entry for place, table, entry in ranked if place < self.shape.from_table(len(table.seats))]
        others = [entry for _place, _table, entry in ranked if entry not in on]
        count = self.shape.enough(len(free) + len(on), len(free) + len(ranked))
        return [*free, *on, *others[: max(0, count - len(free) - len(on))]]

    def _stays(self, entry: int) -> bool:
        return self.by_id[entry].plays_in(self.upcoming)

    @property
    def is_over(self) -> bool:
        """Whether the last stage, one table, is decided."""
        return bool(self.played) and len(self.played[-1]) == 1 and self.played[-1][0].decided

    def _field(self) -> list[int]:
        """Return the entries of the next stage, the best first. All stages so far are decided."""
        if not self.played:
            return [entry for entry in self.seeded if self._stays(entry)]
        return self._qualifiers(self.played[-1])

    def _seated(self, field: Sequence[int]) -> tuple[list[list[int]], list[int]]:
        """Return the tables of the next stage, and who has a bye in it: the best, if there is no room.

        Tables are filled in turns, from the first to the last and back, so that all are as strong; entries of one turn
        change tables if two would otherwise meet again who just met, or who must not meet.
        """
        sizes = self.shape.sizes(len(field))
        without = list(field[: len(field) - sum(sizes)]) if sizes else list(field)
        playing = field[len(without) :]
        met = [frozenset(table.seats) for table in (self.played[-1] if self.played else ())]

        def clash(entry: int, other: int) -> int:
            pair = frozenset((entry, other))
            return 100 * (pair in self.avoided) + sum(pair <= table for table in met)

        return fill_in_turns(playing, sizes, clash), without


def _stage_and_table(pairing: Pairing) -> tuple[int, int]:
    """Return the stage of a table, and its number in the stage, both from 1."""
    stage, table = pairing.slot[1:].split(".")
    return int(stage), int(table)


class TableKnockout(Knockout):
    """Tables of several, of which the best go on."""

    slug = "table-knockout"
    name = "Knockout, tables of 2 to 5"
    summary = (
        "The best of each table go on to the next round. The winner of "
        "the last table wins the tournament. With 16 players at tables of four it takes 3 rounds."
    )
    options = OPTIONS
    state_class = TableState

    def rounds(self, entries: Sequence[Entry], options: Options) -> int:
        """Return the number of stages until one table is left."""
        return len(Shape.of(self.chosen(options)).fields(field_size(entries)))


TABLE_KNOCKOUT = TableKnockout()
