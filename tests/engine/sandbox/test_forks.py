"""A kept launcher starts a process for each match, and no match leaves anything for the next."""

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random

import pytest

from engine.core import registry
from engine.core.bot import Budget
from engine.core.match import play
from engine.sandbox import seccomp
from engine.sandbox.child import Child
from engine.sandbox.faults import BotFault, SandboxFailed
from engine.sandbox.forks import Forked, end_idle_launchers
from engine.sandbox.limits import Limits
from engine.sandbox.seat import SeatedBot
from engine.sandbox.tiers import TIERS, weakness_of
from tests.engine.sandbox.programs import SHORT, WANDERING, deciding, match, tiers_here, zipped
from tests.hostile.scene import ROOT

pytestmark = pytest.mark.slow

GAMES = ("kings-kilt", "lords-of-scotland", "highland-clans")


class Kept:
    """Seats bots in kept sandboxes of one tier, and remembers their processes."""

    def __init__(self, tier: str) -> None:
        self.started: list[Forked] = []
        self._kept = TIERS[tier].reusing

    def seat(self, source: bytes, *, game: str = "kings-kilt", limits: Limits = SHORT) -> SeatedBot:
        return SeatedBot(source, game=game, start=self.start, limits=limits)

    def start(self, game: str, limits: Limits) -> Child:
        self.started.append(self._kept(game, limits))
        return self.started[-1]

    @property
    def launchers(self) -> set[int]:
        """The processes that Moothill waits for: one for each launcher."""
        return {child.outer.pid for child in self.started}

    def log_of(self, source: bytes) -> str:
        """Return what a bot prints in a match."""
        with self.seat(source) as bot:
            match(bot)
        return bot.log


@pytest.fixture(params=TIERS)
def kept(request: pytest.FixtureRequest) -> Iterator[Kept]:
    if request.param not in tiers_here():
        pytest.skip(f"The sandbox {request.param} does not hold on this machine.")
    end_idle_launchers()
    yield Kept(request.param)
    end_idle_launchers()


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def ends(pid: int) -> bool:
    """Whether a process that is no child of ours ends soon."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], 5)[0])
    finally:
        os.close(handle)


def test_one_launcher_serves_all_games_and_plays_as_the_builtin_bot(kept: Kept) -> None:
    for game in GAMES * 2:
        with kept.seat(WANDERING, game=game) as bot:
            record = match(bot, game=game)
        assert record.events == match(registry.bot("wanderer"), game=game).events
    assert len(kept.launchers) == 1
    assert len({child.pid for child in kept.started}) == len(kept.started)


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="There is one core.")
def test_a_bot_runs_on_the_cores_of_its_worker_also_after_these_changed(kept: Kept) -> None:
    cores = os.sched_getaffinity(0)
    try:
        for core in sorted(cores)[:2]:
            os.sched_setaffinity(0, {core})
            with kept.seat(WANDERING) as bot:
                match(bot)
                assert os.sched_getaffinity(kept.started[-1].pid) == {core}
    finally:
        os.sched_setaffinity(0, cores)
    assert len(kept.launchers) == 1


FAILURES = {
    "import os; os.abort()": "crash",
    "import os; os._exit(97)": "crash",
    "import ctypes; ctypes.string_at(0)": "crash",
    "while True: pass": "timeout",
    "import time; time.sleep(99)": "timeout",
    "import os; os.write(1, b'x' * 100)": "flood",
    "kept = []\nwhile True: kept.append(bytearray(1 << 24))": "memory",
    "import os; os.closerange(0, 64)": "crash",
    "raise SystemExit": "crash",
}


def test_a_failure_in_one_game_changes_nothing_in_the_next(kept: Kept) -> None:
    for body, kind in FAILURES.items():
        limits = Limits(move=0.3, load=0.4, rest=0.3) if kind == "timeout" else Limits()
        with pytest.raises(BotFault) as fault, kept.seat(deciding(body), limits=limits) as bot:
            match(bot)
        assert fault.value.kind == kind
        assert is_gone(kept.started[-1].pid)
        with kept.seat(WANDERING) as good:
            assert match(good).outcome is not None
        assert good.log == ""
        assert good.spent < SHORT.match
    assert len(kept.launchers) == 1


def test_the_end_of_a_match_ends_its_process_and_no_launcher(kept: Kept) -> None:
    with kept.seat(WANDERING):
        first = kept.started[-1]
        assert not is_gone(first.pid)
    assert is_gone(first.pid)
    assert first.outer.poll() is None
    with kept.seat(WANDERING):
        second = kept.started[-1]
    assert second.outer is first.outer


# Marks what a bot can reach, and prints what is marked already.
MARKS = b"""
import builtins, ctypes, gc, os, random, signal, sys
from engine.core import registry
game = registry.game("kings-kilt")
constant = game.name
found = [
    getattr(builtins, "mark", None), sys.modules.get("mark"), os.environ.get("mark"), getattr(random, "mark", None),
    vars(registry).get("mark"), game.name.startswith("XX") or None, vars(sys.modules["__main__"]).get("mark"),
    signal.getsignal(signal.SIGTERM) == signal.SIG_IGN or None, sys.getrecursionlimit() == 777 or None,
    gc.get_threshold()[0] == 777 or None, any(os.path.exists(f"{place}/mark") for place in ("/tmp", "/", ".")) or None,
]
builtins.mark = sys.modules["mark"] = random.mark = vars(registry)["mark"] = sys
vars(sys.modules["__main__"])["mark"] = sys
os.environ["mark"] = "1"
signal.signal(signal.SIGTERM, signal.SIG_IGN)
sys.setrecursionlimit(777)
gc.set_threshold(777)
ctypes.memset(id(constant) + sys.getsizeof(constant) - len(constant) - 1, ord("X"), 2)
def choose(view, legal, budget, rng):
    if found: print("marked:", [mark for mark in found if mark is not None], constant)
    found.clear()
    return legal[0]
