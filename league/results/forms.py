"""Forms of results: the fields of each seat, and the correction or withdrawal of a result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.db.models import QuerySet
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.core.game import places_by
from league.accounts.models import Player
from league.clubs.display_names import show_distinct_names
from league.clubs.models import Club
from league.results.drafts import LARGEST_TABLE, MOST_POINTS, ResultDraft, typed_draft
from league.results.early_endings import EarlyEnding
from league.results.errors import WrongEnding
from league.results.models import Ending, Result
from league.results.queries import Chain
from league.results.services.corrections import LONGEST_REASON

ENDINGS = [("", gettext_lazy("played to the end")), *Ending.choices]


@dataclass(frozen=True, slots=True)
class SeatLine:
    """The fields of one seat. `player` is the public id of a fixed player, `choice` the field of one to choose."""

    player: str
    name: str
    choice: BoundField | None
    points: BoundField
    place: BoundField
    left: BoundField

    @property
    def faults(self) -> list[str]:
        """The errors of this seat."""
        fields = (self.choice, self.points, self.place)
        return [str(error) for field in fields if field is not None for error in field.errors]


class SeatValues(NamedTuple):
    """The values of one seat; an empty seat has no player."""

    player: Player | None
    points: int | None
    place: int | None
    left: bool


class SeatsForm(forms.Form):
    """The result of each seat, in fields such as `points-0`, `place-0` and `left-0`, and how the game ended.

    `players` are those of fixed seats, None if they are chosen in fields such as `player-0`. `endings` are the rules
    of the tournament for games that end early, by kind.
    """

    ending = forms.ChoiceField(label=gettext_lazy("How it ended"), choices=ENDINGS, required=False)

    size: int
    players: Sequence[Player] | None
    subject: UUID
    game: str
    endings: Mapping[str, str]
    played_at: datetime | None = None

    def add_seat(self, at: int, points: str, place: str, left: str) -> None:
        """Add the fields of the seat, with these labels."""
        self.fields[f"points-{at}"] = number_field(points, -MOST_POINTS, MOST_POINTS)
        self.fields[f"place-{at}"] = number_field(place, 1, self.size)
        self.fields[f"left-{at}"] = forms.BooleanField(label=left, required=False)

    def lines(self) -> Iterator[SeatLine]:
        """Yield the fields of each seat."""
        for at in range(self.size):
            who = (self.players[at].public_id, self.players[at].name) if self.players else ("", "")
            choice = None if self.players else self[f"player-{at}"]
            yield SeatLine(*who, choice, self[f"points-{at}"], self[f"place-{at}"], self[f"left-{at}"])

    @property
    def ended_early(self) -> str:
        """How the game ended early; "" if it did not."""
        return str(self.cleaned_data.get("ending", ""))

    def values(self) -> list[SeatValues]:
        """Return the values of each seat, None for invalid ones."""
        value = self.cleaned_data.get
        fixed: Sequence[Player | None] = self.players or ()
        players = fixed or [value(f"player-{at}") for at in range(self.size)]
        return [
            SeatValues(player, value(f"points-{at}"), value(f"place-{at}"), bool(value(f"left-{at}")))
            for at, player in enumerate(players)
        ]

    def check_ending(self) -> None:
        """Add an error if the result does not fit the early ending."""
        try:
            self.draft()
        except WrongEnding as refusal:
            self.add_error("ending", refusal.message)

    def draft(self) -> ResultDraft:
        """Return the result; places follow from points and ending where none were given. Raise `WrongEnding`."""
        seats = [seat for seat in self.values() if seat.player is not None]
        left = frozenset(at for at, seat in enumerate(seats) if seat.left)
        ended = EarlyEnding(self.game, self.ended_early, left, self.endings) if self.ended_early or left else None
        return typed_draft(
            self.subject,
            [seat.player.pk for seat in seats if seat.player],
            [seat.points for seat in seats],
            [seat.place for seat in seats],
            ended,
            how=self.cleaned_data.get("how", Result.How.PLAYED),
            played_at=self.played_at,
        )


class WithdrawalForm(forms.Form):
    """The reason of a withdrawal. `seen` is the number of the row that the page showed."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("Everybody who can see the result can see the reason."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *args: Any, chain: Chain, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["seen"] = chain.now.number

    def expected_row(self, chain: Chain) -> Result:
        """Return the row that the page showed; of another result, the one that counts now."""
        seen = self.cleaned_data["seen"]
        return next((row for row in chain.rows if row.number == seen), chain.now)


