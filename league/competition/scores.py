"""Scores and opponents of every entry: the sums that standings and tie-breaks share.

In a round robin a forfeit counts as the game for tie-breaks, and the free round of an odd field counts nothing (FIDE
C.07, 15.3). The same holds for a season of club nights, where byes are part of the pairing. Elsewhere an opponent's
score is adjusted (16.3), and an entry's own unplayed round is one against a dummy (16.4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeVar, cast

from league.competition.format import Bye, Entry, How, Leg, Pairing
from league.competition.scoring import PointsPaid, Scoring
from league.competition.season_scoring import Counting, Part, Season, season_of
from league.competition.stages import Reached
from league.competition.withdrawals import counted_pairings

Answer = TypeVar("Answer")


class Meeting(NamedTuple):
    """One entry's meeting with one opponent in one pairing.

    `halves` counts 2 for every time it was ahead, 1 for every shared place, over `games`.
    """

    round: int
    table: int
    opponent: int
    games: int
    halves: int
    forfeited: bool


class Turn(NamedTuple):
    """One entry's round: what it was paid, and for what."""

    round: int
    table: int
    units: int
    bye: Bye | None
    meetings: tuple[Meeting, ...]
    evening: int = 0

    @property
    def games(self) -> int:
        """How many games it was paid for."""
        return self.meetings[0].games if self.meetings else 0

    @property
    def unplayed(self) -> bool:
        """Whether it is a bye, or nobody sat down (FIDE C.07 15.1)."""
        return self.bye is not None or all(meeting.forfeited for meeting in self.meetings)

    @property
    def lost_by_forfeit(self) -> bool:
        """Whether it was paired, did not play, and somebody else got the point."""
        return self.bye is None and self.unplayed and self.units == 0

    @property
    def stayed_away(self) -> bool:
        """Whether it was paid nothing for not being there: a zero-point bye, or lost by forfeit."""
        return self.bye is Bye.ZERO or self.lost_by_forfeit

    @property
    def requested(self) -> bool:
        """Whether it is a bye that the entry asked for."""
        return self.bye in (Bye.HALF, Bye.ZERO)

    @property
    def voluntary(self) -> bool:
        """Whether it is unplayed by its own will (FIDE C.07 16.1.2): a requested bye or lost by forfeit."""
        return self.requested or self.lost_by_forfeit


class SeatResult(NamedTuple):
    """One entry in one game. `seat` counts from 0; `points` are those of the game itself."""

    round: int
    table: int
    leg: int
    seat: int
    place: int
    alone: bool
    points: int
    how: How


