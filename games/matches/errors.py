"""Errors of matches."""

from league.common.errors import NotAllowed, NotFound, Refusal


class CannotBePlayed(Refusal):
    """The block was not created; the message says what to change."""


class NoSuchMatch(NotFound):
    """No match has that id, or no step that number."""


class RecordIsGone(NotFound):
    """The record was pruned, and the bots or rules have changed since."""


class RecordIsSealed(NotAllowed):
    """A finished match reveals the cards of its deal, so records open when all matches of the deal are finished."""
