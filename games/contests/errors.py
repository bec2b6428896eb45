"""What contests refuse, and why.

Refusal
├── ContestRefused     a contest of that kind cannot be held: the sentence says what to change
├── TooManyContests    the club holds as many as it may                                 (409)
├── EntryRefused       that bot cannot be entered                                        (409)
├── TooLate            submissions are closed, or the contest is at an end               (409)
└── NoSuchContest      there is no contest at that address                              (404)
    └── NoSuchEntry    the bot or the account has no entry in it                        (404)
"""

from league.shared.errors import Conflict, NotFound, Refusal


class ContestRefused(Refusal):
    """The plan is invalid; the message says what to change."""

    code = "contest-refused"


class TooManyContests(Conflict):
    """The club has the maximum number of contests."""

    code = "too-many-contests"


class EntryRefused(Conflict):
    """The bot cannot enter; the message says why."""

    code = "entry-refused"


class TooLate(Conflict):
    """The contest is past the point at which this is possible."""

    code = "too-late"


class NoSuchContest(NotFound):
    """No contest at this address, or none that the asker may see."""

    code = "no-such-contest"


class NoSuchEntry(NoSuchContest):
    """The bot or the account has no entry in the contest."""

    code = "no-such-entry"
