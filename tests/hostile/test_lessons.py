"""What a trial of this sandbox taught, each lesson with a test of its name; most say which attack it stands against.

Of lesson 3 there is another test among the layers. The half of lesson 7 that belongs to the pages is theirs
(tests/games/bots/test_pages.py), the names of lesson 10 are the matches'
(tests/games/matches/test_uploaded_bots.py), and that no more matches go on at once than there are cores (lesson 9) is
the pipeline's.
"""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack

import pytest

from engine.core import registry
from engine.core.match import play
from engine.sandbox import seccomp
from engine.sandbox.child import Child, ProgramOfItsOwn
from engine.sandbox.faults import REASONS, BotFault, SandboxFailed
from engine.sandbox.forks import Forked, OneMatch
from engine.sandbox.limits import Limits
from engine.sandbox.seat import SeatedBot
from engine.sandbox.spawn import Started, popen, popen_launcher
from engine.sandbox.tiers import TIERS
from engine.sandbox.wire import CHOOSING, LOADING, answer_to
from tests.engine.sandbox.programs import SHORT, WANDERING, deciding, match, tiers_here
from tests.hostile.scene import ROOT
from tests.hostile.trial import First

REQUEST = "0123456789abcdef"

USEFUL = b"""
import abc, array, ast, base64, bisect, cmath, collections, contextlib, copy, csv, dataclasses, datetime, decimal, enum
import fractions, functools, hashlib, heapq, io, inspect, itertools, json, logging, math, operator, pathlib, pickle
import queue, random, re, statistics, string, struct, sys, textwrap, threading, time, timeit, traceback, types, typing
import unicodedata, uuid, zlib
from engine.core import registry
from engine.core.match import play
from engine.games import kings_kilt
tables = {"a": decimal.Decimal(1) / 7, "b": fractions.Fraction(1, 3), "c": math.fsum([0.1] * 10)}
registry.games()
lock = threading.Lock()
def choose(view, legal, budget, rng):
    with lock:
        time.sleep(0)
        json.dumps(pickle.loads(pickle.dumps(legal)))
        statistics.mean([rng.random(), random.random()])
        return sorted(legal)[0] if hashlib.sha256(repr(view).encode()).digest()[0] % 2 else rng.choice(legal)
"""


@pytest.fixture(params=TIERS)
def seated(request: pytest.FixtureRequest) -> "Seated":
    if request.param not in tiers_here():
        pytest.skip(f"The sandbox {request.param} does not hold on this machine.")
    return Seated(request.param)


class Seated:
    """Seats files in one tier, and remembers their processes."""

    def __init__(self, tier: str) -> None:
        self.started: list[Forked] = []
        self._tier = tier

    def __call__(self, source: bytes, limits: Limits = SHORT) -> SeatedBot:
        return SeatedBot(source, game="kings-kilt", start=self._start, limits=limits)

    def _start(self, game: str, limits: Limits) -> Child:
        self.started.append(TIERS[self._tier](game, limits))
        return self.started[-1]


def test_lesson_1_no_answer_comes_before_its_question(seated: Seated) -> None:
    """An answer that does not echo its question fails too, even if Moothill has asked."""
    bot = seated(deciding("import os; os.write(1, b'0\\n0\\n0\\n')"))
    with pytest.raises(BotFault, match="standard output directly"), bot:
        match(bot)


def test_lesson_2_before_it_is_ready_nothing_is_a_forfeit() -> None:
    def start(game: str, _limits: Limits) -> Child:
        return ProgramOfItsOwn(popen([sys.executable, "-SIc", "import os; os.read(0, 9); os._exit(97)"]), game)

    with pytest.raises(SandboxFailed), SeatedBot(WANDERING, game="kings-kilt", start=start):
        pass


def test_lesson_3_good_bots_do_not_crash_for_the_number_of_others(seated: Seated) -> None:
    with ExitStack() as together:
        bots = [together.enter_context(seated(WANDERING)) for _ in range(8)]
        assert {match(bot).outcome is not None for bot in bots} == {True}


def test_lesson_4_a_bot_whose_parent_is_gone_does_not_begin(seated: Seated) -> None:
    """One whose parent goes later dies with it: see the layers."""

    def orphan() -> Started:
        outer, control = popen_launcher([sys.executable, "-SIc", _ORPHAN, str(ROOT)])
        return Started(outer, outer.pid, 0, control, before_match=bool, packages=())

    with (
        pytest.raises(SandboxFailed, match="it said nothing"),
        SeatedBot(WANDERING, game="kings-kilt", start=OneMatch(orphan)),
    ):
        pass


_ORPHAN = """
import sys
sys.path.append(sys.argv[1])
from engine.sandbox import layers
layers.kill_with_parent(1 << 22)
print("it lives on", flush=True)
"""


