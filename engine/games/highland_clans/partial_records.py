"""Records of Highland Clans from a real table: combat cards are `?` until they are laid in a raid."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.core.game import Event
from engine.core.vocabulary import Clause, Pattern, Phrase
from engine.games.highland_clans.events import DEAL, DISCARD, DRAW, EXCHANGE, LAY, PUT_BACK
from engine.games.highland_clans.naming import cards_named
from engine.games.highland_clans.outline import ClansOutline
from engine.games.highland_clans.state import ClansState
from engine.games.highland_clans.words import WORDS

_OF_CARDS: Final = frozenset({DEAL, DRAW, DISCARD, EXCHANGE, PUT_BACK})
_VERBS: Final = frozenset({"deal", "draw", "discard", "exchange", "put back"})
_UNKNOWN: Final = re.compile(r"(?P<count>\d{1,2})?\s*\?")
_MOST: Final = 20  # more unknown cards in a row than any event has
_ANY_CARD: Final = 1  # in place of an unknown one where words are made


class ClansUnknowns:
    """What `docs/notation.md` says of `?`."""

    unordered: frozenset[int] = _OF_CARDS
    turned_up: frozenset[int] = frozenset({LAY})

    def read(self, state: ClansState, clause: Clause) -> Pattern:
        """Combat cards, of which some are unknown. Raises NotationError for anything else, which everybody sees."""
        if clause.verb == "lay" and clause.what.startswith("?"):
            _, _, piper = WORDS.read(state, replace(clause, what=f"{_ANY_CARD}{clause.what[1:]}"))
            return LAY, None, piper
        if clause.verb not in _VERBS:
            raise clause.unreadable(
                "Only combat cards can be unknown, as in Deal: 4 ?, draw 2 ?, discard ?, exchange 2 ?, put back 2 ?, "
                "lay ?. Everything else lies open."
            )
        unknown = min(_MOST, sum(int(found["count"] or 1) for found in _UNKNOWN.finditer(clause.what)))
        known = _UNKNOWN.sub(str(_ANY_CARD), clause.what)
        event = WORDS.read(state, replace(clause, what=known))
        cards = list(event[1:])
        for _ in _UNKNOWN.finditer(clause.what):
            cards.remove(_ANY_CARD)
        return (event[0], *cards, *[None] * unknown)

    def say(self, state: ClansState, pattern: Pattern) -> Phrase:
        """`draw 1, 2 ?`, `lay ? with piper`."""
        event = tuple([_ANY_CARD if number is None else number for number in pattern])
        said = WORDS.say(state, event)
        if event[0] == LAY:
            return replace(said, what=f"?{said.what[1:]}")
        return replace(said, what=_cards(pattern[1:]) + said.what.removeprefix(cards_named(event[1:])))

    def hide(self, _: ClansState, event: Event) -> Pattern:
        """Cards that are dealt, drawn, or go back face-down; those laid in a raid are turned up."""
        return (event[0], *[None] * (len(event) - 1)) if event[0] in _OF_CARDS else event

    def outline(self, start: ClansState) -> ClansOutline:
        """An outline from before the deal."""
        return ClansOutline(start)


def _cards(cards: Sequence[int | None]) -> str:
    """Such as `1, 3, 2 ?`."""
    known = [str(card) for card in cards if card is not None]
    unknown = len(cards) - len(known)
    return ", ".join([*known, *([f"{unknown} ?" if unknown > 1 else "?"] if unknown else [])])


UNKNOWNS = ClansUnknowns()
