"""The page of all games to play, and the one that begins a game."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.game import Game
from games.matches.pages.boards import game_name
from games.play.models import Sitting
from games.play.opponents import name_of, opponents_for, usual_company

_KINDS = {Sitting.Status.PLAYING: "live", Sitting.Status.OVER: "done", Sitting.Status.GIVEN_UP: "waiting"}


def ready_tables() -> list[dict[str, Any]]:
    """Every game of the house with the company that stands ready for a newcomer."""
    return [
        {"game": game, "company": [one for one in opponents_for(slug) if one.key in usual_company(slug, _seats(game))]}
        for slug, game in registry.games().items()
    ]


def _seats(game: Game) -> int:
    return max(game.min_seats, 2)


def entries(sittings: Iterable[Sitting]) -> list[dict[str, Any]]:
    """The sittings as lines of a list."""
    return [
        {
            "key": sitting.public_id,
            "href": reverse("play:sitting", args=[sitting.public_id]),
            "name": _against(sitting),
            "game": game_name(sitting.game),
            "kind": _KINDS[Sitting.Status(sitting.status)],
            "words": sitting.get_status_display(),
            "moment": sitting.touched_at,
        }
        for sitting in sittings
    ]


def _against(sitting: Sitting) -> str:
    names = ", ".join(name_of(*bot) for bot in sitting.opponents)
    return _("%(game)s against %(names)s") % {"game": game_name(sitting.game), "names": names}
