"""What those who run a club fill in."""

import csv
import io
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Membership
from league.clubs.selectors import bots_to_admit
from league.clubs.services.clubs import LONGEST_NAME, LONGEST_WAIT
from league.clubs.services.links import LONGEST_LABEL
from league.members.forms import zone_field
from league.members.models import Player
from league.shared.forms import offer_rows
from league.shared.player_lists.forms import ListForm
from league.shared.player_lists.reading import Line

LONGEST_ADDRESS = 254


class ClubForm(forms.Form):
    """What a club says of itself."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_NAME, help_text=_("The web address of the club is made from its name.")
    )
    summary = forms.CharField(
        label=_("One sentence about the club"),
        max_length=200,
        required=False,
        help_text=_("For example, where and when you meet."),
    )
    is_public = forms.BooleanField(
        label=_("Everybody can read the pages of the club"),
        required=False,
        initial=True,
        help_text=_("Otherwise only members see the club."),
    )
    time_zone = forms.ChoiceField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"] = zone_field(
            help_text=_("Moothill shows the times of the club in this time zone."), initial="Europe/London"
        )


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


class AddMemberForm(forms.Form):
    """One member to add, with an account or without."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_ADDRESS,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("The member can play at once. Without a name, Moothill only invites the e-mail address."),
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        max_length=LONGEST_ADDRESS,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        help_text=_("Sends an invitation, by which the member signs in as this player."),
    )

    @property
    def line(self) -> Line:
        """What was written, as a line below the head of a list."""
        name, email = self.cleaned_data["name"], self.cleaned_data["email"]
        return Line(2, mail=name) if "@" in name and not email else Line(2, name, email)

    @property
    def as_list(self) -> str:
        """The same as a list with a head."""
        text = io.StringIO()
        csv.writer(text).writerows([["Name", "E-mail"], [self.line.name, self.line.mail]])
        return text.getvalue()


class MemberListForm(ListForm):
    """A list of members to add."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].help_text = gettext(
            "Write one person on each line, with an e-mail address if you have it. Persons with an address are invited."
            " If you like, name the columns in the first line: Name (or First name, Last name), E-mail, Number, Guest."
        )


class AdmitBotsForm(forms.Form):
    """Admitting bots of the house and of members."""

    bots: "forms.ModelMultipleChoiceField[Player]" = forms.ModelMultipleChoiceField(
        label=_("Built-in bots and bots of members"),
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
