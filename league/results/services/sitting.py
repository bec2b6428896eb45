"""Who may sit at a table of a pool."""

from collections.abc import Sequence

from django.db import connection
from django.utils.translation import gettext as _

from league.results.entries import NewResult
from league.results.errors import PlayerTwice, WrongPlayer
from league.results.models import Pool

# Whoever merges two of them meanwhile waits, or we do: else both names of one person could sit at one table.
PLAYERS = """
    SELECT id, kind, COALESCE(merged_into_id, id) FROM members_player WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE
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
