"""Fits the weights of the search in King's Kilt to games that a bot plays against itself.

    python -m tests.benchmarks.learning
    python -m tests.benchmarks.learning --bot lookout-10 --games 2400

The first command plays games of the courtier, which uses no weights. The second plays games of the search with the
weights that the first has written. The same two commands give the same weights. In every game the players make some
moves at random, so that positions differ. Two sets of weights are fitted, by logistic regression with a penalty:

- the chance of a seat to finish ahead of another, from the difference of their `seat_features`, by stage;
- the chance that a rival has a clan that it has not shown, from `clan_features`, by group of stages.

The last tenth of the games is kept aside: the table shows the mean log-loss of its results, and that of a guess which
knows nothing. Afterwards raise the version of the lookout.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from engine.core import registry
from engine.core.bot import Budget
from engine.core.dealer import Dealer
from engine.core.game import CHANCE, Event
from engine.core.match import seed_secret
from engine.core.maths import pick
from engine.games.kings_kilt.components import CLAN_COUNT
from engine.games.kings_kilt.phases import ACTING
from engine.games.kings_kilt.position_values import (
    ADVANCES,
    CLAN_FEATURES,
    SEAT_FEATURES,
    STAGES_A_GROUP,
    WEIGHTS_FILE,
    clan_features,
    seat_features,
    stage_of,
)
from engine.games.kings_kilt.state import KiltState
from tests.benchmarks.fitting import Example, Examples, as_text, fit_all, pairs

SEATS: Final = (2, 3, 4)  # of one game after another
MOST_RANDOM: Final = 0.2  # the share of random moves differs from game to game


def main() -> None:
    """Read the command line, play, fit, print the losses and write the file."""
    ask = argparse.ArgumentParser(description="Fit the weights of the search in King's Kilt.")
    ask.add_argument("--bot", default="courtier", help="such as lookout-10: with 10 playouts")
    ask.add_argument("--games", type=int, default=9000)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--file", type=Path, default=WEIGHTS_FILE)
    asked = ask.parse_args()
    ahead, clans = Examples(), Examples()
    for number in range(asked.games):
        is_tested = number >= asked.games * 0.9
        _play(asked.bot, asked.seed + number, SEATS[number % len(SEATS)], is_tested, ahead, clans)
    weights = {
        "seats": fit_all(ahead, SEATS, SEAT_FEATURES, ADVANCES + 1, "ahead"),
        "clans": fit_all(clans, SEATS, CLAN_FEATURES, ADVANCES // STAGES_A_GROUP + 1, "clan"),
    }
    asked.file.write_text(as_text(weights), encoding="utf-8")


def _play(name: str, seed: int, seats: int, is_tested: bool, ahead: Examples, clans: Examples) -> None:
    """Play one game and keep what is seen at the beginning of each turn."""
    slug, _, playouts = name.partition("-")
    game, bot, budget = registry.game("kings-kilt"), registry.bot(slug), Budget(int(playouts) if playouts else None)
    rng, dealer = Random(seed), Dealer(seed_secret(seed))
    random_share = MOST_RANDOM * rng.random()
    state: KiltState = game.start(seats)  # type: ignore[assignment]  # the state of this game
    seen: list[KiltState] = []
    while (turn := state.turn) is not None:
        if turn == CHANCE:
            state.advance(dealer.deal(state))
            continue
        if state.phase == ACTING:
            seen.append(state.copy())
        legal = state.legal_moves()
        event: Event = pick(rng, legal)
        if rng.random() >= random_share:
            event = bot.choose(state.view(turn), legal, budget, rng)
        state.advance(event)
    assert state.outcome is not None
    for before in seen:
        stage = stage_of(before.filled)
        kept = ahead.tested if is_tested else ahead.fitted
        features = [seat_features(before, seat) for seat in range(seats)]
        kept[seats, stage] += pairs(features, state.outcome.places)
        kept = clans.tested if is_tested else clans.fitted
        if stage:
            kept[seats, stage // STAGES_A_GROUP] += _clans(before)


def _clans(state: KiltState) -> Iterator[Example]:
    """Yield each clan that a seat does not have and a rival has not shown, and whether that rival has it."""
    seats = range(state.seats)
    for clan in range(CLAN_COUNT):
        for rival in seats:
            if clan not in state.shown[rival] and any(clan not in state.families[s] for s in seats if s != rival):
                yield Example(clan_features(state, rival, clan), float(clan in state.families[rival]))


if __name__ == "__main__":
    main()