"""


def test_a_bot_finds_nothing_that_an_earlier_game_left(kept: Kept) -> None:
    for _ in range(3):
        assert kept.log_of(MARKS) == "marked: [] XXng's Kilt\n"
    assert len(kept.launchers) == 1
    assert registry.game("kings-kilt").name == "King's Kilt"


# The same by a zip and by numpy: its modules, its way to import, numpy's settings and memory.
ZIP_MARKS = """
import ctypes, pkgutil, sys
import numpy, net.model
found = [
    getattr(numpy, "mark", None), getattr(net.model, "mark", None), sys.modules.get("kept"), numpy.geterr()["divide"],
    float(numpy.float64(1.5)), len([finder for finder in sys.meta_path if "Archive" in type(finder).__name__]),
    pkgutil.get_data(__name__, "data.txt"),
]
numpy.mark = net.model.mark = sys.modules["kept"] = sys
numpy.seterr(divide="ignore")
__loader__._archive._files.clear()
sys.meta_path.append(type(__loader__)(__loader__._archive))
def choose(view, legal, budget, rng):
    if found: print(found)
    found.clear()
    return legal[0]
"""


def test_a_zip_and_numpy_keep_nothing_of_an_earlier_game(kept: Kept) -> None:
    source = zipped({"bot.py": ZIP_MARKS, "net/model.py": "", "data.txt": "weights"})
    for _ in range(3):
        assert kept.log_of(source) == "[None, None, None, 'warn', 1.5, 1, b'weights']\n"
        assert kept.log_of(WANDERING) == ""
    assert len(kept.launchers) == 1


def test_all_processes_of_a_sandbox_share_no_memory_that_can_be_written(kept: Kept) -> None:
    """Such memory, made before the fork, would carry what one match writes into the next."""
    with kept.seat(WANDERING) as bot:
        match(bot)
        pid = kept.started[-1].pid
        try:
            maps = Path(f"/proc/{pid}/maps").read_text().splitlines()
        except PermissionError:
            pytest.skip("This account may not read the maps of a process that refuses debuggers.")
    assert len(maps) > 10
    assert [line for line in maps if "w" in line.split()[1] and "s" in line.split()[1]] == []


def test_a_process_has_three_pipes_of_its_own(kept: Kept) -> None:
    seen = []
    for _ in range(2):
        with kept.seat(WANDERING):
            try:
                folder = Path(f"/proc/{kept.started[-1].pid}/fd")
                seen.append({entry.name: str(entry.readlink()) for entry in folder.iterdir()})
            except PermissionError:
                pytest.skip("This account may not read the descriptors of a process that refuses debuggers.")
    assert [set(pipes) for pipes in seen] == [{"0", "1", "2"}] * 2
    assert not set(seen[0].values()) & set(seen[1].values())
    assert all(name.startswith("pipe:") for pipes in seen for name in pipes.values())


def test_limits_begin_anew_with_each_game(kept: Kept) -> None:
    half = deciding(
        "import time\nspent = time.process_time()\nif not hasattr(time, 'used'):\n"
        "    time.used = bytearray(200 << 20)\n    while time.process_time() - spent < 0.3: pass"
    )
    for _ in range(3):
        with kept.seat(half, limits=Limits(move=0.6, match=0.6)) as bot:
            match(bot)
        assert 0.3 <= bot.slowest < 0.6
    assert len(kept.launchers) == 1


def test_limits_are_those_of_each_game(kept: Kept) -> None:
    taking = deciding("import time\nif not hasattr(time, 'used'): time.used = bytearray(200 << 20)")
    with pytest.raises(BotFault) as fault, kept.seat(taking, limits=Limits(memory=128 << 20)) as bot:
        match(bot)
    assert fault.value.kind == "memory"
    with kept.seat(taking, limits=Limits()) as bot:  # some machines take 0.2 s to hand out so much memory
        assert match(bot).outcome is not None


def test_two_seats_of_a_match_have_two_launchers(kept: Kept) -> None:
    for _ in range(2):
        with kept.seat(WANDERING) as one, kept.seat(WANDERING) as other:
            play(registry.game("kings-kilt"), [one, other], secret=b"a deal")
    assert len(kept.launchers) == 2


def test_a_launcher_that_was_killed_in_a_match_is_the_machines_fault_and_replaced(kept: Kept) -> None:
    with kept.seat(WANDERING) as bot:
        pid = kept.started[-1].pid
        os.kill(parent_of(parent_of(pid)), signal.SIGKILL)
        assert ends(pid)
        with pytest.raises(SandboxFailed, match="from outside"):
            match(bot)
    with kept.seat(WANDERING) as bot:
        assert match(bot).outcome is not None
    assert len(kept.launchers) == 2


def test_an_idle_launcher_that_was_killed_is_replaced(kept: Kept) -> None:
    with kept.seat(WANDERING):
        launcher = parent_of(parent_of(kept.started[-1].pid))
    os.kill(launcher, signal.SIGKILL)
    kept.started[-1].outer.wait()
    with kept.seat(WANDERING) as bot:
        assert match(bot).outcome is not None
    assert len(kept.launchers) == 2


def test_a_monitor_that_was_killed_takes_its_bot_with_it(kept: Kept) -> None:
    with kept.seat(deciding("while True: pass")) as bot:
        pid = kept.started[-1].pid
        os.kill(parent_of(pid), signal.SIGKILL)
        with pytest.raises(SandboxFailed, match="from outside"):
            match(bot)
    assert ends(pid)


def parent_of(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("PPid:")))


def test_a_thread_keeps_its_own_and_takes_it_along(kept: Kept) -> None:
    with kept.seat(WANDERING):
        pass
    thread = threading.Thread(target=lambda: kept.log_of(WANDERING))
    thread.start()
    thread.join()
    assert len(kept.launchers) == 2
    assert kept.started[0].outer.poll() is None
    assert kept.started[1].outer.wait(10) is not None


def outer_after_a_match(tier: str) -> int:
    child = Kept(tier)
    child.log_of(WANDERING)
    return child.started[0].outer.pid


@pytest.mark.parametrize("tier", TIERS)
def test_a_forked_worker_starts_its_own(tier: str) -> None:
    if tier not in tiers_here():
        pytest.skip(f"The sandbox {tier} does not hold on this machine.")
    ours = outer_after_a_match(tier)
    with ProcessPoolExecutor(1, mp_context=get_context("fork")) as pool:
        theirs = pool.submit(outer_after_a_match, tier).result()
    assert theirs != ours
    assert outer_after_a_match(tier) == ours


_ABANDONED = """
import os, sys
from engine.sandbox.limits import Limits
from engine.sandbox.tiers import TIERS
child = TIERS[sys.argv[1]].reusing("kings-kilt", Limits())
if sys.argv[2] == "idle":
    child.kill()
    child.close()
