"""Heuristics for Highland Clans: the value of boards and hands, and the guide of the search."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.core.game import Event
from engine.core.maths import pick, shares_behind
from engine.games.highland_clans import events, phases
from engine.games.highland_clans.components import COMBATS, MOST_EXCHANGED, RED_AREA
from engine.games.highland_clans.legal_moves import BUILT, JOINING, spoil_estates
from engine.games.highland_clans.piles import plus
from engine.games.highland_clans.position_values import shares_ahead
from engine.games.highland_clans.scoring import gains_of
from engine.games.highland_clans.state import ClansState
from engine.games.highland_clans.view import Court, Land

# Guesses, kept as long as tests/engine/bots/test_strength.py passes.
# In points, for the rest of the game:
_FREE: Final = 0.5  # an estate that carries nothing yet
_ESTATE: Final = 1.0
_WARRIOR: Final = 0.6
_PIPER: Final = 0.3  # for raids; what it scores is counted apart
_CARD: Final = (0.0, 0.0, 0.15, 0.4, 0.7)  # a card in the hand, by its value

_LASTING: Final = 0.25  # the part of these values that counts for each scoring still to come
_POINTS_A_ROUND: Final = 7  # of the leader; with `_LAST_POINTS` most games are over
_LAST_POINTS: Final = RED_AREA + 6
_MOST_SCORINGS: Final = 4.0
_PLAYED_ROUND: Final = 0.2  # of a scoring, that a round loses while its turns are played


# For the moves of playouts:
_ACTION_VALUES: Final = {
    events.CATTLE: 2.2,
    events.CASTLE: 2.2,
    events.ABBEY: 2.5,
    events.WARRIOR: 0.8,
    events.PIPER: 1.0,
    events.MONKS: 1.2,
    events.ESTATE: 2.0,
    events.BARD: 1.2,
    events.DONE: 0.0,
}
_ACTION_NOISE: Final = 1.5
_TOKEN_NOISE: Final = 2.0
_PIPER_KEPT: Final = 0.7  # the chance that no piper is added to a card
_LEAST_STRENGTH: Final = 5  # of the three best cards; with this or less no raid, with twice as much always one
_LOW_CARD, _LOW_CARD_NOISE = 2.0, 2.0  # cards below their random sum are exchanged

_ROUND_STAGES, _TURN_STAGES = 256, 16  # more stages than a round, or a turn, has


class ClansGuide:
    """Values positions after the actions of a turn, and after a raid before cards are drawn."""

    beyond_stage = True  # the tree grows beyond the stage

    def stage(self, state: ClansState) -> int:
        """Return a number that grows with each turn, its phase 3, and the cards drawn there."""
        turn = state.round * _ROUND_STAGES + state.step * _TURN_STAGES
        if state.part < 3:
            return turn
        return turn + 1 + state.draws + (state.phase == phases.DRAWING_CARDS) + (state.turn is None)

    def prospects(self, state: ClansState) -> list[float]:
        """Return by seat the share of the others that it finishes ahead of, a tie counted half."""
        outcome = state.outcome
        return shares_ahead(state) if outcome is None else shares_behind(outcome.places)

    def likely(self, state: ClansState, rng: Random) -> Event:
        """Return a good action, a raid or an exchange of low cards, spoils rather than none; low cards go first."""
        moves = state.legal_moves()
        phase = state.phase
        if phase == phases.ACTING:
            return max(moves, key=lambda move: _ACTION_VALUES[move[0]] + _ACTION_NOISE * rng.random())
        if phase == phases.RAIDING:
            return _raid_or_exchange(state, moves, rng)
        if phase == phases.SENDING_BACK:
            return max(moves, key=lambda move: _left_over(state, move) + _TOKEN_NOISE * rng.random())
        if phase in (phases.DISCARDING, phases.PUTTING_BACK):
            return max(moves, key=lambda move: rng.random() - sum(move[1:]))
        if phase == phases.SPOILING:
            moves.pop()  # the last one spoils nothing
        elif rng.random() < _PIPER_KEPT:
            moves = [move for move in moves if not move[2]]
        return pick(rng, moves)


def rounds_left(points: Sequence[int], step: int, seats: int) -> float:
    """Return the number of scorings still to come, estimated from the leader's points."""
    scorings = (_LAST_POINTS - max(points)) / _POINTS_A_ROUND
    return max(1.0, min(_MOST_SCORINGS, scorings)) - _PLAYED_ROUND * (step / seats)


def board_values(courts: Sequence[Court], lands: Sequence[Land], scorings: float, *, ranks_zero: bool) -> list[float]:
    """Return by seat the points that its court and estates are still expected to bring."""
    worth = []
    gains = gains_of(courts, lands, ranks_zero=ranks_zero)
    for (warriors, pipers, _), (estates, cattle, castles, abbeys), (green, red, blue) in zip(
        courts, lands, gains, strict=True
    ):
        free = estates - cattle - castles - abbeys
        lasting = _WARRIOR * warriors + _PIPER * pipers + _ESTATE * estates + _FREE * free
        worth.append(scorings * (green + red + blue) + _LASTING * scorings * lasting)
    return worth


def hand_value(hand: Sequence[int]) -> float:
    """Return the value of the cards in raids."""
    return sum([_CARD[card] for card in hand])


def after_action(
    courts: Sequence[Court], lands: Sequence[Land], seat: int, event: Event
) -> tuple[list[Court], list[Land]]:
    """Return the boards after that seat has taken the action."""
    courts, lands = list(courts), list(lands)
    warriors, pipers, monks = courts[seat]
    if event[0] == events.BARD:
        _after_bard(courts, seat, event)
    elif event[0] == events.ESTATE:
        _, _, _, _, court_yellow, court_green = event
        courts[seat] = (warriors - court_yellow, pipers, monks - court_green)
        lands[seat] = plus(lands[seat], (1, 0, 0, 0))
    elif event[0] in BUILT:
        lands[seat] = plus(lands[seat], BUILT[event[0]])
    else:
        yellow, blue, green, _ = JOINING[event]
        courts[seat] = (warriors + yellow, pipers + blue, monks + green)
    return courts, lands


def _after_bard(courts: list[Court], seat: int, event: Event) -> None:
    """Change the courts of the seat and of the one that its bard robs."""
    _, robbed, *fates = event
    warriors, pipers, monks = (
        tokens - (fate != events.STAYS) for tokens, fate in zip(courts[robbed], fates, strict=True)
    )
    courts[robbed] = (warriors, pipers, monks)
    warriors, pipers, monks = (
        tokens + (fate == events.TO_COURT) for tokens, fate in zip(courts[seat], fates, strict=True)
    )
    courts[seat] = (warriors, pipers, monks)


def after_spoiling(lands: Sequence[Land], raider: int, target: int, what: int) -> list[Land]:
    """Return the estates after the raider has spoiled something."""
    lands = list(lands)
    spoil_estates(lands, raider, target, what)
    return lands


def _raid_or_exchange(state: ClansState, moves: list[Event], rng: Random) -> Event:
    """Return a raid, more likely with three good cards; else an exchange of the lowest cards."""
    hand = state.hands[state.actor]
    if rng.random() < (sum(hand[-COMBATS:]) - _LEAST_STRENGTH) / _LEAST_STRENGTH:
        return pick(rng, moves[: state.seats - 1])
    low = [card for card in hand if card < _LOW_CARD + _LOW_CARD_NOISE * rng.random()][:MOST_EXCHANGED]
    exchange = (events.EXCHANGE, *low)
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


GUIDE = ClansGuide()
