"""Reads of games against bots. Each person or visitor sees only their own."""

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from games.play.errors import NoSuchPracticeGame
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
