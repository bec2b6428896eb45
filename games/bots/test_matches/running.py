"""Workers play test matches: claim, play in the sandbox outside any transaction, store the result, sweep."""

import traceback
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, Final

import structlog
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Now
from structlog.contextvars import bind_contextvars

from engine.core.bot import Bot
from engine.sandbox.tiers import heed
from games.bots.jobs import MOST_WAITING, QUEUE, CheckSettings, announce_bot, publish_bouts, send_bouts
from games.bots.models import Bout
from games.bots.programs import slug_of
from games.matches.playing import Chair, Played, Sheet, play_sheet
from games.matches.queueing import has_room
from games.matches.strategies import strategy
from games.matches.worker import Pressing, Throttled, check_is_pressing, retry_database
from league.shared import jobs
from league.shared.jobs import LeaseTerms
from league.shared.sandboxes import look_for_a_sandbox

log = structlog.get_logger(__name__)


TERMS: Final = LeaseTerms(lease=timedelta(seconds=300), attempts=3)  # above what a task may take: no heartbeat
MOST_AT_ONCE: Final = 100

# The test matches of one order are played one after the other.
EARLIER: Final = Bout.objects.filter(
    sparring=OuterRef("sparring"), status=Bout.Status.WAITING, rotation__lt=OuterRef("rotation")
)
NEXT: Final = Bout.objects.filter(~Exists(EARLIER), status=Bout.Status.WAITING)


def claim_bout(*, bout_id: int) -> Bout | None:
    """Claim the match if it is free and the next of its test; else None."""
    for bout in jobs.claim(NEXT.filter(pk=bout_id), TERMS):
        announce_bot(bout.sparring.version.bot.public_id)
        return bout
    return None


def sheet_of(bout: Bout) -> Sheet:
    """Return the sheet of the match."""
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
def finish_bout(*, claim: Bout, played: Played) -> bool:
    """Store the match, and enqueue the next one on commit; False when the lease was lost."""
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
    announce_bot(claim.sparring.version.bot.public_id)
    return True


def give_bout_back(*, claim: Bout, cause: str) -> None:
    """Release it to another attempt; after the last it fails. The cause is for site admins."""
    with transaction.atomic():
        bout = jobs.fail(Bout, claim, cause, TERMS)
        if bout is not None and bout.status == Bout.Status.DEAD:
            _on_to_the_next(bout.pk)
    log.error("a test match was not played", bout=claim.id, cause=cause.strip()[-400:])
    announce_bot(claim.sparring.version.bot.public_id)


@transaction.atomic
def bouts_again(failed: QuerySet[Bout]) -> int:
    """Give failed test matches new attempts, and return how many."""
    again = jobs.try_again(failed)
    for bot in {bout.sparring.version.bot.public_id for bout in again}:
        announce_bot(bot)
    transaction.on_commit(lambda: publish_bouts([bout.pk for bout in again]))
    return len(again)


def sweep_bouts() -> int:
    """Fail what used up its attempts, queue again what was lost, and return how many were queued."""
    _given_up, waiting = jobs.sweep(NEXT.only("pk"), TERMS, most=MOST_AT_ONCE if has_room(QUEUE, MOST_WAITING) else 0)
    send_bouts([bout.pk for bout in waiting])
    return len(waiting)


def _on_to_the_next(bout_id: int) -> None:
    waiting = Bout.objects.filter(sparring__bouts=bout_id, status=Bout.Status.WAITING, rotation__gt=0)
    following = waiting.order_by(F("rotation")).values_list("pk", flat=True).first()
    if following is not None:
        transaction.on_commit(lambda: publish_bouts([following]))


def play_bout(bout: int, *, terms: CheckSettings, find: Callable[[str], Bot] = strategy) -> bool:
    """Play the match if it is free, and return whether it was stored. Without a sandbox it waits."""
    if not look_for_a_sandbox().holds:
        return False
    return play_bout_here(bout, terms=terms, find=find)


def play_bout_here(
    bout: int, *, terms: CheckSettings, find: Callable[[str], Bot], gives_way: Pressing = check_is_pressing
) -> bool:
    """Play it with strategies from `find`. When `gives_way` returns True, the match is released."""
    claim = retry_database(partial(claim_bout, bout_id=bout), patience=terms.patience)
    if claim is None:
        return False
    bind_contextvars(bout=claim.id)
    try:
        played = play_sheet(sheet_of(claim), find=find, stop=Throttled(gives_way))
    except Exception as failure:  # the machine's fault, or ours, never the bot's: a site admin reads it
        heed(failure)
        giving_back = partial(give_bout_back, claim=claim, cause=traceback.format_exc())
        retry_database(giving_back, patience=terms.patience)
        return False
    if played is None:
        retry_database(partial(jobs.release, Bout, claim), patience=terms.patience)
        announce_bot(claim.sparring.version.bot.public_id)
        return False
    return retry_database(partial(finish_bout, claim=claim, played=played), patience=terms.patience)
