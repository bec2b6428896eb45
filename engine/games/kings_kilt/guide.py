"""What a searching bot goes by in King's Kilt."""

from __future__ import annotations

from random import Random

from engine.core.game import Event
from engine.games.kings_kilt.scoring import points_of
from engine.games.kings_kilt.state import KiltState

_WON = (1.0, 0.3, 0.1, 0.0)


class KiltGuide:
    """Looks ahead to the end of the game."""

    def stage(self, state: KiltState) -> int:
        """One until the game is over."""
        return int(state.turn is None)

    def prospects(self, state: KiltState) -> list[float]:
        """Places at the end; before it, points."""
        outcome = state.outcome
        if outcome is not None:
            return [_WON[place - 1] for place in outcome.places]
        points = [points_of(state.pyramid, family, per_pyramid=state.per_pyramid) for family in state.families]
        return [mine / 10 for mine in points]

    def likely(self, state: KiltState, rng: Random) -> Event:
        """Any move."""
        moves = state.legal_moves()
        return moves[int(rng.random() * len(moves))]


GUIDE = KiltGuide()
