"""A club of a given size and what everything costs in it: the pages, the ledger, the folds. `growth` puts sizes beside
each other.
"""

import gc
import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from tests.benchmarks.pages import GAME, HOST, Page, forget, queries_for
from tests.benchmarks.pipeline import processes_now, services_started
from tests.benchmarks.ratings import corrected, dropped, entered, fold_by
from tests.benchmarks.seed import seed_pool

if TYPE_CHECKING:
    from league.clubs.models import Club
    from league.results.models import Pool
    from league.tournaments.models import Tournament

ENTRANTS, ROUNDS = 100, 3  # of the event that is running
WARM, COLD, OPERATIONS = 15, 9, 9
BACK = 500  # a correction goes so many results back, behind what was entered here
ENTERED_HERE = 2_400  # by the event and the batches, at most
MOST, OFTEN = 300_000, 5  # a fold from the start is repeated up to so many results in all, but not more often than that
SYSTEMS = ("elo", "weng-lin")
LEDGER = ("results_result", "results_resultseat")
FOLDS = ("ratings_ratingstep", "ratings_rating", "ratings_checkpoint", "ratings_fold")
SIZE = "SELECT sum(pg_total_relation_size(name::regclass))::bigint FROM unnest(%s::text[]) name"
FROM_THE_START = "{}: all from the start"
OLDEST = "elo: after correcting the oldest"


class Cost(NamedTuple):
    """Milliseconds of processor time, of everything together, and by the clock: medians; how many queries a page asks.

    Without a clock `cpu` is a size, in bytes.
    """

    cpu: float
    clock: float | None = None
    queries: int = 0


