"""The form that starts a game: opponents and options."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.core.game import Game
from engine.core.options import Option
from games.play.opponents import default_opponents, opponents_for
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

    def __init__(self, data: Any = None, *, game: Game, opponent: str = "", **named: Any) -> None:
        company = opponents_for(game.slug)
        named.setdefault("initial", {"opponents": default_opponents(game.slug, max(game.min_seats, 2), opponent)})
        super().__init__(data, **named)
        self._company = company
        self.least, self.most = game.min_seats - 1, game.max_seats - 1
        set_choices(self, "opponents", [(one.key, one.name) for one in company])
        for option in game.options:
            self.fields[_OPTION + option.name] = _field(option)

    def chosen(self) -> dict[str, Any]:
        """The options of a valid form as the engine takes them; defaults where the form had no options."""
        if _AS_USUAL in self.data:
            return {}
        answers = ((name, value) for name, value in self.cleaned_data.items() if name.startswith(_OPTION))
        return {name.removeprefix(_OPTION): value for name, value in answers if value != ""}

    def levels(self) -> list[dict[str, Any]]:
        """Each level with its description, its strength in percent, and whether it is ticked."""
        return self._offered(is_level=True)

    def others(self) -> list[dict[str, Any]]:
        """Each other bot, as `levels`."""
        return self._offered(is_level=False)

    def is_other_ticked(self) -> bool:
        """Whether a bot that is no level is ticked."""
        return any(one["is_ticked"] for one in self.others())

    def _offered(self, *, is_level: bool) -> list[dict[str, Any]]:
        ticked = self["opponents"].value() or []
        return [{**one._asdict(), "is_ticked": one.key in ticked} for one in self._company if one.is_level == is_level]

    def rules(self) -> list[forms.BoundField]:
        """The option fields."""
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
