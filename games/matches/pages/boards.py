"""A match as one entry of a list."""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib.humanize.templatetags.humanize import naturaltime
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.errors import UnknownGame
from games.matches.models import Match, MatchSeat
from league.members.models import Player
from league.ratings.selectors.history import seat_shown
from league.results.models import Result
from league.shared.retelling import retold
from league.tournaments.selectors.wording import options_in_words

_KINDS = {
    Match.Status.QUEUED: "waiting",
    Match.Status.RUNNING: "live",
    Match.Status.DONE: "done",
    Match.Status.DEAD: "wrong",
    Match.Status.CANCELLED: "wrong",
}


def boards(matches: Iterable[Match], name: Callable[[Match], str] | None = None) -> list[dict[str, Any]]:
    """The matches as `shared/_pairing.html` takes them, named by their game or by `name`; each with block and seats."""
    return [_board(match, name(match) if name else game_name(match.game)) for match in matches]


def since(match: Match) -> str:
    """How long ago it was finished, as its name among matches of one game."""
    return naturaltime(match.finished_at) if match.finished_at else game_name(match.game)


def chair(seat: MatchSeat) -> dict[str, Any]:
    """Who sits there: name and address; a visitor has none."""
    if seat.player is None:
        return {"name": _("A visitor"), "href": ""}
    return {"name": seat.player.name, "href": player_address(seat.player)}


def player_address(player: Player) -> str:
    """The player's page."""
    return reverse("ratings:player", args=[player.public_id, player.slug])


def game_name(slug: str) -> str:
    """What the game is called; its slug if this version of the house does not know it."""
    try:
        return registry.game(slug).name
    except UnknownGame:
        return slug


def agreed_in(match: Match) -> list[tuple[str, str, str]]:
    """The game's options as they were chosen, in words; none if this version of the house does not know the game."""
    try:
        return options_in_words(registry.game(match.game), match.options)
    except UnknownGame:
        return []


def kind_of(match: Match) -> str:
    """Where the match stands, as `shared/_state.html` names it."""
    return _KINDS[Match.Status(match.status)]


def result_of(seats: Iterable[MatchSeat]) -> list[dict[str, Any]]:
    """The seats of a match with who plays, how, and what they came to."""
    return [
        {
            **chair(seat),
            "number": seat.seat + 1,
            "bot": seat.bot,
            "playouts": seat.playouts,
            "points": seat.points,
            "place": seat.place,
            "fault": retold(seat.fault),
        }
        for seat in seats
    ]


def result_row(result: Result) -> dict[str, Any]:
    """A result of people as `shared/_pairing.html` takes it, with a link to its page; `result` is read with seats."""
    return {
        "name": game_name(result.pool.game),
        "href": reverse("results:result", args=[result.pool.slug, result.number]),
        "key": f"{result.pool_id}-{result.number}",
        "kind": "done",
        "words": naturaltime(result.played_at),
        "seats": [
            {"name": seat.name, "href": seat.href, "score": seat.points, "place": seat.place}
            for seat in (seat_shown(one, own=False) for one in result.seats.all())
        ],
    }


def _board(match: Match, name: str) -> dict[str, Any]:
    return {
        "name": name,
        "href": reverse("matches:match", args=[match.public_id]),
        "key": match.public_id,
        "kind": kind_of(match),
        "words": _words(match),
        "seats": [{**chair(seat), "score": seat.points, "place": seat.place} for seat in match.seats.all()],
    }


def _words(match: Match) -> str:
    if match.status == Match.Status.DONE and match.block.is_sealed:
        return _("Finished, moves not public yet")
    return str(match.get_status_display())
