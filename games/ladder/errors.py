"""Errors of ladders."""

from league.common.errors import NotFound


class NoSuchLadder(NotFound):
    """No ladder at this address; the message says where the list is."""
