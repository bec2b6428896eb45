"""Makes blocks: every rotation of one deal as a queued match, all rows in one transaction, the tasks on commit."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core import registry
from engine.core.errors import EngineError
from engine.core.game import Game, OptionValue
from games.matches.batches import Waiting, cost_of
from games.matches.errors import CannotBePlayed
from games.matches.models import Block, Match, MatchSeat, new_secret
from games.matches.playing import Chair
from games.matches.queue import publish
from games.matches.seeds import commitment_of
from games.matches.strategies import strategy
from league.results.models import Pool
from league.shared.live import announce

LARGEST_COST = 60_000  # playouts a match may take: about two minutes, well below a task's time limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotation:
    """One match of a block: whoever has chair s sits at seat (s + shift) mod n."""

    shift: int
    subject: UUID = field(default_factory=uuid4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A block to be made. Without `rotations` every chair takes every seat once; without `pool` nothing is rated."""

    game: str
    chairs: tuple[Chair, ...]
    options: dict[str, OptionValue] = field(default_factory=dict)
    rotations: tuple[Rotation, ...] = ()
    pool: Pool | None = None
    secret: bytes = field(default_factory=new_secret)


def create_block(*, order: Order) -> Block:
    """Make the block and enqueue its matches on commit. Raises `CannotBePlayed`, with nothing made."""
    return create_blocks(orders=[order])[0]


@transaction.atomic
def create_blocks(*, orders: Sequence[Order]) -> list[Block]:
    """Make the blocks, all or none, and enqueue their matches on commit. Raises `CannotBePlayed`."""
    games = [_checked(order) for order in orders]
    blocks = Block.objects.bulk_create(
        Block(secret=order.secret, commitment=commitment_of(order.secret)) for order in orders
    )
    planned = [
        (_match(game, order, block, number, rotation), _turned(order.chairs, rotation.shift))
        for game, order, block in zip(games, orders, blocks, strict=True)
        for number, rotation in enumerate(_rotations(order))
    ]
    matches = Match.objects.bulk_create(match for match, _chairs in planned)
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=seat, **chair._asdict())
        for match, chairs in planned
        for seat, chair in enumerate(chairs)
    )
    transaction.on_commit(partial(publish, [Waiting(match.pk, 0, match.cost) for match in matches]))
    announce("hall", *{f"game:{game.slug}" for game in games})
    return blocks


def _checked(order: Order) -> Game:
    try:
        game = registry.game(order.game)
        game.start(len(order.chairs), order.options)
        for chair in order.chairs:
            _check_plays(chair, game)
    except EngineError as error:
        raise CannotBePlayed(str(error)) from error
    _check_players(order)
    _check_cost(order)
    return game


def _check_plays(chair: Chair, game: Game) -> None:
    games = strategy(chair.bot).games
    if games and game.slug not in games:
        sentence = _("The bot %(bot)s does not play %(game)s; seat another one.")
        raise CannotBePlayed(sentence % {"bot": chair.bot, "game": game.name})


def _check_players(order: Order) -> None:
    if len({chair.player_id for chair in order.chairs}) < len(order.chairs):
        raise CannotBePlayed(_("A player sits at this table twice; seat each player once."))
    if any(rotation.shift not in range(len(order.chairs)) for rotation in order.rotations):
        raise CannotBePlayed(
            ngettext(
                "A table of %(count)d seat turns by less than that; choose a smaller shift.",
                "A table of %(count)d seats turns by less than that; choose a smaller shift.",
                len(order.chairs),
            )
            % {"count": len(order.chairs)}
        )


def _check_cost(order: Order) -> None:
    if _cost(order.chairs) > LARGEST_COST:
        raise CannotBePlayed(_("These bots would search too long for one match; give them fewer playouts a decision."))


def _rotations(order: Order) -> Sequence[Rotation]:
    return order.rotations or [Rotation(shift=shift) for shift in range(len(order.chairs))]


def _match(game: Game, order: Order, block: Block, number: int, rotation: Rotation) -> Match:
    return Match(
        subject=rotation.subject,
        block=block,
        rotation=number,
        pool=order.pool,
        game=game.slug,
        rules_version=game.rules_version,
        options=game.settle_options(order.options),
        cost=_cost(order.chairs),
    )


def _turned(chairs: Sequence[Chair], shift: int) -> list[Chair]:
    return [chairs[(seat - shift) % len(chairs)] for seat in range(len(chairs))]


def _cost(chairs: Sequence[Chair]) -> int:
    return cost_of(chair.playouts for chair in chairs)
