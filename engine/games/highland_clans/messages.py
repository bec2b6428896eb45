"""The sentences of Highland Clans: about a seat, to the seat itself, and on the button of a move."""

from __future__ import annotations

from typing import Final

from engine.core.messages import Sentence, event_sentence, move_sentence
from engine.games.highland_clans import events

ESTATE: Final = Sentence("Estate {number} is turned up.")
DEALT: Final = event_sentence("{seat} [is|are] dealt {cards}.")
DRAWS: Final = event_sentence("{seat} [draws|draw] {cards}.")
DRAWS_TOKENS: Final = event_sentence("{seat} [draws|draw] {tokens} from the sack.")
SENDS_BACK: Final = move_sentence("{seat} [sends|send] {tokens} back to the sack.")
FIXED: Final = {  # by event
    (events.SEND_BACK, 0, 0, 0, 0): move_sentence("{seat} [keeps|keep] all drawn tokens."),
    (events.CATTLE,): move_sentence("{seat} [puts|put] cattle on an estate."),
    (events.CASTLE,): move_sentence("{seat} [builds|build] a castle."),
    (events.ABBEY,): move_sentence("{seat} [founds|found] an abbey."),
    (events.WARRIOR,): move_sentence("{seat} [takes|take] a warrior into the court."),
    (events.PIPER,): move_sentence("{seat} [takes|take] a piper into the court."),
    (events.DONE,): move_sentence("{seat} [takes|take] no second action."),
    (events.MONKS, 1): move_sentence("{seat} [takes|take] a monk into the court."),
    (events.MONKS, 2): move_sentence("{seat} [takes|take] two monks into the court."),
    (events.EXCHANGE,): move_sentence("{seat} neither [raids|raid] nor [exchanges|exchange] cards."),
    (events.SPOIL, events.NOTHING): move_sentence("{seat} [spoils|spoil] nothing."),
    (events.SPOIL, events.CASTLE): move_sentence("{seat} [pulls|pull] down a castle."),
    (events.SPOIL, events.ABBEY): move_sentence("{seat} [pulls|pull] down an abbey."),
}
LURES: Final = move_sentence("{seat} [has|have] a bard lure {tokens} from {other} to the sack.")
LURES_AND_KEEPS: Final = move_sentence(
    "{seat} [has|have] a bard lure {tokens} from {other} to the sack and a {kept} to [the|your] own court."
)
GAINS_ESTATE: Final = move_sentence("{seat} [gains|gain] an estate for {payment}.")
LOSES_WARRIOR: Final = move_sentence("{seat} [loses|lose] a warrior and [discards|discard] {card}.")
RAIDS: Final = move_sentence("{seat} [raids|raid] {other}.")
EXCHANGES: Final = move_sentence("{seat} [exchanges|exchange] {cards}.")
PUTS_BACK: Final = move_sentence("{seat} [puts|put] {cards} back.")
DRIVES_TO_ESTATE: Final = move_sentence("{seat} [drives|drive] cattle of {other} to a free estate.")
DRIVES_TO_SACK: Final = move_sentence(
    "{seat} [drives|drive] cattle of {other} and, without a free estate, to the sack."
)
LAYS: Final = move_sentence("{seat} [lays|lay] {card}.")
LAYS_FACE_DOWN: Final = Sentence("{seat} lays a card face-down.")
LAYS_FACE_DOWN_WITH_PIPER: Final = Sentence("{seat} lays a card face-down with a piper.")
LAYS_AGAINST_HIDDEN: Final = move_sentence("{seat} [lays|lay] {card} against the card face-down.")
LAYS_AGAINST: Final = move_sentence("{seat} [lays|lay] {card} against {theirs}: {outcome}.")
SCORED: Final = Sentence("Round {round} is scored.")
GETS: Final = event_sentence("{seat} [gets|get] {gains} and [has|have] {points}.")
FOLLOWING: Final = event_sentence("{seat} now [has|have] the largest following.")
FEW_TOKENS: Final = Sentence("Fewer than {count} tokens are left in the sack in round {round}.")
ESTATE_ENDS: Final = Sentence("Estate {number} is turned up after round {round}.")
NO_ESTATE: Final = Sentence("No estate is left after round {round}.")
WINS: Final = event_sentence("{seat} [wins|win] with {points} points.")
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
