"""Holding a match: claimed by a lease, kept by a heartbeat, given back when the machine failed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import cast
from uuid import UUID

import structlog
from django.db.models import Prefetch, QuerySet, prefetch_related_objects

from engine.core import registry
from games.matches.models import Match, MatchSeat
from games.matches.playing import Chair, Sheet
from games.matches.terms import Terms
from games.matches.turns import next_in_turn
from league.shared import jobs
from league.shared.live import announce

log = structlog.get_logger(__name__)

TRIES = 3  # to claim before other workers do


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A match in a worker's hands: what to play, and the token that proves the right to finish it."""

    id: int
    token: UUID | None
    subject: UUID
    pool_id: int | None
    block_id: int
    block: UUID
    public_id: str
    sheet: Sheet


def claim_matches(
    *, ids: Sequence[int], terms: Terms, has_sandbox: bool = False, is_remote: bool = False
) -> list[Claim]:
    """Claim those of the matches that are free, in one statement. Whatever is missing is somebody else's, or done.

    Matches with programs of strangers are claimed by those alone who have a sandbox for them, and those that wait for
    programs elsewhere by those who can wait.
    """
    rows = Match.objects.filter(pk__in=ids, rules_version__in=rules_played_here(), is_remote=is_remote)
    if not has_sandbox:
        rows = rows.filter(needs_sandbox=False)
    matches = jobs.claim(_untried_if_many(rows, ids), terms)
    prefetch_related_objects(matches, "block", Prefetch("seats", MatchSeat.objects.order_by("seat")))
    if matches:
        announce("hall")
    return [_claim(match) for match in matches]


def claim_in_turn(*, ids: Sequence[int], terms: Terms, has_sandbox: bool = False) -> list[Claim]:
    """Claim the matches whose turn it is, instead of those that a message names: owners take turns.

    A message is leave to play as much as it names. Where other workers were faster it is those that it names.
    """
    for _attempt in range(TRIES):
        found = next_in_turn(ids=ids, rules=rules_played_here(), needs_sandbox=has_sandbox)
        claims = claim_matches(ids=found, terms=terms, has_sandbox=has_sandbox) if found else []
        if claims or not found:
            break
    return claims or claim_matches(ids=ids, terms=terms, has_sandbox=has_sandbox)


def extend_leases(*, claims: Sequence[Claim], lease: timedelta) -> set[UUID]:
    """Extend the leases that still stand, and return their tokens. The others are lost: stop playing them."""
    return jobs.extend(Match, claims, lease)


def give_back(*, claim: Claim, reason: str, terms: Terms) -> None:
    """Leave the match to another attempt, or give it up when that was the last. The reason is for an operator."""
    match = jobs.fail(Match, claim, reason, terms)
    if match is not None:
        cause = reason.strip().rpartition("\n")[2]
        log.error("a match was not played", match=claim.public_id, status=match.status, cause=cause)
        announce("hall", f"match:{claim.public_id}")


def put_away(*, claim: Claim) -> None:
    """Let the match wait as if it had not begun, for the next sweep to enqueue; one that was lost is left alone."""
    if jobs.release(Match, claim):
        announce("hall", f"match:{claim.public_id}")


def rules_played_here() -> list[str]:
    """The versions of rules that this process plays; matches of another version wait for another worker."""
    return [game.rules_version for game in registry.games().values()]


def _untried_if_many(rows: QuerySet[Match], ids: Sequence[int]) -> QuerySet[Match]:
    """Leave out matches tried before unless there is only one: it may have killed its worker."""
    return rows.filter(attempt=0) if len(ids) > 1 else rows


def _claim(match: Match) -> Claim:
    return Claim(
        id=match.pk,
        token=match.token,
        subject=match.subject,
        pool_id=match.pool_id,
        block_id=match.block_id,
        block=match.block.uuid,
        public_id=match.public_id,
        sheet=Sheet(
            game=match.game,
            options=match.options,
            secret=bytes(match.block.secret),
            rotation=match.rotation,
            chairs=tuple(Chair(cast(int, seat.player_id), seat.bot, seat.playouts) for seat in match.seats.all()),
        ),
    )
