"""Sittings of one person, and where they are rated. What is somebody else's does not exist."""

from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from engine.core import registry
from games.play.errors import NoSuchSitting, NotNow
from games.play.models import Sitting
from games.play.playing import Table
from games.play.sitters import Sitter
from league.results.models import Pool


def sitting_of(sitter: Sitter, public_id: str) -> Sitting:
    """Their sitting at that address, with its match. Raises `NoSuchSitting`, for other people's too."""
    own = Sitting.objects.filter(sitter.owned(), public_id=public_id)
    sitting = own.select_related("match", "player", "pool").first()
    if sitting is None:
        raise NoSuchSitting(_("You have no game at this address. Perhaps you started it in another browser."))
    return sitting


def sittings_of(sitter: Sitter, *, game: str = "") -> QuerySet[Sitting]:
    """Their sittings, the one touched last first, without what happened in them; of one game those still played."""
    own = Sitting.objects.filter(sitter.owned()).defer("events").order_by("-touched_at")
    return own.filter(game=game, status=Sitting.Status.PLAYING) if game else own


def pool_that_rates(game: str, seats: int) -> Pool | None:
    """The site's pool in which such a table is rated, because an operator allowed it; the one for its seats first."""
    pools = Pool.objects.filter(game=game, player_kind=Pool.Kind.ALL, club=None, rates_play=True)
    fitting = pools.filter(seats=seats) | pools.filter(seats=None)
    return fitting.order_by(F("seats").asc(nulls_last=True)).first()


def table_of(sitting: Sitting) -> Table:
    """What the engine needs to play it."""
    bots: list[Any] = sitting.bots
    return Table(
        game=sitting.game,
        options=sitting.options,
        secret=bytes(sitting.secret),
        bots=tuple(None if bot is None else (str(bot[0]), int(bot[1])) for bot in bots),
    )


def is_of_these_rules(sitting: Sitting) -> bool:
    """Whether it was begun by the rules that are played here now."""
    game = registry.games().get(sitting.game)
    return game is not None and game.rules_version == sitting.rules_version


def check_rules(sitting: Sitting) -> None:
    """Raises `NotNow` for a sitting begun by other rules than those played here."""
    if not is_of_these_rules(sitting):
        raise NotNow(_("This game uses an earlier version of the rules and cannot be continued. Start a new game."))
