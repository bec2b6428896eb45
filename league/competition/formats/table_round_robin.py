"""Everybody meets everybody as evenly as possible, at tables of two to five.

For some fields a block design is known (`block_designs`): all meet exactly equally often, or nobody meets twice in as
many rounds as were found. Other rounds are planned by local search (`table_schedule`). Measured for 3 to 40 entries,
nobody joining or leaving, in as many rounds as it takes for everyone to meet everyone: the most and the fewest meetings
of two are at most 2 apart per meeting asked for (3, up to ten entries). Seats are assigned for the whole plan
(`seating`), so a player's seats differ by at most 1 among tables of one size, and so do the seats that all of a
player's tables have. There is a new plan when somebody joins or leaves, or a published table was changed; it then knows
every table so far, and the bound on seats holds for each stretch between such changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from league.competition.block_designs import designed_rounds, is_balanced
from league.competition.byes import free_round
from league.competition.errors import ImpossibleTables
from league.competition.format import (
    Answer,
    Entry,
    Finished,
    Forbidden,
    Format,
    Pairing,
    Reason,
    Round,
    Wait,
    field_size,
)
from league.competition.options import LEGS, Option, Options, number
from league.competition.pairing_reasons import ALL_PLAYED, NO_TABLE, NOBODY_LEFT, avoided_reasons
from league.competition.seating import chosen_table_sizes, seat_evenly
from league.competition.seeded_random import SeededRandom
from league.competition.table_numbers import number_tables
from league.competition.table_schedule import Groups, plan_rounds
from league.competition.tournament_state import TournamentState, check_entries

Pairs = tuple[frozenset[int], ...]

DESIGN = "Round {round} of a plan in which any two of the {players} players meet equally often. Seats rotate."
PLANNED = "Round {round} of a plan in which {players} players meet each other as evenly as possible. Seats rotate."
SITS_OUT = (
    "Not everybody fits at the tables. Players with a bye: {resting}. Nobody has a second bye "
    "before everybody has had one."
)
ALL_PAIRED = "All rounds are paired. Some games have no result yet."

OPTIONS = (
    Option("table_size", "Table size", "Preferred number of players per table.", (2, 3, 4, 5), 4, seats=True),
    Option("smallest", "Smallest table", "Minimum number of players per table.", (2, 3, 4, 5), 3, seats=True),
    Option("largest", "Largest table", "Maximum number of players per table.", (3, 4, 5), 5, seats=True),
    Option(
        "cycles", "Meetings per opponent", "How often any two players meet, as evenly as possible.", (1, 2, 3, 4), 1
    ),
    Option(
        "rounds",
        "Rounds",
        "Number of rounds.",
        tuple(range(61)),
        0,
        zero_label="as many as needed for everybody to meet",
    ),
    LEGS,
)
# How many plans are made before the first round; the best counts. After a change in the field there is one.
ATTEMPTS = 3
MOST_PLAYERS = 36  # up to how many players. In larger fields one plan has no more repeats than 6 s of annealing find.


class TableRoundRobinState(TournamentState):
    """A round robin of tables at one moment."""

    def next_round(self) -> Answer:
        """Return the next round of the plan. It never waits between rounds."""
        smallest = number(self.options, "smallest")
        check_entries(self.entries, needed=smallest)
        if self.upcoming <= self.rounds and len(self.here) >= smallest:
            enough = len(self.playing) >= smallest
            pairings = [*(self._planned_pairings() if enough else self._free_rounds()), *self.requested_byes()]
            return Round(self.upcoming, number_tables(pairings, self.entries))
        if not self.is_decided:
            return Wait(Reason(ALL_PAIRED))
        if self.upcoming <= self.rounds:
            return Finished(Reason(NOBODY_LEFT))
        return Finished(Reason(ALL_PLAYED, (("rounds", self.upcoming - 1),)))

    def _free_rounds(self) -> Iterator[Pairing]:
        return (free_round(self.upcoming, entry.id, Reason(NO_TABLE)) for entry in self.playing)

    def _planned_pairings(self) -> Iterator[Pairing]:
        """Yield the tables and byes of the current plan."""
        since, plan = self._current_plan()
        groups = plan[self.upcoming - since]
        template = DESIGN if since == 1 and is_balanced(plan) else PLANNED
        reason = Reason(template, (("round", self.upcoming), ("players", len(self.playing))))
        resting = Reason(SITS_OUT, (("resting", sum(len(group) == 1 for group in groups)),))
        for seats in groups:
            if len(seats) == 1:
                yield free_round(self.upcoming, seats[0], resting)
            else:
                yield self.table(seats, reason, *avoided_reasons(seats, self.avoided))

    def _current_plan(self) -> tuple[int, tuple[Groups, ...]]:
        """Return a plan and its first round: that of the last change in the field, or of a changed table."""
        past = [self._groups_of(round_number) for round_number in range(1, self.upcoming)]
        since = self._field_since()
        plan = self._plan_from(since, past)
        if not _holds(plan, past[since - 1 :]):
            since = self.upcoming
            plan = self._plan_from(since, past)
        return since, plan

    def _plan_from(self, since: int, past: Sequence[Groups]) -> tuple[Groups, ...]:
        return _plan(
            players=tuple(entry.id for entry in self.playing),
            sizes=_table_sizes(len(self.playing), self.options),
            rounds=self.rounds - since + 1,
            past=tuple(past[: since - 1]),
            seed=self.seed,
            apart=self._pairs_of(pair for pair in self.conditions.forbidden if pair.holds_in(self.upcoming)),
            owed=self._pairs_of(pair for pair in self.conditions.forbidden if not pair.holds_in(self.upcoming)),
        )

    def _pairs_of(self, forbidden: Iterator[Forbidden]) -> Pairs:
        """Return the avoided pairs of which both players take part in the round."""
        playing = {entry.id for entry in self.playing}
        pairs = (frozenset((pair.one, pair.other)) for pair in forbidden)
        return tuple(pair for pair in pairs if pair <= playing)

    def _groups_of(self, round_number: int) -> Groups:
        return tuple(pairing.seats for pairing in self.pairings if pairing.round == round_number)

    def _field_since(self) -> int:
        """Return the first round with exactly the players and forbidden pairs of now."""
        changes = [change for entry in self.entries for change in (entry.joined, entry.left) if change is not None]
        changes += [change for entry in self.entries for missed, _ in entry.byes for change in (missed, missed + 1)]
        changes += [pair.until + 1 for pair in self.conditions.forbidden if pair.until is not None]
        return max([1, *(change for change in changes if change <= self.upcoming)])


class TableRoundRobin(Format):
    """Round robin for tables of two to five."""

    slug = "table-round-robin"
    name = "Round robin, tables of 2 to 5"
    summary = (
        "Every player meets every opponent about equally often, and seats are "
        "balanced. For example, 16 players at tables of four play 5 rounds."
    )
    options = OPTIONS
    state_class = TableRoundRobinState
    everyone_meets = True

    def games(self, entries: Sequence[Entry], options: Options) -> int:
        """Return the rounds, less those in which a field of this size leaves one out."""
        field = field_size(entries)
        sizes = _table_sizes(field, self.chosen(options))
        return self.rounds(entries, options) * sum(sizes) // field

    def rounds(self, entries: Sequence[Entry], options: Options) -> int:
        """Return the option, or as many as all pairs need to meet."""
        chosen = self.chosen(options)
        if number(chosen, "rounds"):
            return number(chosen, "rounds")
        field = field_size(entries)
        meetings_a_round = sum(size * (size - 1) for size in _table_sizes(field, chosen))
        return -(-number(chosen, "cycles") * field * (field - 1) // meetings_a_round)

    def meetings(self, entries: Sequence[Entry], options: Options) -> int:
        """Return the option, or more if more rounds are chosen than that takes."""
        chosen = self.chosen(options)
        others = max(1, field_size(entries) - 1)
        return max(number(chosen, "cycles"), number(chosen, "rounds") * (number(chosen, "table_size") - 1) // others)


def _table_sizes(players: int, options: Options) -> tuple[int, ...]:
    sizes = chosen_table_sizes(players, options)
    if not sizes:
        smallest, largest = number(options, "smallest"), number(options, "largest")
        raise ImpossibleTables(entries=players, smallest=smallest, largest=largest)
    return sizes


def _holds(plan: Sequence[Groups], played: Sequence[Groups]) -> bool:
    """Return whether the rounds that were played are those of the plan."""
    return all(set(groups) == set(planned) for groups, planned in zip(played, plan, strict=False))


@lru_cache(maxsize=64)
def _plan(
    players: tuple[int, ...],
    sizes: tuple[int, ...],
    rounds: int,
    past: tuple[Groups, ...],
    seed: int,
    apart: Pairs,
    owed: Pairs,
) -> tuple[Groups, ...]:
    """Return all rounds of a stretch with their seats; cached, as it is needed once a round.

    `apart` are pairs that must not meet, `owed` those that were kept apart until a round that is over.
    """
    rng = SeededRandom(seed, "tables", len(past))
    plan = [] if past or apart else _by_design(players, sizes, rounds, rng)
    attempts = ATTEMPTS if not past and len(players) <= MOST_PLAYERS else 1
    plan += plan_rounds(players, sizes, rounds - len(plan), [*past, *plan], rng, apart, owed, attempts)
    tables = iter(seat_evenly([group for groups in plan for group in groups]))
    return tuple(tuple(next(tables) for _ in groups) for groups in plan)


def _by_design(players: Sequence[int], sizes: Sequence[int], rounds: int, rng: SeededRandom) -> list[Groups]:
    """Return the rounds of a block design with random numbers."""
    drawn = rng.shuffled(players)
    designed = designed_rounds(len(players), sizes, rounds)
    return [tuple(tuple(drawn[index] for index in group) for group in groups) for groups in designed]


TABLE_ROUND_ROBIN = TableRoundRobin()
