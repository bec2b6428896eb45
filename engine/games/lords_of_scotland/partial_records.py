"""Records of Lords of Scotland from a real table: what is dealt, drawn, taken or mustered face-down is `?`."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.core.game import Event
from engine.core.vocabulary import Clause, Pattern, Phrase
from engine.games.lords_of_scotland.events import DEAL, DRAW, FACE_DOWN, MUSTER, TAKE
from engine.games.lords_of_scotland.outline import LordsOutline
from engine.games.lords_of_scotland.state import LordsState
from engine.games.lords_of_scotland.words import WORDS

_UNSEEN: Final = {"deal": DEAL, "is": TAKE, "draw": DRAW}
_ANY_CARD: Final = 1  # in place of an unknown one where words are made


class LordsUnknowns:
    """What `docs/notation.md` says of `?`."""

    unordered: frozenset[int] = frozenset()
    turned_up: frozenset[int] = frozenset({MUSTER})

    def read(self, state: LordsState, clause: Clause) -> Pattern:
        """A card that only its owner sees. Raises NotationError for others, which everybody sees."""
        if clause.verb in _UNSEEN and clause.what == "?":
            return _UNSEEN[clause.verb], None
        if clause.verb == "muster":
            facing = WORDS.read(state, replace(clause, what=clause.what.replace("?", "Scott 1", 1)))[2]
            if facing == FACE_DOWN:
                return MUSTER, None, FACE_DOWN
        raise clause.unreadable(
            "Only what is dealt, drawn, taken or mustered face-down can be unknown: deal ?, draw ?, is ?, "
            "muster ? face-down. Everything else lies open."
        )

    def say(self, state: LordsState, pattern: Pattern) -> Phrase:
        """`is ?`, `muster ? face-down`."""
        event = tuple([_ANY_CARD if number is None else number for number in pattern])
        said = WORDS.say(state, event)
        return replace(said, what="? face-down" if event[0] == MUSTER else "?")

    def hide(self, _: LordsState, event: Event) -> Pattern:
        """Cards in hands, and those mustered face-down, which are turned up only when the round is over."""
        if event[0] in (DEAL, TAKE, DRAW):
            return event[0], None
        return (MUSTER, None, FACE_DOWN) if event[0] == MUSTER and event[2] == FACE_DOWN else event

    def outline(self, start: LordsState) -> LordsOutline:
        """An outline from before the deal."""
        return LordsOutline(start)


UNKNOWNS = LordsUnknowns()
