"""The lookout: searches over imagined states.

Information-set Monte Carlo tree search with one observer (Cowling, Powley and Whitehouse 2012): each playout
imagines a state that fits the view, walks down one tree shared by all of them, adds a node, plays on as the game's
guide suggests until the stage ends, and reports back. A branch that an imagined state does not offer is passed over,
and its bound counts only the playouts that did offer it. What a hasty player would do is tried first: few playouts do
not reach every move, and should not.
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

PLAYOUTS: Final = 200  # a decision, where no budget is given
_CURIOSITY: Final = 0.2  # how much an unsure branch is preferred; prospects lie between 0 and 1
_PATIENCE: Final = 16  # playouts for each move tried, until one that does not come to mind is tried as well


class _Node:
    """A decision in the tree: what was chosen, by whom, how often it was offered and taken, and what came of it."""

    __slots__ = ("children", "event", "mover", "offered", "taken", "worth")

    def __init__(self, event: Event, mover: int) -> None:
        self.event = event
        self.mover = mover
        self.taken = 0
        self.offered = 1
        self.worth = 0.0
        self.children: dict[Event, _Node] = {}


class Lookout:
    """Plays any game that has a guide; a budget of playouts makes it a function of its inputs."""

    slug = "lookout"
    version = 1
    summary = "Plays the rest of the game many times in memory, and chooses the move that did best."
    games: tuple[str, ...] = ()
    default_playouts = PLAYOUTS

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
        """The move taken most often in the search."""
        if len(legal) == 1:
            return legal[0]
        game = registry.game(view.game)
        root = _Node((), -1)
        for _ in _allowed(budget):
            _play_out(root, game, game.imagine(view, rng), rng)
        return max(root.children.values(), key=lambda node: (node.taken, node.worth)).event


def _allowed(budget: Budget) -> Iterator[int]:
    """As many rounds as the budget pays for: of two limits the first reached ends it; one is always made."""
    limit = budget.playouts if budget.playouts is not None or budget.milliseconds is not None else PLAYOUTS
    end = None if budget.milliseconds is None else monotonic() + budget.milliseconds / 1000
    made = 0
    while made == 0 or ((limit is None or made < limit) and (end is None or monotonic() < end)):
        yield made
        made += 1


def _play_out(root: _Node, game: Game, state: State, rng: Random) -> None:
    """One imagined state from the root to the end of the stage, and its news carried back up."""
    stage = game.guide.stage(state)
    path = [root]
    while not _is_leaf(game, state, stage):
        node, is_new = _descend(path[-1], game, state, rng)
        path.append(node)
        state.advance(node.event)
        _settle_chance(game, state, stage, rng)
        if is_new:
            break
    while not _is_leaf(game, state, stage):
        state.advance(game.guide.likely(state, rng))
        _settle_chance(game, state, stage, rng)
    prospects = game.guide.prospects(state)
    for node in path:
        node.taken += 1
        if node.mover >= 0:
            node.worth += prospects[node.mover]


def _is_leaf(game: Game, state: State, stage: int) -> bool:
    return state.turn is None or game.guide.stage(state) != stage


def _descend(node: _Node, game: Game, state: State, rng: Random) -> tuple[_Node, bool]:
    """The child to follow and whether it is new: one that comes to mind, else the one with the highest bound."""
    children, moves = node.children, state.legal_moves()
    tried = [children[move] for move in moves if move in children]
    for child in tried:
        child.offered += 1
    if len(tried) < len(moves):
        event = game.guide.likely(state, rng)
        if event in children and node.taken > _PATIENCE * len(children):
            event = moves[int(rng.random() * len(moves))]
        if event not in children:
            child = children[event] = _Node(event, state.turn or 0)
            return child, True
    return max(tried, key=_bound), False


def _bound(node: _Node) -> float:
    """UCB1 over the playouts that offered the move."""
    return node.worth / node.taken + _CURIOSITY * sqrt(log(node.offered) / node.taken)


def _settle_chance(game: Game, state: State, stage: int, rng: Random) -> None:
    while state.turn == CHANCE and game.guide.stage(state) == stage:
        state.advance(state.draw(_any_copies(state.copies, rng)))


def _any_copies(copies: int, rng: Random) -> Iterator[int]:
    """Copies at random, again and again: whatever lies in a pile comes up as likely as any other there."""
    while True:
        yield 1 + int(rng.random() * copies)


BOT = Lookout()
