"""Every safeguard of the pipeline is needed: each test provokes what it guards against, with it and without it.

With it the judge of the long runs (`tests.chaos.checking`) finds nothing; without it the judge says what went wrong.
Workers are forked hands, caught at one step by a gate in the database or by a bot that waits. The two safeguards that
only a real Celery worker has, late acknowledgement and the sweep, are taken away in `test_steps`.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection, transaction
from django.db.models.functions import Now

from engine.core.bot import Bot
from engine.core.game import Event as Move
from games.matches.claims import finish_matches, sweep_matches
from games.matches.models import Match
from games.matches.queueing import LeaseSettings
from games.matches.worker import run_batch
from league.ratings.services import fold_chunk, fold_pool
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Pool
from league.results.services.ledger import enter_results
from tests.chaos.checking import found
from tests.chaos.conftest import Hire
from tests.chaos.forked_workers import FORK, plays
from tests.chaos.gates import RATING, RESULT, eventually, gate
from tests.games.factories import blocks, claim, ids_of, matches_of, played
from tests.games.odd_bots import Odd

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("watched")]

TERMS = LeaseSettings(lease=timedelta(seconds=0.4), stale_after=timedelta(seconds=0.1), attempts=2)
LONG = replace(TERMS, lease=timedelta(seconds=60))
BEATING = replace(TERMS, lease=timedelta(seconds=5))  # long enough for a heart that beats late on a busy machine
OVER = replace(TERMS, lease=timedelta(seconds=-1))  # a lease that has run out as it is given


class Pause:
    """A bot that waits in the middle of its match until it may go on."""

    def __init__(self) -> None:
        self._waits, self._may_go_on = FORK.Event(), FORK.Event()

    def find(self, slug: str) -> Bot:
        """The strategy, which waits at its first decision."""

        def choose(view: object, legal: "list[Move]", *_: object) -> Move:
            self._waits.set()
            assert self._may_go_on.wait(60)
            return legal[0]

        return Odd(slug, choose)  # type: ignore[arg-type]  # it looks at nothing else

    def await_it(self) -> None:
        """Return when the match is in the middle."""
        assert self._waits.wait(60)

    def end(self) -> None:
        """Let the match go on."""
        self._may_go_on.set()


def with_and_without(safeguard: str, *faults: str) -> pytest.MarkDecorator:
    """The test runs with the safeguard, when nothing may be found, and without it, when these faults must be."""
    rows = [("", set[str]()), (safeguard, set(faults))]
    return pytest.mark.parametrize(("lacking", "faults"), rows, ids=["with it", "without it"])


def kinds_found(*given_up: int) -> set[str]:
    """The kinds of faults that the judge finds."""
    return set(found(attempts=TERMS.attempts, given_up=given_up))


def is_free(number: int) -> bool:
    """Return whether no worker holds a valid lease on the match."""
    return not Match.objects.filter(pk=number, status="running", lease_until__gte=Now()).exists()


def play_what_is_left(*others: int) -> None:
    """Play as a worker does that has every safeguard: each match that was tried alone, when its lease is over."""
    left = Match.objects.filter(status__in=["queued", "running"]).exclude(pk__in=others)
    for number in left.values_list("pk", flat=True):
        eventually(partial(is_free, number), "a lease does not end")
        run_batch([number], terms=LONG)


@with_and_without("no_fence", "not theirs")
def test_a_paused_worker_that_wakes_after_its_lease_is_fenced_off(lacking: str, faults: set[str], hire: Hire) -> None:
    number, _other = ids_of(blocks())
    pause = Pause()
    late = hire("late", plays([number], TERMS, pause.find), lacking=lacking)
    pause.await_it()
    late.pause()
    eventually(partial(is_free, number), "the lease does not end")
    held = claim([number], LONG)
    late.wake()
    pause.end()
    late.join()
    finish_matches(finishes=played(held), terms=LONG)
    play_what_is_left()
    assert kinds_found() == faults


@with_and_without("no_lease", "claimed twice")
def test_a_match_in_somebodys_hands_is_nobody_elses(lacking: str, faults: set[str], hire: Hire) -> None:
    ids = ids_of(blocks())
    pause = Pause()
    first = hire("first", plays(ids[:1], LONG, pause.find))
    pause.await_it()
    hire("second", plays(ids[:1], LONG), lacking=lacking).join()
    pause.end()
    first.join()
    play_what_is_left()
    assert kinds_found() == faults


@pytest.mark.long
@with_and_without("no_heartbeat", "stuck")
def test_a_match_may_last_longer_than_its_lease(lacking: str, faults: set[str], hire: Hire) -> None:
    number, _ = ids_of(blocks())
    pauses = Pause(), Pause()
    hands = []
    for name, pause in zip(("first", "second"), pauses, strict=True):
        hands.append(hire(name, plays([number], BEATING, pause.find), lacking=lacking))
        if lacking or not hands[1:]:
            pause.await_it()
        time.sleep(1.2 * BEATING.lease.total_seconds())
    sweep_matches(terms=BEATING)
    for hand, pause in zip(hands, pauses, strict=True):
        pause.end()
        hand.join()
    play_what_is_left()
    assert kinds_found() == faults


@with_and_without("no_solitude", "stuck")
def test_a_match_that_kills_its_worker_takes_no_other_along(lacking: str, faults: set[str], hire: Hire) -> None:
    poison, good = ids_of(blocks(1, "killer", "wanderer")), ids_of(blocks(2))
    for attempt in range(TERMS.attempts):
        hire(f"worker {attempt}", plays([*poison, *good], OVER), lacking=lacking).join()
    sweep_matches(terms=TERMS)
    for number in poison:
        hire("the one that dies of it", plays([number], OVER)).join()
    play_what_is_left(*poison)
    sweep_matches(terms=TERMS)
    assert kinds_found(*poison) == faults


@with_and_without("no_last_attempt", "tried on")
def test_what_nobody_can_play_is_given_up(lacking: str, faults: set[str], hire: Hire) -> None:
    poison = ids_of(blocks(1, "killer", "wanderer"))
    for number in poison:
        for attempt in range(TERMS.attempts + 1):
            hire(f"worker {attempt}", plays([number], OVER), lacking=lacking).join()
    sweep_matches(terms=TERMS)
    assert kinds_found(*poison) == faults


@with_and_without("no_single_transaction", "lost")
def test_a_worker_killed_before_its_commit_leaves_nothing_half_done(lacking: str, faults: set[str], hire: Hire) -> None:
    with gate(*RESULT) as closed:
        worker = hire("worker", plays(ids_of(blocks())[:1], TERMS), lacking=lacking)
        closed.await_somebody()
        worker.kill()
        closed.cut_off()
    play_what_is_left()
    assert kinds_found() == faults


def finish_side_by_side(hire: Hire, ids: list[int], *, first: str, second: str) -> None:
    """Two workers, each without the safeguard named, play a part of the matches and enter them at once."""
    with gate(*RESULT) as closed:
        one = hire("first", plays(ids[:1], LONG), lacking=first)
        closed.await_somebody()
        two = hire("second", plays(ids[1:], LONG), lacking=second)
        closed.await_held_up("second")
        closed.open()
        one.join()
        two.join()


@with_and_without("no_pool_lock", "given back")
def test_two_who_enter_results_at_once_take_different_numbers(lacking: str, faults: set[str], hire: Hire) -> None:
    ids = ids_of(blocks(2))[::2]
    finish_side_by_side(hire, ids, first="", second=lacking)
    play_what_is_left()
    assert kinds_found() == faults


@with_and_without("no_block_lock", "stuck")
def test_two_who_finish_the_last_rotations_at_once_open_the_deal(lacking: str, faults: set[str], hire: Hire) -> None:
    finish_side_by_side(hire, ids_of(blocks()), first=lacking, second=lacking)
    assert kinds_found() == faults


@with_and_without("no_fold_lock", "failed")
def test_two_who_fold_a_pool_at_once_do_not_meet(lacking: str, faults: set[str], hire: Hire) -> None:
    run_batch(ids_of(blocks(3)), terms=LONG)
    pool = Pool.objects.get()
    fold_pool(pool_id=pool.pk)
    run_batch(ids_of(blocks(3)), terms=LONG)
    folds = partial(fold_chunk, pool_id=pool.pk, system=pool.rating_system)
    with gate(*RATING) as closed:
        first = hire("first", folds)
        closed.await_somebody()
        second = hire("second", folds, lacking=lacking)
        if lacking:
            closed.await_held_up("second")
        else:
            second.join()
        closed.open()
        first.join()
        second.join()
    assert kinds_found() == faults


@with_and_without("no_uniqueness", "doubled")
def test_a_leg_that_was_decided_by_hand_meanwhile_counts_once(lacking: str, faults: set[str], hire: Hire) -> None:
    made = blocks()
    match = matches_of(made)[0]
    pause = Pause()
    with nothing_unique_in_the_database() if lacking else nullcontext():
        worker = hire("worker", plays([match.pk], LONG, pause.find), lacking=lacking)
        pause.await_it()
        decide_by_hand(match)
        pause.end()
        worker.join()
        play_what_is_left()
        assert kinds_found() == faults


def decide_by_hand(match: Match) -> None:
    """As an arbiter does who is tired of waiting."""
    seats = tuple(SeatResult(seat.player_id or 0, 0, 1 + seat.seat) for seat in match.seats.all())
    assert match.pool is not None
    with transaction.atomic():
        enter_results(pool=match.pool, entries=[ResultDraft(match.subject, seats, how="arbiter")])


@contextmanager
def nothing_unique_in_the_database() -> Iterator[None]:
    """Drop the index that allows one first result per subject; restore it and delete all results afterwards."""
    (made,) = do("SELECT indexdef FROM pg_indexes WHERE indexname = 'result_subject_once'", answers=True)
    do("DROP INDEX result_subject_once")
    yield
    do("TRUNCATE results_result CASCADE")
    do(made)


def do(statement: str, *, answers: bool = False) -> tuple[str, ...]:
    """Have the database do it, and return the row it answers with, if it does."""
    with connection.cursor() as cursor:
        cursor.execute(statement)
        row: tuple[str, ...] = cursor.fetchone() if answers else ()
    return row
