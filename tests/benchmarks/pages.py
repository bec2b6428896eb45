"""Pages of a large club: number of queries and response times, cold and warm, signed in and not.

    python -m tests.benchmarks.pages [--players 1000] [--matches 200000] [--requests 200] [--small]

It starts its own PostgreSQL and Redis, seeds them with `manage.py seed`, and removes them afterwards. Requests go
through Django with all its middleware, without a socket. Before every cold request it clears the page caches, in Redis
and in this process. Last it reports games of a table Swiss in its ninth round, and measures the time from the report to
a page of standings that includes it.
"""

import argparse
import gc
import os
import platform
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tests.benchmarks.pipeline import services

if TYPE_CHECKING:
    from django.test import Client

    from league.clubs.models import Club
    from league.tournaments.models import Tournament

HOST = "localhost"
GAME = "lords-of-scotland"
CLUB = "Strathbogie League of Invented Players"
FEWER_COLD = 4  # so many times fewer cold requests than warm ones


class Page(NamedTuple):
    """A page, by what it shows."""

    what: str
    address: str


class Times(NamedTuple):
    """Milliseconds of every request, by the clock and of this process's processor."""

    clock: list[float]
    cpu: list[float]


def main() -> None:
    """Read the command line, seed, measure, and print a table."""
    ask = argparse.ArgumentParser(description="Measure the pages of a large club.")
    ask.add_argument("--players", type=int)
    ask.add_argument("--matches", type=int)
    ask.add_argument("--requests", type=int, default=200)
    ask.add_argument("--small", action="store_true", help="little of everything, to try it")
    asked = ask.parse_args()
    with services():
        club = _seeded(asked)
        knockout, league = a_knockout(club, small=asked.small), a_league(club, small=asked.small)
        print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, ", end="")
        print(f"{asked.requests} requests warm, {max(1, asked.requests // FEWER_COLD)} cold; milliseconds")
        print(f"{'page':<44}{'queries':>8}{'p50':>8}{'p95':>8}{'CPU':>8}{'cold p50':>10}{'cold p95':>10}{'CPU':>8}")
        for name, client in readers(club):
            for page in (*pages_of(club), knockout, league):
                print(row(f"{page.what}, {name}", client, page, asked.requests), flush=True)
        print(reported(club, small=asked.small), flush=True)
        print(f"load {os.getloadavg()[0]:.1f} at the end")


def _seeded(asked: argparse.Namespace) -> "Club":
    from django.core.management import call_command
    from django.db import connection

    from league.clubs.models import Club

    begun, used = time.perf_counter(), time.process_time()
    call_command("seed", small=asked.small, players=asked.players, matches=asked.matches, name=CLUB)
    print(f"seeded in {time.perf_counter() - begun:.0f} s, {time.process_time() - used:.0f} s of the processor")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    gc.collect()
    gc.freeze()  # as the web server does when it is ready
    return Club.objects.get(name=CLUB)


def readers(club: "Club") -> "Iterator[tuple[str, Client]]":
    """Somebody without an account, and a member whose own rows are marked."""
    from django.test import Client

    from league.accounts.models import Account

    yield "anybody", Client(SERVER_NAME=HOST)
    member = Account.objects.filter(player__memberships__club=club).order_by("player__memberships__pk")[0]
    member.is_active = True
    member.save(update_fields=["is_active"])
    client = Client(SERVER_NAME=HOST)
    client.force_login(member)
    yield "member", client


def pages_of(club: "Club") -> list[Page]:
    """The pages that people open, the large ones first."""
    from django.urls import reverse

    pool = club.pools.get()
    swiss, season = club.tournaments.order_by("pk")[:2]
    player = club.memberships.order_by("pk")[0].player
    events = [(swiss, "Swiss of 200"), (season, "season")]
    tabs = ("standings", "tournament", "rounds", "all-rounds", "crosstable")
    return [
        Page("leaderboard", reverse("ratings:leaderboard", args=[pool.slug])),
        Page("leaderboard, drawn", reverse("ratings:leaderboard", args=[pool.slug]) + f"?club={club.slug}"),
        *(
            Page(f"{called}: {tab}", reverse(f"tournaments:{tab}", args=[event.public_id, event.slug]))
            for event, called in events
            for tab in tabs
        ),
        Page("player", reverse("ratings:player", args=[player.public_id, player.slug])),
        Page("club", reverse("clubs:club", args=[club.slug])),
        Page("clubs", reverse("clubs:list")),
        Page("events", reverse("tournaments:list")),
        Page("first page", "/"),
    ]


def a_knockout(club: "Club", *, small: bool) -> Page:
    """The bracket of a double elimination of 256, half of whose rounds are played."""
    from django.urls import reverse

    from league.tournaments.models import Tournament
    from league.tournaments.services.creation import make_tournament
    from league.tournaments.services.entries import enter_players
    from league.tournaments.services.lifecycle import start

    players = [one.player for one in club.memberships.select_related("player").order_by("pk")[: 16 if small else 256]]
    cup: Tournament = make_tournament(
        club=club, name="Cup of 256", game=GAME, format="double-elimination", tiebreaks=(), by=None
    )
    enter_players(tournament=cup, players=players, by=None)
    start(tournament=cup, by=None)
    for _ in range(2 if small else 8):
        play(cup)
    return Page("double elimination of 256: bracket", reverse("tournaments:bracket", args=[cup.public_id, cup.slug]))


