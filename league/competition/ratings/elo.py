"""Elo for two to five seats, in integers, with the uncertainty of every rating.

Exchange. A result is all its pairs; each pair exchanges K x (score - expected) / (seats - 1) points, rounded
once to a thousandth and booked with opposite signs, so the sum of a pool never changes. Who placed ahead
scores 1, a shared place is a draw. K belongs to the pair: the whole mean of both players' K, which is 40
during a player's first 20 results and 20 after.

Uncertainty. To first order the error e of a rating that moves by K(S - E) obeys e' = (1 - G) e + noise, where G is
the sum of a_j v_j / s over the opponents, a_j = K_j / (seats - 1), v_j = p(1-p) and s = 400 / ln 10. So each player has
an exposure h = sum of G and the noise

    B' = (1 - G)² B + 2/3 sum of a_j² v_j + 1/3 (sum of a_j sqrt(v_j))²

are carried along (the delta method for a stochastic approximation; the terms allow for the correlation 1/3 between
the pairs of one table, exact for equal players, and are a² v for two). The variance of a rating is what is left of
the spread of true strengths after h, plus B (`spread`). B settles near K s / 2, a deviation of 42 points for K = 20:
that much an Elo rating trembles however many results there are. Shown is 1.96 deviations, the 95 % interval.

Cost: O(seats²) a result. Nothing here depends on time, floating point or the order of a dictionary.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isqrt
from typing import Final

from league.competition.ratings.columns import Moves, Tables, one_by_one
from league.competition.ratings.curve import DEVIATION, EXPECTED, ONE, VARIANCE, WIDEST, expected_score, table_index
from league.competition.ratings.spread import (
    INITIAL_SPREAD,
    WIDEST_VARIANCE,
    Spread,
    Sums,
    after_result,
    decay,
    variance_of,
)
from league.competition.ratings.system import Change, RatedResult, Rating, Step, Term, check_result

START: Final = 1_500_000  # the rating everybody starts with, in thousandths of a point
PROVISIONAL_RESULTS: Final = 20  # a rating is provisional until its player has as many results
K_PROVISIONAL: Final = 40
K: Final = 20

SLOPE: Final = 173_718  # s = 400 / ln 10, in thousandths of a point
TENTHS: Final = 100  # squared points to squared tenths
INTERVAL: Final = 196**2  # from a variance to the square of 1.96 deviations in thousandths of a point

# Rating, variance in squared tenths of a point, results, exposure in millionths, noise in squared tenths, anchor. The
# anchor is the rating from which the player's results count. The list changes as results are folded.
Player = list[int]

_FORMAT: Final = b"elo2"
_SPREAD: Final = struct.Struct("<5q")
_PLAYER: Final = struct.Struct("<7q")


@dataclass(slots=True)
class Pool:
    """The players of a pool by number, and how far apart they are. It changes as results are folded."""

    players: dict[int, Player] = field(default_factory=dict)
    spread: Spread = INITIAL_SPREAD


class Elo:
    """The Elo ratings of a pool."""

    slug = "elo"
    name = "Elo"
    rule = (
        "All players start at 1500. Finishing ahead of an opponent counts 1, a tie ½, finishing behind 0. For each "
        "opponent the rating changes by K \N{MULTIPLICATION SIGN} (this result \N{MINUS SIGN} "
        "the result that the ratings predict), "
        "divided by the number of opponents. K is 40 if both players have fewer than 20 games, 20 if both "
        "have more, otherwise 30."
    )

    def start(self) -> Pool:
        """Return an empty pool."""
        return Pool()

    def apply(self, state: Pool, result: RatedResult) -> tuple[Step, ...]:
        """Fold one result. Raise `WrongResult` unless two or more different players have a place each."""
        check_result(result)
        players, places = result
        before = _two(state, players, places) if len(players) == 2 else _table(state, players, places)
        state.spread = after_result(state.spread, lambda: sums_over(state))
        return tuple(_step(state, player, old) for player, old in zip(players, before, strict=True))

    def apply_all(self, state: Pool, tables: Tables) -> Moves:
        """Fold many results: those between which nobody plays twice side by side, where that is worth it."""
        # The sums in columns stand on this file.
        from league.competition.ratings.elo_vectorised import fold_in_waves

        return fold_in_waves(state, tables) or one_by_one(self, state, tables)

    def begin_again(self, state: Pool, player: int) -> None:
        """Keep the rating, and reset its variance and results to a newcomer's."""
        if player in state.players:
            rating = state.players[player][0]
            state.players[player][1:] = state.spread.variance, 0, 0, 0, rating

    def explain(self, state: Pool, result: RatedResult) -> tuple[Change, ...]:
        """Return the pairs of every player, and what each exchanged."""
        seats = range(len(result.players))
        return tuple(_change(state, result, seat, [other for other in seats if other != seat]) for seat in seats)

    def rating(self, state: Pool, player: int) -> Rating:
        """Return a player's rating."""
        value, variance, results = (state.players.get(player) or newcomer())[:3]
        return Rating(value, isqrt(variance * INTERVAL), results, results < PROVISIONAL_RESULTS)

    def ratings(self, state: Pool) -> dict[int, Rating]:
        """Return everybody's rating."""
        return {player: self.rating(state, player) for player in sorted(state.players)}

    def resume(self, ratings: Mapping[int, Rating]) -> Pool:
        """Return a pool with these ratings; its variances are as near as the whole intervals tell."""
        return Pool(
            {
                player: [rating.value, rating.uncertainty**2 // INTERVAL, rating.results, 0, 0, rating.value]
                for player, rating in sorted(ratings.items())
            }
        )

    def dump(self, state: Pool) -> bytes:
        """Return the spread, then seven 64-bit integers a player, by ascending player."""
        numbers = [number for player in sorted(state.players) for number in (player, *state.players[player])]
        return _FORMAT + struct.pack(f"<{len(state.spread) + len(numbers)}q", *state.spread, *numbers)

    def load(self, dumped: bytes) -> Pool:
        """Return the dumped pool. Raise `ValueError` for bytes of another format."""
        if not dumped.startswith(_FORMAT):
            raise ValueError("These bytes are not an Elo pool of this format; fold the ledger from its start.")
        spread = _SPREAD.unpack_from(dumped, len(_FORMAT))
        rows = _PLAYER.iter_unpack(dumped[len(_FORMAT) + _SPREAD.size :])
        return Pool({player: list(numbers) for player, *numbers in rows}, Spread(*spread))


def sums_over(state: Pool) -> Sums:
    """Return the sums for the estimate of a pool's spread."""
    squares = noises = closed = closed_squares = 0
    for rating, _variance, _results, exposure, noise, anchor in state.players.values():
        tenths, one = (rating - anchor) // 100, ONE - decay(exposure)
        squares += tenths * tenths
        noises += noise
        closed += one
        closed_squares += one * one
    return Sums(len(state.players), squares, noises, closed, closed_squares)


def _step(state: Pool, player: int, before: int) -> Step:
    """Set a player's variance after a result. Return what the result did."""
    own = state.players[player]
    own[1] = variance_of(state.spread, own[3], own[4])
    return Step(player, before, own[0], isqrt(own[1] * INTERVAL), own[2])


def _two(state: Pool, players: tuple[int, ...], places: tuple[int, ...]) -> tuple[int, ...]:
    """Apply a result of two: the same sums as `_table`, written out, because most results are of two.

    Return the ratings before.
    """
    first, second = players
    one = state.players.get(first) or state.players.setdefault(first, newcomer())
    two = state.players.get(second) or state.players.setdefault(second, newcomer())
    before, before_two = one[0], two[0]
    apart = before - before_two
    index = (abs(apart) + 500) // 1000
    if index > WIDEST:
        index = WIDEST
    k = _pair_k(one[2], two[2])
    score = ONE if places[0] < places[1] else 0 if places[0] > places[1] else ONE // 2
    exchange = _round_half_away(k * (score - (EXPECTED[index] if apart >= 0 else ONE - EXPECTED[index])), 1000)
    one[0] += exchange
    two[0] -= exchange
    gain = k * VARIANCE[index] * 1000 // SLOPE
    keep = ONE - gain
    noise = TENTHS * k * k * VARIANCE[index] // ONE
    for player in (one, two):
        player[2] += 1
        player[3] += gain
        player[4] = player[4] * keep // ONE * keep // ONE + noise
    return before, before_two


def _table(state: Pool, players: tuple[int, ...], places: tuple[int, ...]) -> tuple[int, ...]:
    """Apply a result of any number of seats: all pairs from the ratings before, then all at once. Return these."""
    seats = [state.players.get(player) or state.players.setdefault(player, newcomer()) for player in players]
    before = tuple(seat[0] for seat in seats)
    divisor = 3 * ONE * ONE * (len(seats) - 1) ** 2
    for seat, (exchange, gain, square, spread) in zip(seats, _sums_over_pairs(seats, places), strict=True):
        keep = ONE - gain
        noise = (2 * square * ONE + spread * spread) * TENTHS // divisor
        seat[0] += exchange
        seat[2] += 1
        seat[3] += gain
        seat[4] = seat[4] * keep // ONE * keep // ONE + noise
    return before


def _sums_over_pairs(seats: list[Player], places: tuple[int, ...]) -> list[list[int]]:
    """Return for each seat: exchange, G, and the sums over its pairs of K² v and of K sqrt(v).

    One long function, because every call in it is paid for by each pair of a long history.
    """
    opponents = len(seats) - 1
    divisor, slope = 1000 * opponents, SLOPE * opponents
    sums = [[0, 0, 0, 0] for _ in seats]
    for one in range(opponents):
        rating, _, results, *_ = seats[one]
        place, own = places[one], sums[one]
        for two in range(one + 1, opponents + 1):
            other_rating, _, other_results, *_ = seats[two]
            other = sums[two]
            k = _pair_k(results, other_results)
            apart = rating - other_rating
            index = table_index(apart)
            expected = EXPECTED[index] if apart >= 0 else ONE - EXPECTED[index]
            exchange = _round_half_away(k * (_score(place, places[two]) - expected), divisor)
            own[0] += exchange
            other[0] -= exchange
            spread = VARIANCE[index] * k
            gain = spread * 1000 // slope
            own[1] += gain
            other[1] += gain
            own[2] += spread * k
            other[2] += spread * k
            own[3] += k * DEVIATION[index]
            other[3] += k * DEVIATION[index]
    return sums


def _change(state: Pool, result: RatedResult, seat: int, others: list[int]) -> Change:
    players, places = result
    rating, results = _rating_and_results(state, players[seat])
    terms = []
    for other in others:
        other_rating, other_results = _rating_and_results(state, players[other])
        k, apart = _pair_k(results, other_results), rating - other_rating
        exchange = _exchange(k, places[seat], places[other], apart, len(others))
        score = _score(places[seat], places[other])
        terms.append(
            Term(
                opponent=players[other],
                opponent_rating=other_rating,
                expected=expected_score(apart),
                score=score,
                k=100 * k,
                divisor=len(others),
                exchange=exchange,
            )
        )
    return Change(players[seat], rating, rating + sum(term.exchange for term in terms), tuple(terms))


def _rating_and_results(state: Pool, player: int) -> tuple[int, int]:
    """Return a player's rating and results."""
    row = state.players.get(player)
    return (row[0], row[2]) if row else (START, 0)


def newcomer() -> Player:
    """Return the row of a player without results."""
    return [START, WIDEST_VARIANCE, 0, 0, 0, START]


def _pair_k(results: int, others_results: int) -> int:
    """Return the whole mean of both players' K."""
    own = K_PROVISIONAL if results < PROVISIONAL_RESULTS else K
    return (own + (K_PROVISIONAL if others_results < PROVISIONAL_RESULTS else K)) // 2


def _score(place: int, other: int) -> int:
    if place == other:
        return ONE // 2
    return ONE if place < other else 0


def _exchange(k: int, place: int, other: int, apart: int, opponents: int) -> int:
    """Return what one pair exchanges, in thousandths; the same from both sides but for the sign."""
    return _round_half_away(k * (_score(place, other) - expected_score(apart)), 1000 * opponents)


def _round_half_away(number: int, divisor: int) -> int:
    """Return the nearest whole quotient, halves away from 0, so that it is the same on both sides of 0."""
    if number < 0:
        return -((divisor - 2 * number) // (2 * divisor))
    return (divisor + 2 * number) // (2 * divisor)


ELO = Elo()
