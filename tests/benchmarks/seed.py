"""Fills a site with players and a ledger, by COPY, as if the services had entered it.

    python -m tests.benchmarks.seed --players 1000 --results 200000

It needs the environment of a site (DATABASE_URL and so on) whose database is migrated; it prints the pool's slug.
"""

import argparse
import random
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

import django

if TYPE_CHECKING:
    from league.clubs.models import Club

GIVEN_NAMES = (
    "Morag Hamish Senga Ailsa Fergus Catriona Ruaridh Eilidh Dougal Isla Callum Mairi Struan Kirsty Lachlan Una"
    " Gregor Shona Innes Effie"
)
FAMILY_NAMES = (
    "Campbell MacGregor Fraser Sinclair Ross Munro Buchanan Kerr Drummond Lindsay Ogilvie MacLeod Gunn Hay Keith Innes"
    " Forbes Murray Grant Leslie Chisholm Rattray Skene Urquhart Farquharson"
)
GIVEN, FAMILY = GIVEN_NAMES.split(), FAMILY_NAMES.split()
APART = timedelta(seconds=30)


def main() -> None:
    """Read the command line and seed."""
    ask = argparse.ArgumentParser(description="Fill a pool with players and results.")
    ask.add_argument("--players", type=int, default=1_000)
    ask.add_argument("--results", type=int, default=200_000)
    ask.add_argument("--seats", type=int, default=3)
    ask.add_argument("--kind", default="bot", choices=["bot", "person"])
    asked = ask.parse_args()
    django.setup()
    print(seed_pool(players=asked.players, results=asked.results, seats=asked.seats, kind=asked.kind))


def seed_pool(
    *, players: int, results: int, seats: int, kind: str, club: "Club | None" = None, is_checked: bool = True
) -> str:
    """Add players and results of theirs to the site's pool of that kind; the better ones win more. Return its slug.

    With a club, to the club's pool, and the players belong to it. Where nothing `is_checked`, PostgreSQL takes the
    references of the rows on trust, which only its superuser may ask for.
    """
    from django.db import connection, transaction

    from league.clubs.models import Membership
    from league.results.models import Pool
    from league.results.services.ledger import pool_for

    with transaction.atomic(), connection.cursor() as cursor:
        pool = Pool.objects.select_for_update().get(
            pk=pool_for(game="lords-of-scotland", player_kind=kind, club=club).pk
        )
        made = _players(players, kind)
        if club:
            Membership.objects.bulk_create(Membership(club=club, player_id=player) for player in made)
        if not is_checked:
            cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("SELECT coalesce(max(id), 0) FROM results_result")
        first_id = cursor.fetchone()[0] + 1
        start = datetime.now(UTC) - results * APART
        times = ((start + number * APART).isoformat() for number in range(results))
        _copy(cursor, "results_result", _RESULT, _results(pool.pk, pool.next_number, first_id, times))
        tables = _tables(made, results, seats)
        _copy(cursor, "results_resultseat", _SEAT, _seats(first_id, tables))
        cursor.execute("SELECT setval(pg_get_serial_sequence('results_result', 'id'), %s)", [first_id + results])
        Pool.objects.filter(pk=pool.pk).update(next_number=pool.next_number + results)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE results_result, results_resultseat, accounts_player")
    return pool.slug


def name_of(number: int) -> str:
    """Return a name; names repeat only after 500 players, then with a numeral."""
    given, family = GIVEN[number % len(GIVEN)], FAMILY[number // len(GIVEN) % len(FAMILY)]
    round_of_names = number // (len(GIVEN) * len(FAMILY))
    return f"{given} {family}" + (f" {round_of_names + 1}" if round_of_names else "")


def _players(count: int, kind: str) -> list[int]:
    from league.accounts.models import Player

    made = Player.objects.bulk_create(Player(name=name_of(number), kind=kind) for number in range(count))
    return [player.pk for player in made]


def _tables(players: Sequence[int], results: int, seats: int) -> Iterator[list[int]]:
    """Yield tables in the order of their places: the earlier a player was made, the stronger."""
    rng = random.Random(7)
    for _ in range(results):
        table = rng.sample(range(len(players)), seats)
        table.sort(key=lambda player: player / len(players) + rng.gauss(0, 0.4))
        yield [players[at] for at in table]


_RESULT = "id, pool_id, number, subject, how, is_rated, reason, entered_at, played_at"
_SEAT = "result_id, seat, player_id, points, place"


def _results(pool: int, number: int, first_id: int, times: Iterable[str]) -> Iterator[str]:
    rng = random.Random(first_id)
    for at, time in enumerate(times):
        subject = UUID(int=rng.getrandbits(128))
        yield f"{first_id + at}\t{pool}\t{number + at}\t{subject}\tplayed\tt\t\t{time}\t{time}\n"


def _seats(first_id: int, tables: Iterable[list[int]]) -> Iterator[str]:
    rng = random.Random(first_id)
    for at, table in enumerate(tables):
        seats = rng.sample(range(len(table)), len(table))
        for place, (seat, player) in enumerate(zip(seats, table, strict=True), 1):
            yield f"{first_id + at}\t{seat}\t{player}\t{40 - 5 * place}\t{place}\n"


def _copy(cursor: object, table: str, columns: str, rows: Iterable[str]) -> None:
    with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:  # type: ignore[attr-defined]  # psycopg's own
        for row in rows:
            copy.write(row)


if __name__ == "__main__":
    main()
