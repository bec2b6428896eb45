"""What many games came to: how often each bot won, with the interval in which its true share lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from engine.cli.answer import Answer, table
from engine.cli.faults import places_of
from engine.core.game import Game
from engine.core.maths import wilson
from engine.core.record import Record
from engine.core.vocabulary import quantity

SHARED = "A first place shared by two counts as half a win, by three as a third."


@dataclass(frozen=True, slots=True)
class _Score:
    """A bot's games: its share of each (1 for a win, shared wins shared) and its points."""

    name: str
    games: int
    share: float
    low: float
    high: float
    points: float
    place: float


def tally(game: Game, seats: Sequence[tuple[str, ...]], records: Sequence[Record]) -> Answer:
    """The score of every bot and of every seat."""
    names = list(dict.fromkeys(name for row in seats for name in row))
    bots = [_score(name, [(r, s) for r, row in enumerate(seats) for s, n in enumerate(row) if n == name], records)
            for name in names]  # fmt: skip
    chairs = [
        _score(f"seat {seat + 1}", [(number, seat) for number in range(len(records))], records)
        for seat in range(len(seats[0]))
    ]
    head = ("", "games", "won", "95 % interval", "mean points", "mean place")
    text = "\n\n".join(
        [
            f"{game.name}, {quantity(len(records), 'game')}",
            table(head, map(_row, sorted(bots, key=lambda score: -score.share))),
            table(head, map(_row, chairs)),
            SHARED,
        ]
    )
    facts = {
        "game": game.slug,
        "games": len(records),
        "bots": list(map(_facts, bots)),
        "seats": list(map(_facts, chairs)),
    }
    return Answer(text, facts)


def _score(name: str, chairs: Sequence[tuple[int, int]], records: Sequence[Record]) -> _Score:
    shares: list[float] = []
    points: list[int] = []
    places: list[int] = []
    for number, seat in chairs:
        outcome = records[number].outcome
        if outcome is not None:
            ranks = places_of(records[number])
            shares.append(1 / ranks.count(1) if ranks[seat] == 1 else 0.0)
            points.append(outcome.points[seat])
            places.append(ranks[seat])
    low, high = interval(shares)
    return _Score(name, len(shares), fmean(shares), low, high, fmean(points), fmean(places))


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a mean of shares between 0 and 1 (Wilson's score interval, 1927).

    Where shares are not all 0 or 1 (shared wins) their smaller spread is not used: the interval errs to the wide side.
    """
    return wilson(fmean(shares), len(shares))


def _row(score: _Score) -> tuple[str, ...]:
    spread = f"{100 * score.low:.1f} to {100 * score.high:.1f} %"
    return (
        score.name,
        str(score.games),
        f"{100 * score.share:.1f} %",
        spread,
        f"{score.points:.1f}",
        f"{score.place:.2f}",
    )


def _facts(score: _Score) -> dict[str, object]:
    return {
        "name": score.name,
        "games": score.games,
        "won": score.share,
        "interval": [score.low, score.high],
        "points": score.points,
        "place": score.place,
    }
