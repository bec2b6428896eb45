"""Errors of ratings.

Refusal
└── NotFound
    └── NoSuchPlayer            no player at that address
"""

from league.common.errors import NotFound


class NoSuchPlayer(NotFound):
    """No player at that address."""
