"""Errors of matches.

Refusal
├── CannotBePlayed     the game, its options, seats or bots are invalid
├── NoSuchMatch        no match at that address                               (404)
├── RecordIsGone       it was pruned, and cannot be restored                   (404)
└── RecordIsSealed     another match of its deal is not finished              (403)
"""

from league.shared.errors import NotAllowed, NotFound, Refusal


class CannotBePlayed(Refusal):
    """The block was not created; the message says what to change."""

    code = "cannot-be-played"


class NoSuchMatch(NotFound):
    """No match has that id, or no step that number."""

    code = "no-such-match"


class RecordIsGone(NotFound):
    """The record was pruned, and the bots or rules have changed since."""

    code = "record-is-gone"


class RecordIsSealed(NotAllowed):
    """A finished match reveals the cards of its deal, so records open when all matches of the deal are finished."""

    code = "record-is-sealed"
