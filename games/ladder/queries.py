"""Reads of ladders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from engine.core import registry
from games.ladder import stats
from games.ladder.errors import NoSuchLadder
from games.ladder.models import Ladder, LadderBlock, LadderEntry
from games.matches.models import Match
from league.accounts.models import Player
from league.clubs.permissions import Asker
from league.common.game_names import game_name
from league.common.models import first_or_refuse
from league.ratings.leaderboards import Board, boards_of, busiest_boards, busiest_pools
from league.results.models import Pool

COUNTED_BLOCKS = 300  # whose games the pages count
NOBODY = 0  # no player's id: stands for a bot with an earlier program
BOARDS_SHOWN = 1  # leaderboards of a game without ladders
SEARCHED_BLOCKS = 5_000  # the latest of a ladder, among which those of a bot are searched, to keep the query cheap


@dataclass(frozen=True, slots=True)
class LaddersOfGame:
    """The ladders of one game with their leaderboards, small tables first."""

    game: str  # its slug
    name: str
    ladders: Sequence[tuple[Ladder, Board]]
    boards: Sequence[Board] = ()  # those of the game's bots until its first ladder starts


def ladders_by_game(asker: Asker) -> list[LaddersOfGame]:
    """Return every ladder, annotated with its number of bots, with those who lead it; in a fixed number of queries."""
    found = Ladder.objects.select_related("pool").annotate(
        bots=Count("ladder_entries", filter=Q(ladder_entries__is_away=False))
    )
    ladders = list(found.order_by("pool__game", "pool__seats"))
    boards = boards_of([ladder.pool_id for ladder in ladders], asker)
    return [
        LaddersOfGame(game, game_name(game), [(ladder, boards[ladder.pool_id]) for ladder in of_game])
        for game, of_game in groupby(ladders, key=attrgetter("pool.game"))
    ]


def games_without_ladders(ladders: Iterable[LaddersOfGame], asker: Asker) -> list[LaddersOfGame]:
    """Return the other games with their busiest leaderboards of bots; in a fixed number of queries."""
    started = {one.game for one in ladders}
    found = [pool for pool in busiest_pools(asker) if pool.player_kind == Pool.Kind.BOT and pool.game not in started]
    boards = busiest_boards(asker, found, len(found))
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
    """Return the games of the latest finished blocks, oldest first; NOBODY replaces bots with an earlier program."""
    since = {entry.player_id: entry.program_turn for entry in entries}
    finished = ladder.blocks.filter(block__finished_at__isnull=False).order_by("-turn")
    turns = dict(finished.values_list("block", "turn")[:COUNTED_BLOCKS])
    return [
        game._replace(players=tuple(who if turns[game.block] > since.get(who, 0) else NOBODY for who in game.players))
        for game in stats.games_of(list(turns))
    ]


def are_all_counted(ladder: Ladder) -> bool:
    """Whether the pages count all finished blocks of the ladder."""
    return ladder.blocks.filter(block__finished_at__isnull=False).count() <= COUNTED_BLOCKS


def with_first_matches(ladder: Ladder) -> QuerySet[LadderBlock]:
    """Return the blocks of the ladder, each with its first match."""
    first = Match.objects.filter(rotation=0).only("public_id", "block")
    return ladder.blocks.select_related("block").prefetch_related(Prefetch("block__matches", first))