@dataclass(frozen=True)
class Scores:
    """The decided pairings that count, paid by a scoring rule. A bye counts once its round is decided."""

    entries: tuple[int, ...]
    pairings: tuple[Pairing, ...]
    scoring: Scoring
    everyone_meets: bool
    counting: Counting | None = None  # how club nights count; None if there are none
    guests: frozenset[int] = frozenset()
    rounds: int = 0  # how many rounds are decided: the number of the last one without an open pairing
    # How far every entry came, if that counts and not points.
    reached: Mapping[int, Reached] = field(default_factory=dict)
    final: tuple[Pairing, ...] = ()  # the tables of the final round, decided or not; empty before it is paired
    # Ratings at the start in whole points, of the entries that have one.
    ratings: Mapping[int, int] = field(default_factory=dict)

    @cached_property
    def turns(self) -> Mapping[int, tuple[Turn, ...]]:
        """Each entry's rounds, in order."""
        turns: dict[int, list[Turn]] = {entry: [] for entry in self.entries}
        for pairing in self.pairings:
            for entry, turn in _turns(pairing, self.scoring):
                turns[entry].append(turn)
        return {entry: tuple(own) for entry, own in turns.items()}

    @cached_property
    def seat_results(self) -> Mapping[int, tuple[SeatResult, ...]]:
        """Each entry's games, in order."""
        seat_results: dict[int, list[SeatResult]] = {entry: [] for entry in self.entries}
        for pairing in self.pairings:
            for leg in pairing.results:
                for seat, entry in enumerate(leg.seats):
                    seat_results[entry].append(_seat_result(pairing, leg, seat))
        return {entry: tuple(own) for entry, own in seat_results.items()}

    @cached_property
    def totals(self) -> Mapping[int, int]:
        """Each entry's score, in units; of a season, as its club nights count."""
        if self.counting is not None:
            return {entry: season.total for entry, season in self.seasons.items()}
        return {entry: sum(turn.units for turn in own) for entry, own in self.turns.items()}

    @cached_property
    def adjusted(self) -> Mapping[int, int]:
        """Each entry's score as its opponents count it (FIDE C.07 16.3)."""
        if self.unplayed_count_nothing:
            return self.totals
        return {entry: _adjusted_score(own, self.draw) for entry, own in self.turns.items()}

    @cached_property
    def contributions(self) -> Mapping[int, tuple[Contribution, ...]]:
        """What each entry's opponents add to its tie-breaks, round by round."""
        return {entry: contributions_to(entry, self) for entry in self.entries}

    def cached(self, ask: Callable[[AbstractSet[int], Scores], Answer], tied: AbstractSet[int]) -> Answer:
        """Return `ask(tied, scores)`, computed once for all of those level."""
        key = ask, frozenset(tied)
        if key not in self._found:
            self._found[key] = ask(tied, self)
        return cast(Answer, self._found[key])

    @cached_property
    def _found(self) -> dict[object, object]:
        return {}

    @property
    def draw(self) -> int:
        """The units of a draw at a table of two."""
        return self.scoring.stated[0] // 2

    @cached_property
    def seasons(self) -> Mapping[int, Season]:
        """Each entry's club nights; empty if there are none."""
        if self.counting is None:
            return {}
        return {
            entry: season_of(
                (Part(turn.evening, turn.units, turn.games, not turn.stayed_away) for turn in own),
                self.counting,
                guest=entry in self.guests,
            )
            for entry, own in self.turns.items()
        }

    def merit(self, entry: int) -> tuple[int, ...]:
        """Return the key before any tie-break, the smallest first: how far the entry came, or its points."""
        return self.reached[entry].order if self.reached else (-self.totals[entry],)

    def is_ranked(self, entry: int) -> bool:
        """Return whether it has a place in the standings."""
        return entry not in self.seasons or self.seasons[entry].unranked is None

    @property
    def unplayed_count_nothing(self) -> bool:
        """Whether an unplayed round adds nothing to a tie-break: in a round robin (FIDE C.07 15.3) and a season."""
        return self.everyone_meets or self.counting is not None

    @cached_property
    def places(self) -> Mapping[int, int]:
        """Places by score alone, in hundredths; those who are level have the mean of their places."""
        level = Counter(self.totals.values())
        above = dict(zip(sorted(level, reverse=True), _running(level), strict=True))
        return {entry: 100 * above[own] + 50 * (level[own] + 1) for entry, own in self.totals.items()}

    def meetings(self, entry: int) -> Sequence[Meeting]:
        """Return all meetings of an entry, in order."""
        return self._met[entry]

    @cached_property
    def _met(self) -> Mapping[int, tuple[Meeting, ...]]:
        return {entry: tuple(meeting for turn in own for meeting in turn.meetings) for entry, own in self.turns.items()}


def scores_of(
    entries: Sequence[Entry],
    pairings: Sequence[Pairing],
    scoring: Scoring,
    *,
    everyone_meets: bool,
    games: int,
    counting: Counting | None = None,
    reached: Mapping[int, Reached] | None = None,
    last_round: int = 0,
    ratings: Mapping[int, int] | None = None,
) -> Scores:
    """Return the scores of the decided pairings. `games` is how many pairings a full part in the tournament is.

    `last_round` is the number of the final round as far as it is known, `ratings` are those at the start.

    In a round robin the results of those who left early do not count (`withdrawals`). A bye is paid when its round is
    decided, so that a round in play puts nobody ahead of others, or of a dummy opponent. Raise `WrongResult` for places
    that do not fit their seats.
    """
    kept = counted_pairings(entries, pairings, games) if everyone_meets else pairings
    open_rounds = frozenset(pairing.round for pairing in pairings if not pairing.decided)
    unpaid = (Bye.FULL, Bye.HALF, Bye.ZERO)
    counting_now = (
        pairing for pairing in kept if pairing.decided and not (pairing.bye in unpaid and pairing.round in open_rounds)
    )
    decided = tuple(sorted(counting_now, key=lambda pairing: (pairing.round, pairing.table)))
    rounds = max((pairing.round for pairing in decided if pairing.round not in open_rounds), default=0)
    guests = frozenset(entry.id for entry in entries if entry.guest)
    ids = tuple(entry.id for entry in entries)
    final = tuple(pairing for pairing in kept if pairing.round == last_round and len(pairing.seats) > 1)
    return Scores(
        entries=ids,
        pairings=decided,
        scoring=scoring,
        everyone_meets=everyone_meets,
        counting=counting,
        guests=guests,
        rounds=rounds,
        reached=reached or {},
        final=final,
        ratings=ratings or {},
    )


