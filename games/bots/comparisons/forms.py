"""The form that orders a comparison."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.core import registry
from games.bots.comparisons.services import LARGEST_SEED, MOST_DEALS, TESTS, Wish
from games.bots.test_matches.testing import Opponent, may_play
from league.common.forms import offer

DEALS = 50  # proposed


class ComparisonForm(forms.Form):
    """Two bots, a game, and how many deals."""

    version = forms.ChoiceField(label=_("Version (A)"), help_text=_("Only versions that have passed the check."))
    opponent = forms.ChoiceField(
        label=_("Compare with (B)"), help_text=_("Another version of this bot, or a built-in bot.")
    )
    game = forms.ChoiceField(label=_("Game"))
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int)
    deals = forms.IntegerField(label=_("Deals"), min_value=1, max_value=MOST_DEALS, initial=DEALS)
    elo_to_find = forms.ChoiceField(
        label=_("Stop early"),
        required=False,
        help_text=_("A sequential test (SPRT) can end the comparison before all deals are played."),
    )
    seed = forms.IntegerField(
        label=_("First deal"),
        min_value=0,
        max_value=LARGEST_SEED,
        initial=1,
        help_text=_("The same number gives the same cards. Choose another one for new deals."),
    )

    def __init__(self, *args: Any, rivals: Mapping[str, Opponent], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = [one for one in rivals.values() if not one.is_builtin]
        games = [game for game in registry.games().values() if any(may_play(one, game.slug) for one in own)]
        sizes = sorted({seats for game in games for seats in range(game.min_seats, game.max_seats + 1)})
        offer(self, "version", [(one.key.partition(":")[2], one.name) for one in own])
        builtin = [(one.key, one.name) for one in rivals.values() if one.is_builtin]
        versions = [(one.key, one.name) for one in own]
        self.fields["opponent"].initial = next(iter([*versions[1:], *builtin]), ("", ""))[0]
        offer(self, "opponent", [(gettext("Versions of this bot"), versions), (gettext("Built-in bots"), builtin)])
        offer(self, "game", [(game.slug, game.name) for game in games])
        self.fields["seats"].initial = games[0].min_seats if games else None
        offer(self, "seats", [(str(seats), str(seats)) for seats in sizes])
        tests = [(str(elo), gettext("Test 0 against %(elo)d Elo") % {"elo": elo}) for elo in TESTS]
        offer(self, "elo_to_find", [("", gettext("No, play all deals")), *tests])

    @property
    def wish(self) -> Wish:
        """The order, of a valid form."""
        fields = self.cleaned_data
        return Wish(
            number=int(fields["version"]),
            opponent=fields["opponent"],
            game=fields["game"],
            seats=fields["seats"],
            deals=fields["deals"],
            seed=fields["seed"],
            elo_to_find=int(fields["elo_to_find"] or 0),
        )
