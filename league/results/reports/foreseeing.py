"""What would follow if a report entered the ledger, or an organiser decided otherwise."""

from league.clubs.rules import Asker
from league.results.chains import seats_of
from league.results.consequences import Change, Consequence, consequences_of, correction_of, entry_of
from league.results.endings import is_rated
from league.results.entries import NewResult, SeatResult
from league.results.models import Report, Result
from league.results.selectors import chain_of, results_of
from league.results.services.correcting import endings_chosen


def result_beside(report: Report) -> Result | None:
    """What the ledger says of the game now."""
    return next(iter(results_of([report.subject])), None)


def if_entered(report: Report, asker: Asker) -> list[Consequence]:
    """What would follow if just this report entered."""
    return if_decided(report, seats_of(report), report.how, asker, report.ending)


def if_decided(
    report: Report, seats: tuple[SeatResult, ...], how: str, asker: Asker, ending: str = ""
) -> list[Consequence]:
    """What would follow if the game of the report came to this."""
    return consequences_of(_change(report, seats, how, ending), asker)


def _change(report: Report, seats: tuple[SeatResult, ...], how: str, ending: str) -> Change:
    rated = not ending or is_rated(report.pool.game, ending, endings_chosen(report.subject))
    if result_beside(report) is None:
        new = NewResult(report.subject, seats, how, played_at=report.played_at, is_rated=rated, ending=ending)
        return entry_of(report.pool, new)
    return correction_of(chain_of(report.subject), how, seats, ending, is_rated=rated)
