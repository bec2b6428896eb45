"""Failures outside a bot count as faults of the server; no file stays open and no process alive."""

import errno
import os
import resource
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from engine.core import registry
from engine.core.bot import Budget
from engine.sandbox import bare, child, forks, process
from engine.sandbox.child import Child, ProgramOfItsOwn, Start
from engine.sandbox.faults import BotFault, SandboxFailed
from engine.sandbox.forks import Forked, end_idle_launchers
from engine.sandbox.limits import Limits
from engine.sandbox.process import Log
from engine.sandbox.seccomp import is_known_here
from engine.sandbox.spawn import popen
from engine.sandbox.tiers import TIERS, weakness_of
from tests.engine.sandbox.programs import WANDERING, deciding, match, seated, tiers_here

pytestmark = pytest.mark.slow

LINUX = pytest.mark.skipif(not is_known_here(), reason="There are sandboxes on Linux on x86-64 alone.")
NEVER_READ = b"""
import os, sys, time
def choose(view, legal, budget, rng):
    request = sys._getframe(2).f_locals["request"]
    os.write(1, f"{request} 0\\n".encode())
    time.sleep(60)
"""
HALF_READ = b"""
import os, re, sys, time
def choose(view, legal, budget, rng):
    request = sys._getframe(2).f_locals["request"]
    os.write(1, f"{request} 0\\n".encode())
    following = re.search(b"[0-9a-f]{16}", os.read(0, 100))[0].decode()
    os.write(1, f"{following} 0\\n".encode())
    time.sleep(60)
"""
THEIRS = (process.__file__, child.__file__, forks.__file__)
LONG = [tuple(range(number, number + 999)) for number in range(40)]


@pytest.fixture(autouse=True)
def _nothing_stays() -> Iterator[None]:
    """Warnings are errors, but one raised where an object dies is only printed: count for ourselves."""
    end_idle_launchers()
    before = open_now(), children_now()
    yield
    assert (open_now(), children_now()) == before


def open_now() -> list[str]:
    """The open pipes, files in memory and handles of processes of this process."""
    found = []
    for entry in Path("/proc/self/fd").iterdir():
        try:
            found.append(str(entry.readlink()))
        except FileNotFoundError:
            continue  # the listing itself
    return sorted(found)


def children_now() -> list[str]:
    """The programs of the sandbox that this process has not waited for."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    lines = (Path(f"/proc/{child}/cmdline").read_bytes().decode() for child in children)
    return [line for line in lines if "engine/sandbox" in line or not line]


def saying(words: bytes) -> Start:
    """A machine whose launcher says this and waits for its question."""

    def start(game: str, _limits: Limits) -> Child:
        outer = popen(
            [sys.executable, "-SIc", f"import os; os.write(1, {words!r}); os.write(2, b'!' * 9); os.read(0, 9)"]
        )
        return ProgramOfItsOwn(outer, game)

    return start


def no_room(_game: str, _limits: Limits) -> Child:
    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


@pytest.mark.parametrize(
    "start", [no_room, saying(b"not ready\n"), saying(b"ready\nready\n"), saying(b"x" * 99), saying(b""), saying(b"\n")]
)
def test_what_goes_wrong_before_it_is_ready_is_the_machines_fault(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.sandbox.spawn.START_SECONDS", 0.5)
    with pytest.raises(SandboxFailed), seated(WANDERING, start):
        pass


def test_more_words_than_a_bot_may_write_are_the_machines_fault_too() -> None:
    with pytest.raises(SandboxFailed), seated(WANDERING, saying(b""), limits=Limits(output=4)):
        pass


@pytest.mark.parametrize("name", [*TIERS, "bare"])
def test_no_descriptor_is_lost_where_there_are_too_few(name: str) -> None:
    if name not in (*tiers_here(), "bare"):
        pytest.skip(f"The sandbox {name} does not hold on this machine.")
    start = TIERS.get(name, bare.start)
    outcomes = [with_free_descriptors(free, start) for free in range(14)]
    assert outcomes[0] == "failed"
    assert set(outcomes) == {"failed", "seated"}


def with_free_descriptors(free: int, start: Start) -> str:
    """Whether a bot can be seated when this process may open only so many files more."""
    had = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = [int(entry.name) for entry in Path("/proc/self/fd").iterdir()]
    filling = [os.dup(0) for _ in range(max(taken) + 1 - len(taken))]
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(*taken, *filling) + 1 + free, had[1]))
    try:
        with seated(WANDERING, start):
            return "seated"
    except SandboxFailed:
        return "failed"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, had)
        for descriptor in filling:
            os.close(descriptor)


@LINUX
@pytest.mark.parametrize(
    ("program", "seconds", "reason"),
    [
        ("#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n", 60, "No permissions"),
        ("#!/bin/sh\nexec sleep 60\n", 0.2, "it said nothing"),
        ("#!/no/such/program\n", 60, "No such file"),
    ],
)
def test_a_bubblewrap_that_does_not_work_is_a_tier_that_does_not_hold(
    program: str, seconds: float, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.sandbox.spawn.START_SECONDS", seconds)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    (tmp_path / "bwrap").write_text(program)
    (tmp_path / "bwrap").chmod(0o755)
    assert reason in str(weakness_of(TIERS["bubblewrap"]))


@LINUX
def test_without_bubblewrap_the_reason_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert "package bubblewrap" in str(weakness_of(TIERS["bubblewrap"]))


def test_a_bot_that_does_not_read_cannot_hold_up_the_house() -> None:
    """A question may be longer than a pipe; writing it must not block forever."""
    view = registry.game("kings-kilt").start(2).view(0)
    with seated(NEVER_READ, bare.start, limits=Limits(move=0.1, rest=1)) as bot:
        bot.choose(view, [(0,)], Budget(), Random(1))
        with pytest.raises(BotFault, match="time"):
            bot.choose(view, LONG, Budget(), Random(1))


def test_an_answer_to_a_question_that_was_not_read_is_none() -> None:
    """The id of a question stands at its beginning, and a long one is not written before somebody reads."""
    view = registry.game("kings-kilt").start(2).view(0)
    with seated(HALF_READ, bare.start, limits=Limits(move=1)) as bot:
        bot.choose(view, [(0,)], Budget(), Random(1))
        with pytest.raises(BotFault, match="standard output directly"):
            bot.choose(view, LONG, Budget(), Random(1))


def test_a_bot_may_close_whatever_it_has_open() -> None:
    with pytest.raises(BotFault), seated(deciding("import os; os.closerange(0, 64)"), bare.start) as bot:
        match(bot)
    with seated(b"import os; os.close(2)\n" + WANDERING, bare.start) as bot:
        match(bot)


class Interrupted(Exception):
    """A worker's limit of time: a signal raises it wherever the worker is."""


