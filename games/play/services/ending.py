"""Ends sittings: what was played to its end becomes a match with its record, what is given up stays without result."""

from functools import partial

import structlog
from django.db import transaction
from django.utils.translation import gettext as _

from engine.core.game import CHANCE, Event, State
from games.bots.models import HouseBot
from games.bots.services.house_bots import ensure_house_bots
from games.matches.models import Match
from games.matches.services.keeping import Sat, keep_match
from games.play.errors import NotNow
from games.play.models import Sitting
from games.play.playing import Play, replayed
from games.play.services.holding import held
from games.play.sitters import Sitter
from league.results.errors import RefusedResult
from league.results.models import Pool
from league.results.services.pools import pool_for

log = structlog.get_logger(__name__)


@transaction.atomic
def give_up(*, public_id: str, sitter: Sitter) -> Sitting:
    """Leave the table: the sitting is kept unfinished, with no result. Giving it up twice changes nothing.

    Raises `NoSuchSitting`, or `NotNow` when the game is over.
    """
    sitting = held(public_id, sitter)
    if sitting.status == Sitting.Status.OVER:
        raise NotNow(_("This game is finished. Its result cannot change."))
    sitting.status = Sitting.Status.GIVEN_UP
    sitting.save(update_fields=["status"])
    return sitting


def kept_if_over(sitting: Sitting, play: Play) -> None:
    """Keep the match when the game is over, and enter its result, within the caller's transaction."""
    if not play.is_over:
        return
    sitting.match = _kept(sitting, play)
    sitting.status = Sitting.Status.OVER
    sitting.save(update_fields=["match", "status"])


def _kept(sitting: Sitting, play: Play) -> Match:
    """The match; should the ledger refuse its result, it is kept without one, for nobody could move otherwise."""
    keep = partial(
        keep_match, record=play.record(), sat=_sat(sitting), decisions=_decisions(play), secret=bytes(sitting.secret)
    )
    try:
        with transaction.atomic():
            return keep(pool=sitting.pool or _pool(sitting), is_rated=sitting.pool is not None)
    except RefusedResult as refusal:
        log.error("the ledger refused a game", sitting=sitting.public_id, game=sitting.game, cause=refusal.message)
        return keep(pool=None, is_rated=False)


def _pool(sitting: Sitting) -> Pool:
    """Where the result stands unrated: people and bots, any number of seats, of the site."""
    return pool_for(game=sitting.game, player_kind=Pool.Kind.ALL)


def _sat(sitting: Sitting) -> list[Sat]:
    players = _players_of(sitting)
    return [
        Sat(sitting.player_id) if bot is None else Sat(players[bot[0], bot[1]], bot[0], bot[1]) for bot in sitting.bots
    ]


def _players_of(sitting: Sitting) -> dict[tuple[str, int], int]:
    """The players of the bots at the table; a place that has none of them yet makes them now."""
    wanted = {(strategy, playouts) for strategy, playouts in sitting.opponents}
    if len(_house(wanted)) < len(wanted):
        ensure_house_bots()
    return _house(wanted)


def _house(wanted: set[tuple[str, int]]) -> dict[tuple[str, int], int]:
    rows = HouseBot.objects.values_list("strategy", "playouts", "player_id")
    return {(strategy, playouts): player for strategy, playouts, player in rows if (strategy, playouts) in wanted}


def _decisions(play: Play) -> int:
    count = 0

    def witness(state: State, _event: Event) -> None:
        nonlocal count
        count += state.turn != CHANCE

    replayed(play.table, play.events, witness)
    return count
