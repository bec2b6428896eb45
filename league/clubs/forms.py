"""Forms of clubs and their players; choices of people tell namesakes apart."""

import csv
import io
from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.forms import BaseForm, BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.accounts.forms import zone_field
from league.accounts.models import Player
from league.accounts.names import by_name
from league.accounts.services.players import LONGEST_NAME as LONGEST_PLAYER_NAME
from league.clubs.display_names import disambiguated
from league.clubs.models import Club, Membership
from league.clubs.queries import bots_to_admit, people_of
from league.clubs.services.clubs import LONGEST_LABEL, LONGEST_NAME, LONGEST_WAIT
from league.common.forms import set_queryset
from league.common.player_lists.forms import ListForm
from league.common.player_lists.reading import LONGEST_NUMBER, Line
from league.common.timezones import proposed_zone

LONGEST_ADDRESS = 254


def offer_people(
    form: BaseForm, field: str, people: QuerySet[Player], club: Club, beside: Mapping[int, str] | None = None
) -> None:
    """Offer these people under distinct names, also distinct from those of people `beside` them.

    One query for the names.
    """
    set_queryset(form, field, people)
    own = dict(people.values_list("pk", "name"))
    names = own | disambiguated({**(beside or {}), **own}, club)
    form.fields[field].label_from_instance = lambda player: names.get(player.pk, player.name)  # type: ignore[attr-defined]  # `set_queryset` takes no other


class ClubForm(forms.Form):
    """The profile of a club."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("The web address of the club is made from this name. Old addresses keep working."),
    )
    summary = forms.CharField(
        label=_("Description"),
        max_length=200,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
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
            help_text=_("Moothill shows dates and times of the club in this time zone."),
            initial=proposed_zone(),
            current=self.initial.get("time_zone", ""),
        )

    def clean_summary(self) -> str:
        """Return the description in one line."""
        return " ".join(self.cleaned_data["summary"].split())


class SettingsForm(ClubForm):
    """The profile of a club, and how its results are confirmed."""

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
        help_text=_(
            "People outside the club see “Eilidh M.” on its pages. Members see full names. Other clubs decide for "
            "their own pages."
        ),
    )

    def groups(self) -> list[tuple[str, list[BoundField]]]:
        """Return the fields under their heads."""
        grouped = [
            (gettext("Profile"), ("name", "summary", "is_public", "time_zone")),
            (gettext("Reported results"), ("confirms_results", "confirm_hours")),
            (gettext("Names"), ("shortens_names",)),
        ]
        return [(head, [self[name] for name in names]) for head, names in grouped]


class ViewOnlyLinkForm(forms.Form):
    """The label of a view-only link."""

    label = forms.CharField(
        label=_("Recipient"),
        max_length=LONGEST_LABEL,
        help_text=_("For example: Perth newspaper. Only owners see this."),
    )


class JoinLinkForm(forms.Form):
    """Whether joining needs approval."""

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
        """Require a name or an address."""
        sent = super().clean() or {}
        if not self.errors and not sent.get("name") and not sent.get("email"):
            self.add_error("name", gettext("Enter a name or an e-mail address."))
        return sent

    @property
    def line(self) -> Line:
        """The input as a line of a list."""
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
            "columns: Name (or First name, Last name), E-mail, Member number, Guest (people with yes are left out)."
        )


class AdmitBotsForm(forms.Form):
    """Add built-in bots and bots of members."""

    bots: "forms.ModelMultipleChoiceField[Player]" = forms.ModelMultipleChoiceField(
        label=_("Built-in bots and bots of members"),
        queryset=Player.objects.none(),
        to_field_name="public_id",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one bot.")},
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_queryset(self, "bots", bots_to_admit(club))


class RoleForm(forms.Form):
    """A member's role."""

    role = forms.ChoiceField(
        label=_("Role"), choices=Membership.Role.choices, help_text=_("A scorer can enter results for all players.")
    )


class EditPlayerForm(forms.Form):
    """The name of a player without an account; for a member also the member number and the address to invite."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_PLAYER_NAME,
        help_text=_("If two players have the same name, add a suffix: John Smith (Leith)."),
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        error_messages={"invalid": _("Enter a valid e-mail address.")},
        max_length=LONGEST_ADDRESS,
        help_text=_(
            "Moothill sends an invitation to a new address. The member can then sign up and keeps all results. "
            "To withdraw the invitation, clear this field."
        ),
    )

    number = forms.CharField(
        label=_("Member number"),
        required=False,
        max_length=LONGEST_NUMBER,
        help_text=_("Shown after the name if two players have the same name."),
    )

    def __init__(self, *args: Any, is_member: bool, may_rename: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kept = {"name": may_rename, "email": may_rename and is_member, "number": is_member}
        for field in [field for field, is_kept in kept.items() if not is_kept]:
            del self.fields[field]


class MergeForm(forms.Form):
    """The other player to merge with."""

    other: "forms.ModelChoiceField[Player]" = forms.ModelChoiceField(
        label=_("Merge with"), queryset=Player.objects.none(), to_field_name="public_id"
    )

    def __init__(self, *args: Any, club: Club, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = people_of(club).exclude(pk=player.pk).order_by(*by_name(), "pk")
        offer_people(self, "other", others, club, beside={player.pk: player.name})
