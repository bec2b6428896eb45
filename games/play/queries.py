"""Reads of games against bots, of which those of other people do not exist, and the possible opponents."""

from typing import NamedTuple

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.bots.levels import LEVELS
from engine.core import registry
from engine.core.registry import builtin_bots
from games.play.errors import NoSuchPracticeGame
from games.play.models import PracticeGame
from games.play.owners import SessionOwner
from league.common.models import first_or_refuse
from league.results.models import Pool

_RANDOM = "wanderer"  # plays any legal move
_SEARCHES = "lookout"
_OFTEN, _SELDOM = 0.5, 0.25  # shares of random moves: more is "most", less is "few"


def practice_game_of(owner: SessionOwner, public_id: str) -> PracticeGame:
    """Return the owner's game at that address, with its match. Raise `NoSuchPracticeGame`."""
    own = PracticeGame.objects.filter(owner.owned(), public_id=public_id).select_related("match", "player", "pool")
    sentence = _("You have no game at this address. Perhaps you started it in another browser.")
    return first_or_refuse(own, NoSuchPracticeGame(sentence))


def practice_games_of(owner: SessionOwner, *, game: str = "") -> QuerySet[PracticeGame]:
    """Return the owner's games, the latest first, without events; of one `game` only those in progress."""
    own = PracticeGame.objects.filter(owner.owned()).defer("events").order_by("-touched_at")
    return own.filter(game=game, status=PracticeGame.Status.PLAYING) if game else own


def pool_that_rates(game: str, seats: int) -> Pool | None:
    """Return the site's pool that rates such a table, if a site admin allowed it; the one for its seats first."""
    pools = Pool.objects.filter(game=game, player_kind=Pool.Kind.ALL, club=None, rates_play=True)
    fitting = pools.filter(seats=seats) | pools.filter(seats=None)
    return fitting.order_by(F("seats").asc(nulls_last=True)).first()


class Opponent(NamedTuple):
    """A built-in bot in the list of opponents."""

    key: str  # what a form sends, such as "lookout-25"
    name: str
    words: str  # how strong it is
    strategy: str
    playouts: int
    is_level: bool = False


def opponents_for(game: str) -> list[Opponent]:
    """Return the levels and then the built-in bots for the game of that slug, each from weak to strong."""
    return [*_levels_for(game), *_bots_for(game)]


def _levels_for(game: str) -> list[Opponent]:
    return [
        Opponent(level.slug, _level_name(level.slug), _words(*level.settings[game]), level.slug, 0, is_level=True)
        for level in LEVELS
        if game in level.games
    ]


def _level_name(slug: str) -> str:
    return {
        "beginner": pgettext("level", "Beginner"),
        "casual": pgettext("level", "Casual"),
        "intermediate": pgettext("level", "Intermediate"),
        "advanced": pgettext("level", "Advanced"),
        "expert": pgettext("level", "Expert"),
    }[slug]


def _bots_for(game: str) -> list[Opponent]:
    playing = {bot.slug for bot in registry.bots_for(game)}
    ordered = sorted(builtin_bots(), key=lambda one: (one.strategy != _RANDOM, one.playouts, one.name))
    return [
        Opponent(
            key_of(one.strategy, one.playouts), one.name, _words(one.strategy, one.playouts), one.strategy, one.playouts
        )
        for one in ordered
        if one.strategy in playing
    ]


def key_of(strategy: str, playouts: int) -> str:
    """Return the key of the bot in forms."""
    return f"{strategy}-{playouts}" if playouts else strategy


def name_of(strategy: str, playouts: int) -> str:
    """Return the bot's name, or its key if it is not built in any more."""
    if strategy in registry.levels():
        return _level_name(strategy)
    named = {(one.strategy, one.playouts): one.name for one in builtin_bots()}
    return named.get((strategy, playouts), key_of(strategy, playouts))


def usual_company(game: str, seats: int) -> list[str]:
    """Return the keys of the preselected opponents: not the weakest, not the strongest."""
    keys = [one.key for one in opponents_for(game)]
    first = min(1, len(keys) - (seats - 1))
    return keys[max(first, 0) :][: seats - 1]


def _words(strategy: str, playouts: int, random_share: float = 0.0) -> str:
    if random_share > _OFTEN:
        return _("makes most moves at random")
    if random_share >= _SELDOM:
        return _("makes some moves at random")
    if random_share:
        return _("makes few moves at random")
    if strategy == _RANDOM:
        return _("plays at random")
    if strategy != _SEARCHES:
        return _("plays by simple rules")
    for most, words in (
        (5, _("looks ahead very little")),
        (10, _("looks ahead a little")),
        (25, _("looks ahead")),
        (50, _("looks far ahead")),
    ):
        if playouts <= most:
            return words
    return _("looks furthest ahead")
