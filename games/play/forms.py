"""The form that starts a game: opponents and options."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.core.game import Game
from engine.core.options import Option
from games.play.opponents import Opponent, default_opponents, opponents_for
from league.common.forms import set_choices

_OPTION = "option-"
_AS_USUAL = "as-usual"  # sent by a form without option fields


class BeginForm(forms.Form):
    """Levels and other bots, each from the weakest to the strongest, and the options of the game."""

    opponents = forms.MultipleChoiceField(
        label=_("Opponents"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Choose at least one opponent."),
            "invalid_choice": _("There is no such built-in bot. Choose a bot from the list."),
        },
    )

    def __init__(self, data: Any = None, *, game: Game, opponent: str = "") -> None:
        preselected = default_opponents(game.slug, max(game.min_seats, 2), opponent)
        super().__init__(data, initial={"opponents": preselected})
        self._opponents = opponents_for(game.slug)
        self.least, self.most = game.min_seats - 1, game.max_seats - 1
        set_choices(self, "opponents", [(known.key, known.name) for known in self._opponents])
        for option in game.options:
            self.fields[_OPTION + option.name] = _field(option)

    def game_options(self) -> dict[str, Any]:
        """Return the options of a valid form as the engine takes them; defaults where the form had no options."""
        if _AS_USUAL in self.data:
            return {}
        fields = ((name, value) for name, value in self.cleaned_data.items() if name.startswith(_OPTION))
        return {name.removeprefix(_OPTION): value for name, value in fields if value != ""}

    def levels(self) -> list[Opponent]:
        """Return each level with its description and its strength in percent."""
        return self._choices(is_level=True)

    def others(self) -> list[Opponent]:
        """Return each other bot, as `levels`."""
        return self._choices(is_level=False)

    def is_other_ticked(self) -> bool:
        """Return whether a bot that is no level is ticked."""
        return any(choice.is_ticked for choice in self.others())

    def _choices(self, *, is_level: bool) -> list[Opponent]:
        ticked, known = self["opponents"].value() or [], self._opponents
        return [bot._replace(is_ticked=bot.key in ticked) for bot in known if bot.is_level == is_level]

    def rules(self) -> list[forms.BoundField]:
        """Return the option fields."""
        return [self[name] for name in self.fields if name.startswith(_OPTION)]

    @property
    def has_faulty_rules(self) -> bool:
        """Whether an option has an error."""
        return any(field.errors for field in self.rules())


def _field(option: Option) -> forms.Field:
    if option.kind == "flag":
        return forms.BooleanField(
            label=_(option.label()), help_text=_(option.summary), required=False, initial=option.default
        )
    return forms.ChoiceField(
        label=_(option.label()),
        help_text=_(option.summary),
        choices=[(choice, _(option.value_label(choice))) for choice in option.choices],
        required=False,
        initial=option.default,
    )
