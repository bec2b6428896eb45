"""An author's file at a seat, in every sandbox that holds here and in none at all."""

import pytest

from engine.core import registry
from engine.sandbox import bare
from engine.sandbox.faults import BotFault, SandboxFailed
from engine.sandbox.starting import Start, Started
from engine.sandbox.tiers import TIERS
from tests.engine.sandbox.programs import WANDERING, deciding, match, seated, tiers_here

STARTS = {**TIERS, "bare": bare.start}


@pytest.fixture(params=STARTS)
def start(request: pytest.FixtureRequest) -> Start:
    if request.param not in (*tiers_here(), "bare"):
        pytest.skip(f"The sandbox {request.param} does not hold on this machine.")
    return STARTS[request.param]


@pytest.mark.parametrize("game", registry.games())
def test_a_file_plays_as_the_house_bot_that_chooses_alike(start: Start, game: str) -> None:
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


def test_a_machine_that_fails_is_nobodys_fault() -> None:
    def start() -> Started:
        raise SandboxFailed("There is no room for another process.")

    with pytest.raises(SandboxFailed), seated(WANDERING, start):
        pass
