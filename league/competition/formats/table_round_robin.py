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

from collections.abc import Sequence
from functools import lru_cache

from league.competition.block_designs import designed_rounds, meet_equally
from league.competition.errors import ImpossibleTables
from league.competition.format import (
    UNCONDITIONAL,
    Answer,
    Conditions,
    Entry,
    Finished,
    Format,
    Pairing,
    Reason,
    Round,
    Wait,
)
from league.competition.format_helpers import (
    LEGS,
    asked_for,
    check_entries,
    field_of,
    next_round_number,
    numbered,
    rest,
    sizes_of,
)
from league.competition.options import Option, Options, number
from league.competition.pairing_reasons import NO_TABLE, avoided_reasons
from league.competition.seating import seat_evenly
from league.competition.seeded_random import SeededRandom
from league.competition.table_schedule import Groups, plan_rounds

DESIGN = "Round {round} of a plan in which any two of the {players} players meet equally often. Seats rotate."
PLANNED = "Round {round} of a plan in which {players} players meet each other as evenly as possible. Seats rotate."
SITS_OUT = (
    "Not everybody fits at the tables. Players with a bye: {resting}. Nobody has a second bye "
    "before everybody has had one."
)
ALL_PAIRED = "All rounds are paired. Some games have no result yet."
ALL_PLAYED = "All {rounds} rounds have been played."
NOBODY_LEFT = "Too few players are left for another table."

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
ATTEMPTS = 3
"""How many plans are made before the first round; the best counts. After a change in the field there is one."""
MOST_PLAYERS = 36
"""Up to how many players. In larger fields one plan has no more repeats than 6 s of annealing find."""


