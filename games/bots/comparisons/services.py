"""Writes of comparisons: authors order and stop them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from structlog.contextvars import bind_contextvars

from engine.core import registry
from engine.core.bot import Bot
from engine.core.comparison import game_score
from engine.core.errors import EngineError
from games.bots.comparisons.queries import DAY, figures_of, games_of_a_deal, own_comparison
from games.bots.errors import CannotTest, TooManyBotTests
from games.bots.jobs import COMPARISONS, MOST_WAITING, QUEUE, announce_bot, stop_comparisons
from games.bots.models import Comparison, UploadedBot
from games.bots.services import lock_bots_of, locked_active_bot
from games.bots.test_matches.queries import Opponent, may_play, opponents_for, version_label, version_name
from games.bots.test_matches.services import MOST_AT_ONCE, TERMS, check_time_of_day, is_time_used, version_to_test
from games.bots.version_slugs import slug_of
from games.matches.queueing import queue_has_space
from games.matches.run_match import MatchSetup, Played, SeatSetup, play_match
from games.matches.strategy_registry import strategy
from games.matches.worker import Throttled, check_is_urgent, retry_database, work_on_claim
from league.accounts.models import Account
from league.common import jobs
from league.common.messages import game_name

MOST_DEALS: Final = 200
MOST_A_DAY: Final = 20
MOST_KEPT: Final = 50  # of one bot
LARGEST_SEED: Final = 10**9
TESTS: Final = (20, 50, 100)  # Elo differences that a comparison can be tested for


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonOrder:
    """An order. `opponent` is a key of `rivals_of`; `elo_to_find` is one of `TESTS`, or 0 for no test."""

    version: int
    opponent: str
    game: str
    seats: int
    deals: int
    seed: int = 1
    elo_to_find: int = 0


def rivals_of(bot: UploadedBot) -> list[Opponent]:
    """Return what a version can be compared with: built-in bots and the bot's versions."""
    opponents = [opponent for group in opponents_for(bot) for opponent in group.opponents]
    return [opponent for opponent in opponents if opponent.is_builtin or opponent.version]


@transaction.atomic
def order_comparison(*, account: Account, bot: str, order: ComparisonOrder) -> Comparison:
    """Order a comparison. Raise `NoSuchBot`, `NoSuchVersion`, `NotNow`, `CannotTest`, `TooManyBotTests`."""
    uploaded_bot = locked_active_bot(UploadedBot, bot, account)
    version = version_to_test(uploaded_bot, order.version)
    rival = _rival(uploaded_bot, order)
    _check_game(order, version.games, rival)
    _check_limits(account)
    comparison = Comparison.objects.create(
        version=version,
        opponent=rival.strategy,
        playouts=rival.playouts,
        names=[version_name(version), rival.name],
        labels=[version_label(version), rival.label],
        game=order.game,
        seats=order.seats,
        deals=order.deals,
        seed=order.seed,
        elo_to_find=order.elo_to_find,
    )
    transaction.on_commit(partial(COMPARISONS.publish, [comparison.pk]))
    _delete_old(uploaded_bot)
    announce_bot(uploaded_bot.public_id)
    return comparison


@transaction.atomic
def stop_comparison(*, account: Account, bot: str, public_id: str) -> Comparison:
    """Stop a comparison; its finished deals count. Idempotent. Raise `NoSuchTest`."""
    comparison = own_comparison(bot, public_id, account)
    stop_comparisons(Comparison.objects.filter(pk=comparison.pk))
    announce_bot(bot)
    return comparison


def _rival(bot: UploadedBot, order: ComparisonOrder) -> Opponent:
    rival = next((rival for rival in rivals_of(bot) if rival.key == order.opponent), None)
    if rival is None:
        sentence = _("You can compare with a built-in bot or a version of this bot. Choose another opponent.")
        raise CannotTest(sentence, field="opponent")
    if rival.version == order.version:
        raise CannotTest(
            _("A and B are the same version. Choose an older version as B, or a built-in bot."), field="opponent"
        )
    return rival


def _check_game(order: ComparisonOrder, games: list[str], rival: Opponent) -> None:
    if order.game not in games or not may_play(rival, order.game):
        sentence = _("Not both bots play %(game)s. Choose another game, or another bot as B.")
        raise CannotTest(sentence % {"game": game_name(order.game)}, field="game")
    try:
        registry.game(order.game).start(order.seats)
    except EngineError as error:
        raise CannotTest(error.sentence, field="seats") from error


def _check_limits(account: Account) -> None:
    lock_bots_of(account)
    own = Comparison.objects.filter(version__bot__player__owner=account)
    if own.filter(status=Comparison.Status.WAITING).exists():
        raise TooManyBotTests(_("You have an unfinished comparison. Wait until it finishes, or stop it."))
    if own.filter(created_at__gt=Now() - DAY).count() >= MOST_A_DAY:
        sentence = _("You have used all %(most)d comparisons of today. Try again tomorrow, or compare at home.")
        raise TooManyBotTests(sentence % {"most": MOST_A_DAY})
    check_time_of_day(account)


def _delete_old(bot: UploadedBot) -> None:
    """Delete the oldest ended ones; those of a day are counted, so they stay."""
    ended = Comparison.objects.filter(version__bot=bot).exclude(status=Comparison.Status.WAITING)
    old = list(ended.order_by("-pk").values_list("pk", flat=True)[MOST_KEPT:])
    Comparison.objects.filter(pk__in=old, created_at__lt=Now() - DAY).delete()


Status: Final = Comparison.Status


def setup_of(comparison: Comparison) -> MatchSetup:
    """Return the setup of the next game, which is played as `moothill-engine compare` plays it."""
    games = games_of_a_deal(comparison)
    deal, number = divmod(len(comparison.results), len(games))
    seed = comparison.seed + deal
    both = ((slug_of(comparison.version.public_id), 0), (comparison.opponent, comparison.playouts))
    seat_setups = [SeatSetup(seat, *both[0 if is_first else 1]) for seat, is_first in enumerate(games[number])]
    return MatchSetup(
        game=comparison.game,
        options={},
        seats=tuple(seat_setups),
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
    fields = {"status": status, "results": claim.results, "token": None, "attempt": 0, **ended}
    if not jobs.finish(Comparison, claim, **fields):
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


def play_comparison(comparison: int, *, find: Callable[[str], Bot] = strategy) -> bool:
    """Play the next game if the comparison is free, and return whether it was stored.

    When a check is urgent, the game is released.
    """
    claim = retry_database(partial(claim_comparison, comparison_id=comparison))
    if claim is None:
        return False
    bind_contextvars(comparison=claim.public_id)
    return work_on_claim(
        partial(play_match, setup_of(claim), find=find, stop=Throttled(check_is_urgent)),
        finish=lambda played: finish_game(claim=claim, played=played),
        fail=lambda cause: COMPARISONS.fail(claim, cause, TERMS),
        release=lambda: jobs.release(Comparison, claim),
    )


def sweep_comparisons() -> int:
    """Fail what used up its attempts, queue again what was lost, and return how many were queued."""
    most = MOST_AT_ONCE if queue_has_space(QUEUE, MOST_WAITING) else 0
    _given_up, sent = COMPARISONS.sweep(Comparison.objects.only("pk"), TERMS, most=most)
    return sent
