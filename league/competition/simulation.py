"""A tournament played through with made-up results, to show what a format does with a field.

It counts rounds, table sizes, meetings, byes and uneven seats. Results are drawn from the seed; the same arguments give
the same simulation. Some entries may come late or stay away, drawn at random; for club nights also the attendance at
each. The cost is that of the format's pairing, once a round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from league.competition.errors import RulesError
from league.competition.format import (
    UNCONDITIONAL,
    Conditions,
    Entry,
    Format,
    How,
    Leg,
    Pairing,
    Reason,
    Round,
    seats_in_leg,
)
from league.competition.options import Options
from league.competition.pairing_history import PairingHistory
from league.competition.points import places_of
from league.competition.scores import Scores, scores_of
from league.competition.scoring import Scoring
from league.competition.season_scoring import counting_of
from league.competition.seeded_random import SeededRandom
from league.competition.stages import as_knockout
from league.competition.standings import Row, standings
from league.competition.tiebreaks.tiebreak import TieBreak

MOST_ROUNDS = 200
CHANCE = 1000  # how much chance decides, in thousandths of the list: at 1000 the last may beat the first
STAY_PER_CENT = 85  # of 100 players at a club night, how many stay for one more round


@dataclass(frozen=True, slots=True)
class AttendanceModel:
    """The attendance at club nights: their number, rounds at each, and how many of 100 come."""

    evenings: int = 6
    rounds: int = 2
    per_cent: int = 70


@dataclass(frozen=True, slots=True)
class SimulatedRound:
    """One round: the sizes of its tables, larger ones first, and the number of byes."""

    number: int
    evening: int
    sizes: tuple[int, ...]
    without: int
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True)
class Simulation:
    """The result. Distributions are pairs (how often, how many), in order of the first."""

    entries: tuple[Entry, ...]  # everybody, with the rounds they joined and left
    rounds: tuple[SimulatedRound, ...]
    standings: tuple[Row, ...]
    reason: Reason | None  # why there is no further round; None if the number asked for was reached
    refusal: RulesError | None  # what the format refused, if it did

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """All pairings, with their made-up results."""
        return tuple(pairing for simulated in self.rounds for pairing in simulated.pairings)

    @cached_property
    def sizes(self) -> tuple[tuple[int, int], ...]:
        """Tables of each size."""
        return _distribution(Counter(size for simulated in self.rounds for size in simulated.sizes))

    @cached_property
    def met(self) -> tuple[tuple[int, int], ...]:
        """Of all pairs of players, how many met so often; never (0) among them."""
        meetings = Counter(pair for seats in self._tables for pair in combinations(sorted(seats), 2))
        playing = len({entry for seats in self._tables for entry in seats})
        often = Counter(meetings.values())
        never = playing * (playing - 1) // 2 - len(meetings)
        return _distribution(often | Counter({0: never} if never else {}))

    @cached_property
    def seats(self) -> tuple[tuple[int, int], ...]:
        """Of all players, how many had that difference between their most and least frequent seat.

        The seats are those of the usual table; every game counts.
        """
        usual = max(self.sizes, key=lambda pair: (pair[1], pair[0]), default=(0, 0))[0]
        past = PairingHistory(self.entries, self.pairings)
        had = [past.times_seated(entry, usual) for entry in sorted(past.seats)]
        return _distribution(Counter(max(own) - min(own) for own in had))

    @cached_property
    def rests(self) -> tuple[tuple[int, int], ...]:
        """Of all players, how many had so many byes."""
        rested = Counter(
            entry
            for simulated in self.rounds
            for pairing in simulated.pairings
            if pairing.bye
            for entry in pairing.seats
        )
        playing = {entry for simulated in self.rounds for pairing in simulated.pairings for entry in pairing.seats}
        return _distribution(Counter(rested[entry] for entry in playing))

    @property
    def _tables(self) -> tuple[tuple[int, ...], ...]:
        return tuple(pairing.seats for pairing in self.pairings if pairing.bye is None)


def simulate(
    format: Format,  # noqa: A002  (the word everybody uses)
    entries: Sequence[Entry],
    options: Options,
    scoring: Scoring,
    seed: int,
    rounds: int | None = None,
    *,
    late: int = 0,
    noshow: int = 0,
    tiebreaks: Sequence[TieBreak] = (),
    conditions: Conditions = UNCONDITIONAL,
    attendance: AttendanceModel | None = None,
) -> Simulation:
    """Play the tournament through, or `rounds` of it.

    `late` of the entries come one to three rounds late; `noshow` are paired in their first round, stay away and are
    gone from then on. If the format refuses the field, the simulation ends with its `refusal`.
    """
    rng = SeededRandom(seed, "rehearsal")
    options = _with_rounds(format, options, rounds)
    field = _with_latecomers(entries, late, rng)
    missing = frozenset(entry.id for entry in rng.shuffled(field)[:noshow])
    ordered = {entry.id: position for position, entry in enumerate(entries)}
    played: list[SimulatedRound] = []
    known: tuple[Pairing, ...] = ()
    reason: Reason | None = None
    refusal: RulesError | None = None
    for evening, round_conditions in _rounds_to_play(
        format, field, attendance or AttendanceModel(), conditions, rounds, rng
    ):
        try:
            answer = format.pair(field, known, options, seed, round_conditions)
        except RulesError as error:
            refusal = error
            break
        if not isinstance(answer, Round):
            reason = answer.reason
            if evening:  # too few came; there is another evening
                continue
            break
        reason = None
        pairings = tuple(_play(pairing, ordered, missing, rng) for pairing in answer.pairings)
        known += pairings
        field = _without_missing(field, missing, answer)
        played.append(_summary(answer.number, evening, pairings))
    rows = standings(_scores(format, field, known, options, scoring, seed), tiebreaks, seed) if known else ()
    return Simulation(tuple(field), tuple(played), rows, reason, refusal)


def _with_rounds(chosen: Format, options: Options, rounds: int | None) -> Options:
    """Return the options, with that number of rounds if the format has the option: a short plan is a quick one."""
    offered = next((option for option in chosen.options if option.name == "rounds"), None)
    if offered is None or rounds is None or offered.read(rounds) is None:
        return options
    return {**options, "rounds": rounds}


def _with_latecomers(entries: Sequence[Entry], late: int, rng: SeededRandom) -> list[Entry]:
    """Return the entries, some of which join in round 2, 3 or 4."""
    latecomers = {entry.id for entry in rng.shuffled(entries)[:late]}
    return [
        replace(entry, joined=max(entry.joined, 2 + rng.randrange(3))) if entry.id in latecomers else entry
        for entry in entries
    ]


def _rounds_to_play(
    chosen: Format,
    field: Sequence[Entry],
    attendance: AttendanceModel,
    conditions: Conditions,
    rounds: int | None,
    rng: SeededRandom,
) -> Iterator[tuple[int, Conditions]]:
    """Yield the number of the club night, or 0, and the conditions of every round that may be paired."""
    most = MOST_ROUNDS if rounds is None else rounds
    if not chosen.by_evenings:
        yield from ((0, conditions) for _ in range(most))
        return
    count = 0
    for evening in range(1, attendance.evenings + 1):
        present = _sample(frozenset(entry.id for entry in field), attendance.per_cent, rng)
        for _ in range(attendance.rounds):
            if count == most:
                return
            yield evening, replace(conditions, here=present, evening=evening)
            count += 1
            present = _sample(present, STAY_PER_CENT, rng)


def _sample(people: frozenset[int], per_cent: int, rng: SeededRandom) -> frozenset[int]:
    return frozenset(entry for entry in sorted(people) if rng.randrange(100) < per_cent)


def _play(pairing: Pairing, ranked: Mapping[int, int], missing: frozenset[int], rng: SeededRandom) -> Pairing:
    """Return the pairing with made-up results: the order of the list, changed by chance; missing entries are last."""
    if pairing.decided:
        return pairing
    legs = [_leg(number, pairing.seats, ranked, missing, rng) for number in range(1, pairing.legs + 1)]
    return replace(pairing, results=tuple(legs), decided=True)


def _leg(
    number: int, seats: tuple[int, ...], ranked: Mapping[int, int], missing: frozenset[int], rng: SeededRandom
) -> Leg:
    order = seats_in_leg(seats, number)
    form = {entry: 1000 * ranked[entry] + rng.randrange(CHANCE * len(ranked)) for entry in order}
    places = places_of([(1, 0) if entry in missing else (0, form[entry]) for entry in order])
    how = How.FORFEIT if sum(entry not in missing for entry in order) < 2 else How.PLAYED
    return Leg(number, order, places, tuple(10 * (len(order) - place) for place in places), how)


def _without_missing(field: Sequence[Entry], missing: frozenset[int], drawn: Round) -> list[Entry]:
    """Return the field after a round, without entries that were paired and stayed away."""
    paired = {entry for pairing in drawn.pairings for entry in pairing.seats} & missing
    return [
        replace(entry, left=drawn.number + 1) if entry.id in paired and entry.left is None else entry for entry in field
    ]


def _summary(number: int, evening: int, pairings: tuple[Pairing, ...]) -> SimulatedRound:
    sizes = sorted((len(pairing.seats) for pairing in pairings if pairing.bye is None), reverse=True)
    without = sum(pairing.bye is not None for pairing in pairings)
    return SimulatedRound(number, evening, tuple(sizes), without, pairings)


def _scores(
    chosen: Format, field: Sequence[Entry], pairings: Sequence[Pairing], options: Options, scoring: Scoring, seed: int
) -> Scores:
    games = chosen.games(field, options)
    counting = counting_of(chosen, options)
    knockout = as_knockout(chosen)
    state = knockout.state(field, pairings, options, seed) if knockout else None
    return scores_of(
        field,
        state.counted_pairings if state else pairings,
        scoring,
        everyone_meets=chosen.everyone_meets,
        games=games,
        counting=counting,
        reached=state.reached if state else None,
        last_round=chosen.rounds(field, options),
    )


def _distribution(counted: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(counted.items()))
