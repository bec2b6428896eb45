"""Makes blocks: every rotation of one deal as a queued match, all rows in one transaction, the tasks on commit."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.errors import EngineError
from engine.core.game import Game, OptionValue
from games.matches.batches import Waiting, cost_of
from games.matches.errors import CannotBePlayed
from games.matches.models import Block, Match, MatchSeat, new_secret
from games.matches.playing import Chair
from games.matches.programs import Program, Stranger
from games.matches.queue import publish
from games.matches.seeds import commitment_of
from games.matches.strategies import strategy
from games.matches.turns import give_turns
from league.clubs.models import Club
from league.results.models import Pool
from league.shared.live import announce

LARGEST_COST = 1_000_000  # playouts a match may take: about two minutes, well below a task's time limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotation:
    """One match of a block: who sits where, from the first seat on, and what it decides."""

    chairs: tuple[Chair, ...]
    subject: UUID = field(default_factory=uuid4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A block to be made: matches on one deal. Without `pool` nothing is rated; one withheld is told by who made it.

    An unrated one may be a club's: then it exists for those alone who may see the club. `ordered_by` is the id of the
    account for which it is played, and with whose other matches it waits for its turn.
    """

    game: str
    rotations: tuple[Rotation, ...]
    options: dict[str, OptionValue] = field(default_factory=dict)
    pool: Pool | None = None
    secret: bytes = field(default_factory=new_secret)
    is_withheld: bool = False
    club: Club | None = None
    ordered_by: int | None = None


def all_rotations(chairs: Sequence[Chair]) -> tuple[Rotation, ...]:
    """As many matches as chairs, so that each of them has every seat once."""
    return tuple(Rotation(chairs=(*chairs[shift:], *chairs[:shift])) for shift in range(len(chairs)))


def check_order(order: Order) -> None:
    """Raise `CannotBePlayed` where making the block would."""
    _checked(order)


def create_block(*, order: Order) -> Block:
    """Make the block and enqueue its matches on commit. Raises `CannotBePlayed`, with nothing made."""
    return create_blocks(orders=[order])[0]


@transaction.atomic
def create_blocks(*, orders: Sequence[Order]) -> list[Block]:
    """Make the blocks, all or none, and enqueue their matches on commit. Raises `CannotBePlayed`."""
    games = [_checked(order) for order in orders]
    blocks = Block.objects.bulk_create(
        Block(
            secret=order.secret,
            commitment=commitment_of(order.secret),
            is_withheld=order.is_withheld,
            club=order.club,
        )
        for order in orders
    )
    rotations = [rotation for order in orders for rotation in order.rotations]
    matches: list[Match] = []
    for game, order, block in zip(games, orders, blocks, strict=True):
        matches += [_match(game, order, block, number) for number in range(len(order.rotations))]
    give_turns(matches)
    Match.objects.bulk_create(matches)
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=seat, **chair._asdict())
        for match, rotation in zip(matches, rotations, strict=True)
        for seat, chair in enumerate(rotation.chairs)
    )
    waiting = [Waiting(match.pk, 0, match.cost, match.needs_sandbox, match.is_remote) for match in matches]
    transaction.on_commit(partial(publish, waiting))
    announce("hall", *{f"game:{game.slug}" for game in games})
    return blocks


def _checked(order: Order) -> Game:
    if not order.rotations:
        raise CannotBePlayed(_("The deal has no matches. Send at least one, with a player for each seat."))
    try:
        game = registry.game(order.game)
        for rotation in order.rotations:
            _check_rotation(game, order, rotation.chairs)
    except EngineError as error:
        raise CannotBePlayed(error.sentence) from error
    return game


def _check_rotation(game: Game, order: Order, chairs: Sequence[Chair]) -> None:
    game.start(len(chairs), order.options)
    for bot in {chair.bot for chair in chairs}:
        _check_plays(bot, game)
    if len({chair.player_id for chair in chairs}) < len(chairs):
        raise CannotBePlayed(_("A player has two seats in this match. Give each player one seat."))
    if {chair.player_id for chair in chairs} != {chair.player_id for chair in order.rotations[0].chairs}:
        raise CannotBePlayed(_("The matches of this deal have different players. Use another deal for other players."))
    if _is_remote(chairs) and _programs(chairs):
        raise CannotBePlayed(_("Uploaded and remote bots cannot play in one match yet. Choose one kind."))
    if _cost(chairs) > LARGEST_COST:
        raise CannotBePlayed(_("These bots would take too long for one match. Give them fewer playouts per move."))


def _check_plays(slug: str, game: Game) -> None:
    games = strategy(slug).games
    if games and game.slug not in games:
        sentence = _("%(bot)s does not play %(game)s. Choose another bot.")
        raise CannotBePlayed(sentence % {"bot": slug, "game": game.name})


def _match(game: Game, order: Order, block: Block, number: int) -> Match:
    rotation = order.rotations[number]
    return Match(
        subject=rotation.subject,
        block=block,
        rotation=number,
        pool=order.pool,
        game=game.slug,
        rules_version=game.rules_version,
        options=game.settle_options(order.options),
        cost=_cost(rotation.chairs),
        needs_sandbox=_programs(rotation.chairs) > 0,
        is_remote=_is_remote(rotation.chairs),
        ordered_by=order.ordered_by,
    )


def _cost(chairs: Sequence[Chair]) -> int:
    return cost_of((chair.playouts for chair in chairs), _programs(chairs))


def _programs(chairs: Sequence[Chair]) -> int:
    return sum(isinstance(strategy(chair.bot), Program) for chair in chairs)


def _is_remote(chairs: Sequence[Chair]) -> bool:
    found = (strategy(chair.bot) for chair in chairs)
    return any(isinstance(bot, Stranger) and bot.is_remote for bot in found)
