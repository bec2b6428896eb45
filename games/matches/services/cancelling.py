"""Matches that are not to be played any more, because their tournament is over."""

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction

from games.matches.models import Match
from league.shared.live import announce

UNFINISHED = (Match.Status.QUEUED, Match.Status.RUNNING, Match.Status.DEAD)


@transaction.atomic
def cancel_matches(*, subjects: Iterable[UUID]) -> int:
    """Cancel those of the matches with these subjects that are not finished, and return how many. Idempotent.

    A worker that holds one loses its lease, so it cannot enter a result.
    """
    unfinished = Match.objects.filter(subject__in=list(subjects), status__in=UNFINISHED)
    rows = list(unfinished.order_by("pk").select_for_update(no_key=True).values_list("pk", "public_id"))
    Match.objects.filter(pk__in=[pk for pk, _public_id in rows]).update(
        status=Match.Status.CANCELLED, token=None, lease_until=None
    )
    if rows:
        announce("hall", *(f"match:{public_id}" for _pk, public_id in rows))
    return len(rows)
