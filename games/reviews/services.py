"""Writes of reviews: people request them."""

from datetime import timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from engine.review import VERSION
from games.matches.models import Match
from games.records.models import SubmittedRecord
from games.reviews.errors import TooManyReviews
from games.reviews.jobs import REVIEWS, announce_review
from games.reviews.models import Review
from games.reviews.queries import match_to_review, record_to_review
from league.accounts.models import Account
from league.common.locks import advisory_lock

MOST_A_DAY: Final = 20  # requests of an account for new reviews
DAY: Final = timedelta(days=1)


def request_match_review(*, account: Account, public_id: str) -> Review:
    """Request the review of a match. Idempotent. Raise as `match_to_review`, or `TooManyReviews`."""
    return _request(account, match=match_to_review(public_id, account)[0])


def request_record_review(*, account: Account, public_id: str) -> Review:
    """Request the review of a game record. Idempotent. Raise as `record_to_review`, or `TooManyReviews`."""
    return _request(account, record=record_to_review(public_id, account)[0])


@transaction.atomic
def _request(account: Account, **subject: Match | SubmittedRecord) -> Review:
    """Return the stored review, or queue a new one."""
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
