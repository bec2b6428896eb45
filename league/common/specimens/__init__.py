"""Invented clubs, players and matches, with which `/design` shows every part of the design system."""

from datetime import date, timedelta
from math import sin
from typing import Any, Final

from django import forms
from django.core.paginator import Paginator
from django.utils.translation import gettext as _

from league.common.specimens import clans, event, kilt, table

FIRST_EVENING: Final = date(2025, 3, 3)
LONG_NAME: Final = "Caoimhín Ó Dubhthaigh-MacGillivray of Invernahavon and Ballachulish"
LONG_CLUB: Final = "Comunn Gèam-bùird Ghlinn Dail agus Loch Aillse, the Monday Evening Section"

# Name, club, rating, uncertainty, change, matches, form of the last ten.
PLAYERS: Final[tuple[tuple[str, str, int, int, int, int, tuple[float, ...]], ...]] = (
    ("Morag Urquhart", "Leith Card Room", 1742, 31, 14, 212, (1, 1, 0.33, 1, 0.67, 1, 1, 0, 1, 1)),
    ("lookout", "built-in bot", 1716, 12, -3, 1904, (1, 0, 1, 1, 1, 0.33, 1, 0.67, 0, 1)),
    ("Hamish Dalgleish", "Fort William Tabletop", 1698, 44, 22, 87, (0, 0.5, 1, 1, 1, 1, 0.67, 1, 1, 1)),
    ("Ealasaid NicDhòmhnaill", "Comunn Steòrnabhaigh", 1655, 38, 0, 140, (1, 0, 0, 1, 0.5, 0.5, 1, 0, 1, 0)),
    (LONG_NAME, LONG_CLUB, 1640, 97, -18, 9, (0, 1, 0, 0.33, 0, 1, 0, 0, 1)),
    ("steward", "built-in bot", 1588, 11, 6, 1904, (0, 1, 0, 1, 0.67, 0, 0.33, 1, 1, 1)),
    ("Senga Rae", "Leith Card Room", 1571, 52, -9, 61, (0.33, 0, 1, 0, 0, 0.67, 1, 0, 0, 0.33)),
    ("Zbigniew Brzęczyszczykiewicz", "Dundee Meeples", 1490, 140, 0, 3, (0, 1, 0)),
    ("wanderer", "built-in bot", 1204, 13, -11, 1903, (0, 0, 0, 0.33, 0, 0, 1, 0, 0, 0)),
)


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
        label="Pool", choices=[("", "everybody"), ("bots", "bots"), ("people", "people")], required=False
    )
    club = forms.ChoiceField(label="Club", choices=[("", "every club"), ("leith", "Leith Card Room")], required=False)


def everything() -> dict[str, Any]:
    """Return all that the page of the design system shows."""
    return {
        "room": "design",
        "trail": [(_("Home"), "/"), (_("Leith Card Room"), "#")],
        "facts": [(_("Pool"), "Lords of Scotland, four seats"), (_("Players"), 214), (_("Matches"), "12 406")],
        "leaders": [leader(place, row) for place, row in enumerate(PLAYERS, start=1)],
        "filter": SampleFilter(),
        "form": SampleForm({"title": "Spring Moot", "entries": 1, "game": "los"}),
        "page": Paginator(range(1, 480), 40).page(4),
        "rating_points": rating_points(),
        "rating_corrected": [61, 140],
        "intervals": intervals(),
        "interval_pairs": [figures for _name, *figures in intervals()],
        "faces": table.faces(),
        "attitudes": table.attitudes(),
        "table": table.table(),
        "kilt_faces": kilt.faces(),
        "kilt_attitudes": kilt.attitudes(),
        "kilt": kilt.table(),
        "clans": clans.table(),
        "clans_pieces": clans.pieces(),
        "lines": table.record(),
        "step": table.step(),
        "sentence": _("Morag musters MakGill 4, not activated, and a card face-down"),
        "pairings": event.tables(),
        "clubs": [LONG_CLUB, *dict.fromkeys(row[1] for row in PLAYERS)],
    }


def leader(place: int, row: tuple[str, str, int, int, int, int, tuple[float, ...]]) -> dict[str, Any]:
    """Return one row of the sample leaderboard."""
    name, club, rating, uncertainty, change, games, form = row
    return {
        "place": place,
        "name": name,
        "club": club,
        "rating": rating,
        "uncertainty": uncertainty,
        "change": change,
        "games": games,
        "form": form,
        "own": name == "Hamish Dalgleish",
    }


def rating_points() -> list[tuple[int, float, float, date]]:
    """Return a rating that climbs unsteadily while its uncertainty shrinks, four games on every club evening."""
    return [
        (
            game,
            1500 + 130 * (1 - 0.985**game) + 32 * sin(game / 9) + 14 * sin(game / 2.3),
            60 + 520 * 0.94**game,
            FIRST_EVENING + timedelta(days=7 * (game // 4)),
        )
        for game in range(213)
    ]


def intervals() -> list[tuple[str, int, int]]:
    """Return bots with rating and uncertainty, best first."""
    figures = [(1716, 12), (1701, 31), (1588, 11), (1574, 58), (1204, 13)]
    return [
        (name, *figure)
        for name, figure in zip(("lookout", "chieftain", "steward", "reiver", "wanderer"), figures, strict=True)
    ]
