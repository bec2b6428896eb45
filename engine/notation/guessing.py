"""Reads a clause with `?` of a game that has no words of its own for what nobody knows."""

from __future__ import annotations

from typing import Any

from engine.core.vocabulary import Clause, Pattern, Phrase, Vocabulary


def read_by_saying(state: Any, clause: Clause, words: Vocabulary) -> Pattern:
    """The numbers that all events have in common which are said with that verb now, and None for the others.

    Only a lone `?` is understood: the whole object is unknown. Raises NotationError.
    """
    events = list(state.legal_moves()) or [event for event, _ in state.chance_outcomes()]
    found = [event for event in events if words.say(state, event).verb == clause.verb]
    lengths = {len(event) for event in found}
    if clause.what != "?" or len(lengths) != 1:
        raise clause.unreadable(f"A ? can stand alone behind a verb that may be used now, as in: {clause.verb} ?")
    return tuple([column[0] if len({*column}) == 1 else None for column in zip(*found, strict=True)])


def say_by_saying(state: Any, pattern: Pattern, words: Vocabulary) -> Phrase:
    """A pattern of such a game in words: `?` for the whole object."""
    events = list(state.legal_moves()) or [event for event, _ in state.chance_outcomes()]
    said = words.say(state, next(event for event in events if event[0] == pattern[0]))
    return Phrase(said.verb, "?", said.place)
