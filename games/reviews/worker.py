"""Computes reviews in parts of a few seconds, so that requests take turns."""

from collections.abc import Iterator
from functools import partial
from time import monotonic
from typing import Final

from django.db import transaction
from django.db.models.functions import Now
from structlog.contextvars import bind_contextvars

from engine.core.record import Record
from engine.notation import from_text
from engine.review import VERSION, EventReview
from engine.review import review as review_record
from games.matches.models import MatchRecord
from games.matches.pruning import text_of
from games.matches.worker import ShouldStop, Throttled, retry_database, work_on_claim
from games.reviews.event_json import to_json
from games.reviews.job_queue import REVIEWS, ReviewSettings, announce_review, is_other_work_waiting
from games.reviews.models import Review
from league.common import jobs

MOST_AT_ONCE: Final = 100  # messages that a sweep sends


def review_part(review_id: int, *, terms: ReviewSettings, should_stop: ShouldStop = is_other_work_waiting) -> bool:
    """Compute the next events of the review if it is free, and return whether they were stored.

    At least one event is computed. The part ends after some seconds, or when `should_stop` returns True.
    """
    claim = retry_database(partial(claim_review, review_id=review_id, terms=terms))
    if claim is None:
        return False
    bind_contextvars(review=claim.public_id)

    def work() -> tuple[int, list[EventReview]]:
        record = record_of(claim)
        return len(record.events), list(_part(record, claim, terms, Throttled(should_stop)))

    return work_on_claim(
        work,
        finish=lambda done: _finish_part(claim=claim, of=done[0], part=done[1]),
        fail=lambda cause: REVIEWS.fail(claim, cause, terms),
    )


def claim_review(*, review_id: int, terms: ReviewSettings) -> Review | None:
    """Claim the review for its next part if it is free and of this version of the method; else None."""
    return REVIEWS.claim(Review.objects.filter(pk=review_id, status=Review.Status.WAITING, version=VERSION), terms)


def record_of(review: Review) -> Record:
    """Return the game that is reviewed. Raise EngineError, or `RecordIsGone`."""
    if review.record:
        return from_text(review.record.completed)
    return from_text(text_of(MatchRecord.objects.select_related("match__block").get(match=review.match_id)))


def _part(record: Record, claim: Review, terms: ReviewSettings, should_stop: ShouldStop) -> Iterator[EventReview]:
    until = monotonic() + terms.seconds
    for event in review_record(record, first=len(claim.events)):
        yield event
        if monotonic() > until or should_stop():
            return


@transaction.atomic
def _finish_part(*, claim: Review, part: list[EventReview], of: int) -> bool:
    """Store these events, and enqueue the next part on commit; False when the lease was lost."""
    events = [*claim.events, *map(to_json, part)]
    is_done = len(events) == of
    ended = {"status": Review.Status.DONE, "finished_at": Now()} if is_done else {}
    if not jobs.finish(Review, claim, events=events, of=of, token=None, attempt=0, **ended):
        return False
    if not is_done:
        transaction.on_commit(partial(REVIEWS.publish, [claim.pk]))
    announce_review(claim)
    return True


def sweep_reviews(*, terms: ReviewSettings) -> int:
    """Fail what used up its attempts, queue again what was lost, and return how many were queued.

    Delete unfinished reviews of an older version of the method: no worker continues them, and no page shows them.
    """
    Review.objects.filter(status=Review.Status.WAITING, version__lt=VERSION).delete()
    rows = Review.objects.filter(version=VERSION).defer("events")
    _given_up, sent = REVIEWS.sweep(rows, terms, most=MOST_AT_ONCE)
    return sent
