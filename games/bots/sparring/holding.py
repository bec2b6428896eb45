"""A test match in a worker's hands: claimed by a lease, finished by the token, or given back; lost ones are found."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.db.models.functions import Now

from games.bots.models import Bout
from games.bots.programs import slug_of
from games.bots.queue import has_room, publish_bouts, send_bouts
from games.bots.topics import tell
from games.matches.playing import Chair, Played, Sheet
from league.shared import jobs
from league.shared.jobs import LeaseTerms

log = structlog.get_logger(__name__)

TERMS: Final = LeaseTerms(lease=timedelta(seconds=300), attempts=3)  # above what a task may take: no heartbeat
MOST_AT_ONCE: Final = 100

# The test matches of one order are played one after the other.
EARLIER: Final = Bout.objects.filter(
    sparring=OuterRef("sparring"), status=Bout.Status.WAITING, rotation__lt=OuterRef("rotation")
)
NEXT: Final = Bout.objects.filter(~Exists(EARLIER), status=Bout.Status.WAITING)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoutClaim:
    """A bout to play, and the token that proves the right to say what came of it."""

    id: int
    token: UUID | None
    bot: str
    seat: int  # the tested version's
    sheet: Sheet


def claim_bout(*, bout_id: int) -> BoutClaim | None:
    """Claim the bout if it is free and the next of its sparring; else None."""
    for bout in jobs.claim(NEXT.filter(pk=bout_id), TERMS):
        bot = bout.sparring.version.bot.public_id
        tell(bot)
        return BoutClaim(id=bout.pk, token=bout.token, bot=bot, seat=bout.seat, sheet=sheet_of(bout))
    return None


def sheet_of(bout: Bout) -> Sheet:
    """All that what comes of it depends on."""
    sparring, turn = bout.sparring, bout.rotation
    strategies = [slug_of(sparring.version.public_id), *sparring.opponents]
    playouts = sparring.seat_playouts or [sparring.playouts] * len(strategies)
    chairs = [Chair(number, *seat) for number, seat in enumerate(zip(strategies, playouts, strict=True))]
    return Sheet(
        game=sparring.game,
        options={},
        chairs=tuple(chairs[turn:] + chairs[:turn]),
        secret=b"",
        rotation=turn,
        names=tuple(sparring.labels[turn:] + sparring.labels[:turn]),
        seed=sparring.seed,
    )


@transaction.atomic
def finish_bout(*, claim: BoutClaim, played: Played) -> bool:
    """Keep what was played, and enqueue the next bout on commit; False when the claim was lost meanwhile."""
    report = next(one for one in played.reports if one.seat == claim.seat)
    facts: dict[str, Any] = {
        "record": played.text,
        "points": list(played.points),
        "places": list(played.places),
        "faults": list(played.faults),
        **{name: fact for name, fact in report._asdict().items() if name != "seat"},
    }
    if not jobs.finish(Bout, claim, status=Bout.Status.DONE, token=None, finished_at=Now(), **facts):
        return False
    _on_to_the_next(claim.id)
    tell(claim.bot)
    return True


def give_bout_back(*, claim: BoutClaim, cause: str) -> None:
    """Leave it to another attempt; after the last it is given up. The cause is for an operator."""
    with transaction.atomic():
        bout = jobs.fail(Bout, claim, cause, TERMS)
        if bout is not None and bout.status == Bout.Status.DEAD:
            _on_to_the_next(bout.pk)
    log.error("a test match was not played", bout=claim.id, cause=cause.strip()[-400:])
    tell(claim.bot)


def put_bout_away(*, claim: BoutClaim) -> None:
    """Let it wait as if it had not begun, for the next sweep to enqueue."""
    if jobs.release(Bout, claim):
        tell(claim.bot)


@transaction.atomic
def bouts_again(names: Sequence[str] | None) -> int:
    """Give those that were given up new attempts (all of them for None), and return how many. For an operator."""
    rows = Bout.objects.filter(status=Bout.Status.DEAD)
    dead = rows if names is None else rows.filter(pk__in=[name for name in names if name.isdecimal()])
    again = jobs.try_again(dead.select_related("sparring__version__bot").only("sparring__version__bot__public_id"))
    for bot in {bout.sparring.version.bot.public_id for bout in again}:
        tell(bot)
    transaction.on_commit(lambda: publish_bouts([bout.pk for bout in again]))
    return len(again)


def sweep_bouts() -> int:
    """Give up what lost its worker too often, enqueue what nobody plays, and return how many were enqueued."""
    _given_up, waiting = jobs.sweep(NEXT.only("pk"), TERMS, most=MOST_AT_ONCE if has_room() else 0)
    send_bouts([bout.pk for bout in waiting])
    return len(waiting)


def _on_to_the_next(bout_id: int) -> None:
    waiting = Bout.objects.filter(sparring__bouts=bout_id, status=Bout.Status.WAITING, rotation__gt=0)
    following = waiting.order_by(F("rotation")).values_list("pk", flat=True).first()
    if following is not None:
        transaction.on_commit(lambda: publish_bouts([following]))
