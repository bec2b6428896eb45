"""A full state from a view: Families are dealt as they may have been, the other unseen Members lie anywhere.

Families are drawn from the unseen cards as the deal draws them: the first two of all seats from one card of each clan,
the third of a clan that the seat has not got. What somebody chose to reveal or to play is not read as a hint, but for
the card it must have where it has just named a victim.
"""

from __future__ import annotations

from random import Random

from engine.games.kings_kilt.board import FIRST_NOBLEMAN, NEIGHBOURS, outline
from engine.games.kings_kilt.components import CLAN_COUNT, EMPTY, ONE, ONE_OF_EACH, Counts, counted
from engine.games.kings_kilt.kindred import families_like
from engine.games.kings_kilt.phases import SWAYING
from engine.games.kings_kilt.state import KiltState
from engine.games.kings_kilt.view import KiltView


def imagine(view: KiltView, rng: Random) -> KiltState:
    """A state whose view from that seat is equal to `view`."""
    state = KiltState.__new__(KiltState)
    _copy_public(state, view)
    unseen, due = _unseen(view), _due(view)
    state.families, rest = families_like(view, unseen, rng)
    while due and not any(rest >> 4 * clan & 15 for clan in due):
        state.families, rest = families_like(view, unseen, rng)
    state.influences, state.members = _influences(view, rest, due, rng)
    return state


def _unseen(view: KiltView) -> Counts:
    """The cards whose place the seat does not know, by clan."""
    shown = [clan for seat, clans in enumerate(view.shown) if seat != view.seat for clan in clans]
    seen = (*view.pyramid, view.top, *view.discards, *view.betrayed, *view.family, *view.influence, *shown)
    return 8 * ONE_OF_EACH - counted(seen) - view.listed


def _due(view: KiltView) -> tuple[int, ...]:
    """Clans of which somebody else must have a card: it has just named a victim in rows 4 to 6 (ruling 3)."""
    if view.phase != SWAYING or view.actor == view.seat or view.victim < FIRST_NOBLEMAN:
        return ()
    slots = (view.victim,) if view.by_victim else NEIGHBOURS[view.victim]
    return tuple([view.pyramid[slot] for slot in slots if view.pyramid[slot] != EMPTY])


def _influences(
    view: KiltView, rest: Counts, due: tuple[int, ...], rng: Random
) -> tuple[list[tuple[int, ...]], Counts]:
    """Influence cards by seat out of the `rest`, and what is left of it; the actor has one that is due."""
    cards = [clan for clan in range(CLAN_COUNT) for _ in range(rest >> 4 * clan & 15)]
    hands: list[list[int]] = [[] for _ in range(view.seats)]
    if due:
        hands[view.actor].append(rng.choice([clan for clan in cards if clan in due]))
        cards.remove(hands[view.actor][0])
    for seat, hand in enumerate(hands):
        if seat == view.seat:
            continue
        for _ in range(view.influence_sizes[seat] - len(hand)):
            at = int(rng.random() * len(cards))
            hand.append(cards[at])
            cards[at] = cards[-1]
            cards.pop()
        rest -= sum([ONE[clan] for clan in hand])
        hand.sort()
    return [view.influence if seat == view.seat else tuple(hand) for seat, hand in enumerate(hands)], rest


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
