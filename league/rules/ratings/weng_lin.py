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

State. After each result mu is rounded to a thousandth of a point and 1.96 sigma, half of the 95 % interval, too:
what a step shows is all there is to know of a player. Players of a table are taken by their number, so the order of
the seats is of no account. Floating point between two roundings is the same on all machines but for the last of 16
digits, which the rounding hides.

The pairs of one table are taken as independent, which they are not; at larger tables the intervals are too narrow.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from math import exp, log, sqrt
from typing import Final

from openskill.models import BradleyTerryFull

from league.rules.ratings.columns import Moves, Tables, one_by_one
from league.rules.ratings.curve import ONE
from league.rules.ratings.elo import PROVISIONAL_RESULTS, START
from league.rules.ratings.system import MILLI, Change, RatedResult, Rating, Step, Term, check_result

BETA: Final = 400 / (sqrt(2) * log(10))
"""In points."""
START_SIGMA: Final = 2 * BETA
TAU: Final = BETA / 50

INTERVAL: Final = 1.96 * MILLI
"""From a deviation in points to half of the 95 % interval in thousandths."""
START_UNCERTAINTY: Final = round(START_SIGMA * INTERVAL)

Player = tuple[int, int, int]
"""Rating, uncertainty, results."""
Pool = dict[int, Player]

NEWCOMER: Final[Player] = (START, START_UNCERTAINTY, 0)

_FORMAT: Final = b"wl01"
_MODEL: Final = BradleyTerryFull(mu=START / MILLI, sigma=START_SIGMA, beta=BETA, tau=TAU)


class WengLin:
    """The Weng-Lin ratings of a pool."""

    slug = "weng-lin"
    name = "Weng-Lin"
    rule = (
        "A rating is what is believed of a player's strength, and the interval how sure that is; everybody starts at "
        "1500 ± 482. Every pair at the table moves it by K times score less expected score, where K is larger the "
        "less is known of the player and the more of the opponent."
    )

    def start(self) -> Pool:
        """An empty pool."""
        return {}

    def apply(self, state: Pool, result: RatedResult) -> tuple[Step, ...]:
        """Fold one result. Raises `WrongResult` unless two or more different players have a place each."""
        check_result(result)
        players = result.players
        before = {player: state.get(player, NEWCOMER)[0] for player in players}
        state.update(_rated(state, result))
        return tuple(Step(player, before[player], *state[player]) for player in players)

    def apply_all(self, state: Pool, tables: Tables) -> Moves:
        """Fold many results, one after the other."""
        return one_by_one(self, state, tables)

    def begin_again(self, state: Pool, player: int) -> None:
        """Leave the rating, and widen its interval to a newcomer's."""
        if player in state:
            state[player] = (state[player][0], START_UNCERTAINTY, 0)

    def explain(self, state: Pool, result: RatedResult) -> tuple[Change, ...]:
        """The pairs of every player, and what each moved. K is rounded to a point here, what it moved is not."""
        after = _rated(state, result)
        return tuple(_change(state, result, seat, after[player][0]) for seat, player in enumerate(result.players))

    def rating(self, state: Pool, player: int) -> Rating:
        """Where a player stands."""
        value, uncertainty, results = state.get(player, NEWCOMER)
        return Rating(value, uncertainty, results, results < PROVISIONAL_RESULTS)

    def ratings(self, state: Pool) -> dict[int, Rating]:
        """Where everybody stands."""
        return {player: self.rating(state, player) for player in sorted(state)}

    def resume(self, ratings: Mapping[int, Rating]) -> Pool:
        """A pool in which players stand so: just what it was."""
        return {player: (one.value, one.uncertainty, one.results) for player, one in sorted(ratings.items())}

    def dump(self, state: Pool) -> bytes:
        """Four 64-bit integers a player, by ascending player."""
        numbers = [number for player in sorted(state) for number in (player, *state[player])]
        return _FORMAT + struct.pack(f"<{len(numbers)}q", *numbers)

    def load(self, dumped: bytes) -> Pool:
        """Raises `ValueError` for bytes of another format."""
        if not dumped.startswith(_FORMAT):
            raise ValueError("These bytes are not a Weng-Lin pool of this format; fold the ledger from its start.")
        rows = struct.iter_unpack("<4q", dumped[len(_FORMAT) :])
        return {player: (value, uncertainty, results) for player, value, uncertainty, results in rows}


def _rated(state: Pool, result: RatedResult) -> dict[int, Player]:
    """Where the players of a result stand after it."""
    table = sorted(zip(result.players, result.places, strict=True))
    stood = [state.get(player, NEWCOMER) for player, _ in table]
    teams = [[_MODEL.rating(value / MILLI, uncertainty / INTERVAL)] for value, uncertainty, _ in stood]
    rated = _MODEL.rate(teams, ranks=[place for _, place in table])
    return {
        player: (round(now.mu * MILLI), round(now.sigma * INTERVAL), results + 1)
        for (player, _), (_, _, results), (now,) in zip(table, stood, rated, strict=True)
    }


def _change(state: Pool, result: RatedResult, seat: int, after: int) -> Change:
    player = result.players[seat]
    before = state.get(player, NEWCOMER)[0]
    others = [other for other in range(len(result.players)) if other != seat]
    terms = [_term(state, result, seat, other) for other in others]
    widest = max(range(len(terms)), key=lambda at: abs(terms[at].exchange))
    rest = after - before - sum(term.exchange for term in terms)  # each was rounded; they were rounded once
    terms[widest] = terms[widest]._replace(exchange=terms[widest].exchange + rest)
    return Change(player, before, after, tuple(terms))


def _term(state: Pool, result: RatedResult, seat: int, other: int) -> Term:
    """What one opponent moved."""
    players, places = result
    value, uncertainty, _ = state.get(players[seat], NEWCOMER)
    other_value, other_uncertainty, _ = state.get(players[other], NEWCOMER)
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
        weight=ONE,
        k=round(k),
        exchange=round(k * (score - expected) * MILLI),
    )


def _variance(uncertainty: int) -> float:
    """The variance at the time of a result, in squared points."""
    return (uncertainty / INTERVAL) ** 2 + TAU**2


SYSTEM = WengLin()
