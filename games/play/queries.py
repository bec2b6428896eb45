"""Reads of games against bots. Those of other people do not exist."""

from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from engine.core import registry
from games.play.errors import NoSuchSitting, NotNow
from games.play.models import Sitting
from games.play.owners import SessionOwner
from games.play.practice_game import Table
from league.common.models import first_or_refuse
from league.results.models import Pool


def sitting_of(owner: SessionOwner, public_id: str) -> Sitting:
    """Return the owner's game at that address, with its match. Raise `NoSuchSitting`."""
    own = Sitting.objects.filter(owner.owned(), public_id=public_id).select_related("match", "player", "pool")
    sentence = _("You have no game at this address. Perhaps you started it in another browser.")
    return first_or_refuse(own, NoSuchSitting(sentence))


def sittings_of(owner: SessionOwner, *, game: str = "") -> QuerySet[Sitting]:
    """Return the owner's games, the latest first, without events; of one `game` only those in progress."""
    own = Sitting.objects.filter(owner.owned()).defer("events").order_by("-touched_at")
    return own.filter(game=game, status=Sitting.Status.PLAYING) if game else own


def pool_that_rates(game: str, seats: int) -> Pool | None:
    """Return the site's pool that rates such a table, if a site admin allowed it; the one for its seats first."""
    pools = Pool.objects.filter(game=game, player_kind=Pool.Kind.ALL, club=None, rates_play=True)
    fitting = pools.filter(seats=seats) | pools.filter(seats=None)
    return fitting.order_by(F("seats").asc(nulls_last=True)).first()


def table_of(sitting: Sitting) -> Table:
    """Return what the engine needs to play it."""
    bots: list[Any] = sitting.bots
    return Table(
        game=sitting.game,
        options=sitting.options,
        secret=bytes(sitting.secret),
        bots=tuple(None if bot is None else (str(bot[0]), int(bot[1])) for bot in bots),
    )


def is_of_these_rules(sitting: Sitting) -> bool:
    """Return whether it was started under the present rules version."""
    game = registry.games().get(sitting.game)
    return game is not None and game.rules_version == sitting.rules_version


def check_rules(sitting: Sitting) -> None:
    """Raise `NotNow` for a game of another rules version."""
    if not is_of_these_rules(sitting):
        raise NotNow(_("This game uses an earlier version of the rules and cannot be continued. Start a new game."))
