"""Weng-Lin ratings for two to five seats, shown on Elo's scale; the arithmetic is openskill's.

Bayesian rating by full pairs of the Bradley-Terry model (Weng and Lin, A Bayesian Approximation Method for Online
Ranking, JMLR 12, 2011, algorithm 1). A player's strength is believed to be mu, give or take sigma. Each pair of a
result moves it by K (S - E): S is 1 for who placed ahead and 1/2 for a shared place,

    c² = sigma_i² + sigma_j² + 2 beta²,    E = 1 / (1 + exp((mu_j - mu_i) / c)),    K = sigma_i² / c,

and the result narrows sigma. Before each result sigma² grows by tau², so that nobody's rating freezes.

Scale. Where both strengths are known (sigma = 0) the odds of a pair are exp((mu_i - mu_j) / (beta sqrt 2)). For 400
points to mean odds of ten to one, as Elo's do, beta = 400 / (sqrt 2 ln 10) = 122.8 points. The other constants are
openskill's in units of beta: everybody starts at a sigma of 2 beta, and tau is beta / 50. Full pairs are used, not
Plackett-Luce's, because their scale is the same at every size of table.

State. After each result mu is rounded to a thousandth of a point and 1.96 sigma (the model uncertainty) too: with the
number of results they are all that the next rating depends on. Players of a table are taken by their number, so the
order of the seats is of no account. Floating point between two roundings is the same on all machines but for the last
of 16 digits, which the rounding hides.

Interval. The model takes the pairs of one table as independent, which they are not, and takes every field to be equally
wide. So 1.96 sigma is no 95 % interval, and is not shown. The interval comes from `spread`, as Elo's does. A rating
moves by K (S - E) for each pair, so its error shrinks by G = sum of K v / c, v = E (1 - E), and to first order

    h' = h + G
    reach' = (1 - G) reach + sum of K v / s
    B' = (1 - G)² B + 2/3 sum of K² v + 1/3 (sum of K sqrt(v))²

with s = 400 / ln 10 and, for tables of two, K² v for the noise. While much is unknown, c is larger than s: E is flatter
than the true odds, so ratings overshoot, and the reach exceeds 1.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import exp, expm1, isqrt, log, sqrt
from typing import Final, NamedTuple

from openskill.models import BradleyTerryFull

from league.competition.ratings.columns import Moves, Tables, one_by_one
from league.competition.ratings.curve import ONE
from league.competition.ratings.elo import PROVISIONAL_RESULTS, START
from league.competition.ratings.spread import (
    INITIAL_SPREAD,
    POINT,
    WIDEST_VARIANCE,
    Spread,
    Sums,
    after_result,
    variance_by_reach,
)
from league.competition.ratings.system import MILLI, Change, RatedResult, Rating, Step, Term, check_result

BETA: Final = 400 / (sqrt(2) * log(10))  # in points
START_SIGMA: Final = 2 * BETA
TAU: Final = BETA / 50

# From a variance in squared tenths of a point to the square of half the 95 % interval in thousandths.
SQUARED_INTERVAL: Final = 196**2
INTERVAL: Final = 1.96 * MILLI  # from a deviation in points to 1.96 deviations in thousandths
START_UNCERTAINTY: Final = round(START_SIGMA * INTERVAL)
_FORMAT: Final = b"wl02"
_SPREAD: Final = struct.Struct("<5q")
_PLAYER: Final = struct.Struct("<9q")
_MODEL: Final = BradleyTerryFull(mu=START / MILLI, sigma=START_SIGMA, beta=BETA, tau=TAU)


class Player(NamedTuple):
    """What a pool knows of a player."""

    rating: int = START
    model_uncertainty: int = START_UNCERTAINTY
    results: int = 0
    variance: int = WIDEST_VARIANCE  # of the rating's error, in squared tenths of a point
    exposure: int = 0  # h, in millionths
    reach: int = 0  # in millionths
    noise: int = 0  # B, in squared tenths of a point
    anchor: int = START  # the rating from which the player's results count


NEWCOMER: Final = Player()


@dataclass(slots=True)
class Pool:
    """The players of a pool by number, and how far apart they are. It changes as results are folded."""

    players: dict[int, Player] = field(default_factory=dict)
    spread: Spread = INITIAL_SPREAD

    def get(self, player: int) -> Player:
        """Return a player, or a newcomer."""
        return self.players.get(player, NEWCOMER)


class WengLin:
    """The Weng-Lin ratings of a pool."""

    slug = "weng-lin"
    name = "Weng-Lin"
    rule = (
        "All players start at 1500. Finishing ahead of an opponent counts 1, a tie ½, finishing behind 0. For each "
        "opponent the rating changes by K \N{MULTIPLICATION SIGN} (this result \N{MINUS SIGN} "
        "the result that the ratings predict). "
        "K is larger while the player's own rating is uncertain, as for a new player. K is smaller if the opponent's "
        "rating is uncertain."
    )

    def start(self) -> Pool:
        """Return an empty pool."""
        return Pool()

    def apply(self, state: Pool, result: RatedResult) -> tuple[Step, ...]:
        """Fold one result. Raise `WrongResult` unless two or more different players have a place each."""
        check_result(result)
        players = result.players
        before = {player: state.get(player).rating for player in players}
        state.players.update(_players_after(state, result))
        state.spread = after_result(state.spread, lambda: _sums_over(state))
        return tuple(_step(state, player, before[player]) for player in players)

    def apply_all(self, state: Pool, tables: Tables) -> Moves:
        """Fold many results, one after the other."""
        return one_by_one(self, state, tables)

    def begin_again(self, state: Pool, player: int) -> None:
        """Keep the rating, and reset its variance, results and model uncertainty to a newcomer's."""
        if player in state.players:
            rating = state.players[player].rating
            state.players[player] = Player(rating, variance=state.spread.variance, anchor=rating)

    def explain(self, state: Pool, result: RatedResult) -> tuple[Change, ...]:
        """Return the pairs of every player, and what each moved."""
        after = _rate(state, result)
        return tuple(_change(state, result, seat, after[player][0]) for seat, player in enumerate(result.players))

    def rating(self, state: Pool, player: int) -> Rating:
        """Return a player's rating."""
        known = state.get(player)
        provisional = known.results < PROVISIONAL_RESULTS
        return Rating(
            known.rating, isqrt(known.variance * SQUARED_INTERVAL), known.results, provisional, known.model_uncertainty
        )

    def ratings(self, state: Pool) -> dict[int, Rating]:
        """Return everybody's rating."""
        return {player: self.rating(state, player) for player in sorted(state.players)}

    def resume(self, ratings: Mapping[int, Rating]) -> Pool:
        """Return a pool with these ratings; its variances are as near as the whole intervals tell."""
        return Pool(
            {
                player: Player(
                    rating.value,
                    rating.model_uncertainty,
                    rating.results,
                    rating.uncertainty**2 // SQUARED_INTERVAL,
                    anchor=rating.value,
                )
                for player, rating in sorted(ratings.items())
            }
        )

    def dump(self, state: Pool) -> bytes:
        """Return the spread, then nine 64-bit integers a player, by ascending player."""
        rows = [_PLAYER.pack(player, *state.players[player]) for player in sorted(state.players)]
        return b"".join([_FORMAT, _SPREAD.pack(*state.spread), *rows])

    def load(self, dumped: bytes) -> Pool:
        """Return the dumped pool. Raise `ValueError` for bytes of another format."""
        if not dumped.startswith(_FORMAT):
            raise ValueError("These bytes are not a Weng-Lin pool of this format; fold the ledger from its start.")
        spread = _SPREAD.unpack_from(dumped, len(_FORMAT))
        rows = _PLAYER.iter_unpack(dumped[len(_FORMAT) + _SPREAD.size :])
        return Pool({player: Player(*numbers) for player, *numbers in rows}, Spread(*spread))


