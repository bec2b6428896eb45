"""How long an author waits for the verdict on a bot, with no ladder matches and with full ladders.

    python -m tests.benchmarks.checks [--uploads 3]

It runs `manage.py up` in its own folder, once without ladder matches and once with five bots that use all their time at
every table, and uploads bots, one after another. The measured time lasts from the upload to the verdict.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path

from tests.benchmarks.site import OPEN, manage, site

LIGHT = "def choose(view, legal, budget, rng):\n    return rng.choice(legal)\n"
HEAVY = """
import time

def choose(view, legal, budget, rng):
    if budget.milliseconds >= 1000:  # else less is left of the match than a choice may take
        ends = time.process_time() + 0.9
        while time.process_time() < ends:
            pass
    return rng.choice(legal)
"""
GAMES = ["highland-clans", "kings-kilt", "lords-of-scotland"]
KINDS = {"light, one game": (LIGHT, 1), "heaviest, one game": (HEAVY, 1), "heaviest, three games": (HEAVY, 3)}

UPLOAD = """
import time
from django.utils import timezone
from games.bots.models import Version
from games.bots.services import retire_bot
from games.bots.versions import make_bot
from league.accounts.models import Account
address = "{name}@author.example".lower().replace(" ", "-")
account = Account.objects.create(email=address, email_confirmed_at=timezone.now())
version = make_bot(account=account, name="{name}", games={games}, source={source!r}.encode())
"""
LET_PASS = "Version.objects.filter(pk=version.pk).update(verdict='passed', active=True)"
UNTIL_DECIDED = """
while version.is_waiting:
    time.sleep(0.1)
    version.refresh_from_db(fields=["verdict"])
waited = (timezone.now() - version.created_at).total_seconds()
version.refresh_from_db()
retire_bot(account=account, bot=version.bot.public_id)
print(round(waited, 1), version.verdict, version.trials.count(), version.attempt)
"""
RUNNING = (
    "from games.matches.models import Match; print(Match.objects.filter(needs_sandbox=True, status='running').count())"
)


def main() -> None:
    """Read the command line, measure, and print a line for each upload."""
    ask = argparse.ArgumentParser(description="Measure how long a verdict on a bot takes.")
    ask.add_argument("--uploads", type=int, default=3)
    uploads = ask.parse_args().uploads
    print(f"{os.cpu_count()} cores; seconds, verdict, matches played, attempts")
    for blocks in (0, 3):
        with (
            tempfile.TemporaryDirectory(prefix="moothill-bench-") as folder,
            site(Path(folder), "--no-demo", until=OPEN, MOOTHILL_LADDER_DEALS=str(blocks)),
        ):
            uploaded(folder, "The worker starts", LIGHT, 1)
            if blocks:
                fill_the_ladders(folder)
            measure(folder, uploads, f"{blocks} blocks")


def fill_the_ladders(folder: str) -> None:
    """Five bots think as long as they may; returns once a match of theirs is played."""
    for number in range(5):
        manage(folder, UPLOAD.format(name=f"Rival {number}", games=GAMES, source=HEAVY) + LET_PASS)
    while manage(folder, RUNNING) == "0":
        time.sleep(1)


def measure(folder: str, uploads: int, ladders: str) -> None:
    """Upload bots of each kind, and tell of each."""
    for kind, (source, games) in KINDS.items():
        for number in range(uploads):
            name = f"Measured {kind.split()[-2]} {kind[:5]} {number}"
            told = uploaded(folder, name, source, games)
            print(f"{ladders}; {kind}: {told}; load {os.getloadavg()[0]:.1f}", flush=True)


def uploaded(folder: str, name: str, source: str, games: int) -> str:
    """What came of a bot's check, which is retired at once."""
    return manage(folder, UPLOAD.format(name=name, games=GAMES[-games:], source=source) + UNTIL_DECIDED)


if __name__ == "__main__":
    main()