class CorrectionForm(SeatsForm, WithdrawalForm):
    """The corrected result of a game: points, and places where a tie-break decided or there are no points.

    A valid form has a `draft`. Where players can be chosen, a seat without a player is empty.
    """

    how = forms.ChoiceField(
        label=gettext_lazy("Type of result"),
        choices=[
            (Result.How.PLAYED, gettext_lazy("played game")),
            (Result.How.FORFEIT, gettext_lazy("forfeit: a player did not play")),
            (Result.How.ARBITER, gettext_lazy("no game: the organiser decided the result")),
        ],
        help_text=gettext_lazy("Only played games change ratings."),
        widget=forms.RadioSelect,
    )

    ending = forms.ChoiceField(
        label=gettext_lazy("How it ended"),
        choices=ENDINGS,
        required=False,
        help_text=gettext_lazy("The tournament rules decide how an early end counts."),
        widget=forms.RadioSelect,
    )

    field_order = ("seen", "how", "ending", "reason")

    def __init__(
        self,
        *args: Any,
        chain: Chain,
        fixed_players: Sequence[Player] | None,
        players: QuerySet[Player],
        endings: Mapping[str, str],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, chain=chain, **kwargs)
        self.players, self.endings = fixed_players, endings
        self.subject, self.game = chain.subject, chain.pool.game
        self.size = len(fixed_players) if fixed_players is not None else (chain.pool.seats or LARGEST_TABLE)
        self.initial["ending"] = chain.now.ending
        self.initial["how"] = chain.now.how if not chain.is_withdrawn else Result.How.PLAYED
        choice = None if fixed_players is not None else _PlayerChoice(players, chain.pool.club)
        for at in range(self.size):
            number = {"seat": at + 1}
            if choice is not None:
                self.fields[f"player-{at}"] = choice.field(_("Player of seat %(seat)d") % number)
            labels = (_("Score of seat %(seat)d"), _("Place of seat %(seat)d"), _("Seat %(seat)d left"))
            self.add_seat(at, *(label % number for label in labels))
        self._fill_in(chain)

    def _fill_in(self, chain: Chain) -> None:
        """Fill in the seats that count now; places that follow from the points would contradict corrected points."""
        follow = tuple(seat.place for seat in chain.seats) == places_by([seat.points for seat in chain.seats])
        shows_places = not chain.now.ending and not follow
        last = max(seat.place for seat in chain.seats) if chain.now.ending == Ending.LEFT else 0
        order = (
            [seat.player_id for seat in chain.seats] if self.players is None else [player.pk for player in self.players]
        )
        for seat in chain.seats:
            if seat.player_id in order:
                at = order.index(seat.player_id)
                self.initial[f"player-{at}"] = chain.players[seat.player_id].public_id
                self.initial[f"points-{at}"] = seat.points
                self.initial[f"place-{at}"] = seat.place if shows_places else None
                self.initial[f"left-{at}"] = seat.place == last

    def propose(self, values: Mapping[str, str]) -> None:
        """Fill in values from another form, by field name, without a reason."""
        given = {name: values[name] for name in self.fields if name in values and name not in {"seen", "reason"}}
        if given:
            empty = {name: "" for name in self.fields if name.startswith(("points-", "place-", "left-"))}
            self.initial.update({"how": Result.How.PLAYED, "ending": ""} | empty | given)

    def clean(self) -> dict[str, Any]:
        """Require all points if the game was played, and all places or none."""
        is_played = self.cleaned_data.get("how") == Result.How.PLAYED
        if any(seat.player is None and (seat.points, seat.place) != (None, None) for seat in self.values()):
            self.add_error(None, _("Choose the player of every seat that has a score or place."))
        if self.ended_early and not is_played:
            self.add_error("ending", _("A forfeit or a decision cannot end early. Remove the reason."))
        elif self.ended_early:
            self.check_ending()
        else:
            self._check_complete(is_played=is_played)
        return self.cleaned_data

    def _check_complete(self, *, is_played: bool) -> None:
        seats = [seat for seat in self.values() if seat.player is not None]
        points, places = [seat.points for seat in seats], [seat.place for seat in seats]
        if any(seat.left for seat in seats):
            self.add_error(None, _("A player is marked as gone. Choose “a player left” as the reason."))
        if None in points and (None in places or is_played):
            self.add_error(None, _("Enter the score of every player. For a forfeit, places are enough."))
        if None in places and any(place is not None for place in places):
            self.add_error(None, _("Enter a place for every player, or for none."))


class _PlayerChoice:
    """The choice of a player: from a list of members, read once for all seats; on a leaderboard of the site by id."""

    def __init__(self, players: QuerySet[Player], club: Club | None) -> None:
        self._players = players
        self._options: list[tuple[str, str]] | None = None
        if club is not None:
            members = list(players)
            show_distinct_names(members, club)
            self._options = [("", _("Empty seat")), *((player.public_id, player.name) for player in members)]

    def field(self, label: str) -> forms.ModelChoiceField[Player]:
        """Return the form field for the player of a seat."""
        attrs = {"aria-label": label}
        widget = forms.TextInput({**attrs, "autocomplete": "off"}) if self._options is None else forms.Select(attrs)
        field = forms.ModelChoiceField(
            self._players, label=label, required=False, to_field_name="public_id", widget=widget
        )
        if self._options is not None:
            field.widget.choices = self._options
        return field


def number_field(label: str, least: int, most: int) -> forms.IntegerField:
    """Return a field for an optional whole number in a table, without a visible label."""
    attrs = {"inputmode": "numeric", "autocomplete": "off", "aria-label": label}
    return forms.IntegerField(
        label=label, required=False, min_value=least, max_value=most, widget=forms.NumberInput(attrs=attrs)
    )
