"""What bots do when a tournament publishes pairings, when an owner leaves, and when a token ends."""

from typing import Any

import structlog
from celery import current_app
from django.dispatch import receiver
from kombu.exceptions import OperationalError as BrokerAway

from games.bots.remote.services import end_streams
from games.bots.services.leaving import forget_bots_of
from games.bots.tasks import cancel_matches, make_matches
from league.members.models import Account
from league.members.signals import account_leaving, token_revoked
from league.tournaments.signals import pairings_published, pairings_withdrawn

log = structlog.get_logger(__name__)


@receiver(pairings_published, dispatch_uid="games.bots.make_matches")
def make_matches_soon(*, round_id: int, **_: Any) -> None:
    """Create the round's matches: a worker does it at once, a page sends a message.

    Without a broker the tournament announces the round again.
    """
    if current_app.current_worker_task is not None:
        make_matches(round_id)
        return
    try:
        make_matches.delay(round_id)
    except BrokerAway as error:
        log.warning("a round waits to be announced again", round=round_id, cause=str(error))


@receiver(pairings_withdrawn, dispatch_uid="games.bots.cancel_matches")
def cancel_matches_soon(*, round_id: int, **_: Any) -> None:
    """Have a worker cancel the round's matches. Without a broker the tournament announces it again."""
    try:
        cancel_matches.delay(round_id)
    except BrokerAway as error:
        log.warning("a withdrawn round waits to be announced again", round=round_id, cause=str(error))


@receiver(account_leaving, dispatch_uid="games.bots.forget_bots")
def forget_bots(*, account: Account, **_: Any) -> None:
    """Wipe what an account that is deleted has uploaded."""
    forget_bots_of(account)


@receiver(token_revoked, dispatch_uid="games.bots.end_streams")
def end_streams_at_once(*, account: Account, **_: Any) -> None:
    """Cut off what played by the token."""
    end_streams(account=account)
