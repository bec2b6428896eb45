"""The rules that a round breaks that somebody made or changed by hand: each is named, none is forbidden here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from league.competition.format import Conditions, Entry, Pairing, in_words
from league.competition.pairing_history import PairingHistory
from league.competition.scores import totals_of
from league.competition.scoring import scoring_named
from league.competition.seating import fair_seats

MISSING = "{players} still needs a table or a bye."
TWICE = "{players} is in this round more than once."
NOT_HERE = "{players} does not take part in this round."
BYE_ASKED = "{players} is at a table, but requested a bye or is absent."
TOO_SMALL = "Players at this table: {size}. The minimum is {smallest}."
TOO_LARGE = "Players at this table: {size}. The maximum is {largest}."
FORBIDDEN = "{players} should not meet in this round (avoided pairing)."
MET_BEFORE = "{players} have already met. Earlier meetings: {times}."
SEAT_AGAIN = (
    "Seat {fairer} would be fairer for {players}. Times so far: {times} (seat {seat}), {fewer} (seat {fairer})."
)
WITHOUT_AGAIN = (
    "{players} is without a table again (times before: {times}). "
    "A player who was without one less often has a table now."
)
POINT_GAP = (
    "The points of these players differ by {points}. Tables in order of points differ by at most {usual_points}."
)
SMALLER_AGAIN = (
    "{players} is at a smaller table again (times before: {times}). "
    "A player who was at one less often is at a larger table now."
)
LEFT_FIXED = "{players} has fixed table {number}, but is at another table."

# Kinds that a pairing may have too, if nothing better is left; it never has the others.
WISHES = frozenset({"met-before", "bye-again", "seat-again", "small-again", "scores-apart"})


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule at `table` (0 is the round as a whole), and its entries.

    `template` is English; it is filled with `facts` (see `in_words`), and `{players}` with the names of `entries` in
    order.
    """

    kind: str
    table: int
    template: str
    facts: tuple[tuple[str, int], ...] = ()
    entries: tuple[int, ...] = ()

    @property
    def is_wish(self) -> bool:
        """Whether a pairing may have it too, if nothing better is left."""
        return self.kind in WISHES

    @property
    def about(self) -> tuple[str, tuple[int, ...]]:
        """What identifies it, even with another table number, other seats or other facts."""
        return (self.kind, tuple(sorted(self.entries)))

    @property
    def sentence(self) -> str:
        """The violation in English, entries by their numbers."""
        return self.template.format(players=", ".join(map(str, self.entries)), **in_words(self.facts))


def violations_of(
    drawn: Sequence[Pairing],
    entries: Sequence[Entry],
    before: Sequence[Pairing],
    conditions: Conditions,
    sizes: tuple[int, int],
    *,
    meetings: int = 1,
    by_points: bool = True,
) -> tuple[Violation, ...]:
    """Return every rule that the round `drawn` breaks after the rounds `before`: worst kinds first, then by table.

    `sizes` are the smallest and the largest table allowed. Kinds: `missing`, `twice`, `not-here`, `bye-asked`,
    `too-small`, `too-large`, `forbidden`, `fixed-table`, `met-before`, `bye-again`, `seat-again`, `small-again`,
    `scores-apart`. The last ones compare with what the rest of the round leaves possible, so that what nobody could
    have avoided is no violation. `meetings` is how often two are to meet; points can be too far apart only if tables
    are made `by_points`.
    """
    if not drawn:
        return ()
    checker = _Checker(drawn, entries, before, conditions)
    kinds = (
        checker.missing(),
        checker.twice(),
        checker.not_here(),
        checker.of_wrong_size(*sizes),
        checker.forbidden(),
        checker.left_fixed_tables(),
        checker.met_before(meetings),
        checker.without_again(),
        checker.seats_again(),
        checker.smaller_again(),
        checker.point_gaps() if by_points else (),
    )
    return tuple(breach for kind in kinds for breach in kind)


