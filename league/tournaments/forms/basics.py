"""The first step to create a tournament: its basics. From them a format is suggested, or the user chooses one."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.core import registry
from engine.core.game import Game
from league.common.forms import refusals_as_errors, say_limits_plainly, set_choices
from league.competition.errors import RulesError
from league.competition.format import Format
from league.competition.formats import format_named, formats
from league.tournaments.errors import error_text, rules_refused
from league.tournaments.forms.choice_fields import choice_text
from league.tournaments.forms.tournament_settings import MOST_ROUNDS
from league.tournaments.models import Tournament
from league.tournaments.services.creation import LARGEST_FIELD
from league.tournaments.suggested_settings import (
    EVENINGS,
    EVERYBODY,
    KNOCKOUT,
    USUAL_PLAYERS,
    WEEKEND,
    Requirements,
    check_common_size,
    check_evenings,
    fits,
    format_for,
    format_name_for,
    propose,
)


class BasicsForm(forms.Form):
    """The game, the number of players, and optionally the format. A valid form has `requirements`.

    A subclass may ask for the other `Requirements` and the kind; they default to a round robin in person.
    """

    game = forms.ChoiceField(label=gettext_lazy("Game"), widget=forms.RadioSelect)
    players = forms.IntegerField(
        label=gettext_lazy("Players (approximate)"),
        required=False,
        min_value=2,
        max_value=LARGEST_FIELD,
        help_text=gettext_lazy("Moothill plans tables and rounds for this number."),
    )
    format = forms.ChoiceField(label=gettext_lazy("Format"), widget=forms.RadioSelect, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, forms.ChoiceField):
                field.error_messages |= dict.fromkeys(("invalid_choice", "required"), _("Choose one of these."))
        say_limits_plainly(self)
        seats = _("%(fewest)d to %(most)d players")
        games = [
            (game.slug, choice_text(game.name, seats % {"fewest": game.min_seats, "most": game.max_seats}))
            for game in registry.games().values()
        ]
        set_choices(self, "game", games)
        if len(games) == 1:  # otherwise nobody creates the first game by accident
            self.fields["game"].initial = games[0][0]

    def _offer_formats(self, proposal: str, offered: Iterable[Format]) -> None:
        named = [(candidate.slug, choice_text(_(candidate.name), _(candidate.summary))) for candidate in offered]
        set_choices(self, "format", [("", proposal), *named])

    def clean(self) -> dict[str, Any]:
        """Propose a format if none is chosen. Refuse one without a table size of the game, or for other players."""
        sent = self.cleaned_data
        if self.errors.keys() & {"game", "kind", "venue"}:
            return sent
        venue = sent.setdefault("venue", Tournament.Venue.PAPER.value)
        sent["format"] = sent.get("format") or _format_that_fits(sent["game"], sent.get("kind", EVERYBODY), venue)
        with refusals_as_errors(self):
            game, chosen = _chosen(sent["game"], sent["format"])
            check_common_size(game, chosen)
            check_evenings(chosen, venue)
        if not self.errors:
            try:
                propose(self.requirements())
            except RulesError as error:
                self.add_error("players", error_text(error))
        return sent

    @property
    def questions(self) -> list[forms.BoundField]:
        """The fields without the format, which is shown apart."""
        return [field for field in self if field.name != "format"]

    def requirements(self) -> Requirements:
        """Return the answers for the second step."""
        sent = self.cleaned_data
        game, chosen = _chosen(sent["game"], sent["format"])
        players = sent["players"] or USUAL_PLAYERS
        return Requirements(game, sent["venue"], chosen, players, sent.get("hours"), sent.get("rounds"))


class KindForm(BasicsForm):
    """The basics of a tournament, by GET."""

    kind = forms.ChoiceField(
        label=gettext_lazy("Kind of tournament"), widget=forms.RadioSelect, required=False, initial=WEEKEND
    )
    venue = forms.ChoiceField(
        label=gettext_lazy("Where games are played"), widget=forms.RadioSelect, initial=Tournament.Venue.PAPER
    )
    hours = forms.IntegerField(
        label=gettext_lazy("Hours available"),
        required=False,
        min_value=1,
        max_value=72,
        help_text=gettext_lazy("For the whole tournament, or for one club night."),
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Number of rounds, if decided"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=gettext_lazy("If empty, Moothill proposes a number that fits format and hours."),
    )
    field_order = ("game", "kind", "venue", "players", "hours", "rounds", "format")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = {
            WEEKEND: choice_text(
                _("Swiss"), _("A fixed number of rounds. Players with equal points meet. For one evening or a weekend.")
            ),
            EVENINGS: choice_text(
                _("Season of club nights"),
                _("Everybody present gets a table. All nights count, or only each player's best nights."),
            ),
            EVERYBODY: choice_text(_("Round robin"), _("Everybody plays everybody.")),
            KNOCKOUT: choice_text(_("Knockout"), _("A player is out after one loss, or after two.")),
        }
        venues = {
            Tournament.Venue.PAPER: choice_text(
                _("In person"), _("People play at tables. You or the players enter the results.")
            ),
            Tournament.Venue.MACHINE: choice_text(
                _("Bot matches"), _("Bots play on this server. Moothill enters the results.")
            ),
        }
        set_choices(self, "kind", kinds.items())
        set_choices(self, "venue", venues.items())
        self._offer_formats(_("Proposed by Moothill"), formats().values())
        self.fields["players"].initial = USUAL_PLAYERS

    def clean(self) -> dict[str, Any]:
        """Require a kind or a format."""
        if not self.cleaned_data.get("format") and not self.cleaned_data.get("kind"):
            self.add_error("kind", _("Choose a kind of tournament, or another format below."))
        return super().clean()

    def other_formats(self) -> list[tuple[str, str]]:
        """Return the other possible formats: their names and query strings."""
        needs = self.requirements()
        by_bots = needs.venue == Tournament.Venue.MACHINE
        answers = {name: value for name, value in self.cleaned_data.items() if value not in {None, ""}}
        return [
            (format_name_for(needs.game, other), urlencode(answers | {"format": other.slug}))
            for other in formats().values()
            if other.slug != needs.format.slug and fits(needs.game, other) and not (other.by_evenings and by_bots)
        ]


def example_of(sent: Mapping[str, Any]) -> Requirements | None:
    """Return the present answers with defaults, or None if one is invalid."""
    empty = KindForm()
    usual = {name: field.initial for name, field in empty.fields.items() if field.initial is not None}
    form = KindForm(usual | {"game": next(iter(registry.games()))} | {name: sent[name] for name in sent if sent[name]})
    return form.requirements() if form.is_valid() else None


def _format_that_fits(game: str, kind: str, venue: str) -> str:
    """Return the slug of the format for the kind, or one with a table size of the game."""
    slug = format_for(kind, venue)
    if kind == EVERYBODY and not fits(*_chosen(game, slug)):
        return "table-round-robin"
    return slug


def _chosen(game: str, format_slug: str) -> tuple[Game, Format]:
    with rules_refused("game"):
        found = registry.game(game)
    with rules_refused("format"):
        chosen = format_named(format_slug)
    return found, chosen
