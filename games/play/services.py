"""Writes of games against bots: start, move, abandon, delete old ones."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.errors import EngineError
from engine.core.game import CHANCE, Event, Game, OptionValue
from engine.core.record import steps
from games.bots.models import HouseBot
from games.bots.services import ensure_builtin_bots
from games.matches.models import Match, new_secret
from games.matches.services import SeatPlayer, store_match
from games.play.errors import CannotBegin, NoSuchSitting, NotNow, NotThatMove, TooManySittings
from games.play.models import Sitting
from games.play.opponents import Opponent, key_of, opponents_for
from games.play.owners import SessionOwner
from games.play.practice_game import Play, begun, replayed
from games.play.queries import check_rules, pool_that_rates, table_of
from league.accounts.models import Player
from league.common.locks import advisory_lock
from league.common.models import first_or_refuse
from league.results.errors import RefusedResult
from league.results.models import Pool
from league.results.services.ledger import pool_for

log = structlog.get_logger(__name__)


def locked_sitting(public_id: str, owner: SessionOwner) -> Sitting:
    """Return the game, locked until the transaction ends. Raise `NoSuchSitting`."""
    own = Sitting.objects.select_for_update(of=("self",)).filter(owner.owned(), public_id=public_id)
    whole = own.select_related("player", "pool", "match")
    return first_or_refuse(whole, NoSuchSitting(_("You have no game at this address.")))


def play_of(sitting: Sitting) -> Play:
    """Return its position. Raise `NotNow` for a game of another rules version."""
    check_rules(sitting)
    events: list[Any] = sitting.events
    return replayed(table_of(sitting), events)


@transaction.atomic
def move(*, public_id: str, owner: SessionOwner, answers: int, event: Event) -> Sitting:
    """Play the person's move, then bots and chance until the person is to move again.

    `answers` is the number of events that the person saw: a move for another position is refused.
    Raise `NoSuchSitting`, `NotNow` or `NotThatMove`.
    """
    sitting = locked_sitting(public_id, owner)
    _check_is_now(sitting, answers)
    play = play_of(sitting)
    if not play.waits_for_person:
        raise NotNow(_("It is not your turn yet."))
    try:
        play.take(event)
    except EngineError as error:
        raise NotThatMove(error.sentence) from error
    return _played_on(sitting, play)


@transaction.atomic
def go_on(*, public_id: str, owner: SessionOwner) -> Sitting:
    """Let the bots continue where a request ended before they were done. Raise `NoSuchSitting` or `NotNow`."""
    sitting = locked_sitting(public_id, owner)
    if not sitting.is_being_played:
        return sitting
    play = play_of(sitting)
    return sitting if play.waits_for_person else _played_on(sitting, play)


def _check_is_now(sitting: Sitting, answers: int) -> None:
    if sitting.status == Sitting.Status.OVER:
        raise NotNow(_("This game is already finished. Your move was not played."))
    if sitting.status == Sitting.Status.GIVEN_UP:
        raise NotNow(_("You abandoned this game. No more moves are possible."))
    if answers != len(sitting.events):
        raise NotNow(_("Your move was for an earlier position and was not played. This is the current position."))


def _played_on(sitting: Sitting, play: Play) -> Sitting:
    play.go_on()
    sitting.events = play.events
    sitting.touched_at = Now()
    sitting.save(update_fields=["events", "touched_at"])
    finish_if_over(sitting, play)
    return sitting


@transaction.atomic
def give_up(*, public_id: str, owner: SessionOwner) -> Sitting:
    """Abandon the game: it has no result. Idempotent. Raise `NoSuchSitting`, or `NotNow` when it is over."""
    sitting = locked_sitting(public_id, owner)
    if sitting.status == Sitting.Status.OVER:
        raise NotNow(_("This game is finished. Its result cannot change."))
    sitting.status = Sitting.Status.GIVEN_UP
    sitting.save(update_fields=["status"])
    return sitting


def finish_if_over(sitting: Sitting, play: Play) -> None:
    """Store the match when the game is over, and enter its result, within the caller's transaction."""
    if not play.is_over:
        return
    sitting.match = _stored_match(sitting, play)
    sitting.status = Sitting.Status.OVER
    sitting.save(update_fields=["match", "status"])


def _stored_match(sitting: Sitting, play: Play) -> Match:
    """Store the match; without a result if the ledger refuses it, so that the game still ends."""
    record = play.record()
    keep = partial(
        store_match,
        record=record,
        sat=_seat_results(sitting),
        decisions=sum(state.turn != CHANCE for state, _event in steps(record)),
        secret=bytes(sitting.secret),
    )
    try:
        with transaction.atomic():
            pool = sitting.pool or pool_for(game=sitting.game, player_kind=Pool.Kind.ALL)
            return keep(pool=pool, is_rated=sitting.pool is not None)
    except RefusedResult as refusal:
        log.error("the ledger refused a game", sitting=sitting.public_id, game=sitting.game, cause=refusal.message)
        return keep(pool=None, is_rated=False)


def _seat_results(sitting: Sitting) -> list[SeatPlayer]:
    """Return who sat where; players of bots are created where they are missing."""
    if not _builtin_players().keys() >= set(sitting.opponents):
        ensure_builtin_bots()
    players = _builtin_players()
    return [
        SeatPlayer(sitting.player_id) if bot is None else SeatPlayer(players[bot[0], bot[1]], bot[0], bot[1])
        for bot in sitting.bots
    ]