def interrupted_at(number: int, step: Callable[[], None]) -> bool:
    """Whether the step was interrupted at that line of the sandbox's, counted from the first."""
    met = count()

    def trace(frame: FrameType, event: str, _given: object) -> Callable[..., Any]:
        if event == "line" and frame.f_code.co_filename in THEIRS and next(met) == number:
            raise Interrupted
        return trace

    sys.settrace(trace)
    try:
        step()
    except Interrupted:
        return True
    finally:
        sys.settrace(None)
    return False


@pytest.mark.long
@LINUX
@pytest.mark.parametrize("name", [*TIERS, "bare"])
def test_whatever_interrupts_the_end_of_a_program_it_ends(name: str) -> None:
    if name not in (*tiers_here(), "bare"):
        pytest.skip(f"The sandbox {name} does not hold on this machine.")
    start = TIERS.get(name, bare.start)
    lines = 0
    while ended_interrupted_at(lines, start):
        lines += 1
    assert lines > 10


def ended_interrupted_at(number: int, start: Callable[[str, Limits], Forked | ProgramOfItsOwn]) -> bool:
    """Whether the end of a program has such a line; interrupted there, nothing of it is left."""
    started = start("kings-kilt", Limits())
    program = process.Process(lambda _game, _limits: started, "kings-kilt", Limits())
    was_interrupted = interrupted_at(number, program.end)
    del program
    for pid in {started.pid, started.outer.pid}:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    return was_interrupted


@LINUX
@pytest.mark.parametrize("tier", TIERS)
def test_a_program_goes_before_the_house_where_memory_runs_out(tier: str) -> None:
    if tier not in tiers_here():
        pytest.skip(f"The sandbox {tier} does not hold on this machine.")
    ids: list[int] = []

    def noting(game: str, limits: Limits) -> Child:
        started = TIERS[tier](game, limits)
        ids.append(started.pid)
        return started

    with seated(WANDERING, noting):
        assert Path(f"/proc/{ids[0]}/oom_score_adj").read_text() == "1000\n"
    assert Path("/proc/self/oom_score_adj").read_text() != "1000\n"


MOST = 1000


@pytest.mark.parametrize("written", [b"x", b"\xff", b"\0", "ä".encode(), "𝄞".encode(), b"\xe2\x80\xae"])
@pytest.mark.parametrize("times", [1, 100, 400, 5000])
def test_it_is_no_longer_than_its_limit_in_bytes(written: bytes, times: int) -> None:
    log = Log(MOST)
    for _ in range(times):
        log.add(written)
    kept = "".join(line for line in log.text.splitlines() if "bytes left out" not in line)
    assert len(kept.encode()) <= MOST
    assert log.text.isprintable() or "bytes left out" in log.text


def test_a_short_one_is_kept_whole() -> None:
    log = Log(MOST)
    log.add(b"Pl\xc3")
    log.add(b"\xa4ne\n")
    assert log.text == "Pläne\n"
