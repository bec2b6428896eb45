"""What somebody fills in to bring a record: the file or the text, and who sat where."""

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.core import registry
from engine.core.game import Game
from games.records.models import BroughtRecord
from games.records.seating import Known, guessed
from games.records.selectors.occasions import Occasion
from games.records.services.sending import Sending
from league.results.entries import LARGEST_TABLE
from league.shared.forms import offer, plausible_day

_SEAT = "seat-"
ANOTHER = "another"


class BringForm(forms.Form):
    """A file, or text in place of it."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        help_text=_("Text or JSON notation with one or more records, or a zip of such files. At most 5 MB."),
    )
    text = forms.CharField(
        label=_("Or paste the text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "class": "notation", "spellcheck": "false", "autocapitalize": "off"}),
        help_text=_("One or more records. Each starts with the line “Moothill record 1”."),
    )

    def clean(self) -> dict[str, Any]:
        """One of the two."""
        filled = super().clean() or {}
        if not filled.get("file") and not str(filled.get("text") or "").strip() and not self.errors:
            raise forms.ValidationError(_("Choose a file or paste the text of a record."))
        return filled


class SeatsForm(forms.Form):
    """Who sat where in one record, and on which day it was played."""

    played_on = forms.DateField(
        label=pgettext_lazy("the day of a game", "Played on"),
        required=False,
        validators=[plausible_day],
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("Blank: today."),
    )

    occasion = forms.ChoiceField(
        label=_("Game"),
        required=False,
        help_text=_("A tournament game or a reported game. Otherwise the record counts as a separate game."),
    )

    def __init__(
        self,
        *args: Any,
        record: BroughtRecord,
        players: Sequence[Known],
        occasions: Sequence[Occasion] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.record = record
        labels: list[str] = record.reading.get("seats", [])
        choices = [("", _("Which player?")), *[(str(one.id), one.name) for one in players]]
        for seat, (label, guess) in enumerate(zip(labels, guessed(labels, players), strict=True)):
            self.fields[f"{_SEAT}{seat}"] = forms.ChoiceField(
                label=label or _("Seat %(seat)d") % {"seat": seat + 1},
                choices=choices,
                initial=str(guess or ""),
                error_messages={"required": _("Choose the player of this seat.")},
            )
        self.order_fields([*self.seat_names(), "played_on", "occasion"])
        self._offer(occasions, [guess for guess in guessed(labels, players) if guess])

    def _offer(self, occasions: Sequence[Occasion], table: Sequence[int]) -> None:
        """Ask what it decides where there is something; where just one game fits the table and its end, that."""
        if not occasions:
            del self.fields["occasion"]
            return
        fitting = [one for one in occasions if self._fits(one, table)]
        field = self.fields["occasion"]
        unsaid = [("", _("Choose a game")), (ANOTHER, _("A separate game"))]
        offer(self, "occasion", [*unsaid, *[(str(one.subject), one.words) for one in occasions]])
        chosen = [one for one in occasions if one.subject == self.record.subject]
        field.initial = str(chosen[0].subject) if chosen else str(fitting[0].subject) if len(fitting) == 1 else ""

    def _fits(self, one: Occasion, table: Sequence[int]) -> bool:
        places = dict(zip(table, self.record.reading.get("places", []), strict=False))  # none while it is not over
        return one.players == set(table) and one.is_near(timezone.now().date()) and one.may_end(places)

    def sending(self) -> Sending:
        """What is to be sent, of a valid form."""
        occasion = self.cleaned_data.get("occasion")
        return Sending(
            public_id=self.record.public_id,
            players=self.players(),
            played_on=self.cleaned_data["played_on"],
            occasion=UUID(occasion) if occasion and occasion != ANOTHER else None,
            is_another=occasion == ANOTHER,
        )

    def seat_names(self) -> list[str]:
        """The names of the fields of seats, in order."""
        return [name for name in self.fields if name.startswith(_SEAT)]

    def seats(self) -> Iterator[forms.BoundField]:
        """The questions of the seats, in order."""
        return (self[name] for name in self.seat_names())

    def players(self) -> list[int]:
        """The ids of the players, of a valid form."""
        return [int(self.cleaned_data[name]) for name in self.seat_names()]


class BeginForm(forms.Form):
    """The head of a record that is to be typed: the game, and who sits at the table."""

    game = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, players: Sequence[Known], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "game", [(game.slug, game.name) for game in registry.games().values()])
        choices = [("", _("Nobody")), *[(one.name, one.name) for one in players]]
        for seat in range(LARGEST_TABLE):
            self.fields[f"{_SEAT}{seat}"] = forms.ChoiceField(
                label=_("Seat %(seat)d") % {"seat": seat + 1}, choices=choices, required=seat < 2
            )

    def names(self) -> list[str]:
        """Who sits there, the first to move first, of a valid form."""
        return [name for seat in range(LARGEST_TABLE) if (name := self.cleaned_data[f"{_SEAT}{seat}"])]

    def chosen_game(self) -> Game:
        """The game, of a valid form."""
        return registry.game(self.cleaned_data["game"])

    def clean(self) -> dict[str, Any]:
        """So many as the game takes, each of them once."""
        filled = super().clean() or {}
        if self.errors:
            return filled
        names, game = self.names(), self.chosen_game()
        if not game.min_seats <= len(names) <= game.max_seats:
            sentence = _("%(game)s has %(least)d to %(most)d players. Change the number of players.")
            raise forms.ValidationError(sentence % {"game": game.name, "least": game.min_seats, "most": game.max_seats})
        if len(set(names)) < len(names):
            raise forms.ValidationError(_("A player is chosen twice. Choose each player once."))
        return filled
