"""Sample data for `/design`, the page with every part of the design system: `design_samples.json`, forms, a rating."""

import json
from datetime import date, timedelta
from math import sin
from pathlib import Path
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.utils.translation import gettext as _
from django.utils.translation import pgettext


class SampleForm(forms.Form):
    """A tournament in the making, with faults."""

    title = forms.CharField(label="Name of the tournament", help_text="As it will stand on the notice board.")
    entries = forms.IntegerField(label="Most entries", min_value=2, max_value=500)
    game = forms.ChoiceField(
        label="Game", choices=[("los", "Lords of Scotland"), ("kk", "King\N{RIGHT SINGLE QUOTATION MARK}s Kilt")]
    )
    seats = forms.ChoiceField(
        label="Seats at a table", choices=[("2", "two"), ("3", "three"), ("4", "four")], widget=forms.RadioSelect
    )
    notes = forms.CharField(label="Notes", widget=forms.Textarea(attrs={"rows": 3}), required=False)
    bruce = forms.BooleanField(
        label="Play with the two Bruce cards", required=False, help_text="Strength 12, any clan."
    )


class SampleFilter(forms.Form):
    """The questions above a leaderboard."""

    q = forms.CharField(label="Name", widget=forms.TextInput(attrs={"type": "search"}), required=False)
    game = forms.ChoiceField(label="Game", choices=[("", "every game"), ("los", "Lords of Scotland")], required=False)
    pool = forms.ChoiceField(
        label="Leaderboard", choices=[("", "everybody"), ("bots", "bots"), ("people", "people")], required=False
    )
    club = forms.ChoiceField(label="Club", choices=[("", "every club"), ("leith", "Leith Card Room")], required=False)


def design_context() -> dict[str, Any]:
    """Return the context of the page of the design system."""
    samples: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    samples["clans"]["standing"] = samples["clans"]["seats"]
    clubs = list(dict.fromkeys(leader["club"] for leader in samples["leaders"]))
    longest = max(clubs, key=len)
    return samples | {
        "room": "design",
        "trail": [(_("Home"), "/"), (_("Leith Card Room"), "#")],
        "facts": [
            (_("Leaderboard"), "Lords of Scotland, bots"),
            (_("Players"), 214),
            (pgettext("played", "Games"), "12,406"),
        ],
        "filter": SampleFilter(auto_id="filter_%s"),
        "form": SampleForm({"title": "Spring Moot", "entries": 1, "game": "los"}),
        "page": Paginator(range(1, 480), 40).page(4),
        "rating_points": rating_points(),
        "rating_corrected": [61, 140],
        "interval_pairs": [figures for _name, *figures in samples["intervals"]],
        "sentence": _("Morag musters MakGill 4, not activated, and a card face-down"),
        "clubs": [longest, *clubs],
    }


def rating_points() -> list[tuple[int, float, float, date]]:
    """Return a rating that climbs unsteadily while its uncertainty shrinks, four games on every club evening."""
    return [
        (
            game,
            1500 + 130 * (1 - 0.985**game) + 32 * sin(game / 9) + 14 * sin(game / 2.3),
            60 + 520 * 0.94**game,
            date(2025, 3, 3) + timedelta(days=7 * (game // 4)),
        )
        for game in range(213)
    ]
