"""What reviews register with lower apps: jobs for the operations page."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.reviews.job_queue import QUEUE, REVIEWS, is_other_work_waiting
from games.reviews.models import Review
from league.common.messages import game_name
from league.operations.job_types import LeasedJobType


def _name(review: Review) -> str:
    game = review.match or review.record
    return _("Review of %(game)s") % {"game": game_name(game.game) if game else ""}


def _address(review: Review) -> str:
    if review.match:
        return review.match.get_absolute_url()
    return reverse("records:record", args=[review.record.public_id]) if review.record else ""


REVIEW_JOBS = LeasedJobType(
    slug="reviews",
    title=gettext_lazy("Game reviews"),
    rows=Review.objects.select_related("match", "record").defer("events"),
    queue=QUEUE,
    since="created_at",
    label=_name,
    href=_address,
    retry_rows=REVIEWS.try_again,
    waits_for_others=is_other_work_waiting,
)
