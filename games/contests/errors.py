"""What contests refuse, and why."""

from league.common.errors import Conflict, NotFound, Refusal


class ContestRefused(Refusal):
    """The plan is invalid; the message says what to change."""


class TooManyContests(Conflict):
    """The club has the maximum number of contests."""


class EntryRefused(Conflict):
    """The bot cannot enter; the message says why."""


class TooLate(Conflict):
    """The contest is past the point at which this is possible."""


class NoSuchContest(NotFound):
    """No contest at this address, or none that the user may see."""


class NoSuchEntry(NoSuchContest):
    """The bot or the account has no entry in the contest."""
