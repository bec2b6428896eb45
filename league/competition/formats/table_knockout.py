"""A knockout at tables of two to five: so many of each table go on, until one table is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from league.competition.brackets.advancement import order_of
from league.competition.brackets.structure import seeding_order
from league.competition.brackets.tables import Shape, TableProgress
from league.competition.brackets.view import FINAL, NEVER_IN, SEMI, STILL_IN, WON
from league.competition.errors import ImpossibleTables
from league.competition.format import (
    UNCONDITIONAL,
    Answer,
    Bye,
    Conditions,
    Entry,
    Finished,
    Pairing,
    Reason,
    Round,
    Wait,
)
from league.competition.format_helpers import (
    TABLE_SIZES,
    check_entries,
    next_round_number,
    numbered,
    with_avoided_reasons,
)
from league.competition.formats.elimination import DECIDED, LEGS, ORDER
from league.competition.options import Option, Settled, number, settled
from league.competition.pairing_history import PairingHistory
from league.competition.pairing_reasons import NOT_DECIDED
from league.competition.seating import seated_fairly
from league.competition.seeded_random import SeededRandom
from league.competition.stages import Column, Contender, Match, Reached, Stage

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


class TableKnockout:
    """Tables of several, of which the best go on."""

    slug = "table-knockout"
    name = "Knockout, tables of 2 to 5"
    summary = (
        "The best of each table go on to the next round. The winner of "
        "the last table wins the tournament. With 16 players at tables of four it takes 3 rounds."
    )
    options = OPTIONS
    everyone_meets = False
    by_evenings = False
    pays_points = False

    def table_sizes(self, options: Settled, /) -> tuple[int, int]:
        """As chosen."""
        chosen = settled(self.name, OPTIONS, options)
        return number(chosen, "smallest"), number(chosen, "largest")

    def rounds(self, entries: Sequence[Entry], options: Settled) -> int:
        """As many stages as it takes until one table is left."""
        return len(_shape(settled(self.name, OPTIONS, options)).fields(len(seeding_order(entries))))

    def games(self, entries: Sequence[Entry], options: Settled) -> int:
        """What it takes to win."""
        return self.rounds(entries, options)

    def meetings(self, entries: Sequence[Entry], options: Settled) -> int:
        """As often as they both come through."""
        return self.rounds(entries, options)

    def pair(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Answer:
        """The tables of the next stage. It waits for every result of the one before."""
        chosen = settled(self.name, OPTIONS, options)
        check_entries([entry for entry in entries if entry.joined <= 1], needed=2)
        if not all(pairing.decided for pairing in pairings):
            return Wait(Reason(NOT_DECIDED))
        progress = _progress(entries, pairings, chosen, seed)
        field = progress.field()
        if not pairings and not progress.shape.sizes(len(field)):
            smallest, largest = progress.shape.smallest, progress.shape.largest
            raise ImpossibleTables(entries=len(field), smallest=smallest, largest=largest)
        if progress.is_over or not progress.shape.sizes(len(field)):
            return Finished(Reason(DECIDED))
        drawn = with_avoided_reasons(_draw(progress, field, chosen, seed, conditions), conditions)
        return Round(progress.upcoming, numbered(drawn, entries))

    def stages(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        _conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> tuple[Stage, ...]:
        """A column for each stage, those to come with as many tables as they will have."""
        progress = _progress(entries, pairings, settled(self.name, OPTIONS, options), seed)
        return (Stage(Reason(TABLES), tuple(_columns(progress)), seeded=tuple(progress.seeded)),)

    def outdated(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        _conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> tuple[tuple[Pairing, tuple[int, ...]], ...]:
        """Tables that nobody has played, and to which others come by now."""
        return tuple(_progress(entries, pairings, settled(self.name, OPTIONS, options), seed).outdated())

    def discounted(
        self,
        _entries: Sequence[Entry],
        _pairings: Sequence[Pairing],
        _options: Settled,
        _seed: int,
        _conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> tuple[Pairing, ...]:
        """None: what was played stands."""
        return ()

    def that_count(
        self,
        _entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        _options: Settled,
        _seed: int,
        _conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Sequence[Pairing]:
        """Return all of them."""
        return pairings

    def reached(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Settled,
        seed: int,
        _conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Mapping[int, Reached]:
        """How far everybody came: places of the last table, then stage by stage, by place at the table."""
        progress = _progress(entries, pairings, settled(self.name, OPTIONS, options), seed)
        count = _stages(progress)
        found = {entry.id: Reached((count * 10 + 10,), Reason(NEVER_IN)) for entry in entries}
        found |= {one: Reached((-1,), Reason(STILL_IN), is_in=True) for one in progress.seeded if not progress.made}
        for at, tables in enumerate(progress.made):
            is_open = not all(table.decided for table in tables)
            last = progress.is_over and at == len(progress.made) - 1
            through = progress.goes_on_from(at)
            for table in tables:
                for one, place in _placed(table, progress).items():
                    is_in = is_open or one in through
                    order = (-1,) if is_in else (10 * (count - 1 - at) + place,)
                    words = STILL_IN if is_in else WON if last and not place else ""
                    found[one] = Reached(order, Reason(words) if words else _name(at, count), is_in)
        return _ended(found, progress)


def _ended(found: dict[int, Reached], progress: TableProgress) -> dict[int, Reached]:
    """The same, where too few are left for another table: nobody is still in it, and the first of them has won."""
    if progress.is_over or not progress.made or not all(table.decided for table in progress.made[-1]):
        return found
    left = progress.field()
    if progress.shape.sizes(len(left)):
        return found
    last = _name(len(progress.made) - 1, len(progress.made))
    best = {one: Reached((at,), last if at else Reason(WON)) for at, one in enumerate(left)}
    out = {one: Reached((was.order[0] + 10,), was.words) for one, was in found.items() if not was.is_in}
    return found | out | best


def _shape(chosen: Settled) -> Shape:
    return Shape(*(number(chosen, name) for name in ("table_size", "smallest", "largest", "going_on")))


def _progress(entries: Sequence[Entry], pairings: Sequence[Pairing], chosen: Settled, seed: int) -> TableProgress:
    drawn = frozenset(one for pairing in pairings if pairing.round == 1 for one in pairing.seats)
    return TableProgress(
        shape=_shape(chosen),
        seeded=seeding_order(entries, str(chosen["order"]), seed, (), drawn),
        entries={entry.id: entry for entry in entries},
        pairings=pairings,
        upcoming=next_round_number(pairings),
    )


def _draw(
    progress: TableProgress, field: Sequence[int], chosen: Settled, seed: int, conditions: Conditions
) -> list[Pairing]:
    """The tables, then who goes through without one."""
    upcoming, legs, stage = progress.upcoming, number(chosen, "legs"), len(progress.made) + 1
    past = PairingHistory(list(progress.entries.values()), progress.pairings)
    why = (Reason(NEXT if progress.made else FIRST), Reason(EVEN_SEATS))
    tables, without = progress.seated(field, conditions.forbidden)
    return [
        Pairing(
            upcoming,
            0,
            seated_fairly(table, past, legs, SeededRandom(seed, "seats", stage, at)),
            legs,
            reasons=why,
            slot=f"S{stage}.{at}",
        )
        for at, table in enumerate(tables, start=1)
    ] + [
        Pairing(upcoming, 0, (one,), legs, Bye.REST, reasons=(Reason(NO_ROOM),), decided=True, slot=f"S{stage}.{at}")
        for at, one in enumerate(without, start=1 + len(tables))
    ]


def _placed(table: Pairing, progress: TableProgress) -> dict[int, int]:
    """Everybody who was there with the place they came out at, from 0; who did not come is last."""
    came = order_of(table, progress.seeds)[0] if table.decided else ()
    return {one: came.index(one) if one in came else len(table.seats) for one in table.seats}


def _stages(progress: TableProgress) -> int:
    """How many stages there are as things stand."""
    return len(progress.made) + len(_fields_to_come(progress))


def _fields_to_come(progress: TableProgress) -> list[int]:
    """How many will play in each stage that is not drawn yet."""
    made, shape = progress.made, progress.shape
    if progress.is_over:
        return []
    if made and not all(table.decided for table in made[-1]):
        return shape.fields(sum(len(table.seats) for table in made[-1]))[1:]
    field = len(progress.field())
    return shape.fields(field) if shape.sizes(field) else []


def _name(stage: int, count: int) -> Reason:
    """What a stage is called, counted from 0."""
    left = count - 1 - stage
    return Reason((FINAL, SEMI)[left]) if left < 2 else Reason(ROUND, (("number", stage + 1),))


def _columns(progress: TableProgress) -> Iterator[Column]:
    count, numbers = _stages(progress), iter(range(1, 10_000))
    for at, tables in enumerate(progress.made):
        goes_on = progress.goes_on_from(at)
        yield Column(_name(at, count), tuple(_match(table, next(numbers), goes_on, progress) for table in tables))
    for at, field in enumerate(_fields_to_come(progress), start=len(progress.made)):
        sizes = progress.shape.sizes(field)
        comes = Contender(source=Reason(COMES_THROUGH, (("number", at),)) if at else None)
        matches = (
            Match(f"S{at + 1}.{table}", next(numbers), (comes,) * size) for table, size in enumerate(sizes, start=1)
        )
        yield Column(_name(at, count), tuple(matches))


def _match(table: Pairing, number_: int, goes_on: frozenset[int], progress: TableProgress) -> Match:
    came = order_of(table, progress.seeds)[0] if table.decided else None
    return Match(
        slot=table.slot,
        number=number_,
        contenders=tuple(Contender(one) for one in (came or table.seats)),
        pairings=(table,),
        came=came,
        goes_on=sum(one in goes_on for one in table.seats),
    )


TABLE_KNOCKOUT = TableKnockout()
