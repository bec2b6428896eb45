"""Records of King's Kilt from a real table: the cards that were dealt are `?` until they are played or turned up."""

from __future__ import annotations

from dataclasses import replace

from engine.core.game import Event
from engine.core.vocabulary import Clause, Pattern, Phrase
from engine.games.kings_kilt.events import FAMILY, INFLUENCE, THIRD
from engine.games.kings_kilt.outline import KiltOutline
from engine.games.kings_kilt.state import KiltState
from engine.games.kings_kilt.words import WORDS

_DEALT = {"family": FAMILY, "third": THIRD, "influence": INFLUENCE}


class KiltUnknowns:
    """What `docs/notation.md` says of `?`."""

    unordered: frozenset[int] = frozenset()
    turned_up: frozenset[int] = frozenset({FAMILY, THIRD})

    def read(self, _: KiltState, clause: Clause) -> Pattern:
        """A card dealt. Raises NotationError for anything else, which everybody sees."""
        if clause.verb not in _DEALT or clause.what != "?":
            raise clause.unreadable(
                "Only cards that are dealt can be unknown, as in Family: ?, ? or Influence: 4 ?; all else lies open."
            )
        return _DEALT[clause.verb], None

    def say(self, state: KiltState, pattern: Pattern) -> Phrase:
        """`family ?`."""
        return replace(WORDS.say(state, (pattern[0] or 0, 0)), what="?")

    def hide(self, _: KiltState, event: Event) -> Pattern:
        """Cards are dealt face-down."""
        return (event[0], None) if event[0] in (FAMILY, THIRD, INFLUENCE) else event

    def outline(self, start: KiltState) -> KiltOutline:
        """An outline from before the deal."""
        return KiltOutline(start)


UNKNOWNS = KiltUnknowns()
