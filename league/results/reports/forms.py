"""Forms of reports: reasons, other results, decisions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.common.forms import set_choices
from league.results.drafts import MOST_POINTS, ResultDraft, draft_of, typed_draft
from league.results.early_endings import Ended
from league.results.errors import WrongEnding
from league.results.forms import number_field
from league.results.models import Ending, Report, Result
from league.results.services.corrections import LONGEST_REASON

NONE, TYPED = "none", "typed"


class SeatLine(NamedTuple):
    """One seat of a sheet."""

    player: str  # the public id
    name: str
    points: BoundField
    place: BoundField
    left: BoundField


class ReasonForm(forms.Form):
    """Why a report is wrong."""

    reason = forms.CharField(
        label=gettext_lazy("What is wrong?"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class DecisionReasonForm(forms.Form):
    """The reason of a decision."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("The reason is saved with the result. The players who reported the game can see it."),
        max_length=LONGEST_REASON,
    )


class SeatsForm(forms.Form):
    """The points of every player at a table, and places where a tie-break decided. A valid form has a `draft`.

    `about` is a report of the game. `ended_early` says how the game ended early; places then follow the rules `endings`
    of its tournament, or the defaults of the game.
    """

    ending = forms.ChoiceField(
        label=gettext_lazy("How it ended"),
        choices=[("", gettext_lazy("played to the end")), *Ending.choices],
        required=False,
    )

    def __init__(self, *args: Any, about: Report, endings: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.about, self.endings = about, endings
        self.players = [seat.player for seat in about.seats.all()]
        for at, player in enumerate(self.players):
            whose = {"player": player}
            self.fields[f"points-{at}"] = number_field(_("Score of %(player)s") % whose, -MOST_POINTS, MOST_POINTS)
            self.fields[f"place-{at}"] = number_field(_("Place of %(player)s") % whose, 1, len(self.players))
            self.fields[f"left-{at}"] = forms.BooleanField(label=_("%(player)s left") % whose, required=False)

    def lines(self) -> Iterator[SeatLine]:
        """The sheet, seat by seat."""
        for at, player in enumerate(self.players):
            yield SeatLine(player.public_id, player.name, self[f"points-{at}"], self[f"place-{at}"], self[f"left-{at}"])

    def clean(self) -> dict[str, Any]:
        """Require all points, and all places or none."""
        self._check_complete()
        return self.cleaned_data

    @property
    def ended_early(self) -> str:
        """How it ended early; "" where it was played to its end."""
        ending: str = self.cleaned_data.get("ending", "")
        return ending

    def _check_complete(self) -> None:
        if self.ended_early or any(self._given("left")):
            try:
                self.draft()
            except WrongEnding as refusal:
                self.add_error("ending", refusal.message)
            return
        if None in self._given("points"):
            self.add_error(None, _("Enter the score of every player."))
        if len({place is None for place in self._given("place")}) > 1:
            self.add_error(None, _("Enter a place for every player, or for none."))

    def draft(self) -> ResultDraft:
        """Return the result of the game; places follow from points and ending where none were given."""
        left = frozenset(at for at, gone in enumerate(self._given("left")) if gone)
        ending, game = self.ended_early, self.about.pool.game
        ended = Ended(game, ending, left, self.endings) if ending or left else None
        players, points, places = [player.pk for player in self.players], self._given("points"), self._given("place")
        return typed_draft(self.about.subject, players, points, places, ended, played_at=self.about.played_at)

    def _given(self, what: str) -> list[Any]:
        return [self.cleaned_data.get(f"{what}-{at}") for at in range(len(self.players))]


class OwnReportForm(SeatsForm):
    """Another player's report of the game; `key` makes it idempotent."""

    key = forms.UUIDField(widget=forms.HiddenInput)


class DecisionForm(SeatsForm):
    """One of the reports, another result, or none; the reason follows at the end."""

    choice = forms.ChoiceField(label=gettext_lazy("Decision"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, reports: Sequence[Report], result: Result | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reports = reports
        self.choices = self._choices(result)
        set_choices(self, "choice", self.choices)

    def _choices(self, result: Result | None) -> list[tuple[str, str]]:
        choices = [(report.public_id, _("Report of %(player)s") % {"player": report.by}) for report in self.reports]
        stands = _("Keep the current result")
        none = stands if result else _("Reject all reports. The game can be reported again.")
        return [*choices, (TYPED, _("Another result (enter it below)")), (NONE, none)]

    def clean(self) -> dict[str, Any]:
        """Require figures only for another result."""
        if self.cleaned_data.get("choice") == TYPED:
            self._check_complete()
        return self.cleaned_data

    def decided(self) -> ResultDraft | None:
        """Return the chosen result of the game; None if there is to be none."""
        if self.report is not None:
            return draft_of(self.report, self.endings)
        return self.draft() if self.cleaned_data["choice"] == TYPED else None

    @property
    def in_words(self) -> str:
        """The choice in words."""
        choice = self.cleaned_data["choice"]
        if choice == TYPED:
            named = zip(self.draft().seats, self.players, strict=True)
            best_first = sorted(named, key=lambda one: one[0].place)
            table = ", ".join(f"{seat.place}. {player.name} {seat.points}" for seat, player in best_first)
            return f"{table} ({Ending(self.ended_early).label})" if self.ended_early else table
        return dict(self.choices)[choice]

    @property
    def report(self) -> Report | None:
        """The chosen report, if one was."""
        choice = self.cleaned_data["choice"]
        return next((report for report in self.reports if report.public_id == choice), None)