def test_lesson_5_when_it_has_ended_nothing_of_it_is_there(seated: Seated) -> None:
    source = deciding(
        "import signal\nfor number in range(1, 31):\n    if number not in (9, 19): signal.signal(number, 1)"
    )
    with seated(source) as bot:
        match(bot)
    (process,) = seated.started
    for pid in {process.pid, process.outer.pid}:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_lesson_6_only_answers_of_one_form_are_read() -> None:
    assert answer_to(REQUEST, f"{REQUEST} 12\n".encode()) == 12
    for place in range(20):
        for byte in (0, 9, 10, 13, 32, 43, 45, 46, 58, 95, 101, 127, 128, 255):
            line = bytearray(f"{REQUEST} 12\n".encode())
            line[place : place + 1] = bytes([byte])
            if bytes(line) != f"{REQUEST} 12\n".encode():
                with pytest.raises(BotFault):
                    answer_to(REQUEST, bytes(line))


def test_lesson_6_a_program_states_no_fault_that_the_house_finds() -> None:
    own = {"crash": CHOOSING, "illegal": CHOOSING, "memory": CHOOSING, "load": LOADING}
    for kind in REASONS:
        for stated in (LOADING, CHOOSING):
            with pytest.raises(BotFault) as fault:
                answer_to(REQUEST, f"{REQUEST} {kind}\n".encode(), stated)
            assert fault.value.kind == (kind if kind == "memory" or own.get(kind) is stated else "flood")


@pytest.mark.parametrize("kind", ["timeout", "away", "load"])
def test_lesson_6_a_bot_that_states_such_a_fault_wrote_what_it_was_not_asked_for(seated: Seated, kind: str) -> None:
    # the bot takes the request from the frame of the runner, and answers for it
    stating = f"import os, sys\nos.write(1, (sys._getframe(2).f_locals['request'] + ' {kind}\\n').encode())"
    with seated(deciding(stating)) as bot, pytest.raises(BotFault) as fault:
        match(bot)
    assert fault.value.kind == "flood"


def test_lesson_6_the_record_holds_the_engines_move_and_not_the_bots(seated: Seated) -> None:
    with seated(deciding("return [True if part == 1 else float(part) for part in legal[0]]")) as bot:
        record = match(bot)
    assert {type(part) for event in record.events for part in event} == {int}


def test_lesson_7_the_house_neither_compiles_nor_parses_a_file() -> None:
    watching = """
import sys
sys.addaudithook(lambda name, given: print(name) if name in ("compile", "exec") and "odd" in str(given) else None)
compile("'odd'", "odd", "exec")
from engine.sandbox import bare
from engine.sandbox.seat import SeatedBot
with SeatedBot(b"odd = 1\\ndef choose(*_): pass", game="kings-kilt", start=bare.start): pass
"""
    ran = subprocess.run([sys.executable, "-c", watching], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["compile"]


def test_lesson_8_the_filters_leave_a_good_bot_its_library_and_the_engine(seated: Seated) -> None:
    with seated(USEFUL, Limits()) as bot:
        assert match(bot).outcome is not None
    calls = {rule.call for rule in (*seccomp.PLAYING, *seccomp.STARTING)}
    assert not calls & {"fork", "clone", "socket", "kill", "ptrace", "open", "wait4", "waitid"}


def test_lesson_9_the_clock_counts_what_the_bot_used_and_not_the_walls(seated: Seated) -> None:
    short = Limits(move=0.1, match=1.0)
    with seated(deciding("import time\nif not hasattr(time, 'slept'): time.slept = time.sleep(0.3)"), short) as bot:
        match(bot)
    assert bot.slowest < 0.1


def test_lesson_9_a_bot_that_was_stopped_from_outside_loses_nothing_by_its_kill(seated: Seated) -> None:
    """A bot that something outside kills is not at fault."""
    with seated(WANDERING) as bot:
        os.kill(seated.started[0].pid, signal.SIGKILL)
        with pytest.raises(SandboxFailed):
            match(bot)


def test_lesson_10_a_bot_sees_what_its_seat_sees(seated: Seated) -> None:
    """That it finds no more in its whole memory is an attack: `sources: looks for the true state`."""
    seen: list[str] = []

    class Beside(SeatedBot):
        def choose(self, view, legal, budget, rng):  # type: ignore[no-untyped-def]  # as in SeatedBot
            seen.append(repr(view))
            return super().choose(view, legal, budget, rng)

    source = deciding("print(repr(view))")
    with Beside(source, game="kings-kilt", start=seated._start, limits=Limits(log=1 << 20)) as bot:
        match(bot)
    assert bot.log.splitlines() == seen


def test_a_good_bot_in_a_sandbox_of_its_own_suffers_nothing_from_its_neighbour(seated: Seated) -> None:
    """It is neither blamed nor led astray by one that answers at once and thinks on while it is asked."""
    early = "import os, sys\nrequest = sys._getframe(2).f_locals['request']\nos.write(1, f'{request} 0\\n'.encode())\n"
    with seated(deciding(early + "while True: pass")) as bad, seated(WANDERING) as good:
        with pytest.raises(BotFault, match="time"):
            play(registry.game("kings-kilt"), [bad, good], secret=b"a deal")
        alone = play(registry.game("kings-kilt"), [good, First()], secret=b"a deal")
    assert alone.outcome is not None
