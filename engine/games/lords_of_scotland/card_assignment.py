"""Assigns cards that nobody saw, so that every round ends in the order in which Supporters were claimed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import exp
from random import Random
from time import monotonic
from typing import Final, TypeAlias

from engine.games.lords_of_scotland.card_inference import CardInference, Draw, Muster, RoundEnd, SeenCards, Source
from engine.games.lords_of_scotland.scoring import Army, strength_of

Undo: TypeAlias = Callable[[], None]

_TEMPERATURE: Final = 1.5  # how much worse a change may be and still be kept now and then (simulated annealing)
_NOTHING: Final = Muster(-1, -1, None)
_SEED: Final = 1


def assign_cards(sightings: SeenCards, plan: CardInference, deadline: float) -> dict[int, int]:
    """Return a card for each unknown event, by index, as far as one was found."""
    layout = _Assignment(sightings, plan)
    layout.improve(deadline)
    return layout.by_event()


class _Assignment:
    """A card for every unknown draw, improved by simulated annealing."""

    def __init__(self, sightings: SeenCards, plan: CardInference) -> None:
        self._plan = plan
        self._random = Random(_SEED)
        self._rounds = [round_end for round_end in sightings.rounds if round_end.is_unsure]
        self._round_of = {
            release: at for at, round_end in enumerate(self._rounds) for release in _unknown_musters(round_end)
        }
        self._cards: dict[Source, int] = dict((*plan.cards.items(), *plan.chained.items()))
        self._cards.update((source, source.card) for source in plan.dumped_by if source.card is not None)
        self._source = {release: source for source, release in plan.dumped_by.items() if release is not None}
        self._touched: list[Source] = []  # by the change being tried
        self._spare: list[int] = []  # of the last lot: cards that may stay in the pile
        self._members: list[list[Draw]] = [[] for _ in plan.free]  # by lot, the draws that may be any free card
        for source in plan.dumped_by:
            if isinstance(source, Draw) and source.card is None and source not in plan.chained:
                self._members[source.lot].append(source)
        self._deal()
        self._costs = [self._cost(round_end) for round_end in self._rounds]

    def by_event(self) -> dict[int, int]:
        """Return a card for each unknown event."""
        cards = {source.at: card for source, card in self._cards.items() if isinstance(source, Draw)}
        sources = self._source.items()
        return cards | {release.at: self._cards[source] for release, source in sources if source in self._cards}

    def improve(self, deadline: float) -> None:
        """Change assignments until all rounds end in the right order, or time runs out."""
        while any(self._costs) and monotonic() < deadline:
            for _ in range(50):
                wrong = [at for at, cost in enumerate(self._costs) if cost]
                if not wrong:
                    return
                self._change(self._random.choice(wrong))

    def _deal(self) -> None:
        """Assign any free card of its lot to each draw; cards mustered face-down come back in the next lot."""
        free = [sorted(cards) for cards in self._plan.free]
        for source, release in self._plan.dumped_by.items():
            if source.card is not None and source not in self._plan.pinned:
                self._return(release, source.card, free)
        for lot, cards in enumerate(free):
            self._random.shuffle(cards)
            for draw in self._members[lot]:
                if cards:
                    self._cards[draw] = cards.pop()
                    self._return(self._plan.dumped_by[draw], self._cards[draw], free)
            self._spare = cards

    def _return(self, release: Muster | None, card: int, free: list[list[int]]) -> None:
        into = self._plan.enters(release)
        if into is not None:
            free[into].append(card)

    def _change(self, number: int) -> None:
        """Try one change in a round whose order is wrong, and undo it if it makes things worse."""
        releases = [release for release in _unknown_musters(self._rounds[number]) if release in self._source]
        if not releases:
            return
        release = self._random.choice(releases)
        source = self._source[release]
        kinds = (
            [self._try_other_card]
            if source.card is not None
            else [self._try_other_card, self._try_renaming, self._try_renaming]
        )
        self._touched = []
        undo = self._random.choice(kinds)(source)
        if undo is None:
            return
        rounds = (self._round_of.get(self._plan.dumped_by[source] or _NOTHING) for source in self._touched)
        touched = {at for at in rounds if at is not None}
        before = {at: self._costs[at] for at in touched}
        worse = -sum(before.values())
        for at in touched:
            self._costs[at] = self._cost(self._rounds[at])
            worse += self._costs[at]
        if worse > 0 and self._random.random() > exp(-worse / _TEMPERATURE):
            undo()
            for at, cost in before.items():
                self._costs[at] = cost

    def _try_renaming(self, source: Source) -> Undo | None:
        """Exchange two cards of a lot in all later events, or one with a card that stays in the pile."""
        if not isinstance(source, Draw) or source not in self._cards:
            return None
        plan = self._plan
        if source in plan.chained:
            return self._try_renaming_in_time(source)
        others = self._members[source.lot]
        spare = self._spare if source.lot == len(self._members) - 1 else []
        at = self._random.randrange(len(others) + len(spare))
        other = spare[at - len(others)] if at >= len(others) else self._cards.get(others[at])
        if other is None or other == self._cards[source]:
            return None
        return self._swap_names(self._cards[source], other, source.lot)

    def _try_renaming_in_time(self, source: Draw) -> Undo | None:
        """Exchange the draws of a card that must come into a certain lot and of another that came there."""
        plan = self._plan
        into = plan.enters(plan.dumped_by[source])
        others = [
            other
            for other, release in plan.dumped_by.items()
            if isinstance(other, Draw)
            and other is not source
            and other.lot == source.lot
            and plan.enters(release) == into
            and other in self._cards
            and release is not None
            and other.card is None
        ]
        if not others:
            return None
        other = self._random.choice(others)
        self._change_chains(source, other)
        return lambda: self._change_chains(source, other)

    def _change_chains(self, one: Draw, other: Draw) -> None:
        """Exchange cards and the constraints on them."""
        chained, pinned = self._plan.chained, self._plan.pinned
        self._touched += [one, other]
        self._cards[one], self._cards[other] = self._cards[other], self._cards[one]
        cards = {draw: chained.pop(draw) for draw in (one, other) if draw in chained}
        for draw, card in cards.items():
            chained[other if draw is one else one] = card
        for draw in (one, other):
            pinned.pop(draw, None)
            members, release = self._members[draw.lot], self._plan.dumped_by[draw]
            if draw in chained and release is not None:
                pinned[draw] = release
            if draw in chained and draw in members:
                members.remove(draw)
            elif draw not in chained and draw not in members:
                members.append(draw)

    def _swap_names(self, one: int, other: int, lot: int) -> Undo:
        """Exchange two cards in that lot and all later ones."""

        def swap() -> None:
            names = {one: other, other: one}
            for members in self._members[lot:]:
                for draw in members:
                    if self._cards.get(draw) in names:
                        self._cards[draw] = names[self._cards[draw]]
                        self._touched.append(draw)
            self._spare = [names.get(card, card) for card in self._spare]

        swap()
        return swap

    def _try_other_card(self, source: Source) -> Undo | None:
        """Muster another card of the same hand face-down in place of this one."""
        plan = self._plan
        release = plan.dumped_by[source]
        others = [other for other in plan.dumped_by if self._may_change(source, other)]
        if release is None or not others:
            return None
        other = self._random.choice(others)
        into = {plan.enters(release), plan.enters(plan.dumped_by[other])}
        later = [lot for lot in into if lot is not None]
        undo = self._swap_names(self._cards[source], self._cards[other], min(later)) if len(into) > 1 else None
        self._change_pairs(source, other)

        def back() -> None:
            self._change_pairs(source, other)
            if undo is not None:
                undo()

        return back

    def _may_change(self, source: Source, other: Source) -> bool:
        """Whether each could have been mustered in place of the other, and both come into the lots they must."""
        plan = self._plan
        mine, theirs = plan.dumped_by[source], plan.dumped_by[other]
        if mine is None or other is source or other.seat != source.seat:
            return False
        if source not in self._cards or other not in self._cards:
            return False
        if other.at > mine.at or (theirs is not None and source.at > theirs.at):
            return False
        into = {plan.enters(mine), plan.enters(theirs)}
        return len(into) == 1 or (None in into and source not in plan.pinned and other not in plan.pinned)

    def _change_pairs(self, source: Source, other: Source) -> None:
        self._touched += [source, other]
        pairs, pinned = self._plan.dumped_by, self._plan.pinned
        pairs[source], pairs[other] = pairs[other], pairs[source]
        for changed in (source, other):
            release = pairs[changed]
            if release is not None:
                self._source[release] = changed
                if changed in pinned:
                    pinned[changed] = release

    def _cost(self, one: RoundEnd) -> int:
        """Return by how much the claims of a round are out of order; 0 if they agree with the armies."""
        keys = [self._key(army) for army in one.armies]
        others = [seat for seat, army in enumerate(one.armies) if army and seat not in one.order]
        order = [*one.order, max(others, key=keys.__getitem__)] if others else one.order
        return sum(
            keys[lower][0] - keys[higher][0] + 1 for higher, lower in pairwise(order) if keys[lower] >= keys[higher]
        )

    def _key(self, army: list[tuple[int | Muster, int]]) -> tuple[int, int]:
        """Return the total and the highest card."""
        cards: Army = tuple([(self._card(card), power, 0, 0) for card, power in army])
        return (strength_of(cards), max(cards)[0]) if cards else (0, 0)

    def _card(self, card: int | Muster) -> int:
        if not isinstance(card, Muster):
            return card
        return self._cards.get(self._source[card], 1) if card in self._source else 1


def _unknown_musters(one: RoundEnd) -> list[Muster]:
    return [card for army in one.armies for card, _ in army if isinstance(card, Muster)]
