"""The lookout: Monte Carlo tree search over imagined states.

Information-set search with one observer (Cowling, Powley and Whitehouse 2012): each playout imagines a state that
fits the view, walks down one tree shared by all of them, adds a node, plays on by the game's guide until the stage
ends, and updates the path. A branch that is not legal in an imagined state is skipped, and its bound counts only the
playouts in which it was legal. The guide's move is tried first: few playouts do not reach every move, and should not.

If `beyond_stage` of the guide is true, the tree grows beyond the stage: a playout ends with the stage in which it adds
its node. If the guide also has a function `priors`, moves are selected by PUCT (Rosin 2011; Silver and others 2016)
from the priors of the imagined state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import log, sqrt
from random import Random
from time import monotonic
from typing import Any, Final

from engine.core import registry
from engine.core.bot import Budget
from engine.core.game import CHANCE, Event, Game, SearchGuide, State
from engine.core.match import draw_chance
from engine.core.maths import pick, random_copies

PLAYOUTS: Final = 200  # a decision, without a budget
_EXPLORATION: Final = 0.2  # of UCB1; values are between 0 and 1
_PRIOR_WEIGHT: Final = 0.5  # of PUCT
_PLAYOUTS_A_MOVE: Final = 16  # for each move tried, before one that the guide does not suggest is tried


Priors = Callable[[Any, Sequence[Event]], Sequence[float]]
"""Return for each of the moves of a state how likely it is to be good, more than 0; their sum is about 1."""


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
    version = 5
    summary = "Plays the rest of the game many times in memory, and chooses the move that did best."
    games: tuple[str, ...] = ()
    default_playouts = PLAYOUTS

    def choose(self, view: Any, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
        """Return the move visited most often."""
        if len(legal) == 1:
            return legal[0]
        return search(registry.game(view.game), view, budget, rng)


def search(game: Game, view: Any, budget: Budget, rng: Random) -> Event:
    """Return the move visited most often, of two or more. The imagined states are those of `game.imagine`."""
    root = _Node((), -1)
    priors: Priors | None = getattr(game.guide, "priors", None)
    descend = _descend_beyond if getattr(game.guide, "beyond_stage", False) else _descend
    for _ in _playouts(budget):
        state = game.imagine(view, rng)
        path = descend(root, game.guide, priors, state, rng)
        _update(path, game.guide.prospects(state))
    return max(root.children.values(), key=lambda node: (node.visits, node.value)).event


def _playouts(budget: Budget) -> Iterator[int]:
    """Count playouts up to the budget: the first of two limits ends them; at least one is made."""
    limit = budget.playouts if budget.playouts is not None or budget.milliseconds is not None else PLAYOUTS
    end = None if budget.milliseconds is None else monotonic() + budget.milliseconds / 1000
    made = 0
    while made == 0 or ((limit is None or made < limit) and (end is None or monotonic() < end)):
        yield made
        made += 1


def _descend(root: _Node, guide: SearchGuide, priors: Priors | None, state: State, rng: Random) -> list[_Node]:
    """Play one imagined state to the end of the present stage. Return its path, at most one node of which is new."""
    stage = guide.stage(state)
    path, is_new = [root], False
    while not is_new and not _is_leaf(guide, state, stage):
        node, is_new = _select(path[-1], guide, priors, state, state.legal_moves(), rng)
        path.append(node)
        state.advance(node.event)
        _draw_chance(guide, state, stage, rng)
    _play_on(guide, state, stage, rng)
    return path


def _descend_beyond(root: _Node, guide: SearchGuide, priors: Priors | None, state: State, rng: Random) -> list[_Node]:
    """Play one imagined state to the end of the stage in which it adds a node. Return its path of choices."""
    path, is_new = [root], False
    while state.turn is not None and not is_new:
        stage = guide.stage(state)
        moves = state.legal_moves()
        if len(moves) == 1:
            state.advance(moves[0])
        else:
            node, is_new = _select(path[-1], guide, priors, state, moves, rng)
            path.append(node)
            state.advance(node.event)
        if is_new:
            _draw_chance(guide, state, stage, rng)
            _play_on(guide, state, stage, rng)
        else:
            draw_chance(state, rng)
    return path


def _play_on(guide: SearchGuide, state: State, stage: int, rng: Random) -> None:
    """Play by the guide until the stage ends."""
    while not _is_leaf(guide, state, stage):
        state.advance(guide.likely(state, rng))
        _draw_chance(guide, state, stage, rng)


def _update(path: Sequence[_Node], prospects: Sequence[float]) -> None:
    for node in path:
        node.visits += 1
        if node.mover >= 0:
            node.value += prospects[node.mover]


def _is_leaf(guide: SearchGuide, state: State, stage: int) -> bool:
    return state.turn is None or guide.stage(state) != stage


def _select(
    node: _Node, guide: SearchGuide, priors: Priors | None, state: State, moves: Sequence[Event], rng: Random
) -> tuple[_Node, bool]:
    """Return the child to follow and whether it is new: the guide's move if it has no node, else the highest bound."""
    if priors is not None:
        return _select_by_priors(node, priors(state, moves), state, moves)
    children = node.children
    tried = [children[move] for move in moves if move in children]
    for child in tried:
        child.available += 1
    if len(tried) < len(moves):
        event = guide.likely(state, rng)
        if event in children and node.visits > _PLAYOUTS_A_MOVE * len(children):
            event = pick(rng, moves)
        if event not in children:
            child = children[event] = _Node(event, state.turn or 0)
            return child, True
    return max(tried, key=_bound), False


def _bound(node: _Node) -> float:
    """Return UCB1 over the playouts in which the move was legal."""
    return node.value / node.visits + _EXPLORATION * sqrt(log(node.available) / node.visits)


def _select_by_priors(node: _Node, priors: Sequence[float], state: State, moves: Sequence[Event]) -> tuple[_Node, bool]:
    """Return the child to follow and whether it is new: the highest bound of PUCT; a new child has the mean value."""
    children = [node.children.get(move) for move in moves]
    visits = sum([child.visits for child in children if child])
    mean = sum([child.value for child in children if child]) / (visits or 1)
    weight = _PRIOR_WEIGHT * sqrt(visits + 1)
    bounds = [
        child.value / child.visits + weight * prior / (1 + child.visits) if child else mean + weight * prior
        for child, prior in zip(children, priors, strict=True)
    ]
    best = max(range(len(bounds)), key=bounds.__getitem__)
    chosen = children[best]
    if chosen:
        return chosen, False
    chosen = node.children[moves[best]] = _Node(moves[best], state.turn or 0)
    return chosen, True


def _draw_chance(guide: SearchGuide, state: State, stage: int, rng: Random) -> None:
    while state.turn == CHANCE and guide.stage(state) == stage:
        state.advance(state.draw(random_copies(state.copies, rng)))


BOT = Lookout()