def _step(state: Pool, player: int, before: int) -> Step:
    """Set a player's variance after a result, and return what the result did."""
    own = state.players[player]
    variance = variance_by_reach(state.spread, own.exposure, own.reach, own.noise)
    own = state.players[player] = own._replace(variance=variance)
    return Step(player, before, own.rating, isqrt(own.variance * SQUARED_INTERVAL), own.results, own.model_uncertainty)


def _sums_over(state: Pool) -> Sums:
    """Return the sums for the estimate of a pool's spread."""
    players = state.players.values()
    closed = [round(-ONE * expm1(-player.exposure / ONE)) for player in players]
    return Sums(
        players=len(players),
        squares=sum(((player.rating - player.anchor) // 100) ** 2 for player in players),
        noise=sum(player.noise for player in players),
        closed=sum(closed),
        closed_squares=sum(part * part for part in closed),
        reach_squares=sum(player.reach * player.reach for player in players),
    )


def _players_after(state: Pool, result: RatedResult) -> dict[int, Player]:
    """Return the players of a result after it, but for their variances."""
    table = [(player, state.get(player)) for player in sorted(result.players)]
    rated = _rate(state, result)
    return {
        player: _player_after(own, [other for who, other in table if who != player], *rated[player])
        for player, own in table
    }


def _player_after(own: Player, others: list[Player], rating: int, model_uncertainty: int) -> Player:
    """Return a player after a result: the rating as given, exposure, reach and noise as the result changes them."""
    variance = _variance(own.model_uncertainty)
    gain = reach = square = deviation = 0.0
    for other in others:
        c = sqrt(variance + _variance(other.model_uncertainty) + 2 * BETA**2)
        expected = 1 / (1 + exp((other.rating - own.rating) / MILLI / c))
        k, v = variance / c, expected * (1 - expected)
        gain += k * v / c
        reach += k * v / POINT
        square += k * k * v
        deviation += k * sqrt(v)
    added = square if len(others) == 1 else (2 * square + deviation**2) / 3
    return own._replace(
        rating=rating,
        model_uncertainty=model_uncertainty,
        results=own.results + 1,
        exposure=own.exposure + round(ONE * gain),
        reach=round(own.reach * (1 - gain) + ONE * reach),
        noise=round(own.noise * (1 - gain) ** 2 + 100 * added),
    )


def _rate(state: Pool, result: RatedResult) -> dict[int, tuple[int, int]]:
    """Return rating and model uncertainty of the players of a result after it."""
    table = sorted(zip(result.players, result.places, strict=True))
    before = [state.get(player) for player, _ in table]
    teams = [[_MODEL.rating(player.rating / MILLI, player.model_uncertainty / INTERVAL)] for player in before]
    rated = _MODEL.rate(teams, ranks=[place for _, place in table])
    return {
        player: (round(now.mu * MILLI), round(now.sigma * INTERVAL))
        for (player, _), (now,) in zip(table, rated, strict=True)
    }


def _change(state: Pool, result: RatedResult, seat: int, after: int) -> Change:
    player = result.players[seat]
    before = state.get(player).rating
    others = [other for other in range(len(result.players)) if other != seat]
    terms = [_term(state, result, seat, other) for other in others]
    widest = max(range(len(terms)), key=lambda at: abs(terms[at].exchange))
    rest = after - before - sum(term.exchange for term in terms)  # each was rounded; they were rounded once
    terms[widest] = terms[widest]._replace(exchange=terms[widest].exchange + rest)
    return Change(player, before, after, tuple(terms))


def _term(state: Pool, result: RatedResult, seat: int, other: int) -> Term:
    """Return what one opponent moved."""
    players, places = result
    value, uncertainty, *_ = state.get(players[seat])
    other_value, other_uncertainty, *_ = state.get(players[other])
    own = _variance(uncertainty)
    c = sqrt(own + _variance(other_uncertainty) + 2 * BETA**2)
    expected = 1 / (1 + exp((other_value - value) / MILLI / c))
    score = 0.5 if places[seat] == places[other] else float(places[seat] < places[other])
    k = own / c
    return Term(
        opponent=players[other],
        opponent_rating=other_value,
        expected=round(expected * ONE),
        score=round(score * ONE),
        k=round(100 * k),
        divisor=1,
        exchange=round(k * (score - expected) * MILLI),
    )


def _variance(uncertainty: int) -> float:
    """Return the variance at the time of a result, in squared points."""
    return (uncertainty / INTERVAL) ** 2 + TAU**2


WENG_LIN = WengLin()
