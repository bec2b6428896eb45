"""Heuristics for Highland Clans: the value of boards and hands, and the guide of the search."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.core.game import Event
from engine.games.highland_clans.components import RED_AREA
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
    STAYS,
    TO_COURT,
    WARRIOR,
)  # fmt: skip  # fmt: skip
from engine.games.highland_clans.phases import (
    ACTING,
    DISCARDING,
    DRAWING_CARDS,
    PUTTING_BACK,
    RAIDING,
    SENDING_BACK,
    SPOILING,
)  # fmt: skip
from engine.games.highland_clans.scoring import gains_of
from engine.games.highland_clans.state import ClansState
from engine.games.highland_clans.view import Court, Land

# In points, for the rest of the game.
_FREE: Final = 0.5  # an estate that carries nothing yet
_ESTATE: Final = 1.0
_WARRIOR: Final = 0.6
_PIPER: Final = 0.3  # for raids; what it scores is counted apart
_CARD: Final = (0.0, 0.0, 0.15, 0.4, 0.7)  # a card in the hand, by its value

CARD_UNSEEN: Final = 0.3  # a card that is still to be drawn
_WON: Final = (1.0, 0.3, 0.1, 0.0, 0.0)
_CLOSE: Final = 14.0  # a lead by which most is won
_ACTION_VALUES: Final = {
    CATTLE: 2.2, CASTLE: 2.2, ABBEY: 2.5, WARRIOR: 0.8, PIPER: 1.0, MONKS: 1.2, ESTATE: 2.0, BARD: 1.2, DONE: 0.0,
}  # fmt: skip


class ClansGuide:
    """Looks ahead to the end of the actions, or of a raid up to the drawing of cards."""

    def stage(self, state: ClansState) -> int:
        """Return a number that grows with each turn, its phase 3, and the cards drawn there."""
        if state.part < 3:
            return state.round * 256 + state.step * 16
        drawn = state.draws + (state.phase == DRAWING_CARDS)
        return state.round * 256 + state.step * 16 + 1 + drawn + (state.turn is None)

    def prospects(self, state: ClansState) -> list[float]:
        """Return the lead over the others, with the expected value of boards and hands."""
        outcome = state.outcome
        if outcome is not None:
            return [_WON[place - 1] for place in outcome.places]
        scorings = rounds_left(state.points, state.step, state.seats)
        worth = [
            points + board + hand_value(hand)
            for points, board, hand in zip(
                state.points,
                board_values(state.courts, state.lands, scorings, ranks_zero=state.ranks_zero),
                state.hands,
                strict=True,
            )
        ]
        for seat, cards in state.owed:
            worth[seat] += CARD_UNSEEN * cards
        total = sum(worth)
        others = state.seats - 1
        return [
            _lead_value(mine - 0.5 * max(worth[:seat] + worth[seat + 1 :]) - 0.5 * (total - mine) / others)
            for seat, mine in enumerate(worth)
        ]

    def likely(self, state: ClansState, rng: Random) -> Event:
        """Return a good action, a raid or an exchange of low cards, spoils rather than none; low cards go first."""
        moves = state.legal_moves()
        phase = state.phase
        if phase == ACTING:
            return max(moves, key=lambda move: _ACTION_VALUES[move[0]] + 1.5 * rng.random())
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


def rounds_left(points: Sequence[int], step: int, seats: int) -> float:
    """Return the number of scorings still to come, estimated from the leader's points."""
    return max(1.0, min(4.0, (RED_AREA + 6 - max(points)) / 7)) - 0.2 * (step / seats)


def board_values(courts: Sequence[Court], lands: Sequence[Land], scorings: float, *, ranks_zero: bool) -> list[float]:
    """Return by seat the points that its court and estates are still expected to bring."""
    worth = []
    for (warriors, pipers, _), (estates, cattle, castles, abbeys), gains in zip(
        courts, lands, gains_of(courts, lands, ranks_zero=ranks_zero), strict=True
    ):
        free = estates - cattle - castles - abbeys
        lasting = _WARRIOR * warriors + _PIPER * pipers + _ESTATE * estates + _FREE * free
        worth.append(scorings * (gains[0] + gains[1] + gains[2]) + 0.25 * scorings * lasting)
    return worth


def hand_value(hand: Sequence[int]) -> float:
    """Return the value of the cards in raids."""
    return sum([_CARD[card] for card in hand])


def after_action(
    courts: Sequence[Court], lands: Sequence[Land], seat: int, event: tuple[int, ...]
) -> tuple[list[Court], list[Land]]:
    """Return the boards after that seat has taken the action."""
    kind, *rest = event
    courts, lands = list(courts), list(lands)
    warriors, pipers, monks = courts[seat]
    estates, cattle, castles, abbeys = lands[seat]
    if kind == BARD:
        robbed, *fates = rest
        gone = [fate != STAYS for fate in fates]
        kept = [fate == TO_COURT for fate in fates]
        a, b, c = courts[robbed]
        courts[robbed] = (a - gone[0], b - gone[1], c - gone[2])
        courts[seat] = (warriors + kept[0], pipers + kept[1], monks + kept[2])
    elif kind == ESTATE:
        courts[seat] = (warriors - rest[3], pipers, monks - rest[4])
        lands[seat] = (estates + 1, cattle, castles, abbeys)
    elif kind in (CATTLE, CASTLE, ABBEY):
        lands[seat] = (estates, cattle + (kind == CATTLE), castles + (kind == CASTLE), abbeys + (kind == ABBEY))
    else:
        more = rest[0] if kind == MONKS else 0
        courts[seat] = (warriors + (kind == WARRIOR), pipers + (kind == PIPER), monks + more)
    return courts, lands


def after_spoiling(lands: Sequence[Land], raider: int, target: int, what: int) -> list[Land]:
    """Return the estates after the raider has spoiled something."""
    lands = list(lands)
    estates, cattle, castles, abbeys = lands[target]
    lands[target] = (estates, cattle - (what == CATTLE), castles - (what == CASTLE), abbeys - (what == ABBEY))
    mine, own, own_castles, own_abbeys = lands[raider]
    if what == CATTLE and own + own_castles + own_abbeys < mine:
        lands[raider] = (mine, own + 1, own_castles, own_abbeys)
    return lands


def _raid_or_exchange(state: ClansState, moves: list[Event], rng: Random) -> Event:
    """Return a raid, more likely with three good cards; else an exchange of the lowest cards."""
    hand = state.hands[state.actor]
    if rng.random() < (sum(hand[-3:]) - 5) / 5:
        return moves[int(rng.random() * (state.seats - 1))]
    low = [card for card in hand if card < 2 + 2 * rng.random()][:3]
    exchange = (EXCHANGE, *low)
    return exchange if exchange in moves else moves[-1]


def _left_over(state: ClansState, back: Event) -> int:
    """Return how well the remaining tokens fit a castle or an abbey and one thing more."""
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


def _lead_value(lead: float) -> float:
    """Return the value of a lead: steep near 0, so that a search distinguishes single points, flat far from it."""
    far = abs(lead) / _CLOSE
    share = 0.45 * far if far < 1 else 0.45 + 0.05 * (1 - 1 / far)
    return 0.5 + share if lead > 0 else 0.5 - share


GUIDE = ClansGuide()
