"""Elo for two to five seats, in integers, with the uncertainty of every rating.

Exchange. A result is all its pairs; each pair exchanges K x (score - expected) / (seats - 1) points, rounded
once to a thousandth and booked with opposite signs, so the sum of a pool never changes. Who placed ahead
scores 1, a shared place is a draw. K belongs to the pair: the whole mean of both players' K, which is 40
during a player's first 20 results and 20 after.

Uncertainty. The error e of a rating that moves by K(S - E) obeys, to first order around the estimate,
e' = (1 - G) e + sum of g_j e_j + noise, where g_j = a_j v_j / s, G their sum, a_j = K_j / (seats - 1),
v_j = p(1-p) and s = 400 / ln 10. So the variance of each rating is carried along as

    V' = (1 - G)² V + sum of g_j² V_j + 2/3 sum of a_j² v_j + 1/3 (sum of a_j sqrt(v_j))²

(the delta method for a stochastic approximation; the noise terms allow for the correlation 1/3 between
the pairs of one table, exact for equal players, and are a² v for two). It starts from a deviation of
350 points, as Glicko does (Glickman 1999), and settles near sqrt(K s / 2), 42 points for K = 20: that much
an Elo rating trembles however many results there are. Shown is 1.96 sqrt(V), the 95 % interval.

Cost: O(seats²) a result. Nothing here depends on time, floating point or the order of a dictionary.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from math import isqrt
from typing import Final

from league.rules.ratings.columns import Moves, Tables, one_by_one
from league.rules.ratings.curve import DEVIATION, EXPECTED, ONE, VARIANCE, WIDEST, expected_score, points_apart
from league.rules.ratings.system import Change, RatedResult, Rating, Step, Term, check_result

START: Final = 1_500_000
"""The rating everybody starts with, in thousandths of a point."""
PROVISIONAL_RESULTS: Final = 20
"""A rating is provisional until its player has as many results."""
K_PROVISIONAL: Final = 40
K: Final = 20
START_VARIANCE: Final = 3500**2
"""Variances are in squared tenths of a point: a deviation of 350 points."""

SLOPE: Final = 173_718
"""s = 400 / ln 10, in thousandths of a point."""
TENTHS: Final = 100
"""Squared points to squared tenths."""
INTERVAL: Final = 196**2
"""From a variance to the square of 1.96 deviations in thousandths of a point."""

Player = list[int]
"""Rating, variance, results. It changes as results are folded."""
Pool = dict[int, Player]

_FORMAT: Final = b"elo1"


class Elo:
    """The standing Elo of a pool."""

    slug = "elo"
    name = "Elo"
    rule = (
        "Everybody starts at 1500. Every pair at the table exchanges K times score less expected score, divided by "
        "the number of opponents; K is 40 during a player's first 20 results and 20 after, and a pair uses the mean."
    )

    def start(self) -> Pool:
        """An empty pool."""
        return {}

    def apply(self, state: Pool, result: RatedResult) -> tuple[Step, ...]:
        """Fold one result. Raises `WrongResult` unless two or more different players have a place each."""
        check_result(result)
        players, places = result
        if len(players) == 2:
            return _two(state, players, places)
        return _table(state, players, places)

    def apply_all(self, state: Pool, tables: Tables) -> Moves:
        """Fold many results: those between which nobody plays twice side by side, where that is worth it."""
        # The sums in columns stand on this file.
        from league.rules.ratings.elo_waves import fold_in_waves

        return fold_in_waves(state, tables) or one_by_one(self, state, tables)

    def begin_again(self, state: Pool, player: int) -> None:
        """Leave the rating, and set its variance and its results back to a newcomer's."""
        if player in state:
            state[player][1:] = START_VARIANCE, 0

    def explain(self, state: Pool, result: RatedResult) -> tuple[Change, ...]:
        """The pairs of every player, and what each exchanged."""
        seats = range(len(result.players))
        return tuple(_change(state, result, seat, [other for other in seats if other != seat]) for seat in seats)

    def rating(self, state: Pool, player: int) -> Rating:
        """Where a player stands."""
        value, variance, results = state.get(player, (START, START_VARIANCE, 0))
        return Rating(value, isqrt(variance * INTERVAL), results, results < PROVISIONAL_RESULTS)

    def ratings(self, state: Pool) -> dict[int, Rating]:
        """Where everybody stands."""
        return {player: self.rating(state, player) for player in sorted(state)}

    def resume(self, ratings: Mapping[int, Rating]) -> Pool:
        """A pool in which players stand so; its variances are as near as the whole intervals tell."""
        return {
            player: [one.value, one.uncertainty**2 // INTERVAL, one.results] for player, one in sorted(ratings.items())
        }

    def dump(self, state: Pool) -> bytes:
        """Four 64-bit integers a player, by ascending player."""
        numbers = [number for player in sorted(state) for number in (player, *state[player])]
        return _FORMAT + struct.pack(f"<{len(numbers)}q", *numbers)

    def load(self, dumped: bytes) -> Pool:
        """Raises `ValueError` for bytes of another format."""
        if not dumped.startswith(_FORMAT):
            raise ValueError("These bytes are not an Elo pool of this format; fold the ledger from its start.")
        rows = struct.iter_unpack("<4q", dumped[len(_FORMAT) :])
        return {player: [rating, variance, results] for player, rating, variance, results in rows}


def _two(state: Pool, players: tuple[int, ...], places: tuple[int, ...]) -> tuple[Step, ...]:
    """A result of two: the same sums as `_table`, written out, because most results are of two."""
    first, second = players
    one = state.get(first) or _newcomer(state, first)
    two = state.get(second) or _newcomer(state, second)
    before, before_two = one[0], two[0]
    apart = before - before_two
    index = (abs(apart) + 500) // 1000
    if index > WIDEST:
        index = WIDEST
    k = _pair_k(one[2], two[2])
    score = ONE if places[0] < places[1] else 0 if places[0] > places[1] else ONE // 2
    exchange = _rounded(k * (score - (EXPECTED[index] if apart >= 0 else ONE - EXPECTED[index])), 1000)
    one[0] += exchange
    two[0] -= exchange
    gain = k * VARIANCE[index] * 1000 // SLOPE
    keep = ONE - gain
    noise = TENTHS * k * k * VARIANCE[index] // ONE
    old, old_two = one[1], two[1]
    one[1] = old * keep // ONE * keep // ONE + old_two * gain // ONE * gain // ONE + noise
    two[1] = old_two * keep // ONE * keep // ONE + old * gain // ONE * gain // ONE + noise
    one[2] += 1
    two[2] += 1
    return (
        Step(first, before, one[0], isqrt(one[1] * INTERVAL), one[2]),
        Step(second, before_two, two[0], isqrt(two[1] * INTERVAL), two[2]),
    )


def _table(state: Pool, players: tuple[int, ...], places: tuple[int, ...]) -> tuple[Step, ...]:
    """A result of any number of seats: all pairs from the ratings before, then all at once."""
    seats = [state.get(player) or _newcomer(state, player) for player in players]
    sums = _sums_over_pairs(seats, places)
    divisor = 3 * ONE * ONE * (len(seats) - 1) ** 2
    steps = []
    for player, seat, (exchange, gain, errors, square, spread) in zip(players, seats, sums, strict=True):
        before, keep = seat[0], ONE - gain
        noise = (2 * square * ONE + spread * spread) * TENTHS // divisor
        seat[0] = before + exchange
        seat[1] = seat[1] * keep // ONE * keep // ONE + errors + noise
        seat[2] += 1
        steps.append(Step(player, before, seat[0], isqrt(seat[1] * INTERVAL), seat[2]))
    return tuple(steps)


def _sums_over_pairs(seats: list[Player], places: tuple[int, ...]) -> list[list[int]]:
    """For each seat: exchange, G, the sums of g² V of the others, of K² v, and of K sqrt(v).

    One long paragraph, because every call in it is paid for by each pair of a long history.
    """
    opponents = len(seats) - 1
    divisor, slope = 1000 * opponents, SLOPE * opponents
    sums = [[0, 0, 0, 0, 0] for _ in seats]
    for one in range(opponents):
        rating, variance, results = seats[one]
        place, own = places[one], sums[one]
        for two in range(one + 1, opponents + 1):
            other_rating, other_variance, other_results = seats[two]
            other = sums[two]
            k = _pair_k(results, other_results)
            apart = rating - other_rating
            index = points_apart(apart)
            expected = EXPECTED[index] if apart >= 0 else ONE - EXPECTED[index]
            exchange = _rounded(k * (_score(place, places[two]) - expected), divisor)
            own[0] += exchange
            other[0] -= exchange
            spread = VARIANCE[index] * k
            gain = spread * 1000 // slope
            own[1] += gain
            other[1] += gain
            own[2] += other_variance * gain // ONE * gain // ONE
            other[2] += variance * gain // ONE * gain // ONE
            own[3] += spread * k
            other[3] += spread * k
            own[4] += k * DEVIATION[index]
            other[4] += k * DEVIATION[index]
    return sums


def _change(state: Pool, result: RatedResult, seat: int, others: list[int]) -> Change:
    players, places = result
    own = state.get(players[seat], (START, START_VARIANCE, 0))
    terms = []
    for other in others:
        rating, _, results = state.get(players[other], (START, START_VARIANCE, 0))
        k, apart = _pair_k(own[2], results), own[0] - rating
        exchange = _exchange(k, places[seat], places[other], apart, len(others))
        score = _score(places[seat], places[other])
        terms.append(Term(players[other], rating, expected_score(apart), score, ONE // len(others), k, exchange))
    return Change(players[seat], own[0], own[0] + sum(term.exchange for term in terms), tuple(terms))


def newcomer() -> Player:
    """Where everybody starts."""
    return [START, START_VARIANCE, 0]


def _newcomer(state: Pool, player: int) -> Player:
    return state.setdefault(player, newcomer())


def _pair_k(results: int, others_results: int) -> int:
    """The whole mean of both players' K."""
    own = K_PROVISIONAL if results < PROVISIONAL_RESULTS else K
    return (own + (K_PROVISIONAL if others_results < PROVISIONAL_RESULTS else K)) // 2


def _score(place: int, other: int) -> int:
    if place == other:
        return ONE // 2
    return ONE if place < other else 0


def _exchange(k: int, place: int, other: int, apart: int, opponents: int) -> int:
    """What one pair exchanges, in thousandths; the same from both sides but for the sign."""
    return _rounded(k * (_score(place, other) - expected_score(apart)), 1000 * opponents)


def _rounded(number: int, divisor: int) -> int:
    """The nearest whole quotient, halves away from nought, so that it is the same on both sides of nought."""
    if number < 0:
        return -((divisor - 2 * number) // (2 * divisor))
    return (divisor + 2 * number) // (2 * divisor)


SYSTEM = Elo()
