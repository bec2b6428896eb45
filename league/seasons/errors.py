"""What leagues refuse.

Refusal
├── NoSuchLeague      there is none at this address, or its club is private    (404)
├── LeagueRefused     a league, season or division that cannot be so
├── SeasonNotOver     the next season waits for this one                       (409)
└── SeasonMoved       the season went on since the asker looked at it          (409)
"""

from django.utils.translation import gettext_lazy

from league.shared.errors import Conflict, NotFound, Refusal

MOVED = gettext_lazy("The standings have changed. Check promotion and relegation again.")


class NoSuchLeague(NotFound):
    """None at this address, or one that does not exist for the asker."""

    code = "no-such-league"


class LeagueRefused(Refusal):
    """Nothing was kept: the sentence says what to change."""

    code = "league-refused"


class SeasonNotOver(Conflict):
    """The next season is made from the last one, once that is over."""

    code = "season-not-over"


class SeasonMoved(Conflict):
    """Somebody went on meanwhile, or the tables changed: what was looked at holds no longer."""

    code = "season-moved"
