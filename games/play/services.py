"""Writes of games against bots: start, move, take a hint, abandon, delete old ones."""

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
from engine.core.game import CHANCE, Event, Game
from engine.core.options import OptionValue, settle_options
from engine.core.record import steps
from games.bots.models import BuiltinBot
from games.bots.services import ensure_builtin_bots, ensure_level_bots
from games.matches.models import Match, MatchSeat, new_secret
from games.matches.services import store_match
from games.play.errors import CannotBegin, NoSuchPracticeGame, NotNow, NotThatMove, TooManyPracticeGames
from games.play.game_state import Play, new_play, replay_events
from games.play.models import PracticeGame
from games.play.opponents import Opponent, opponent_key, opponents_for
from games.play.owners import SessionOwner, pool_that_rates
from league.accounts.models import Player
from league.common.locks import advisory_lock
from league.common.models import first_or_refuse
from league.results.errors import RefusedResult
from league.results.models import Pool
from league.results.services.ledger import pool_for

log = structlog.get_logger(__name__)

VISITORS_STAY = timedelta(days=14)  # an unfinished game of a visitor, after the last move
VISITORS_KEEP_A_TABLE = timedelta(days=1)  # the same while the limit is reached
DELETED_AT_ONCE = 20  # games
ENDED_STAY = timedelta(days=30)  # a finished one; its match stays

MOST_UNFINISHED = 8  # games of one person
MOST_OF_VISITORS = 3_000  # unfinished games of all visitors together


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeOrder:
    """A game to start. The opponents are keys of `opponents_for` in the order of play; `seat` None is random."""

    game: str
    opponents: Sequence[str]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seat: int | None = None


@transaction.atomic
def begin(*, owner: SessionOwner, order: PracticeOrder) -> PracticeGame:
    """Start a game. Raise `CannotBegin` or `TooManyPracticeGames`."""
    try:
        practice_game, play = _new_game(owner, order)
    except EngineError as error:
        raise CannotBegin(error.sentence) from error
    play.play_bots()
    practice_game.events = play.events
    practice_game.save()
    _finish_if_over(practice_game, play)  # a game might end before the person's first move
    return practice_game


def _new_game(owner: SessionOwner, order: PracticeOrder) -> tuple[PracticeGame, Play]:
    game = registry.game(order.game)
    bots: list[Any] = [[bot.strategy, bot.playouts] for bot in _chosen_opponents(order, game)]
    seat = secrets.randbelow(len(bots) + 1) if order.seat is None else order.seat % (len(bots) + 1)
    from_person = [None, *bots]
    _check_limits(owner)
    practice_game = PracticeGame(
        player=owner.player,
        key_hash="" if owner.player else owner.key_hash,
        game=game.slug,
        rules_version=game.rules_version,
        options=settle_options(game, order.options),
        secret=new_secret(),
        seat=seat,
        bots=from_person[-seat:] + from_person[:-seat],
    )
    practice_game.pool = pool_that_rates(game.slug, len(practice_game.bots)) if owner.player else None
    return practice_game, new_play(practice_game.table)


def rematch(*, owner: SessionOwner, practice_game: PracticeGame) -> PracticeGame:
    """Start another game with the same bots, the person one seat further. Raise as `begin` does."""
    return begin(
        owner=owner,
        order=PracticeOrder(
            game=practice_game.game,
            opponents=[opponent_key(strategy, playouts) for strategy, playouts in practice_game.opponents],
            options=practice_game.options,
            seat=practice_game.seat + 1,
        ),
    )


def _chosen_opponents(order: PracticeOrder, game: Game) -> list[Opponent]:
    known = {opponent.key: opponent for opponent in opponents_for(game.slug)}
    if not known.keys() >= set(order.opponents):
        raise CannotBegin(_("There is no such built-in bot. Choose a bot from the list."), field="opponents")
    if len(set(order.opponents)) < len(order.opponents):
        raise CannotBegin(_("Each bot can play only once in a game. Choose different bots."), field="opponents")
    least, most = game.min_seats - 1, game.max_seats - 1
    if not least <= len(order.opponents) <= most:
        sentence = _("%(game)s needs %(least)d to %(most)d opponents. Change your choice.")
        raise CannotBegin(sentence % {"game": game.name, "least": least, "most": most}, field="opponents")
    return [known[key] for key in order.opponents]


