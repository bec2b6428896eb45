"""Who plays: the organiser ticks those who do."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from league.members.models import Player
from league.tournaments.models import Tournament
from league.tournaments.selectors.entries import players_to_enter


class EntriesForm(forms.Form):
    """Who is entered next: tick boxes of those who may be and are not yet."""

    players: "forms.ModelMultipleChoiceField[Player]" = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Players"),
        queryset=Player.objects.none(),
        to_field_name="public_id",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Tick at least one player.")},
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["players"].queryset = players_to_enter(tournament)  # type: ignore[attr-defined]  # the stubs know only Field
