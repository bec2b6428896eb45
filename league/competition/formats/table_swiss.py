"""Swiss for tables of two to five: players with similar points sit together.

In order of weight: forbidden pairs do not meet; nobody has a bye twice; nobody meets again without need, except for
even seats in a small field; nobody has a seat more often than another of that table; nobody has a smaller table again;
points at a table are as similar as possible (`table_pairing`, figures in `tests/benchmarks/results.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from league.competition.errors import ImpossibleTables
from league.competition.format import UNCONDITIONAL, Answer, Bye, Conditions, Entry, Format, Pairing, Reason, Round
from league.competition.format_helpers import (
    BYE_PAID,
    HALF_BYES,
    LEGS,
    TABLE_SIZES,
    asked_for,
    check_entries,
    end_of_swiss,
    field_of,
    next_round_number,
    numbered,
    sizes_of,
)
from league.competition.options import Option, Options, number
from league.competition.pairing_history import PairingHistory
from league.competition.pairing_reasons import (
    BY_LIST,
    BY_LOT,
    NO_TABLE,
    SEATS_BY_LOT,
    WITHOUT_AGAIN,
    WITHOUT_TABLE,
    avoided_reasons,
    reasons_for,
    smaller,
)
from league.competition.scores import totals_of
from league.competition.scoring import scoring_named
from league.competition.seating import fitting_seats, seated_fairly
from league.competition.seeded_random import SeededRandom
from league.competition.table_costs import AGAIN, APART, FORBIDDEN, Field, sizes_by_points
from league.competition.table_pairing import draw_tables, price_of_even_seats

FEWEST_ROUNDS = 3
SMALL_FIELD = 16
"""For even seats two may meet again in a field up to this; in a larger one without limit."""
LOOKS = 12
"""How many orders of the seats a small field tries for the sake of the next round."""

OPTIONS = (
    *TABLE_SIZES,
    Option("rounds", "Rounds", "Number of rounds.", tuple(range(31)), 0),
    LEGS,
    Option(
        "order",
        "First round",
        (
            "At random, or by the player list. By the list, with three tables: players 1, 4, 7, 10 sit together, "
            "then 2, 5, 8, 11, then 3, 6, 9, 12."
        ),
        ("lot", "list"),
        "lot",
        labels=(("lot", "at random"), ("list", "by the list")),
    ),
    BYE_PAID,
    HALF_BYES,
)


class TableSwiss(Format):
    """Swiss for tables of two to five."""

    slug = "table-swiss"
    name = "Swiss, tables of 2 to 5"
    summary = (
        "Players with similar points sit together, with new opponents if possible. Each player sits in each seat "
        "about equally often. At tables of four, 3 rounds suit up to 16 players, and 4 suit up to 64."
    )
    options = OPTIONS

    def rounds(self, entries: Sequence[Entry], options: Options) -> int:
        """Return the option; or one more than it takes until only one can have won every table, and three at least."""
        chosen = self.chosen(options)
        if number(chosen, "rounds"):
            return number(chosen, "rounds")
        unbeaten, rounds = field_of(entries), 1
        while unbeaten > 1:
            unbeaten, rounds = -(-unbeaten // number(chosen, "table_size")), rounds + 1
        return max(FEWEST_ROUNDS, rounds)

    def pair(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Options,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Answer:
        """Return the next round. It waits only for results of the rounds so far."""
        chosen = self.chosen(options)
        smallest = number(chosen, "smallest")
        check_entries(entries, needed=smallest)
        upcoming, rounds = next_round_number(pairings), self.rounds(entries, options)
        if end := end_of_swiss(entries, pairings, rounds, smallest):
            return end
        draw = _NextRound(upcoming, upcoming == rounds, entries, pairings, chosen, seed, conditions)
        return Round(upcoming, numbered(draw.pairings(), entries))


class _NextRound:
    """The next round, and what counts for it."""

    def __init__(
        self,
        upcoming: int,
        is_last: bool,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Options,
        seed: int,
        conditions: Conditions,
    ) -> None:
        self.number = upcoming
        self.options = options
        self.last = is_last
        self.before = (entries, pairings)
        self.legs = number(options, "legs")
        self.past = PairingHistory(entries, pairings)
        self.first = not self.past.met
        scoring = scoring_named(conditions.scoring)
        self.scores = totals_of(entries, pairings, scoring)
        self.win = scoring.bye(Pairing(upcoming, 0, (), self.legs, bye=Bye.FULL))
        self.luck = SeededRandom(seed, "swiss", upcoming)
        self.here = [entry for entry in entries if entry.plays_in(upcoming)]
        self.apart = conditions.avoided_in(upcoming)

    def pairings(self) -> list[Pairing]:
        """Return the tables, highest points first, then byes, without table numbers."""
        playing = [entry for entry in self.here if entry.bye_in(self.number) is None]
        sizes = self._sizes(len(playing))
        without = self._without_table(playing, len(playing) - sum(sizes))
        seated = [entry for entry in playing if entry not in without]
        return [
            *(self._table(seats, max(sizes)) for seats in self._tables(seated, sizes)),
            *(self._bye(entry, too_few=not sizes) for entry in without),
            *(asked_for(self.number, 0, entry, self.legs) for entry in self.here if entry not in playing),
        ]

    def _sizes(self, playing: int) -> tuple[int, ...]:
        sizes, smallest = sizes_of(playing, self.options), number(self.options, "smallest")
        if not sizes and playing >= smallest:
            raise ImpossibleTables(entries=playing, smallest=smallest, largest=number(self.options, "largest"))
        return sizes

    def _without_table(self, playing: Sequence[Entry], many: int) -> list[Entry]:
        """Return the entries with the fewest byes, then the fewest points; at random among equals."""
        order = self.luck.shuffled(playing)
        order.sort(key=lambda entry: (self.past.without[entry.id], self.scores[entry.id]))
        return order[:many]

    def _tables(self, seated: Sequence[Entry], sizes: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the tables in the order of their seats, those with the highest points first."""
        if not sizes:
            return []
        order, tables = self._as_they_fall(seated, sizes)
        if not self.first or self.apart or any(entry.fixed_table for entry in order):
            most = AGAIN if len(order) <= SMALL_FIELD else None
            tables = draw_tables(tables, self._field(order, sizes, self.past), self.luck, most)
        by_points = sorted(tables, key=lambda table: sorted(-self.scores[order[at].id] for at in table))
        if self.first or self.last or len(order) > SMALL_FIELD:
            return self._seated(order, by_points)
        return self._seated_ahead(order, by_points)

    def _seated(self, order: Sequence[Entry], tables: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
        return [seated_fairly([order[at].id for at in table], self.past, self.legs, self.luck) for table in tables]

    def _seated_ahead(self, order: Sequence[Entry], tables: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
        """Return the first of some equally fair orders that allows even seats in the next round, or comes nearest.

        With few possible meetings left, seats decide who can sit together.
        """
        entries, pairings = self.before
        luck = SeededRandom(self.luck.randrange(2**32), "ahead")
        best, least = self._seated(order, tables), None
        for _ in range(LOOKS):
            seated = self._seated(order, tables)
            now = [Pairing(self.number, at, seats, self.legs) for at, seats in enumerate(seated)]
            past = PairingHistory(entries, [*pairings, *now])
            price = price_of_even_seats(tables, self._field(order, [len(seats) for seats in tables], past), luck)
            if least is None or price < least:
                best, least = seated, price
            if price <= 0:
                break
        return best

    def _as_they_fall(self, seated: Sequence[Entry], sizes: Sequence[int]) -> tuple[list[Entry], list[list[int]]]:
        """Return everybody in an order, and the tables as indices in it, before any improvement."""
        if self.first and self.options["order"] == "list":
            return list(seated), [[at for at in range(len(seated)) if at % len(sizes) == t] for t in range(len(sizes))]
        order = sorted(self.luck.shuffled(seated), key=lambda entry: -self.scores[entry.id])
        by_points, _ = sizes_by_points([self.scores[entry.id] for entry in order], sizes)
        places = iter(range(len(order)))
        return order, [[next(places) for _ in range(size)] for size in by_points]

    def _field(self, order: Sequence[Entry], sizes: Sequence[int], past: PairingHistory) -> Field:
        place = {entry.id: at for at, entry in enumerate(order)}
        fair, even = fitting_seats([entry.id for entry in order], sizes, past, self.legs)
        dear = [{place[o]: AGAIN * n for o, n in past.met.get(e.id, {}).items() if o in place} for e in order]
        apart = [(pair, FORBIDDEN) for pair in self.apart if place.keys() >= pair]
        fixed = [entry for entry in order if entry.fixed_table is not None]
        apart += [(frozenset((one.id, other.id)), APART) for one, other in combinations(fixed, 2)]
        for (one, other), cost in apart:
            for at, with_whom in ((place[one], place[other]), (place[other], place[one])):
                dear[at][with_whom] = dear[at].get(with_whom, 0) + cost
        return Field(
            scores=[self.scores[entry.id] * 12 // self.win for entry in order],
            dear=dear,
            fair=fair,
            even=even,
            short=[past.short[entry.id] for entry in order],
        )

    def _table(self, seats: tuple[int, ...], largest: int) -> Pairing:
        return Pairing(self.number, 0, seats, self.legs, reasons=self._reasons(seats, largest))

    def _reasons(self, seats: tuple[int, ...], largest: int) -> tuple[Reason, ...]:
        if not self.first:
            return reasons_for(seats, self.scores, self.past, self.apart, self.legs, largest)
        drawn = Reason(BY_LIST if self.options["order"] == "list" else BY_LOT)
        return (drawn, *avoided_reasons(seats, self.apart), Reason(SEATS_BY_LOT), *smaller(len(seats), largest))

    def _bye(self, entry: Entry, too_few: bool) -> Pairing:
        times = self.past.without[entry.id]
        reason = Reason(WITHOUT_AGAIN, (("times", times),)) if times else Reason(WITHOUT_TABLE)
        paid = Bye(str(self.options["bye"]))
        reasons = (Reason(NO_TABLE) if too_few else reason,)
        return Pairing(self.number, 0, (entry.id,), self.legs, bye=paid, reasons=reasons, decided=True)


TABLE_SWISS = TableSwiss()
