"""Errors of tournaments, by the kinds of `league.common.errors`."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext as _

from engine.core.errors import EngineError
from league.common.errors import Conflict, NotAllowed, NotFound, Refusal
from league.competition.errors import RulesError


def said(error: RulesError) -> str:
    """Return the translated message of an error of the rules."""
    return _(error.template).format(**error.facts)


@contextmanager
def rules_refused(field: str) -> Iterator[None]:
    """Raise `CannotBePlayed` with this field for an error of a game or of the rules."""
    try:
        yield
    except (EngineError, RulesError) as error:
        raise CannotBePlayed(error.sentence if isinstance(error, EngineError) else said(error), field=field) from error


class NoSuchTournament(NotFound):
    """No tournament at this address, or its club is private."""

    code = "no-such-tournament"


class NoSuchTable(NotFound):
    """No table has this link: it was revoked, other players sit there now, or it never existed."""

    code = "no-such-table"


class SeatTaken(Conflict):
    """Another phone reports for this seat, or this phone for another one."""

    code = "seat-taken"


class ClockChanged(Conflict):
    """Another person has changed the round's clock."""

    code = "clock-changed"


class TooManyOnServer(Refusal):
    """The account has the maximum number of running tournaments of bot matches."""

    code = "too-many-on-server"


class TooManyGuesses(Refusal):
    """Too many wrong keys of table links were tried."""

    status = 429
    code = "too-many-guesses"


class NotTheOrganiser(NotAllowed):
    """Only organisers (or scorers) of the club may do this."""

    code = "not-the-organiser"


class WrongMoment(Conflict):
    """The tournament or round is not in the right state for this."""

    code = "wrong-moment"


class ListHasChanged(Conflict):
    """The list of players would have another effect now than in the preview."""

    code = "list-has-changed"


class AlreadyReported(Conflict):
    """The game already has a result."""

    code = "already-reported"


class StaleRound(Conflict):
    """The round has changed since the page was loaded."""

    code = "stale-round"


class StaleResult(Conflict):
    """A game was reported or entered since the page was loaded."""

    code = "stale-result"


class TournamentRefused(Refusal):
    """Invalid request."""

    code = "tournament-refused"


class CannotBePlayed(TournamentRefused):
    """No such game, format, option or tie-break, or a field that cannot be paired."""

    code = "cannot-be-played"


class EntryRefused(TournamentRefused):
    """This player cannot be in this tournament."""

    code = "entry-refused"


class ChangeRefused(TournamentRefused):
    """Invalid change of a round."""

    code = "change-refused"


class ReportRefused(TournamentRefused):
    """Points or places that are impossible as a result of the game."""

    code = "report-refused"


class DeadlineRefused(TournamentRefused):
    """A deadline in the past, or for a tournament without deadlines."""

    code = "deadline-refused"


class FileRefused(TournamentRefused):
    """A tournament file that cannot be read or imported."""

    code = "file-refused"


class SeedRefused(TournamentRefused):
    """The seed club already exists, or would be too large."""

    code = "seed-refused"
