"""Forms of reports: reasons, other results, decisions."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.accounts.models import Player
from league.common.forms import set_choices
from league.results.drafts import ResultDraft, draft_of
from league.results.forms import SeatsForm
from league.results.models import Ending, Report, Result
from league.results.services.corrections import LONGEST_REASON

NONE, TYPED = "none", "typed"


class ReasonForm(forms.Form):
    """Why a report is wrong."""

    reason = forms.CharField(
        label=gettext_lazy("What is wrong?"), max_length=LONGEST_REASON, widget=forms.Textarea(attrs={"rows": 3})
    )


class DecisionReasonForm(forms.Form):
    """The reason of a decision."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("The reason is saved with the result. The players who reported the game can see it."),
        max_length=LONGEST_REASON,
    )


class ReportedSeatsForm(SeatsForm):
    """The points of every player of a reported game, and places where a tie-break decided. A valid form has a `draft`.

    `endings` are the rules of its tournament for games that end early; without any, those of the game hold.
    """

    players: Sequence[Player]

    def __init__(self, *args: Any, about: Report, endings: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players, self.endings = [seat.player for seat in about.seats.all()], endings
        self.subject, self.game, self.played_at = about.subject, about.pool.game, about.played_at
        self.size = len(self.players)
        for at, player in enumerate(self.players):
            labels = (_("Score of %(player)s"), _("Place of %(player)s"), _("%(player)s left"))
            self.add_seat(at, *(label % {"player": player} for label in labels))

    def clean(self) -> dict[str, Any]:
        """Require all points, and all places or none; of a game that ended early, what the rule for it needs."""
        self.check_result()
        return self.cleaned_data

    def check_result(self) -> None:
        """Add an error for what is missing."""
        seats = self.values()
        if self.ended_early or any(seat.left for seat in seats):
            self.check_ending()
            return
        if any(seat.points is None for seat in seats):
            self.add_error(None, _("Enter the score of every player."))
        if len({seat.place is None for seat in seats}) > 1:
            self.add_error(None, _("Enter a place for every player, or for none."))


class OwnReportForm(ReportedSeatsForm):
    """Another player's report of the game; `key` makes it idempotent."""

    key = forms.UUIDField(widget=forms.HiddenInput)


class DecisionForm(ReportedSeatsForm):
    """One of the reports, another result, or none; the reason follows at the end."""

    choice = forms.ChoiceField(label=gettext_lazy("Decision"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, reports: Sequence[Report], result: Result | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reports = reports
        none = _("Keep the current result") if result else _("Reject all reports. The game can be reported again.")
        self.choices = [
            *((report.public_id, _("Report of %(player)s") % {"player": report.by}) for report in reports),
            (TYPED, _("Another result (enter it below)")),
            (NONE, none),
        ]
        set_choices(self, "choice", self.choices)

    def clean(self) -> dict[str, Any]:
        """Require scores only for another result."""
        if self.cleaned_data.get("choice") == TYPED:
            self.check_result()
        return self.cleaned_data

    def chosen_draft(self) -> ResultDraft | None:
        """Return the chosen result of the game; None if there is to be none."""
        if self.report is not None:
            return draft_of(self.report, self.endings)
        return self.draft() if self.cleaned_data["choice"] == TYPED else None

    @property
    def in_words(self) -> str:
        """The choice in words."""
        choice = self.cleaned_data["choice"]
        if choice == TYPED:
            seats = zip(self.draft().seats, self.players, strict=True)
            best_first = sorted(seats, key=lambda pair: pair[0].place)
            table = ", ".join(f"{seat.place}. {player.name} {seat.points}" for seat, player in best_first)
            return f"{table} ({Ending(self.ended_early).label})" if self.ended_early else table
        return dict(self.choices)[choice]

    @property
    def report(self) -> Report | None:
        """The chosen report, if one was."""
        choice = self.cleaned_data["choice"]
        return next((report for report in self.reports if report.public_id == choice), None)