def _check_limits(owner: SessionOwner) -> None:
    """Check the limits, one request of an owner at a time."""
    advisory_lock(f"games.play.{owner.player.pk if owner.player else owner.key_hash}")
    playing = PracticeGame.objects.filter(status=PracticeGame.Status.PLAYING)
    if playing.filter(owner.owned()).count() >= MOST_UNFINISHED:
        sentence = _("You have %(most)d unfinished games, the maximum. Finish or abandon one of them first.")
        raise TooManyPracticeGames(sentence % {"most": MOST_UNFINISHED})
    visitors = playing.filter(player=None)[:MOST_OF_VISITORS]
    if owner.player is None and visitors.count() >= MOST_OF_VISITORS and not delete_abandoned():
        raise TooManyPracticeGames(
            _("Too many visitors are playing at the moment. Sign up for free to play now, or try again later.")
        )


def locked_practice_game(public_id: str, owner: SessionOwner) -> PracticeGame:
    """Return the game, locked until the transaction ends. Raise `NoSuchPracticeGame`."""
    rows = PracticeGame.objects.select_for_update(of=("self",)).select_related("player", "pool", "match")
    own = rows.filter(owner.owned(), public_id=public_id)
    return first_or_refuse(own, NoSuchPracticeGame(_("You have no game at this address.")))


def play_of(practice_game: PracticeGame) -> Play:
    """Return its position. Raise `NotNow` for a game of another rules version."""
    if not practice_game.is_of_these_rules:
        raise NotNow(_("This game uses an earlier version of the rules and cannot be continued. Start a new game."))
    return replay_events(practice_game.table, practice_game.events)


@transaction.atomic
def move(*, public_id: str, owner: SessionOwner, events_seen: int, event: Event) -> PracticeGame:
    """Play the person's move, then bots and chance until the person is to move again.

    `events_seen` is the number of events that the person saw: a move for another position is refused.
    Raise `NoSuchPracticeGame`, `NotNow` or `NotThatMove`.
    """
    practice_game, play = _locked_position(public_id, owner, events_seen)
    try:
        play.take(event)
    except EngineError as error:
        raise NotThatMove(error.sentence) from error
    return _continue(practice_game, play)


@transaction.atomic
def take_hint(*, public_id: str, owner: SessionOwner, events_seen: int) -> PracticeGame:
    """Store the hint for the position after `events_seen` events. The game is unrated from then on. Idempotent.

    Raise `NoSuchPracticeGame` or `NotNow`.
    """
    practice_game, play = _locked_position(public_id, owner, events_seen)
    if not practice_game.has_hints:
        raise NotNow(_("This game has no hints."))
    if practice_game.hint_position != events_seen:
        practice_game.hint, practice_game.hint_position, practice_game.pool = play.hint(), events_seen, None
        practice_game.save(update_fields=["hint", "hint_position", "pool"])
    return practice_game


@transaction.atomic
def continue_game(*, public_id: str, owner: SessionOwner) -> PracticeGame:
    """Let the bots continue where a request ended before they were done. Raise `NoSuchPracticeGame` or `NotNow`."""
    practice_game = locked_practice_game(public_id, owner)
    if not practice_game.is_being_played:
        return practice_game
    play = play_of(practice_game)
    return practice_game if play.waits_for_person else _continue(practice_game, play)


def _locked_position(public_id: str, owner: SessionOwner, events_seen: int) -> tuple[PracticeGame, Play]:
    """Return the locked game and its position. Raise `NotNow` unless the person is to move after so many events."""
    practice_game = locked_practice_game(public_id, owner)
    if practice_game.status == PracticeGame.Status.OVER:
        raise NotNow(_("This game is already finished. Your move was not played."))
    if practice_game.status == PracticeGame.Status.GIVEN_UP:
        raise NotNow(_("You abandoned this game. No more moves are possible."))
    if events_seen != len(practice_game.events):
        raise NotNow(_("Your move was for an earlier position and was not played. This is the current position."))
    play = play_of(practice_game)
    if not play.waits_for_person:
        raise NotNow(_("It is not your turn yet."))
    return practice_game, play