def _builtin_players() -> dict[tuple[str, int], int]:
    rows = HouseBot.objects.values_list("strategy", "playouts", "player_id")
    return {(strategy, playouts): player for strategy, playouts, player in rows}


VISITORS_STAY = timedelta(days=14)  # an unfinished game of a visitor, after the last move
VISITORS_KEEP_A_TABLE = timedelta(days=1)  # the same while the limit is reached
ROOM_AT_ONCE = 20  # games deleted at a time
ENDED_STAY = timedelta(days=30)  # a finished one; its match stays


def sweep_sittings() -> int:
    """Delete the games that visitors left, and return how many."""
    left = Q(status=Sitting.Status.PLAYING, touched_at__lt=Now() - VISITORS_STAY)
    ended = ~Q(status=Sitting.Status.PLAYING) & Q(touched_at__lt=Now() - ENDED_STAY)
    count, _by_model = Sitting.objects.filter(left | ended, player=None).delete()
    return count


def forget_unfinished(*, player: Player) -> int:
    """Delete the unfinished games of a deleted account; return how many."""
    count, _by_model = Sitting.objects.filter(player=player).exclude(status=Sitting.Status.OVER).delete()
    return count


def delete_abandoned() -> int:
    """Delete the games that visitors left longest ago, if that was a day or more, and return how many.

    Within the caller's transaction; rows that are locked by a move are skipped.
    """
    left = Sitting.objects.filter(player=None, status=Sitting.Status.PLAYING)
    long_ago = left.filter(touched_at__lt=Now() - VISITORS_KEEP_A_TABLE).order_by("touched_at")
    chosen = long_ago.select_for_update(skip_locked=True).values_list("pk", flat=True)[:ROOM_AT_ONCE]
    count, _by_model = Sitting.objects.filter(pk__in=list(chosen)).delete()
    return count


MOST_UNFINISHED = 8  # games of one person
MOST_OF_VISITORS = 3_000  # unfinished games of all visitors together


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A request to start a game: keys of `opponents_for` in the order of play; `seat` None is random."""

    game: str
    opponents: Sequence[str]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seat: int | None = None


@transaction.atomic
def begin(*, owner: SessionOwner, wanted: Wanted) -> Sitting:
    """Start a game. Raise `CannotBegin` or `TooManySittings`."""
    try:
        sitting, play = _begun(owner, wanted)
    except EngineError as error:
        raise CannotBegin(error.sentence) from error
    play.go_on()
    sitting.events = play.events
    sitting.save()
    finish_if_over(sitting, play)  # a game might end before the person's first move
    return sitting


def _begun(owner: SessionOwner, wanted: Wanted) -> tuple[Sitting, Play]:
    game = registry.game(wanted.game)
    bots: list[Any] = [[bot.strategy, bot.playouts] for bot in _company(wanted, game)]
    seat = secrets.randbelow(len(bots) + 1) if wanted.seat is None else wanted.seat % (len(bots) + 1)
    turned = [None, *bots]  # from the person on
    _check_limits(owner)
    sitting = Sitting(
        player=owner.player,
        key_hash="" if owner.player else owner.key_hash,
        game=game.slug,
        rules_version=game.rules_version,
        options=game.settle_options(wanted.options),
        secret=new_secret(),
        seat=seat,
        bots=turned[-seat:] + turned[:-seat],
    )
    sitting.pool = pool_that_rates(game.slug, len(sitting.bots)) if owner.player else None
    return sitting, begun(table_of(sitting))


def begin_again(*, owner: SessionOwner, sitting: Sitting) -> Sitting:
    """Start another game with the same bots, each one seat further. Raise as `begin` does."""
    return begin(
        owner=owner,
        wanted=Wanted(
            game=sitting.game,
            opponents=[key_of(strategy, playouts) for strategy, playouts in sitting.opponents],
            options=sitting.options,
            seat=sitting.seat + 1,
        ),
    )


def _company(wanted: Wanted, game: Game) -> list[Opponent]:
    known = {one.key: one for one in opponents_for(game.slug)}
    if not known.keys() >= set(wanted.opponents):
        raise CannotBegin(_("There is no such built-in bot. Choose a bot from the list."), field="opponents")
    if len(set(wanted.opponents)) < len(wanted.opponents):
        raise CannotBegin(_("Each bot can play only once in a game. Choose different bots."), field="opponents")
    least, most = game.min_seats - 1, game.max_seats - 1
    if not least <= len(wanted.opponents) <= most:
        sentence = _("%(game)s needs %(least)d to %(most)d opponents. Change your choice.")
        raise CannotBegin(sentence % {"game": game.name, "least": least, "most": most}, field="opponents")
    return [known[key] for key in wanted.opponents]


def _check_limits(owner: SessionOwner) -> None:
    """Check the limits, one request of an owner at a time."""
    advisory_lock(f"games.play.{owner.player.pk if owner.player else owner.key_hash}")
    playing = Sitting.objects.filter(status=Sitting.Status.PLAYING)
    if playing.filter(owner.owned()).count() >= MOST_UNFINISHED:
        sentence = _("You have %(most)d unfinished games, the maximum. Finish or abandon one of them first.")
        raise TooManySittings(sentence % {"most": MOST_UNFINISHED})
    visitors = playing.filter(player=None)[:MOST_OF_VISITORS]
    if owner.is_visitor and visitors.count() >= MOST_OF_VISITORS and not delete_abandoned():
        raise TooManySittings(
            _("Too many visitors are playing at the moment. Sign up for free to play now, or try again later.")
        )
