"""Reviews: people request them; workers compute them in parts of a few seconds, so that requests take turns."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Any, Final, Literal

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from structlog.contextvars import bind_contextvars

from engine.core.record import Record
from engine.notation import from_text
from engine.review import VERSION, EventReview
from engine.review import review as review_record
from games.matches.models import Match, MatchRecord
from games.matches.pruning import text_of
from games.matches.queries import OpenRecord
from games.matches.worker import ShouldStop, Throttled, retry_database, work_on_claim
from games.records.models import SubmittedRecord
from games.reviews.errors import TooManyReviews
from games.reviews.models import Review
from games.reviews.queries import match_to_review, record_to_review
from league.accounts.models import Account
from league.common import jobs
from league.common.jobs import JobQueue, LeaseOptions
from league.common.live import announce
from league.common.locks import advisory_lock
from league.common.redis_client import LATER, RedisError, broker

MOST_A_DAY: Final = 20  # requests of an account for new reviews
DAY: Final = timedelta(days=1)

Kind = Literal["match", "record"]
"""What a review is of."""


@transaction.atomic
def request_review(*, account: Account, kind: Kind, public_id: str) -> Review:
    """Request the review of a match or of a game record: return the stored one, or queue a new one. Idempotent.

    Raise as `match_to_review` or `record_to_review`, or `TooManyReviews`.
    """
    find: Callable[..., tuple[Match | SubmittedRecord, OpenRecord]]
    find = match_to_review if kind == "match" else record_to_review
    subject = {kind: find(public_id, account)[0]}
    advisory_lock(f"games.reviews.of.{account.pk}")
    stored = Review.objects.filter(**subject, version=VERSION).first()
    if stored:
        return stored
    if Review.objects.filter(requested_by=account, created_at__gt=Now() - DAY).count() >= MOST_A_DAY:
        sentence = _("You have requested all %(most)d reviews of today. Try again tomorrow.")
        raise TooManyReviews(sentence % {"most": MOST_A_DAY})
    review, is_new = Review.objects.get_or_create(**subject, version=VERSION, defaults={"requested_by": account})
    if is_new:
        transaction.on_commit(partial(REVIEWS.publish, [review.pk]))
        announce_review(review)
    return review


Status: Final = Review.Status
MOST_AT_ONCE: Final = 100  # messages that a sweep sends
SCALE: Final = 1000  # chances are stored in thousandths


REVIEW: Final = "games.reviews.review"
SWEEP: Final = "games.reviews.sweep"
QUEUE: Final = "reviews"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSettings(LeaseOptions):
    """Lease settings by the database's clock. A part ends well within one lease and needs no heartbeat."""

    lease: timedelta = timedelta(seconds=120)
    attempts: int = 3
    seconds: float = 2.0  # of a part, by the worker's clock: after so many the next event is left to another message


TERMS: Final = ReviewSettings()


def topic_of(review: Review) -> str:
    """Return the topic of live updates: that of its match or record."""
    return f"match:{review.match.public_id}" if review.match else f"record:{review.record.public_id}"  # type: ignore[union-attr]  # one of both is set


def announce_review(review: Review) -> None:
    """Announce a change of the review."""
    announce(topic_of(review))


REVIEWS: Final = JobQueue(model=Review, task=REVIEW, announce=announce_review, priority=LATER)


def is_other_work_waiting() -> bool:
    """Return whether a message of another kind of work waits that this site's workers could take now.

    False while the broker is away.
    """
    others = [name for name in settings.QUEUES if name != QUEUE and name not in {"bots", "programs", "remote", "mixed"}]
    try:
        return any(broker().llen(name) for name in others)
    except RedisError:
        return False


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
        finish=lambda done: finish_part(claim=claim, of=done[0], part=done[1]),
        fail=lambda cause: REVIEWS.fail(claim, cause, terms),
    )


def _part(record: Record, claim: Review, terms: ReviewSettings, should_stop: ShouldStop) -> Iterator[EventReview]:
    until = monotonic() + terms.seconds
    for event in review_record(record, first=len(claim.events)):
        yield event
        if monotonic() > until or should_stop():
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


def sweep_reviews(*, terms: ReviewSettings) -> int:
    """Fail what used up its attempts, queue again what was lost, and return how many were queued.

    Delete unfinished reviews of an older version of the method: no worker continues them, and no page shows them.
    """
    Review.objects.filter(status=Status.WAITING, version__lt=VERSION).delete()
    rows = Review.objects.filter(version=VERSION).defer("events")
    _given_up, sent = REVIEWS.sweep(rows, terms, most=MOST_AT_ONCE)
    return sent
