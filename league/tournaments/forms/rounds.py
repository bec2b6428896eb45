"""Forms of repairs and deadlines of rounds."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from league.common.forms import set_choices
from league.common.validators import validate_plausible_date
from league.tournaments.models import Tournament
from league.tournaments.models.tournament import MOST_DAYS
from league.tournaments.services.deadlines import Deadlines, end_of
from league.tournaments.services.repairs import Absences

LONGEST_WHY = 200


class WhyForm(forms.Form):
    """A change of a published round and its reason."""

    who = forms.CharField(widget=forms.HiddenInput)
    to = forms.CharField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput)
    why = forms.CharField(label=_("Reason"), max_length=LONGEST_WHY, help_text=_("Shown in the log of the tournament."))


class RepairForm(forms.Form):
    """Absent players, late players, and tables in play."""

    absent = forms.MultipleChoiceField(label=_("Absent"), required=False, widget=forms.CheckboxSelectMultiple)
    late = forms.MultipleChoiceField(
        label=_("Arrived late (get a seat now)"), required=False, widget=forms.CheckboxSelectMultiple
    )
    playing = forms.MultipleChoiceField(
        label=_("Tables that have started"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("These tables do not change. Tables with a report do not change either."),
    )
    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, choices: Mapping[str, Sequence[tuple[str, str]]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, among in choices.items():
            set_choices(self, name, among)
            if not among:
                del self.fields[name]

    def absences(self) -> Absences:
        """Return the answers of a valid form."""
        chosen = {name: frozenset(map(int, self.cleaned_data.get(name, ()))) for name in ("absent", "late", "playing")}
        return Absences(**chosen)


class DeadlinePlanForm(forms.Form):
    """A plan of deadlines; an empty day means none."""

    first = forms.DateField(
        label=_("Deadline of round 1"),
        help_text=_("Until the end of that day. Leave empty for no deadlines."),
        required=False,
        validators=[validate_plausible_date],
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

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, zone=tournament.club.time_zone, kept=tournament.first_due_at, **kwargs)
        self.fields["every_days"].initial = tournament.due_every_days
        self.fields["reminder_days"].initial = tournament.reminder_days

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

    day = forms.DateField(validators=[validate_plausible_date])
    table = forms.IntegerField(required=False, min_value=1)
