"""The empty score sheet of a game, for clubs that play without an event here."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core.game import Game
from league.results.sheets.on_paper import paper_sheet


def empty_sheet(game: Game, asked: str | None) -> dict[str, Any]:
    """The sheet for so many seats as were asked for, by default the most, and the choice of others."""
    numbers = range(game.min_seats, game.max_seats + 1)
    seats = next((number for number in numbers if asked == str(number)), game.max_seats)
    among = [
        {
            "href": f"?seats={number}",
            "words": ngettext("%(n)d player", "%(n)d players", number) % {"n": number},
            "is_current": number == seats,
        }
        for number in numbers
    ]
    return {"sheet": paper_sheet(game, [""] * seats, {}), "choices": [{"title": _("For"), "among": among}]}
