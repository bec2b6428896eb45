"""Errors of results and reports."""

from league.common.errors import Conflict, NotAllowed, NotFound, Refusal


class NoSuchPool(NotFound):
    """No pool of that address, or one of a club whose pages the user may not see."""


class NoSuchResult(NotFound):
    """The ledger has no such row."""


class NoSuchReport(NotFound):
    """No report of that address, or one about a game that the user did not play."""


class NotAtTheTable(NotAllowed):
    """The user neither played the game nor scores for its club."""


class MayNotCorrect(NotAllowed):
    """The user may not correct the result."""


class CorrectedMeanwhile(Conflict):
    """The row that the user saw has been superseded."""


class SentOtherwise(Conflict):
    """The idempotency key of the report was used with other content."""


class DecidedAlready(Conflict):
    """The game is already decided: it takes no report, answer or decision."""


class RefusedReport(Refusal):
    """Base of errors of reports: the report, answer or decision is incomplete or invalid."""


class RefusedResult(Refusal):
    """Base of errors of results: the result is invalid, and nothing of its batch was entered."""


class UnknownGame(RefusedResult):
    """The site has no game of that name."""


class WrongTable(RefusedResult):
    """The number of seats fits no table, or not the tables of the pool."""


class PlayerTwice(RefusedResult):
    """Two seats of one table name the same player (or two who were merged)."""


class WrongPlayer(RefusedResult):
    """A seat names nobody, or a bot in a pool of people, or the other way round."""


class WrongPlaces(RefusedResult):
    """The places of a table contradict each other, or the points of a `seat`."""

    def __init__(self, message: str, *, seat: int | None = None) -> None:
        super().__init__(message)
        self.seat = seat


class WrongTime(RefusedResult):
    """The game is dated in the future, or before there were players."""


class WrongEntry(RefusedResult):
    """The entry is not one first result of one subject."""


class WrongEnding(RefusedResult):
    """The details of a game that ended early are incomplete or contradictory."""


class WithoutReason(RefusedResult):
    """A correction needs a reason."""


class NothingCorrected(RefusedResult):
    """The correction changes nothing."""


class OtherPlayers(RefusedResult):
    """The players of this game are fixed by the tournament or the match."""
