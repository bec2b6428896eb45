"""Errors of leagues."""

from django.utils.translation import gettext_lazy

from league.common.errors import Conflict, NotFound, Refusal

MOVED = gettext_lazy("The standings have changed. Check promotion and relegation again.")


class NoSuchLeague(NotFound):
    """No league at this address, or none that the user may see."""


class LeagueRefused(Refusal):
    """Nothing was saved; the message says what to change."""


class SeasonNotOver(Conflict):
    """The next season can be created when this one is over."""


class SeasonMoved(Conflict):
    """The season or its standings changed since the page was shown."""
