"""What an organiser fills in when a tournament ends early, and when the next season is made."""

from django import forms
from django.utils.translation import gettext_lazy as _


class EndForm(forms.Form):
    """Why the tournament ends early."""

    note = forms.CharField(
        label=_("Reason"),
        max_length=200,
        required=False,
        help_text=_("Shown on the tournament page, for example: The hall closed at six."),
    )


class NextSeasonForm(forms.Form):
    """The name of the next season."""

    name = forms.CharField(label=_("Name of the next season"), max_length=80)
