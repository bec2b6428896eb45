"""Who goes up and down after a season, or would if it ended now."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from league.members.models import Player
from league.rules.promotion import Finished, Finisher, Move, Way, moves_between
from league.rules.standings import Row
from league.seasons.models import Division, Season
from league.tournaments.models import Entry
from league.tournaments.selectors.entries import eligible_players
from league.tournaments.selectors.sheet import Sheet, sheets_of


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """What becomes of somebody after the season, by the tables."""

    entry: str
    """The public id of the entry: somebody may play in two divisions."""
    player: Player
    is_guest: bool
    may_go_on: bool
    """False for whoever belongs to the club no more."""
    before: int
    place: int
    after: int | None
    way: Way
    level_with_next: bool
    """Whether nothing but the order of the list stands between them and the next, of whom something else becomes."""


@dataclass(frozen=True, slots=True)
class Promotion:
    """What becomes of everybody."""

    moves: tuple[PlannedMove, ...]
    open_divisions: tuple[str, ...]
    """The divisions that are not over."""
    mark: str
    """The same while nothing of it changes."""

    @property
    def is_over(self) -> bool:
        """Whether every division is."""
        return not self.open_divisions


def promotion_of(season: Season) -> Promotion:
    """The plan as the tables stand now."""
    divisions = list(season.divisions.select_related("tournament__club").order_by("level"))
    return promotion_from(divisions, sheets_of([one.tournament for one in divisions]))


def promotion_from(divisions: Sequence[Division], sheets: Sequence[Sheet]) -> Promotion:
    """The same where divisions, the highest first, and their sheets are read already: two queries."""
    entries = _entries(divisions)
    there = (
        frozenset(eligible_players(divisions[0].tournament).values_list("pk", flat=True)) if divisions else frozenset()
    )
    tables = [_table(division, sheet, entries, there) for division, sheet in zip(divisions, sheets, strict=True)]
    moves = moves_between(tables)
    planned = tuple(_planned(divisions, sheets, entries, there, moves))
    return Promotion(
        planned,
        tuple(division.name for division in divisions if not division.tournament.is_over),
        _mark(moves),
    )


_Entries = Mapping[tuple[int, int], Entry]  # by event and number


def _entries(divisions: Sequence[Division]) -> _Entries:
    found = Entry.objects.filter(tournament__in=[one.tournament_id for one in divisions])
    return {(one.tournament_id, one.number): one for one in found.select_related("player__merged_into")}


def _may_go_on(entry: Entry, there: frozenset[int]) -> bool:
    player = entry.person
    return player.anonymised_at is None and (player.pk in there or entry.is_guest)


def _table(division: Division, sheet: Sheet, entries: _Entries, there: frozenset[int]) -> Finished:
    finishers = []
    for row in sheet.rows:
        entry = entries[division.tournament_id, row.entry]
        finishers.append(Finisher(entry.pk, entry.left_round is None and _may_go_on(entry, there)))
    return Finished(tuple(finishers), division.up, division.down)


def _planned(
    divisions: Sequence[Division],
    sheets: Sequence[Sheet],
    entries: _Entries,
    there: frozenset[int],
    moves: Sequence[Move],
) -> Iterator[PlannedMove]:
    """The moves with names and places; rows of the sheets and moves come in the same order."""
    rows = [(one.tournament_id, row) for one, sheet in zip(divisions, sheets, strict=True) for row in sheet.rows]
    level = _level_with_next(rows, moves)
    for (event, row), move in zip(rows, moves, strict=True):
        entry = entries[event, row.entry]
        yield PlannedMove(
            entry=entry.public_id,
            player=entry.person,
            is_guest=entry.is_guest,
            may_go_on=_may_go_on(entry, there),
            before=move.before,
            place=row.place,
            after=move.after,
            way=move.way,
            level_with_next=move.player in level,
        )


def _level_with_next(rows: Sequence[tuple[int, Row]], moves: Sequence[Move]) -> frozenset[int]:
    """Who shares a place with the next who goes on, and plays elsewhere; nobody has a place before a game is played."""
    going_on = [(event, row.place, move) for (event, row), move in zip(rows, moves, strict=True) if move.after]
    return frozenset(
        move.player
        for (event, place, move), (its_event, its_place, then) in pairwise(going_on)
        if (event, place) == (its_event, its_place) and move.after != then.after
    )


def _mark(moves: Sequence[Move]) -> str:
    told = ";".join(f"{move.player}:{move.before}:{move.after}" for move in moves)
    return hashlib.sha256(told.encode()).hexdigest()[:16]
