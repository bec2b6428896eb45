"""Fits the weights of the search in Highland Clans to games that a search by rules of thumb plays against itself.

    python -m tests.benchmarks.learning_clans [--games 4000] [--seed 1] [--file FILE]

The same arguments give the same weights: this search values positions as version 2 of the lookout did, without weights.
In every game the players make some moves at random, so that positions differ. The chance of a seat to finish ahead of
another is fitted to the difference of their features, by logistic regression with a penalty, by stage.

The last tenth of the games is kept aside: the table shows the mean log-loss of its results, and that of a guess which
knows nothing. Afterwards raise the version of the lookout.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from typing import Any, Final

from engine.bots.mcts import search
from engine.core import registry
from engine.core.bot import Budget
from engine.core.dealer import Dealer
from engine.core.game import CHANCE
from engine.core.match import seed_secret
from engine.core.maths import pick
from engine.games.highland_clans.heuristics import GUIDE, board_values, hand_value, rounds_left
from engine.games.highland_clans.imagine import imagine
from engine.games.highland_clans.position_values import FEATURES, STAGES, WEIGHTS_FILE, features_of, stage_of
from engine.games.highland_clans.state import ClansState
from tests.benchmarks.fitting import Examples, as_text, fit_all, pairs

SEATS: Final = (3, 4, 5)  # of one game after another
MOST_RANDOM: Final = 0.15  # the share of random moves differs from game to game
PLAYOUTS: Final = Budget(playouts=10)
_CARD_UNSEEN: Final = 0.3  # points; a card that is still to be drawn
_CLOSE: Final = 14.0  # a lead by which most is won
_WON: Final = (1.0, 0.3, 0.1, 0.0, 0.0)  # the value of a finished game, by place


class RulesOfThumb:
    """Highland Clans for the search, with the rules of thumb for positions of version 2."""

    stage = staticmethod(GUIDE.stage)
    likely = staticmethod(GUIDE.likely)
    imagine = staticmethod(imagine)

    @property
    def guide(self) -> RulesOfThumb:
        return self

    def prospects(self, state: ClansState) -> list[float]:
        """Return the value of the lead over the others, half of them their mean and half their best."""
        if state.outcome is not None:
            return [_WON[place - 1] for place in state.outcome.places]
        scorings = rounds_left(state.points, state.step, state.seats)
        boards = board_values(state.courts, state.lands, scorings, ranks_zero=state.ranks_zero)
        owed = dict(state.owed)
        worth = [
            points + boards[seat] + hand_value(state.hands[seat]) + _CARD_UNSEEN * owed.get(seat, 0)
            for seat, points in enumerate(state.points)
        ]
        return [_value(mine, worth[:seat] + worth[seat + 1 :]) for seat, mine in enumerate(worth)]


def _value(mine: float, others: list[float]) -> float:
    lead = mine - max(others) / 2 - sum(others) / len(others) / 2
    far = abs(lead) / _CLOSE
    share = 0.45 * far if far < 1 else 0.5 - 0.05 / far
    return 0.5 + share if lead > 0 else 0.5 - share


def main() -> None:
    """Read the command line, play, fit, print the losses and write the file."""
    ask = argparse.ArgumentParser(description="Fit the weights of the search in Highland Clans.")
    ask.add_argument("--games", type=int, default=4000)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--file", type=Path, default=WEIGHTS_FILE)
    asked = ask.parse_args()
    ahead = Examples()
    for number in range(asked.games):
        is_tested = number >= asked.games * 0.9
        _play(asked.seed + number, SEATS[number % len(SEATS)], ahead.tested if is_tested else ahead.fitted)
    weights = {"seats": fit_all(ahead, SEATS, FEATURES, STAGES, "ahead")}
    asked.file.write_text(as_text(weights), encoding="utf-8")


def _play(seed: int, seats: int, kept: Any) -> None:
    """Play one game and keep the features of the positions in which a stage of the search ends."""
    rng, dealer = Random(seed), Dealer(seed_secret(seed))
    rules: Any = RulesOfThumb()
    random_share = MOST_RANDOM * rng.random()
    state: Any = registry.game("highland-clans").start(seats)
    seen, last = [], GUIDE.stage(state)
    while (turn := state.turn) is not None:
        if state.round and GUIDE.stage(state) != last:
            last = GUIDE.stage(state)
            seen.append((stage_of(state), features_of(state)))
        if turn == CHANCE:
            state.advance(dealer.deal(state))
            continue
        legal = state.legal_moves()
        event = pick(rng, legal)
        if len(legal) > 1 and rng.random() >= random_share:
            event = search(rules, state.view(turn), PLAYOUTS, rng)
        state.advance(event)
    for stage, features in seen:
        kept[seats, stage] += pairs(features, state.outcome.places)


if __name__ == "__main__":
    main()
