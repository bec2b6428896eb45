"""One run: the same matches undisturbed and under a schedule, judged and compared. Needs Django set up."""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from django.core.management import call_command
from django.db import Error, connection
from django.db.models import Sum

from games.bots.tournament_matches import make_matches
from games.matches.models import Match
from games.matches.queueing import LeaseSettings
from games.matches.worker import run_batch
from league.ratings.models import Fold
from league.ratings.queries import pools_behind
from league.tournaments.models import Round, Tournament
from league.tournaments.services.lifecycle import advance
from tests.chaos import comparing, witness
from tests.chaos.arena import TERMS, Arena
from tests.chaos.checking import Faults, examine
from tests.chaos.faults import happen
from tests.chaos.schedule import Event, schedule
from tests.chaos.work import Cast, Errand, errands, furnish, matches_in, start_tournaments

START, QUIET, STORM, MIRROR = "chaos_start", "chaos_quiet", "chaos_storm", "chaos_mirror"
PATIENCE = 90.0  # seconds without any progress after which what is not done is stuck
WAIT_FOR_SOMEBODY = 60.0  # seconds that an event waits for somebody to whom it can happen
TOLD_EVERY = 5.0  # seconds
HEAD_START = 0.1  # of all matches, made before the first event
BREATH = 1.0  # seconds that an event waits at most for workers who are behind
LOCK_WAIT = "-c lock_timeout=1s"
"""A paused worker may hold a lock until this process wakes it, so this process must not wait for that lock."""

Tell = Callable[[str, str], None]


@dataclass
class Course:
    """How a run went."""

    happened: Counter[str] = field(default_factory=Counter)
    missed: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    matches: int = 0
    attempts: int = 0
    done_in_storm: int = 0
    starts: int = 0
    faults: Faults = field(default_factory=dict)


