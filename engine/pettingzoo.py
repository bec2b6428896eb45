"""A PettingZoo environment of every game, for reinforcement learning. It needs the extra `pettingzoo`.

    from engine.pettingzoo import env

    table = env("kings-kilt", seats=3, options={"matching": "victim"})

The only module of the engine that imports packages from outside the standard library.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final, TypeAlias

from engine.core import registry
from engine.core.dealer import Dealer
from engine.core.encoding import Encoding
from engine.core.errors import IllegalMove
from engine.core.game import CHANCE, Outcome
from engine.core.match import seed_secret
from engine.core.options import OptionValue, settle_options

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError("engine.pettingzoo needs PettingZoo. Install it: pip install pettingzoo") from error

Observation: TypeAlias = "dict[str, NDArray[np.int8]]"

_INT8: Final = np.dtype(np.int8)
_SECRET_BYTES: Final = 32


def env(
    game: str,
    seats: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    render_mode: str | None = None,
) -> GameEnv:
    """Return an environment of the game with that slug; `seats` is by default the least number.

    Raise UnknownGame, SeatsError, OptionError, or ValueError for a game without an encoding.
    """
    return GameEnv(game, seats, options, render_mode)


class GameEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """An AEC environment of one game; agents are `player_0` and so on, by seat.

    An observation is a dictionary of two vectors of int8: `observation`, whose numbers `feature_names` names, made
    from the view of the seat alone; and `action_mask`, 1 for each legal action, all 0 unless the agent is to move.
    An action is the index of a move in `moves`; `action_of` has the action of each move.

    Rewards are 0 until the end of the game. Then each agent gets the players placed behind it, less those placed
    ahead, divided by the number of opponents: 1 for winning alone, -1 for being last alone, 0 in sum. `infos` has
    `place` and `points`. All agents terminate together. Games end by their rules, so nothing is ever truncated.
    """

    def __init__(
        self, game: str, seats: int | None, options: Mapping[str, OptionValue] | None, render_mode: str | None
    ) -> None:
        super().__init__()
        self.game = registry.game(game)
        encoding = registry.encoding(game)
        if encoding is None:
            raise ValueError(f"{self.game.name} has no encoding.py, so it has no environment.")
        self.seats = self.game.min_seats if seats is None else seats
        self.options = settle_options(self.game, options)
        self.game.start(self.seats)  # raises SeatsError
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.replace('-', '_')}_v0",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
        }
        self.moves = encoding.moves
        self.action_of = encoding.action_of
        self.feature_names = encoding.feature_names(self.seats)
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.observation_spaces = {agent: self._observation_space(encoding) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(len(self.moves)) for agent in self.possible_agents}
        self._encode = encoding.encoder(self.seats)
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._deals = Random()

    def observation_space(self, agent: str) -> Dict:
        """Return the space of observations: a `Box` each, from 0 to the greatest value of each feature."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's argument
        """Start a game; `options` are ignored.

        A game with a seed has the cards of `moothill-engine play --seed` with that number. The games after it, reset
        without a seed, follow from it too.
        """
        if seed is None:
            secret = self._deals.randbytes(_SECRET_BYTES)
        else:
            secret, self._deals = seed_secret(seed), Random(seed)
        self._state = self.game.start(self.seats, self.options)
        self._dealer = Dealer(secret)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, int]] = {agent: {} for agent in self.agents}
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """Return what the agent sees."""
        state, seat = self._state, self._seat_of[agent]
        mask = self._mask if seat == state.turn else bytes(len(self.moves))
        return {
            "observation": np.frombuffer(bytearray(self._encode(state.view(seat))), _INT8),
            "action_mask": np.frombuffer(bytearray(mask), _INT8),
        }

    def step(self, action: int | None) -> None:
        """Play the action of the agent to move; None once the game is over. Raise IllegalMove."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self.moves) or not self._mask[action]:
            raise IllegalMove(f"The action {action} is not legal for {agent}: its action mask is 0.", tried=action)
        self._state.advance(self.moves[action])
        self._go_on()

    def render(self) -> str | None:
        """Return the table as the agent to move sees it, as text; in mode `human` print it."""
        text = self.game.sketch(self._state.view(self._seat_of[self.agent_selection]))
        if self.render_mode != "human":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing; PettingZoo asks for this method wherever there is `render`."""

    def _go_on(self) -> None:
        """Deal and draw until a seat is to move, and make its mask; or end the game."""
        state = self._state
        while (turn := state.turn) == CHANCE:
            state.advance(self._dealer.deal(state))
        self._mask = bytearray(len(self.moves))
        if turn is not None:
            self.agent_selection = self.possible_agents[turn]
            for move in state.legal_moves():
                self._mask[self.action_of[move]] = 1
        elif (outcome := state.outcome) is not None:
            self._end(outcome)

    def _end(self, outcome: Outcome) -> None:
        places = outcome.places
        for agent, place, points in zip(self.agents, places, outcome.points, strict=True):
            better = sum(other < place for other in places)
            worse = sum(other > place for other in places)
            self.rewards[agent] = (worse - better) / (self.seats - 1)
            self.infos[agent] = {"place": place, "points": points}
            self.terminations[agent] = True
        self._accumulate_rewards()
        self._deads_step_first()

    def _observation_space(self, encoding: Encoding) -> Dict:
        greatest = np.array(encoding.greatest(self.seats), np.int8)
        return Dict(
            {
                "observation": Box(np.zeros_like(greatest), greatest, dtype=np.int8),
                "action_mask": Box(0, 1, (len(self.moves),), np.int8),
            }
        )
