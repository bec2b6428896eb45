"""What those who run a club fill in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Membership
from league.clubs.selectors import bots_to_admit
from league.clubs.services.clubs import LONGEST_NAME
from league.members.forms import zone_field
from league.members.models import Player


class ClubForm(forms.Form):
    """What a club says of itself."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, help_text=_("Its address is made from it."))
    summary = forms.CharField(
        label=_("One sentence about the club"),
        max_length=200,
        required=False,
        help_text=_("Where and when you meet, for instance."),
    )
    is_public = forms.BooleanField(
        label=_("Everybody may read its pages"),
        required=False,
        initial=True,
        help_text=_("Without it the club exists only for its members."),
    )
    time_zone = forms.ChoiceField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"] = zone_field(help_text=_("Its rounds begin and end in it."), initial="Europe/London")


class AdmitSomebodyForm(forms.Form):
    """Admitting somebody, with an account or without."""

    name = forms.CharField(
        label=_("Name or mail address"),
        max_length=254,
        help_text=_("A mail address finds an account here. A name is enough for somebody who has none."),
    )


class AdmitBotsForm(forms.Form):
    """Admitting bots of the house."""

    bots: "forms.ModelMultipleChoiceField[Player]" = forms.ModelMultipleChoiceField(
        label=_("Bots of the house"),
        queryset=Player.objects.none(),
        to_field_name="public_id",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one bot.")},
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["bots"].queryset = bots_to_admit(club)  # type: ignore[attr-defined]  # the stubs know only Field


class RoleForm(forms.Form):
    """A member's role."""

    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices)