def totals_of(entries: Sequence[Entry], pairings: Sequence[Pairing], scoring: Scoring) -> dict[int, int]:
    """Return the units of each entry so far: `Scores.totals` alone, without annulled entries."""
    totals = {entry.id: 0 for entry in entries}
    for pairing in pairings:
        for entry, units in scoring.paid_to(pairing).items():
            totals[entry] += units
    return totals


def _adjusted_score(turns: Sequence[Turn], draw: int) -> int:
    """Return a score: a requested bye with only voluntary unplayed rounds after it counts as a draw (FIDE C.07 16.3.2).

    All else counts what it was given (16.3.1).
    """
    total, all_later_voluntary = 0, True
    for turn in reversed(turns):
        total += draw if all_later_voluntary and turn.requested else turn.units
        all_later_voluntary = all_later_voluntary and turn.voluntary
    return total


def _running(level: Mapping[int, int]) -> Iterable[int]:
    """Yield how many entries are above each score, from the highest score down."""
    above = 0
    for score in sorted(level, reverse=True):
        yield above
        above += level[score]


def _turns(pairing: Pairing, scoring: Scoring) -> list[tuple[int, Turn]]:
    paid = scoring.paid(pairing)
    if not paid:
        bye = pairing.bye or Bye.ZERO
        own = Turn(pairing.round, pairing.table, scoring.bye(pairing), bye, (), pairing.evening)
        return [(entry, own) for entry in pairing.seats]
    parts = [_part(part) for part in paid]
    return [(entry, _turn(pairing, entry, parts)) for entry in pairing.seats]


class _Part(NamedTuple):
    """Places and units of a game, or of all games together, by entry."""

    places: dict[int, int]
    units: dict[int, int]
    is_forfeit: bool


def _part(paid: PointsPaid) -> _Part:
    places = dict(zip(paid.seats, paid.places, strict=True))
    return _Part(places, dict(zip(paid.seats, paid.units, strict=True)), paid.how is How.FORFEIT)


def _turn(pairing: Pairing, entry: int, parts: Sequence[_Part]) -> Turn:
    number, table, games, is_forfeit = pairing.round, pairing.table, len(parts), all(part.is_forfeit for part in parts)
    meetings = tuple(
        [
            Meeting(number, table, opponent, games, _halves(entry, opponent, parts), is_forfeit)
            for opponent in pairing.seats
            if opponent != entry
        ]
    )
    return Turn(number, table, sum([part.units[entry] for part in parts]), None, meetings, pairing.evening)


def _halves(entry: int, opponent: int, parts: Sequence[_Part]) -> int:
    halves = 0
    for places, _units, is_forfeit in parts:
        own, other = places[entry], places[opponent]
        halves += 2 * (own < other) + (own == other and not is_forfeit)
    return halves


def _seat_result(pairing: Pairing, leg: Leg, seat: int) -> SeatResult:
    place = leg.places[seat]
    points = leg.points[seat] if leg.points else 0
    return SeatResult(
        round=pairing.round,
        table=pairing.table,
        leg=leg.number,
        seat=seat,
        place=place,
        alone=leg.places.count(place) == 1,
        points=points,
        how=leg.how,
    )


class Contribution(NamedTuple):
    """One opponent, or dummy, as Buchholz and Sonneborn-Berger see it. `score` is in units."""

    round: int
    opponent: int | None
    score: int
    halves: int  # twice the games won from this opponent plus the games shared
    voluntary: bool  # a voluntary unplayed round (16.1.2): a requested bye, or lost by forfeit


def contributions_to(entry: int, scores: Scores) -> tuple[Contribution, ...]:
    """Return every opponent of an entry, round by round."""
    adjusted, parts = scores.adjusted, list[Contribution]()
    for turn in scores.turns[entry]:
        if turn.unplayed and not scores.unplayed_count_nothing:
            parts.append(_dummy(entry, turn, scores))
        else:
            parts += [
                Contribution(met.round, met.opponent, adjusted[met.opponent], met.halves, False)
                for met in turn.meetings
            ]
    return tuple(parts)


def _dummy(entry: int, turn: Turn, scores: Scores) -> Contribution:
    """Return the entry's own score, at most that of the intended opponent (16.4.1) or of drawing always (16.4.2)."""
    due = [scores.adjusted[meeting.opponent] for meeting in turn.meetings]
    cap = max(due) if due else scores.rounds * scores.draw
    halves = 2 * turn.units // scores.scoring.stated[0]
    return Contribution(turn.round, None, min(scores.totals[entry], cap), halves, turn.voluntary)
