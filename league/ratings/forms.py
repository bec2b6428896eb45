"""Filters of leaderboards. Invalid values are ignored: every URL works."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.core import registry
from league.clubs.permissions import User
from league.clubs.queries import clubs_seen_by
from league.common.forms import set_choices
from league.common.validators import whole_number
from league.ratings.leaderboards import BEST_FIRST, SORTS, LeaderboardQuery
from league.ratings.queries import systems_of
from league.results.models import Pool
from league.results.queries import pools_seen_by

LONGEST_SEARCH = 80


def search_field() -> forms.CharField:
    """Return the field for a part of a player's name."""
    widget = forms.TextInput(attrs={"type": "search", "autocomplete": "off"})
    return forms.CharField(label=gettext_lazy("Find player"), required=False, max_length=LONGEST_SEARCH, widget=widget)


class LeaderboardForm(forms.Form):
    """Filters of a leaderboard: name, leaderboard, club. Fields without choices are left out."""

    search = search_field()
    pool = forms.ChoiceField(label=gettext_lazy("Leaderboard"), required=False)
    club = forms.ChoiceField(label=gettext_lazy("Club"), required=False)
    system = forms.ChoiceField(label=gettext_lazy("Rating system"), required=False)

    def __init__(self, data: Mapping[str, str], *, pool: Pool, user: User) -> None:
        super().__init__(dict(data) | {"pool": pool.slug})
        self._clubs = {club.slug: club for club in clubs_seen_by(user).order_by("name", "id")}
        pools = [(other.slug, other.display_name) for other in pools_seen_by(user)]
        clubs = [(slug, club.name) for slug, club in self._clubs.items()]
        _set_choices_or_remove(self, "pool", pools, least=2)
        _set_choices_or_remove(self, "club", [("", _("all players")), *clubs], least=2)
        own, *others = [(system.slug, _(system.name)) for system in systems_of(pool)]
        _set_choices_or_remove(self, "system", [("", own[1]), *others], least=2)

    def query(self, sort: str, page: str) -> LeaderboardQuery:
        """Return the query. An unknown order becomes that by rating, a page that is no number the first one."""
        self.is_valid()
        return LeaderboardQuery(
            search=self.cleaned_data.get("search", ""),
            club=self._clubs.get(self.cleaned_data.get("club", "")),
            sort=sort if sort.removeprefix("-") in SORTS else BEST_FIRST,
            system=self.cleaned_data.get("system", ""),
            page=1 if (number := whole_number(page)) is None else number,
        )


class BoardsForm(forms.Form):
    """Filters of the list of leaderboards: game, club."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    club = forms.ChoiceField(label=gettext_lazy("Club"), required=False)

    def __init__(self, data: Mapping[str, str], *, user: User) -> None:
        super().__init__(data)
        games = [(game.slug, game.name) for game in registry.games().values()]
        clubs = [(club.slug, club.name) for club in clubs_seen_by(user).order_by("name", "id")]
        _set_choices_or_remove(self, "game", [("", _("all games")), *games], least=3)
        _set_choices_or_remove(self, "club", [("", _("site and all clubs")), *clubs], least=2)

    def chosen(self) -> dict[str, str]:
        """Return the slugs of what was chosen; empty where nothing was."""
        self.is_valid()
        return {name: self.cleaned_data.get(name, "") for name in ("game", "club")}


class PlayerSearchForm(forms.Form):
    """A player to add to the table."""

    find = search_field()

    def search(self) -> str:
        """Return the part of a name to look for."""
        self.is_valid()
        return str(self.cleaned_data.get("find", ""))


def _set_choices_or_remove(form: forms.Form, name: str, choices: list[tuple[str, str]], *, least: int) -> None:
    """Set the choices of a field; remove it if they are fewer than `least`."""
    if len(choices) < least:
        del form.fields[name]
    else:
        set_choices(form, name, choices)
