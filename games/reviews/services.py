"""Requests of reviews."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Final, Literal

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from engine.review import VERSION
from games.matches.models import Match
from games.matches.queries import OpenRecord
from games.records.models import SubmittedRecord
from games.reviews.errors import TooManyReviews
from games.reviews.job_queue import REVIEWS, announce_review
from games.reviews.models import Review
from games.reviews.queries import match_to_review, record_to_review
from league.accounts.models import Account
from league.common.locks import advisory_lock

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
