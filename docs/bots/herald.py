"""Plays Lords of Scotland: musters its strongest card, or recruits."""

from engine.games.lords_of_scotland import events
from engine.games.lords_of_scotland.components import HIDDEN, STRENGTH


def strength(card):
    return 6 if card == HIDDEN else STRENGTH[card]


def choose(view, legal, budget, rng):
    def worth(move):
        kind = move[0]
        if kind in (events.CLAIM, events.MUSTER):
            return strength(move[1])
        if kind == events.RECRUIT:
            return 7 if len(view.hand) < 3 else strength(move[1]) / 2
        return 1 if kind == events.ACTIVATE else rng.random()

    return max(legal, key=worth)
