"""What the pages of ratings refuse.

Refusal
└── NotFound
    └── NoSuchPlayer            nobody at that address
"""

from league.shared.errors import NotFound


class NoSuchPlayer(NotFound):
    """No player of that address."""

    code = "no-such-player"
