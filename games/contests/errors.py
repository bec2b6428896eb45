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
    """Nothing was kept: the sentence says what to change."""

    code = "contest-refused"


class TooManyContests(Conflict):
    """Nothing was kept: others have to be over first."""

    code = "too-many-contests"


class EntryRefused(Conflict):
    """The bot is not entered: the sentence says what is in the way."""

    code = "entry-refused"


class TooLate(Conflict):
    """The contest is past the point at which this could be done."""

    code = "too-late"


class NoSuchContest(NotFound):
    """None at this address, or one that does not exist for the asker."""

    code = "no-such-contest"


class NoSuchEntry(NoSuchContest):
    """The bot or the account has no entry in the contest."""

    code = "no-such-entry"
