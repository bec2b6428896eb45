"""Families as they may have been dealt to the others, given what a seat sees."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from engine.games.kings_kilt.components import CLAN_COUNT, FAMILY, ONE, Counts, numbers
from engine.games.kings_kilt.view import KiltView

Families = list[tuple[int, ...]]
_PAIR = FAMILY - 1  # the first cards of a Family, dealt from one of each clan


def families_like(view: KiltView, unseen: Counts, rng: Random) -> tuple[Families, Counts]:
    """By seat a Family, the own one as it is, and what is left of the unseen cards.

    Tries until a deal fits: the true one does, so there is an end.
    """
    by_clan = numbers(unseen)
    while True:
        found = _attempt(view, by_clan[:], rng)
        if found is not None:
            return found, unseen - _hidden(view, found)


def _attempt(view: KiltView, unseen: list[int], rng: Random) -> Families | None:
    """A deal at random; None if it contradicts what is shown or unseen. Takes its cards from `unseen`."""
    own = view.family[:_PAIR]
    free = [clan for clan in range(CLAN_COUNT) if clan not in own]
    pairs: list[list[int]] = [[] if seat == view.seat else [*shown] for seat, shown in enumerate(view.shown)]
    thirds = [_third_shown(pair, own, rng) if pair else None for pair in pairs]
    for clan in [clan for pair in pairs for clan in pair]:
        if clan not in free:
            return None
        free.remove(clan)
    if not _complete(view, pairs, free, unseen, rng):
        return None
    families: Families = []
    for seat, pair in enumerate(pairs):
        family = view.family if seat == view.seat else _with_third(view, seat, pair, thirds[seat], unseen, rng)
        if family is None:
            return None
        families.append(family)
    return families


def _third_shown(pair: list[int], own: tuple[int, ...], rng: Random) -> int | None:
    """The third card, taken out of the cards shown: any card of a Family may be it, one of the `own` pair must be."""
    for clan in own:
        if clan in pair:
            pair.remove(clan)
            return clan
    at = int(rng.random() * FAMILY)
    return pair.pop(at) if at < len(pair) else None


def _complete(view: KiltView, pairs: list[list[int]], free: list[int], unseen: list[int], rng: Random) -> bool:
    """Every pair gets the cards that are not shown, each clan once; whether there are enough."""
    missing = [seat for seat, pair in enumerate(pairs) for _ in range(_pair_size(view, seat) - len(pair))]
    drawn = free if len(free) == len(missing) else _drawn_apart(unseen, free, len(missing), rng)
    if len(drawn) < len(missing):
        return False
    for clan in drawn:
        unseen[clan] -= 1
        if unseen[clan] < 0:
            return False
    for seat in missing:
        pairs[seat].append(drawn.pop(int(rng.random() * len(drawn))))
    return True


def _drawn_apart(unseen: list[int], free: list[int], number: int, rng: Random) -> list[int]:
    """So many of the unseen cards, each of another of these clans; fewer if there are not enough."""
    drawn: list[int] = []
    while len(drawn) < number and (clan := _drawn(unseen, free, rng)) is not None:
        free.remove(clan)
        drawn.append(clan)
    return drawn


def _with_third(
    view: KiltView, seat: int, pair: list[int], third: int | None, unseen: list[int], rng: Random
) -> tuple[int, ...] | None:
    pair.sort()
    if view.step <= _PAIR * view.seats + seat:
        return tuple(pair)
    if third is None:
        third = _drawn(unseen, [clan for clan in range(CLAN_COUNT) if clan not in pair], rng)
        if third is None:
            return None
        unseen[third] -= 1
    return None if third in pair else (*pair, third)


def _pair_size(view: KiltView, seat: int) -> int:
    """How many of the first cards of its Family that seat has been dealt; the own ones are not missing."""
    return 0 if seat == view.seat else min(_PAIR, (view.step + view.seats - 1 - seat) // view.seats)


def _drawn(unseen: list[int], clans: Iterable[int], rng: Random) -> int | None:
    """One of the unseen cards of these clans, by its clan; None if there is none."""
    cards = [(clan, unseen[clan]) for clan in clans]
    at = rng.random() * sum([number for _, number in cards])
    for clan, number in cards:
        at -= number
        if at < 0:
            return clan
    return None


def _hidden(view: KiltView, families: Families) -> Counts:
    """The cards of the others' Families that are not shown."""
    return sum([
        ONE[clan]
        for seat, family in enumerate(families) if seat != view.seat
        for clan in family if clan not in view.shown[seat]
    ])  # fmt: skip
