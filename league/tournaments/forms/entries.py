"""Forms of entries: members, guests, lists of players, arrangements."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.accounts.models import Player
from league.clubs.dates import today_at
from league.clubs.forms import offer_people
from league.clubs.models import Club
from league.common.forms import set_choices
from league.common.player_lists.forms import ListForm
from league.common.validators import validate_plausible_date
from league.tournaments.models import Entry, RequestedBye, Tournament
from league.tournaments.permissions import FARTHEST_ROUND
from league.tournaments.queries.entries import entries_of, players_to_enter, with_distinct_names
from league.tournaments.services.arrangements import FARTHEST_TABLE
from league.tournaments.services.entries import MOST_ENTRIES

NEW = "new"


class EntriesForm(forms.Form):
    """Checkboxes of players who can be entered."""

    players: "forms.ModelMultipleChoiceField[Player]" = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Players"),
        queryset=Player.objects.none(),
        to_field_name="public_id",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Tick at least one player.")},
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entered = dict(tournament.entries.values_list("player_id", "player__name"))
        offer_people(self, "players", players_to_enter(tournament), tournament.club, beside=entered)


class GuestForm(forms.Form):
    """A guest by name; if known players have a similar name, the organiser says which one it is."""

    name = forms.CharField(label=gettext_lazy("Name of the guest"), max_length=80)
    seen = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    who = forms.ChoiceField(label=gettext_lazy("Is it one of these?"), required=False, widget=forms.RadioSelect)

    def __init__(self, *args: Any, namesakes: Sequence[Player] = (), listed_as: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.namesakes = {player.public_id: player for player in namesakes}
        if not self.namesakes:
            del self.fields["who"]
            return
        another = _("Another person, added as %(name)s") % {"name": listed_as}
        set_choices(self, "who", [*((namesake.public_id, namesake.name) for namesake in namesakes), (NEW, another)])
        self.fields["who"].help_text = _(
            "If it is another person, choose the last line, or write a name that differs, for example: "
            "John Smith (Leith)."
        )

    @property
    def looked_at(self) -> set[str]:
        """The public ids of the namesakes on the page that was sent."""
        return set(self.cleaned_data["seen"].split())

    @property
    def player(self) -> Player | None:
        """The chosen known player; None for a new one."""
        return self.namesakes.get(self.cleaned_data.get("who", ""))

    @property
    def is_answered(self) -> bool:
        """Whether there are no namesakes or one was chosen."""
        return not self.namesakes or bool(self.cleaned_data.get("who"))


class EntrantListForm(ListForm):
    """A list of players to enter."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = _(
            "A CSV or text file from Excel, LibreOffice or Google Sheets, or a tournament report of a chess "
            "program (TRF)."
        )
        self.fields["text"].help_text = _(
            "Enter one player per line. The first line can name the columns: name (or first and last name), "
            "e-mail, seed or number, rating, table, guest, club. In round 1 and in groups, Moothill avoids "
            "pairings between players of the same club."
        )


class ByeForm(forms.Form):
    """The round and kind of a requested bye."""

    round = forms.IntegerField(label=gettext_lazy("Round"), min_value=1, max_value=FARTHEST_ROUND)
    kind = forms.ChoiceField(label=gettext_lazy("Points"), widget=forms.RadioSelect, initial="zero")

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = [(RequestedBye.Kind.ZERO.value, _("nothing"))]
        if tournament.most_half_byes:
            kinds.append((RequestedBye.Kind.HALF.value, _("half the points of a win")))
        set_choices(self, "kind", kinds)


class TableForm(forms.Form):
    """The fixed table of a player; empty removes it."""

    table = forms.IntegerField(
        label=gettext_lazy("Fixed table"),
        required=False,
        min_value=1,
        max_value=FARTHEST_TABLE,
        help_text=gettext_lazy("For a player who cannot change tables. Leave empty for any table."),
    )


class PlaceForm(forms.Form):
    """A position in the entry list."""

    to = forms.IntegerField(label=gettext_lazy("Seeding number"), min_value=1, max_value=MOST_ENTRIES)


class LeaveForm(forms.Form):
    """The first round without the player; empty means at once."""

    from_round = forms.IntegerField(
        label=gettext_lazy("Leaves before round"),
        required=False,
        min_value=1,
        max_value=FARTHEST_ROUND,
        help_text=gettext_lazy("Leave empty to withdraw now."),
    )


class ForbiddenPairForm(forms.Form):
    """Players who must not meet."""

    entries = forms.MultipleChoiceField(
        label=gettext_lazy("Players who should not meet"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Tick at least two players.")},
    )
    until_round = forms.IntegerField(
        label=gettext_lazy("Until round"),
        required=False,
        min_value=1,
        max_value=FARTHEST_ROUND,
        help_text=gettext_lazy("Enter 1 to avoid the pairing only in round 1. Leave empty for the whole tournament."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._entries = with_distinct_names(entries_of(tournament), tournament)
        set_choices(self, "entries", [(entry.public_id, entry.person.name) for entry in self._entries])

    def clean_entries(self) -> list[Entry]:
        """Return the entries that were ticked, in the order of their numbers."""
        return [entry for entry in self._entries if entry.public_id in self.cleaned_data["entries"]]


class DayForm(forms.Form):
    """The day of a club night, by default today."""

    day = forms.DateField(
        label=gettext_lazy("Day"),
        required=False,
        validators=[validate_plausible_date],
        help_text=gettext_lazy("Choose an earlier day to enter a past club night."),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        today = today_at(club)
        self.initial["day"] = today
        self.fields["day"].widget.attrs["max"] = today.isoformat()


class WalkInForm(forms.Form):
    """A player who is not in the list: a guest or a new member. `seen` are namesakes who are not meant."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    seen = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)

    @property
    def is_guest(self) -> bool:
        """Whether the button for a guest was pressed."""
        return self.data.get("as") != "member"

    def unreviewed_namesakes(self, namesakes: Sequence[Player]) -> list[Player]:
        """Return the namesakes about whom the organiser has not been asked."""
        seen = set(self.cleaned_data["seen"].split())
        return [player for player in namesakes if player.public_id not in seen]
