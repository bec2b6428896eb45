"""Errors of bots."""

from typing import ClassVar

from league.common.errors import Conflict, NotFound, Refusal


class NobodyPlaysFor(Refusal):
    """No strategy plays for the player; a site admin has to choose one."""

    code = "nobody-plays-for"


class NameRefused(Refusal):
    """The name is invalid or taken."""

    code = "name-refused"


class SourceRefused(Refusal):
    """Nothing was stored; the message says what a file must be."""

    code = "source-refused"


class GamesRefused(Refusal):
    """A bot plays at least one game of the site."""

    code = "games-refused"


class TooManyBots(Refusal):
    """The account has the maximum number of bots."""

    code = "too-many-bots"


class TooManyUploads(Refusal):
    """The account has reached the limit of uploads a day."""

    status: ClassVar[int] = 429
    code = "too-many-uploads"


class NoSandboxHolds(Refusal):
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
    """The account has to confirm its e-mail address first; the form keeps its content."""

    status: ClassVar[int] = 403

    code = "not-confirmed"


class NotNow(Conflict):
    """The bot or version is not in a state for it."""

    code = "not-now"


class AnswerRefused(Refusal):
    """Nothing was played; the message says what an answer is."""

    code = "answer-refused"


class MoveNotOffered(Refusal):
    """The answer was accepted, and is a fault."""

    status: ClassVar[int] = 422
    code = "move-not-offered"


class QuestionOver(Conflict):
    """The question was answered, has timed out, or never existed."""

    code = "question-over"
