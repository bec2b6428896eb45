"""Contexts of the pages of ladders and of their bots.

Figures cover the latest deals only, those that count as meetings. They are about bots as they are now: games with an
earlier program count for seats, not for the bot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from engine.core import registry
from games.ladder import stats
from games.ladder.errors import NoSuchLadder
from games.ladder.models import Ladder, LadderBlock, LadderEntry
from games.ladder.queries import games_of
from games.matches.models import Match
from league.accounts.models import Account, Player
from league.clubs.permissions import User
from league.common.messages import game_name
from league.common.models import first_or_refuse
from league.ratings.leaderboards import Board, boards_of, busiest_boards, busiest_pools
from league.ratings.queries import current_ratings
from league.results.models import Pool

LISTED_BLOCKS = 12  # that a page names


class LadderRow(NamedTuple):
    """A bot on a ladder; rating and uncertainty in whole points, None before its first rated game."""

    player: Player
    is_own: bool
    rating: int | None
    uncertainty: int | None
    share: stats.Share | None
    ladder_entry: LadderEntry


class DealRow(NamedTuple):
    """A block in a list: its players, and the first of its matches, whose page links to the others."""

    turn: int
    names: tuple[str, ...]
    match: str
    is_sealed: bool
    score: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderPage:
    """Context of the page of a ladder."""

    ladder: Ladder
    lines: Sequence[LadderRow]
    seats: Sequence[stats.SeatWorth]
    latest: Sequence[DealRow]
    blocks: int  # finished ones that are counted
    are_all: bool  # whether those are all finished ones


@dataclass(frozen=True, slots=True, kw_only=True)
class BotPage:
    """Context of the page of a bot on a ladder."""

    ladder: Ladder
    line: LadderRow
    seats: Sequence[stats.SeatWorth]
    is_turned: bool  # whether `seats` counts only blocks that were played from every seat
    opponents: Sequence[tuple[Player, stats.Share]]
    worst: Sequence[DealRow]
    best: Sequence[DealRow]  # none that is among the worst


def ladder_page(ladder: Ladder, user: User) -> LadderPage:
    """Return the context of a ladder's page, in a fixed number of queries."""
    lines, games = _lines_and_games(ladder, user)
    # Active bots come first, then rated ones by rating, then by name.
    lines.sort(key=lambda line: (line.ladder_entry.is_away, line.rating is None, -(line.rating or 0), line.player.name))
    names = {line.player.pk: line.player.name for line in lines}
    counted = len({game.block for game in games})
    return LadderPage(
        ladder=ladder,
        lines=lines,
        seats=stats.shares_by_seat(stats.by_seat(stats.from_every_seat(games))),
        latest=[_played(block, names) for block in with_first_matches(ladder).order_by("-turn")[:LISTED_BLOCKS]],
        blocks=counted,
        are_all=ladder.blocks.filter(block__finished_at__isnull=False).count() <= COUNTED_BLOCKS,
    )


def bot_page(ladder: Ladder, public_id: str, user: User) -> BotPage:
    """Return the context of a bot's page. Raise `NoSuchLadder` for a bot that is not on the ladder."""
    lines, games = _lines_and_games(ladder, user)
    line = next((line for line in lines if line.player.public_id == public_id), None)
    if line is None:
        raise NoSuchLadder(_("This bot is not on this ladder. Choose a bot on the ladder page."))
    players = {other.player.pk: other.player for other in lines}
    met = [(players[key], share) for key, share in stats.by_opponent(games, line.player.pk).items() if key in players]
    seats, is_turned = stats.seats_of(games, line.player.pk)
    worst, best = _worst_and_best(ladder, games, line.player.pk, {key: player.name for key, player in players.items()})
    return BotPage(
        ladder=ladder,
        line=line,
        seats=seats,
        is_turned=is_turned,
        opponents=sorted(met, key=lambda pair: (-pair[1].blocks, pair[0].name)),
        worst=worst,
        best=best,
    )


def _lines_and_games(ladder: Ladder, user: User) -> tuple[list[LadderRow], list[stats.Game]]:
    """Return the bots on a ladder, and the games that count."""
    rows = current_ratings().filter(fold__pool=ladder.pool_id).values_list("player_id", "value", "uncertainty")
    ratings = {player: (round(value / 1000), round(uncertainty / 1000)) for player, value, uncertainty in rows}
    entries = list(ladder.ladder_entries.select_related("player").order_by("player"))
    games = counted_games(ladder, entries)
    shares = stats.overall(games)
    lines = []
    for entry in entries:
        rating, uncertainty = ratings.get(entry.player_id, (None, None))
        line = LadderRow(
            player=entry.player,
            is_own=isinstance(user, Account) and entry.player.owner_id == user.pk,
            rating=rating,
            uncertainty=uncertainty,
            share=shares.get(entry.player_id),
            ladder_entry=entry,
        )
        lines.append(line)
    return lines, games


