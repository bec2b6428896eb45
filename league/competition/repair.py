"""Repair of a published round: players did not come, or came late, and as few others as possible should move.

First the number of tables is found: as few players as possible without one, then as few moves as possible. Tables with
the fewest players are cancelled first, which is never worse: each of theirs moves once, and a table that is too small
needs others to move to it. So trying every number of cancelled and new tables finds the fewest moves, as long as nobody
must be kept apart. Then players are exchanged as long as that lowers the costs below. Tables that play already are not
changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count

from league.competition.format import Bye, Conditions, Entry, Pairing, Reason
from league.competition.pairing_history import PairingHistory
from league.competition.pairing_reasons import avoided_reasons
from league.competition.scores import totals_of
from league.competition.scoring import scoring_named
from league.competition.seating import fairest_order
from league.competition.seeded_random import SeededRandom

Place = tuple[int, list[int]]  # the number of a table, or `NOWHERE`, and its players

REPAIRED = "Repaired after pairing. As few players as possible have moved."
CAME_LATE = "The player in seat {seat} arrived after pairing."
MOVED_HERE = "The player in seat {seat} moved here from table {number}."
HAD_NONE = "The player in seat {seat} had no table before the repair."
NO_PLACE = "After the repair not everybody fits at the tables."

FORBIDDEN = 10**12
MOVED = 10**10
LEFT_FIXED = 10**9
CHANGED = 10**7
AGAIN = 10**5
# A table of another size than preferred, for every seat more or less; besides the squared differences of points.
UNLIKE = 500


@dataclass(frozen=True, slots=True)
class Repaired:
    """The repaired round; `changed` are the numbers of tables that are new, different or gone.

    `moved` are entries with another place than before, without those who came or went.
    """

    pairings: tuple[Pairing, ...]
    changed: tuple[int, ...]
    moved: tuple[int, ...]


def repair(
    drawn: Sequence[Pairing],
    entries: Sequence[Entry],
    before: Sequence[Pairing],
    conditions: Conditions,
    sizes: tuple[int, int],
    preferred: int,
    *,
    gone: frozenset[int],
    arrivals: frozenset[int],
    closed: frozenset[int],
) -> Repaired:
    """Return the round without entries that are `gone` and with the `arrivals`, moving as few others as possible.

    `drawn` is the round, `before` all rounds before it. `closed` are the numbers of tables that play or are reported
    already; they stay as they are, even if an entry is gone from one. Requested byes stay, unless their owner has
    arrived.
    """
    kept, touched = _split_round(drawn, entries, gone, arrivals, closed)
    work = _Repair(
        drawn=drawn,
        entries=entries,
        before=before,
        conditions=conditions,
        preferred=preferred,
        touched=touched,
        arrivals=arrivals,
    )
    used = [pairing.table for pairing in drawn]
    work.places = initial_places(work.start, sorted(arrivals), work.byes, sizes, preferred, used)
    work.improve(sizes)
    return work.result(kept)


def _split_round(
    drawn: Sequence[Pairing],
    entries: Sequence[Entry],
    gone: frozenset[int],
    arrivals: frozenset[int],
    closed: frozenset[int],
) -> tuple[list[Pairing], list[Pairing]]:
    """Return what stays in any case, and what may change: open tables and allocated byes, without entries gone."""
    requested = {entry.id: [number for number, _ in entry.byes] for entry in entries}
    kept, touched = [], []
    for pairing in drawn:
        if pairing.table in closed:
            kept.append(pairing)
            continue
        stays = tuple(entry for entry in pairing.seats if entry not in gone and entry not in arrivals)
        if pairing.bye is not None and stays and pairing.round in requested.get(stays[0], []):
            kept.append(pairing)
        else:
            touched.append(replace(pairing, seats=stays))
    return kept, touched


class _Repair:
    """The places of everybody who may move. It changes as it is improved."""

    def __init__(
        self,
        drawn: Sequence[Pairing],
        entries: Sequence[Entry],
        before: Sequence[Pairing],
        conditions: Conditions,
        preferred: int,
        touched: Sequence[Pairing],
        arrivals: frozenset[int],
    ) -> None:
        self.drawn = drawn
        self.round = drawn[0].round
        self.preferred = preferred
        self.past = PairingHistory(entries, before)
        scoring = scoring_named(conditions.scoring)
        self.legs = max(pairing.legs for pairing in drawn)
        win = scoring.win(self.legs)
        self.scores = {entry: 12 * units // win for entry, units in totals_of(entries, before, scoring).items()}
        self.fixed = {entry.id: entry.fixed_table for entry in entries if entry.fixed_table is not None}
        self.apart = conditions.avoided_in(self.round)
        self.before = {pairing.table: pairing for pairing in drawn}
        self.start = {pairing.table: pairing.seats for pairing in touched if pairing.bye is None}
        self.former = {entry: number for number, seats in self.start.items() for entry in seats}
        self.byes = [entry for pairing in touched if pairing.bye is not None for entry in pairing.seats]
        self.former |= dict.fromkeys(self.byes, NOWHERE)
        self.arrivals = arrivals
        self.places: dict[int, list[int]] = {}

    def cost(self, number: int, seats: Sequence[int]) -> int:
        """Return the cost of these players at that table, or nowhere."""
        moved = MOVED * sum(self.former.get(entry, number) != number for entry in seats)
        if number == NOWHERE:
            return moved
        if set(seats) == set(self.before[number].seats if number in self.before else ()):
            return 0
        pairs = list(combinations(seats, 2))
        apart = sum((self.scores.get(entry, 0) - self.scores.get(other, 0)) ** 2 for entry, other in pairs)
        return (
            moved
            + FORBIDDEN * sum(frozenset(pair) in self.apart for pair in pairs)
            + LEFT_FIXED * sum(self.fixed.get(entry, number) != number for entry in seats)
            + (CHANGED if seats or number in self.before else 0)
            + AGAIN * sum(self.past.times_met(entry, other) for entry, other in pairs)
            + UNLIKE * abs(len(seats) - self.preferred)
            + apart
        )

    def improve(self, sizes: tuple[int, int]) -> None:
        """Exchange two, or move one to a table with room, until nothing gets better."""
        costs = {number: self.cost(number, seats) for number, seats in self.places.items()}
        while True:
            best, exchange = 0, None
            for one_place, other_place in self._changes(sizes):
                change = sum(self.cost(number, seats) - costs[number] for number, seats in (one_place, other_place))
                if change < best:
                    best, exchange = change, (one_place, other_place)
            if exchange is None:
                return
            for number, seats in exchange:
                self.places[number], costs[number] = seats, self.cost(number, seats)

    def _changes(self, sizes: tuple[int, int]) -> Iterator[tuple[Place, Place]]:
        """Yield every two places as they would be after one exchange, at least one of them changed already."""
        for entry, own in self.places.items():
            if self._is_untouched(entry, own):
                continue
            for other, theirs in self.places.items():
                if entry != other:
                    yield from _exchanges(entry, own, other, theirs)
                    yield from _removals(entry, own, other, theirs, sizes)

    def _is_untouched(self, number: int, seats: Sequence[int]) -> bool:
        return number in self.before and set(seats) == set(self.before[number].seats)

    def result(self, kept: Sequence[Pairing]) -> Repaired:
        """Return the round with everybody in their new place, and what that changed."""
        pairings = [*kept, *(self._table(number, seats) for number, seats in self.places.items() if number and seats)]
        free = (number for number in count(1 + max(pairing.table for pairing in (*pairings, *self.drawn))))
        pairings += [self._bye(entry, free) for entry in self.places[NOWHERE]]
        now = {pairing.table: pairing for pairing in pairings}
        changed = [number for number in self.before.keys() | now.keys() if self.before.get(number) != now.get(number)]
        moved = [
            entry
            for number, seats in self.places.items()
            for entry in seats
            if entry not in self.arrivals and self.former[entry] != number
        ]
        ordered = sorted(pairings, key=lambda pairing: pairing.table)
        return Repaired(tuple(ordered), tuple(sorted(changed)), tuple(sorted(moved)))

    def _table(self, number: int, seats: Sequence[int]) -> Pairing:
        if self._is_untouched(number, seats):
            return self.before[number]
        order = fairest_order(seats, self.past, self.legs, SeededRandom(self.round, "repair", number))
        reasons = (Reason(REPAIRED), *self._move_reasons(number, order))
        return Pairing(self.round, number, order, self.legs, evening=self.drawn[0].evening, reasons=reasons)

    def _move_reasons(self, number: int, order: Sequence[int]) -> Iterator[Reason]:
        for seat, entry in enumerate(order, start=1):
            if entry in self.arrivals:
                yield Reason(CAME_LATE, (("seat", seat),))
            elif (former := self.former[entry]) != number:
                yield Reason(MOVED_HERE if former else HAD_NONE, (("seat", seat), ("number", former)))
        yield from avoided_reasons(order, self.apart)

    def _bye(self, entry: int, free: Iterator[int]) -> Pairing:
        """Return the bye it had, or a new one like those of the round."""
        byes = [pairing for pairing in self.drawn if pairing.bye is not None]
        own = next((pairing for pairing in byes if pairing.seats == (entry,)), None)
        if own is not None and entry not in self.arrivals:
            return own
        kind = next((pairing.bye for pairing in byes if pairing.seats[0] in self.byes), Bye.FULL)
        evening, reasons = self.drawn[0].evening, (Reason(NO_PLACE),)
        return Pairing(
            round=self.round,
            table=next(free),
            seats=(entry,),
            legs=self.legs,
            bye=kind,
            evening=evening,
            reasons=reasons,
            decided=True,
        )


def _exchanges(entry: int, own: Sequence[int], other: int, theirs: Sequence[int]) -> Iterator[tuple[Place, Place]]:
    """Yield the two places with one player of each exchanged."""
    for leaving in own:
        for coming in theirs:
            here = [coming if seat == leaving else seat for seat in own]
            seats = [leaving if seat == coming else seat for seat in theirs]
            yield (entry, here), (other, seats)


def _removals(
    entry: int, own: Sequence[int], other: int, theirs: Sequence[int], sizes: tuple[int, int]
) -> Iterator[tuple[Place, Place]]:
    """Yield the two places with one player moved to a table with room, if that leaves enough behind."""
    smallest, largest = sizes
    if other != NOWHERE and smallest <= len(theirs) < largest and (entry == NOWHERE or len(own) > smallest):
        for leaving in own:
            yield (entry, [seat for seat in own if seat != leaving]), (other, [*theirs, leaving])


NOWHERE = 0  # the place of entries without a table


@dataclass(frozen=True, slots=True)
class TablePlan:
    """How many open tables are cancelled, how many are new, how many leave a table that stays."""

    cancelled: int
    new: int
    leaving: int
    without: int
    moves: int
    unlike: int  # seats more or less than preferred, in all


def initial_places(
    start: Mapping[int, Sequence[int]],
    arrivals: Sequence[int],
    byes: Sequence[int],
    sizes: tuple[int, int],
    preferred: int,
    used: Sequence[int],
) -> dict[int, list[int]]:
    """Return a place for everybody, by number of table; those without one are at `NOWHERE`.

    `start` are the open tables with those who are still at them, `used` all numbers that new tables cannot have.
    """
    order = sorted(start, key=lambda number: (len(start[number]), number))
    ways = _ways([len(start[number]) for number in order], len(arrivals), len(byes), sizes, preferred)
    plan = min(ways, key=lambda way: (way.without, way.moves, way.cancelled + way.new, way.unlike))
    gone, staying = order[: plan.cancelled], order[plan.cancelled :]
    places = {number: list(start[number]) for number in staying}
    pool = [*arrivals, *(entry for number in gone for entry in start[number])]
    pool += [max(places.values(), key=len).pop() for _ in range(plan.leaving)]
    free = (number for number in count(1) if number not in used)
    places |= {next(free): [] for _ in range(plan.new)}
    without = _seat_pool(places, [*pool, *byes], sizes, preferred)
    return {**places, **{number: [] for number in gone}, NOWHERE: without}


def _ways(stay: Sequence[int], arrivals: int, byes: int, sizes: tuple[int, int], preferred: int) -> Iterator[TablePlan]:
    """Yield every number of cancelled and of new tables that can be filled. `stay` is sorted, fewest first."""
    smallest, largest = sizes
    everybody = sum(stay) + arrivals + byes
    for cancelled in range(len(stay) + 1):
        staying = stay[cancelled:]
        for new in range(everybody // smallest + 1):
            too_many = sum(max(0, size - largest) for size in staying)
            pool = arrivals + byes + sum(stay[:cancelled]) + too_many
            missing = sum(max(0, smallest - size) for size in staying) + new * smallest
            leaving = max(0, missing - pool)
            if leaving > sum(max(0, min(size, largest) - smallest) for size in staying):
                continue
            room = sum(max(0, largest - size) for size in staying) + new * largest
            without = max(0, pool + leaving - room)
            moves = sum(stay[:cancelled]) + too_many + leaving + max(0, byes - without)
            tables = len(staying) + new
            unlike = abs(everybody - without - tables * preferred)
            yield TablePlan(
                cancelled=cancelled, new=new, leaving=too_many + leaving, without=without, moves=moves, unlike=unlike
            )


def _seat_pool(places: dict[int, list[int]], pool: Sequence[int], sizes: tuple[int, int], preferred: int) -> list[int]:
    """Seat the pool, first where the fewest sit. Return those without room, the last in the pool."""
    smallest, largest = sizes
    left: list[int] = []
    for entry in pool:
        open_ones = [number for number, seats in places.items() if len(seats) < largest]
        if not open_ones:
            left.append(entry)
            continue
        best = min(open_ones, key=lambda at: (min(len(places[at]), smallest), abs(len(places[at]) + 1 - preferred), at))
        places[best].append(entry)
    return left
