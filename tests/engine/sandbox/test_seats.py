"""An author's file at a seat, in every sandbox that holds here and in none at all."""

import re
from contextlib import suppress

import pytest

from engine.core import registry
from engine.sandbox import bare
from engine.sandbox.child import Child, Start
from engine.sandbox.faults import REASONS, BotFault, SandboxFailed
from engine.sandbox.limits import Limits
from engine.sandbox.process import MOST_FRAMES, stack_in
from engine.sandbox.tiers import TIERS
from tests.engine.sandbox.programs import SHORT, WANDERING, deciding, match, seated, tiers_here
from tests.example_games import shipped_games

pytestmark = pytest.mark.slow

STARTS: dict[str, Start] = {**TIERS, "bare": bare.start}


@pytest.fixture(params=STARTS)
def start(request: pytest.FixtureRequest) -> Start:
    if request.param not in (*tiers_here(), "bare"):
        pytest.skip(f"The sandbox {request.param} does not hold on this machine.")
    return STARTS[request.param]


@pytest.mark.parametrize("game", shipped_games())
def test_a_file_plays_as_the_builtin_bot_that_chooses_alike(start: Start, game: str) -> None:
    with seated(WANDERING, start, game=game) as bot:
        record = match(bot, game=game)
    house = match(registry.bot("wanderer"), game=game)
    assert record.events == house.events
    assert bot.decisions > 3
    assert 0 < bot.slowest < bot.spent


def test_what_it_prints_and_remembers_is_its_own(start: Start) -> None:
    source = b"seen = []\n" + deciding("seen.append(view)\nprint(len(seen))")
    with seated(source, start) as bot:
        match(bot)
    assert bot.log.split() == [str(number + 1) for number in range(bot.decisions)]


def test_it_may_print_as_often_as_it_likes(start: Start) -> None:
    source = deciding("import time\nfor line in range(20): print(line); time.sleep(0.0005)")
    with seated(source, start) as bot:
        match(bot)
    assert bot.log.endswith("\n19\n")


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        (b"def choose(:\n", "load"),
        (b"x = 1\n", "load"),
        (b"raise SystemExit\n", "load"),
        (b"while True: pass\n", "timeout"),
        (deciding("raise ValueError('no idea')"), "crash"),
        (deciding("return (99,)"), "illegal"),
        (deciding("return None"), "illegal"),
        (deciding("while True: pass"), "timeout"),
        (deciding("import os; os.write(1, b'0' * 100)"), "flood"),
        (deciding("import os; os._exit(97)"), "crash"),
        (deciding("import os; os._exit(137)"), "crash"),
    ],
)  # fmt: skip
def test_a_fault_is_the_bots_and_told_in_our_words(start: Start, source: bytes, kind: str) -> None:
    with pytest.raises(BotFault) as fault, seated(source, start) as bot:
        match(bot)
    assert fault.value.kind == kind
    assert "no idea" not in fault.value.sentence


def test_who_prints_too_much_reads_how_much(start: Start) -> None:
    limits = Limits(output=1000)
    with pytest.raises(BotFault) as fault, seated(deciding("print('x' * 20_000)"), start, limits=limits) as bot:
        match(bot)
    assert fault.value.kind == "flood"
    assert fault.value.sentence != REASONS["flood"]
    assert f"{limits.output:,}" in fault.value.detail


def test_the_choice_at_which_it_fails_counts(start: Start) -> None:
    failing = {"timeout": "while True: pass", "crash": "[x for x in range(300_000)]; 1 // 0", "illegal": "return (99,)"}
    for kind, body in failing.items():
        with pytest.raises(BotFault) as fault, seated(deciding(body), start) as bot:
            match(bot)
        assert (fault.value.kind, bot.decisions) == (kind, 1)
        assert 0 < bot.slowest <= bot.spent
    assert bot.slowest < SHORT.move


