"""King's Kilt in words: `advance Bruce a3 to b2; raise MacBeth a4`, `betray Stewart c2; by Wallace c3 with Bruce`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from engine.core.game import Event
from engine.core.text import truncate
from engine.core.vocabulary import Clause, Phrase, index_of_name, with_spellings
from engine.games.kings_kilt import events
from engine.games.kings_kilt.board import SLOT_NAMES
from engine.games.kings_kilt.components import CLANS, EMPTY
from engine.games.kings_kilt.state import KiltState

_VERB: Final[Mapping[int, str]] = {
    events.FAMILY: "family",
    events.THIRD: "third",
    events.INFLUENCE: "influence",
    events.LAY: "row 1",
    events.TOP: "top",
    events.ADVANCE: "advance",
    events.BETRAY: "betray",
    events.SWAY: "by",
    events.RAISE: "raise",
    events.REVEAL: "turn up",
    events.PASS: "pass",
}
_OTHER_SPELLINGS: Final = {
    "family": ("families",),
    "third": ("third cards", "thirds"),
    "row 1": ("row one", "base"),
    "top": ("top card", "new top"),
    "advance": ("advances", "moves"),
    "betray": ("betrays",),
    "by": ("betrayed by",),
    "raise": ("raises", "fill with", "fills with", "filled with"),
    "turn up": ("turns up", "reveal", "reveals"),
    "pass": ("passes",),
}
_KIND: Final = {verb: kind for kind, verb in _VERB.items()}

_CARD: Final = r"(?:(?:the\s+)?(?P<clan>[A-Za-z]+)(?:\s+at)?\s+)?(?P<slot>[A-Fa-f][1-6])"
_PLACED: Final = re.compile(_CARD)
_ADVANCE: Final = re.compile(rf"{_CARD}(?:\s+to\s+|\s*-+>?\s*|\s+)(?P<target>[A-Fa-f][1-6])", re.IGNORECASE)
_SWAY: Final = re.compile(rf"{_CARD}(?:\s+with)?(?:\s+an?)?\s+(?P<card>[A-Za-z]+)", re.IGNORECASE)
_SLOT: Final = {name: slot for slot, name in enumerate(SLOT_NAMES)}
_ALSO_CLANS: Final = {
    "mcbeth": CLANS.index("MacBeth"),
    "mcleod": CLANS.index("MacLeod"),
    "stuart": CLANS.index("Stewart"),
}


class KiltVocabulary:
    """The vocabulary of `docs/notation.md`."""

    verbs: Mapping[str, str] = with_spellings(_KIND, _OTHER_SPELLINGS)
    listing = frozenset({_VERB[kind] for kind in (events.FAMILY, events.THIRD, events.INFLUENCE, events.LAY)})

    def heading(self, _: KiltState) -> str | None:
        """Return None: the game has no rounds."""
        return None

    def say(self, state: KiltState, event: Event) -> Phrase:
        """Return the event in words."""
        kind = event[0]
        return Phrase(_VERB[kind], _object(state, event), "opens" if _opens_line(state, kind) else "follows")

    def read(self, state: KiltState, clause: Clause) -> Event:
        """Return the event that a clause means. Raise NotationError."""
        kind = _KIND[clause.verb]
        if kind == events.PASS:
            clause.check_alone()
            return (events.PASS,)
        if kind == events.ADVANCE:
            found = _match(_ADVANCE, clause, "Bruce a3 to b2")
            return (events.ADVANCE, _slot_of_card(state, clause, found), _slot(clause, found["target"]))
        if kind == events.SWAY:
            found = _match(_SWAY, clause, "Bruce a3 with Wallace")
            return (events.SWAY, _slot_of_card(state, clause, found), _clan(clause, found["card"]))
        if kind in (events.BETRAY, events.RAISE):
            example = "Bruce a3; by Stewart b2 with Wallace" if kind == events.BETRAY else "Bruce a3"
            return (kind, _slot_of_card(state, clause, _match(_PLACED, clause, example)))
        return (kind, _clan(clause, clause.what))


def _opens_line(state: KiltState, kind: int) -> bool:
    """Whether the event opens a line: each turn and each round of the deal have one."""
    if kind in (events.FAMILY, events.INFLUENCE):
        return state.step % state.seats == 0
    if kind == events.THIRD:
        return state.step == 2 * state.seats
    if kind == events.LAY:
        return state.pyramid[0] == EMPTY
    if kind == events.TOP:
        return state.actor == EMPTY
    return kind in (events.ADVANCE, events.BETRAY, events.PASS)


def _object(state: KiltState, event: Event) -> str:
    kind = event[0]
    if kind == events.PASS:
        return ""
    if kind == events.ADVANCE:
        return f"{_card(state, event[1])} to {SLOT_NAMES[event[2]]}"
    if kind == events.SWAY:
        return f"{_card(state, event[1])} with {CLANS[event[2]]}"
    return _card(state, event[1]) if kind in (events.BETRAY, events.RAISE) else CLANS[event[1]]


def _card(state: KiltState, slot: int) -> str:
    return f"{CLANS[state.pyramid[slot]]} {SLOT_NAMES[slot]}"


def _match(pattern: re.Pattern[str], clause: Clause, example: str) -> re.Match[str]:
    found = pattern.fullmatch(" ".join(clause.what.split()))
    if found is None:
        complaint = f"“{truncate(clause.what)}” does not say it" if clause.what else "Something is missing here"
        raise clause.unreadable(f"{complaint}; after “{clause.verb}” write, for example, {example}.")
    return found


def _slot_of_card(state: KiltState, clause: Clause, found: re.Match[str]) -> int:
    """Return the written slot; a clan beside it is optional, and checked against the card there."""
    slot = _slot(clause, found["slot"])
    if found["clan"]:
        clan, present = _clan(clause, found["clan"]), state.pyramid[slot]
        if clan != present:
            there = "there is no card" if present == EMPTY else f"it is a {CLANS[present]}"
            raise clause.unreadable(f"At {SLOT_NAMES[slot]} there lies no {CLANS[clan]}: {there}.")
    return slot


def _slot(clause: Clause, written: str) -> int:
    if written.lower() not in _SLOT:
        raise clause.unreadable(
            f"There is no place {written}; row “a”, at the bottom, has places a1 to a6, and each row above it one less."
        )
    return _SLOT[written.lower()]


def _clan(clause: Clause, written: str) -> int:
    return index_of_name(clause, written, "clan", CLANS, _ALSO_CLANS)


WORDS = KiltVocabulary()
