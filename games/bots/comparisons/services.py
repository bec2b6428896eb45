"""Writes of comparisons: authors order and stop them."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.errors import EngineError
from games.bots.comparisons.queries import DAY, own_comparison
from games.bots.errors import CannotTest, TooManyBotTests
from games.bots.jobs import COMPARISONS, announce_bot, stop_comparisons
from games.bots.models import Comparison, UploadedBot
from games.bots.services import locked_active_bot
from games.bots.test_matches.testing import (
    Opponent,
    check_time_of_day,
    file_of,
    may_play,
    name_of,
    opponents_for,
    version_to_test,
)
from league.accounts.models import Account
from league.common.game_names import game_name
from league.common.locks import advisory_lock

MOST_DEALS: Final = 200
MOST_A_DAY: Final = 20
MOST_KEPT: Final = 50  # of one bot
LARGEST_SEED: Final = 10**9
TESTS: Final = (20, 50, 100)  # Elo differences that a comparison can be tested for


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """An order. `opponent` is a key of `rivals_of`; `elo_to_find` is one of `TESTS`, or 0 for no test."""

    number: int
    opponent: str
    game: str
    seats: int
    deals: int
    seed: int = 1
    elo_to_find: int = 0


def rivals_of(bot: UploadedBot) -> dict[str, Opponent]:
    """Return what a version can be compared with, by key: built-in bots and the bot's versions."""
    opponents = [opponent for choice in opponents_for(bot) for opponent in choice.opponents]
    return {one.key: one for one in opponents if not one.key.startswith("bot:")}


@transaction.atomic
def order_comparison(*, account: Account, bot: str, wish: Wish) -> Comparison:
    """Order a comparison. Raise `NoSuchBot`, `NoSuchVersion`, `NotNow`, `CannotTest`, `TooManyBotTests`."""
    uploaded_bot = locked_active_bot(UploadedBot, bot, account)
    version = version_to_test(uploaded_bot, wish.number)
    rival = _rival(uploaded_bot, wish)
    _check_game(wish, version.games, rival)
    _check_limits(account)
    comparison = Comparison.objects.create(
        version=version,
        opponent=rival.strategy,
        playouts=rival.playouts,
        names=[name_of(version), rival.name],
        labels=[file_of(version), rival.label],
        game=wish.game,
        seats=wish.seats,
        deals=wish.deals,
        seed=wish.seed,
        elo_to_find=wish.elo_to_find,
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


def _rival(bot: UploadedBot, wish: Wish) -> Opponent:
    rivals = rivals_of(bot)
    rival = rivals.get(wish.opponent)
    if rival is None:
        sentence = _("You can compare with a built-in bot or a version of this bot. Choose another opponent.")
        raise CannotTest(sentence, field="opponent")
    if wish.opponent == f"version:{wish.number}":
        raise CannotTest(_("These are the same version. Choose another one to compare with."), field="opponent")
    return rival


def _check_game(wish: Wish, games: list[str], rival: Opponent) -> None:
    if wish.game not in games or not may_play(rival, wish.game):
        sentence = _("Not both of them play %(game)s. Choose another game.")
        raise CannotTest(sentence % {"game": game_name(wish.game)}, field="game")
    try:
        registry.game(wish.game).start(wish.seats)
    except EngineError as error:
        raise CannotTest(error.sentence, field="seats") from error


def _check_limits(account: Account) -> None:
    advisory_lock(f"games.bots.of.{account.pk}")
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
