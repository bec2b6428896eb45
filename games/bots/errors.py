"""Errors of bots."""

from typing import ClassVar

from league.common.errors import Conflict, NotFound, Refusal


class NobodyPlaysFor(Refusal):
    """No strategy plays for the player; a site admin has to choose one."""


class NameRefused(Refusal):
    """The name is invalid or taken."""


class SourceRefused(Refusal):
    """Nothing was stored; the message says what a file must be."""


class GamesRefused(Refusal):
    """A bot plays at least one game of the site."""


class TooManyBots(Refusal):
    """The account has the maximum number of bots."""


class TooManyUploads(Refusal):
    """The account has reached the limit of uploads a day."""

    status: ClassVar[int] = 429


class TooMuchStored(Refusal):
    """The zips of the account would be larger together than the limit."""


class FileDeleted(Refusal):
    """The owner has deleted the file of the version."""

    status: ClassVar[int] = 410


class FileNeeded(Conflict):
    """The file cannot be deleted now; the message says what needs it."""


class NoSandboxWorks(Refusal):
    """Nothing was stored: no worker could run an uploaded bot."""

    status: ClassVar[int] = 503
    code = "no-sandbox"


class CannotTest(Refusal):
    """Nothing was ordered; the message says what to change."""

    code = "cannot-spar"


class TooManyBotTests(Refusal):
    """The account has reached the limit of test matches."""

    status: ClassVar[int] = 429
    code = "too-many-tests"


class NoSuchBot(NotFound):
    """The user has no bot at that address."""


class NoSuchVersion(NoSuchBot):
    """The bot has no version with that number."""


class NoSuchMatch(NoSuchBot):
    """The bot, the check of a version or a test has no such match."""


class NoSuchTest(NoSuchBot):
    """The bot has no such test, or no longer."""


class NotConfirmed(Refusal):
    """The account has to confirm its e-mail address first; the form keeps its content."""

    status: ClassVar[int] = 403


class NotNow(Conflict):
    """The bot or version is not in a state for it."""


class AnswerRefused(Refusal):
    """Nothing was played; the message says what an answer is."""


class MoveNotOffered(Refusal):
    """The answer was accepted, and is a fault."""

    status: ClassVar[int] = 422


class QuestionOver(Conflict):
    """The question was answered, has timed out, or never existed."""
