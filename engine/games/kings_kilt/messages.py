"""The sentences of King's Kilt: about a seat, to the seat itself, and on the button of a move."""

from __future__ import annotations

from typing import Final

from engine.core.messages import Sentence, event_sentence, move_sentence
from engine.games.kings_kilt.board import GUARDIANS, KING, NOBLEMEN

DEALT_MEMBER: Final = event_sentence("{seat} [is|are] dealt a {clan} as a card of [its|your] Family.")
DEALT_LAST_MEMBER: Final = event_sentence("{seat} [is|are] dealt a {clan} as the last card of [its|your] Family.")
DEALT_INFLUENCE: Final = event_sentence("{seat} [is|are] dealt a {clan} as Influence.")
LAID: Final = Sentence("A {clan} is laid at {slot}.")
TOP: Final = Sentence("The top card of the pile is a {clan}.")
TOP_AFTER_FILLING: Final = Sentence("The Influence played becomes the pile, and a {clan} fills {slot}.")
ADVANCES: Final = move_sentence("{seat} [advances|advance] the {clan} at {start} to {slot}.")
_TO_NOBLEMAN: Final = move_sentence("{seat} [advances|advance] the {clan} at {start} to {slot}, a Nobleman.")
_TO_GUARDIAN: Final = move_sentence("{seat} [advances|advance] the {clan} at {start} to {slot}, a Guardian.")
_TO_KING: Final = Sentence(
    "{seat} advances the {clan} at {start} to {slot}, and is crowned King.",
    "You advance the {clan} at {start} to {slot}, and it is crowned King.",
    "Advance the {clan} at {start} to {slot}, to be crowned King",
)
ADVANCES_TO: Final = {**dict.fromkeys(NOBLEMEN, _TO_NOBLEMAN), **dict.fromkeys(GUARDIANS, _TO_GUARDIAN), KING: _TO_KING}
BETRAYS: Final = move_sentence("{seat} [has|have] {card} betrayed.")
SWAYS: Final = Sentence(
    "{seat} plays a {clan} to have {card} betray {victim}, which leaves the game.",
    "You play a {clan} to have {card} betray {victim}, which leaves the game.",
    "Play a {clan} to have {card} betray {victim}",
)
FILLS: Final = move_sentence("{seat} [fills|fill] {slot} with the {clan} at {start}.")
REVEALS: Final = move_sentence("{seat} [turns|turn] up a {clan} of [its|your] Family.")
PASSES: Final = move_sentence("{seat} [passes|pass].")
FAMILIES: Final = Sentence("Families are turned up.")
FAMILY: Final = event_sentence("{seat} [has|have] {family}.")
WINS: Final = Sentence("A {clan} is King, and {seat} wins with {told}.", "A {clan} is King, and you win with {told}.")
SHARES: Final = Sentence("A {clan} is King, and seats {seats} share the win with {told}.")

CARD: Final = Sentence("the {clan} at {slot}")
POINTS: Final = (Sentence("no points"), Sentence("{count} point"), Sentence("{count} points"))
INFLUENCE_LEFT: Final = (
    Sentence("no Influence cards left"),
    Sentence("{count} Influence card left"),
    Sentence("{count} Influence cards left"),
)
