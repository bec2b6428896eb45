"""Bots that sleep to delay others: each is blamed, long before the time limit of a worker's task."""

from dataclasses import dataclass, field
from time import monotonic

import pytest

from engine.core.bot import Bot
from engine.sandbox.faults import BotFault
from engine.sandbox.guard import SeatedProgram
from engine.sandbox.limits import Limits
from engine.sandbox.seat import SeatedBot
from engine.sandbox.tiers import TIERS
from engine.sandbox.validation import MATCHES, WALL, reason_of, trials
from games.bots.jobs import TERMS
from games.matches.run_match import MatchSetup, SeatSetup, play_match
from games.matches.strategy_registry import Table, UploadedStrategy
from league.conf import settings
from tests.engine.sandbox.programs import deciding, match, tiers_here
from tests.processes import WORK_SECONDS

GAME, SEATS = "lords-of-scotland", 5
TABLE = 2  # seats of sleepers whom a test waits for, one after the other
A_LOOK = 0.5  # seconds, more than between two looks at the clock, which stands still while a processor is waited for
LIMITS = Limits(move=0.3, load=0.4, match=0.6, rest=0.4, wall=1.0)
SLEEPERS = {
    "for ever": deciding("import time\ntime.sleep(999)"),
    "a little each time": deciding("import time\ntime.sleep(0.04)"),
    "when it has answered": deciding(
        "import os, sys, time\nos.write(1, (sys._getframe(2).f_locals['request'] + ' 0\\n').encode())\ntime.sleep(999)"
    ),
    "and works, in turns": deciding(
        "import time\nbegan = time.process_time()\ntime.sleep(0.03)\nwhile time.process_time() - began < 0.01: pass"
    ),
    "and writes": deciding("import time\nwhile True:\n    print('zzz', flush=True)\n    time.sleep(0.003)"),
}


@dataclass(slots=True, kw_only=True)
class InTier(UploadedStrategy):
    """A program in one tier, whichever is the best."""

    tier: str
    at_seats: list[SeatedBot] = field(default_factory=list)

    def seated(self, table: Table) -> SeatedProgram:
        start = TIERS[self.tier]
        self.at_seats.append(SeatedBot(self.source(), game=table.game, start=start, limits=self.limits, slug=self.slug))
        return self.at_seats[-1]


@pytest.fixture(params=TIERS)
def tier(request: pytest.FixtureRequest) -> str:
    if request.param not in tiers_here():
        pytest.skip(f"The sandbox {request.param} does not hold on this machine.")
    return str(request.param)


@pytest.mark.long
@pytest.mark.parametrize("sleeps", SLEEPERS)
def test_a_table_of_sleepers_ends_with_each_of_them_blamed(sleeps: str, tier: str) -> None:
    programs: list[InTier] = []

    def find(slug: str) -> Bot:
        programs.append(InTier(slug=slug, games=(GAME,), source=lambda: SLEEPERS[sleeps], limits=LIMITS, tier=tier))
        return programs[-1]

    seats = tuple(SeatSetup(seat, f"sleeper-{seat}", 0) for seat in range(TABLE))
    began = monotonic()
    played = play_match(MatchSetup(game=GAME, options={}, seats=seats, secret=b"a long night", rotation=0), find=find)
    assert played is not None
    assert [report.kind for report in played.reports] == ["timeout"] * TABLE
    waited = [bot.elapsed for program in programs for bot in program.at_seats]
    assert len(waited) == TABLE
    assert max(waited) < LIMITS.wall + A_LOOK
    assert monotonic() - began < WORK_SECONDS  # whatever their reckoning says


def test_a_table_of_the_worst_ends_far_below_the_limit_of_its_task() -> None:
    assert SEATS * Limits().wall <= settings.CELERY_TASK_SOFT_TIME_LIMIT * 0.6


@pytest.mark.long
def test_who_does_nothing_but_sleep_is_blamed_within_a_few_seconds(tier: str) -> None:
    began = monotonic()
    with (
        pytest.raises(BotFault, match="time"),
        SeatedBot(SLEEPERS["for ever"], game=GAME, start=TIERS[tier]) as sleeper,
    ):
        match(sleeper, game=GAME)
    assert sleeper.elapsed < Limits().rest + A_LOOK
    assert monotonic() - began < WORK_SECONDS


def test_a_check_adds_up_what_its_matches_were_slept_through(tier: str) -> None:
    """A busy machine takes time off the reckoning of each match, so their number is between two and four."""
    slow, wall = deciding("import time\nif not hasattr(time, 'slept'): time.slept = time.sleep(0.6)"), 1.0
    tried = list(trials(slow, games=["kings-kilt"], start=TIERS[tier], secret=b"a check", wall=wall))
    assert 2 <= len(tried) <= MATCHES
    assert [trial.fault is None for trial in tried] == [True] * (len(tried) - 1) + [False]
    assert wall <= sum(trial.elapsed for trial in tried)
    assert sum(trial.elapsed for trial in tried[:-1]) < wall + A_LOOK
    assert reason_of(tried[-1]).startswith(f"It used up its time. This was in match {len(tried)} of King's Kilt")


def test_a_check_is_over_in_its_time_whoever_sleeps_in_it() -> None:
    assert TERMS.seconds - 5 > WALL
