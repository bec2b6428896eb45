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
from league.shared.zones import proposed_zone

LONGEST_ADDRESS = 254


class ClubForm(forms.Form):
    """What a club says of itself."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_NAME, help_text=_("The web address of the club is made from this name.")
    )
    summary = forms.CharField(
        label=_("Description"),
        max_length=200,
        required=False,
        help_text=_("One sentence, for example where and when you meet."),
    )
    is_public = forms.BooleanField(
        label=_("Public club"),
        required=False,
        initial=True,
        help_text=_("Everybody can see the pages of a public club. Only members can see a private club."),
    )
    time_zone = forms.ChoiceField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"] = zone_field(
            help_text=_("Moothill shows dates and times of the club in this time zone."), initial=proposed_zone()
        )


class SettingsForm(ClubForm):
    """What a club says of itself, and how its results are confirmed."""

    confirms_results = forms.BooleanField(
        label=_("Another player must confirm each reported result"),
        required=False,
        help_text=_("Results from scorers always count at once."),
    )
    confirm_hours = forms.IntegerField(
        label=_("Automatic confirmation after (hours)"),
        min_value=1,
        max_value=LONGEST_WAIT,
        help_text=_(
            "If nobody confirms or disputes a result, it counts after this time. Results that are "
            "already waiting keep their deadline."
        ),
    )
    shortens_names = forms.BooleanField(
        label=_("Short names for non-members"),
        required=False,
        help_text=_("People outside the club see “Eilidh M.” Members see full names."),
    )


class ShowLinkForm(forms.Form):
    """Whom a link is for."""

    label = forms.CharField(
        label=_("Recipient"),
        max_length=LONGEST_LABEL,
        help_text=_("For example: Perth newspaper. Only owners see this."),
    )


class JoinLinkForm(forms.Form):
    """How people join by the link."""

    needs_approval = forms.BooleanField(
        label=_("An organiser approves each person"),
        required=False,
        initial=True,
        help_text=_("Without approval, everybody with the link joins at once."),
    )


class AddMemberForm(forms.Form):
    """One member to add, with an account or without."""

    name = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=LONGEST_ADDRESS,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("A named member can play at once. Leave the name empty to only send an invitation."),
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        error_messages={"invalid": _("Enter a valid e-mail address.")},
        max_length=LONGEST_ADDRESS,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        help_text=_("The new member gets an invitation to connect their own account."),
    )

    def clean(self) -> dict[str, Any]:
        """Either is enough."""
        sent = super().clean() or {}
        if not self.errors and not sent.get("name") and not sent.get("email"):
            self.add_error("name", gettext("Enter a name or an e-mail address."))
        return sent

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
            "One person per line. People with an e-mail address get an invitation. The first line may name the "
            "columns: Name (or First name, Last name), E-mail, Number, Guest (yes or no)."
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

    role = forms.ChoiceField(
        label=_("Role"),
        choices=Membership.Role.choices,
        help_text=_("A scorer can enter results for all players."),
    )
