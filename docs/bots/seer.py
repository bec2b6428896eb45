"""Plays every game of Moothill: tries each move in imagined states, plays on quickly, takes the best average.

It never sees the true state. `game.imagine(view, rng)` makes one that fits all that this seat knows.
"""

from time import process_time

from engine.core import registry
from engine.core.game import CHANCE

SHARE = 0.08  # of the time for one move: a match has many
TIMES = 200  # at most so many rounds through the moves


def choose(view, legal, budget, rng):
    if len(legal) == 1:
        return legal[0]
    game = registry.game(view.game)
    ends = process_time() + SHARE * budget.milliseconds / 1000
    worth = dict.fromkeys(legal, 0.0)
    tries = dict.fromkeys(legal, 0)
    for _ in range(TIMES):
        for move in promising(legal, worth, tries):
            state = game.imagine(view, rng)
            if move not in state.legal_moves():
                continue
            state.advance(move)
            worth[move] += play_on(game, state, rng)[view.seat]
            tries[move] += 1
            if process_time() > ends:
                return best(legal, worth, tries)
    return best(legal, worth, tries)


def play_on(game, state, rng):
    """Play to the end of the turn (Lords of Scotland: of the round); return the value for each seat."""
    stage = game.guide.stage(state)
    while state.turn is not None and game.guide.stage(state) == stage:
        if state.turn == CHANCE:
            state.advance(state.draw(rolls(state, rng)))
        else:
            state.advance(game.guide.likely(state, rng))
    return game.guide.prospects(state)


def rolls(state, rng):
    """Yield the random numbers that `state.draw` needs."""
    while True:
        yield rng.randint(1, state.copies)


def promising(legal, worth, tries):
    """All moves at first; the better half of them once each was tried a few times."""
    if min(tries.values()) < 8:
        return legal
    return sorted(legal, key=lambda move: -worth[move] / tries[move])[: max(2, len(legal) // 2)]


def best(legal, worth, tries):
    return max(legal, key=lambda move: worth[move] / (tries[move] or 1))
