"""Ways of playing that lead where matches of random moves seldom come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from engine.core.game import Event, State
from engine.core.options import OptionValue
from engine.games.lords_of_scotland import events
from engine.games.lords_of_scotland.components import HIDDEN
from engine.games.lords_of_scotland.game import GAME
from engine.games.lords_of_scotland.state import LordsState
from tests.engine.games.playing import Policy, states

FACE_DOWN = events.FACE_DOWN


def leaning(weights: Mapping[int, float], *, face_down: float = 1, blind: float = 1) -> Policy:
    """Chooses moves by the weight of their kind (1 unless stated), times a weight for what is hidden."""

    def weight(move: Event) -> float:
        bias = weights.get(move[0], 1.0)
        if move[0] == events.MUSTER and move[2] == FACE_DOWN:
            return bias * face_down
        if move == (events.RECRUIT, HIDDEN):
            return bias * blind
        return bias

    def choose(_: State, legal: Sequence[Event], rng: Random) -> Event:
        return rng.choices(legal, [weight(move) for move in legal])[0]

    return choose


def lords_states(seats: int, options: Mapping[str, OptionValue], seed: int, policy: str) -> Iterator[LordsState]:
    """Every state of a match played by the named policy."""
    return states(GAME, seats, options, seed, POLICIES[policy])


POLICIES: dict[str, Policy] = {
    "secretive": leaning({events.DECLINE: 0.05, events.EXCHANGE: 20, events.DISCARD: 3}, face_down=6, blind=4),
    "hoarding": leaning({events.RECRUIT: 6, events.DECLINE: 0.05}, face_down=2, blind=3),
    "spending": leaning({events.MUSTER: 8, events.DECLINE: 0.02, events.COPY: 20}, face_down=0.6),
    "blind": leaning({events.RECRUIT: 3, events.DECLINE: 0.05}, face_down=3, blind=40),
}