def _worst_and_best(
    ladder: Ladder, games: Sequence[stats.Game], player: int, names: Mapping[int, str]
) -> tuple[list[DealRow], list[DealRow]]:
    """Return the worst blocks, and the best of the others."""
    scores = stats.by_block(games, player)
    worst, best = stats.extremes(scores, LISTED_BLOCKS)
    blocks = {block.pk: block for block in with_first_matches(ladder).filter(pk__in=[*worst, *best])}
    played = {key: _played(row, names)._replace(score=scores[key]) for key, row in blocks.items()}
    return [played[key] for key in worst], [played[key] for key in best]


def _played(row: LadderBlock, names: Mapping[int, str]) -> DealRow:
    (first,) = row.block.matches.all()
    listed = tuple(names.get(player, "") for player in row.players)
    return DealRow(turn=row.turn, names=listed, match=first.public_id, is_sealed=row.block.is_sealed)


COUNTED_BLOCKS = 300  # whose games the pages count
EARLIER_PROGRAM = 0  # instead of a player's id, in games that a bot played with an earlier program
BOARDS_SHOWN = 1  # leaderboards of a game without ladders
SEARCHED_BLOCKS = 5_000  # the latest of a ladder, among which those of a bot are searched, to keep the query cheap


@dataclass(frozen=True, slots=True)
class LaddersOfGame:
    """The ladders of one game with their leaderboards, small tables first."""

    game: str  # its slug
    name: str
    ladders: Sequence[tuple[Ladder, Board]]
    boards: Sequence[Board] = ()  # those of the game's bots until its first ladder starts


def ladders_by_game(user: User) -> list[LaddersOfGame]:
    """Return every ladder, annotated with its number of bots, with those who lead it; in a fixed number of queries."""
    found = Ladder.objects.select_related("pool").annotate(
        bots=Count("ladder_entries", filter=Q(ladder_entries__is_away=False))
    )
    ladders = list(found.order_by("pool__game", "pool__seats"))
    boards = boards_of([ladder.pool_id for ladder in ladders], user)
    return [
        LaddersOfGame(game, game_name(game), [(ladder, boards[ladder.pool_id]) for ladder in of_game])
        for game, of_game in groupby(ladders, key=attrgetter("pool.game"))
    ]


def games_without_ladders(ladders: Iterable[LaddersOfGame], user: User) -> list[LaddersOfGame]:
    """Return the other games with their busiest leaderboards of bots; in a fixed number of queries."""
    started = {one.game for one in ladders}
    pools = [pool for pool in busiest_pools(user) if pool.player_kind == Pool.Kind.BOT and pool.game not in started]
    boards = busiest_boards(user, pools, len(pools))
    return [
        LaddersOfGame(slug, game.name, [], [board for board in boards if board.pool.game == slug][:BOARDS_SHOWN])
        for slug, game in registry.games().items()
        if slug not in started
    ]


def ladder_at(slug: str) -> Ladder:
    """Return the ladder of that pool. Raise `NoSuchLadder`."""
    sentence = _("There is no ladder at this address. Choose one from the list of ladders.")
    return first_or_refuse(Ladder.objects.select_related("pool").filter(pool__slug=slug), NoSuchLadder(sentence))


def ladder_entries_of(player: Player) -> list[LadderEntry]:
    """Return a bot's entries on ladders, by game and table size; those that it has left come last."""
    entries = LadderEntry.objects.filter(player=player).select_related("ladder__pool")
    return list(entries.order_by("is_away", "ladder__pool__game", "ladder__pool__seats"))


def blocks_of(ladder: Ladder, player: Player) -> QuerySet[LadderBlock]:
    """Return the bot's finished blocks, the last first, as far back as they are listed."""
    listed = ladder.blocks.filter(turn__gt=ladder.turn - SEARCHED_BLOCKS, players__contains=[player.pk])
    return listed.filter(block__finished_at__isnull=False).order_by("-turn")


def counted_games(ladder: Ladder, entries: Iterable[LadderEntry]) -> list[stats.Game]:
    """Return the games of the latest finished blocks, oldest first; EARLIER_PROGRAM for bots changed since."""
    since = {entry.player_id: entry.program_turn for entry in entries}
    finished = ladder.blocks.filter(block__finished_at__isnull=False).order_by("-turn")
    turns = dict(finished.values_list("block", "turn")[:COUNTED_BLOCKS])
    return [
        game._replace(
            players=tuple(
                player if turns[game.block] > since.get(player, 0) else EARLIER_PROGRAM for player in game.players
            )
        )
        for game in games_of(list(turns))
    ]


def with_first_matches(ladder: Ladder) -> QuerySet[LadderBlock]:
    """Return the blocks of the ladder, each with its first match."""
    first = Match.objects.filter(rotation=0).only("public_id", "block")
    return ladder.blocks.select_related("block").prefetch_related(Prefetch("block__matches", first))
