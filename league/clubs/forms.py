"""What those who run a club fill in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Membership
from league.clubs.selectors import bots_to_admit
from league.clubs.services.clubs import LONGEST_NAME, LONGEST_WAIT
from league.clubs.services.links import LONGEST_LABEL
from league.members.forms import zone_field
from league.members.models import Player
from league.shared.forms import offer_rows

MOST_AT_ONCE = 100
"""So many lines are admitted in one go."""


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


class SettingsForm(ClubForm):
    """What a club says of itself, and how its results are confirmed."""

    confirms_results = forms.BooleanField(
        label=_("What a player reports waits for somebody else at the table"),
        required=False,
        help_text=_("Without it every report enters the ledger at once. What scorers report always does."),
    )
    confirm_hours = forms.IntegerField(
        label=_("Hours until a report that nobody answers confirms itself"),
        min_value=1,
        max_value=LONGEST_WAIT,
        help_text=_("Two days are 48. Reports that wait already keep their time."),
    )
    shortens_names = forms.BooleanField(
        label=_("Strangers read first names and an initial only"),
        required=False,
        help_text=_("“Eilidh M.” for whoever does not belong to the club. Members and scorers read names in full."),
    )


class ShowLinkForm(forms.Form):
    """Whom a link is for."""

    label = forms.CharField(
        label=_("Who is it for?"),
        max_length=LONGEST_LABEL,
        help_text=_("Only the owners read it, so that they know later which link to revoke."),
    )


class JoinLinkForm(forms.Form):
    """How people join by the link."""

    needs_approval = forms.BooleanField(
        label=_("An organiser approves each person"),
        required=False,
        initial=True,
        help_text=_("Otherwise everybody who has the link can become a member at once."),
    )


class AdmitSomebodyForm(forms.Form):
    """Admitting somebody, with an account or without."""

    name = forms.CharField(
        label=_("Name or mail address"),
        max_length=MOST_AT_ONCE * 254,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
        help_text=_(
            "One a line, also a whole list. Whoever reads the mails to an address is invited and joins by a link. "
            "A name is in at once, with no account; a guest of that name keeps their results."
        ),
    )

    def clean_name(self) -> list[str]:
        """The lines that say something."""
        lines = [line.strip() for line in self.cleaned_data["name"].splitlines() if line.strip()]
        if len(lines) > MOST_AT_ONCE:
            raise forms.ValidationError(
                _("These are %(lines)d. Admit at most %(most)d at once.") % {"lines": len(lines), "most": MOST_AT_ONCE}
            )
        return lines


class AdmitBotsForm(forms.Form):
    """Admitting bots of the house and of members."""

    bots: "forms.ModelMultipleChoiceField[Player]" = forms.ModelMultipleChoiceField(
        label=_("Bots of the house and of members"),
        queryset=Player.objects.none(),
        to_field_name="public_id",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one bot.")},
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_rows(self, "bots", bots_to_admit(club))


class RoleForm(forms.Form):
    """A member's role."""

    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices)
