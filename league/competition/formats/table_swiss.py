"""Swiss for tables of two to five: players with similar points sit together.

In order of weight: forbidden pairs do not meet; nobody has a bye twice; nobody meets again without need, except for
even seats in a small field; nobody has a seat more often than another of that table; nobody has a smaller table again;
points at a table are as similar as possible (`table_pairing`, figures in `tests/benchmarks/results.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from league.competition import pairing_reasons
from league.competition.byes import BYE_PAID, HALF_BYES, allocated_bye
from league.competition.errors import ImpossibleTables
from league.competition.format import UNNUMBERED, Answer, Bye, Entry, Format, Pairing, Reason, Round, field_size
from league.competition.options import LEGS, TABLE_SIZES, Option, Options, number
from league.competition.pairing_history import PairingHistory
from league.competition.scores import totals_of
from league.competition.scoring import scoring_named
from league.competition.seating import chosen_table_sizes, fairest_order
from league.competition.seeded_random import SeededRandom
from league.competition.table_costs import AGAIN, Field, field_of, sizes_by_points
from league.competition.table_numbers import number_tables
from league.competition.table_pairing import draw_tables, price_of_even_seats
from league.competition.tournament_state import TournamentState, check_entries

FEWEST_ROUNDS = 3
SMALL_FIELD = 16  # for even seats two may meet again in a field up to this; in a larger one without limit
LOOKS = 12  # how many orders of the seats a small field tries for the sake of the next round

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


class TableSwissState(TournamentState):
    """A Swiss of tables at one moment."""

    def next_round(self) -> Answer:
        """Return the next round. It waits only for results of the rounds so far."""
        smallest = number(self.options, "smallest")
        check_entries(self.entries, needed=smallest)
        if end := self.why_no_swiss_round(smallest):
            return end
        pairings = self._next_pairings(SeededRandom(self.seed, "swiss", self.upcoming))
        return Round(self.upcoming, number_tables(pairings, self.entries))

    @cached_property
    def _past(self) -> PairingHistory:
        return PairingHistory(self.entries, self.pairings)

    @property
    def _is_first(self) -> bool:
        """Whether nobody has met anybody yet."""
        return not self._past.met

    @cached_property
    def _scores(self) -> dict[int, int]:
        return totals_of(self.entries, self.pairings, scoring_named(self.conditions.scoring))

    def _next_pairings(self, rng: SeededRandom) -> list[Pairing]:
        """Return the tables, highest points first, then byes, without table numbers."""
        sizes = self._sizes(len(self.playing))
        without = self._without_table(len(self.playing) - sum(sizes), rng)
        seated = [entry for entry in self.playing if entry not in without]
        return [
            *(self.table(seats, *self._reasons(seats, max(sizes))) for seats in self._tables(seated, sizes, rng)),
            *(self._bye(entry, too_few=not sizes) for entry in without),
            *self.requested_byes(),
        ]

    def _sizes(self, playing: int) -> tuple[int, ...]:
        sizes, smallest = chosen_table_sizes(playing, self.options), number(self.options, "smallest")
        if not sizes and playing >= smallest:
            raise ImpossibleTables(entries=playing, smallest=smallest, largest=number(self.options, "largest"))
        return sizes

    def _without_table(self, count: int, rng: SeededRandom) -> list[Entry]:
        """Return the entries with the fewest byes, then the fewest points; at random among equals."""
        order = rng.shuffled(self.playing)
        order.sort(key=lambda entry: (self._past.without[entry.id], self._scores[entry.id]))
        return order[:count]

    def _tables(self, seated: Sequence[Entry], sizes: Sequence[int], rng: SeededRandom) -> list[tuple[int, ...]]:
        """Return the tables in the order of their seats, those with the highest points first."""
        if not sizes:
            return []
        order, tables = self._initial_tables(seated, sizes, rng)
        if not self._is_first or self.avoided or any(entry.fixed_table for entry in order):
            most = AGAIN if len(order) <= SMALL_FIELD else None
            tables = draw_tables(tables, self._field(order, sizes, self._past), rng, most)
        by_points = sorted(tables, key=lambda table: sorted(-self._scores[order[index].id] for index in table))
        if self._is_first or self.upcoming == self.rounds or len(order) > SMALL_FIELD:
            return self._seat_tables(order, by_points, rng)
        return self._seat_tables_ahead(order, by_points, rng)

    def _seat_tables(
        self, order: Sequence[Entry], tables: Sequence[Sequence[int]], rng: SeededRandom
    ) -> list[tuple[int, ...]]:
        return [fairest_order([order[index].id for index in table], self._past, self.legs, rng) for table in tables]

    def _seat_tables_ahead(
        self, order: Sequence[Entry], tables: Sequence[Sequence[int]], rng: SeededRandom
    ) -> list[tuple[int, ...]]:
        """Return the first of some equally fair orders that allows even seats in the next round, or comes nearest.

        With few possible meetings left, seats decide who can sit together.
        """
        luck_ahead = SeededRandom(rng.randrange(2**32), "ahead")
        sizes = [len(table) for table in tables]
        best, least = self._seat_tables(order, tables, rng), None
        for _ in range(LOOKS):
            seated = self._seat_tables(order, tables, rng)
            now = [Pairing(self.upcoming, UNNUMBERED, seats, self.legs) for seats in seated]
            past = PairingHistory(self.entries, [*self.pairings, *now])
            price = price_of_even_seats(tables, self._field(order, sizes, past), luck_ahead)
            if least is None or price < least:
                best, least = seated, price
            if price <= 0:
                break
        return best

    def _initial_tables(
        self, seated: Sequence[Entry], sizes: Sequence[int], rng: SeededRandom
    ) -> tuple[list[Entry], list[list[int]]]:
        """Return everybody in an order, and the tables as indices in it, before any improvement."""
        if self._is_first and self.options["order"] == "list":
            count = len(sizes)
            return list(seated), [list(range(first, len(seated), count)) for first in range(count)]
        order = sorted(rng.shuffled(seated), key=lambda entry: -self._scores[entry.id])
        by_points, _ = sizes_by_points([self._scores[entry.id] for entry in order], sizes)
        indices = iter(range(len(order)))
        return order, [[next(indices) for _ in range(size)] for size in by_points]

    def _field(self, order: Sequence[Entry], sizes: Sequence[int], past: PairingHistory) -> Field:
        win = scoring_named(self.conditions.scoring).win(self.legs)
        scores = [self._scores[entry.id] * 12 // win for entry in order]
        short = [past.short[entry.id] for entry in order]
        return field_of(order, sizes, past, self.legs, self.avoided, past.met, scores=scores, short=short)

    def _reasons(self, seats: tuple[int, ...], largest: int) -> tuple[Reason, ...]:
        if not self._is_first:
            return pairing_reasons.reasons_for(seats, self._scores, self._past, self.avoided, self.legs, largest)
        by_list = self.options["order"] == "list"
        return (
            Reason(pairing_reasons.BY_LIST if by_list else pairing_reasons.BY_LOT),
            *pairing_reasons.avoided_reasons(seats, self.avoided),
            Reason(pairing_reasons.SEATS_BY_LOT),
            *pairing_reasons.smaller(len(seats), largest),
        )

    def _bye(self, entry: Entry, *, too_few: bool) -> Pairing:
        times = self._past.without[entry.id]
        reason = Reason(pairing_reasons.WITHOUT_TABLE)
        if too_few:
            reason = Reason(pairing_reasons.NO_TABLE)
        elif times:
            reason = Reason(pairing_reasons.WITHOUT_AGAIN, (("times", times),))
        return allocated_bye(self.upcoming, entry.id, self.legs, Bye(str(self.options["bye"])), reason)


class TableSwiss(Format):
    """Swiss for tables of two to five."""

    slug = "table-swiss"
    name = "Swiss, tables of 2 to 5"
    summary = (
        "Players with similar points sit together, with new opponents if possible. Each player sits in each seat "
        "about equally often. At tables of four, 3 rounds suit up to 16 players, and 4 suit up to 64."
    )
    options = OPTIONS
    state_class = TableSwissState

    def rounds(self, entries: Sequence[Entry], options: Options) -> int:
        """Return the option; or one more than it takes until only one can have won every table, and three at least."""
        chosen = self.chosen(options)
        if number(chosen, "rounds"):
            return number(chosen, "rounds")
        unbeaten, rounds = field_size(entries), 1
        while unbeaten > 1:
            unbeaten, rounds = -(-unbeaten // number(chosen, "table_size")), rounds + 1
        return max(FEWEST_ROUNDS, rounds)


TABLE_SWISS = TableSwiss()
