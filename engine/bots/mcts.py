"""The lookout: Monte Carlo tree search over imagined states.

Information-set search with one observer (Cowling, Powley and Whitehouse 2012): each playout imagines a state that
fits the view, walks down one tree shared by all of them, adds a node, plays on by the game's guide until the stage
ends, and updates the path. A branch that is not legal in an imagined state is skipped, and its bound counts only the
playouts in which it was legal. The guide's move is tried first: few playouts do not reach every move, and should not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log, sqrt
from random import Random
from time import monotonic
from typing import Any, Final

from engine.core import registry
from engine.core.bot import Budget
from engine.core.game import CHANCE, Event, Game, State
from engine.core.maths import pick

PLAYOUTS: Final = 200  # a decision, without a budget
_EXPLORATION: Final = 0.2  # of UCB1; values are between 0 and 1
_PLAYOUTS_A_MOVE: Final = 16  # for each move tried, before one that the guide does not suggest is tried


class _Node:
    """A node of the tree: the event that leads to it, who moved, visits and total value."""

    __slots__ = ("available", "children", "event", "mover", "value", "visits")

    def __init__(self, event: Event, mover: int) -> None:
        self.event = event
        self.mover = mover
        self.visits = 0
        self.available = 1
        self.value = 0.0
        self.children: dict[Event, _Node] = {}


class Lookout:
    """Plays any game that has a guide; with a budget of playouts it is a function of its inputs."""

    slug = "lookout"
    version = 1
    summary = "Plays the rest of the game many times in memory, and chooses the move that did best."
    games: tuple[str, ...] = ()
    default_playouts = PLAYOUTS

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
        """Return the move visited most often."""
        if len(legal) == 1:
            return legal[0]
        game = registry.game(view.game)
        root = _Node((), -1)
        for _ in _playouts(budget):
            _playout(root, game, game.imagine(view, rng), rng)
        return max(root.children.values(), key=lambda node: (node.visits, node.value)).event


def _playouts(budget: Budget) -> Iterator[int]:
    """Count playouts up to the budget: the first of two limits ends them; at least one is made."""
    limit = budget.playouts if budget.playouts is not None or budget.milliseconds is not None else PLAYOUTS
    end = None if budget.milliseconds is None else monotonic() + budget.milliseconds / 1000
    made = 0
    while made == 0 or ((limit is None or made < limit) and (end is None or monotonic() < end)):
        yield made
        made += 1


def _playout(root: _Node, game: Game, state: State, rng: Random) -> None:
    """Play one imagined state to the end of the stage, and update the nodes of its path."""
    stage = game.guide.stage(state)
    path = [root]
    while not _is_leaf(game, state, stage):
        node, is_new = _select(path[-1], game, state, rng)
        path.append(node)
        state.advance(node.event)
        _draw_chance(game, state, stage, rng)
        if is_new:
            break
    while not _is_leaf(game, state, stage):
        state.advance(game.guide.likely(state, rng))
        _draw_chance(game, state, stage, rng)
    prospects = game.guide.prospects(state)
    for node in path:
        node.visits += 1
        if node.mover >= 0:
            node.value += prospects[node.mover]


def _is_leaf(game: Game, state: State, stage: int) -> bool:
    return state.turn is None or game.guide.stage(state) != stage


def _select(node: _Node, game: Game, state: State, rng: Random) -> tuple[_Node, bool]:
    """Return the child to follow and whether it is new: the guide's move if it has no node, else the highest bound."""
    children, moves = node.children, state.legal_moves()
    tried = [children[move] for move in moves if move in children]
    for child in tried:
        child.available += 1
    if len(tried) < len(moves):
        event = game.guide.likely(state, rng)
        if event in children and node.visits > _PLAYOUTS_A_MOVE * len(children):
            event = pick(rng, moves)
        if event not in children:
            child = children[event] = _Node(event, state.turn or 0)
            return child, True
    return max(tried, key=_bound), False


def _bound(node: _Node) -> float:
    """Return UCB1 over the playouts in which the move was legal."""
    return node.value / node.visits + _EXPLORATION * sqrt(log(node.available) / node.visits)


def _draw_chance(game: Game, state: State, stage: int, rng: Random) -> None:
    while state.turn == CHANCE and game.guide.stage(state) == stage:
        state.advance(state.draw(_random_copies(state.copies, rng)))


def _random_copies(copies: int, rng: Random) -> Iterator[int]:
    """Yield random copies: all cards of a pile are equally likely."""
    while True:
        yield 1 + int(rng.random() * copies)


BOT = Lookout()
