"""A full state from a view: Families are dealt as they may have been, the other unseen Members lie anywhere.

Families are drawn from the unseen cards as the deal draws them: the first two of all seats from one card of each clan,
the third of a clan that the seat has not got. What somebody chose to reveal or to play is not read as a hint.
"""

from __future__ import annotations

from random import Random

from engine.games.kings_kilt.board import outline
from engine.games.kings_kilt.components import CLAN_COUNT, ONE, ONE_OF_EACH, Counts, counted
from engine.games.kings_kilt.kindred import families_like
from engine.games.kings_kilt.state import KiltState
from engine.games.kings_kilt.view import KiltView


def imagine(view: KiltView, rng: Random) -> KiltState:
    """A state whose view from that seat is equal to `view`."""
    state = KiltState.__new__(KiltState)
    _copy_public(state, view)
    unseen = _unseen(view)
    state.families, rest = families_like(view, unseen, rng)
    state.influences, state.members = _influences(view, rest, rng)
    return state


def _unseen(view: KiltView) -> Counts:
    """The cards whose place the seat does not know, by clan."""
    shown = [clan for seat, clans in enumerate(view.shown) if seat != view.seat for clan in clans]
    seen = (*view.pyramid, view.top, *view.discards, *view.betrayed, *view.family, *view.influence, *shown)
    return 8 * ONE_OF_EACH - counted(seen) - view.listed


def _influences(view: KiltView, rest: Counts, rng: Random) -> tuple[list[tuple[int, ...]], Counts]:
    """Influence cards by seat out of the `rest`, and what is left of it."""
    cards = [clan for clan in range(CLAN_COUNT) for _ in range(rest >> 4 * clan & 15)]
    hands: list[tuple[int, ...]] = []
    for seat, size in enumerate(view.influence_sizes):
        if seat == view.seat:
            hands.append(view.influence)
            continue
        hand = []
        for _ in range(size):
            at = int(rng.random() * len(cards))
            clan = cards[at]
            cards[at] = cards[-1]
            cards.pop()
            rest -= ONE[clan]
            hand.append(clan)
        hand.sort()
        hands.append(tuple(hand))
    return hands, rest


def _copy_public(state: KiltState, view: KiltView) -> None:
    state.seats = view.seats
    state.by_victim = view.by_victim
    state.per_pyramid = view.per_pyramid
    state.turn = view.turn
    state.phase = view.phase
    state.step = view.step
    state.actor = view.actor
    state.pyramid = list(view.pyramid)
    state.filled = outline(view.pyramid, view.vacuum)
    state.top = view.top
    state.pile = view.pile
    state.listed = view.listed
    state.shown = list(view.shown)
    state.discards = view.discards
    state.betrayed = view.betrayed
    state.passed = view.passed
    state.victim = view.victim
    state.vacuum = view.vacuum
    state.revealers = view.revealers
