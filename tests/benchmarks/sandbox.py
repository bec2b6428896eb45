"""Programs in the sandbox: how long one takes to start and to end, and how many moves a core makes in a second.

The first table also has the processor time of a start and an end, of all processes together: for a sandbox that serves
one match, and for one that is kept for many (`MATCHES_KEPT`, its own start included).

    python -m tests.benchmarks.sandbox [--runs 15]

Each available sandbox tier alternates with the same bot inside Moothill's own process. A start lasts from requesting
the process to the loaded file. Moves are counted over whole matches of bots that play at random, including the time of
the rules, by the processor time of all processes. Everything runs on one core, as in a worker.
"""

import argparse
import os
import platform
import resource
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from statistics import fmean, median
from time import perf_counter, process_time
from typing import NamedTuple

from engine.core import registry
from engine.core.bot import Bot
from engine.core.game import CHANCE
from engine.core.match import play
from engine.core.record import steps
from engine.sandbox.child import Start
from engine.sandbox.forks import ManyMatches, end_idle_launchers
from engine.sandbox.seat import SeatedBot
from engine.sandbox.tiers import TIERS, weakness_of

SOURCE = b"def choose(view, legal, budget, rng):\n    return rng.choice(legal)\n"
MATCHES = 8  # of each game in a run
MATCHES_KEPT = 100


class Life(NamedTuple):
    """How long a process took to start and to end: milliseconds on the wall's clock, and of processor time."""

    start: float
    end: float
    used: float


def main() -> None:
    """Measure, and print two tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # as `games.matches.worker` does
    tiers = {name: start for name, start in TIERS.items() if weakness_of(start) is None}
    print(f"Python {platform.python_version()}, {platform.system()} {platform.release()}, {runs} runs\n")
    kept = {f"{name}, kept": TIERS[name].reusing for name in tiers}
    _tell_of_lives({**tiers, **kept}, runs)
    _tell_of_choices(tiers, max(3, runs // 3))


def _tell_of_lives(tiers: Mapping[str, Start], runs: int) -> None:
    print(f"{'game':<20}{'sandbox':<18}{'start, ms':>10}  {'(lo-hi)':<16}{'end, ms':>8}{'CPU, ms':>10}")
    for game in registry.games():
        lives: dict[str, list[Life]] = {name: [] for name in tiers}
        for _ in range(runs):
            for name, start in tiers.items():
                lives[name].append(_mean_life(game, start))
        for name, found in lives.items():
            starts, ends, used = zip(*found, strict=True)
            spread = f"({min(starts):.1f}-{max(starts):.1f})"
            print(f"{game:<20}{name:<18}{median(starts):>10.1f}  {spread:<16}{median(ends):>8.1f}{median(used):>10.1f}")


def _tell_of_choices(tiers: Mapping[str, Start], runs: int) -> None:
    print(f"\n{'game':<20}{'where':<14}{'choices a CPU second':>22}")
    for game in registry.games():
        rates: dict[str, list[float]] = {name: [] for name in ("no sandbox", *tiers)}
        for _ in range(runs):
            for name, found in rates.items():
                found.append(_rate(game, tiers.get(name)))
        for name, found in rates.items():
            print(f"{game:<20}{name:<14}{median(found):>22,.0f}")


def _mean_life(game: str, start: Start) -> Life:
    """Return the mean of as many matches as the sandbox serves."""
    matches = MATCHES_KEPT if isinstance(start, ManyMatches) else 1
    begun = _used()
    lives = [_life(game, start) for _ in range(matches)]
    end_idle_launchers()
    starts, ends = (1000 * fmean(times) for times in zip(*lives, strict=True))
    return Life(starts, ends, 1000 * (_used() - begun) / matches)


def _life(game: str, start: Start) -> tuple[float, float]:
    begun = perf_counter()
    with SeatedBot(SOURCE, game=game, start=start):
        ready = perf_counter()
    return ready - begun, perf_counter() - ready


def _used() -> float:
    """Seconds of processor time of this process and of all that it has waited for, with what they waited for."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _rate(game: str, start: Start | None) -> float:
    """Choices of all seats, by the processor time of this process and of those it started, their starts left out."""
    choices, spent = 0, 0.0
    for number in range(MATCHES):
        with ExitStack() as table:
            bots = [table.enter_context(_bot(game, start)) for _ in range(registry.game(game).min_seats)]
            inner = sum(_spent(bot) for bot in bots)
            begun = process_time()
            record = play(registry.game(game), bots, secret=b"deal %d" % number)
            spent += process_time() - begun + sum(_spent(bot) for bot in bots) - inner
            choices += sum(state.turn != CHANCE for state, _ in steps(record))
    return choices / spent


@contextmanager
def _bot(game: str, start: Start | None) -> Iterator[Bot]:
    if start is None:
        yield registry.bot("wanderer")
        return
    with SeatedBot(SOURCE, game=game, start=start) as bot:
        yield bot


def _spent(bot: Bot) -> float:
    return bot.spent if isinstance(bot, SeatedBot) else 0.0


if __name__ == "__main__":
    main()
