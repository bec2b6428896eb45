"""Workers play comparisons: one game for each message, so that all owners take turns."""

from collections.abc import Callable
from functools import partial
from typing import Final

import structlog
from django.db import transaction
from django.db.models.functions import Now
from structlog.contextvars import bind_contextvars

from engine.core.bot import Bot
from engine.core.comparison import game_score
from games.bots.comparisons.queries import figures_of, games_of_a_deal
from games.bots.jobs import COMPARISONS, MOST_WAITING, QUEUE, CheckSettings, announce_bot
from games.bots.leased_play import Outcomes, play_claimed
from games.bots.models import Comparison
from games.bots.queries import slug_of
from games.bots.test_matches.testing import MOST_AT_ONCE, TERMS, is_time_used
from games.matches.db_thread import retry_database
from games.matches.queueing import queue_has_space
from games.matches.run_match import Chair, Played, Sheet
from games.matches.strategy_registry import strategy
from games.matches.worker import check_is_urgent
from league.common import jobs
from league.common.sandboxes import look_for_a_sandbox

log = structlog.get_logger(__name__)

Status: Final = Comparison.Status


def sheet_of(comparison: Comparison) -> Sheet:
    """Return the sheet of the next game, which is played as `moothill-engine compare` plays it."""
    games = games_of_a_deal(comparison)
    deal, number = divmod(len(comparison.results), len(games))
    seed = comparison.seed + deal
    both = ((slug_of(comparison.version.public_id), 0), (comparison.opponent, comparison.playouts))
    chairs = [Chair(seat, *both[0 if is_first else 1]) for seat, is_first in enumerate(games[number])]
    return Sheet(
        game=comparison.game,
        options={},
        chairs=tuple(chairs),
        secret=b"",
        rotation=seed * (len(games) - 1) + number,  # with the seed it gives the luck of the game: seed * games + number
        seed=seed,
    )


@transaction.atomic
def finish_game(*, claim: Comparison, played: Played) -> bool:
    """Store the game, and enqueue the next one on commit; False when the lease was lost."""
    games = games_of_a_deal(claim)
    seating = games[len(claim.results) % len(games)]
    failed = {"A" if is_first else "B" for is_first, fault in zip(seating, played.faults, strict=True) if fault}
    claim.results = [*claim.results, [game_score(played.places, seating), "".join(sorted(failed))]]
    status = _status_after(claim)
    ended = {} if status == Status.WAITING else {"finished_at": Now()}
    written = {"status": status, "results": claim.results, "token": None, "attempt": 0, **ended}
    if not jobs.finish(Comparison, claim, **written):
        return False
    if not ended:
        transaction.on_commit(partial(COMPARISONS.publish, [claim.pk]))
    announce_bot(claim.version.bot.public_id)
    return True


def _status_after(comparison: Comparison) -> str:
    """Return its status after the last of its results."""
    games = len(games_of_a_deal(comparison))
    owner = comparison.version.bot.player.owner_id
    is_decided = len(comparison.results) % games == 0 and figures_of(comparison).accepted is not None
    if is_decided or len(comparison.results) == games * comparison.deals:
        return Status.DONE
    return Status.LIMITED if owner is None or is_time_used(owner) else Status.WAITING


def claim_comparison(*, comparison_id: int) -> Comparison | None:
    """Claim the comparison for its next game if it is free; else None."""
    return COMPARISONS.claim(Comparison.objects.filter(pk=comparison_id, status=Status.WAITING), TERMS)


def play_comparison(comparison: int, *, terms: CheckSettings) -> bool:
    """Play the next game if the comparison is free, and return whether it was stored. Without a sandbox it waits."""
    if not look_for_a_sandbox().holds:
        return False
    return play_comparison_here(comparison, terms=terms, find=strategy)


def play_comparison_here(comparison: int, *, terms: CheckSettings, find: Callable[[str], Bot]) -> bool:
    """Play it with strategies from `find`. When a check is urgent, the game is released."""
    claim = retry_database(partial(claim_comparison, comparison_id=comparison), patience=terms.patience)
    if claim is None:
        return False
    bind_contextvars(comparison=claim.public_id)
    outcomes = Outcomes(
        finish=lambda played: finish_game(claim=claim, played=played),
        give_back=lambda cause: give_back(claim=claim, cause=cause),
        release=lambda: jobs.release(Comparison, claim),
    )
    return play_claimed(sheet_of(claim), outcomes, find=find, gives_way=check_is_urgent, patience=terms.patience)


def give_back(*, claim: Comparison, cause: str) -> None:
    """Release it to another attempt; after the last it fails. The cause is for site admins."""
    COMPARISONS.fail(claim, cause, TERMS)
    log.error("a game of a comparison was not played", comparison=claim.public_id, cause=cause.strip()[-400:])


def sweep_comparisons() -> int:
    """Fail what used up its attempts, queue again what was lost, and return how many were queued."""
    most = MOST_AT_ONCE if queue_has_space(QUEUE, MOST_WAITING) else 0
    _given_up, sent = COMPARISONS.sweep(Comparison.objects.only("pk"), TERMS, most=most)
    return sent
