"""What ladders refuse, and why.

Refusal
└── NoSuchLadder       there is no ladder at that address, or that bot is not on it   (404)
"""

from league.shared.errors import NotFound


class NoSuchLadder(NotFound):
    """There is none at this address; the sentence says where they are."""

    code = "no-such-ladder"
