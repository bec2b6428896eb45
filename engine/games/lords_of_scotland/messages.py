"""The sentences of Lords of Scotland: about a seat, to the seat itself, and on the button of a move."""

from __future__ import annotations

from typing import Final

from engine.core.messages import Sentence, event_sentence, move_sentence
from engine.games.lords_of_scotland.components import COCHRANE, FORSYTH, MAKGILL

DEALT: Final = event_sentence("{seat} [is|are] dealt {cards}.")
SUPPORTER: Final = Sentence("{card} is laid out as a Supporter.")
TURNED_UP: Final = Sentence("A Recruit is turned up: {card}.")
TAKEN: Final = Sentence("The Recruit that {seat} took is {card}.", "The Recruit that you took is {card}.")
REFILLED: Final = Sentence("{card} takes its place among the Recruits.")
DRAWS: Final = event_sentence("{seat} [draws|draw] {cards}.")
RECRUITS: Final = move_sentence("{seat} [recruits|recruit] {card}.")
RECRUITS_FACE_DOWN: Final = move_sentence("{seat} [recruits|recruit] a face-down card.")
MUSTERS: Final = move_sentence("{seat} [musters|muster] {card} face-up.")
MUSTERS_FACE_DOWN: Final = move_sentence("{seat} [musters|muster] {card} face-down.")
MUSTERS_HIDDEN: Final = Sentence("{seat} musters a card face-down.")
PASSES: Final = Sentence(
    "{seat} can neither recruit nor muster, and passes.",
    "You can neither recruit nor muster, and pass.",
    "Pass: you can neither recruit nor muster",
)
CLAIMS: Final = move_sentence("{seat} [claims|claim] {card} (strength {strength}).")
DECLINES: Final = move_sentence("{seat} [does|do] not activate {card}.")
ACTIVATES: Final = move_sentence("{seat} [activates|activate] {card}.")
ACTIVATES_POWER: Final = {
    MAKGILL: move_sentence("{seat} [activates|activate] {card} and [musters|muster] another Follower."),
    FORSYTH: move_sentence("{seat} [activates|activate] {card} to draw a card."),
    COCHRANE: move_sentence("{seat} [activates|activate] {card} and may claim two Supporters."),
}
SWAPS: Final = move_sentence("{seat} [swaps|swap] {card} for the Supporter {other}.")
EXCHANGES: Final = move_sentence("{seat} [exchanges|exchange] {card} for {target}.")
DISCARDS: Final = move_sentence("{seat} [discards|discard] {target} with {card}.")
COPIES: Final = move_sentence("{seat} [copies|copy] the power of {target} with {card}.")
COPIES_POWER: Final = {
    MAKGILL: move_sentence(
        "{seat} [copies|copy] the power of {target} with {card} and [musters|muster] another Follower."
    ),
    FORSYTH: move_sentence("{seat} [copies|copy] the power of {target} with {card} to draw a card."),
    COCHRANE: move_sentence("{seat} [copies|copy] the power of {target} with {card} and may claim two Supporters."),
}
ROUND_ENDS: Final = Sentence("The round ends.")
ARMY: Final = event_sentence("{seat} [has|have] {strength} strength: {army}.")
ARMY_DOUBLED: Final = event_sentence("{seat} [has|have] {strength} strength ({single} doubled): {army}.")
WINS: Final = event_sentence("{seat} [claims|claim] the throne with {points} strength after round {round}.")

# Followers, as targets and in armies
OWN: Final = Sentence("its own {follower}", "your own {follower}")
OWN_FACE_DOWN: Final = Sentence("its own face-down {card}", "your own face-down {card}")
OWN_HIDDEN: Final = Sentence("its own face-down Follower", "your own face-down Follower")
ANOTHERS: Final = Sentence("{seat}'s {follower}", "your {follower}")
ANOTHERS_FACE_DOWN: Final = Sentence("{seat}'s face-down {card}", "your face-down {card}")
ANOTHERS_HIDDEN: Final = Sentence("{seat}'s face-down Follower", "your face-down Follower")
A_CARD: Final = Sentence("a card")
FACE_DOWN: Final = Sentence("face-down")
FACE_DOWN_CARD: Final = Sentence("face-down ({card})")
WITH_OWN_POWER: Final = Sentence("{name} (power active)")
WITH_POWER: Final = Sentence("{name} (power of {clan} active)")
