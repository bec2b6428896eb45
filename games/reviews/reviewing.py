"""Workers compute reviews: a few seconds for each message, so that requests take turns and other work comes first."""

import traceback
from collections.abc import Iterator
from functools import partial
from time import monotonic
from typing import Any, Final

import structlog
from django.db import transaction
from django.db.models.functions import Now
from structlog.contextvars import bind_contextvars

from engine.core.record import Record
from engine.notation import from_text
from engine.review import VERSION, EventReview
from engine.review import review as review_record
from games.matches.db_thread import retry_database
from games.matches.models import MatchRecord
from games.matches.pruning import text_of
from games.matches.worker import ShouldStop, Throttled
from games.reviews.jobs import REVIEWS, ReviewSettings, announce_review, is_other_work_waiting
from games.reviews.models import Review
from league.common import jobs

log = structlog.get_logger(__name__)

Status: Final = Review.Status
MOST_AT_ONCE: Final = 100  # messages that a sweep sends
SCALE: Final = 1000  # chances are stored in thousandths


def to_json(event: EventReview) -> list[Any]:
    """Return the stored form: chances by seat; of a choice also the loss and the best other move. In thousandths."""
    chances = [round(SCALE * chance) for chance in event.chances]
    return [chances] if event.best is None else [chances, round(SCALE * event.loss), list(event.best)]


def from_json(stored: list[Any]) -> EventReview:
    """Return the review of an event."""
    chances, *choice = stored
    shares = tuple(chance / SCALE for chance in chances)
    return EventReview(shares, tuple(choice[1]), choice[0] / SCALE) if choice else EventReview(shares)


def claim_review(*, review_id: int, terms: ReviewSettings) -> Review | None:
    """Claim the review for its next part if it is free and of this version of the method; else None."""
    return REVIEWS.claim(Review.objects.filter(pk=review_id, status=Status.WAITING, version=VERSION), terms)


def record_of(review: Review) -> Record:
    """Return the game that is reviewed. Raise EngineError, or `RecordIsGone`."""
    if review.record:
        return from_text(review.record.completed)
    return from_text(text_of(MatchRecord.objects.select_related("match__block").get(match=review.match_id)))


def review_part(review_id: int, *, terms: ReviewSettings, gives_way: ShouldStop = is_other_work_waiting) -> bool:
    """Compute the next events of the review if it is free, and return whether they were stored.

    At least one event is computed. The part ends after some seconds, or when `gives_way` returns True.
    """
    claim = retry_database(partial(claim_review, review_id=review_id, terms=terms), patience=terms.patience)
    if claim is None:
        return False
    bind_contextvars(review=claim.public_id)
    try:
        record = record_of(claim)
        part = list(_part(record, claim, terms, Throttled(gives_way)))
    except Exception:  # a fault of the server: a site admin reads it
        give_back = partial(fail_attempt, claim=claim, cause=traceback.format_exc(), terms=terms)
        retry_database(give_back, patience=terms.patience)
        return False
    storing = partial(finish_part, claim=claim, part=part, of=len(record.events))
    return retry_database(storing, patience=terms.patience)


def _part(record: Record, claim: Review, terms: ReviewSettings, gives_way: ShouldStop) -> Iterator[EventReview]:
    until = monotonic() + terms.seconds
    for event in review_record(record, first=len(claim.events)):
        yield event
        if monotonic() > until or gives_way():
            return


@transaction.atomic
def finish_part(*, claim: Review, part: list[EventReview], of: int) -> bool:
    """Store these events, and enqueue the next part on commit; False when the lease was lost."""
    events = [*claim.events, *map(to_json, part)]
    is_done = len(events) == of
    ended = {"status": Status.DONE, "finished_at": Now()} if is_done else {}
    if not jobs.finish(Review, claim, events=events, of=of, token=None, attempt=0, **ended):
        return False
    if not is_done:
        transaction.on_commit(partial(REVIEWS.publish, [claim.pk]))
    announce_review(claim)
    return True


def fail_attempt(*, claim: Review, cause: str, terms: ReviewSettings) -> None:
    """Release the review to another attempt; after the last it fails. The cause is for site admins."""
    REVIEWS.fail(claim, cause, terms)
    log.error("a part of a review failed", review=claim.public_id, cause=cause.strip()[-400:])


def sweep_reviews(*, terms: ReviewSettings) -> int:
    """Fail what used up its attempts, queue again what was lost, and return how many were queued.

    Delete unfinished reviews of an older version of the method: no worker continues them, and no page shows them.
    """
    Review.objects.filter(status=Status.WAITING, version__lt=VERSION).delete()
    rows = Review.objects.filter(version=VERSION).defer("events")
    _given_up, sent = REVIEWS.sweep(rows, terms, most=MOST_AT_ONCE)
    return sent