class _Checker:
    """A round, and what it is measured by."""

    def __init__(
        self, drawn: Sequence[Pairing], entries: Sequence[Entry], before: Sequence[Pairing], conditions: Conditions
    ) -> None:
        self.drawn = drawn
        self.number = drawn[0].round
        self.entries = {entry.id: entry for entry in entries}
        self.past = PairingHistory(entries, before)
        self.scores: Mapping[int, int] = totals_of(entries, before, scoring_named(conditions.scoring))
        self.here = {entry.id for entry in entries if _is_here(entry, self.number, conditions)}
        self.apart = conditions.avoided_in(self.number)
        self.tables = [pairing for pairing in drawn if pairing.bye is None]
        self.largest = max((len(table.seats) for table in self.tables), default=0)

    def missing(self) -> Iterator[Violation]:
        """Yield the players without a table or bye."""
        seated = {seat for pairing in self.drawn for seat in pairing.seats}
        return (Violation("missing", 0, MISSING, (), (entry,)) for entry in sorted(self.here - seated))

    def twice(self) -> Iterator[Violation]:
        """Yield the players with two places or more."""
        times = Counter(seat for pairing in self.drawn for seat in pairing.seats)
        return (Violation("twice", 0, TWICE, (), (entry,)) for entry in sorted(times) if times[entry] > 1)

    def not_here(self) -> Iterator[Violation]:
        """Yield seated players who should not be: gone, not come yet, unknown, or with a requested bye."""
        for pairing, entry in self._seats(self.drawn):
            if entry not in self.here:
                yield Violation("not-here", pairing.table, NOT_HERE, (), (entry,))
        for table, entry in self._seats(self.tables):
            if entry in self.here and self.entries[entry].bye_in(self.number) is not None:
                yield Violation("bye-asked", table.table, BYE_ASKED, (), (entry,))

    def of_wrong_size(self, smallest: int, largest: int) -> Iterator[Violation]:
        """Yield tables with too few or too many."""
        for table in self.tables:
            size = len(table.seats)
            if size < smallest:
                facts = (("size", size), ("smallest", smallest))
                yield Violation("too-small", table.table, TOO_SMALL, facts, table.seats)
            if size > largest:
                yield Violation(
                    "too-large", table.table, TOO_LARGE, (("size", size), ("largest", largest)), table.seats
                )

    def forbidden(self) -> Iterator[Violation]:
        """Yield pairs that must not meet."""
        for table, pair in self._pairs():
            if frozenset(pair) in self.apart:
                yield Violation("forbidden", table.table, FORBIDDEN, (), pair)

    def left_fixed_tables(self) -> Iterator[Violation]:
        """Yield players not at their fixed table, unless another player there has a better claim to it."""
        kept = {table.table for table, entry in self._seats(self.tables) if self._fixed_table_of(entry) == table.table}
        for table, entry in self._seats(self.tables):
            number = self._fixed_table_of(entry)
            if number not in (None, table.table) and number not in kept and not self._gives_way(entry, table):
                yield Violation("fixed-table", table.table, LEFT_FIXED, (("number", number or 0),), (entry,))

    def _gives_way(self, entry: int, table: Pairing) -> bool:
        """Return whether a player earlier in the list has this very table."""
        order = list(self.entries)
        earlier = (other for other in table.seats if other in self.entries and order.index(other) < order.index(entry))
        return any(self._fixed_table_of(other) == table.table for other in earlier)

    def met_before(self, meetings: int) -> Iterator[Violation]:
        """Yield pairs that meet again, after as many meetings as intended."""
        for table, (entry, other) in self._pairs():
            if (times := self.past.times_met(entry, other)) >= meetings:
                yield Violation("met-before", table.table, MET_BEFORE, (("times", times),), (entry, other))

    def without_again(self) -> Iterator[Violation]:
        """Yield players with another bye, while a seated player had fewer."""
        fewest = min((self.past.without[entry] for _, entry in self._seats(self.tables)), default=0)
        for pairing in self.drawn:
            for entry in pairing.seats if pairing.bye is not None else ():
                is_requested = entry in self.entries and self.entries[entry].bye_in(self.number) is not None
                times = self.past.without[entry]
                if not is_requested and times > fewest:
                    yield Violation("bye-again", pairing.table, WITHOUT_AGAIN, (("times", times),), (entry,))

    def seats_again(self) -> Iterator[Violation]:
        """Yield players in a seat they had more often than another of that table."""
        for table in self.tables:
            for seat, entry in enumerate(table.seats):
                had = self.past.times_seated(entry, len(table.seats))
                fair = [other for other in range(len(had)) if fair_seats(had, table.legs) >> other & 1]
                if seat not in fair:
                    other = min(fair, key=lambda other: had[other])
                    facts = (("seat", seat + 1), ("times", had[seat]), ("fairer", other + 1), ("fewer", had[other]))
                    yield Violation("seat-again", table.table, SEAT_AGAIN, facts, (entry,))

    def smaller_again(self) -> Iterator[Violation]:
        """Yield players at a smaller table again, while a player at a larger one had fewer."""
        larger = [entry for table, entry in self._seats(self.tables) if len(table.seats) == self.largest]
        fewest = min((self.past.short[entry] for entry in larger), default=0)
        for table, entry in self._seats(self.tables):
            times = self.past.short[entry]
            if len(table.seats) < self.largest and times > fewest:
                yield Violation("small-again", table.table, SMALLER_AGAIN, (("times", times),), (entry,))

    def point_gaps(self) -> Iterator[Violation]:
        """Yield tables with a larger difference in points than any of these sizes if all sat in the order of points."""
        usual = self._widest_in_order()
        for table in self.tables:
            known = sorted(
                (entry for entry in table.seats if entry in self.scores), key=lambda entry: -self.scores[entry]
            )
            gap = self.scores[known[0]] - self.scores[known[-1]] if known else 0
            if gap > usual:
                facts = (("points", gap), ("usual_points", usual))
                yield Violation("scores-apart", table.table, POINT_GAP, facts, (known[0], known[-1]))

    def _widest_in_order(self) -> int:
        tables = sorted(
            self.tables, key=lambda table: -max((self.scores.get(entry, 0) for entry in table.seats), default=0)
        )
        points = iter(sorted((self.scores.get(entry, 0) for _, entry in self._seats(self.tables)), reverse=True))
        groups = [[next(points) for _ in table.seats] for table in tables]
        return max((group[0] - group[-1] for group in groups if group), default=0)

    def _fixed_table_of(self, entry: int) -> int | None:
        return self.entries[entry].fixed_table if entry in self.entries else None

    def _pairs(self) -> Iterator[tuple[Pairing, tuple[int, int]]]:
        return ((table, pair) for table in self.tables for pair in combinations(table.seats, 2))

    @staticmethod
    def _seats(pairings: Sequence[Pairing]) -> Iterator[tuple[Pairing, int]]:
        return ((pairing, entry) for pairing in pairings for entry in pairing.seats)


def _is_here(entry: Entry, number: int, conditions: Conditions) -> bool:
    return entry.plays_in(number) and (conditions.here is None or entry.id in conditions.here)
