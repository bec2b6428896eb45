"""What a searching bot goes by in Highland Clans: turns are its stages, points and boards its measure."""

from __future__ import annotations

from random import Random

from engine.core.game import Event
from engine.games.highland_clans.scoring import gains_of
from engine.games.highland_clans.state import ClansState

_WON = (1.0, 0.3, 0.1, 0.0, 0.0)
_SWING = 30.0  # a lead of half as much counts as won


class ClansGuide:
    """Looks ahead to the end of the turn at hand."""

    def stage(self, state: ClansState) -> int:
        """The turns begun so far, or beyond any once the game is over."""
        return state.round * 8 + state.step + (1 if state.turn is None else 0)

    def prospects(self, state: ClansState) -> list[float]:
        """The lead over the best of the others, counting what the boards would score now."""
        outcome = state.outcome
        if outcome is not None:
            return [_WON[place - 1] for place in outcome.places]
        gains = gains_of(state.courts, state.lands)
        worth = [points + 2.0 * sum(gain) for points, gain in zip(state.points, gains, strict=True)]
        return [_squashed(mine - max(worth[:seat] + worth[seat + 1 :])) for seat, mine in enumerate(worth)]

    def likely(self, state: ClansState, rng: Random) -> Event:
        """Anything."""
        moves = state.legal_moves()
        return moves[int(rng.random() * len(moves))]


def _squashed(lead: float) -> float:
    return min(1.0, max(0.0, 0.5 + lead / _SWING))


GUIDE = ClansGuide()
