"""Logistic regression of results on features, for the weights of the search."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

PENALTY: Final = 3.0
Floats = npt.NDArray[np.float64]


class Example(NamedTuple):
    """Features and what came of them: 1, 0 or, for a tie, a half."""

    features: Sequence[int]
    result: float


class Examples:
    """Examples by number of seats and stage, those of the last games apart."""

    def __init__(self) -> None:
        self.fitted: dict[tuple[int, int], list[Example]] = defaultdict(list)
        self.tested: dict[tuple[int, int], list[Example]] = defaultdict(list)


def pairs(features: Sequence[Sequence[int]], places: Sequence[int]) -> Iterator[Example]:
    """Yield for each pair of seats the difference of their features, and whether the first finished ahead."""
    for seat, mine in enumerate(features):
        for other, theirs in enumerate(features[:seat]):
            difference = [one - another for one, another in zip(mine, theirs, strict=True)]
            yield Example(difference, (places[seat] < places[other]) + (places[seat] == places[other]) / 2)


def fit_all(
    examples: Examples, numbers: Sequence[int], features: int, stages: int, name: str
) -> dict[int, list[list[int]]]:
    """Return weights in thousandths by seats and stage, and print how well they predict."""
    fitted: dict[int, list[list[int]]] = {}
    for seats in numbers:
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


def as_text(weights: dict[str, dict[int, list[list[int]]]]) -> str:
    """Return JSON with a line for each stage."""
    parts = []
    for name, by_seats in weights.items():
        lines = [
            f'  "{seats}": [\n' + ",\n".join(f"   {json.dumps(row)}" for row in rows) + "\n  ]"
            for seats, rows in by_seats.items()
        ]
        parts.append(f' "{name}": {{\n' + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"
