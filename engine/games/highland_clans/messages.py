"""The sentences of Highland Clans: about a seat, to the seat itself, and on the button of a move."""

from __future__ import annotations

from typing import Final

from engine.core.messages import Sentence
from engine.games.highland_clans import events

ESTATE: Final = Sentence("Estate {number} is turned up.")
DEALT: Final = Sentence("{seat} is dealt {cards}.", "You are dealt {cards}.")
DRAWS: Final = Sentence("{seat} draws {cards}.", "You draw {cards}.")
DRAWS_TOKENS: Final = Sentence("{seat} draws {tokens} from the sack.", "You draw {tokens} from the sack.")
SENDS_BACK: Final = Sentence(
    "{seat} sends {tokens} back to the sack.", "You send {tokens} back to the sack.", "Send {tokens} back to the sack"
)
FIXED: Final = {  # by event
    (events.SEND_BACK, 0, 0, 0, 0): Sentence(
        "{seat} keeps all drawn tokens.", "You keep all drawn tokens.", "Keep all drawn tokens"
    ),
    (events.CATTLE,): Sentence(
        "{seat} puts cattle on an estate.", "You put cattle on an estate.", "Put cattle on an estate"
    ),
    (events.CASTLE,): Sentence("{seat} builds a castle.", "You build a castle.", "Build a castle"),
    (events.ABBEY,): Sentence("{seat} founds an abbey.", "You found an abbey.", "Found an abbey"),
    (events.WARRIOR,): Sentence(
        "{seat} takes a warrior into the court.", "You take a warrior into the court.", "Take a warrior into the court"
    ),
    (events.PIPER,): Sentence(
        "{seat} takes a piper into the court.", "You take a piper into the court.", "Take a piper into the court"
    ),
    (events.DONE,): Sentence("{seat} takes no second action.", "You take no second action.", "Take no second action"),
    (events.MONKS, 1): Sentence(
        "{seat} takes a monk into the court.", "You take a monk into the court.", "Take a monk into the court"
    ),
    (events.MONKS, 2): Sentence(
        "{seat} takes two monks into the court.", "You take two monks into the court.", "Take two monks into the court"
    ),
    (events.EXCHANGE,): Sentence(
        "{seat} neither raids nor exchanges cards.",
        "You neither raid nor exchange cards.",
        "Neither raid nor exchange cards",
    ),
    (events.SPOIL, events.NOTHING): Sentence("{seat} spoils nothing.", "You spoil nothing.", "Spoil nothing"),
    (events.SPOIL, events.CASTLE): Sentence(
        "{seat} pulls down a castle.", "You pull down a castle.", "Pull down a castle"
    ),
    (events.SPOIL, events.ABBEY): Sentence(
        "{seat} pulls down an abbey.", "You pull down an abbey.", "Pull down an abbey"
    ),
}
LURES: Final = Sentence(
    "{seat} has a bard lure {tokens} from {other} to the sack.",
    "You have a bard lure {tokens} from {other} to the sack.",
    "Have a bard lure {tokens} from {other} to the sack",
)
LURES_AND_KEEPS: Final = Sentence(
    "{seat} has a bard lure {tokens} from {other} to the sack and a {kept} to the own court.",
    "You have a bard lure {tokens} from {other} to the sack and a {kept} to your own court.",
    "Have a bard lure {tokens} from {other} to the sack and a {kept} to your own court",
)
GAINS_ESTATE: Final = Sentence(
    "{seat} gains an estate for {payment}.", "You gain an estate for {payment}.", "Gain an estate for {payment}"
)
LOSES_WARRIOR: Final = Sentence(
    "{seat} loses a warrior and discards {card}.",
    "You lose a warrior and discard {card}.",
    "Lose a warrior and discard {card}",
)
RAIDS: Final = Sentence("{seat} raids {other}.", "You raid {other}.", "Raid {other}")
EXCHANGES: Final = Sentence("{seat} exchanges {cards}.", "You exchange {cards}.", "Exchange {cards}")
PUTS_BACK: Final = Sentence("{seat} puts {cards} back.", "You put {cards} back.", "Put {cards} back")
DRIVES_TO_ESTATE: Final = Sentence(
    "{seat} drives cattle of {other} to a free estate.",
    "You drive cattle of {other} to a free estate.",
    "Drive cattle of {other} to a free estate",
)
DRIVES_TO_SACK: Final = Sentence(
    "{seat} drives cattle of {other} and, without a free estate, to the sack.",
    "You drive cattle of {other} and, without a free estate, to the sack.",
    "Drive cattle of {other} and, without a free estate, to the sack",
)
LAYS: Final = Sentence("{seat} lays {card}.", "You lay {card}.", "Lay {card}")
LAYS_FACE_DOWN: Final = Sentence("{seat} lays a card face-down.")
LAYS_FACE_DOWN_WITH_PIPER: Final = Sentence("{seat} lays a card face-down with a piper.")
LAYS_AGAINST_HIDDEN: Final = Sentence(
    "{seat} lays {card} against the card face-down.",
    "You lay {card} against the card face-down.",
    "Lay {card} against the card face-down",
)
LAYS_AGAINST: Final = Sentence(
    "{seat} lays {card} against {theirs}: {outcome}.",
    "You lay {card} against {theirs}: {outcome}.",
    "Lay {card} against {theirs}: {outcome}",
)
SCORED: Final = Sentence("Round {round} is scored.")
GETS: Final = Sentence("{seat} gets {gains} and has {points}.", "You get {gains} and have {points}.")
FOLLOWING: Final = Sentence("{seat} now has the largest following.", "You now have the largest following.")
FEW_TOKENS: Final = Sentence("Fewer than {count} tokens are left in the sack in round {round}.")
ESTATE_ENDS: Final = Sentence("Estate {number} is turned up after round {round}.")
NO_ESTATE: Final = Sentence("No estate is left after round {round}.")
WINS: Final = Sentence("{seat} wins with {points} points.", "You win with {points} points.")
SHARES: Final = Sentence("Seats {seats} share the victory with {points} points each.")

# Words for the placeholders
YELLOW, BLUE, GREEN, RED = (
    (Sentence("1 yellow"), Sentence("{count} yellow")),
    (Sentence("1 blue"), Sentence("{count} blue")),
    (Sentence("1 green"), Sentence("{count} green")),
    (Sentence("1 red"), Sentence("{count} red")),
)
BARD_TO: Final = Sentence("A bard to {seat}")
OF_COURT: Final = Sentence("{payment} of the court")
LURED: Final = (Sentence("a warrior"), Sentence("a piper"), Sentence("a monk"))
KEPT: Final = (Sentence("warrior"), Sentence("piper"), Sentence("monk"))
A_CARD: Final = Sentence("a card")
CARDS: Final = Sentence("{count} cards")
NOTHING: Final = Sentence("nothing")
WITH_PIPER: Final = Sentence("{card} with a piper")
NOBODY_WINS: Final = Sentence("nobody wins")
SEAT_WINS: Final = Sentence("{seat} wins", "you win")
