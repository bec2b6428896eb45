"""Whin in game records: `Deal: Rowan 3, Heather 1`, `Turn: Thistle 2`, `Morag: play Rowan 3`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.game import Event
from engine.core.vocabulary import Clause, Phrase, index_of_name

from .components import NAMES, name_of
from .state import DEAL, DEALING, WhinState, WhinView

_VERBS: Final = ("deal", "turn", "play")


class WhinWords:
    """The verbs `deal`, `turn` and `play`, each with a card."""

    verbs: Mapping[str, str] = {**{verb: verb for verb in _VERBS}, **{f"{verb}s": verb for verb in _VERBS}}
    listing: frozenset[str] = frozenset({"deal"})

    def heading(self, state: WhinState) -> str | None:
        """Return such as "Deal 2" before the first card of a deal."""
        return f"Deal {state.deal}" if state.phase == DEALING and not any(state.hands) else None

    def say(self, _: WhinState | WhinView, event: Event) -> Phrase:
        """Return the event in words."""
        kind, card = event
        return Phrase(_VERBS[kind], name_of(card), "follows" if kind == DEAL else "opens")

    def read(self, _: WhinState | WhinView, clause: Clause) -> Event:
        """Return the event that a clause means. Raise NotationError."""
        return _VERBS.index(clause.verb), index_of_name(clause, clause.what, "card", NAMES) + 1
