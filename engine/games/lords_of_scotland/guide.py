"""What a searching bot goes by in Lords of Scotland: rounds are its stages, strength claimed its measure."""

from __future__ import annotations

from random import Random

from engine.core.game import Event
from engine.games.lords_of_scotland.components import STRENGTH
from engine.games.lords_of_scotland.events import CLAIM, DECLINE
from engine.games.lords_of_scotland.phases import CLAIMING
from engine.games.lords_of_scotland.state import LordsState

_HAND_WORTH = 0.15  # of a card's strength, while it is still in the hand
_SWING = 40.0  # a lead of half as much counts as won


class LordsGuide:
    """Looks ahead to the end of the round at hand."""

    def stage(self, state: LordsState) -> int:
        """The round, or beyond any round once the game is over."""
        return state.round if state.turn is not None else state.round + 1

    def prospects(self, state: LordsState) -> list[float]:
        """The lead over the best of the others; what counts grows as the throne comes near."""
        outcome = state.outcome
        if outcome is not None:
            return [_WON[place - 1] for place in outcome.places]
        worth = [
            points + _HAND_WORTH * sum([STRENGTH[card] for card in hand])
            for points, hand in zip(state.points, state.hands, strict=True)
        ]
        return [_squashed(mine - max(worth[:seat] + worth[seat + 1 :])) for seat, mine in enumerate(worth)]

    def likely(self, state: LordsState, rng: Random) -> Event:
        """The strongest Supporter when claiming, a power rather than none, else anything."""
        moves = state.legal_moves()
        if state.phase == CLAIMING:
            return max(moves, key=_strength_claimed)
        if len(moves) > 1 and moves[-1][0] == DECLINE:
            moves.pop()
        return moves[int(rng.random() * len(moves))]


_WON = (1.0, 0.3, 0.1, 0.0, 0.0)


def _strength_claimed(event: Event) -> int:
    return STRENGTH[event[1]] if event[0] == CLAIM else 0


def _squashed(lead: float) -> float:
    return min(1.0, max(0.0, 0.5 + lead / _SWING))


GUIDE = LordsGuide()
