"""Hostile bots by the way that all bots take: uploaded, checked and played by the real worker, in its own role."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from games.bots.models import Version
from games.matches.models import Match, MatchSeat, SeatReport
from league.conf.launcher import process_specs
from league.conf.launcher.environment import SETTINGS, bots_environment
from league.conf.launcher.postgres import PROGRAMS, address_of
from tests.chaos.restartable import children_of
from tests.embedded_services import ServicesForTests
from tests.engine.sandbox.programs import WANDERING, deciding, tiers_here
from tests.games.bots.factories import author, bot_by, match_between, passed
from tests.hostile.scene import children_now, scene
from tests.processes import Running, Starter, until

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not tiers_here(), reason="No sandbox works on this machine."),
]

TWO = 2  # matches at a time

# Each would do its harm where the sandbox let it, and comes to an end all the same.
HOSTILE = {
    "Fork bomb": ("import os\nfor _ in range(64):\n    if os.fork() == 0:\n        while True: pass", "crash"),
    "Memory eater": ("kept = []\nwhile True: kept.append(bytearray(1 << 24))", "memory"),
    "Flooder": ("import os\nwhile True: os.write(1, bytes(1 << 16))", "flood"),
    "Sleeper": ("import time\ntime.sleep(3600)", "timeout"),
    "Spinner": ("while True: pass", "timeout"),
    "Murderer": ("import os, signal\nos.kill(os.getppid() or 1, signal.SIGKILL)", "crash"),
}
FAULTS = {name: kind for name, (_, kind) in HOSTILE.items()}


@pytest.fixture
def worker(site_environment: dict[str, str], trial: ServicesForTests, starter: Starter) -> Iterator[Running]:
    """The worker for uploaded bots, as `manage.py up` starts it; processes that lose their parent are visible here."""
    call_command("programrole")
    database = address_of(trial.folder, str(connection.settings_dict["NAME"]), PROGRAMS)
    apart = bots_environment(
        {"DJANGO_SETTINGS_MODULE": SETTINGS}, database=database, redis=site_environment["REDIS_URL"]
    )
    child = process_specs.bots_worker("bots", apart, processes=TWO)
    with scene():
        running = starter.start(child)
        running.wait_for_line(" ready.")
        yield running
        running.stop()


@pytest.mark.long
def test_hostile_bots_are_refused_and_at_fault_and_their_worker_goes_on(worker: Running) -> None:
    morag = author()
    good = bot_by(morag, "Good bot", source=WANDERING)
    hostile = [bot_by(morag, name, source=deciding(body)) for name, (body, _) in HOSTILE.items()]
    until(lambda: not Version.objects.filter(verdict="waiting").exists(), "all are checked")
    assert verdicts() == dict.fromkeys(FAULTS, "refused") | {"Good bot": "passed"}
    processes, others = children_of(worker.pid), children_now()

    ids = [match_between(good, passed(version)) for version in hostile]
    until(lambda: Match.objects.filter(pk__in=ids, status="done").count() == len(ids), "all matches are played")

    assert faults() == FAULTS
    assert set(SeatReport.objects.filter(match__in=ids, kind="").values_list("seat", flat=True)) == {0}
    assert set(MatchSeat.objects.filter(match__in=ids).values_list("seat", "place")) == {(0, 1), (1, 2)}
    assert list(Match.objects.exclude(attempt=1, attempt_log="").values_list("attempt_log", flat=True)) == []
    assert children_of(worker.pid) == processes
    assert len(processes) == TWO
    until(lambda: not playing_below(processes), "nothing of the bots is left")
    assert children_now() == others
    assert worker.process.poll() is None


def verdicts() -> dict[str, str]:
    """Return the verdict of each check, by the bot's name."""
    return dict(Version.objects.values_list("bot__player__name", "verdict"))


def faults() -> dict[str, str]:
    """The kind of each fault, by the bot's name."""
    seats = MatchSeat.objects.exclude(fault="").values_list("match", "seat", "player__name")
    return {name: SeatReport.objects.get(match=match, seat=seat).kind for match, seat, name in seats}


def playing_below(parents: list[int]) -> list[int]:
    """The processes below the launchers that are kept: monitors, and processes of bots."""
    started = below(parents)
    wrappers = [pid for pid in started if b"bwrap" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]]
    launchers = {*started, *below(wrappers)} - {*wrappers}
    return below(list(launchers))


def below(parents: list[int]) -> list[int]:
    """The processes below these."""
    tasks = [task for parent in parents for task in Path(f"/proc/{parent}/task").iterdir()]
    return [int(pid) for task in tasks for pid in (task / "children").read_text().split()]
