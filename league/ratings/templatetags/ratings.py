"""`{% load ratings %}`: figures of ratings."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django import template
from django.utils.formats import get_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from engine.core import registry
from league.accounts.models import Player
from league.common.templatetags.design import MINUS, form_line, milli, signed
from league.competition.ratings import system_named
from league.competition.ratings.curve import ONE
from league.competition.ratings.possible_changes import PossibleChange
from league.ratings.leaderboards import Board
from league.ratings.player_stats import shares
from league.ratings.players import Standing, standings_of

register = template.Library()


@register.simple_tag(takes_context=True)
def ratings_of(context: Mapping[str, Any], player: Player) -> list[Standing]:
    """Return the ratings of a player that the reader may see."""
    return standings_of(player, context["request"].user)


@register.simple_tag
def game_named(slug: str) -> str:
    """Return the name of a game."""
    game = registry.games().get(slug)
    return game.name if game else slug


@register.simple_tag
def form_of(letters: str) -> SafeString:
    """Draw a form, as the fold keeps it."""
    return form_line(shares(letters))


@register.filter
def any_provisional(boards: Iterable[Board], shown: int) -> bool:
    """Return whether one of the first `shown` ratings of a leaderboard is provisional."""
    return any(row.rating.is_provisional for board in boards for row in board.leaders[:shown])


@register.simple_tag(takes_context=True)
def with_player(context: Mapping[str, Any], public_id: str) -> str:
    """Lead to the same table with one more player."""
    return _table(context, [*_player_ids(context), public_id])


@register.simple_tag(takes_context=True)
def without_player(context: Mapping[str, Any], public_id: str) -> str:
    """Lead to the same table without a player."""
    return _table(context, [named for named in _player_ids(context) if named != public_id])


def _player_ids(context: Mapping[str, Any]) -> list[str]:
    return [player.public_id for player in context["players"]]


def _table(context: Mapping[str, Any], public_ids: list[str]) -> str:
    return "?" + urlencode({"player": public_ids, "system": context["fold"].system}, doseq=True)


@register.filter
def system_name(slug: str) -> str:
    """Return what a rating system is called."""
    return gettext(system_named(slug).name)


@register.filter
def exact(thousandths: int) -> str:
    """Write thousandths of a point in full: 1520.438."""
    if thousandths < 0:
        return f"{MINUS}{exact(-thousandths)}"
    return _with_comma(f"{thousandths // 1000}.{thousandths % 1000:03d}")


@register.filter
def exact_change(thousandths: int) -> str:
    """Write a change in full, with its sign: +11.146."""
    return exact(thousandths) if thousandths < 0 else f"+{exact(thousandths)}"


@register.filter
def millionths(number: int) -> str:
    """Write millionths in full where they are no whole or half: 0.442688, 0.5, 1."""
    return _with_comma(f"{number / ONE:.6f}".rstrip("0").rstrip("."))


@register.filter
def hundredths(number: int) -> str:
    """Write hundredths: 40, 38.41."""
    return _with_comma(f"{number / 100:.2f}".removesuffix(".00"))


def _with_comma(figure: str) -> str:
    """A figure with the decimal sign of the reader's language."""
    return figure.replace(".", get_format("DECIMAL_SEPARATOR"))


@register.filter
def rating_change(change: PossibleChange) -> str:
    """Write the rating change for a place, in whole points: +12, or +8 to +15 where it depends on the other places."""
    least, most = signed(milli(change.least)), signed(milli(change.most))
    return least if least == most else gettext("%(least)s to %(most)s") % {"least": least, "most": most}
