"""Contexts of the pages of ladders and of their bots.

Figures cover the latest deals only, those that count as meetings. They are about bots as they are now: games with an
earlier program count for seats, not for the bot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.ladder import stats
from games.ladder.errors import NoSuchLadder
from games.ladder.models import Ladder, LadderBlock, LadderEntry
from games.ladder.queries import are_all_counted, counted_games, with_first_matches
from league.accounts.models import Account, Player
from league.clubs.permissions import Asker
from league.ratings.queries import current_ratings

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


def ladder_page(ladder: Ladder, asker: Asker) -> LadderPage:
    """Return the context of a ladder's page, in a fixed number of queries."""
    lines, games = _lines_and_games(ladder, asker)
    lines.sort(key=_rank)
    names = {line.player.pk: line.player.name for line in lines}
    counted = len({game.block for game in games})
    return LadderPage(
        ladder=ladder,
        lines=lines,
        seats=stats.worths(stats.by_seat(stats.from_every_seat(games))),
        latest=[_played(block, names) for block in with_first_matches(ladder).order_by("-turn")[:LISTED_BLOCKS]],
        blocks=counted,
        are_all=are_all_counted(ladder),
    )


def _rank(line: LadderRow) -> tuple[bool, bool, int, str]:
    """Return the sort key of a bot: active ones first, then rated ones by rating, then by name."""
    return line.ladder_entry.is_away, line.rating is None, -(line.rating or 0), line.player.name


def bot_page(ladder: Ladder, public_id: str, asker: Asker) -> BotPage:
    """Return the context of a bot's page. Raise `NoSuchLadder` for a bot that is not on the ladder."""
    lines, games = _lines_and_games(ladder, asker)
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


def _lines_and_games(ladder: Ladder, asker: Asker) -> tuple[list[LadderRow], list[stats.Game]]:
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
            is_own=isinstance(asker, Account) and entry.player.owner_id == asker.pk,
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
