"""Promotion and relegation after a season, and ties for a play-off."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from django.utils.translation import gettext as _

from engine.core.registry import game as game_named
from league.accounts.models import Player
from league.competition.promotion import Finished, Finisher, Move, MoveKind, moves_between
from league.competition.standings import Row
from league.seasons.models import Division, Season
from league.tournaments.models import Entry, Tournament
from league.tournaments.queries.entries import eligible_players
from league.tournaments.queries.standings_cache import Sheet, sheets_of

PAIR = 2  # a play-off is a round robin of two at a table
LONGEST = 80  # characters of a tournament's name


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A player's next division, by the standings."""

    entry: str
    """The public id of the entry: somebody may play in two divisions."""
    player: Player
    is_guest: bool
    may_go_on: bool
    """False for former members of the club."""
    before: int
    place: int
    after: int | None
    kind: MoveKind
    level_with_next: bool
    """Whether they tie with the next player, who goes to another division."""


@dataclass(frozen=True, slots=True)
class Promotion:
    """The next division of every player."""

    moves: tuple[PlannedMove, ...]
    open_divisions: tuple[str, ...]
    """The divisions that are not over."""
    mark: str
    """A hash of the plan."""

    @property
    def is_over(self) -> bool:
        """Whether every division is over."""
        return not self.open_divisions


def promotion_of(season: Season) -> Promotion:
    """Return the plan by the present standings."""
    divisions = list(season.divisions.select_related("tournament__club").order_by("level"))
    return promotion_from(divisions, sheets_of([division.tournament for division in divisions]))


def promotion_from(divisions: Sequence[Division], sheets: Sequence[Sheet]) -> Promotion:
    """Return the plan of promotion and relegation from loaded divisions (highest first) and standings. Two queries."""
    entries = _entries(divisions)
    eligible = (
        frozenset(eligible_players(divisions[0].tournament).values_list("pk", flat=True)) if divisions else frozenset()
    )
    tables = [_table(division, sheet, entries, eligible) for division, sheet in zip(divisions, sheets, strict=True)]
    moves = moves_between(tables)
    planned = tuple(_planned_moves(divisions, sheets, entries, eligible, moves))
    return Promotion(
        planned, tuple(division.name for division in divisions if not division.tournament.is_over), _mark(moves)
    )


_Entries = Mapping[tuple[int, int], Entry]  # by tournament id and entry number


def _entries(divisions: Sequence[Division]) -> _Entries:
    found = Entry.objects.filter(tournament__in=[division.tournament_id for division in divisions])
    return {(entry.tournament_id, entry.number): entry for entry in found.select_related("player__merged_into")}


def _may_play_on(entry: Entry, eligible: frozenset[int]) -> bool:
    player = entry.person
    return player.anonymised_at is None and (player.pk in eligible or entry.is_guest)


def _table(division: Division, sheet: Sheet, entries: _Entries, eligible: frozenset[int]) -> Finished:
    finishers = []
    for row in sheet.rows:
        entry = entries[division.tournament_id, row.entry]
        finishers.append(Finisher(entry.pk, entry.left_round is None and _may_play_on(entry, eligible)))
    return Finished(tuple(finishers), division.up, division.down)


def _planned_moves(
    divisions: Sequence[Division],
    sheets: Sequence[Sheet],
    entries: _Entries,
    eligible: frozenset[int],
    moves: Sequence[Move],
) -> Iterator[PlannedMove]:
    """Yield the moves with names and places; rows of the sheets and moves have the same order."""
    rows = [(own.tournament_id, row) for own, sheet in zip(divisions, sheets, strict=True) for row in sheet.rows]
    level = _level_with_next(rows, moves)
    for (tournament, row), move in zip(rows, moves, strict=True):
        entry = entries[tournament, row.entry]
        yield PlannedMove(
            entry=entry.public_id,
            player=entry.person,
            is_guest=entry.is_guest,
            may_go_on=_may_play_on(entry, eligible),
            before=move.before,
            place=row.place,
            after=move.after,
            kind=move.kind,
            level_with_next=move.player in level,
        )


def _level_with_next(rows: Sequence[tuple[int, Row]], moves: Sequence[Move]) -> frozenset[int]:
    """Return the ids of players who share a place with the next player and move to another division than that one."""
    moving = [(tournament, row.place, move) for (tournament, row), move in zip(rows, moves, strict=True) if move.after]
    return frozenset(
        move.player
        for (tournament, place, move), (its_tournament, its_place, next_move) in pairwise(moving)
        if (tournament, place) == (its_tournament, its_place) and move.after != next_move.after
    )


def _mark(moves: Sequence[Move]) -> str:
    text = ";".join(f"{move.player}:{move.before}:{move.after}" for move in moves)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Tie:
    """Players who share a place of a division and would go to different divisions."""

    division: Division
    place: int
    moves: tuple[PlannedMove, ...]

    @property
    def tournament_name(self) -> str:
        """The name of their play-off; a long tournament name is cut at its start."""
        words = _("play-off for place %(place)d") % {"place": self.place}
        name, room = self.division.tournament.name, LONGEST - len(words) - 2
        return f"{name if len(name) <= room else '…' + name[1 - room :]}, {words}"

    @property
    def tournament(self) -> Tournament | None:
        """Their play-off, if there is one that was not cancelled."""
        play_off = self.division.play_offs.filter(place=self.place).select_related("tournament").first()
        return play_off.tournament if play_off and play_off.tournament.status != Tournament.Status.CANCELLED else None


def ties_in(plan: Promotion, divisions: Sequence[Division]) -> list[Tie]:
    """Return the ties that a play-off can decide, once the season is over, in games for two."""
    by_level = {row.level: row for row in divisions if game_named(row.tournament.game).min_seats <= PAIR}
    return list(_ties(plan, by_level)) if plan.is_over else []


def _ties(plan: Promotion, by_level: dict[int, Division]) -> Iterator[Tie]:
    promoted = [move for move in plan.moves if move.after is not None and move.before in by_level]
    for (level, place), moves in groupby(promoted, key=lambda move: (move.before, move.place)):
        level_there = tuple(moves)
        if any(move.level_with_next for move in level_there):
            yield Tie(by_level[level], place, level_there)
