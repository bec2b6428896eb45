"""What tournaments refuse.

Refusal
├── NotFound
│   ├── NoSuchTournament     it is not there, or its club is private
│   └── NoSuchTable          no table has this link: it was withdrawn, others sit there now, or it never was
├── NotAllowed
│   └── NotTheOrganiser      only those who run the club may do this
├── Conflict
│   ├── WrongMoment          it has not started yet, has started already, or is over
│   ├── AlreadyReported      the leg has its result
│   ├── StaleResult          a table was reported or entered since the asker looked at it
│   ├── StaleRound           the round was changed since the asker looked at it
│   ├── SeatTaken            another phone speaks for this seat, or this phone for another one
│   ├── ClockChanged         somebody else set the round's clock meanwhile
│   └── ListHasChanged       a list of players would now do something else than what was looked at
├── TooManyOnServer          an account has so many tournaments of bots running at most
├── TooManyGuesses           too many keys of tables were tried that do not exist
└── TournamentRefused        what was asked for makes no sense
    ├── CannotBePlayed       no such game, format, option or tie-break, or a field nobody could pair
    ├── EntryRefused         this player cannot be in this tournament
    ├── ChangeRefused        a change of a round that nobody could play
    ├── ReportRefused        points or places that cannot be the result of the leg
    ├── DeadlineRefused      a deadline that is past, or of an event that has none
    ├── FileRefused          the file of an event that cannot be read, or not be gone on from here
    └── SeedRefused          invented players: their club is there already, or there would be too many
"""

from django.utils.translation import gettext as _

from league.rules.errors import RulesError
from league.shared.errors import Conflict, NotAllowed, NotFound, Refusal


def said(error: RulesError) -> str:
    """The sentence of the rules' refusal, in the reader's language."""
    return _(error.template).format(**error.facts)


class NoSuchTournament(NotFound):
    """It does not exist, or the asker may not know that it does."""

    code = "no-such-tournament"


class NoSuchTable(NotFound):
    """The link leads to no table."""

    code = "no-such-table"


class SeatTaken(Conflict):
    """One phone speaks for a seat, and for one seat."""

    code = "seat-taken"


class ClockChanged(Conflict):
    """The clock of the round is not as the asker saw it."""

    code = "clock-changed"


class TooManyOnServer(Refusal):
    """The account has as many tournaments of bot matches running as it may."""

    code = "too-many-on-server"


class TooManyGuesses(Refusal):
    """Somebody tries keys of tables."""

    status = 429
    code = "too-many-guesses"


class NotTheOrganiser(NotAllowed):
    """The asker has no such role in the club."""

    code = "not-the-organiser"


class WrongMoment(Conflict):
    """The tournament is not where this can be done."""

    code = "wrong-moment"


class ListHasChanged(Conflict):
    """A list of players would now do something else."""

    code = "list-has-changed"


class AlreadyReported(Conflict):
    """The leg is decided."""

    code = "already-reported"


class StaleRound(Conflict):
    """Somebody changed the round since the asker looked at it."""

    code = "stale-round"


class StaleResult(Conflict):
    """Somebody reported or entered this game after the page was drawn that its figures come from."""

    code = "stale-result"


class TournamentRefused(Refusal):
    """Something asked for cannot be."""

    code = "tournament-refused"


class CannotBePlayed(TournamentRefused):
    """Nobody could play this tournament."""

    code = "cannot-be-played"


class EntryRefused(TournamentRefused):
    """This player cannot be in this tournament."""

    code = "entry-refused"


class ChangeRefused(TournamentRefused):
    """The round cannot be changed so."""

    code = "change-refused"


class ReportRefused(TournamentRefused):
    """This cannot be the result of the leg."""

    code = "report-refused"


class DeadlineRefused(TournamentRefused):
    """Nothing can be due then."""

    code = "deadline-refused"


class FileRefused(TournamentRefused):
    """This file cannot be read, or the event not gone on from it."""

    code = "file-refused"


class SeedRefused(TournamentRefused):
    """A club of invented people that cannot be made."""

    code = "seed-refused"
