"""What an organiser fills in to hold a contest."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.core import registry
from games.contests.limits import LONGEST_NAME, LONGEST_PACE, LONGEST_WORDS, MOST_BLOCKS
from games.contests.services import Plan
from league.shared.forms import offer
from league.tournaments.forms.settling import ClubTime


class PlanForm(forms.Form):
    """What may be changed while it is open."""

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= {
            "name": forms.CharField(
                label=_("Name"),
                max_length=LONGEST_NAME,
                help_text=_("As it is to stand on the notice board, with the year: Bots' cup 2026."),
            ),
            "closes_at": ClubTime(
                label=_("Submissions close"),
                zone=zone,
                help_text=_("By the club's clock. Until then everybody may enter a bot, change it and withdraw it."),
            ),
            "blocks": forms.IntegerField(
                label=_("Deals of the finale"),
                min_value=1,
                max_value=MOST_BLOCKS,
                initial=20,
                help_text=_("Each is played once from every seat. Who sits at how many differs by one at most."),
            ),
            "pace": forms.IntegerField(
                label=_("Minutes from one deal told to the next"),
                min_value=0,
                max_value=LONGEST_PACE,
                initial=5,
                help_text=_("0 tells every deal as soon as it and those before it are played."),
            ),
            "words": forms.CharField(
                label=_("About it"), required=False, max_length=LONGEST_WORDS, widget=forms.Textarea({"rows": 4})
            ),
        }

    @property
    def plan(self) -> Plan:
        """What a valid form says."""
        said = self.cleaned_data
        return Plan(**{name: said[name] for name in ("name", "closes_at", "blocks", "pace", "words")})


class NewContestForm(PlanForm):
    """A new contest: its game and the size of its tables too, which stay as they are."""

    field_order = ("name", "game", "seats", "closes_at", "blocks", "pace", "words")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= {
            "game": forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect),
            "seats": forms.IntegerField(label=_("Seats at a table"), min_value=2, max_value=5, initial=2),
        }
        offer(self, "game", [(game.slug, game.name) for game in registry.games().values()])
        self.order_fields(self.field_order)


class CallOffForm(forms.Form):
    """Why it is called off."""

    because = forms.CharField(
        label=_("Why"), required=False, max_length=400, help_text=_("Everybody who entered reads it.")
    )
