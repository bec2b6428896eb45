"""Ways of playing that lead where matches of random moves seldom come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from engine.core.game import Event, State
from engine.core.options import OptionValue
from engine.games.kings_kilt import events
from engine.games.kings_kilt.board import FIRST_NOBLEMAN, KING
from engine.games.kings_kilt.game import GAME
from engine.games.kings_kilt.state import KiltState
from tests.engine.games.playing import Policy, states


def by_weight(weight: Callable[[Event], float]) -> Policy:
    """Chooses moves by a weight."""

    def choose(_: State, legal: Sequence[Event], rng: Random) -> Event:
        return rng.choices(legal, [weight(move) for move in legal])[0]

    return choose


def _climbing(move: Event) -> float:
    """Straight up, and Influence is kept for the King."""
    return 40.0 ** (move[2] / 5) if move[0] == events.ADVANCE else 0.01 if move[0] == events.BETRAY else 1.0


def _regicide(move: Event) -> float:
    """Influence is played high up only, the King first."""
    if move[0] == events.BETRAY:
        return 500.0 if move[1] == KING else 20.0 if move[1] >= FIRST_NOBLEMAN else 0.005
    return 0.2 if move[0] == events.PASS else 1.0


def _spending(move: Event) -> float:
    """All Influence is played, whenever it is."""
    return 0.0001 if move[0] == events.PASS else 5.0 if move[0] == events.BETRAY else 1.0


def _wasting(move: Event) -> float:
    """All Influence is played before anybody climbs."""
    return 1000.0 if move[0] == events.BETRAY else 1.0


def kilt_states(seats: int, options: Mapping[str, OptionValue], seed: int, policy: str) -> Iterator[KiltState]:
    """Every state of a match played by the named policy."""
    return states(GAME, seats, options, seed, POLICIES[policy])


POLICIES: dict[str, Policy] = {
    "any": by_weight(lambda _: 1.0),
    "climbing": by_weight(_climbing),
    "regicide": by_weight(_regicide),
    "spending": by_weight(_spending),
    "wasting": by_weight(_wasting),
}
