"""Errors of ladders."""

from league.common.errors import NotFound


class NoSuchLadder(NotFound):
    """No ladder at this address; the message says where the list is."""


class NoSuchDailyReport(NotFound):
    """No report on an account's bots for that day; the message says for which days there are some."""