@pytest.mark.parametrize(
    ("source", "limits", "detail"),
    [
        (deciding("while True: pass"), SHORT, r"Move 1 took \d+ ms of processor time, .* more than .* 200 ms\."),
        (
            deciding("import time\nbegan = time.process_time()\nwhile time.process_time() - began < 0.08: pass"),
            Limits(move=0.15, match=0.2),
            r"Its moves and the loading of its file took \d+ ms of processor time, .* 200 ms\.",
        ),
        (b"while True: pass\n", SHORT, r"Loading the file took \d+ ms of processor time, .* 400 ms\."),
        (
            deciding("import time; time.sleep(9)"),
            Limits(rest=0.3),
            r"It took \d+ ms of elapsed time in the match, \d+ ms more than .* \d+ ms\.",
        ),
    ],
)
def test_out_of_time_it_is_told_which_limit_it_exceeded_and_by_how_much(
    start: Start, source: bytes, limits: Limits, detail: str
) -> None:
    with pytest.raises(BotFault) as fault, seated(source, start, limits=limits) as bot:
        match(bot)
    assert fault.value.sentence == "It used up its time."
    assert re.fullmatch(detail, fault.value.detail), fault.value.detail


LOOPS = {
    "in Python": "while True: pass",
    "in C": "sum(range(10 ** 15))",
    "asleep": "import time; time.sleep(9)",
    "deep": "loop = lambda deep: loop(deep - 1) if deep else sum(range(10 ** 15))\nloop(60)",
}


@pytest.mark.parametrize("loops", LOOPS)
def test_out_of_time_its_log_shows_where_it_was_and_nothing_of_ours(start: Start, loops: str) -> None:
    limits = Limits(move=0.2, rest=0.3)
    with pytest.raises(BotFault), seated(deciding(LOOPS[loops]), start, limits=limits) as bot:
        match(bot)
    head, *frames = bot.log.strip().splitlines()
    assert "innermost call first" in head
    assert re.fullmatch(r'  File "bot.py", line \d in (choose|<lambda>)', frames[0])
    assert "session.py" not in bot.log
    assert len(frames) <= MOST_FRAMES + 1


def test_between_two_moves_no_line_of_ours_is_shown() -> None:
    waiting = (
        b"Current thread 0x00007f (most recent call first):\n"
        b'  File "/srv/engine/sandbox/wire.py", line 37 in read_frame\n'
        b'  File "/srv/engine/sandbox/session.py", line 48 in serve\n'
    )
    assert stack_in(waiting) == b""


@pytest.mark.parametrize(
    "before",
    [
        "signal.signal(signal.SIGUSR1, signal.SIG_IGN)",
        "signal.signal(signal.SIGUSR1, lambda *_: os.write(2, b'x' * 60_000))",
        "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])",
        "os.close(2)",
        "sys.stderr.write('y' * 900_000)",
    ],
)
def test_one_that_takes_the_signal_for_itself_gains_nothing(start: Start, before: str) -> None:
    source = deciding(f"import os, signal, sys\n{before}\nwhile True: pass")
    with pytest.raises(BotFault) as fault, seated(source, start) as bot:
        match(bot)
    assert fault.value.kind == "timeout"
    assert len(bot.log) < Limits().log + 100
    taken = int(fault.value.detail.split(" took ")[1].split(" ms")[0])
    assert bot.slowest * 1000 < taken + 50  # what it used afterwards does not count


def test_its_budget_says_what_is_left_of_the_match(start: Start) -> None:
    source = deciding("print(budget.milliseconds, budget.match_milliseconds)\nsum(range(200_000))")
    with seated(source, start, limits=Limits(move=0.2, match=0.3)) as bot, suppress(BotFault):
        match(bot)
    told = [tuple(map(int, line.split())) for line in bot.log.splitlines() if line[:1].isdigit()]
    left = [match for _, match in told]
    assert left == sorted(left, reverse=True)
    assert 300 >= left[0] > left[-1]
    assert all(move == min(200, match) for move, match in told)


def test_a_machine_that_fails_is_nobodys_fault() -> None:
    def start(_game: str, _limits: Limits) -> Child:
        raise SandboxFailed("There is no room for another process.")

    with pytest.raises(SandboxFailed), seated(WANDERING, start):
        pass
