"""Forms of a tournament's settings, its test run, and its end."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.core.registry import game as game_named
from league.common.validators import validate_plausible_date
from league.tournaments.models import Tournament
from league.tournaments.presenters.plan_preview import MOST_ROUNDS as MOST_REHEARSED_ROUNDS
from league.tournaments.presenters.plan_preview import RehearsalSettings
from league.tournaments.services.creation import LARGEST_FIELD, LONGEST_ROUND, Settings

MOST_REHEARSED = 150
MOST_ROUNDS = 30


class ClubTime(forms.DateTimeField):
    """A day and time in the club's time zone."""

    widget = forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def __init__(self, *, zone: str, **kwargs: Any) -> None:
        super().__init__(validators=[validate_plausible_date], **kwargs)
        self.zone = ZoneInfo(zone)

    def to_python(self, value: Any) -> datetime | None:
        """Return the aware time."""
        with timezone.override(self.zone):
            return super().to_python(value)

    def prepare_value(self, value: Any) -> Any:
        """Return the value in the club's time zone."""
        with timezone.override(self.zone):
            return super().prepare_value(value)


class SingleLineText(forms.CharField):
    """A text in which line breaks are spaces. Browsers count a break as one character, but send two."""

    def to_python(self, value: Any) -> str:
        """Return the text with single spaces, before its length is checked."""
        return " ".join((super().to_python(value) or "").split())


def settings_fields(game: str, zone: str) -> dict[str, forms.Field]:
    """Return the fields of all settings that can be changed until the end, except the name."""
    return {
        "summary": SingleLineText(
            label=gettext_lazy("Short description"),
            required=False,
            max_length=200,
            widget=forms.Textarea({"rows": 2}),
            help_text=gettext_lazy(
                "Where and when you play, and who can enter. Players see it below the name and in e-mails."
            ),
        ),
        "begins_at": ClubTime(label=gettext_lazy("Start"), required=False, zone=zone),
        "capacity": forms.IntegerField(
            label=gettext_lazy("Maximum number of players"),
            required=False,
            min_value=2,
            max_value=LARGEST_FIELD,
            help_text=gettext_lazy(
                "Players who enter after that join the waiting list. They move up when a player withdraws. Leave "
                "empty for no limit."
            ),
        ),
        "round_minutes": forms.IntegerField(
            label=gettext_lazy("Minutes per round"),
            required=False,
            min_value=1,
            max_value=LONGEST_ROUND,
            help_text=gettext_lazy("The round clock counts down these minutes."),
        ),
        "confirmations": forms.TypedChoiceField(
            label=gettext_lazy("When a reported result counts"),
            required=False,
            coerce=int,
            empty_value=None,
            initial=1,
            choices=[
                (0, gettext_lazy("at once")),
                (1, gettext_lazy("when one other at the table confirms")),
                *(
                    (number, _("when %(number)d others at the table confirm") % {"number": number})
                    for number in range(2, game_named(game).max_seats)
                ),
            ],
            help_text=gettext_lazy(
                "How many other players at the table must confirm it. If fewer others play at the table, all of them "
                "must confirm."
            ),
        ),
    }


def settings_from(sent: dict[str, Any]) -> Settings:
    """Return the answers as `Settings`."""
    confirmations = sent.get("confirmations")
    return Settings(
        name=sent["name"],
        summary=sent.get("summary", ""),
        begins_at=sent.get("begins_at"),
        round_minutes=sent.get("round_minutes"),
        capacity=sent.get("capacity"),
        confirmations=1 if confirmations is None else confirmations,
    )


class SettingsForm(forms.Form):
    """The settings of an existing tournament."""

    field_order = ("name", "begins_at", "summary", "confirmations")
    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.fields |= settings_fields(tournament.game, tournament.club.time_zone)
        for name, field in self.fields.items():
            field.initial = getattr(tournament, name)
        if not tournament.takes_entries:
            del self.fields["capacity"]
        self.order_fields(self.field_order)

    def settings(self) -> Settings:
        """Return the settings; values without a field do not change."""
        return settings_from({"capacity": self.tournament.capacity} | self.cleaned_data)


class RehearsalForm(forms.Form):
    """Numbers of players, late entries and no-shows; by GET, since nothing is saved."""

    players = forms.IntegerField(label=gettext_lazy("Players"), min_value=2, max_value=MOST_REHEARSED)
    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"), required=False, min_value=1, max_value=MOST_REHEARSED_ROUNDS
    )
    late = forms.IntegerField(
        label=gettext_lazy("Players who arrive late"), required=False, min_value=0, max_value=MOST_REHEARSED
    )
    noshow = forms.IntegerField(
        label=gettext_lazy("Players who do not come"), required=False, min_value=0, max_value=MOST_REHEARSED
    )

    def __init__(self, *args: Any, planned: RehearsalSettings, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.planned = replace(planned, players=min(planned.players, MOST_REHEARSED))
        self.fields["players"].initial = self.planned.players
        self.fields["rounds"].initial = self.planned.rounds

    def asked(self) -> RehearsalSettings:
        """Return the answers, or the suggested ones on the first visit."""
        if not self.is_bound:
            return self.planned
        sent = self.cleaned_data
        players = sent["players"]
        late, away = min(sent.get("late") or 0, players), min(sent.get("noshow") or 0, players)
        return RehearsalSettings(players, sent.get("rounds"), late, away)


class EndForm(forms.Form):
    """Why the tournament ends early."""

    note = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Shown on the tournament page, for example: The hall closed at six."),
    )


class NextSeasonForm(forms.Form):
    """The name of the next season."""

    name = forms.CharField(label=gettext_lazy("Name of the next season"), max_length=80)
