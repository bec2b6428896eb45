"""What organisers fill in about players."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.clubs.choices import offer_people
from league.clubs.forms import LONGEST_ADDRESS
from league.clubs.models import Club
from league.clubs.selectors import people_of
from league.members.models import Player
from league.members.names import by_name
from league.members.services.players import LONGEST_NAME
from league.shared.player_lists.reading import LONGEST_NUMBER


class EditPlayerForm(forms.Form):
    """The name of a player without an account; of a member also the member number and the address of an invitation."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
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
    """The other player, who is the same person."""

    other: "forms.ModelChoiceField[Player]" = forms.ModelChoiceField(
        label=_("Merge with"), queryset=Player.objects.none(), to_field_name="public_id"
    )

    def __init__(self, *args: Any, club: Club, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = people_of(club).exclude(pk=player.pk).order_by(*by_name(), "pk")
        offer_people(self, "other", others, club, beside={player.pk: player.name})
