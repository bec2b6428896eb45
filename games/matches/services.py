"""Writes of matches: create blocks, cancel, and store matches that were played in the browser."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.errors import EngineError
from engine.core.game import Game, Outcome
from engine.core.options import OptionValue, settle_options
from engine.core.record import Record
from engine.notation import to_text
from games.matches.errors import CannotBePlayed
from games.matches.models import Block, Match, MatchRecord, MatchSeat, commitment_of, new_secret
from games.matches.queueing import assign_turns, cost_of, publish
from games.matches.run_match import SeatSetup
from games.matches.strategy_registry import UntrustedStrategy, UploadedStrategy, strategy
from league.accounts.models import Player
from league.clubs.models import Club
from league.common.live import announce
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Pool
from league.results.services.ledger import enter_results

LARGEST_COST = 1_000_000  # playouts a match may take: about two minutes, well below a task's time limit

UNFINISHED = (Match.Status.QUEUED, Match.Status.RUNNING, Match.Status.DEAD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotation:
    """One match of a block: the seats, and the subject that it decides."""

    seats: tuple[SeatSetup, ...]
    subject: UUID = field(default_factory=uuid4)


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockOrder:
    """A block to create. Without `pool` nothing is rated; a withheld one is revealed by its creator.

    An unrated one may belong to a club, whose members alone see it. `ordered_by` is the account in whose turn it is
    played.
    """

    game: str
    rotations: tuple[Rotation, ...]
    options: dict[str, OptionValue] = field(default_factory=dict)
    pool: Pool | None = None
    secret: bytes = field(default_factory=new_secret)
    is_withheld: bool = False
    club: Club | None = None
    ordered_by: int | None = None


def all_rotations(seats: Sequence[SeatSetup]) -> tuple[Rotation, ...]:
    """Return one rotation per player, so that each plays from every seat."""
    return tuple(Rotation(seats=(*seats[shift:], *seats[:shift])) for shift in range(len(seats)))


def create_block(*, order: BlockOrder) -> Block:
    """Create the block and enqueue its matches on commit. Raise `CannotBePlayed`."""
    return create_blocks(orders=[order])[0]


@transaction.atomic
def create_blocks(*, orders: Sequence[BlockOrder]) -> list[Block]:
    """Create the blocks, all or none, and enqueue their matches on commit. Raise `CannotBePlayed`."""
    games = [check_order(order) for order in orders]
    blocks = Block.objects.bulk_create(
        Block(
            secret=order.secret, commitment=commitment_of(order.secret), is_withheld=order.is_withheld, club=order.club
        )
        for order in orders
    )
    rotations = [rotation for order in orders for rotation in order.rotations]
    matches: list[Match] = []
    for game, order, block in zip(games, orders, blocks, strict=True):
        matches += [_match(game, order, block, number) for number in range(len(order.rotations))]
    assign_turns(matches)
    Match.objects.bulk_create(matches)
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=number, **seat._asdict())
        for match, rotation in zip(matches, rotations, strict=True)
        for number, seat in enumerate(rotation.seats)
    )
    transaction.on_commit(partial(publish, matches))
    announce("hall", *{f"game:{game.slug}" for game in games})
    return blocks


def check_order(order: BlockOrder) -> Game:
    """Return the game of the block. Raise `CannotBePlayed` where making the block would."""
    if not order.rotations:
        raise CannotBePlayed(_("The deal has no matches. Send at least one, with a player for each seat."))
    try:
        game = registry.game(order.game)
        settle_options(game, order.options)
        for slug in {seat.bot for rotation in order.rotations for seat in rotation.seats}:
            games = strategy(slug).games
            if games and game.slug not in games:
                sentence = _("%(bot)s does not play %(game)s. Choose another bot.")
                raise CannotBePlayed(sentence % {"bot": slug, "game": game.name})
        for rotation in order.rotations:
            _check_rotation(game, order, rotation.seats)
    except EngineError as error:
        raise CannotBePlayed(error.sentence) from error
    return game


def _check_rotation(game: Game, order: BlockOrder, seats: Sequence[SeatSetup]) -> None:
    game.check_seats(len(seats))
    if len({seat.player_id for seat in seats}) < len(seats):
        raise CannotBePlayed(_("A player has two seats in this match. Give each player one seat."))
    if {seat.player_id for seat in seats} != {seat.player_id for seat in order.rotations[0].seats}:
        raise CannotBePlayed(_("The matches of this deal have different players. Use another deal for other players."))
    cost, _programs, _is_remote = _demands(seats)
    if cost > LARGEST_COST:
        raise CannotBePlayed(_("These bots would take too long for one match. Give them fewer playouts per move."))


def _match(game: Game, order: BlockOrder, block: Block, number: int) -> Match:
    rotation = order.rotations[number]
    cost, programs, is_remote = _demands(rotation.seats)
    return Match(
        subject=rotation.subject,
        block=block,
        rotation=number,
        pool=order.pool,
        game=game.slug,
        rules_version=game.rules_version,
        options=settle_options(game, order.options),
        cost=cost,
        needs_sandbox=programs > 0,
        is_remote=is_remote,
        ordered_by=order.ordered_by,
    )


def _demands(seats: Sequence[SeatSetup]) -> tuple[int, int, bool]:
    """Return the cost of a match, how many uploaded bots sit there, and whether a remote one does."""
    bots = [strategy(seat.bot) for seat in seats]
    programs = sum(isinstance(bot, UploadedStrategy) for bot in bots)
    is_remote = any(isinstance(bot, UntrustedStrategy) and bot.is_remote for bot in bots)
    return cost_of((seat.playouts for seat in seats), programs), programs, is_remote


@transaction.atomic
def cancel_matches(*, subjects: Iterable[UUID]) -> int:
    """Cancel those of the matches with these subjects that are not finished, and return how many. Idempotent.

    A worker that holds one loses its lease, so it cannot enter a result.
    """
    unfinished = Match.objects.filter(subject__in=list(subjects), status__in=UNFINISHED)
    rows = list(unfinished.order_by("pk").select_for_update(no_key=True).values_list("pk", "public_id"))
    Match.objects.filter(pk__in=[pk for pk, _public_id in rows]).update(
        status=Match.Status.CANCELLED, token=None, lease_until=None
    )
    if rows:
        announce("hall", *(f"match:{public_id}" for _pk, public_id in rows))
    return len(rows)


@transaction.atomic
def store_match(
    *, record: Record, seats: Sequence[MatchSeat], decisions: int, secret: bytes, pool: Pool | None, is_rated: bool
) -> Match:
    """Store a finished match on a deal of its own, open at once; `seats` have player, bot and playouts of each seat.

    Its result enters the ledger of `pool` unless a visitor played. Raise ValueError for a record without an outcome.
    """
    outcome = record.outcome
    if outcome is None:
        raise ValueError("A match is kept when it is over; this record has no outcome.")
    block = Block.objects.create(secret=secret, commitment=commitment_of(secret), finished_at=Now())
    match = Match.objects.create(
        block=block,
        pool=pool,
        game=record.game,
        rules_version=record.rules_version,
        options=dict(record.options),
        cost=cost_of(seat.playouts for seat in seats),
        status=Match.Status.DONE,
        finished_at=Now(),
    )
    for number, seat in enumerate(seats):
        seat.match, seat.seat = match, number
        seat.points, seat.place = outcome.points[number], outcome.places[number]
    MatchSeat.objects.bulk_create(seats)
    MatchRecord.objects.create(match=match, text=to_text(record), decisions=decisions)
    enter_result_of(match=match, outcome=outcome, seats=seats, is_rated=is_rated)
    announce("hall", f"game:{record.game}")
    return match


def enter_result_of(*, match: Match, outcome: Outcome, seats: Sequence[MatchSeat], is_rated: bool) -> None:
    """Enter a stored match into its pool's ledger, within the caller's transaction, unless a visitor played."""
    players = [seat.player_id for seat in seats if seat.player_id is not None]
    if match.pool is None or len(players) < len(seats):
        return
    results = zip(players, outcome.points, outcome.places, strict=True)
    draft = ResultDraft(
        subject=match.subject,
        seats=tuple(SeatResult(*result) for result in results),
        evidence=match.subject,
        block=match.block.uuid,
        is_rated=is_rated,
    )
    enter_results(pool=match.pool, entries=[draft])


@transaction.atomic
def seat_visitor(*, match: Match, player: Player) -> None:
    """Give a visitor's seat to the player who signed up since. The result enters the ledger, unrated.

    Unrated, because somebody who signs up after the end could choose which games count.
    """
    seats = list(match.seats.select_for_update().order_by("seat"))
    for seat in seats:
        if seat.player_id is None:
            seat.player = player
            seat.save(update_fields=["player"])
    outcome = Outcome(
        tuple(seat.points or 0 for seat in seats), tuple(seat.place or 0 for seat in seats), reason=""
    )  # of a finished match, every seat has both
    enter_result_of(match=match, outcome=outcome, seats=seats, is_rated=False)
