"""What a searching bot goes by in Highland Clans: parts of turns are its stages, points and boards its measure."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.core.game import Event
from engine.games.highland_clans.appraisal import CARD_UNSEEN, boards_worth, hand_worth, rounds_left
from engine.games.highland_clans.events import (
    ABBEY,
    BARD,
    CASTLE,
    CATTLE,
    DONE,
    ESTATE,
    EXCHANGE,
    MONKS,
    PIPER,
    WARRIOR,
)  # fmt: skip
from engine.games.highland_clans.phases import (
    ACTING,
    DISCARDING,
    DRAWING_CARDS,
    PUTTING_BACK,
    RAIDING,
    SENDING_BACK,
    SPOILING,
)  # fmt: skip
from engine.games.highland_clans.state import ClansState

_WON: Final = (1.0, 0.3, 0.1, 0.0, 0.0)
_CLOSE: Final = 14.0  # a lead by which most is won
_LIKED: Final = {
    CATTLE: 2.2, CASTLE: 2.2, ABBEY: 2.5, WARRIOR: 0.8, PIPER: 1.0, MONKS: 1.2, ESTATE: 2.0, BARD: 1.2, DONE: 0.0,
}  # fmt: skip


class ClansGuide:
    """Looks ahead to the end of the actions, or to where nothing but drawing cards is left of a raid."""

    def stage(self, state: ClansState) -> int:
        """It grows with every turn, its phase 3, and the cards drawn there; beyond all once the game is over."""
        if state.part < 3:
            return state.round * 256 + state.step * 16
        drawn = state.draws + (state.phase == DRAWING_CARDS)
        return state.round * 256 + state.step * 16 + 1 + drawn + (state.turn is None)

    def prospects(self, state: ClansState) -> list[float]:
        """The lead over the others, counting what boards and hands will still bring."""
        outcome = state.outcome
        if outcome is not None:
            return [_WON[place - 1] for place in outcome.places]
        scorings = rounds_left(state.points, state.step, state.seats)
        worth = [
            points + board + hand_worth(hand)
            for points, board, hand in zip(
                state.points,
                boards_worth(state.courts, state.lands, scorings, ranks_zero=state.ranks_zero),
                state.hands,
                strict=True,
            )
        ]
        for seat, cards in state.owed:
            worth[seat] += CARD_UNSEEN * cards
        total = sum(worth)
        others = state.seats - 1
        return [
            _squashed(mine - 0.5 * max(worth[:seat] + worth[seat + 1 :]) - 0.5 * (total - mine) / others)
            for seat, mine in enumerate(worth)
        ]

    def likely(self, state: ClansState, rng: Random) -> Event:
        """A liked action, a raid or an exchange of low cards, spoils rather than none; low cards go first."""
        moves = state.legal_moves()
        phase = state.phase
        if phase == ACTING:
            return max(moves, key=lambda move: _LIKED[move[0]] + 1.5 * rng.random())
        if phase == RAIDING:
            return _raid_or_exchange(state, moves, rng)
        if phase == SENDING_BACK:
            return max(moves, key=lambda move: _left_over(state, move) + 2 * rng.random())
        if phase in (DISCARDING, PUTTING_BACK):
            return max(moves, key=lambda move: rng.random() - sum(move[1:]))
        if phase == SPOILING:
            moves.pop()
        elif rng.random() < 0.7:
            moves = [move for move in moves if not move[2]]
        return moves[int(rng.random() * len(moves))]


def _raid_or_exchange(state: ClansState, moves: list[Event], rng: Random) -> Event:
    """A raid the likelier the better the three best cards are; else the lowest cards but for a few."""
    hand = state.hands[state.actor]
    if rng.random() < (sum(hand[-3:]) - 5) / 5:
        return moves[int(rng.random() * (state.seats - 1))]
    low = [card for card in hand if card < 2 + 2 * rng.random()][:3]
    exchange = (EXCHANGE, *low)
    return exchange if exchange in moves else moves[-1]


def _left_over(state: ClansState, back: Event) -> int:
    """How well the tokens that stay fit a castle or an abbey and one thing more; those that do not should go back."""
    yellow, blue, green, red = (drawn - sent for drawn, sent in zip(state.drawn, back[1:], strict=True))
    return (
        (green >= 3) * 3
        + (blue >= 2) * 2
        + (red > 0) * 2
        + (green in (1, 2))
        + (yellow == 1)
        + (blue == 1)
        - max(0, yellow + blue + green + red - 4)
    )


def _squashed(lead: float) -> float:
    """Steep where it is close, for a search must tell a point more from a point less; flat where it is not."""
    far = abs(lead) / _CLOSE
    share = 0.45 * far if far < 1 else 0.45 + 0.05 * (1 - 1 / far)
    return 0.5 + share if lead > 0 else 0.5 - share


GUIDE = ClansGuide()