def a_league(club: "Club", *, small: bool) -> Page:
    """A league of ten divisions of twelve, whose season is played."""
    from django.urls import reverse

    from league.seasons.services import Plan, make_league, start_season
    from league.tournaments.services.entries import enter_players

    divisions, each = (2, 4) if small else (10, 12)
    plan = Plan("2026/27", [f"Division {number + 1}" for number in range(divisions)], 2)
    league = make_league(club=club, name="League", game=GAME, plan=plan, by=None, format="round-robin", pace="all")
    season = league.seasons.get()
    players = [one.player for one in club.memberships.select_related("player").order_by("pk")[: divisions * each]]
    rows = list(season.divisions.select_related("tournament__club").order_by("level"))
    for at, division in enumerate(rows):
        enter_players(tournament=division.tournament, players=players[at * each : (at + 1) * each], by=None)
    start_season(season=season, by=None)
    for division in rows:
        play(division.tournament)
    return Page("league of 10 divisions", reverse("seasons:league", args=[league.public_id, league.slug]))


def play(event: "Tournament") -> None:
    """Report every open game of the published rounds; the first player in the list wins."""
    from league.tournaments.models import Leg
    from league.tournaments.services.results import Outcome, enter_typed_results

    legs = Leg.objects.filter(pairing__round__tournament=event, pairing__round__status="published", pairing__bye="")
    numbers = [(leg, list(leg.pairing.seats.order_by("seat").values_list("entry__number", flat=True))) for leg in legs]
    outcomes = [Outcome(leg=leg, points=[1000 - number for number in seats]) for leg, seats in numbers]
    enter_typed_results(tournament=event, outcomes=outcomes, by=None)


def row(what: str, client: "Client", page: Page, requests: int) -> str:
    """One line of the table."""
    questions = queries_for(client, page)
    cold = _times(client, page, max(1, requests // FEWER_COLD), before=forget)
    warm = _times(client, page, requests)
    figures = (*_percentiles(warm.clock), _median(warm.cpu), *_percentiles(cold.clock), _median(cold.cpu))
    p50, p95, cpu, cold50, cold95, cold_cpu = figures
    return f"{what:<44}{questions:>8}{p50:>8.1f}{p95:>8.1f}{cpu:>8.1f}{cold50:>10.1f}{cold95:>10.1f}{cold_cpu:>8.1f}"


def queries_for(client: "Client", page: Page) -> int:
    """Return the number of database queries of a page with empty caches."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    forget()
    with CaptureQueriesContext(connection) as asked:
        status = client.get(page.address).status_code
    if status != 200:
        raise RuntimeError(f"{page.address} answers {status}")
    return len(asked)


def forget() -> None:
    """Forget what Redis and this process keep of pages."""
    from django.core.cache import cache

    from league.tournaments.queries import standings_cache

    cache.clear()
    standings_cache._read.cache_clear()
    standings_cache._read_together.cache_clear()


def _times(client: "Client", page: Page, requests: int, before: Callable[[], None] = lambda: None) -> Times:
    times = Times([], [])
    for _ in range(requests):
        before()
        begun, used = time.perf_counter(), time.process_time()
        client.get(page.address)
        times.cpu.append(1000 * (time.process_time() - used))
        times.clock.append(1000 * (time.perf_counter() - begun))
    return times


def reported(club: "Club", *, small: bool) -> str:
    """From the report of a game by a scorer to the standings that show it, in the last round of a Swiss of tables."""
    from django.test import Client
    from django.urls import reverse

    from league.tournaments.models import Leg
    from league.tournaments.seed_data import GAME, SMALL, Size, invent, make_swiss, play_what_is_open
    from league.tournaments.services.results import Outcome, enter_typed_results

    size, rng = (SMALL if small else Size()), Random(3)
    members = club.memberships.select_related("player").order_by("pk")
    people = invent([one.player for one in members[: size.swiss_players]], rng)
    event = make_swiss(club, GAME, people, size.swiss_rounds, rng)
    for _ in range(size.swiss_rounds - 1):
        play_what_is_open(event, people, rng)
    address = reverse("tournaments:standings", args=[event.public_id, event.slug])
    client, took = Client(SERVER_NAME=HOST), []
    before = client.get(address).content
    for leg in Leg.objects.filter(pairing__round__tournament=event, pairing__round__number=size.swiss_rounds)[:20]:
        begun = time.perf_counter()
        seats = leg.pairing.seats.count()
        enter_typed_results(tournament=event, outcomes=[Outcome(leg, list(range(seats, 0, -1)))], by=None)
        page = client.get(address).content
        took.append(1000 * (time.perf_counter() - begun))
        if page == before:
            raise RuntimeError("The standings do not show what was reported.")
        before = page
    slow = _percentiles(took)
    return f"from a report to the standings that have it: p50 {slow[0]:.0f}, slowest {max(took):.0f} ms ({len(took)})"


def _percentiles(times: list[float]) -> tuple[float, float]:
    ordered = sorted(times)
    return _median(ordered), ordered[int(0.95 * len(ordered))]


def _median(times: list[float]) -> float:
    return sorted(times)[len(times) // 2]


if __name__ == "__main__":
    main()
