"""A real worker reviews what is requested, part by part."""

from collections.abc import Callable

import pytest

from games.reviews.models import Review
from tests.factories import account_of
from tests.games.reviews.factories import finished_match, reviewed
from tests.processes import Running, until


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_main_worker_finishes_a_review(celery_worker_process: Callable[..., Running]) -> None:
    review = reviewed(finished_match(), account_of("Morag"), left=12)
    celery_worker_process()
    until(lambda: Review.objects.get(pk=review.pk).status == Review.Status.DONE, "the review is finished")
    assert len(Review.objects.get(pk=review.pk).events) == review.of
