"""Forms to correct or withdraw a result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.accounts.models import Player
from league.clubs.display_names import show_distinct_names
from league.results.drafts import LARGEST_TABLE, MOST_POINTS, ResultDraft, SeatResult, typed_draft
from league.results.early_endings import Ended
from league.results.errors import WrongEnding
from league.results.models import Ending, Result
from league.results.queries import Chain
from league.results.services.corrections import LONGEST_REASON

Settled = Sequence[Player] | None
"""The fixed players in seat order; None where players can be corrected too."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat: its number, its player (fixed or to choose), and its result."""

    number: int
    public_id: str
    name: str
    player: BoundField | None
    points: BoundField
    place: BoundField
    left: BoundField

    @property
    def faults(self) -> list[str]:
        """The errors of this seat."""
        fields = (self.player, self.points, self.place)
        return [str(fault) for field in fields if field is not None for fault in field.errors]


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

    def row_seen(self, chain: Chain) -> Result:
        """Return the row that the page showed; of another result, the one that counts now."""
        seen = self.cleaned_data["seen"]
        return next((row for row in chain.rows if row.number == seen), chain.now)


class CorrectionForm(WithdrawalForm):
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
        choices=[("", gettext_lazy("played to the end")), *Ending.choices],
        required=False,
        help_text=gettext_lazy("The tournament rules decide how an early end counts."),
        widget=forms.RadioSelect,
    )

    field_order = ("seen", "how", "ending", "reason")

    def __init__(
        self,
        *args: Any,
        chain: Chain,
        settled: Settled,
        players: QuerySet[Player],
        endings: Mapping[str, str],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, chain=chain, **kwargs)
        self.settled = settled
        self.subject, self.game, self.endings = chain.subject, chain.pool.game, endings
        self.initial["ending"] = chain.now.ending
        now = chain.seats
        self.initial["how"] = chain.now.how if not chain.is_withdrawn else Result.How.PLAYED
        self.size = len(settled) if settled is not None else (chain.pool.seats or LARGEST_TABLE)
        by_player = {seat.player_id: seat for seat in now}
        choice = None if settled is not None else _Choice(players, chain)
        self._shows_places = not chain.now.ending and not _follow_from_points(now)
        self._gone = max(seat.place for seat in now) if chain.now.ending == Ending.LEFT else 0
        for at in range(self.size):
            seat = by_player.get(settled[at].pk) if settled is not None else (now[at] if at < len(now) else None)
            self._add_seat(at, seat, choice)

    def propose(self, figures: Mapping[str, str]) -> None:
        """Fill in values from another form, by field name, without a reason."""
        given = {name: figures[name] for name in figures if name in self.fields and name not in {"seen", "reason"}}
        if not given:
            return
        blank = {name: "" for name in self.fields if name.startswith(("points-", "place-", "left-"))}
        self.initial.update({"how": Result.How.PLAYED, "ending": ""} | blank | given)

    def lines(self) -> Iterator[SeatLine]:
        """The sheet, seat by seat."""
        for at in range(self.size):
            player = None if self.settled is not None else self[f"player-{at}"]
            who = (self.settled[at].public_id, self.settled[at].name) if self.settled is not None else ("", "")
            yield SeatLine(at + 1, *who, player, self[f"points-{at}"], self[f"place-{at}"], self[f"left-{at}"])

    def clean(self) -> dict[str, Any]:
        """Require all points if the game was played, and all places or none."""
        seated = [row for row in self._rows() if row[0] is not None]
        points, places = [row[1] for row in seated], [row[2] for row in seated]
        if any(row[0] is None and row[1:3] != (None, None) for row in self._rows()):
            self.add_error(None, _("Choose the player of every seat that has a score or place."))
        if self.ended_early:
            self._check_ending()
            return self.cleaned_data
        if any(row[0] is not None and row[3] for row in self._rows()):
            self.add_error(None, _("A player is marked as gone. Choose “a player left” as the reason."))
        if None in points and (None in places or self.cleaned_data.get("how") == Result.How.PLAYED):
            self.add_error(None, _("Enter the score of every player. For a forfeit, places are enough."))
        if None in places and any(place is not None for place in places):
            self.add_error(None, _("Enter a place for every player, or for none."))
        return self.cleaned_data

    @property
    def ended_early(self) -> str:
        """How the game ended early; "" if it did not."""
        ending: str = self.cleaned_data.get("ending", "")
        return ending

    def draft(self) -> ResultDraft:
        """Return the corrected result; places follow from the points where none were given."""
        seated = [row for row in self._rows() if row[0] is not None]
        players = [player.pk for player, *_given in seated if player is not None]
        points, places = [row[1] for row in seated], [row[2] for row in seated]
        left = frozenset(at for at, row in enumerate(seated) if row[3])
        ended = Ended(self.game, self.ended_early, left, self.endings) if self.ended_early else None
        return typed_draft(self.subject, players, points, places, ended, how=self.cleaned_data["how"])

    def _check_ending(self) -> None:
        if self.cleaned_data.get("how") != Result.How.PLAYED:
            self.add_error("ending", _("A forfeit or a decision cannot end early. Remove the reason."))
            return
        try:
            self.draft()
        except WrongEnding as refusal:
            self.add_error("ending", refusal.message)

    def _rows(self) -> list[tuple[Player | None, int | None, int | None, bool]]:
        given = self.cleaned_data.get
        players: Sequence[Player | None] = self.settled or [given(f"player-{at}") for at in range(self.size)]
        return [
            (players[at], given(f"points-{at}"), given(f"place-{at}"), bool(given(f"left-{at}")))
            for at in range(self.size)
        ]

    def _add_seat(self, at: int, seat: SeatResult | None, choice: "_Choice | None") -> None:
        whose = {"seat": at + 1}
        if choice is not None:
            self.fields[f"player-{at}"] = choice.field(_("Player of seat %(seat)d") % whose)
        self.fields[f"points-{at}"] = number_field(_("Score of seat %(seat)d") % whose, -MOST_POINTS, MOST_POINTS)
        self.fields[f"place-{at}"] = number_field(_("Place of seat %(seat)d") % whose, 1, self.size)
        self.fields[f"left-{at}"] = forms.BooleanField(label=_("Seat %(seat)d left") % whose, required=False)
        if seat is not None:
            self.initial[f"points-{at}"] = seat.points
            self.initial[f"place-{at}"] = seat.place if self._shows_places else None
            self.initial[f"left-{at}"] = seat.place == self._gone
        if seat is not None and choice is not None:
            self.initial[f"player-{at}"] = choice.public_id(seat.player_id)


