"""The judge of the runs finds each kind of fault, and finds nothing where there is none."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from django.db.models import F

from games.matches.models import Block, Match, MatchRecord, MatchSeat
from games.matches.queueing import LeaseSettings
from games.matches.worker import run_batch
from league.ratings.models import Fold, Rating, RatingStep
from league.ratings.services import fold_pool
from league.results.models import Pool
from tests.chaos import comparing
from tests.chaos.checking import examine
from tests.games.factories import blocks, ids_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("played")]


@pytest.fixture
def played(redis_url: str) -> None:
    """Six matches, done and folded."""
    run_batch(ids_of(blocks(3)), terms=LeaseSettings())
    fold_pool(pool_id=Pool.objects.get().pk)


def a_third() -> Match:
    return Match.objects.order_by("pk")[2]


def change_the_record() -> None:
    """Leave out what was done last."""
    record = MatchRecord.objects.get(match=a_third())
    lines = record.text.splitlines(keepends=True)
    MatchRecord.objects.filter(match=a_third()).update(text="".join([*lines[:-3], *lines[-2:]]))


FAULTS: dict[str, tuple[str, Callable[[], object]]] = {
    "a record is gone": ("lost", lambda: MatchRecord.objects.filter(match=a_third()).delete()),
    "a seat has no place": ("lost", lambda: MatchSeat.objects.filter(match=a_third(), seat=1).update(place=None)),
    "a match is not done": ("stuck", lambda: Match.objects.filter(pk=a_third().pk).update(status="queued")),
    "a deal stays sealed": ("stuck", lambda: Block.objects.filter(pk=a_third().block_id).update(finished_at=None)),
    "a number is left out": ("gaps", lambda: Pool.objects.update(next_number=F("next_number") + 1)),
    "a record does not replay": ("untrue", change_the_record),
    "a seat has other points": ("untrue", lambda: MatchSeat.objects.filter(match=a_third(), seat=0).update(points=99)),
    "it was handed back": ("given back", lambda: Match.objects.update(attempt_log="Attempt 1: The disk is full.\n")),
    "it was tried too often": ("tried on", lambda: Match.objects.update(attempt=9)),
    "a rating is another": ("folded otherwise", lambda: Rating.objects.update(value=F("value") + 1)),
    "a step is another": (
        "folded otherwise",
        lambda: RatingStep.objects.filter(ordinal=2).update(after=F("after") + 1),
    ),
    "a fold is behind": ("folded otherwise", lambda: Fold.objects.update(folded_number=5)),
    "a fold is gone": ("folded otherwise", lambda: Fold.objects.filter(system="elo").delete()),
}


@contextmanager
def undone() -> Iterator[None]:
    """Undo at the end what is changed meanwhile."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.long
def test_what_is_wrong_is_found_and_nothing_where_nothing_is(subtests: pytest.Subtests) -> None:
    assert examine(attempts=1) == {}
    for what, (kind, break_it) in FAULTS.items():
        with subtests.test(what), undone():
            break_it()
            assert kind in examine(attempts=1)


def test_runs_are_alike_only_where_they_came_to_the_same() -> None:
    came, ratings = comparing.came(), comparing.ratings()
    assert list(comparing.unlike(comparing.came(), came)) == []
    assert comparing.ratings() == ratings
    MatchSeat.objects.filter(match=a_third(), seat=0).update(points=99)
    (said,) = comparing.unlike(comparing.came(), came)
    assert said.startswith("matches of ")
    assert str(a_third().subject) in said
    RatingStep.objects.filter(ordinal=2).update(uncertainty=F("uncertainty") + 1)
    assert comparing.ratings() != ratings