class TableRoundRobin(Format):
    """Round robin for tables of two to five."""

    slug = "table-round-robin"
    name = "Round robin, tables of 2 to 5"
    summary = (
        "Every player meets every opponent about equally often, and seats are "
        "balanced. For example, 16 players at tables of four play 5 rounds."
    )
    options = OPTIONS
    everyone_meets = True

    def games(self, entries: Sequence[Entry], options: Options) -> int:
        """Return the rounds, less those in which a field of this size leaves one out."""
        field = field_of(entries)
        sizes = _sizes(field, self.chosen(options))
        return self.rounds(entries, options) * sum(sizes) // field

    def rounds(self, entries: Sequence[Entry], options: Options) -> int:
        """Return the option, or as many as all pairs need to meet."""
        chosen = self.chosen(options)
        if number(chosen, "rounds"):
            return number(chosen, "rounds")
        field = field_of(entries)
        meetings_a_round = sum(size * (size - 1) for size in _sizes(field, chosen))
        return -(-number(chosen, "cycles") * field * (field - 1) // meetings_a_round)

    def meetings(self, entries: Sequence[Entry], options: Options) -> int:
        """Return the option, or more if more rounds are chosen than that takes."""
        chosen = self.chosen(options)
        others = max(1, field_of(entries) - 1)
        return max(number(chosen, "cycles"), number(chosen, "rounds") * (number(chosen, "table_size") - 1) // others)

    def pair(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Options,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Answer:
        """Return the next round of the plan. It never waits between rounds."""
        chosen = self.chosen(options)
        check_entries(entries, needed=number(chosen, "smallest"))
        rounds = self.rounds(entries, options)
        upcoming = next_round_number(pairings)
        here = [entry for entry in entries if entry.plays_in(upcoming)]
        if upcoming <= rounds and len(here) >= number(chosen, "smallest"):
            return _round(upcoming, rounds, entries, pairings, chosen, seed, conditions)
        if not all(pairing.decided for pairing in pairings):
            return Wait(Reason(ALL_PAIRED))
        if upcoming <= rounds:
            return Finished(Reason(NOBODY_LEFT))
        return Finished(Reason(ALL_PLAYED, (("rounds", upcoming - 1),)))


def _sizes(players: int, options: Options) -> tuple[int, ...]:
    sizes = sizes_of(players, options)
    if not sizes:
        smallest, largest = number(options, "smallest"), number(options, "largest")
        raise ImpossibleTables(entries=players, smallest=smallest, largest=largest)
    return sizes


def _round(
    upcoming: int,
    rounds: int,
    entries: Sequence[Entry],
    pairings: Sequence[Pairing],
    options: Options,
    seed: int,
    conditions: Conditions,
) -> Round:
    """Return the round of the current plan: of the last change in the field, or of a changed table."""
    asked = [entry for entry in entries if entry.plays_in(upcoming) and entry.bye_in(upcoming) is not None]
    players = tuple(entry.id for entry in entries if entry.plays_in(upcoming) and entry not in asked)
    byes = [asked_for(upcoming, 0, entry, number(options, "legs")) for entry in asked]
    if len(players) < number(options, "smallest"):
        alone = [rest(upcoming, 0, player, Reason(NO_TABLE)) for player in players]
        return Round(upcoming, numbered([*alone, *byes], entries))
    sizes = _sizes(len(players), options)
    apart = _avoided_pairs(players, upcoming, conditions)
    owed = _owed(players, upcoming, conditions)
    past = [_groups_of(pairings, round_number) for round_number in range(1, upcoming)]
    since = _field_since(entries, upcoming, conditions)
    plan = _plan(players, sizes, rounds - since + 1, tuple(past[: since - 1]), seed, apart, owed)
    if not _holds(plan, past[since - 1 :]):
        since = upcoming
        plan = _plan(players, sizes, rounds - since + 1, tuple(past), seed, apart, owed)
    exact = since == 1 and meet_equally(plan)
    reason = Reason(DESIGN if exact else PLANNED, (("round", upcoming), ("players", len(players))))
    made = _pairings(upcoming, plan[upcoming - since], number(options, "legs"), reason, frozenset(apart))
    return Round(upcoming, numbered([*made, *byes], entries))


def _avoided_pairs(players: Sequence[int], upcoming: int, conditions: Conditions) -> tuple[frozenset[int], ...]:
    pairs = (frozenset((pair.one, pair.other)) for pair in conditions.forbidden if pair.holds_in(upcoming))
    return tuple(pair for pair in pairs if pair <= set(players))


def _owed(players: Sequence[int], upcoming: int, conditions: Conditions) -> tuple[frozenset[int], ...]:
    """Return pairs that were kept apart until a round that is over."""
    over = (pair for pair in conditions.forbidden if pair.until is not None and pair.until < upcoming)
    pairs = (frozenset((pair.one, pair.other)) for pair in over)
    return tuple(pair for pair in pairs if pair <= set(players))


def _field_since(entries: Sequence[Entry], upcoming: int, conditions: Conditions) -> int:
    """Return the first round with exactly the players and forbidden pairs of now."""
    changes = [change for entry in entries for change in (entry.joined, entry.left) if change is not None]
    changes += [change for entry in entries for missed, _ in entry.byes for change in (missed, missed + 1)]
    changes += [pair.until + 1 for pair in conditions.forbidden if pair.until is not None]
    return max([1, *(change for change in changes if change <= upcoming)])


def _groups_of(pairings: Sequence[Pairing], round_number: int) -> Groups:
    return tuple(pairing.seats for pairing in pairings if pairing.round == round_number)


def _holds(plan: Sequence[Groups], played: Sequence[Groups]) -> bool:
    return all(set(groups) == set(planned) for groups, planned in zip(played, plan, strict=False))


@lru_cache(maxsize=64)
def _plan(
    players: tuple[int, ...],
    sizes: tuple[int, ...],
    rounds: int,
    past: tuple[Groups, ...],
    seed: int,
    apart: tuple[frozenset[int], ...],
    owed: tuple[frozenset[int], ...],
) -> tuple[Groups, ...]:
    """Return all rounds of a stretch with their seats; cached, as it is needed once a round."""
    luck = SeededRandom(seed, "tables", len(past))
    plan = [] if past or apart else _by_design(players, sizes, rounds, luck)
    attempts = ATTEMPTS if not past and len(players) <= MOST_PLAYERS else 1
    plan += plan_rounds(players, sizes, rounds - len(plan), [*past, *plan], luck, apart, owed, attempts)
    tables = iter(seat_evenly([group for groups in plan for group in groups]))
    return tuple(tuple(next(tables) for _ in groups) for groups in plan)


def _by_design(players: Sequence[int], sizes: Sequence[int], rounds: int, luck: SeededRandom) -> list[Groups]:
    """Return the rounds of a block design with random numbers."""
    drawn = luck.shuffled(players)
    designed = designed_rounds(len(players), sizes, rounds)
    return [tuple(tuple(drawn[one] for one in group) for group in groups) for groups in designed]


def _pairings(
    upcoming: int, groups: Groups, legs: int, reason: Reason, apart: frozenset[frozenset[int]]
) -> tuple[Pairing, ...]:
    resting = Reason(SITS_OUT, (("resting", sum(len(group) == 1 for group in groups)),))
    return tuple(
        Pairing(upcoming, position, seats, legs, reasons=(reason, *avoided_reasons(seats, apart)))
        if len(seats) > 1
        else rest(upcoming, position, seats[0], resting)
        for position, seats in enumerate(groups, start=1)
    )


TABLE_ROUND_ROBIN = TableRoundRobin()