def _follow_from_points(seats: Sequence[SeatResult]) -> bool:
    """Return whether the places follow from the points; shown, they would contradict corrected points."""
    return all(seat.place == 1 + sum(other.points > seat.points for other in seats) for seat in seats)


class _Choice:
    """The choice of a player: from a list of members, read once for all seats; on a leaderboard of the site by id."""

    def __init__(self, players: QuerySet[Player], chain: Chain) -> None:
        self._players = players
        self._seated = chain.players
        self._options: list[tuple[str, str]] | None = None
        if chain.pool.club is not None:
            listed = list(players)
            show_distinct_names(listed, chain.pool.club)
            self._options = [("", _("Empty seat")), *((player.public_id, player.name) for player in listed)]

    def public_id(self, player_id: int) -> str:
        """The public id of the current player."""
        return self._seated[player_id].public_id

    def field(self, label: str) -> forms.ModelChoiceField[Player]:
        """The form field for the player of a seat."""
        given = {"aria-label": label}
        widget = forms.TextInput({**given, "autocomplete": "off"}) if self._options is None else forms.Select(given)
        field = forms.ModelChoiceField(
            self._players, label=label, required=False, to_field_name="public_id", widget=widget
        )
        if self._options is not None:
            field.widget.choices = self._options
        return field


def number_field(label: str, least: int, most: int) -> forms.IntegerField:
    """An optional whole number without a visible label, in a table."""
    attrs = {"inputmode": "numeric", "autocomplete": "off", "aria-label": label}
    return forms.IntegerField(
        label=label, required=False, min_value=least, max_value=most, widget=forms.NumberInput(attrs=attrs)
    )
