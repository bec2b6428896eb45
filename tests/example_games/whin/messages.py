"""The sentences of Whin: about a seat, to the seat itself, and on the button of a move."""

from __future__ import annotations

from typing import Final

from engine.core.messages import Sentence

DEALT: Final = Sentence("{seat} is dealt {card}.", "You are dealt {card}.")
DEALT_UNSEEN: Final = Sentence("{seat} is dealt a card.", "You are dealt a card.")
TURNED_UP: Final = Sentence("{card} is turned up: {suit} is trumps.")
PLAYS: Final = Sentence("{seat} plays {card}.", "You play {card}.", "Play {card}")
ENDS: Final = Sentence("All {deals} deals have been played.")