print(child.outer.pid, child.pid, flush=True)
if sys.argv[3] == "killed":
    os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("state", ["idle", "playing"])
@pytest.mark.parametrize("house", ["ends", "killed"])
def test_nothing_is_left_when_the_house_ends(tier: str, state: str, house: str) -> None:
    if tier not in tiers_here():
        pytest.skip(f"The sandbox {tier} does not hold on this machine.")
    ran = subprocess.run(
        [sys.executable, "-c", _ABANDONED, tier, state, house], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.stderr == ""
    assert all(ends(int(pid)) for pid in ran.stdout.split())


def test_a_bot_that_was_not_asked_any_more_can_be_left_twice(kept: Kept) -> None:
    bot = kept.seat(WANDERING)
    with bot:
        bot.choose(registry.game("kings-kilt").start(2).view(0), [(0,)], Budget(), Random(1))
    bot.__exit__(None, None, None)
    with kept.seat(WANDERING) as one, kept.seat(WANDERING) as other:
        assert one.log == other.log == ""
    assert len(kept.launchers) == 2


def test_the_canary_is_refused_in_a_kept_sandbox_too(kept: Kept) -> None:
    for _ in range(2):
        assert weakness_of(kept.start) is None
    assert len(kept.launchers) == 1


def test_the_filter_of_a_launcher_adds_six_calls() -> None:
    added = [rule for rule in seccomp.FORKING if rule not in seccomp.STARTING]
    assert {rule.call for rule in added} == {"clone", "dup2", "pidfd_open", "recvmsg", "sendmsg", "wait4"}
    assert {rule.call: rule.values for rule in added if rule.values} == {
        "clone": (0x1200011,),
        "recvmsg": (0,),
        "sendmsg": (0,),
    }
