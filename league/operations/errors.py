"""Errors of operations.

NotFound
└── NoSuchPage      the asker is no site admin, or there is no such type of job
"""

from league.common.errors import NotFound


class NoSuchPage(NotFound):
    """No page at this address for the asker."""

    code = "no-such-page"
