"""`python3 manage.py chaos`: real workers under a schedule of faults; nothing may be lost, doubled or stuck.

It starts its own PostgreSQL and Redis in a temporary folder, and never touches those of a site.
"""

import argparse
import logging
import os
import platform
import secrets
import shutil
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from league.conf.launcher.console import echo, print_line
from league.conf.launcher.process_specs import usable_cores
from tests.chaos.arena import PREFIX, Arena
from tests.chaos.schedule import Kind

if TYPE_CHECKING:
    from tests.chaos.run import Course

KINDS_OF_FAULTS = ("lost", "doubled", "stuck")
MOST_TOLD = 10  # faults of a kind
HANDS_OFF = ("DATABASE_URL", "REDIS_URL", "MOOTHILL_VAR")
"""Whatever the environment says of a site, a run is not about it."""


def main() -> int:
    """Read the command line, run, and print what came of it; the exit status is 1 where anything is wrong."""
    asked = options().parse_args()
    if sys.platform != "linux":
        echo("A run needs Linux: it finds the processes of its workers in /proc.")
        return 1
    seed = secrets.randbelow(1_000_000) if asked.seed is None else asked.seed
    echo(f"seed {seed}: {asked.events} events over {asked.matches} matches; {asked.mains} workers of {asked.children}")
    with ExitStack() as at_end:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        arena = Arena(folder, at_end, mains=asked.mains, children=asked.children)
        arena.open()
        set_up_django(arena)
        from tests.chaos.run import Run

        course = Run(arena, seed=seed, matches=asked.matches, events=asked.events, tell=print_line).whole()
        report(course)
    if course.faults:
        echo(f"\nFAULTS with --seed {seed} --events {asked.events} --matches {asked.matches}; all logs lie in {folder}")
        return 1
    shutil.rmtree(folder, ignore_errors=True)
    return 0


def options() -> argparse.ArgumentParser:
    """The options of `manage.py chaos`."""
    parser = argparse.ArgumentParser(
        "manage.py chaos", description="Kill, pause and cut off workers; count what is left."
    )
    parser.add_argument("--seed", type=int, help="the schedule and the matches follow from it (default: drawn)")
    parser.add_argument("--events", type=number, default=200, help="how many misfortunes (default: 200)")
    parser.add_argument("--matches", type=number, default=400, help="how many matches at least (default: 400)")
    parser.add_argument("--mains", type=number, default=3, help="workers (default: 3)")
    parser.add_argument("--children", type=number, default=2, help="processes of each worker (default: 2)")
    return parser


def number(word: str) -> int:
    """One or more."""
    if not word.isdigit() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"name a number from 1 on, not {word!r}")
    return int(word)


def set_up_django(arena: Arena) -> None:
    """Have Django work on the arena's services, whatever the environment named before."""
    for name in HANDS_OFF:
        os.environ.pop(name, None)
    os.environ |= arena.addresses("chaos_start", "judge") | {
        "MOOTHILL_SECRET_KEY": "for tests only",
        "MOOTHILL_TEST_PACE": "0",  # of bots that dawdle; workers are told their own
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }
    import django

    django.setup()
    logging.disable(logging.WARNING)  # outages are expected in a run


def report(course: "Course") -> None:
    """Print the closing table."""
    for line in [*_what_happened(course), "", *_what_came_of_it(course)]:
        echo(f"  {line}")
    echo(f"\nPython {platform.python_version()}, {usable_cores()} cores, load {os.getloadavg()[0]:.1f}")
    for fault, sentences in course.faults.items():
        for sentence in sentences[:MOST_TOLD]:
            echo(f"  {fault}: {sentence}")


def _what_happened(course: "Course") -> list[str]:
    rows = [f"{course.happened[kind]:>5}  {kind}" for kind in Kind]
    return [*rows, f"{course.happened.total():>5}  in all; {course.missed} more found nobody to happen to"]


def _what_came_of_it(course: "Course") -> list[str]:
    parts = " + ".join(f"{seconds:.0f} {what}" for what, seconds in course.seconds.items())
    return [
        f"{course.matches:>5}  matches, claimed {course.attempts} times",
        f"{course.done_in_storm:>5}  of them done before the last event",
        f"{course.starts:>5}  starts of workers and of their clock",
        *(f"{len(course.faults.get(kind, [])):>5}  {kind}" for kind in KINDS_OF_FAULTS),
        f"{sum(map(len, course.faults.values())):>5}  faults of any kind",
        f"{sum(course.seconds.values()):>5.0f}  seconds: {parts}",
    ]


if __name__ == "__main__":
    sys.exit(main())
