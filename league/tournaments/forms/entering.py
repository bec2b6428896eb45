"""Who plays: members ticked, guests by name, lists of players, and what is agreed with each of them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.members.models import Player
from league.shared.forms import faults_on, offer, offer_rows
from league.tournaments.byes import most_half_byes
from league.tournaments.models import Entry, RequestedBye, Tournament
from league.tournaments.moments import FARTHEST_ROUND
from league.tournaments.player_lists import MOST_BYTES, text_of
from league.tournaments.selectors.entries import players_to_enter
from league.tournaments.services.agreeing import FARTHEST_TABLE
from league.tournaments.services.entering import MOST_ENTRIES
from league.tournaments.services.seeding import ORDERS

if TYPE_CHECKING:
    _Several = forms.ModelMultipleChoiceField[Entry]
else:
    _Several = forms.ModelMultipleChoiceField  # which takes no types while it runs

NEW = "new"


class EntriesForm(forms.Form):
    """Who is entered next: tick boxes of those who may be and are not yet."""

    players: "forms.ModelMultipleChoiceField[Player]" = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Players"),
        queryset=Player.objects.none(),
        to_field_name="public_id",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Tick at least one player.")},
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_rows(self, "players", players_to_enter(tournament))


class GuestForm(forms.Form):
    """A guest by name; where the name may be somebody known, the organiser says who it is."""

    name = forms.CharField(label=gettext_lazy("Name of the guest"), max_length=80)
    seen = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    who = forms.ChoiceField(label=gettext_lazy("Is it one of these?"), required=False, widget=forms.RadioSelect)

    def __init__(self, *args: Any, namesakes: Sequence[Player] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.namesakes = {player.public_id: player for player in namesakes}
        if not self.namesakes:
            del self.fields["who"]
            return
        somebody_new = _("Somebody new, called the same or nearly so")
        offer(self, "who", [*((one.public_id, one.name) for one in namesakes), (NEW, somebody_new)])

    @property
    def looked_at(self) -> set[str]:
        """The public ids of those namesakes who were on the page that was sent."""
        return set(self.cleaned_data["seen"].split())

    @property
    def player(self) -> Player | None:
        """Whom the organiser means; None for somebody new."""
        return self.namesakes.get(self.cleaned_data.get("who", ""))

    @property
    def is_answered(self) -> bool:
        """Whether it is clear who comes: nobody has such a name, or the organiser said who it is."""
        return not self.namesakes or bool(self.cleaned_data.get("who"))


class ListForm(forms.Form):
    """A list of players, as a file or as text."""

    file = forms.FileField(
        label=gettext_lazy("A file"),
        required=False,
        help_text=gettext_lazy("CSV, as every spreadsheet saves it, or a tournament report of a chess program (TRF)."),
    )
    text = forms.CharField(
        label=gettext_lazy("Or the list itself"),
        required=False,
        max_length=MOST_BYTES,
        strip=False,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One player a line. More columns are understood: mail, seed or rating, table, guest; a head helps. With a"
            " head also club: those of one club do not meet in round 1, or share a group, as far as that can be."
        ),
    )

    def clean(self) -> dict[str, Any]:
        """The text, whichever way it came."""
        sent = super().clean() or {}
        file = sent.get("file")
        if isinstance(file, UploadedFile):
            with faults_on(self):
                sent["text"] = text_of(file.read(MOST_BYTES + 1))
        elif not sent.get("text", "").strip() and not self.errors:
            self.add_error("text", _("Choose a file, or write the list here."))
        return sent


class ByeForm(forms.Form):
    """A round that somebody misses."""

    round = forms.IntegerField(label=gettext_lazy("Round"), min_value=1, max_value=FARTHEST_ROUND)
    kind = forms.ChoiceField(label=gettext_lazy("It pays"), widget=forms.RadioSelect, initial="zero")

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(RequestedBye.Kind.ZERO.value, _("nothing"))]
        if most_half_byes(tournament):
            kinds.append((RequestedBye.Kind.HALF.value, _("half a point")))
        offer(self, "kind", kinds)


class TableForm(forms.Form):
    """The table of somebody who cannot move; empty gives it free."""

    table = forms.IntegerField(
        label=gettext_lazy("Always at table"),
        required=False,
        min_value=1,
        max_value=FARTHEST_TABLE,
        help_text=gettext_lazy("For somebody who cannot move. Empty: anywhere."),
    )


class PlaceForm(forms.Form):
    """A place of the list."""

    to = forms.IntegerField(label=gettext_lazy("Number in the list"), min_value=1, max_value=MOST_ENTRIES)


class LeaveForm(forms.Form):
    """From which round on somebody is gone; empty is at once."""

    from_round = forms.IntegerField(
        label=gettext_lazy("Gone from round"),
        required=False,
        min_value=1,
        max_value=FARTHEST_ROUND,
        help_text=gettext_lazy("Empty: at once."),
    )


class PeopleField(_Several):
    """Several entries, called by who they are of now."""

    def label_from_instance(self, obj: Entry) -> str:
        """The name of whoever stands for the entry's player."""
        return obj.person.name


class ApartForm(forms.Form):
    """People who must not meet."""

    entries = PeopleField(
        label=gettext_lazy("Who must not meet"),
        queryset=Entry.objects.none(),
        to_field_name="public_id",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Tick at least two.")},
    )
    until_round = forms.IntegerField(
        label=gettext_lazy("Until round"),
        required=False,
        min_value=1,
        max_value=FARTHEST_ROUND,
        help_text=gettext_lazy("1 for a club that travels together; empty for a family: in the whole event."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = tournament.entries.select_related("player__merged_into").order_by("number")
        offer_rows(self, "entries", entries)


class OrderForm(forms.Form):
    """By what the list is ordered."""

    order = forms.ChoiceField(choices=[(name, name) for name in ORDERS])
