"""What tournaments refuse, by the kinds of `league.shared.errors`."""

from django.utils.translation import gettext as _

from league.competition.errors import RulesError
from league.shared.errors import Conflict, NotAllowed, NotFound, Refusal


def said(error: RulesError) -> str:
    """The sentence of the rules' refusal, in the reader's language."""
    return _(error.template).format(**error.facts)


class NoSuchTournament(NotFound):
    """It is not there, or its club is private."""

    code = "no-such-tournament"


class NoSuchTable(NotFound):
    """No table has this link: it was withdrawn, others sit there now, or it never was."""

    code = "no-such-table"


class SeatTaken(Conflict):
    """Another phone speaks for this seat, or this phone for another one."""

    code = "seat-taken"


class ClockChanged(Conflict):
    """Somebody else set the round's clock meanwhile."""

    code = "clock-changed"


class TooManyOnServer(Refusal):
    """An account has so many tournaments of bots running at most."""

    code = "too-many-on-server"


class TooManyGuesses(Refusal):
    """Too many keys of tables were tried that do not exist."""

    status = 429
    code = "too-many-guesses"


class NotTheOrganiser(NotAllowed):
    """Only those who run the club may do this."""

    code = "not-the-organiser"


class WrongMoment(Conflict):
    """It has not started yet, has started already, or is over."""

    code = "wrong-moment"


class ListHasChanged(Conflict):
    """A list of players would now do something else than what was looked at."""

    code = "list-has-changed"


class AlreadyReported(Conflict):
    """The leg has its result."""

    code = "already-reported"


class StaleRound(Conflict):
    """The round was changed since the asker looked at it."""

    code = "stale-round"


class StaleResult(Conflict):
    """A table was reported or entered since the asker looked at it."""

    code = "stale-result"


class TournamentRefused(Refusal):
    """What was asked for makes no sense."""

    code = "tournament-refused"


class CannotBePlayed(TournamentRefused):
    """No such game, format, option or tie-break, or a field nobody could pair."""

    code = "cannot-be-played"


class EntryRefused(TournamentRefused):
    """This player cannot be in this tournament."""

    code = "entry-refused"


class ChangeRefused(TournamentRefused):
    """A change of a round that nobody could play."""

    code = "change-refused"


class ReportRefused(TournamentRefused):
    """Points or places that cannot be the result of the leg."""

    code = "report-refused"


class DeadlineRefused(TournamentRefused):
    """A deadline that is past, or of an event that has none."""

    code = "deadline-refused"


class FileRefused(TournamentRefused):
    """The file of an event that cannot be read, or not be gone on from here."""

    code = "file-refused"


class SeedRefused(TournamentRefused):
    """Invented players: their club is there already, or there would be too many."""

    code = "seed-refused"
