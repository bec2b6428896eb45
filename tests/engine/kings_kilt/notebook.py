"""What a player with a pencil would note, written down without a look at how the engine keeps it.

A notebook is kept by one seat (None: a spectator) from the events that it sees; of a card dealt to somebody else it
sees that it was dealt.
"""

from __future__ import annotations

from collections import Counter

from engine.core.game import CHANCE, Event, Json
from engine.games.kings_kilt import events
from engine.games.kings_kilt.board import BASE

SECRET = (events.FAMILY, events.THIRD, events.INFLUENCE)


class Notebook:
    """The table as it follows from what was seen, by the names of `view_to_json`."""

    def __init__(self, seats: int, seat: int | None) -> None:
        self.seat = seat
        self.pyramid: list[int | None] = [None] * 21
        self.top: int | None = None
        self.pile = 64
        self.on_top = Counter(dict.fromkeys(range(8), 2))
        self.family: list[int] = []
        self.influence: list[int] = []
        self.sizes = [0] * seats
        self.shown: list[list[int]] = [[] for _ in range(seats)]
        self.discards: list[int] = []
        self.betrayed: list[int] = []
        self.moved_up: list[list[int]] = [[] for _ in range(seats)]
        self.removed: list[list[int]] = [[] for _ in range(seats)]
        self.passed: list[int] = []
        self.victim: int | None = None
        self.gap: int | None = None

    def note(self, mover: int, event: Event) -> None:
        """`mover` is the seat that decides or is dealt to; other chance has CHANCE."""
        kind, *rest = event
        if kind in SECRET:
            self._deal(mover, kind, rest)
        elif kind in (events.LAY, events.TOP):
            self._turn(kind, rest[0])
        elif kind == events.REVEAL:
            self.shown[mover].append(rest[0])
        elif kind == events.PASS:
            self.passed.append(mover)
        elif kind == events.BETRAY:
            self.victim = rest[0]
        else:
            self._move(mover, kind, rest)

    def facts(self) -> dict[str, Json]:
        """What a view should say of the table."""
        return {
            "pyramid": self.pyramid, "top": self.top, "pile": self.pile, "shown": self.shown,
            "listed": [self.on_top[clan] for clan in range(8)],
            "family": sorted(self.family[:2]) + self.family[2:], "influence": sorted(self.influence),
            "influence_sizes": self.sizes, "discards": self.discards, "betrayed": self.betrayed,
            "moved_up": self.moved_up, "removed": self.removed,
            "passed": self.passed, "victim": self.victim, "vacuum": self.gap,
        }  # fmt: skip

    def _deal(self, mover: int, kind: int, rest: list[int]) -> None:
        self.pile -= 1
        self.sizes[mover] += kind == events.INFLUENCE
        if mover == self.seat:
            (self.influence if kind == events.INFLUENCE else self.family).append(rest[0])

    def _turn(self, kind: int, clan: int) -> None:
        if self.on_top.total():
            self.on_top[clan] -= 1
        if kind == events.LAY:
            self.pyramid[self.pyramid.index(None)] = clan
            self.pile -= 1
        elif self.gap is not None:
            self.pyramid[self.gap], self.gap = clan, None
            self.pile -= 1
        else:
            self.top = clan

    def _move(self, mover: int, kind: int, rest: list[int]) -> None:
        if kind == events.SWAY:
            assert self.victim is not None
            gone, self.victim = self.victim, None
            self.betrayed.append(self.pyramid[gone] or 0)
            if gone > 14:
                self.removed[mover].append(self.pyramid[gone] or 0)
            self.discards.append(rest[1])
            self.sizes[mover] -= 1
            if mover == self.seat:
                self.influence.remove(rest[1])
        else:
            gone = rest[0]
            target = rest[1] if kind == events.ADVANCE else self.gap
            assert target is not None
            self.pyramid[target] = self.pyramid[gone]
            self.moved_up[mover].append(self.pyramid[gone] or 0)
        self.pyramid[gone], self.gap = None, gone
        if gone < BASE:
            self._fill_from_pile(gone)

    def _fill_from_pile(self, gone: int) -> None:
        if self.top is not None:
            self.pyramid[gone], self.top, self.gap = self.top, None, None
            self.pile -= 1
        else:
            self.on_top, self.discards, self.pile = Counter(self.discards), [], len(self.discards)


def seen(mover: int, event: Event, seat: int | None) -> Event:
    """The event without the card if the seat does not see it."""
    return event[:1] if event[0] in SECRET and mover != seat else event


def concerned(turn: int | None, event: Event, dealt: int, seats: int) -> int:
    """The seat that decides, or is dealt card number `dealt` (from 0)."""
    if turn != CHANCE:
        return turn or 0
    return dealt % seats if event[0] in SECRET else CHANCE
