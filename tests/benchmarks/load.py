"""A full evening: members read, live pages update, bots play, and players report the tables of a round.

    python -m tests.benchmarks.load [--readers 200] [--live 200] [--tables 100] [--seconds 60] [--matches 20000]

It runs its own Moothill in a temporary folder. Readers are signed in, and pause ten seconds between two pages. One
player reports each table and another confirms it, evenly over the time. All clients run in one process on the same
machine, and its cost is printed with the rest.
"""

import argparse
import asyncio
import json
import os
import platform
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from tests.benchmarks.clients import THINKING, Seen, gather_round
from tests.benchmarks.memory import family, title
from tests.benchmarks.population import Gathered
from tests.benchmarks.site import OPEN, manage, site

WARM = 15.0  # seconds in which everybody arrives, before anything is measured
GOAL = 300  # milliseconds that 95 of 100 answers may take
MADE = "from tests.benchmarks.population import {what}; print({call})"
OTHERS = "the rest"
TICK = os.sysconf("SC_CLK_TCK")
KINDS = {
    "python -m uvicorn": "web",
    "postgres": "PostgreSQL",
    "redis-server": "Redis",
    "[celeryd: worker@": "worker of matches, records, ratings and mail",
    "[celeryd: bots@": "worker of uploaded bots",
    "[celeryd: remote@": "worker of remote bots",
    "[celery beat]": "beat",
}


def main() -> None:
    """Read the command line, measure, and print a table."""
    ask = argparse.ArgumentParser(description="Measure a Moothill with a crowd in it.")
    ask.add_argument("--readers", type=int, default=200)
    ask.add_argument("--live", type=int, default=200)
    ask.add_argument("--tables", type=int, default=100)
    ask.add_argument("--seconds", type=float, default=60)
    ask.add_argument("--matches", type=int, default=20_000, help="games that the club has in its ledger")
    asked = ask.parse_args()
    with tempfile.TemporaryDirectory(prefix="moothill-bench-") as name:
        folder = Path(name)
        with site(folder, "--no-demo", until=OPEN) as address:
            gathered = Gathered(
                *json.loads(
                    run(folder, f"gather(tables={asked.tables}, readers={asked.readers}, matches={asked.matches})")
                )
            )
            measure(folder, urlsplit(address).port or 80, gathered, asked)


def measure(folder: Path, port: int, gathered: Gathered, asked: argparse.Namespace) -> None:
    """Let the crowd in, and tell what came of it."""
    pid = int(json.loads((folder / "running.json").read_text())["pid"])
    load, used, own, begun = os.getloadavg()[0], by_kind(pid), time.process_time(), time.monotonic()
    matches = int(run(folder, "played()"))

    def settled() -> None:
        nonlocal used, own, begun
        used, own, begun = by_kind(pid), time.process_time(), time.monotonic()

    crowd = gather_round(port, gathered, live=asked.live, seconds=asked.seconds, warm=WARM, settled=settled)
    seen = asyncio.run(crowd)
    took = time.monotonic() - begun
    shares = {kind: ticks - used.get(kind, 0) for kind, ticks in by_kind(pid).items()}
    shares["the crowd itself"] = (time.process_time() - own) * TICK
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f} before, ", end="")
    print(f"{os.getloadavg()[0]:.1f} after; {asked.readers} readers think {THINKING:.0f} s, {asked.live} follow")
    tell(seen)
    print(f"/events told {seen.told} times on {seen.lines} lines in {asked.seconds:.0f} s")
    print(f"{int(run(folder, 'played()')) - matches} matches of bots since the first came, ", end="")
    print(f"{run(folder, 'reported()')} of {len(gathered.tables)} tables have their result")
    for kind, ticks in shares.items():
        print(f"{kind:<24}{100 * ticks / TICK / took:>6.0f} % of a core")


def run(folder: Path, call: str) -> str:
    """Call a function of the gathering in the site, and return the last line of its output."""
    return manage(folder, MADE.format(what=call.partition("(")[0], call=call)).splitlines()[-1]


def tell(seen: Seen) -> None:
    """Print the table of routes, and what was wrong."""
    print(f"{'route':<30}{'requests':>9}{'p50':>8}{'p95':>8}{'slowest':>9}  statuses")
    for route, times in sorted(seen.times.items()):
        ordered = sorted(times)
        p50, p95 = (ordered[int(share * len(ordered))] for share in (0.5, 0.95))
        figures = f"{len(times):>9}{p50:>8.0f}{p95:>8.0f}{ordered[-1]:>9.0f}"
        missed = "  missed" if p95 > GOAL else ""
        print(f"{route:<30}{figures}  {' '.join(f'{s}:{n}' for s, n in seen.statuses[route].items())}{missed}")
    answers = [pair for one in seen.statuses.values() for pair in one.items()]
    print(f"{sum(n for _, n in answers)} answers, 5xx: {sum(n for s, n in answers if s >= 500)}, ", end="")
    print(f"none at all: {sum(n for s, n in answers if s == 0)}")


def by_kind(pid: int) -> dict[str, float]:
    """Ticks of the processor that each kind of process of a site has used, with its ended children."""
    used = dict.fromkeys((*KINDS.values(), OTHERS), 0.0)
    for each in family(pid):
        with suppress(FileNotFoundError, ProcessLookupError):  # it has ended, and its parent counts it
            used[kind_of(title(each))] += sum(
                map(int, Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:15])
            )
    return used


def kind_of(words: str) -> str:
    """Which part of a Moothill a process is."""
    return next((kind for begin, kind in KINDS.items() if words.startswith(begin)), OTHERS)


if __name__ == "__main__":
    main()
