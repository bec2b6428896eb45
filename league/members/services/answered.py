"""Answers to requests with an `Idempotency-Key`, so that a request that is sent again does nothing twice."""

from datetime import timedelta
from typing import Final

from django.utils import timezone

from league.members.models import Account, AnsweredRequest

KEPT_FOR: Final = timedelta(days=1)


def claim_key(*, account: Account, key: str, digest: str) -> tuple[AnsweredRequest, bool]:
    """Return the row of this key, and whether it is new.

    The caller is in a transaction: a second request with the same key waits until it ends.
    """
    return AnsweredRequest.objects.get_or_create(account=account, key=key, defaults={"digest": digest})


def keep_answer(*, row: AnsweredRequest, status: int, body: str) -> None:
    """Store the response, for replays of the request."""
    row.status, row.body = status, body
    row.save(update_fields=["status", "body"])


def free_key(*, row: AnsweredRequest) -> None:
    """Release the key, so that the request can be sent again."""
    row.delete()


def forget_answers() -> None:
    """Delete the answers that are older than `KEPT_FOR`. Idempotent."""
    AnsweredRequest.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()