def measured(results: int, players: int) -> dict[str, Cost]:
    """Found a club with so many players and results, and measure everything in it."""
    before = _bytes(LEDGER), _bytes(FOLDS)
    club, event = _a_club(results, players)
    pool = club.pools.get()
    whole = max(1, min(OFTEN, MOST // results))
    costs = {}
    for system in SYSTEMS:
        anew = partial(dropped, pool.pk, system)
        costs[FROM_THE_START.format(system)] = _cost(partial(fold_by, pool.pk, system), whole, anew)
    _settle()
    costs |= _of_pages(club, pool, event)
    costs |= _of_the_ledger(pool)
    costs["bytes of the ledger, a result"] = Cost((_bytes(LEDGER) - before[0]) / results)
    costs["bytes of two folds, a result"] = Cost((_bytes(FOLDS) - before[1]) / results)
    costs |= _of_corrections(pool)
    costs[OLDEST] = _cost(lambda: fold_by(pool.pk, "elo"), whole, lambda: corrected(pool))
    return costs


def _a_club(results: int, players: int) -> "tuple[Club, Tournament]":
    from league.clubs.services.clubs import found_club
    from league.tournaments.seed_data import invent, make_swiss, play_what_is_open

    club = found_club(name=f"Club of {results}", summary="Nobody here exists.")
    seed_pool(players=players, results=results, seats=3, kind="person", club=club, is_checked=False)
    _settle()
    rng = Random(results)
    people = invent([one.player for one in club.memberships.select_related("player").order_by("pk")[:ENTRANTS]], rng)
    event = make_swiss(club, GAME, people, ROUNDS + 2, rng)
    for _ in range(ROUNDS):
        play_what_is_open(event, people, rng)
    return club, event


def _of_pages(club: "Club", pool: "Pool", event: "Tournament") -> dict[str, Cost]:
    from django.test import Client

    client, costs = Client(SERVER_NAME=HOST), {}
    for page in _pages(club, pool, event):
        queries = queries_for(client, page)
        for how, times, before in (("cold", COLD, forget), ("warm", WARM, _nothing)):
            cost = _cost(partial(client.get, page.address), times, before)
            costs[f"{page.what}, {how}"] = cost._replace(queries=queries if how == "cold" else 0)
    return costs


def _pages(club: "Club", pool: "Pool", event: "Tournament") -> Iterator[Page]:
    from django.urls import reverse

    player = club.memberships.order_by("pk")[0].player
    yield Page("leaderboard", reverse("ratings:leaderboard", args=[pool.slug]))
    yield Page("a player", reverse("ratings:player", args=[player.public_id, player.slug]))
    yield Page("the club", reverse("clubs:club", args=[club.slug]))
    yield Page("first page", "/")
    yield Page("standings of an event of 100", reverse("tournaments:standings", args=[event.public_id, event.slug]))
    yield Page("list of events", reverse("tournaments:list"))
    yield Page("leaderboard by the API", f"/api/v1/pools/{pool.slug}/leaderboard/")


def _of_the_ledger(pool: "Pool") -> dict[str, Cost]:
    from league.accounts.models import Player

    players = list(Player.objects.filter(memberships__club=pool.club).values_list("pk", flat=True))
    one = _cost(lambda: _enter_one(pool, players), OPERATIONS)
    for system in SYSTEMS:
        fold_by(pool.pk, system)
    costs = {"enter one result": one, "enter a batch of 50": _cost(lambda: entered(pool, players), OPERATIONS)}
    for system in SYSTEMS:
        fold_by(pool.pk, system)
    for system in SYSTEMS:
        work = _cost(partial(fold_by, pool.pk, system), OPERATIONS, lambda: entered(pool, players))
        costs[f"a batch of 50 on top, by {system}"] = work
    for system in SYSTEMS:
        fold_by(pool.pk, system)
    return costs


def _enter_one(pool: "Pool", players: list[int]) -> None:
    from uuid import uuid4

    from django.db import transaction

    from league.results.drafts import ResultDraft, SeatResult
    from league.results.services.ledger import enter_results

    seats = tuple(SeatResult(player, 40 - place, place) for place, player in enumerate(players[:3], 1))
    with transaction.atomic():
        enter_results(pool=pool, entries=[ResultDraft(uuid4(), seats)])


def _of_corrections(pool: "Pool") -> dict[str, Cost]:
    at = max(0, pool.results.count() - BACK - ENTERED_HERE)
    return {
        "preview of a late correction": _cost(lambda: _previewed(pool, at), 3),
        "elo: after a late correction": _cost(lambda: fold_by(pool.pk, "elo"), 3, lambda: corrected(pool, at)),
    }


def _previewed(pool: "Pool", at: int) -> None:
    from django.contrib.auth.models import AnonymousUser

    from league.results.consequences import correction_of
    from league.results.drafts import ResultDraft, seats_of
    from league.results.models import Result
    from league.results.queries import Chain
    from league.results.subjects import consequences_of

    row = Result.objects.filter(pool=pool).order_by("played_at", "number").select_related("pool")[at]
    chain = Chain((row,))
    seats = tuple(reversed(seats_of(row)))
    turned = tuple(was._replace(player_id=now.player_id) for was, now in zip(seats_of(row), seats, strict=True))
    told = consequences_of([correction_of(chain, ResultDraft(chain.subject, turned))], AnonymousUser())
    if not told:
        raise RuntimeError("The correction changes nothing, so nothing was measured.")


def _cost(work: Callable[[], object], times: int, before: Callable[[], object] | None = None) -> Cost:
    """Return the median cost of `work` over so many runs; `before` runs ahead of each and is not counted."""
    clock, cpu, started = [], [], services_started()
    for _ in range(times):
        if before:
            before()
        spent, begun = _worked(started), time.perf_counter()
        work()
        clock.append(time.perf_counter() - begun)
        cpu.append(_worked(started) - spent)
    return Cost(1000 * median(cpu), 1000 * median(clock))


def _worked(started: list[int]) -> float:
    """Return the processor time so far, in seconds: of this process, of the services, and of their ended children.

    The kernel reports nanoseconds for a living process, and hundredths of a second for ended ones.
    """
    ended = sum(int(ticks) for process, stat in processes_now() if process in started for ticks in stat[13:15])
    living = sum(int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) for process in started)
    return time.process_time() + living / 1e9 + ended / os.sysconf("SC_CLK_TCK")


def _nothing() -> None:
    """Before a warm request."""


def _settle() -> None:
    """Let PostgreSQL and Python tidy up now and not while something is measured."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")
    gc.collect()
    gc.freeze()


def _bytes(tables: tuple[str, ...]) -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(SIZE, [list(tables)])
        (size,) = cursor.fetchone()
    return int(size)
