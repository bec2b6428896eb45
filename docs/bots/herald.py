"""Plays Lords of Scotland: usually musters its strongest card, but recruits if its hand is small and weak."""

from engine.games.lords_of_scotland.components import HIDDEN, STRENGTH
from engine.games.lords_of_scotland.events import ACTIVATE, CLAIM, MUSTER, RECRUIT


def strength(card):
    return 6 if card == HIDDEN else STRENGTH[card]


def choose(view, legal, budget, rng):
    def worth(move):
        kind = move[0]
        if kind in (CLAIM, MUSTER):
            return strength(move[1])
        if kind == RECRUIT:
            return 7 if len(view.hand) < 3 else strength(move[1]) / 2
        return 1 if kind == ACTIVATE else rng.random()

    return max(legal, key=worth)
