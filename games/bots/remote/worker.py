"""How a worker plays a match with remote bots: each of them sits at one table at a time, and the next one follows."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from games.bots.remote import exchange, keys
from games.matches.models import Match, MatchSeat
from games.matches.queueing import LeaseSettings, WaitingMatch, publish
from games.matches.worker import run_batch


def run_remote(ids: Sequence[int], *, terms: LeaseSettings) -> int:
    """Play the match if all its remote bots are free, and return how many are stored; else it waits its turn."""
    bots = _remote_bots(ids)
    with _at_the_table(bots) as are_free:
        stored = run_batch(ids, terms=terms, is_remote=True) if are_free else 0
    if are_free:
        publish(_next_of(bots))
    return stored


def _remote_bots(ids: Sequence[int]) -> list[str]:
    slugs = MatchSeat.objects.filter(match__in=ids, bot__startswith=keys.PREFIX).values_list("bot", flat=True)
    return sorted({slug.removeprefix(keys.PREFIX) for slug in slugs})


@contextmanager
def _at_the_table(bots: Sequence[str]) -> Iterator[bool]:
    token = keys.new_id()
    are_free = exchange.take_seats(bots, token)
    try:
        yield are_free
    finally:
        if are_free:
            exchange.leave_seats(bots, token)


def _next_of(bots: Sequence[str]) -> list[WaitingMatch]:
    """The match of each that waits longest; it may have been turned away because the bot was at another table."""
    found: dict[int, WaitingMatch] = {}
    for bot in bots:
        waiting = Match.objects.filter(status=Match.Status.QUEUED, seats__bot=keys.slug_of(bot)).order_by("pk")
        for key, attempt, cost in waiting.values_list("pk", "attempt", "cost")[:1]:
            found[key] = WaitingMatch(key, attempt, cost, is_remote=True)
    return list(found.values())
