"""Errors of results and reports.

Refusal
├── NotFound
│   ├── NoSuchPool              no pool there, or not for the asker to see
│   ├── NoSuchResult            the ledger has no row of that number, or of that subject
│   └── NoSuchReport            no report there, or not for the asker to see
├── NotAllowed
│   ├── NotAtTheTable           only its players and the club's scorers may report or answer
│   └── MayNotCorrect           only organisers of the pool's club correct its results, site admins all others
├── Conflict
│   ├── CorrectedMeanwhile      somebody else corrected the result that the asker saw
│   ├── SentOtherwise           another report was sent under the same key
│   └── DecidedAlready          the game has its result, or the report was closed
├── RefusedReport               a report, answer or decision that lacks something
└── RefusedResult               an invalid result
    ├── UnknownGame             a pool of a game the site does not have
    ├── WrongTable              too few or too many seats, or not the pool's number of them
    ├── PlayerTwice             somebody sits at one table twice
    ├── WrongPlayer             a player who does not exist, or is not of the pool's kind
    ├── WrongPlaces             places that do not count 1, 2, 2, 4, or that contradict the points
    ├── WrongTime               played after it was entered
    ├── WrongEntry              an entry without a result, or two for one subject
    ├── WrongEnding             the early ending contradicts the rest
    ├── WithoutReason           a correction without a reason
    ├── NothingCorrected        a correction that changes nothing
    └── OtherPlayers            a correction with other players than the game has
"""

from league.common.errors import Conflict, NotAllowed, NotFound, Refusal
from league.results.models import Result


class NoSuchPool(NotFound):
    """No pool of that address, or one of a club whose pages the asker may not see."""


class NoSuchResult(NotFound):
    """The ledger has no such row."""


class NoSuchReport(NotFound):
    """No report of that address, or one about a game that the asker did not play."""


class NotAtTheTable(NotAllowed):
    """The asker neither played the game nor scores for its club."""


class MayNotCorrect(NotAllowed):
    """The asker may not correct the result."""


class CorrectedMeanwhile(Conflict):
    """The row that the asker saw has been superseded; `now` is the current one, with its seats."""

    def __init__(self, message: str, *, now: Result) -> None:
        super().__init__(message)
        self.now = now


class SentOtherwise(Conflict):
    """The key of the report was used for another one."""


class DecidedAlready(Conflict):
    """The game is already decided: it takes no report, answer or decision."""


class RefusedReport(Refusal):
    """The report, answer or decision is incomplete or invalid."""


class RefusedResult(Refusal):
    """An invalid result; nothing of its batch was entered."""


class UnknownGame(RefusedResult):
    """The site has no game of that name."""


class WrongTable(RefusedResult):
    """The number of seats fits no table, or not the tables of the pool."""


class PlayerTwice(RefusedResult):
    """Two seats of one table name the same player (or two who were merged)."""


class WrongPlayer(RefusedResult):
    """A seat names nobody, or a bot in a pool of people, or the other way round."""


class WrongPlaces(RefusedResult):
    """The places of a table contradict each other or the points."""


class WrongTime(RefusedResult):
    """The table was played later than now."""


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
