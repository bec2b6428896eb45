"""Errors of games against bots."""

from league.common.errors import Conflict, NotFound, Refusal, Unavailable


class CannotBegin(Refusal):
    """The game was not started; the message says what to change."""


class TooManyPracticeGames(Refusal):
    """A person, or all visitors together, have too many unfinished games."""

    code = "too-many-practice-games"


class NoSuchPracticeGame(NotFound):
    """No game has that id, or it belongs to somebody else."""

    code = "no-such-practice-game"


class NotNow(Conflict):
    """The move was for an earlier position (second tab, double tap); nothing was played."""


class TooBusy(Unavailable):
    """The server is busy; nothing was played."""

    code = "many-play"


class NotThatMove(Refusal):
    """The move is not legal; nothing was played."""
