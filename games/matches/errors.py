"""What matches refuse, and why.

Refusal
├── CannotBePlayed     the game, its options, its seats or its bots do not make a match
├── NoSuchMatch        there is no match at that address                          (404)
├── RecordIsGone       it was pruned, and cannot be had again                     (404)
└── RecordIsSealed     a rotation of its deal is still to be played              (403)
"""

from league.shared.errors import NotAllowed, NotFound, Refusal


class CannotBePlayed(Refusal):
    """The block was not made: the sentence says what to change."""

    code = "cannot-be-played"


class NoSuchMatch(NotFound):
    """No match has that public id, or no step of it that number."""

    code = "no-such-match"


class RecordIsGone(NotFound):
    """The record was pruned, and the house does not play as it did then."""

    code = "record-is-gone"


class RecordIsSealed(NotAllowed):
    """One finished rotation shows the deck of the others, so nobody sees a record before all are finished."""

    code = "record-is-sealed"
