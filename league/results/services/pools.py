"""Pools: creation, the row lock under which the ledger grows, and who may play in one.

Numbers of a ledger have no gaps and follow the order of commits.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import override

from engine.core import registry
from engine.core.errors import UnknownGame as UnknownToTheEngine
from league.accounts.models import Player
from league.clubs.models import Club
from league.common.pool_names import who_and_where
from league.results.errors import PlayerTwice, UnknownGame, WrongPlayer
from league.results.ledger_entries import NewResult
from league.results.models import Pool

# The clock is read after the wait for the lock, so that numbers and times of a pool go the same way.
LOCK_POOL = "SELECT next_number, clock_timestamp() FROM results_pool WHERE id = %s FOR NO KEY UPDATE"
LOCK_COMPANY = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 1))"


class Place(NamedTuple):
    """The next position in the ledger."""

    number: int
    entered_at: datetime


def lock_pool(pool: Pool) -> Place:
    """Lock the pool until the transaction ends, and return the position of its next row."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK_POOL, [pool.pk])
        return Place(*cursor.fetchone())


def lock_company(club: Club, players: Collection[Player]) -> None:
    """Lock the players of a club until the transaction ends, before every lock of a subject.

    Two reports of the same game at the same moment cannot both find that nobody else reported it.
    """
    names = ",".join(str(key) for key in sorted({player.pk for player in players}))
    with connection.cursor() as cursor:
        cursor.execute(LOCK_COMPANY, [f"{club.pk}:{names}"])


def pool_for(*, game: str, player_kind: str, seats: int | None = None, club: Club | None = None) -> Pool:
    """Return the pool of that game, kind of player, number of seats (None: any) and club (None: the site's).

    It is made when it is not there. Raise `UnknownGame` for a game the site does not have.
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


# Whoever merges two of them meanwhile waits, or we do: else both names of one person could sit at one table.
PLAYERS = """
    SELECT id, kind, COALESCE(merged_into_id, id) FROM accounts_player WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE
"""


def check_players(pool: Pool, entries: Sequence[NewResult]) -> None:
    """Raise `WrongPlayer` or `PlayerTwice` unless all exist, are of the pool's kind, and sit at a table once."""
    named = {seat.player_id for entry in entries for seat in entry.seats}
    with connection.cursor() as cursor:
        cursor.execute(PLAYERS, [list(named)])
        players = {player: (kind, merged) for player, kind, merged in cursor.fetchall()}
    if len(players) < len(named):
        raise WrongPlayer(_("The player of a seat does not exist. Choose another player."))
    if pool.player_kind != Pool.Kind.ALL and any(kind != pool.player_kind for kind, _merged in players.values()):
        sentence = _(
            "This leaderboard is only for one kind of player: %(kind)s. People and bots have separate leaderboards."
        )
        raise WrongPlayer(sentence % {"kind": pool.get_player_kind_display()})
    if len({merged for _kind, merged in players.values()}) < len(players):
        _check_merged(entries, {player: merged for player, (_kind, merged) in players.items()})


def _check_merged(entries: Sequence[NewResult], merged: dict[int, int]) -> None:
    for entry in entries:
        if len({merged[seat.player_id] for seat in entry.seats}) < len(entry.seats):
            raise PlayerTwice(_("Two seats have the same player, one of them under an old name. Correct one seat."))
