"""Heuristics for Lords of Scotland: the guide of the search."""

from __future__ import annotations

from random import Random

from engine.core.game import Event
from engine.core.maths import pick
from engine.games.lords_of_scotland.components import STRENGTH
from engine.games.lords_of_scotland.events import DECLINE
from engine.games.lords_of_scotland.phases import CLAIMING
from engine.games.lords_of_scotland.state import LordsState

_HAND_WORTH = 0.15  # of a card's strength, while it is still in the hand
_SWING = 40.0  # a lead of half as much counts as won
_WON = (1.0, 0.3, 0.1, 0.0, 0.0)


class LordsGuide:
    """Looks ahead to the end of the round."""

    def stage(self, state: LordsState) -> int:
        """Return the round, one more when the game is over."""
        return state.round if state.turn is not None else state.round + 1

    def prospects(self, state: LordsState) -> list[float]:
        """Return the lead over the best opponent, with a part of the strength in hand."""
        outcome = state.outcome
        if outcome is not None:
            return [_WON[place - 1] for place in outcome.places]
        worth = [
            points + _HAND_WORTH * sum([STRENGTH[card] for card in hand])
            for points, hand in zip(state.points, state.hands, strict=True)
        ]
        leads = [mine - max(worth[:seat] + worth[seat + 1 :]) for seat, mine in enumerate(worth)]
        return [min(1.0, max(0.0, 0.5 + lead / _SWING)) for lead in leads]

    def likely(self, state: LordsState, rng: Random) -> Event:
        """Return the strongest Supporter when claiming, a power rather than none, else a random move."""
        moves = state.legal_moves()
        if state.phase == CLAIMING:
            return max(moves, key=lambda move: STRENGTH[move[1]])
        if len(moves) > 1 and moves[-1][0] == DECLINE:
            moves.pop()
        return pick(rng, moves)


GUIDE = LordsGuide()
