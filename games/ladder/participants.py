"""Which bots may play on ladders now, and which of them fail."""

from __future__ import annotations

from typing import NamedTuple

from django.db import connection

from engine.core import registry
from games.bots.eligibility import plays
from games.bots.models import BuiltinBot, Version
from games.bots.remote.mailbox import slug_of as slug_of_remote
from games.bots.remote.queries import remote_bots_in_play
from games.bots.version_slugs import slug_of
from games.ladder.matchmaking import BotKind
from games.matches.run_match import SeatSetup

# The last turns of a ladder in which failures are counted: at least so many, and so many for each bot.
LEAST_TURNS, TURNS_FOR_EACH = 50, 4

# The last matches of each bot on each ladder, since it joined with its present program.
FAILING = """
WITH counted AS (
    SELECT ladder_id, greatest(%(turns)s, %(for_each)s * count(*)) AS turns
    FROM ladder_ladderentry WHERE NOT is_away GROUP BY ladder_id
), latest AS (
    SELECT ladder_entry.player_id, ladder_entry.ladder_id, report.kind, row_number() OVER (
        PARTITION BY ladder_entry.player_id, ladder_entry.ladder_id ORDER BY match.finished_at DESC, match.id DESC
    ) AS place
    FROM ladder_ladderentry AS ladder_entry
    JOIN counted USING (ladder_id)
    JOIN ladder_ladder AS ladder ON ladder.id = ladder_entry.ladder_id
    JOIN ladder_ladderblock AS block
        ON block.ladder_id = ladder.id AND block.turn > greatest(ladder_entry.since_turn, ladder.turn - counted.turns)
    JOIN matches_match AS match ON match.block_id = block.block_id AND match.status = 'done'
    JOIN matches_matchseat AS seat ON seat.match_id = match.id AND seat.player_id = ladder_entry.player_id
    JOIN matches_seatreport AS report ON report.match_id = match.id AND report.seat = seat.seat
    WHERE NOT ladder_entry.is_away
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


class LadderBot(NamedTuple):
    """A bot that may play on the ladders of its games."""

    player_id: int
    strategy: str
    playouts: int
    games: tuple[str, ...]
    program: str  # identifies the program: another program may have another strength
    kind: BotKind

    @property
    def is_builtin(self) -> bool:
        """Whether it is a built-in bot."""
        return self.kind == "builtin"

    @property
    def seat_setup(self) -> SeatSetup:
        """Its seat assignment in a match."""
        return SeatSetup(self.player_id, self.strategy, self.playouts)


def ladder_bots() -> list[LadderBot]:
    """Return every bot that may play on ladders now."""
    bots = []
    for bot in BuiltinBot.objects.order_by("player"):
        games = tuple(slug for slug in registry.games() if plays(bot.strategy, slug))
        program = f"{bot.strategy}-{bot.playouts}"
        bots.append(LadderBot(bot.player_id, bot.strategy, bot.playouts, games, program, "builtin"))
    active = Version.objects.filter(active=True, bot__paused_at=None, bot__retired_at=None)
    uploaded = active.order_by("bot__player").values_list("bot__player", "public_id", "games", "digest")
    for player, version, slugs, digest in uploaded:
        bots.append(LadderBot(player, slug_of(version), 0, tuple(slugs), digest, "uploaded"))
    for remote in remote_bots_in_play():  # a program may change unseen: its owner makes a new bot for a new program
        slug = slug_of_remote(remote.public_id)
        bots.append(LadderBot(remote.player_id, slug, 0, tuple(remote.games), slug, "remote"))
    return bots


class Failing(NamedTuple):
    """A bot that fails, with the game and the table size."""

    player_id: int
    game: str
    seats: int


def failing(faults: int) -> list[Failing]:
    """Return the bots whose last `faults` matches on one ladder all ended in a fault of theirs."""
    parameters = {"faults": faults, "turns": LEAST_TURNS, "for_each": TURNS_FOR_EACH}
    with connection.cursor() as cursor:
        cursor.execute(FAILING, parameters)
        return [Failing(*row) for row in cursor.fetchall()]
