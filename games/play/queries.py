"""Reads of games against bots. Those of other people do not exist."""

from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from engine.core import registry
from games.play.errors import NoSuchPracticeGame, NotNow
from games.play.game_state import Table
from games.play.models import PracticeGame
from games.play.owners import SessionOwner
from league.common.models import first_or_refuse
from league.results.models import Pool


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


def table_of(practice_game: PracticeGame) -> Table:
    """Return what the engine needs to play it."""
    bots: list[Any] = practice_game.bots
    return Table(
        game=practice_game.game,
        options=practice_game.options,
        secret=bytes(practice_game.secret),
        bots=tuple(None if bot is None else (str(bot[0]), int(bot[1])) for bot in bots),
    )


def is_of_these_rules(practice_game: PracticeGame) -> bool:
    """Return whether it was started under the present rules version."""
    game = registry.games().get(practice_game.game)
    return game is not None and game.rules_version == practice_game.rules_version


def check_rules(practice_game: PracticeGame) -> None:
    """Raise `NotNow` for a game of another rules version."""
    if not is_of_these_rules(practice_game):
        raise NotNow(_("This game uses an earlier version of the rules and cannot be continued. Start a new game."))
