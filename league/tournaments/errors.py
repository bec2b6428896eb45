"""What tournaments refuse.

Refusal
├── NotFound
│   └── NoSuchTournament     it is not there, or its club is private
├── NotAllowed
│   └── NotTheOrganiser      only those who run the club may do this
├── Conflict
│   ├── WrongMoment          it has not started yet, has started already, or is over
│   └── AlreadyReported      the leg has its result
└── TournamentRefused        what was asked for makes no sense
    ├── CannotBePlayed       no such game, format, option or tie-break, or a field nobody could pair
    ├── EntryRefused         this player cannot be in this tournament
    └── ReportRefused        points or places that cannot be the result of the leg
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


class NotTheOrganiser(NotAllowed):
    """The asker has no such role in the club."""

    code = "not-the-organiser"


class WrongMoment(Conflict):
    """The tournament is not where this can be done."""

    code = "wrong-moment"


class AlreadyReported(Conflict):
    """The leg is decided."""

    code = "already-reported"


class TournamentRefused(Refusal):
    """Something asked for cannot be."""

    code = "tournament-refused"


class CannotBePlayed(TournamentRefused):
    """Nobody could play this tournament."""

    code = "cannot-be-played"


class EntryRefused(TournamentRefused):
    """This player cannot be in this tournament."""

    code = "entry-refused"


class ReportRefused(TournamentRefused):
    """This cannot be the result of the leg."""

    code = "report-refused"
