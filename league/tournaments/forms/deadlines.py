"""By when rounds are to be played, as an organiser says it: in days, on the club's clock."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.shared.forms import plausible_day
from league.tournaments.models import Tournament
from league.tournaments.models.event import MOST_DAYS
from league.tournaments.services.deadlines import Deadlines, end_of


def deadline_fields() -> dict[str, forms.Field]:
    """What is asked of a plan of deadlines."""
    return {
        "first": forms.DateField(
            label=gettext_lazy("Deadline of round 1"),
            help_text=gettext_lazy("Until the end of that day. Leave empty for no deadlines."),
            required=False,
            validators=[plausible_day],
            widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        ),
        "every_days": forms.IntegerField(
            label=gettext_lazy("Days between deadlines"), min_value=1, max_value=MOST_DAYS, initial=7
        ),
        "reminder_days": forms.IntegerField(
            label=gettext_lazy("Reminder, days before the deadline"),
            min_value=0,
            max_value=MOST_DAYS,
            initial=3,
            help_text=gettext_lazy("Enter 0 for no reminder."),
        ),
    }


def deadlines_from(sent: dict[str, Any], zone: str, kept: datetime | None = None) -> Deadlines:
    """The answers as the service takes them; the day that stands already is the moment that stands."""
    day = sent["first"]
    first = end_of(day, zone) if day else None
    if kept is not None and day == kept.astimezone(ZoneInfo(zone)).date():
        first = kept
    return Deadlines(first, sent["every_days"], sent["reminder_days"])


class DeadlinesForm(forms.Form):
    """The plan of an event; an empty day is none."""

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.fields |= deadline_fields()
        self.fields["every_days"].initial = event.due_every_days
        self.fields["reminder_days"].initial = event.reminder_days
        if event.first_due_at:
            self.fields["first"].initial = event.first_due_at.astimezone(ZoneInfo(event.club.time_zone)).date()

    def deadlines(self) -> Deadlines:
        """The answers as the service takes them."""
        return deadlines_from(self.cleaned_data, self.event.club.time_zone, self.event.first_due_at)


class MoveForm(forms.Form):
    """Another day for a round, or for one table of it."""

    day = forms.DateField(validators=[plausible_day])
    table = forms.IntegerField(required=False, min_value=1)

    def fault(self) -> str:
        """What is wrong, in one sentence."""
        return _("Enter a date such as 2026-12-24, and a table number if the deadline is for one table.")
