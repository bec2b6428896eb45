"""What bots refuse, and why.

Refusal
├── NobodyPlaysFor     a player was paired on the machine, but no strategy plays for it
├── NameRefused        the name is too short or long, cannot be read, or belongs to another bot
├── SourceRefused      what was sent cannot be a source: empty, too large, or no text
├── GamesRefused       no game was chosen, or one that the house does not play
├── TooManyBots        the account has as many bots as one may
├── TooManyUploads     the account has sent as many files as one may in a day      (429)
├── NoSandboxHolds     no worker here holds a sandbox, so that no file could be run (503)
├── CannotSpar         test matches of that order cannot be played
├── TooManySparrings   the account has ordered as many test matches as one may     (429)
├── NoSuchBot          there is no bot of the asker's at that address              (404)
│   ├── NoSuchVersion  the bot has no version with that number                     (404)
│   ├── NoSuchMatch    the bot, a check or a test has no such match                (404)
│   └── NoSuchTest     the bot has no such test                                    (404)
├── NotConfirmed       the mail address of the account was never confirmed         (403)
└── NotNow             what is retired, or has not passed, cannot be changed so    (409)
"""

from typing import ClassVar

from league.shared.errors import Conflict, NotFound, Refusal


class NobodyPlaysFor(Refusal):
    """The round's matches were not made: an operator has to say which strategy plays for the player."""

    code = "nobody-plays-for"


class NameRefused(Refusal):
    """A bot needs a name of its own."""

    code = "name-refused"


class SourceRefused(Refusal):
    """Nothing was kept: the sentence says what a file must be."""

    code = "source-refused"


class GamesRefused(Refusal):
    """A bot plays at least one game of the house."""

    code = "games-refused"


class TooManyBots(Refusal):
    """The account has as many bots as one may."""

    code = "too-many-bots"


class TooManyUploads(Refusal):
    """So many files were sent within a day that the next has to wait."""

    status: ClassVar[int] = 429
    code = "too-many-uploads"


class NoSandboxHolds(Refusal):
    """Nothing was kept: what is uploaded could not be run, and nobody knows when it could."""

    status: ClassVar[int] = 503
    code = "no-sandbox"


class CannotSpar(Refusal):
    """Nothing was ordered: the sentence says which part of the order to change."""

    code = "cannot-spar"


class TooManySparrings(Refusal):
    """So many test matches were ordered that the next have to wait."""

    status: ClassVar[int] = 429
    code = "too-many-tests"


class NoSuchBot(NotFound):
    """The asker has no bot at that address."""

    code = "no-such-bot"


class NoSuchVersion(NoSuchBot):
    """The bot has no version with that number."""

    code = "no-such-version"


class NoSuchMatch(NoSuchBot):
    """The bot, the check of a version or a test has no such match."""

    code = "no-such-match"


class NoSuchTest(NoSuchBot):
    """The bot has no such test, or no longer."""

    code = "no-such-test"


class NotConfirmed(Refusal):
    """The account has to confirm its mail address before it uploads; a form keeps what was typed."""

    status: ClassVar[int] = 403

    code = "not-confirmed"


class NotNow(Conflict):
    """The bot or its version is not in a state for it."""

    code = "not-now"
