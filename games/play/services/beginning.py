"""Begins sittings: the table is checked, the cards are dealt, and bots before the person have moved."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction
from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.errors import EngineError
from engine.core.game import Game, OptionValue
from games.matches.models import new_secret
from games.play.errors import CannotBegin, TooManySittings
from games.play.models import Sitting
from games.play.opponents import Opponent, key_of, opponents_for
from games.play.playing import Play, begun
from games.play.selectors.sittings import pool_that_rates, table_of
from games.play.services.ending import kept_if_over
from games.play.services.sweeping import make_room
from games.play.sitters import Sitter

MOST_UNFINISHED = 8  # sittings of one person
MOST_OF_VISITORS = 3_000  # unfinished sittings of all visitors together
LOCK = "SELECT pg_advisory_xact_lock(hashtext(%s))"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What somebody asks for: keys of `opponents_for` the game, in the order of play; `seat` None is for luck."""

    game: str
    opponents: Sequence[str]
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seat: int | None = None


@transaction.atomic
def begin(*, sitter: Sitter, wanted: Wanted) -> Sitting:
    """Begin a sitting. Raises `CannotBegin` or `TooManySittings`, with nothing begun."""
    game = _game(wanted)
    bots: list[Any] = [[bot.strategy, bot.playouts] for bot in _company(wanted, game)]
    seat = secrets.randbelow(len(bots) + 1) if wanted.seat is None else wanted.seat % (len(bots) + 1)
    _check_room(sitter)
    sitting = Sitting(
        player=sitter.player,
        key_hash="" if sitter.player else sitter.key_hash,
        game=game.slug,
        rules_version=game.rules_version,
        options=_options(wanted, game),
        secret=new_secret(),
        seat=seat,
        bots=_round(bots, seat),
    )
    sitting.pool = pool_that_rates(game.slug, len(sitting.bots)) if sitter.player else None
    play = _begun(sitting)
    sitting.events = play.events
    sitting.save()
    kept_if_over(sitting, play)  # a game might end before the person's first move
    return sitting


def begin_again(*, sitter: Sitter, sitting: Sitting) -> Sitting:
    """Begin another with the same company, everybody one seat further. Raises as `begin` does."""
    return begin(
        sitter=sitter,
        wanted=Wanted(
            game=sitting.game,
            opponents=[key_of(strategy, playouts) for strategy, playouts in sitting.opponents],
            options=sitting.options,
            seat=sitting.seat + 1,
        ),
    )


def _game(wanted: Wanted) -> Game:
    try:
        return registry.game(wanted.game)
    except EngineError as error:
        raise CannotBegin(error.sentence) from error


def _company(wanted: Wanted, game: Game) -> list[Opponent]:
    known = {one.key: one for one in opponents_for(game.slug)}
    strangers = [key for key in wanted.opponents if key not in known]
    if strangers:
        raise CannotBegin(_("There is no such built-in bot. Choose a bot from the list."), field="opponents")
    if len(set(wanted.opponents)) < len(wanted.opponents):
        raise CannotBegin(_("Each bot can play only once in a game. Choose different bots."), field="opponents")
    least, most = game.min_seats - 1, game.max_seats - 1
    if not least <= len(wanted.opponents) <= most:
        sentence = _("%(game)s needs %(least)d to %(most)d opponents. Change your choice.")
        raise CannotBegin(sentence % {"game": game.name, "least": least, "most": most}, field="opponents")
    return [known[key] for key in wanted.opponents]


def _options(wanted: Wanted, game: Game) -> dict[str, OptionValue]:
    try:
        return game.settle_options(wanted.options)
    except EngineError as error:
        raise CannotBegin(error.sentence) from error


def _round(bots: list[Any], seat: int) -> list[Any]:
    """The bots round the table, the first of them after the person."""
    table: list[Any] = [None] * (len(bots) + 1)
    for shift, bot in enumerate(bots, 1):
        table[(seat + shift) % len(table)] = bot
    return table


def _begun(sitting: Sitting) -> Play:
    try:
        play = begun(table_of(sitting))
    except EngineError as error:
        raise CannotBegin(error.sentence) from error
    play.go_on()
    return play


def _check_room(sitter: Sitter) -> None:
    """One at a time, so that two requests together make no more than either alone."""
    who = f"games.play.{sitter.player.pk if sitter.player else sitter.key_hash}"
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [who])
    playing = Sitting.objects.filter(status=Sitting.Status.PLAYING)
    if playing.filter(sitter.owned()).count() >= MOST_UNFINISHED:
        sentence = _("You have %(most)d unfinished games, the maximum. Finish or abandon one of them first.")
        raise TooManySittings(sentence % {"most": MOST_UNFINISHED})
    visitors = playing.filter(player=None)[:MOST_OF_VISITORS]
    if sitter.is_visitor and visitors.count() >= MOST_OF_VISITORS and not make_room():
        raise TooManySittings(
            _("Too many visitors are playing at the moment. Sign up for free to play now, or try again later.")
        )