class Run:
    """The matches of a seed, and what happens to those who play them."""

    def __init__(self, arena: Arena, *, seed: int, matches: int, events: int, tell: Tell) -> None:
        self._arena, self._seed, self._tell = arena, seed, tell
        self._errands = errands(seed, matches)
        self._schedule = schedule(seed, events)
        self.course = Course()

    def whole(self) -> Course:
        """All of it."""
        with self._timed("prepared"):
            self._prepare()
        with self._timed("undisturbed"), on(QUIET):
            quiet = self._play_in_peace()
        with on(STORM):
            witness.watch()
            self._arena.forget_messages()
            start_tournaments()
            self._arena.staff(STORM)
            with self._timed("storm"):
                self._storm()
            with self._timed("calm"):
                self._calm()
            self._note_course()
            self._arena.dismiss()
        with self._timed("judged"):
            self.course.faults = self._judge(quiet)
        return self.course

    def _prepare(self) -> None:
        for name in (START, QUIET, STORM, MIRROR):
            self._arena.make_database(name, like=START if name != START else "")
            if name == START:
                with on(START):
                    call_command("migrate", verbosity=0)
                    furnish(self._seed)

    def _play_in_peace(self) -> comparing.Came:
        """Every match in one process, without a worker."""
        cast = Cast()
        for errand in self._errands:
            errand.do(cast)
        start_tournaments()
        terms = LeaseSettings()
        while work := list(Match.objects.filter(status="queued").order_by("pk").values_list("pk", flat=True)):
            run_batch(work, terms=terms)
            _go_on_with_tournaments()
        return comparing.came()

    def _storm(self) -> None:
        cast, todo = Cast(), deque(self._errands)
        self._do_errands(cast, todo, HEAD_START)
        while not _done():
            self._wait_until(time.monotonic() + 0.05)
        begun = time.monotonic()
        for number, event in enumerate(self._schedule, 1):
            self._wait_until(begun + event.at)
            self._let_them_breathe(number)
            self._let(event)
            self._do_errands(cast, todo, HEAD_START + (1 - HEAD_START) * number / len(self._schedule))
            if number % 50 == 0:
                self._tell("storm", f"{number} of {len(self._schedule)} events")
        self._arena.calm_down()
        connection.close()  # PostgreSQL may have been stopped since it was opened
        self.course.done_in_storm = _done()
        while todo:
            self._wait_until(time.monotonic() + 0.05)
            self._do_errands(cast, todo, 1.0)

    def _let_them_breathe(self, number: int) -> None:
        """Wait a little while fewer matches are done than events have happened: where nothing is finished, no finish
        is disturbed.
        """
        due = number * len(self._arena.matches) // len(self._schedule)
        deadline = time.monotonic() + BREATH
        while time.monotonic() < deadline and not (self._arena.database_answers and _are_done(due)):
            self._wait_until(time.monotonic() + 0.05)

    def _let(self, event: Event) -> None:
        """Let it happen, as soon as there is somebody to whom it can."""
        deadline = time.monotonic() + WAIT_FOR_SOMEBODY
        while not happen(self._arena, event):
            if time.monotonic() > deadline:
                self.course.missed += 1
                return
            self._wait_until(time.monotonic() + 0.02)
        self.course.happened[event.kind] += 1

    def _do_errands(self, cast: Cast, todo: "deque[Errand]", share: float) -> None:
        while len(self._errands) - len(todo) < share * len(self._errands):
            if not self._arena.database_answers:
                return
            if not done_once(partial(todo[0].do, cast)):
                return
            todo.popleft()
            self._arena.matches = list(range(1, 1 + self._made(todo)))

    def _made(self, todo: "deque[Errand]") -> int:
        """How many matches there are at least; their keys count from 1, nearly without gaps."""
        return matches_in(self._errands[: len(self._errands) - len(todo)])

    def _wait_until(self, moment: float) -> None:
        self._arena.restart_if_due()
        while (left := moment - time.monotonic()) > 0:
            time.sleep(min(left, 0.02))
            self._arena.restart_if_due()

    def _calm(self) -> None:
        """Wait until all is done, or nothing has moved for a long while."""
        before, since, told = (0, 0, 0), time.monotonic(), time.monotonic()
        while not all_is_done():
            self._wait_until(time.monotonic() + 0.2)
            if (now := progress()) != before:
                before, since = now, time.monotonic()
            if time.monotonic() - told > TOLD_EVERY:
                told = time.monotonic()
                self._tell("calm", "{} matches done, {} results folded, {} rounds closed".format(*now))
            if time.monotonic() - since > PATIENCE:
                self._tell("calm", f"nothing has moved for {PATIENCE:.0f} s")
                return

    def _note_course(self) -> None:
        self.course.matches = Match.objects.count()
        self.course.attempts = Match.objects.aggregate(n=Sum("attempt"))["n"] or 0
        self.course.starts = self._arena.lives

    def _judge(self, quiet: comparing.Came) -> Faults:
        with on(STORM):
            faults = examine(attempts=int(TERMS["MOOTHILL_MATCH_ATTEMPTS"]))
            storm, order, ratings = comparing.came(), comparing.order_of_entry(), comparing.ratings()
        unlike = list(comparing.unlike(storm, quiet))
        if not unlike:
            with on(MIRROR):
                comparing.enter_in_order(order, quiet)
                if comparing.ratings() != ratings:
                    unlike.append("the ratings are not those of the undisturbed run's results in this run's order")
        return faults | ({"unlike": unlike} if unlike else {})

    @contextmanager
    def _timed(self, what: str) -> Iterator[None]:
        begun = time.monotonic()
        yield
        self.course.seconds[what] = time.monotonic() - begun
        self._tell(what, f"{self.course.seconds[what]:.1f} s")


@contextmanager
def on(database: str) -> Iterator[None]:
    """Have Django work on another database for a while, and wait for locks no longer than `LOCK_WAIT`."""
    connection.close()
    settings = connection.settings_dict
    before = {name: settings[name] for name in ("NAME", "OPTIONS")}
    settings |= {"NAME": database, "OPTIONS": settings["OPTIONS"] | {"options": LOCK_WAIT}}
    try:
        yield
    finally:
        connection.close()
        settings |= before


def all_is_done() -> bool:
    """Whether nothing is left to do."""
    if Match.objects.exclude(status="done").exists() or Tournament.objects.exclude(status="finished").exists():
        return False
    return not pools_behind()


def progress() -> tuple[int, int, int]:
    """Three numbers that grow."""
    folded = Fold.objects.aggregate(n=Sum("folded_number"))["n"] or 0
    return _done(), folded, Round.objects.filter(status="closed").count()


def _done() -> int:
    return Match.objects.filter(status="done").count()


def _are_done(count: int) -> bool:
    """Whether so many matches are; not, as far as anybody knows, while the database is away."""
    try:
        return _done() >= count
    except Error:
        connection.close()
        return False


def _go_on_with_tournaments() -> None:
    for event in Tournament.objects.filter(status="running"):
        advance(tournament_id=event.pk)
    for number in Round.objects.filter(status="published").values_list("pk", flat=True):
        make_matches(round_id=number)


def done_once(step: Callable[[], object]) -> bool:
    """Do it; False when the database went away meanwhile, or a paused worker held a lock."""
    try:
        step()
    except Error:
        connection.close()
        return False
    return True
