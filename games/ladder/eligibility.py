"""Which bots may play on the ladders, and which fail match after match.

Faults are counted ladder by ladder: a bot that always fails in one game, or at tables of one size, is found however
well it plays elsewhere. A fault of the server leaves no report, and does not count.
"""

from __future__ import annotations

from typing import NamedTuple

from django.db import connection

from engine.core import registry
from games.bots.models import HouseBot, Version
from games.bots.programs import slug_of
from games.bots.queries import plays
from games.bots.remote.exchange import slug_of as slug_of_remote
from games.bots.remote.queries import remote_bots_in_play
from games.ladder.matchmaking import Kind
from games.matches.playing import Chair


class Contestant(NamedTuple):
    """A bot that may be seated in some games."""

    player_id: int
    strategy: str
    playouts: int
    games: tuple[str, ...]
    program: str  # identifies the program: another program may have another strength
    kind: Kind

    @property
    def is_builtin(self) -> bool:
        """Whether it is a built-in bot."""
        return self.kind == "house"

    @property
    def chair(self) -> Chair:
        """Its seat assignment in a match."""
        return Chair(self.player_id, self.strategy, self.playouts)


def contestants() -> list[Contestant]:
    """Return every bot that may be seated now."""
    found = []
    for bot in HouseBot.objects.order_by("player"):
        games = tuple(slug for slug in registry.games() if plays(bot.strategy, slug))
        program = f"{bot.strategy}-{bot.playouts}"
        found.append(Contestant(bot.player_id, bot.strategy, bot.playouts, games, program, "house"))
    active = Version.objects.filter(active=True, bot__paused_at=None, bot__retired_at=None)
    uploaded = active.order_by("bot__player").values_list("bot__player", "public_id", "games", "digest")
    for player, version, played, digest in uploaded:
        found.append(Contestant(player, slug_of(version), 0, tuple(played), digest, "uploaded"))
    for far in remote_bots_in_play():  # a program may change unseen: its owner makes a new bot for a new program
        slug = slug_of_remote(far.public_id)
        found.append(Contestant(far.player_id, slug, 0, tuple(far.games), slug, "remote"))
    return found


# Turns of a ladder that are looked at: at least so many, and so many for each bot.
LOOKED_AT, LOOKED_AT_FOR_EACH = 50, 4

# The last matches of each bot on each ladder, since it joined with its present program.
FAILING = """
WITH looked_at AS (
    SELECT ladder_id, greatest(%(turns)s, %(for_each)s * count(*)) AS turns
    FROM ladder_rung WHERE NOT is_away GROUP BY ladder_id
), latest AS (
    SELECT rung.player_id, rung.ladder_id, report.kind, row_number() OVER (
        PARTITION BY rung.player_id, rung.ladder_id ORDER BY match.finished_at DESC, match.id DESC
    ) AS place
    FROM ladder_rung AS rung
    JOIN looked_at USING (ladder_id)
    JOIN ladder_ladder AS ladder ON ladder.id = rung.ladder_id
    JOIN ladder_ladderblock AS block
        ON block.ladder_id = ladder.id AND block.turn > greatest(rung.since_turn, ladder.turn - looked_at.turns)
    JOIN matches_match AS match ON match.block_id = block.block_id AND match.status = 'done'
    JOIN matches_matchseat AS seat ON seat.match_id = match.id AND seat.player_id = rung.player_id
    JOIN matches_seatreport AS report ON report.match_id = match.id AND report.seat = seat.seat
    WHERE NOT rung.is_away
), failing AS (
    SELECT player_id, ladder_id FROM latest WHERE place <= %(faults)s
    GROUP BY player_id, ladder_id HAVING count(*) = %(faults)s AND bool_and(kind <> '')
)
SELECT failing.player_id, pool.game, pool.seats
FROM failing
JOIN ladder_ladder AS ladder ON ladder.id = failing.ladder_id
JOIN results_pool AS pool ON pool.id = ladder.pool_id
ORDER BY failing.player_id, pool.game, pool.seats
"""


class Failing(NamedTuple):
    """A bot that fails, with the game and the table size."""

    player_id: int
    game: str
    seats: int


def failing(faults: int) -> list[Failing]:
    """Return the bots whose last `faults` matches on one ladder all ended in a fault of theirs."""
    wanted = {"faults": faults, "turns": LOOKED_AT, "for_each": LOOKED_AT_FOR_EACH}
    with connection.cursor() as cursor:
        cursor.execute(FAILING, wanted)
        return [Failing(*row) for row in cursor.fetchall()]
