"""Forms of records: the file or text, and the players by seat."""

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.forms import BoundField
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.core import registry
from engine.core.game import Game
from games.records.candidate_games import CandidateGame
from games.records.models import SubmittedRecord
from games.records.queries import guess_players
from games.records.services.sending import Submission
from league.accounts.models import Player
from league.common.forms import set_choices
from league.common.validators import validate_plausible_date
from league.results.drafts import LARGEST_TABLE

_SEAT = "seat-"
ANOTHER = "another"


class UploadForm(forms.Form):
    """A file, or text instead."""

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
        """Require one of the two."""
        filled = super().clean() or {}
        if not filled.get("file") and not str(filled.get("text") or "").strip() and not self.errors:
            raise forms.ValidationError(_("Choose a file or paste the text of a record."))
        return filled


class SeatsForm(forms.Form):
    """The players by seat of one record, and the day of the game."""

    played_on = forms.DateField(
        label=pgettext_lazy("the day of a game", "Played on"),
        required=False,
        validators=[validate_plausible_date],
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("Blank: today."),
    )

    occasion = forms.ChoiceField(
        label=_("Game"),
        required=False,
        help_text=_(
            "Choose the tournament game or reported game that the record shows. If there is none, choose a separate "
            "game."
        ),
    )

    def __init__(
        self,
        *args: Any,
        record: SubmittedRecord,
        players: Sequence[Player],
        candidates: Sequence[CandidateGame] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.record = record
        labels: list[str] = record.reading.get("seats", [])
        guesses = guess_players(labels, players)
        choices = [("", _("Which player?")), *[(str(player.pk), player.name) for player in players]]
        for seat, (label, guess) in enumerate(zip(labels, guesses, strict=True)):
            self.fields[f"{_SEAT}{seat}"] = forms.ChoiceField(
                label=label or _("Seat %(seat)d") % {"seat": seat + 1},
                choices=choices,
                initial=str(guess or ""),
                error_messages={"required": _("Choose the player of this seat.")},
            )
        self.order_fields([*self.seat_names(), "played_on", "occasion"])
        self._set_candidates(candidates, [guess for guess in guesses if guess])

    def _set_candidates(self, candidates: Sequence[CandidateGame], players: Sequence[int]) -> None:
        """Offer the games that the record may decide; preselect its own, or the only one that fits."""
        if not candidates:
            del self.fields["occasion"]
            return
        others = [("", _("Choose a game")), (ANOTHER, _("A separate game"))]
        set_choices(self, "occasion", [*others, *[(str(game.subject), game.words) for game in candidates]])
        fitting = [game for game in candidates if self._fits(game, players)]
        own = [game for game in candidates if game.subject == self.record.subject] or fitting
        self.fields["occasion"].initial = str(own[0].subject) if len(own) == 1 else ""

    def _fits(self, game: CandidateGame, players: Sequence[int]) -> bool:
        places = dict(zip(players, self.record.reading.get("places", []), strict=False))  # none while it is not over
        return game.players == set(players) and game.is_near(timezone.now().date()) and game.may_end(places)

    def submission(self) -> Submission:
        """Return what is to be sent, of a valid form."""
        occasion = self.cleaned_data.get("occasion")
        return Submission(
            public_id=self.record.public_id,
            players=self.players(),
            played_on=self.cleaned_data["played_on"],
            occasion=UUID(occasion) if occasion and occasion != ANOTHER else None,
            is_another=occasion == ANOTHER,
        )

    def seat_names(self) -> list[str]:
        """Return the names of the seat fields, in order."""
        return [name for name in self.fields if name.startswith(_SEAT)]

    def seats(self) -> Iterator[forms.BoundField]:
        """Return the seat fields, in order."""
        return (self[name] for name in self.seat_names())

    def players(self) -> list[int]:
        """Return the ids of the players, of a valid form."""
        return [int(self.cleaned_data[name]) for name in self.seat_names()]


class _GameSelect(forms.RadioSelect):
    """Each game with the number of its seats, so that a page hides those it does not have."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        option["attrs"]["data-seats"] = registry.game(value).max_seats
        return option


class NewRecordForm(forms.Form):
    """The head of a record to type: the game and its players."""

    game = forms.ChoiceField(label=_("Game"), widget=_GameSelect)

    def __init__(self, *args: Any, players: Sequence[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "game", [(game.slug, game.name) for game in registry.games().values()])
        choices = [("", _("Empty seat")), *[(player.name, player.name) for player in players]]
        for seat in range(LARGEST_TABLE):
            self.fields[f"{_SEAT}{seat}"] = forms.ChoiceField(
                label=_("Seat %(seat)d") % {"seat": seat + 1}, choices=choices, required=seat < 2
            )

    def seats(self) -> list[BoundField]:
        """Return the fields of the seats, in order of play."""
        return [self[f"{_SEAT}{seat}"] for seat in range(LARGEST_TABLE)]

    def preview(self) -> tuple[Game | None, list[str]]:
        """Return the game and the names that are chosen so far."""
        game = registry.games().get(str(self["game"].value() or ""))
        offered = dict(self["seat-0"].field.choices)  # type: ignore[attr-defined]  # a choice field
        names = [str(seat.value() or "") for seat in self.seats()]
        return game, [name for name in names if name and name in offered]

    def names(self) -> list[str]:
        """Return the players' names by seat, of a valid form."""
        return [name for seat in range(LARGEST_TABLE) if (name := self.cleaned_data[f"{_SEAT}{seat}"])]

    def chosen_game(self) -> Game:
        """Return the game, of a valid form."""
        return registry.game(self.cleaned_data["game"])

    def clean(self) -> dict[str, Any]:
        """Check the number of players, each once."""
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
