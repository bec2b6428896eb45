"""Fits the weights of the search in King's Kilt to games that the courtier plays against itself.

    python -m tests.benchmarks.learning [--games 9000] [--seed 1] [--file FILE]

The same arguments give the same weights: the courtier does not use them. In every game the players make some moves at
random, so that positions differ. Two sets of weights are fitted, by logistic regression with a penalty:

- the chance of a seat to finish ahead of another, from the difference of their `seat_features`, by stage;
- the chance that a rival has a clan that it has not shown, from `clan_features`, by group of stages.

The last tenth of the games is kept aside: the table shows the mean log-loss of its results, and that of a guess which
knows nothing. Afterwards raise the version of the lookout.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

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

SEATS: Final = (2, 3, 4)  # of one game after another
MOST_RANDOM: Final = 0.2  # the share of random moves differs from game to game
PENALTY: Final = 3.0
Floats = npt.NDArray[np.float64]


class Example(NamedTuple):
    """Features and what came of them: 1, 0 or, for a tie, a half."""

    features: list[int]
    result: float


class Examples:
    """Examples by number of seats and stage, those of the last games apart."""

    def __init__(self) -> None:
        self.fitted: dict[tuple[int, int], list[Example]] = defaultdict(list)
        self.tested: dict[tuple[int, int], list[Example]] = defaultdict(list)


def main() -> None:
    """Read the command line, play, fit, print the losses and write the file."""
    ask = argparse.ArgumentParser(description="Fit the weights of the search in King's Kilt.")
    ask.add_argument("--games", type=int, default=9000)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--file", type=Path, default=WEIGHTS_FILE)
    asked = ask.parse_args()
    ahead, clans = Examples(), Examples()
    for number in range(asked.games):
        is_tested = number >= asked.games * 0.9
        _play(asked.seed + number, SEATS[number % len(SEATS)], is_tested, ahead, clans)
    weights = {
        "seats": _fit_all(ahead, SEAT_FEATURES, ADVANCES + 1, "ahead"),
        "clans": _fit_all(clans, CLAN_FEATURES, ADVANCES // STAGES_A_GROUP + 1, "clan"),
    }
    asked.file.write_text(_as_text(weights), encoding="utf-8")


def _play(seed: int, seats: int, is_tested: bool, ahead: Examples, clans: Examples) -> None:
    """Play one game and keep what is seen at the beginning of each turn."""
    game, bot = registry.game("kings-kilt"), registry.bot("courtier")
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
            event = bot.choose(state.view(turn), legal, Budget(), rng)
        state.advance(event)
    assert state.outcome is not None
    for before in seen:
        stage = stage_of(before.filled)
        kept = ahead.tested if is_tested else ahead.fitted
        kept[seats, stage] += _pairs(before, state.outcome.places)
        kept = clans.tested if is_tested else clans.fitted
        if stage:
            kept[seats, stage // STAGES_A_GROUP] += _clans(before)


def _pairs(state: KiltState, places: tuple[int, ...]) -> Iterator[Example]:
    features = [seat_features(state, seat) for seat in range(state.seats)]
    for seat in range(state.seats):
        for other in range(seat):
            difference = [mine - theirs for mine, theirs in zip(features[seat], features[other], strict=True)]
            result = (places[seat] < places[other]) + (places[seat] == places[other]) / 2
            yield Example(difference, result)


def _clans(state: KiltState) -> Iterator[Example]:
    """Yield each clan that a seat does not have and a rival has not shown, and whether that rival has it."""
    pyramid, seats = state.pyramid, range(state.seats)
    for clan in range(CLAN_COUNT):
        features = clan_features(pyramid, state.betrayed, state.discards, clan)
        for rival in seats:
            if clan not in state.shown[rival] and any(clan not in state.families[s] for s in seats if s != rival):
                yield Example(features, float(clan in state.families[rival]))


def _fit_all(examples: Examples, features: int, stages: int, name: str) -> dict[int, list[list[int]]]:
    """Return weights in thousandths by seats and stage, and print how well they predict."""
    fitted: dict[int, list[list[int]]] = {}
    for seats in sorted(set(SEATS)):
        fitted[seats] = []
        for stage in range(stages):
            weights = _fit(*_arrays(examples.fitted[seats, stage], features))
            fitted[seats].append([round(1000 * weight) for weight in weights])
            inputs, results = _arrays(examples.tested[seats, stage], features)
            blind = np.full(len(results), results.mean() if len(results) else 0.5)
            losses = f"{_loss(_chances(inputs, weights), results):.3f}, of a blind guess {_loss(blind, results):.3f}"
            print(f"{name}, {seats} players, stage {stage}: {len(results)} tested, log-loss {losses}", flush=True)
    return fitted


def _arrays(examples: list[Example], features: int) -> tuple[Floats, Floats]:
    inputs = np.array([example.features for example in examples], dtype=float).reshape(-1, features)
    return inputs, np.array([example.result for example in examples], dtype=float)


def _fit(inputs: Floats, results: Floats) -> Floats:
    """Return the weights of a logistic regression with a quadratic penalty."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(12):
        chances = _chances(inputs, weights)
        slope = inputs.T @ (chances - results) + PENALTY * weights
        curve = (inputs * (chances * (1 - chances))[:, None]).T @ inputs + PENALTY * np.eye(len(weights))
        weights -= np.linalg.solve(curve, slope)
    return weights


def _chances(inputs: Floats, weights: Floats) -> Floats:
    chances: Floats = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
    return chances


def _loss(chances: Floats, results: Floats) -> float:
    if not len(results):
        return float("nan")
    inside = np.clip(chances, 1e-4, 1 - 1e-4)
    return float(-(results * np.log(inside) + (1 - results) * np.log(1 - inside)).mean())


def _as_text(weights: dict[str, dict[int, list[list[int]]]]) -> str:
    """Return JSON with a line for each stage."""
    parts = []
    for name, by_seats in weights.items():
        lines = [
            f'  "{seats}": [\n' + ",\n".join(f"   {json.dumps(row)}" for row in rows) + "\n  ]"
            for seats, rows in by_seats.items()
        ]
        parts.append(f' "{name}": {{\n' + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    main()