def _continue(practice_game: PracticeGame, play: Play) -> PracticeGame:
    play.play_bots()
    practice_game.events = play.events
    practice_game.touched_at = Now()
    practice_game.save(update_fields=["events", "touched_at"])
    _finish_if_over(practice_game, play)
    return practice_game


@transaction.atomic
def give_up(*, public_id: str, owner: SessionOwner) -> PracticeGame:
    """Abandon the game: it has no result. Idempotent. Raise `NoSuchPracticeGame`, or `NotNow` when it is over."""
    practice_game = locked_practice_game(public_id, owner)
    if practice_game.status == PracticeGame.Status.OVER:
        raise NotNow(_("This game is finished. Its result cannot change."))
    practice_game.status = PracticeGame.Status.GIVEN_UP
    practice_game.save(update_fields=["status"])
    return practice_game


def _finish_if_over(practice_game: PracticeGame, play: Play) -> None:
    """Store the match when the game is over, and enter its result, within the caller's transaction."""
    if not play.is_over:
        return
    practice_game.match = _store_match(practice_game, play)
    practice_game.status = PracticeGame.Status.OVER
    practice_game.save(update_fields=["match", "status"])


def _store_match(practice_game: PracticeGame, play: Play) -> Match:
    """Store the match; without a result if the ledger refuses it, so that the game still ends."""
    record = play.record()
    store = partial(
        store_match,
        record=record,
        seats=_seat_results(practice_game),
        decisions=sum(state.turn != CHANCE for state, _event in steps(record)),
        secret=bytes(practice_game.secret),
    )
    try:
        with transaction.atomic():
            pool = practice_game.pool or pool_for(game=practice_game.game, player_kind=Pool.Kind.ALL)
            return store(pool=pool, is_rated=practice_game.pool is not None)
    except RefusedResult as refusal:
        log.error(
            "the ledger refused a game",
            practice_game=practice_game.public_id,
            game=practice_game.game,
            cause=refusal.message,
        )
        return store(pool=None, is_rated=False)


def _seat_results(practice_game: PracticeGame) -> list[MatchSeat]:
    """Return who sat where; players of bots are created where they are missing."""
    if not _builtin_players().keys() >= set(practice_game.opponents):
        ensure_builtin_bots()
        ensure_level_bots()
    players = _builtin_players()
    return [
        MatchSeat(player_id=practice_game.player_id)
        if bot is None
        else MatchSeat(player_id=players[bot[0], bot[1]], bot=bot[0], playouts=bot[1])
        for bot in practice_game.bots
    ]


def _builtin_players() -> dict[tuple[str, int], int]:
    rows = BuiltinBot.objects.values_list("strategy", "playouts", "player_id")
    return {(strategy, playouts): player for strategy, playouts, player in rows}


def sweep_practice_games() -> int:
    """Delete the games that visitors left, and return how many."""
    abandoned = Q(status=PracticeGame.Status.PLAYING, touched_at__lt=Now() - VISITORS_STAY)
    ended = ~Q(status=PracticeGame.Status.PLAYING) & Q(touched_at__lt=Now() - ENDED_STAY)
    count, _by_model = PracticeGame.objects.filter(abandoned | ended, player=None).delete()
    return count


def delete_unfinished(*, player: Player) -> int:
    """Delete the unfinished games of a deleted account; return how many."""
    count, _by_model = PracticeGame.objects.filter(player=player).exclude(status=PracticeGame.Status.OVER).delete()
    return count


def delete_abandoned() -> int:
    """Delete the games that visitors left longest ago, if that was a day or more, and return how many.

    Within the caller's transaction; rows that are locked by a move are skipped.
    """
    playing = PracticeGame.objects.filter(player=None, status=PracticeGame.Status.PLAYING)
    oldest = playing.filter(touched_at__lt=Now() - VISITORS_KEEP_A_TABLE).order_by("touched_at")
    keys = oldest.select_for_update(skip_locked=True).values_list("pk", flat=True)[:DELETED_AT_ONCE]
    count, _by_model = PracticeGame.objects.filter(pk__in=list(keys)).delete()
    return count
