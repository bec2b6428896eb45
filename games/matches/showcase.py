"""A recent match on the home page: the table at its end, and its last moves to replay.

Only matches of bots are shown, so that every reader sees the same names and the same drawing is cached for all.
"""

from dataclasses import replace
from typing import Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.errors import EngineError
from games.matches import queries
from games.matches.errors import NoSuchMatch
from games.matches.models import Match
from games.matches.replays import DrawnTable, Replay, replay_of_match, table_at
from league.common.cached_responses import template_digest
from league.common.errors import Refusal
from league.common.responses import context_of
from league.common.safe_html import safe_html

CACHE_SECONDS: Final = 10 * 60  # then a later match is drawn
STEPS: Final = 24  # of the end of a match
CANDIDATES: Final = 12  # of the latest matches; those of a deal in progress are hidden


class Showcase(NamedTuple):
    """The drawing, and the game whose sheet is in it; both empty before the first match."""

    html: SafeString
    game: str


def showcase() -> Showcase:
    """Return the drawn end of a recent match, in four queries every ten minutes in each language."""
    key = _key("table")
    drawing: list[str] | None = cache.get(key)
    if drawing is None:
        drawing = _render_match()
        cache.set(key, drawing, CACHE_SECONDS)
    return Showcase(safe_html(drawing[0]), drawing[1])


def last_moves(public_id: str) -> str:
    """Return the tables of the last moves of a match of bots that visitors may see. Raise as `queries.replay`."""
    key = _key("moves", public_id)
    html: str | None = cache.get(key)
    if html is None:
        match = queries.match_at(public_id, AnonymousUser())
        if not _is_of_bots(match):
            raise NoSuchMatch(_("The home page shows only matches between bots. Go back to the home page."))
        replay = replay_of_match(match, queries.replay(match))
        last = replay.opened.steps
        moments = [_table(replay, step) for step in range(max(0, last - STEPS), last + 1)]
        html = render_to_string("matches/_last_moves.html", {"moments": moments})
        cache.set(key, html, CACHE_SECONDS)
    return html


def _key(*parts: str) -> str:
    return ":".join(["showcase", template_digest()[:16], get_language() or "", *parts])


def _render_match() -> list[str]:
    """Render the latest open match of bots outside of clubs, and name its game."""
    seen = queries.matches_seen_by(AnonymousUser()).filter(
        status=Match.Status.DONE, game__in=registry.games(), pool__club=None, block__club=None
    )
    for match in seen.order_by("-finished_at")[:CANDIDATES]:
        if not match.block.is_sealed and _is_of_bots(match):
            try:
                return [_last_table(match), match.game]
            except (EngineError, Refusal):  # its record was deleted, or written by other rules than this version plays
                break
    return ["", ""]


def _is_of_bots(match: Match) -> bool:
    return all(seat.player is not None and seat.player.is_bot for seat in match.seats.all())


def _last_table(match: Match) -> str:
    replay = replay_of_match(match, queries.replay(match))
    context = {"match": match, "game": registry.game(match.game), "names": replay.names}
    return render_to_string("matches/_showcase.html", context | context_of(_table(replay, replay.opened.steps)))


def _table(replay: Replay, step: int) -> DrawnTable:
    """Return the table in small; of a game without such a template the full one."""
    drawn = table_at(replay, step)
    return replace(drawn, tables=[f"matches/showcase/{replay.opened.record.game}.html", *drawn.tables])
