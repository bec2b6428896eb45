"""Makes the pools that ratings are comparable in."""

from django.conf import settings
from django.utils.translation import override

from engine.core import registry
from engine.core.errors import UnknownGame as UnknownToTheEngine
from league.clubs.models import Club
from league.results.errors import UnknownGame
from league.results.models import Pool
from league.shared.pool_names import who_and_where


def pool_for(*, game: str, player_kind: str, seats: int | None = None, club: Club | None = None) -> Pool:
    """Return the pool of that game, kind of player, number of seats (None: any) and club (None: the site's).

    It is made when it is not there. Raises `UnknownGame` for a game the house does not have.
    """
    kind = Pool.Kind(player_kind)
    title = _title_of(game)
    pool, _made = Pool.objects.get_or_create(
        game=game,
        player_kind=kind,
        seats=seats,
        club=club,
        defaults={"name": _name(title, kind, seats, club), "slug": _slug(game, kind, seats, club)},
    )
    return pool


def _title_of(game: str) -> str:
    try:
        return registry.game(game).name
    except UnknownToTheEngine as error:
        raise UnknownGame(str(error)) from error


def _name(title: str, kind: Pool.Kind, seats: int | None, club: Club | None) -> str:
    """Name the pool in the language of the site: "Lords of Scotland, bots, tables of 3, Inverness"."""
    with override(settings.LANGUAGE_CODE):
        return ", ".join(filter(None, [title, who_and_where(kind, seats), club.name if club else ""]))


def _slug(game: str, kind: Pool.Kind, seats: int | None, club: Club | None) -> str:
    players = {Pool.Kind.BOT: "bots", Pool.Kind.PERSON: "people", Pool.Kind.ALL: "people-and-bots"}[kind]
    return "-".join(
        filter(None, [game, players, f"tables-of-{seats}" if seats else "", f"at-{club.slug}" if club else ""])
    )
