"""What an organiser fills in at a round: who did not come or came late, and why a round on the board changes."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.shared.forms import offer
from league.tournaments.services.repairing import Absences

Choices = Iterable[tuple[str, str]]
LONGEST_WHY = 200


class WhyForm(forms.Form):
    """A change of a published round, and its reason."""

    who = forms.CharField(widget=forms.HiddenInput)
    to = forms.CharField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput)
    why = forms.CharField(label=_("Reason"), max_length=LONGEST_WHY, help_text=_("Shown in the log of the tournament."))


class RepairForm(forms.Form):
    """Who did not come, who came late, and which tables play already."""

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
        """What was said, once the form is valid."""
        said = {name: frozenset(map(int, self.cleaned_data.get(name, ()))) for name in ("gone", "come", "playing")}
        return Absences(**said)
