"""What is asked on an evening: its day, who somebody new is, and what becomes of open games."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from league.clubs.models import Club
from league.members.models import Player
from league.results.claims import today_at
from league.shared.forms import plausible_day


class DayForm(forms.Form):
    """The day of an evening; today, unless it is entered later."""

    day = forms.DateField(
        label=gettext_lazy("Day"),
        required=False,
        validators=[plausible_day],
        help_text=gettext_lazy("Choose an earlier day to enter a past club night."),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        today = today_at(club)
        self.initial["day"] = today
        self.fields["day"].widget.attrs["max"] = today.isoformat()

    @property
    def chosen(self) -> date | None:
        """The day; None for today."""
        day: date | None = self.cleaned_data["day"]
        return day


class SomebodyForm(forms.Form):
    """Somebody who is not in the list: by name, a guest or a new member. `seen` are namesakes who are not meant."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    seen = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)

    @property
    def is_guest(self) -> bool:
        """Whether the button for a guest was pressed."""
        return self.data.get("as") != "member"

    def not_looked_at(self, namesakes: Sequence[Player]) -> list[Player]:
        """Those of the name whom the organiser has not been asked about."""
        seen = set(self.cleaned_data["seen"].split())
        return [player for player in namesakes if player.public_id not in seen]
