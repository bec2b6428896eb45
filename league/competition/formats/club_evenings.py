"""Club nights: tables for the players present, balanced over the whole season.

The organiser opens a club night and checks in players; every round is paired among those. Players who have seldom met
meet first; smaller tables, seats and byes rotate. Without an open club night nothing is paired. Nobody has a bye who
had more byes than another player present, unless only that keeps an avoided pair apart. The tables begin at random and
are improved by exchanging players (`table_pairing`).

A season ends after as many `evenings` as the option says. If it is open, the organiser ends it: the service then sets
the option to the number of club nights so far.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations

from league.competition.byes import free_round
from league.competition.format import Answer, Entry, Finished, Format, Pairing, Reason, Round, Wait
from league.competition.options import LEGS, TABLE_SIZES, Option, Options, number
from league.competition.pairing_history import PairingHistory
from league.competition.pairing_reasons import avoided_reasons, smaller
from league.competition.season_scoring import AVERAGE, RANKED, SUM, UNRANKED
from league.competition.seating import chosen_table_sizes, fairest_order
from league.competition.seeded_random import SeededRandom
from league.competition.table_costs import AGAIN, SHORT, field_of
from league.competition.table_numbers import number_tables
from league.competition.table_pairing import draw_tables
from league.competition.tournament_state import TournamentState, check_entries

OPEN_ONE = "Start a club night and check in the players. Then publish the pairings."
STILL_PLAYED = "Some games have no result yet. Enter their results first."
TOO_FEW = "Players present: {here}. A table needs {needed}. Check in more players, or end the club night."
SEASON_OVER = "All {evenings} club nights of the season have been played."
NEW = "The players at this table have not met before in this season."
NEVER = "The players in seats {one} and {other} have not met before in this season."
ONCE = (
    "Up to club night {evenings}, the players in seats {one} and {other} have met once. No two players present "
    "have met less often."
)
SELDOM = (
    "Up to club night {evenings}, the players in seats {one} and {other} have met {times} times. No two players "
    "present have met less often."
)
EVEN = "Any two players at this table have met {fewest} to {most} times. Meetings are balanced over the season."
EQUAL = "Any two players at this table have met equally often (times: {times}). Meetings are balanced over the season."
FIRST_SEAT = "The player in the first seat has not had it yet. Seats rotate over the season."
FIRST_SEAT_AGAIN = "The player in the first seat has had it before (times: {times}). Seats rotate over the season."
RESTS = (
    "{here} players are present, but the tables have only {seats} seats. The byes go to players with "
    "the fewest byes so far."
)

SMALLER = 4 * AGAIN // SHORT  # a smaller table once more costs as much as meeting two people once more

OPTIONS = (
    *TABLE_SIZES,
    LEGS,
    Option(
        "evenings",
        "Club nights",
        "Number of club nights in the season.",
        tuple(range(101)),
        0,
        zero_label="until the organiser ends the season",
    ),
    Option(
        "counting",
        "Points of the season",
        "The sum of a player's best club nights, or the average of all games.",
        (SUM, AVERAGE),
        SUM,
        labels=((SUM, "sum of best club nights"), (AVERAGE, "average per game")),
    ),
    Option(
        "best_of",
        "Best club nights",
        "Number of a player's best club nights in the sum.",
        tuple(range(101)),
        0,
        zero_label="all",
    ),
    Option(
        "attendance",
        "Club nights needed for a place",
        "Players with fewer club nights are listed without a place.",
        tuple(range(101)),
        0,
        zero_label="at least one",
    ),
    Option(
        "guests",
        "Guests",
        "Whether guests have a place in the standings.",
        (UNRANKED, RANKED),
        UNRANKED,
        labels=((UNRANKED, "listed without a place"), (RANKED, "placed like members")),
    ),
)


class ClubEveningsState(TournamentState):
    """A season of club nights at one moment."""

    def next_round(self) -> Answer:
        """Return a round of the open club night, among the players present."""
        smallest = number(self.options, "smallest")
        check_entries(self.entries, needed=smallest)
        if not self.is_decided:
            return Wait(Reason(STILL_PLAYED))
        evening = self.conditions.evening
        if evening is None:
            played = max((pairing.evening for pairing in self.pairings), default=0)
            is_over = self.rounds and played >= self.rounds
            return Finished(Reason(SEASON_OVER, (("evenings", played),))) if is_over else Wait(Reason(OPEN_ONE))
        if len(self.playing) < smallest:
            return Wait(Reason(TOO_FEW, (("here", len(self.playing)), ("needed", smallest))))
        pairings = number_tables([*self._tables_and_byes(), *self.requested_byes()], self.entries)
        return Round(self.upcoming, tuple(replace(pairing, evening=evening) for pairing in pairings))

    @cached_property
    def _past(self) -> PairingHistory:
        return PairingHistory(self.entries, self.pairings)

    @cached_property
    def _tonight(self) -> PairingHistory:
        """The part of the past that was played at this club night."""
        tonight = [pairing for pairing in self.pairings if pairing.evening == self.conditions.evening]
        return PairingHistory(self.entries, tonight)

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        return chosen_table_sizes(len(self.playing), self.options)

    def _tables_and_byes(self) -> Iterator[Pairing]:
        """Yield the tables with as few avoided pairs as was found, then the byes, without table numbers."""
        rng = SeededRandom(self.seed, "evening", self.upcoming)
        best: tuple[int, list[list[int]], tuple[int, ...]] | None = None
        for resting in self._possible_byes(rng):
            tables = self._draw(resting, rng)
            broken = sum(frozenset(pair) in self.avoided for seats in tables for pair in combinations(seats, 2))
            if best is None or broken < best[0]:
                best = (broken, tables, resting)
            if not broken:
                break
        if best is None:
            return
        for table in best[1]:
            seats = fairest_order(table, self._past, self.legs, rng)
            yield self.table(seats, *self._reasons(seats))
        why = Reason(RESTS, (("here", len(self.playing)), ("seats", sum(self._sizes))))
        yield from (free_round(self.upcoming, entry, why) for entry in best[2])

    def _possible_byes(self, rng: SeededRandom) -> Iterator[tuple[int, ...]]:
        """Yield the fair byes; then, for avoided pairs, the same with one of such a pair instead of another player."""
        games = {entry: seats.total() for entry, seats in self._past.seats.items()}
        order = sorted(
            (entry.id for entry in rng.shuffled(self.playing)),
            key=lambda entry: (self._past.without[entry], self._tonight.without[entry], -games.get(entry, 0)),
        )
        resting = tuple(order[: len(order) - sum(self._sizes)])
        yield resting
        for entry in sorted(set().union(*self.avoided) & set(order) - set(resting)):
            yield from ((*resting[:at], entry, *resting[at + 1 :]) for at in reversed(range(len(resting))))

    def _draw(self, resting: Sequence[int], rng: SeededRandom) -> list[list[int]]:
        """Return the tables of the players without a bye; scores play no part.

        A meeting costs twice the meetings so far, and those of tonight once more: so the sum of squared meetings is
        kept small.
        """
        players = [entry for entry in rng.shuffled(self.playing) if entry.id not in resting]
        indices = iter(range(len(players)))
        met = {
            entry: Counter({other: 2 * times for other, times in others.items()})
            + self._tonight.met.get(entry, Counter())
            for entry, others in self._past.met.items()
        }
        field = field_of(
            players,
            self._sizes,
            self._past,
            self.legs,
            self.avoided,
            met,
            scores=[0] * len(players),
            short=[SMALLER * self._past.short[player.id] for player in players],
        )
        tables = draw_tables([[next(indices) for _ in range(size)] for size in self._sizes], field, rng)
        return [[players[index].id for index in seats] for seats in tables]

    def _reasons(self, seats: Sequence[int]) -> tuple[Reason, ...]:
        times = self._past.times_seated(seats[0], len(seats))[0]
        return (
            self._meeting_reason(seats),
            Reason(FIRST_SEAT_AGAIN, (("times", times),)) if times else Reason(FIRST_SEAT),
            *smaller(len(seats), max(self._sizes)),
            *avoided_reasons(seats, self.avoided),
        )

    def _meeting_reason(self, seats: Sequence[int]) -> Reason:
        met = {
            (one, other): self._past.times_met(seats[one - 1], seats[other - 1])
            for one, other in combinations(range(1, len(seats) + 1), 2)
        }
        if not any(met.values()):
            return Reason(NEW)
        (one, other), least = min(met.items(), key=lambda pair: pair[1])
        if least == 0:
            return Reason(NEVER, (("one", one), ("other", other)))
        fewest = min(self._past.times_met(one.id, other.id) for one, other in combinations(self.playing, 2))
        if least > fewest and len(set(met.values())) == 1:
            return Reason(EQUAL, (("times", least),))
        if least > fewest:
            return Reason(EVEN, (("fewest", least), ("most", max(met.values()))))
        facts = (("one", one), ("other", other), ("times", least), ("evenings", self.conditions.evening or 0))
        return Reason(ONCE if least == 1 else SELDOM, facts)


class ClubEvenings(Format):
    """A season of club nights."""

    slug = "club-evenings"
    name = "Club nights"
    summary = (
        "You check in the players who are present, and Moothill pairs them. "
        "It balances opponents, seats and byes over the season. Each club night has as many rounds as "
        "you like."
    )
    options = OPTIONS
    state_class = ClubEveningsState
    by_evenings = True

    def rounds(self, _entries: Sequence[Entry], options: Options) -> int:
        """Return one round for each club night; 0 if their number is open."""
        return number(self.chosen(options), "evenings")


CLUB_NIGHTS = ClubEvenings()
