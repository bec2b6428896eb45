"""Families and Influence cards as they may have been dealt, given all that was seen of them later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from time import monotonic

from engine.core.game import Event
from engine.core.vocabulary import Pattern
from engine.games.kings_kilt.components import CLAN_COUNT, MEMBERS
from engine.games.kings_kilt.components import FAMILY as FAMILY_CARDS
from engine.games.kings_kilt.events import FAMILY, INFLUENCE, THIRD
from engine.games.kings_kilt.scoring import points_of

_PAIR = FAMILY_CARDS - 1
Dealt = list[list[int | None]]  # by seat, the cards stated, None for an unknown one, in the order of the deal


@dataclass
class Seen:
    """What has been seen, by seat and in all."""

    seats: int
    pyramid: Sequence[int]
    per_pyramid: bool
    points: Sequence[int] | None = None
    played: list[list[int]] = field(default_factory=list)  # Influence cards
    shown: list[list[int]] = field(default_factory=list)  # Family cards
    drawn: list[int] = field(default_factory=lambda: [0] * CLAN_COUNT)  # Members from the pile, by clan

    def __post_init__(self) -> None:
        self.played = [[] for _ in range(self.seats)]
        self.shown = [[] for _ in range(self.seats)]


class TimeUp(Exception):
    """Not every deal could be looked at in time."""


def deal_like(patterns: Sequence[Pattern], seen: Seen, deadline: float) -> list[Event | None] | None:
    """The events, with unknown deals filled so that all that was seen could happen; None if no deal does.

    Raises TimeUp.
    """
    pairs, thirds, influences = (_stated(patterns, kind, seen.seats) for kind in (FAMILY, THIRD, INFLUENCE))
    left = [MEMBERS - drawn for drawn in seen.drawn]
    hands = [_with(stated, played) for stated, played in zip(influences, seen.played, strict=True)]
    if not _take(left, [clan for hand in hands if hand for clan in hand if clan is not None]) or None in hands:
        return None
    families = _families(seen, pairs, thirds, left, deadline)
    if families is None:
        return None
    filled = [_filled_up(hand, left) for hand in hands if hand is not None]
    if None in filled:
        return None
    cards = {
        FAMILY: _round_the_table(pairs, [family[: len(pair)] for family, pair in zip(families, pairs, strict=True)]),
        THIRD: _round_the_table(thirds, [family[len(pair) :] for family, pair in zip(families, pairs, strict=True)]),
        INFLUENCE: _round_the_table(influences, [hand for hand in filled if hand is not None]),
    }
    return [
        (pattern[0], next(cards[pattern[0]])) if pattern[0] in cards else tuple(n for n in pattern if n is not None)
        for pattern in patterns
        if pattern[0] is not None
    ]


def _stated(patterns: Sequence[Pattern], kind: int, seats: int) -> Dealt:
    cards = [pattern[1] for pattern in patterns if pattern[0] == kind]
    return [cards[seat::seats] for seat in range(seats)]


def _with(stated: list[int | None], played: list[int]) -> list[int | None] | None:
    """The hand with all that was played from it; None if it was not so large, or stated otherwise."""
    hand = stated[:]
    spare = [clan for clan in hand if clan is not None]
    for clan in played:
        if clan in spare:
            spare.remove(clan)
        elif None in hand:
            hand[hand.index(None)] = clan
        else:
            return None
    return hand


def _take(left: list[int], clans: Sequence[int]) -> bool:
    """Count the cards off; whether there were enough."""
    for clan in clans:
        left[clan] -= 1
    return min(left) >= 0


def _families(
    seen: Seen, pairs: Dealt, thirds: Dealt, left: list[int], deadline: float
) -> list[tuple[int, ...]] | None:
    """A Family for each seat, its cards counted off `left`: the first pairs of different clans round the table."""
    candidates = [
        [(family, sum(1 << clan for clan in family[: len(pairs[seat])])) for family in
         _candidates(seen, seat, pairs[seat], thirds[seat])]
        for seat in range(seen.seats)
    ]  # fmt: skip
    found: list[tuple[int, ...]] = []

    def fits(seat: int, taken: int) -> bool:
        if seat == seen.seats:
            return True
        if monotonic() > deadline:
            raise TimeUp
        for family, pair in candidates[seat]:
            if pair & taken or any(left[clan] < 1 for clan in family):
                continue
            _count(left, family, -1)
            found.append(family)
            if fits(seat + 1, taken | pair):
                return True
            found.pop()
            _count(left, family, 1)
        return False

    return found if fits(0, 0) else None


def _count(left: list[int], family: Sequence[int], by: int) -> None:
    for clan in family:
        left[clan] += by


def _candidates(seen: Seen, seat: int, pair: list[int | None], third: list[int | None]) -> Iterator[tuple[int, ...]]:
    """The Families that seat may have, as far as it has been dealt: two cards by clan, then the third."""
    for cards in permutations(range(CLAN_COUNT), len(pair) + len(third)):
        first = cards[: len(pair)]
        if list(first) != sorted(first) or not _agrees(first, pair) or not _agrees(cards[len(pair) :], third):
            continue
        if not {*seen.shown[seat]} <= {*cards}:
            continue
        if seen.points is None or points_of(seen.pyramid, cards, per_pyramid=seen.per_pyramid) == seen.points[seat]:
            yield cards


def _agrees(cards: Sequence[int], stated: list[int | None]) -> bool:
    return {clan for clan in stated if clan is not None} <= {*cards}


def _filled_up(hand: list[int | None], left: list[int]) -> list[int] | None:
    """The rest of a hand from what is left, most of what there is most of."""
    filled = [clan for clan in hand if clan is not None]
    for _ in range(len(hand) - len(filled)):
        clan = left.index(max(left))
        if not left[clan]:
            return None
        left[clan] -= 1
        filled.append(clan)
    return filled


def _round_the_table(stated: Dealt, filled: Sequence[Sequence[int]]) -> Iterator[int]:
    """One card to each seat, then the next."""
    hands = [_in_order(*both) for both in zip(stated, filled, strict=True)]
    for at in range(max(map(len, hands), default=0)):
        yield from (hand[at] for hand in hands if at < len(hand))


def _in_order(stated: list[int | None], filled: Sequence[int]) -> list[int]:
    """The cards of a hand where they are stated, the others in between."""
    rest = list(filled)
    for clan in stated:
        if clan is not None:
            rest.remove(clan)
    rest.reverse()
    return [rest.pop() if clan is None else clan for clan in stated]
