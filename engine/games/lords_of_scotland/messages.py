"""The sentences of Lords of Scotland: about a seat, to the seat itself, and on the button of a move."""

from __future__ import annotations

from typing import Final

from engine.core.messages import Sentence
from engine.games.lords_of_scotland.components import COCHRANE, FORSYTH, MAKGILL

DEALT: Final = Sentence("{seat} is dealt {cards}.", "You are dealt {cards}.")
SUPPORTER: Final = Sentence("{card} is laid out as a Supporter.")
TURNED_UP: Final = Sentence("A Recruit is turned up: {card}.")
TAKEN: Final = Sentence("The Recruit that {seat} took is {card}.", "The Recruit that you took is {card}.")
REFILLED: Final = Sentence("{card} takes its place among the Recruits.")
DRAWS: Final = Sentence("{seat} draws {cards}.", "You draw {cards}.")
RECRUITS: Final = Sentence("{seat} recruits {card}.", "You recruit {card}.", "Recruit {card}")
RECRUITS_FACE_DOWN: Final = Sentence(
    "{seat} recruits a face-down card.", "You recruit a face-down card.", "Recruit a face-down card"
)
MUSTERS: Final = Sentence("{seat} musters {card} face-up.", "You muster {card} face-up.", "Muster {card} face-up")
MUSTERS_FACE_DOWN: Final = Sentence(
    "{seat} musters {card} face-down.", "You muster {card} face-down.", "Muster {card} face-down"
)
MUSTERS_HIDDEN: Final = Sentence("{seat} musters a card face-down.")
PASSES: Final = Sentence(
    "{seat} can neither recruit nor muster, and passes.",
    "You can neither recruit nor muster, and pass.",
    "Pass: you can neither recruit nor muster",
)
CLAIMS: Final = Sentence(
    "{seat} claims {card} (strength {strength}).",
    "You claim {card} (strength {strength}).",
    "Claim {card} (strength {strength})",
)
DECLINES: Final = Sentence("{seat} does not activate {card}.", "You do not activate {card}.", "Do not activate {card}")
ACTIVATES: Final = Sentence("{seat} activates {card}.", "You activate {card}.", "Activate {card}")
ACTIVATES_POWER: Final = {
    MAKGILL: Sentence(
        "{seat} activates {card} and musters another Follower.",
        "You activate {card} and muster another Follower.",
        "Activate {card} and muster another Follower",
    ),
    FORSYTH: Sentence(
        "{seat} activates {card} to draw a card.",
        "You activate {card} to draw a card.",
        "Activate {card} to draw a card",
    ),
    COCHRANE: Sentence(
        "{seat} activates {card} and may claim two Supporters.",
        "You activate {card} and may claim two Supporters.",
        "Activate {card} and may claim two Supporters",
    ),
}
SWAPS: Final = Sentence(
    "{seat} swaps {card} for the Supporter {other}.",
    "You swap {card} for the Supporter {other}.",
    "Swap {card} for the Supporter {other}",
)
EXCHANGES: Final = Sentence(
    "{seat} exchanges {card} for {target}.", "You exchange {card} for {target}.", "Exchange {card} for {target}"
)
DISCARDS: Final = Sentence(
    "{seat} discards {target} with {card}.", "You discard {target} with {card}.", "Discard {target} with {card}"
)
COPIES: Final = Sentence(
    "{seat} copies the power of {target} with {card}.",
    "You copy the power of {target} with {card}.",
    "Copy the power of {target} with {card}",
)
COPIES_POWER: Final = {
    MAKGILL: Sentence(
        "{seat} copies the power of {target} with {card} and musters another Follower.",
        "You copy the power of {target} with {card} and muster another Follower.",
        "Copy the power of {target} with {card} and muster another Follower",
    ),
    FORSYTH: Sentence(
        "{seat} copies the power of {target} with {card} to draw a card.",
        "You copy the power of {target} with {card} to draw a card.",
        "Copy the power of {target} with {card} to draw a card",
    ),
    COCHRANE: Sentence(
        "{seat} copies the power of {target} with {card} and may claim two Supporters.",
        "You copy the power of {target} with {card} and may claim two Supporters.",
        "Copy the power of {target} with {card} and may claim two Supporters",
    ),
}
ROUND_ENDS: Final = Sentence("The round ends.")
ARMY: Final = Sentence("{seat} has {strength} strength: {army}.", "You have {strength} strength: {army}.")
ARMY_DOUBLED: Final = Sentence(
    "{seat} has {strength} strength ({single} doubled): {army}.",
    "You have {strength} strength ({single} doubled): {army}.",
)
WINS: Final = Sentence(
    "{seat} claims the throne with {points} strength after round {round}.",
    "You claim the throne with {points} strength after round {round}.",
)

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
