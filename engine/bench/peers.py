"""Other people's engines, played in the same way as ours where they are installed: random legal moves.

They are looked up by name when they are measured, so that the engine needs none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Final, NamedTuple

from engine.bench.playing import OneGame


class Peer(NamedTuple):
    """One game of another engine; `module` is what is imported, `package` what is installed."""

    name: str
    package: str
    module: str
    ready: Callable[[Any], OneGame]  # given the module, sets the game up

    @property
    def is_installed(self) -> bool:
        """Whether it can be measured here."""
        return find_spec(self.module) is not None

    def one_game(self) -> OneGame:
        """The game set up for playing."""
        return self.ready(import_module(self.module))


def _open_spiel(name: str) -> Callable[[Any], OneGame]:
    """Rules only; one of the chance outcomes is picked at random, for in these games all are equally likely."""

    def ready(pyspiel: Any) -> OneGame:
        game, rng = pyspiel.load_game(name), Random(1)

        def one_game(_number: int) -> int:
            state, decisions = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(rng.random() * len(actions))])
                    decisions += 1
            return decisions

        return one_game

    return ready


def _rlcard(name: str) -> Callable[[Any], OneGame]:
    """The environment shows each player its state with the legal actions, as ours shows a view."""

    def ready(rlcard: Any) -> OneGame:
        table, rng = rlcard.make(name, config={"seed": 1}), Random(1)

        def one_game(_number: int) -> int:
            seen, _ = table.reset()
            decisions = 0
            while not table.is_over():
                actions = list(seen["legal_actions"])
                seen, _ = table.step(actions[int(rng.random() * len(actions))])
                decisions += 1
            return decisions

        return one_game

    return ready


def _chess(chess: Any) -> OneGame:
    rng = Random(1)

    def one_game(_number: int) -> int:
        board, decisions = chess.Board(), 0
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(rng.random() * len(moves))])
            decisions += 1
        return decisions

    return one_game


HEARTS: Final = "OpenSpiel hearts"
UNO: Final = "RLCard uno"
CHESS: Final = "python-chess"

PEERS: Final = (
    Peer(HEARTS, "open_spiel", "pyspiel", _open_spiel("hearts")),
    Peer("OpenSpiel crazy eights", "open_spiel", "pyspiel", _open_spiel("crazy_eights")),
    Peer(UNO, "rlcard", "rlcard", _rlcard("uno")),
    Peer("RLCard gin rummy", "rlcard", "rlcard", _rlcard("gin-rummy")),
    Peer(CHESS, "chess", "chess", _chess),
)
