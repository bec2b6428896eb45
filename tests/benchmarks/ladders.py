"""Pages while ladders are played beside them, and while nothing is: whether the share of the cores is the right one.

    python -m tests.benchmarks.ladders [--rounds 3] [--requests 40]

It runs `manage.py up` in a folder of its own with the invented clubs, uploads the bots of docs/bots for two authors,
and asks for pages over loopback, one after another, by turns with the ladders closed and open.
"""

import argparse
import os
import tempfile
import time
import urllib.request
from collections import defaultdict
from pathlib import Path

from tests.benchmarks.site import manage, site

PAUSE = 0.05  # seconds between two pages, as of some readers together
SETTLE = 8  # seconds that what was begun may take

UPLOAD = """
from django.utils import timezone
from pathlib import Path
from games.bots.versions import make_bot
from league.accounts.models import Account
for name in ("herald", "seer"):
    account = Account.objects.create(email=name + "@author.example", email_confirmed_at=timezone.now())
    source = Path("docs/bots/" + name + ".py").read_bytes()
    make_bot(account=account, name=name.title(), games=["lords-of-scotland", "kings-kilt"], source=source)
"""
SWITCH = "from games.ladder.models import Ladder; Ladder.objects.update(is_open={open})"
PLAYED = (
    "from games.matches.models import Match; print(Match.objects.filter(needs_sandbox=True, status='done').count())"
)
LADDERS = "from games.ladder.models import Ladder; print(Ladder.objects.count())"
PAGES = "/", "/leaderboards/", "/ladders/", "/ladders/kings-kilt-bots-tables-of-2/", "/tournaments/", "/games/"


def main() -> None:
    """Read the command line, measure, and print a table."""
    ask = argparse.ArgumentParser(description="Measure pages beside ladders that are played.")
    ask.add_argument("--rounds", type=int, default=3)
    ask.add_argument("--requests", type=int, default=40)
    asked = ask.parse_args()
    with tempfile.TemporaryDirectory(prefix="moothill-bench-") as folder, site(Path(folder)) as address:
        manage(folder, UPLOAD)
        while manage(folder, LADDERS) == "0":
            time.sleep(1)
        times: dict[tuple[bool, str], list[float]] = defaultdict(list)
        played, seconds = 0, 0.0
        for number in range(2 * asked.rounds):
            is_open = bool(number % 2)
            manage(folder, SWITCH.format(open=is_open))
            time.sleep(SETTLE)
            before, begun = int(manage(folder, PLAYED)), time.monotonic()
            for page in PAGES * asked.requests:
                times[is_open, page].append(asked_for(address + page[1:]))
                time.sleep(PAUSE)
            if is_open:
                played += int(manage(folder, PLAYED)) - before
                seconds += time.monotonic() - begun
        tell(times, played / seconds)


def asked_for(address: str) -> float:
    """Milliseconds until the whole page was there."""
    begun = time.perf_counter()
    with urllib.request.urlopen(address, timeout=60) as answer:
        answer.read()
    return 1000 * (time.perf_counter() - begun)


def tell(times: dict[tuple[bool, str], list[float]], played: float) -> None:
    """Print the table."""
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {60 * played:.0f} matches of programs a minute")
    print(f"{'page':<16}{'closed p50':>12}{'p95':>8}{'open p50':>12}{'p95':>8}")
    for page in PAGES:
        closed, opened = (sorted(times[is_open, page]) for is_open in (False, True))
        figures = [each[int(share * len(each))] for each in (closed, opened) for share in (0.5, 0.95)]
        print(f"{page:<16}{figures[0]:>12.1f}{figures[1]:>8.1f}{figures[2]:>12.1f}{figures[3]:>8.1f}")


if __name__ == "__main__":
    main()
