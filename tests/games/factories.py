"""Players, blocks and claims for the tests of matches."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import count

from django.db import connection

from games.matches.claims import Finish, claim_matches
from games.matches.models import Block, Match
from games.matches.queueing import LeaseSettings
from games.matches.run_match import MatchSetup, Played, SeatSetup, play_match
from games.matches.services import BlockOrder, all_rotations, create_blocks
from league.accounts.services.players import make_bot_player
from league.results.models import Pool, Result
from league.results.services.ledger import pool_for

GAME = "lords-of-scotland"
TERMS = LeaseSettings()
BRIEF = replace(TERMS, lease=timedelta(seconds=0.2), stale_after=timedelta(seconds=0.2))
OVER = replace(TERMS, lease=timedelta(seconds=-1))  # a lease that has run out as it is given

_numbers = count(1)


def seat_setups(*bots: str) -> tuple[SeatSetup, ...]:
    """New players, and which strategies play for them; `lookout-4` has a budget of 4 playouts."""
    return tuple(_seat_setup(*bot.partition("-")) for bot in bots)


def _seat_setup(bot: str, _dash: str, playouts: str) -> SeatSetup:
    return SeatSetup(make_bot_player(name=f"{bot} {next(_numbers)}").pk, bot, int(playouts or 0))


def bots_pool() -> Pool:
    """The site's pool of bots."""
    return pool_for(game=GAME, player_kind="bot")


def blocks(how_many: int = 1, *bots: str) -> list[Block]:
    """Rated blocks of all rotations among the same new players, wanderers unless named."""
    pool, seated = bots_pool(), seat_setups(*(bots or ("wanderer", "wanderer")))
    orders = [BlockOrder(game=GAME, rotations=all_rotations(seated), pool=pool) for _ in range(how_many)]
    return create_blocks(orders=orders)


def matches_of(made: Sequence[Block]) -> list[Match]:
    """Their matches, oldest first."""
    return list(Match.objects.filter(block__in=made).order_by("pk"))


def ids_of(made: Sequence[Block]) -> list[int]:
    """The ids of their matches."""
    return [match.pk for match in matches_of(made)]


def claim(ids: Sequence[int], terms: LeaseSettings = TERMS) -> list[Match]:
    """Claim the matches as a worker would."""
    return claim_matches(ids=ids, terms=terms)


def played(claims: Sequence[Match]) -> list[Finish]:
    """Play what was claimed, without finishing it."""
    return [Finish(held, finished(held.setup)) for held in claims]


def finished(setup: MatchSetup) -> Played:
    """Play a setup to its end."""
    result = play_match(setup)
    assert result is not None
    return result


def numbers() -> list[int]:
    """The numbers of the ledger, in order of entry."""
    return list(Result.objects.order_by("number").values_list("number", flat=True))


def cut_off_everybody_else() -> None:
    """Close every database connection of workers, as a restart of PostgreSQL does.

    Connections of the web server stay open: later tests use it too.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> 'moothill web'"
        )
