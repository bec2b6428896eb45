"""Records of King's Kilt with unknowns: the cards dealt may be `?`.

All events are public except the cards dealt, and those matter in four ways: a player who plays an Influence card or
turns up a Family card must have been dealt it, Families score, and there are six Members of each clan.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from time import monotonic
from typing import Final, NamedTuple

from engine.core.game import CHANCE, Event, Outcome
from engine.core.patterns import Pattern, Proposal, complete_event, is_complete
from engine.core.vocabulary import Clause, Phrase
from engine.games.kings_kilt.board import FIRST_NOBLEMAN, NEIGHBOURS
from engine.games.kings_kilt.components import CLAN_COUNT, CLANS, EMPTY, MEMBERS, ONE_OF_EACH
from engine.games.kings_kilt.components import FAMILY as FAMILY_CARDS
from engine.games.kings_kilt.events import BETRAY, FAMILY, INFLUENCE, LAY, REVEAL, SWAY, THIRD, TOP
from engine.games.kings_kilt.move_errors import is_well_formed, move_error
from engine.games.kings_kilt.notation import WORDS
from engine.games.kings_kilt.phases import ACTING, REVEALING, SWAYING
from engine.games.kings_kilt.scoring import points_of
from engine.games.kings_kilt.state import KiltState

_PAIR = FAMILY_CARDS - 1
DealtCards = list[list[int | None]]  # by seat, the cards stated, None for an unknown one, in the order of the deal
_DEALS: Final = (FAMILY, THIRD, INFLUENCE)
_MANY_MEMBERS: Final = 15 * ONE_OF_EACH  # Members of which nobody knows how many are left
_DEALT = {"family": FAMILY, "third": THIRD, "influence": INFLUENCE}


class KiltPartialRecords:
    """Unknown cards as in `docs/notation.md`."""

    unordered: frozenset[int] = frozenset()
    turned_up: frozenset[int] = frozenset({FAMILY, THIRD})

    def read(self, _: KiltState, clause: Clause) -> Pattern:
        """Return a dealt card. Raise NotationError for anything else, which everybody sees."""
        if clause.verb not in _DEALT or clause.what != "?":
            raise clause.unreadable(
                "Only cards that are dealt can be unknown, as in Family: ?, ? or Influence: 4 ?; all else lies open."
            )
        return _DEALT[clause.verb], None

    def say(self, state: KiltState, pattern: Pattern) -> Phrase:
        """Return such as `family ?`."""
        return replace(WORDS.say(state, (pattern[0] or 0, 0)), what="?")

    def hide(self, _: KiltState, event: Event) -> Pattern:
        """Return a deal without its card."""
        return (event[0], None) if event[0] in _DEALS else event

    def outline(self, start: KiltState) -> KiltReplay:
        """Return a partial replay from before the deal."""
        return KiltReplay(start)


class KiltReplay:
    """A replay in which the cards dealt are guesses."""

    def __init__(self, start: KiltState) -> None:
        self.state = start
        start.members = _MANY_MEMBERS
        self._patterns: list[Pattern] = []
        self._sights: list[_Sighting] = []

    def turn_to(self, _: int) -> None:
        """Do nothing: hidden cards never decide whose turn it is."""

    def take(self, pattern: Pattern, _: int | None) -> bool:
        """Play one more event. Raise EngineError."""
        state, kind = self.state, pattern[0]
        likely = tuple([0 if number is None else number for number in pattern])
        if not is_well_formed(likely):
            raise move_error(state, likely)
        if not is_complete(pattern) and not (len(pattern) == 2 and kind in _DEALS):
            return False
        if kind in _DEALS and state.turn == CHANCE and state.phase == kind:  # a guess, which need not be a good one
            state.advance((pattern[0] or 0, pattern[1] or 0))
            state.members = _MANY_MEMBERS
        else:
            self._play(complete_event(pattern) if is_complete(pattern) else (pattern[0] or 0, 0))
        self._patterns.append(pattern)
        return True

    def fill(self, outcome: Outcome | None, deadline: float) -> Proposal:
        """Try all possible deals: if none is consistent, the record is impossible."""
        seen = self._seen_cards(len(self._patterns), outcome if self.state.outcome is not None else None)
        try:
            events = possible_deal(self._patterns, seen, deadline)
        except TimeUp:
            return Proposal()
        if events is not None:
            unknown = [at for at, pattern in enumerate(self._patterns) if not is_complete(pattern)]
            dealt = sum(sight.seat is not None for sight in self._sights)
            return Proposal(events, frozenset(unknown[:dealt]))
        try:
            return Proposal(impossible=self._first_impossible(deadline))
        except TimeUp:
            return Proposal(impossible=(len(self._patterns), "No deal leads to all of this, whatever the cards are."))

    def _play(self, event: Event) -> None:
        state = self.state
        index, kind = len(self._patterns), event[0]
        if state.turn == CHANCE or not self._may_be_hidden(event):
            members = state.members
            state.apply(event)
            if kind in (LAY, TOP) and state.members != members:
                self._sights.append(_Sighting(index, kind, None, event[1]))
                state.members = _MANY_MEMBERS
            return
        if kind == SWAY:
            self._sights.append(_Sighting(index, kind, state.actor, event[2]))
            state.influences[state.actor] = tuple(sorted((event[2], *state.influences[state.actor][1:])))
        elif kind == REVEAL:
            self._sights.append(_Sighting(index, kind, state.revealers[0], event[1]))
        state.advance(event)

    def _may_be_hidden(self, event: Event) -> bool:
        """Whether only hidden cards could forbid the move."""
        state, kind = self.state, event[0]
        if kind == BETRAY and state.phase == ACTING and len(event) == 2 and 0 <= event[1] < len(state.pyramid):
            return state.pyramid[event[1]] != EMPTY and bool(state.influences[state.actor])
        if kind == SWAY and state.phase == SWAYING and len(event) == 3:
            _, slot, clan = event
            if slot not in NEIGHBOURS[state.victim] or state.pyramid[slot] == EMPTY or not 0 <= clan < len(CLANS):
                return False
            matched = state.victim if state.by_victim else slot
            return state.victim < FIRST_NOBLEMAN or clan == state.pyramid[matched]
        if kind == REVEAL and state.phase == REVEALING and len(event) == 2 and 0 <= event[1] < len(CLANS):
            return event[1] not in state.shown[state.revealers[0]]
        return False

    def _seen_cards(self, before: int, outcome: Outcome | None) -> SeenCards:
        """Return what was seen in the events before that index."""
        seen = SeenCards(self.state)
        for _, kind, seat, clan in [sight for sight in self._sights if sight.at < before]:
            if seat is None:
                seen.drawn[clan] += 1
            else:
                (seen.shown if kind == REVEAL else seen.played)[seat].append(clan)
        if outcome is not None and len(outcome.points) == self.state.seats:
            seen.points = outcome.points
        return seen

    def _first_impossible(self, deadline: float) -> tuple[int, str]:
        """Return the first event after which no deal is consistent; the end, if only the points are not."""
        sights = {sight.at: sight for sight in self._sights}
        for index, pattern in enumerate(self._patterns):
            is_told = index in sights or (pattern[0] in _DEALS and is_complete(pattern))
            if (
                is_told
                and possible_deal(self._patterns[: index + 1], self._seen_cards(index + 1, None), deadline) is None
            ):
                return index, _impossible_text(sights.get(index))
        return len(self._patterns), "Whatever was dealt, no Families would score these points at the end."


class SeenCards:
    """The cards seen, by seat and in all, before that state."""

    def __init__(self, state: KiltState) -> None:
        self.seats, self.pyramid, self.per_pyramid = state.seats, state.pyramid, state.per_pyramid
        self.points: Sequence[int] | None = None
        self.played: list[list[int]] = [[] for _ in range(state.seats)]  # Influence cards
        self.shown: list[list[int]] = [[] for _ in range(state.seats)]  # Family cards
        self.drawn = [0] * CLAN_COUNT  # Members from the pile, by clan


class TimeUp(Exception):
    """There was no time to try all deals."""


def possible_deal(patterns: Sequence[Pattern], seen: SeenCards, deadline: float) -> list[Event | None] | None:
    """Return the events with unknown deals filled so that everything seen is possible; None if no deal is.

    Raise TimeUp.
    """
    dealt = {kind: [pattern[1] for pattern in patterns if pattern[0] == kind] for kind in _DEALS}
    pairs, thirds, influences = ([dealt[kind][seat :: seen.seats] for seat in range(seen.seats)] for kind in _DEALS)
    left = [MEMBERS - drawn for drawn in seen.drawn]
    hands = [_hand_with(stated, played) for stated, played in zip(influences, seen.played, strict=True)]
    if not _take(left, [clan for hand in hands if hand for clan in hand if clan is not None]) or None in hands:
        return None
    families = _families(seen, pairs, thirds, left, deadline)
    if families is None:
        return None
    filled = [_fill_hand(hand, left) for hand in hands if hand is not None]
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


def _hand_with(stated: list[int | None], played: list[int]) -> list[int | None] | None:
    """Return the hand with all cards played from it; None if it is too small, or stated otherwise."""
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
    """Count the cards off; return whether there were enough."""
    for clan in clans:
        left[clan] -= 1
    return min(left) >= 0


def _families(
    seen: SeenCards, pairs: DealtCards, thirds: DealtCards, left: list[int], deadline: float
) -> list[tuple[int, ...]] | None:
    """Return a Family for each seat, counted off `left`; the first pairs of all seats are of different clans."""
    candidates = [
        [
            (family, sum(1 << clan for clan in family[: len(pairs[seat])]))
            for family in _candidates(seen, seat, pairs[seat], thirds[seat])
        ]
        for seat in range(seen.seats)
    ]
    found: list[tuple[int, ...]] = []

    def fits(seat: int, taken: int) -> bool:
        if seat == seen.seats:
            return True
        if monotonic() > deadline:
            raise TimeUp
        for family, pair in candidates[seat]:
            if pair & taken or any(left[clan] < 1 for clan in family):
                continue
            _take(left, family)
            found.append(family)
            if fits(seat + 1, taken | pair):
                return True
            found.pop()
            for clan in family:
                left[clan] += 1
        return False

    return found if fits(0, 0) else None


def _candidates(
    seen: SeenCards, seat: int, pair: list[int | None], third: list[int | None]
) -> Iterator[tuple[int, ...]]:
    """Yield the possible Families of a seat, as far as it has been dealt: two cards by clan, then the third."""
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


def _fill_hand(hand: list[int | None], left: list[int]) -> list[int] | None:
    """Fill a hand from what is left, with the clan that has most cards left; None if there are not enough."""
    filled = [clan for clan in hand if clan is not None]
    for _ in range(len(hand) - len(filled)):
        clan = left.index(max(left))
        if not left[clan]:
            return None
        left[clan] -= 1
        filled.append(clan)
    return filled


def _round_the_table(stated: DealtCards, filled: Sequence[Sequence[int]]) -> Iterator[int]:
    """Yield one card for each seat, then the next."""
    hands = [_in_order(*both) for both in zip(stated, filled, strict=True)]
    for at in range(max(map(len, hands), default=0)):
        yield from (hand[at] for hand in hands if at < len(hand))


def _in_order(stated: list[int | None], filled: Sequence[int]) -> list[int]:
    """Return the cards of a hand, stated ones at their positions, the others in between."""
    rest = list(filled)
    for clan in stated:
        if clan is not None:
            rest.remove(clan)
    rest.reverse()
    return [rest.pop() if clan is None else clan for clan in stated]


class _Sighting(NamedTuple):
    """A card that everybody has seen; `seat` is the one that had been dealt it, None if it came from the pile."""

    at: int  # the index of the event
    kind: int
    seat: int | None
    clan: int


def _impossible_text(sight: _Sighting | None) -> str:
    if sight is None:
        return "These cards cannot have been dealt together, whatever the unknown ones are."
    clan = CLANS[sight.clan]
    if sight.seat is None:
        return f"A {clan} cannot come up now: every other {clan} has been dealt, played or seen before."
    what = "a Family card" if sight.kind == REVEAL else "an Influence card"
    return f"Seat {sight.seat + 1} cannot have been dealt this {clan} as {what}, whatever the unknown cards are."


UNKNOWNS = KiltPartialRecords()
