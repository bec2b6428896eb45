"""Reads of reviews. A reader who may see all cards of a game may see its review."""

from dataclasses import dataclass
from datetime import timedelta
from statistics import median_high
from typing import Any, Final

from django.db.models import Count, DurationField, ExpressionWrapper, F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.core.errors import EngineError
from engine.review import VERSION
from games.matches.models import Match
from games.matches.queries import OpenRecord, match_at, open_record, replay
from games.records.models import SubmittedRecord
from games.records.queries import searched_events, verified_at
from games.reviews.errors import CannotReview, NoSuchReview
from games.reviews.models import Review
from league.clubs.permissions import User
from league.common.models import first_or_refuse

MEASURED: Final = 20  # of the last finished reviews
OF_THIS_VERSION: Final[dict[str, Any]] = {"version": VERSION}


def match_to_review(public_id: str, user: User) -> tuple[Match, OpenRecord]:
    """Return a match whose cards the user may see.

    Raise `NoSuchMatch`, `RecordIsSealed`, `RecordIsGone`, or `CannotReview`.
    """
    match = match_at(public_id, user)
    try:
        return match, replay(match)
    except EngineError as error:
        raise _other_rules() from error


def record_to_review(public_id: str, user: User) -> tuple[SubmittedRecord, OpenRecord]:
    """Return a verified record of which all cards are known. Raise `NoSuchRecord` or `CannotReview`."""
    record = verified_at(public_id, user)
    if searched_events(record):
        raise CannotReview(_("This record leaves cards open. Moothill reviews only games whose cards are all known."))
    try:
        return record, open_record(record.completed)
    except EngineError as error:
        raise _other_rules() from error


def review_of(*, match: str = "", record: str = "") -> Review | None:
    """Return the review of the match or record with this public id, or None if it was not requested."""
    of = {"match__public_id": match} if match else {"record__public_id": record}
    reviews = Review.objects.filter(**of, **OF_THIS_VERSION).select_related("match", "record")
    return reviews.defer("attempt_log", "record__text", "record__completed").first()


@dataclass(frozen=True, slots=True)
class Queue:
    """Where a review waits. `left` is the estimated time to its result; None without anything to measure."""

    place: int  # from 1, by the time of the request
    count: int
    left: timedelta | None


def queue_at(review: Review) -> Queue:
    """Return the position of a waiting review in the queue, in two queries.

    The estimate is from its own pace, before its first event from the median of the last finished reviews.
    """
    waiting = Review.objects.filter(status=Review.Status.WAITING, **OF_THIS_VERSION)
    counts = waiting.aggregate(place=Count("pk", filter=Q(pk__lte=review.pk)), all=Count("pk"))
    left = usual_time()
    if review.events:
        left = (timezone.now() - review.created_at) * (review.of - len(review.events)) / len(review.events)
    return Queue(counts["place"], counts["all"], left)


def usual_time() -> timedelta | None:
    """Return the median time from request to result of the last finished reviews, in one query; None without any."""
    done = Review.objects.filter(status=Review.Status.DONE, **OF_THIS_VERSION).order_by("-pk")
    duration = ExpressionWrapper(F("finished_at") - F("created_at"), output_field=DurationField())
    times = list(done.values_list(duration, flat=True)[:MEASURED])
    return median_high(times) if times else None


def review_at(public_id: str, user: User) -> tuple[Review, OpenRecord]:
    """Return the review of a match and the match's record. Raise as `match_to_review`, and `NoSuchReview`."""
    match, opened = match_to_review(public_id, user)
    sentence = _("No review of this match was requested. Request one on the page of the match.")
    review = first_or_refuse(Review.objects.filter(match=match, **OF_THIS_VERSION), NoSuchReview(sentence))
    return review, opened


def _other_rules() -> CannotReview:
    return CannotReview(_("This game was played by another version of the rules, so Moothill cannot review it."))
