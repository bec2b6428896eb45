"""King's Kilt in words: `advance Bruce a3 to b2; raise MacBeth a4`, `betray Stewart c2; by Wallace c3 with Bruce`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from engine.core.game import Event
from engine.core.vocabulary import Clause, Phrase, find_name, truncate
from engine.games.kings_kilt.board import SLOT_NAMES
from engine.games.kings_kilt.components import CLANS, EMPTY
from engine.games.kings_kilt.events import (
    ADVANCE,
    BETRAY,
    FAMILY,
    INFLUENCE,
    LAY,
    PASS,
    RAISE,
    REVEAL,
    SWAY,
    THIRD,
    TOP,
)  # fmt: skip
from engine.games.kings_kilt.state import KiltState

_VERB: Final[Mapping[int, str]] = {
    FAMILY: "family",
    THIRD: "third",
    INFLUENCE: "influence",
    LAY: "row 1",
    TOP: "top",
    ADVANCE: "advance",
    BETRAY: "betray",
    SWAY: "by",
    RAISE: "raise",
    REVEAL: "turn up",
    PASS: "pass",
}
_ALSO: Final[Mapping[str, str]] = {
    "families": "family", "third cards": "third", "thirds": "third", "row one": "row 1", "base": "row 1",
    "top card": "top", "new top": "top", "advances": "advance", "moves": "advance", "betrays": "betray",
    "betrayed by": "by", "raises": "raise", "fill with": "raise", "fills with": "raise", "filled with": "raise",
    "turns up": "turn up", "reveal": "turn up", "reveals": "turn up", "passes": "pass",
}  # fmt: skip
_KIND: Final = {verb: kind for kind, verb in _VERB.items()}

_CARD: Final = r"(?:(?:the\s+)?(?P<clan>[A-Za-z]+)(?:\s+at)?\s+)?(?P<slot>[A-Fa-f][1-6])"
_PLACED: Final = re.compile(_CARD)
_ADVANCE: Final = re.compile(rf"{_CARD}(?:\s+to\s+|\s*-+>?\s*|\s+)(?P<target>[A-Fa-f][1-6])", re.IGNORECASE)
_SWAY: Final = re.compile(rf"{_CARD}(?:\s+with)?(?:\s+an?)?\s+(?P<card>[A-Za-z]+)", re.IGNORECASE)
_SLOT: Final = {name: slot for slot, name in enumerate(SLOT_NAMES)}
_ALSO_CLANS: Final = {
    "mcbeth": CLANS.index("MacBeth"), "mcleod": CLANS.index("MacLeod"), "stuart": CLANS.index("Stewart"),
}  # fmt: skip


class KiltWords:
    """The vocabulary of `docs/notation.md`."""

    verbs: Mapping[str, str] = {**_ALSO, **{verb: verb for verb in _KIND}}
    listing = frozenset({_VERB[kind] for kind in (FAMILY, THIRD, INFLUENCE, LAY)})

    def heading(self, _: KiltState) -> str | None:
        """None: the game has no rounds."""
        return None

    def say(self, state: KiltState, event: Event) -> Phrase:
        """The event in words."""
        kind = event[0]
        return Phrase(_VERB[kind], _object(state, event), "opens" if _opens(state, kind) else "follows")

    def read(self, state: KiltState, clause: Clause) -> Event:
        """The event that a clause means. Raises NotationError."""
        kind = _KIND[clause.verb]
        if kind == PASS:
            clause.check_alone()
            return (PASS,)
        if kind == ADVANCE:
            found = _found(_ADVANCE, clause, "Bruce a3 to b2")
            return (ADVANCE, _placed(state, clause, found), _slot(clause, found["target"]))
        if kind == SWAY:
            found = _found(_SWAY, clause, "Bruce a3 with Wallace")
            return (SWAY, _placed(state, clause, found), _clan(clause, found["card"]))
        if kind in (BETRAY, RAISE):
            example = "Bruce a3; by Stewart b2 with Wallace" if kind == BETRAY else "Bruce a3"
            return (kind, _placed(state, clause, _found(_PLACED, clause, example)))
        return (kind, _clan(clause, clause.what))


def _opens(state: KiltState, kind: int) -> bool:
    """Each turn has a line, and so has each round of the deal."""
    if kind in (FAMILY, INFLUENCE):
        return state.step % state.seats == 0
    if kind == THIRD:
        return state.step == 2 * state.seats
    if kind == LAY:
        return state.pyramid[0] == EMPTY
    if kind == TOP:
        return state.actor == EMPTY
    return kind in (ADVANCE, BETRAY, PASS)


def _object(state: KiltState, event: Event) -> str:
    kind = event[0]
    if kind == PASS:
        return ""
    if kind == ADVANCE:
        return f"{_card(state, event[1])} to {SLOT_NAMES[event[2]]}"
    if kind == SWAY:
        return f"{_card(state, event[1])} with {CLANS[event[2]]}"
    return _card(state, event[1]) if kind in (BETRAY, RAISE) else CLANS[event[1]]


def _card(state: KiltState, slot: int) -> str:
    return f"{CLANS[state.pyramid[slot]]} {SLOT_NAMES[slot]}"


def _found(pattern: re.Pattern[str], clause: Clause, example: str) -> re.Match[str]:
    found = pattern.fullmatch(" ".join(clause.what.split()))
    if found is None:
        stands = f"“{truncate(clause.what)}” does not say it" if clause.what else "Something is missing here"
        raise clause.unreadable(f"{stands}; after “{clause.verb}” write, for example, {example}.")
    return found


def _placed(state: KiltState, clause: Clause, found: re.Match[str]) -> int:
    """The slot that was written; the clan beside it may be left out, and is checked where it stands."""
    slot = _slot(clause, found["slot"])
    if found["clan"]:
        clan, lies = _clan(clause, found["clan"]), state.pyramid[slot]
        if clan != lies:
            there = "there is no card" if lies == EMPTY else f"it is a {CLANS[lies]}"
            raise clause.unreadable(f"At {SLOT_NAMES[slot]} there lies no {CLANS[clan]}: {there}.")
    return slot


def _slot(clause: Clause, written: str) -> int:
    if written.lower() not in _SLOT:
        raise clause.unreadable(
            f"There is no place {written}; row “a”, at the bottom, has places a1 to a6, and each row above it one less."
        )
    return _SLOT[written.lower()]


def _clan(clause: Clause, written: str) -> int:
    return find_name(clause, written, "clan", CLANS, _ALSO_CLANS)


WORDS = KiltWords()
