"""Errors of tournaments, by the kinds of `league.common.errors`."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext as _

from engine.core.errors import EngineError
from league.common.errors import Conflict, NotAllowed, NotFound, Refusal
from league.competition.errors import RulesError


def error_text(error: RulesError) -> str:
    """Return the translated message of an error of the rules."""
    return _(error.template).format(**error.facts)


@contextmanager
def rules_refused(field: str) -> Iterator[None]:
    """Raise `CannotBePlayed` with this field for an error of a game or of the rules."""
    try:
        yield
    except (EngineError, RulesError) as error:
        text = error.sentence if isinstance(error, EngineError) else error_text(error)
        raise CannotBePlayed(text, field=field) from error


class NoSuchTournament(NotFound):
    """No tournament at this address, or its club is private."""


class NoSuchTable(NotFound):
    """No table has this link: it was revoked, other players sit there now, or it never existed."""


class SeatTaken(Conflict):
    """Another phone reports for this seat, or this phone for another one."""


class ClockChanged(Conflict):
    """Another person has changed the round's clock."""


class TooManyOnServer(Refusal):
    """The account has the maximum number of running tournaments of bot matches."""


class TooManyGuesses(Refusal):
    """Too many wrong keys of table links were tried."""

    status = 429


class NotTheOrganiser(NotAllowed):
    """Only organisers (or scorers) of the club may do this."""


class WrongMoment(Conflict):
    """The tournament or round is not in the right state for this."""


class ListHasChanged(Conflict):
    """The list of players would have another effect now than in the preview."""


class AlreadyReported(Conflict):
    """The game already has a result."""


class StaleRound(Conflict):
    """The round has changed since the page was loaded."""


class StaleResult(Conflict):
    """A game was reported or entered since the page was loaded."""


class TournamentRefused(Refusal):
    """Invalid request."""


class CannotBePlayed(TournamentRefused):
    """No such game, format, option or tie-break, or a field that cannot be paired."""


class EntryRefused(TournamentRefused):
    """This player cannot be in this tournament."""


class ChangeRefused(TournamentRefused):
    """Invalid change of a round."""


class ReportRefused(TournamentRefused):
    """Points or places that are impossible as a result of the game."""


class DeadlineRefused(TournamentRefused):
    """A deadline in the past, or for a tournament without deadlines."""


class FileRefused(TournamentRefused):
    """A tournament file that cannot be read or imported."""


class SeedRefused(TournamentRefused):
    """The seed club already exists, or would be too large."""
