"""A knockout at tables of two to five: so many of each table qualify, until one table is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count

from league.competition.brackets.advancement import order_of
from league.competition.brackets.options import LEGS, ORDER
from league.competition.brackets.structure import field_size
from league.competition.brackets.tables import Shape, TableProgress
from league.competition.brackets.view import FINAL, NEVER_IN, SEMI, STILL_IN, WON
from league.competition.byes import allocated_bye
from league.competition.errors import ImpossibleTables
from league.competition.format import Bye, Entry, Pairing, Reason
from league.competition.options import TABLE_SIZES, Option, Options
from league.competition.pairing_history import PairingHistory
from league.competition.seating import seated_fairly
from league.competition.seeded_random import SeededRandom
from league.competition.stages import Column, Contender, Knockout, Match, Reached, Stage

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


class TableState(TableProgress):
    """A knockout of tables at one moment."""

    def next_pairings(self) -> list[Pairing]:
        """Return the tables of the next stage, then those who go through it without one."""
        field = self.field()
        if not self.pairings and not self.shape.sizes(len(field)):
            raise ImpossibleTables(entries=len(field), smallest=self.shape.smallest, largest=self.shape.largest)
        if self.is_over or not self.shape.sizes(len(field)):
            return []
        stage, history = len(self.made) + 1, PairingHistory(self.entries, self.pairings)
        why = (Reason(NEXT if self.made else FIRST), Reason(EVEN_SEATS))
        tables, without = self.seated(field, self.conditions)
        seated = [
            self.table(
                seated_fairly(table, history, self.legs, SeededRandom(self.seed, "seats", stage, number)),
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
        for at, tables in enumerate(self.made):
            goes_on = self.goes_on_from(at)
            yield Column(self._name(at), tuple(self._match(table, next(numbers), goes_on) for table in tables))
        for at, field in enumerate(self._fields_to_come, start=len(self.made)):
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
            came=order,
            goes_on=sum(entry in goes_on for entry in table.seats),
        )

    @cached_property
    def _fields_to_come(self) -> list[int]:
        """How many will play in each stage that is not paired yet."""
        if self.is_over:
            return []
        if self.made and not all(table.decided for table in self.made[-1]):
            return self.shape.fields(sum(len(table.seats) for table in self.made[-1]))[1:]
        field = len(self.field())
        return self.shape.fields(field) if self.shape.sizes(field) else []

    def _name(self, stage: int) -> Reason:
        """Return the name of a stage, counted from 0."""
        left = len(self.made) + len(self._fields_to_come) - 1 - stage
        return Reason((FINAL, SEMI)[left]) if left < 2 else Reason(ROUND, (("number", stage + 1),))

    @property
    def reached(self) -> Mapping[int, Reached]:
        """How far every entry came: places of the last table, then stage by stage, by place at the table."""
        count_ = len(self.made) + len(self._fields_to_come)
        reached_by = {entry.id: Reached((count_ * 10 + 10,), Reason(NEVER_IN)) for entry in self.entries}
        reached_by |= {entry: Reached((-1,), Reason(STILL_IN), is_in=True) for entry in self.seeded if not self.made}
        for at, tables in enumerate(self.made):
            is_open = not all(table.decided for table in tables)
            last = self.is_over and at == len(self.made) - 1
            through = self.goes_on_from(at)
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
        if self.is_over or not self.made or not all(table.decided for table in self.made[-1]):
            return reached_by
        left = self.field()
        if self.shape.sizes(len(left)):
            return reached_by
        last = self._name(len(self.made) - 1)
        best = {entry: Reached((at,), last if at else Reason(WON)) for at, entry in enumerate(left)}
        out = {entry: Reached((was.order[0] + 10,), was.words) for entry, was in reached_by.items() if not was.is_in}
        return reached_by | out | best


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
