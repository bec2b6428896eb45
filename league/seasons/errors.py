"""Errors of leagues.

Refusal
├── NoSuchLeague      no league at this address, or its club is private    (404)
├── LeagueRefused     invalid league, season or division
├── SeasonNotOver     this season is not finished                       (409)
└── SeasonMoved       the season changed since the page was shown          (409)
"""

from django.utils.translation import gettext_lazy

from league.common.errors import Conflict, NotFound, Refusal

MOVED = gettext_lazy("The standings have changed. Check promotion and relegation again.")


class NoSuchLeague(NotFound):
    """No league at this address, or none that the asker may see."""

    code = "no-such-league"


class LeagueRefused(Refusal):
    """Nothing was saved; the message says what to change."""

    code = "league-refused"


class SeasonNotOver(Conflict):
    """The next season can be created when this one is over."""

    code = "season-not-over"


class SeasonMoved(Conflict):
    """The season or its standings changed since the page was shown."""

    code = "season-moved"
