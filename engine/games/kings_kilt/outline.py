"""A record of King's Kilt with unknowns: what everybody sees of it, and which deals lead there.

All that happens lies open but for the cards dealt, and those matter in four ways only: whoever plays an Influence card
must have been dealt it, so must whoever turns up a Family card; Families score; and of each clan there are six Members.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.core.game import CHANCE, Event, Outcome
from engine.core.vocabulary import Pattern, Proposal, complete_event, is_complete
from engine.games.kings_kilt.board import FIRST_NOBLEMAN, NEIGHBOURS
from engine.games.kings_kilt.components import CLANS, EMPTY, ONE_OF_EACH
from engine.games.kings_kilt.dealing import Seen, TimeUp, deal_like
from engine.games.kings_kilt.events import BETRAY, FAMILY, INFLUENCE, LAY, REVEAL, SWAY, THIRD, TOP
from engine.games.kings_kilt.phases import ACTING, CHANCE_KIND, REVEALING, SWAYING
from engine.games.kings_kilt.refusals import is_well_formed, refusal
from engine.games.kings_kilt.state import KiltState

_DEALS: Final = (FAMILY, THIRD, INFLUENCE)
_PLENTY: Final = 15 * ONE_OF_EACH  # Members of which nobody knows how many are left


class _Sight(NamedTuple):
    """A card that everybody has seen: who had been dealt it (None: it came from the pile)."""

    at: int  # the index of the event
    kind: int
    seat: int | None
    clan: int


class KiltOutline:
    """Follows `state`, in which the cards dealt are guesses."""

    def __init__(self, start: KiltState) -> None:
        self.state = start
        start.members = _PLENTY
        self._patterns: list[Pattern] = []
        self._sights: list[_Sight] = []

    def turn_to(self, _: int) -> None:
        """Whose turn it is never hangs on what is hidden."""

    def take(self, pattern: Pattern, _: int | None) -> bool:
        """Follow one more event. Raises EngineError."""
        state, kind = self.state, pattern[0]
        likely = tuple([0 if number is None else number for number in pattern])
        if not is_well_formed(likely):
            raise refusal(state, likely)
        if not is_complete(pattern) and not (len(pattern) == 2 and kind in _DEALS):
            return False
        if kind in _DEALS and state.turn == CHANCE and CHANCE_KIND[state.phase] == kind:
            self._deal(pattern)
        else:
            self._play(complete_event(pattern) if is_complete(pattern) else (pattern[0] or 0, 0))
        self._patterns.append(pattern)
        return True

    def fill(self, outcome: Outcome | None, deadline: float) -> Proposal:
        """Every deal that may have been is looked at: if none fits, none does."""
        seen = self._seen(len(self._patterns), outcome if self.state.outcome is not None else None)
        try:
            events = deal_like(self._patterns, seen, deadline)
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

    def _deal(self, pattern: Pattern) -> None:
        """A guess need not be a good one."""
        self.state.advance((pattern[0] or 0, pattern[1] or 0))
        self.state.members = _PLENTY

    def _play(self, event: Event) -> None:
        state = self.state
        index, kind = len(self._patterns), event[0]
        if state.turn == CHANCE or not self._may_be_hidden(event):
            members = state.members
            state.apply(event)
            if kind in (LAY, TOP) and state.members != members:
                self._sights.append(_Sight(index, kind, None, event[1]))
                state.members = _PLENTY
            return
        if kind == SWAY:
            self._sights.append(_Sight(index, kind, state.actor, event[2]))
            state.influences[state.actor] = tuple(sorted((event[2], *state.influences[state.actor][1:])))
        elif kind == REVEAL:
            self._sights.append(_Sight(index, kind, state.revealers[0], event[1]))
        state.advance(event)

    def _may_be_hidden(self, event: Event) -> bool:
        """Whether only cards that nobody sees could forbid the move."""
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

    def _seen(self, before: int, outcome: Outcome | None) -> Seen:
        """All sights of the events before that index."""
        seen = Seen(self.state.seats, self.state.pyramid, per_pyramid=self.state.per_pyramid)
        for _, kind, seat, clan in [sight for sight in self._sights if sight.at < before]:
            if seat is None:
                seen.drawn[clan] += 1
            else:
                (seen.shown if kind == REVEAL else seen.played)[seat].append(clan)
        if outcome is not None and len(outcome.points) == self.state.seats:
            seen.points = outcome.points
        return seen

    def _first_impossible(self, deadline: float) -> tuple[int, str]:
        """The event up to which some deal fits, and no further; the last one, if only the points do not."""
        sights = {sight.at: sight for sight in self._sights}
        for index, pattern in enumerate(self._patterns):
            is_told = index in sights or (pattern[0] in _DEALS and is_complete(pattern))
            if is_told and deal_like(self._patterns[: index + 1], self._seen(index + 1, None), deadline) is None:
                return index, _why(sights.get(index))
        return len(self._patterns), "Whatever was dealt, no Families would score these points at the end."


def _why(sight: _Sight | None) -> str:
    if sight is None:
        return "These cards cannot have been dealt together, whatever the unknown ones are."
    clan = CLANS[sight.clan]
    if sight.seat is None:
        return f"A {clan} cannot come up now: every other {clan} has been dealt, played or seen before."
    what = "a Family card" if sight.kind == REVEAL else "an Influence card"
    return f"Seat {sight.seat + 1} cannot have been dealt this {clan} as {what}, whatever the unknown cards are."
