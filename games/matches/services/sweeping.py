"""The sweep: whatever a message, a worker or the broker lost is found in the rows and enqueued again."""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import Q, QuerySet

from games.matches.batches import Waiting
from games.matches.models import Match
from games.matches.queue import QUEUE, QUEUE_APART, QUEUE_REMOTE, publish, waiting_messages
from games.matches.services.claims import rules_played_here
from games.matches.terms import Terms
from league.shared import jobs
from league.shared.broker import RedisError
from league.shared.live import announce

log = structlog.get_logger(__name__)

MOST_AT_ONCE = 5_000
QUEUES = (QUEUE, QUEUE_APART, QUEUE_REMOTE)
FACTS = ("attempt", "cost", "needs_sandbox", "is_remote")


def sweep_matches(*, terms: Terms) -> int:
    """Enqueue again what nobody plays, give up what used up its attempts, and return how many were enqueued.

    One sweep runs at a time; another one returns 0 at once. While the broker is away, or full of messages, nothing
    is enqueued.
    """
    queues = [queue for queue in QUEUES if _broker_has_room(queue, terms)]
    rows = Match.objects.filter(_is_of(queues), rules_version__in=rules_played_here()).only(*FACTS)
    given_up, waiting = jobs.sweep(rows, terms, most=MOST_AT_ONCE)
    if given_up:
        names = [match.public_id for match in given_up]
        log.error("matches were given up", matches=names, attempts=terms.attempts)
        announce("hall", *(f"match:{name}" for name in names))
    publish(_waiting(match) for match in waiting)
    return len(waiting)


@transaction.atomic
def queue_again(*, matches: Iterable[Match]) -> int:
    """Give those that were given up new attempts, and return how many. For an operator who has seen to the cause."""
    return _queue(Match.objects.filter(pk__in=[match.pk for match in matches], status=Match.Status.DEAD))


@transaction.atomic
def queue_cancelled(*, subjects: Iterable[UUID]) -> int:
    """Queue the cancelled matches with these subjects again, and return how many."""
    return _queue(Match.objects.filter(subject__in=list(subjects), status=Match.Status.CANCELLED))


def _queue(matches: QuerySet[Match]) -> int:
    again = jobs.try_again(matches.only(*FACTS, "public_id"))
    announce("hall", *(f"match:{match.public_id}" for match in again))
    transaction.on_commit(lambda: publish(_waiting(match)._replace(attempt=1) for match in again))  # each alone
    return len(again)


def _is_of(queues: Iterable[str]) -> Q:
    """Matches for the workers of these queues."""
    kinds = {QUEUE: Q(is_remote=False, needs_sandbox=False), QUEUE_REMOTE: Q(is_remote=True)}
    kinds[QUEUE_APART] = Q(is_remote=False, needs_sandbox=True)
    return reduce(or_, (kinds[queue] for queue in queues), Q(pk__in=()))


def _waiting(match: Match) -> Waiting:
    return Waiting(match.pk, match.attempt, match.cost, match.needs_sandbox, match.is_remote)


def _broker_has_room(queue: str, terms: Terms) -> bool:
    try:
        return waiting_messages(queue) < terms.waiting_messages
    except RedisError as error:
        log.warning("the broker is away; the next sweep tries again", cause=str(error))
        return False
