"""Makes a random state that is consistent with a view of King's Kilt.

Families are drawn from the unseen cards as they are dealt: the first two of all seats from one card of each clan, the
third of a clan that the seat does not have. More likely are clans whose cards lie high, and those whose cards the seat
moved up (`position_values.clan_odds`). A player who has just named a victim must have a matching card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from engine.games.kings_kilt import components
from engine.games.kings_kilt.board import FIRST_NOBLEMAN, NEIGHBOURS, outline
from engine.games.kings_kilt.components import Counts, clan_numbers, counts_of
from engine.games.kings_kilt.phases import SWAYING
from engine.games.kings_kilt.position_values import clan_odds
from engine.games.kings_kilt.state import KiltState
from engine.games.kings_kilt.view import KiltView

Families = list[tuple[int, ...]]
Odds = Sequence[int]  # by clan
_PAIR = components.FAMILY - 1  # the first cards of a Family, dealt from one of each clan


def imagine(view: KiltView, rng: Random) -> KiltState:
    """Return a state whose view from that seat is equal to `view`."""
    state: KiltState = KiltState.from_view(view)
    state.filled = outline(view.pyramid, view.vacuum)
    unseen, due = _unseen_cards(view), _clans_held(view)
    state.families, rest = possible_families(view, unseen, rng)
    while due and not any(rest >> 4 * clan & 15 for clan in due):
        state.families, rest = possible_families(view, unseen, rng)
    state.influences, state.members = _influences(view, rest, due, rng)
    return state


def _unseen_cards(view: KiltView) -> Counts:
    """Return the cards whose location the seat does not know, by clan."""
    shown = [clan for seat, clans in enumerate(view.shown) if seat != view.seat for clan in clans]
    seen = (*view.pyramid, view.top, *view.discards, *view.betrayed, *view.family, *view.influence, *shown)
    return 8 * components.ONE_OF_EACH - counts_of(seen) - view.listed


def _clans_held(view: KiltView) -> tuple[int, ...]:
    """Return clans of which the actor must have a card, having just named a victim in rows 4 to 6 (ruling 3)."""
    if view.phase != SWAYING or view.actor == view.seat or view.victim < FIRST_NOBLEMAN:
        return ()
    slots = (view.victim,) if view.by_victim else NEIGHBOURS[view.victim]
    return tuple([view.pyramid[slot] for slot in slots if view.pyramid[slot] != components.EMPTY])


def _influences(
    view: KiltView, rest: Counts, due: tuple[int, ...], rng: Random
) -> tuple[list[tuple[int, ...]], Counts]:
    """Return Influence cards by seat, and what is left of `rest`; the actor gets one of the clans it must have."""
    cards = [clan for clan in range(components.CLAN_COUNT) for _ in range(rest >> 4 * clan & 15)]
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
        rest -= sum([components.ONE[clan] for clan in hand])
        hand.sort()
    return [view.influence if seat == view.seat else tuple(hand) for seat, hand in enumerate(hands)], rest


def possible_families(view: KiltView, unseen: Counts, rng: Random) -> tuple[Families, Counts]:
    """Return a Family for each seat, the own one unchanged, and what is left of the unseen cards.

    Repeats random deals until one is consistent; the true one is, so it ends.
    """
    by_clan, odds = clan_numbers(unseen), clan_odds(view)
    while True:
        found = _try_deal(view, by_clan[:], odds, rng)
        if found is not None:
            return found, unseen - _hidden_cards(view, found)


def _try_deal(view: KiltView, unseen: list[int], odds: Sequence[Odds], rng: Random) -> Families | None:
    """Return a random deal; None if it contradicts the cards shown or unseen. Takes its cards from `unseen`."""
    own = view.family[:_PAIR]
    free = [clan for clan in range(components.CLAN_COUNT) if clan not in own]
    pairs: list[list[int]] = [[] if seat == view.seat else [*shown] for seat, shown in enumerate(view.shown)]
    thirds = [_take_shown_third(pair, own, rng) if pair else None for pair in pairs]
    for clan in [clan for pair in pairs for clan in pair]:
        if clan not in free:
            return None
        free.remove(clan)
    if not _complete(view, pairs, free, unseen, odds, rng):
        return None
    families: Families = []
    for seat, pair in enumerate(pairs):
        if seat == view.seat:
            families.append(view.family)
            continue
        family = _family_with_third(view, seat, pair, thirds[seat], unseen, odds[seat], rng)
        if family is None:
            return None
        families.append(family)
    return families


def _take_shown_third(pair: list[int], own: tuple[int, ...], rng: Random) -> int | None:
    """Remove and return the third card, if it is one of those shown: any may be, and one of the `own` pair must be."""
    for clan in own:
        if clan in pair:
            pair.remove(clan)
            return clan
    at = int(rng.random() * components.FAMILY)
    return pair.pop(at) if at < len(pair) else None


def _complete(
    view: KiltView, pairs: list[list[int]], free: list[int], unseen: list[int], odds: Sequence[Odds], rng: Random
) -> bool:
    """Give the pairs their missing cards in random order, each clan once. Return whether there were enough."""
    missing = [seat for seat, pair in enumerate(pairs) for _ in range(_pair_size(view, seat) - len(pair))]
    while missing:
        seat = missing.pop(int(rng.random() * len(missing)))
        clan = _draw_card(unseen, free, odds[seat], rng)
        if clan is None:
            return False
        free.remove(clan)
        unseen[clan] -= 1
        pairs[seat].append(clan)
    return True


def _family_with_third(
    view: KiltView, seat: int, pair: list[int], third: int | None, unseen: list[int], odds: Odds, rng: Random
) -> tuple[int, ...] | None:
    pair.sort()
    if view.step <= _PAIR * view.seats + seat:
        return tuple(pair)
    if third is None:
        third = _draw_card(unseen, [clan for clan in range(components.CLAN_COUNT) if clan not in pair], odds, rng)
        if third is None:
            return None
        unseen[third] -= 1
    return None if third in pair else (*pair, third)


def _pair_size(view: KiltView, seat: int) -> int:
    """Return how many of its first two Family cards the seat has been dealt; 0 for the own seat."""
    return 0 if seat == view.seat else min(_PAIR, (view.step + view.seats - 1 - seat) // view.seats)


def _draw_card(unseen: list[int], clans: Iterable[int], odds: Odds, rng: Random) -> int | None:
    """Draw one of the unseen cards of these clans by their odds; None if there is none."""
    cards = [(clan, unseen[clan] * odds[clan]) for clan in clans]
    at = rng.random() * sum([number for _, number in cards])
    for clan, number in cards:
        at -= number
        if at < 0:
            return clan
    return None


def _hidden_cards(view: KiltView, families: Families) -> Counts:
    """Return the cards of the others' Families that are not shown."""
    return sum(
        [
            components.ONE[clan]
            for seat, family in enumerate(families)
            if seat != view.seat
            for clan in family
            if clan not in view.shown[seat]
        ]
    )
