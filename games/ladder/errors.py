"""Errors of ladders.

Refusal
└── NoSuchLadder       there is no ladder at that address, or that bot is not on it   (404)
"""

from league.shared.errors import NotFound


class NoSuchLadder(NotFound):
    """No ladder at this address; the message says where the list is."""

    code = "no-such-ladder"
