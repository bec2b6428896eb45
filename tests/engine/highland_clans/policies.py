"""Ways of playing that lead where matches of random moves seldom come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import cast

from engine.core.game import Event, State
from engine.core.options import OptionValue
from engine.games.highland_clans import events
from engine.games.highland_clans.game import GAME
from engine.games.highland_clans.state import ClansState
from tests.engine.games.playing import Policy, states

Weight = Callable[[ClansState, Event], float]


def leaning(weight: Weight) -> Policy:
    """Chooses moves by their weights."""

    def choose(state: State, legal: Sequence[Event], rng: Random) -> Event:
        weights = [weight(cast(ClansState, state), move) for move in legal]
        return rng.choices(legal, weights if any(weights) else None)[0]

    return choose


def _hoarding(_: ClansState, move: Event) -> float:
    """Tokens go onto the boards, and none comes back: the sack runs dry."""
    kind = move[0]
    if kind in (events.BARD, events.ESTATE, events.DONE, events.SPOIL):
        return 0.02 if move != (events.SPOIL, 0) else 1
    if kind == events.MONKS:
        return 40.0 * move[1]
    if kind in (events.CATTLE, events.CASTLE, events.ABBEY):
        return 60
    return 0.05 if kind == events.RAID or (kind == events.LAY and move[2]) else 10


def _brawling(_: ClansState, move: Event) -> float:
    """Raids whenever it can, with all its pipers."""
    kind = move[0]
    if kind == events.EXCHANGE:
        return 0.01
    if kind == events.LAY:
        return 5.0 if move[2] else 1.0
    return {events.PIPER: 30.0, events.RAID: 20.0, events.BARD: 0.05}.get(kind, 1.0)


def _peaceable(_: ClansState, move: Event) -> float:
    """Exchanges cards, and keeps its points low: no herd, no castle."""
    kind = move[0]
    if kind == events.EXCHANGE:
        return 5.0 * len(move)
    return {events.RAID: 0.02, events.CATTLE: 0.1, events.CASTLE: 0.1, events.ESTATE: 20.0}.get(kind, 1.0)


def _luring(_: ClansState, move: Event) -> float:
    """Bards who take warriors, and estates paid from the court."""
    kind = move[0]
    if kind == events.BARD:
        return 20.0 if move[2] == events.TO_COURT else 4.0 if move[2] else 0.2
    if kind == events.ESTATE:
        return 40.0 * (1 + move[4] + move[5])
    return {events.WARRIOR: 30.0, events.MONKS: 3.0}.get(kind, 1.0)


def _settling(_: ClansState, move: Event) -> float:
    """Estates first and nothing that scores: the stock is used up before anybody is far along the track."""
    kind = move[0]
    if kind == events.ESTATE:
        return 200.0
    if kind == events.SPOIL:
        return 50.0 if move[1] else 0.01
    if kind == events.BARD:
        return 3.0 if move[3] or move[4] else 1.0
    weights = {events.CATTLE: 0.001, events.CASTLE: 0.001, events.ABBEY: 0.001, events.MONKS: 0.01, events.PIPER: 0.3,
               events.WARRIOR: 30.0, events.RAID: 0.05}  # fmt: skip
    return weights.get(kind, 1.0)


POLICIES: dict[str, Policy] = {
    "hoarding": leaning(_hoarding),
    "brawling": leaning(_brawling),
    "peaceable": leaning(_peaceable),
    "luring": leaning(_luring),
    "settling": leaning(_settling),
}


def clans_states(seats: int, options: Mapping[str, OptionValue], seed: int, policy: str) -> Iterator[ClansState]:
    """Every state of a match played by the named policy."""
    return states(GAME, seats, options, seed, POLICIES[policy])
