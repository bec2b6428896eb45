"""Forms of contests."""

from typing import Any, cast
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.core import registry
from games.contests.services import LONGEST_NAME, LONGEST_PACE, LONGEST_WORDS, MOST_BLOCKS, Plan
from league.common.forms import set_choices
from league.tournaments.forms.tournament_settings import ClubTime

PLAN = ("name", "closes_at", "blocks", "pace", "admits_remote", "words")


class PlanForm(forms.Form):
    """The fields that can change while the contest is open."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_NAME, help_text=_("With the year, for example: Bots' cup 2026.")
    )
    closes_at = ClubTime(
        label=_("Closing date"),
        zone="UTC",
        help_text=_("In the club's time zone. Authors can enter, change and withdraw a bot until then."),
    )
    blocks = forms.IntegerField(
        label=_("Deals in the final"),
        min_value=1,
        max_value=MOST_BLOCKS,
        initial=20,
        help_text=_("Each deal is played once from every seat. With more bots than seats, bots sit out some deals."),
    )
    pace = forms.IntegerField(
        label=_("Minutes between two reveals"),
        min_value=0,
        max_value=LONGEST_PACE,
        initial=5,
        help_text=_("0: each deal is revealed as soon as it and all earlier deals are played."),
    )
    admits_remote = forms.BooleanField(
        label=_("Admit remote bots"),
        required=False,
        initial=True,
        help_text=_(
            "A remote bot runs on its author's computer and can change at any time. It is last in each match "
            "that it does not connect for."
        ),
    )
    words = forms.CharField(
        label=_("Description"), required=False, max_length=LONGEST_WORDS, widget=forms.Textarea({"rows": 4})
    )

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(ClubTime, self.fields["closes_at"]).zone = ZoneInfo(zone)

    @property
    def plan(self) -> Plan:
        """The plan of a valid form."""
        cleaned = self.cleaned_data
        return Plan(**{name: cleaned[name] for name in PLAN})


class NewContestForm(PlanForm):
    """A new contest, with its game and table size, which do not change later."""

    field_order = ("name", "game", "seats", *PLAN[1:])

    game = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    seats = forms.IntegerField(label=_("Seats per table"), min_value=2, max_value=5, initial=2)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "game", [(game.slug, game.name) for game in registry.games().values()])


class CallOffForm(forms.Form):
    """Why it is cancelled."""

    because = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=400,
        help_text=_("Everybody with a bot in the contest sees this reason."),
    )
