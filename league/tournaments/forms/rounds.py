"""Forms of repairs and deadlines of rounds."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from league.common.forms import offer
from league.common.validators import plausible_day
from league.tournaments.models import Tournament
from league.tournaments.models.event import MOST_DAYS
from league.tournaments.services.deadlines import Deadlines, end_of
from league.tournaments.services.repairs import Absences

Choices = Iterable[tuple[str, str]]
LONGEST_WHY = 200


class WhyForm(forms.Form):
    """A change of a published round and its reason."""

    who = forms.CharField(widget=forms.HiddenInput)
    to = forms.CharField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput)
    why = forms.CharField(label=_("Reason"), max_length=LONGEST_WHY, help_text=_("Shown in the log of the tournament."))


class RepairForm(forms.Form):
    """Absent players, late players, and tables in play."""

    gone = forms.MultipleChoiceField(label=_("Absent"), required=False, widget=forms.CheckboxSelectMultiple)
    come = forms.MultipleChoiceField(
        label=_("Arrived late (get a seat now)"), required=False, widget=forms.CheckboxSelectMultiple
    )
    playing = forms.MultipleChoiceField(
        label=_("Tables that have started"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("These tables do not change. Tables with a report do not change either."),
    )
    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, gone: Choices, come: Choices, playing: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in {"gone": list(gone), "come": list(come), "playing": list(playing)}.items():
            offer(self, name, choices)
            if not choices:
                del self.fields[name]

    def absences(self) -> Absences:
        """Return the answers of a valid form."""
        chosen = {name: frozenset(map(int, self.cleaned_data.get(name, ()))) for name in ("gone", "come", "playing")}
        return Absences(**chosen)


class DeadlinePlanForm(forms.Form):
    """A plan of deadlines; an empty day means none."""

    first = forms.DateField(
        label=_("Deadline of round 1"),
        help_text=_("Until the end of that day. Leave empty for no deadlines."),
        required=False,
        validators=[plausible_day],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    every_days = forms.IntegerField(label=_("Days between deadlines"), min_value=1, max_value=MOST_DAYS, initial=7)
    reminder_days = forms.IntegerField(
        label=_("Reminder, days before the deadline"),
        min_value=0,
        max_value=MOST_DAYS,
        initial=3,
        help_text=_("Enter 0 for no reminder."),
    )

    def __init__(self, *args: Any, zone: str, kept: datetime | None = None, **kwargs: Any) -> None:
        """`kept` is the present deadline of round 1, of which the time stays if the day does."""
        super().__init__(*args, **kwargs)
        self.zone, self.kept = zone, kept
        if kept:
            self.fields["first"].initial = kept.astimezone(ZoneInfo(zone)).date()

    def deadlines(self) -> Deadlines:
        """Return the answers as `Deadlines`."""
        sent, day = self.cleaned_data, self.cleaned_data["first"]
        first = end_of(day, self.zone) if day else None
        if day and day == self.fields["first"].initial:
            first = self.kept
        return Deadlines(first, sent["every_days"], sent["reminder_days"])


class DeadlinesForm(DeadlinePlanForm):
    """Deadlines of a tournament."""

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, zone=event.club.time_zone, kept=event.first_due_at, **kwargs)
        self.fields["every_days"].initial = event.due_every_days
        self.fields["reminder_days"].initial = event.reminder_days

    def planned(self, rounds: int) -> list[tuple[int, date | None, date | None]]:
        """Return each of these rounds with the days of its deadline and reminder; None without, or with faults."""
        sent = {name: field.initial for name, field in self.fields.items()}
        if self.is_bound:
            sent = self.cleaned_data if self.is_valid() else {}
        if not sent.get("first"):
            return [(number, None, None) for number in range(1, rounds + 1)]
        every, before = timedelta(days=sent["every_days"]), timedelta(days=sent["reminder_days"])
        days = (sent["first"] + every * number for number in range(rounds))
        return [(number, day, day - before if before else None) for number, day in enumerate(days, start=1)]


class MoveForm(forms.Form):
    """A new deadline of a round or of one table."""

    day = forms.DateField(validators=[plausible_day])
    table = forms.IntegerField(required=False, min_value=1)
