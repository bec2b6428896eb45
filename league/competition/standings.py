"""Standings and crosstable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar

from league.competition.format import How
from league.competition.scores import Meeting, Scores, Turn
from league.competition.season_scoring import Season
from league.competition.stages import Tie
from league.competition.tiebreaks.tiebreak import Arithmetic, TieBreak

Key = TypeVar("Key", int, tuple[bool, tuple[int, ...]])


class Row(NamedTuple):
    """One line of the standings. `points` are in units of `league.competition.points`."""

    place: int  # places count 1, 2, 2, 4 if the last tie-break leaves entries level; 0 means no place
    entry: int
    points: int
    played: int  # games that were really played
    won: int  # games with an unshared first place, forfeits included
    tiebreaks: tuple[int, ...]  # one value for each tie-break, in order; see `explain`
    level_with: frozenset[int]  # the entries that it was level with before the first tie-break, itself among them
    rounds: tuple[Turn, ...]
    season: Season | None = None  # its club nights, if there are any

    @property
    def is_ranked(self) -> bool:
        """Whether it has a place at all."""
        return self.place > 0


class Encounters(NamedTuple):
    """An entry's meetings with one opponent; `halves` of 2 x `games`."""

    meetings: tuple[Meeting, ...]

    @property
    def games(self) -> int:
        """How many games they were."""
        return sum(meeting.games for meeting in self.meetings)

    @property
    def halves(self) -> int:
        """Half points taken from the opponent."""
        return sum(meeting.halves for meeting in self.meetings)


class Explained(NamedTuple):
    """A tie-break and its arithmetic for one entry."""

    tiebreak: TieBreak
    arithmetic: Arithmetic


def standings(scores: Scores, tiebreaks: Sequence[TieBreak], seed: int) -> tuple[Row, ...]:
    """Return all entries, best first. Level entries share a place, in the order of their list.

    Each tie-break is applied within the groups that earlier ones left level. In a season, entries without a place are
    below the others, in the same order among themselves.
    """
    level = _groups(scores.entries, lambda entry: (not scores.is_ranked(entry), scores.merit(entry)))
    values: dict[int, list[int]] = {entry: [] for entry in scores.entries}
    groups = level
    for tiebreak in tiebreaks:
        groups = [part for group in groups for part in _split(group, tiebreak, scores, seed, values)]
    mates = {entry: tied for tied in map(frozenset, level) for entry in tied}
    return tuple(_rows(groups, scores, values, mates))


def explain(entry: int, tiebreaks: Sequence[TieBreak], scores: Scores, seed: int) -> tuple[Explained, ...]:
    """Return the arithmetic behind every value of an entry's row, each within the group it was level with."""
    group: Sequence[int] = [other for other in scores.entries if _level(entry, other, scores)]
    explained: list[Explained] = []
    for tiebreak in tiebreaks:
        explained.append(Explained(tiebreak, tiebreak.explain(entry, frozenset(group), scores, seed)))
        parts = _split(group, tiebreak, scores, seed, {other: [] for other in group})
        group = next(part for part in parts if entry in part)
    return tuple(explained)


def ties_of(rows: Sequence[Row], tiebreaks: Sequence[TieBreak]) -> tuple[Tie, ...]:
    """Return the ties of standings, best first. `tiebreaks` are those by which the rows were ordered."""
    tied: dict[frozenset[int], list[Row]] = {}
    for row in rows:
        tied.setdefault(row.level_with, []).append(row)
    return tuple(_tie(group, tiebreaks) for group in tied.values() if len(group) > 1)


def _tie(rows: Sequence[Row], tiebreaks: Sequence[TieBreak]) -> Tie:
    level, decided_by = [list(rows)], []
    for at, tiebreak in enumerate(tiebreaks):
        parts = [part for group in level for part in _split_by_value(group, at)]
        if len(parts) > len(level):
            decided_by.append(tiebreak.slug)
        level = parts
    shared = tuple(tuple(row.entry for row in group) for group in level if len(group) > 1)
    return Tie(tuple(row.entry for row in rows), tuple(decided_by), shared)


def _split_by_value(rows: Sequence[Row], at: int) -> list[list[Row]]:
    return [list(part) for _value, part in groupby(rows, lambda row: row.tiebreaks[at])]


def crosstable(scores: Scores) -> Mapping[int, Mapping[int, Encounters]]:
    """Return for every entry its encounters by opponent, in the order of their first meeting."""
    table: dict[int, dict[int, Encounters]] = {entry: {} for entry in scores.entries}
    for entry, cells in table.items():
        for meeting in scores.meetings(entry):
            before = cells.get(meeting.opponent, Encounters(()))
            cells[meeting.opponent] = Encounters((*before.meetings, meeting))
    return table


def _level(entry: int, other: int, scores: Scores) -> bool:
    """Return whether they are level before the first tie-break, both ranked or both not."""
    same = scores.merit(other) == scores.merit(entry)
    return same and scores.is_ranked(other) == scores.is_ranked(entry)


def _groups(entries: Iterable[int], key: Callable[[int], Key]) -> list[list[int]]:
    """Group entries by key, the smallest key first, in their given order."""
    groups: dict[Key, list[int]] = {}
    for entry in entries:
        groups.setdefault(key(entry), []).append(entry)
    return [groups[value] for value in sorted(groups)]


def _split(
    group: Sequence[int], tiebreak: TieBreak, scores: Scores, seed: int, values: Mapping[int, list[int]]
) -> list[list[int]]:
    """Split the group by one tie-break, and note its values."""
    tied = frozenset(group)
    for entry in group:
        values[entry].append(tiebreak.explain(entry, tied, scores, seed).value)
    direction = 1 if tiebreak.lower_is_better else -1
    return _groups(group, lambda entry: direction * values[entry][-1])


def _rows(
    groups: Sequence[Sequence[int]],
    scores: Scores,
    values: Mapping[int, Sequence[int]],
    mates: Mapping[int, frozenset[int]],
) -> Iterable[Row]:
    place = 1
    for group in groups:
        for entry in group:
            games = scores.seat_results[entry]
            played = sum(game.how is not How.FORFEIT for game in games)
            won = sum(game.place == 1 and game.alone for game in games)
            yield Row(
                place=place if scores.is_ranked(entry) else 0,
                entry=entry,
                points=scores.totals[entry],
                played=played,
                won=won,
                tiebreaks=tuple(values[entry]),
                level_with=mates[entry],
                rounds=scores.turns[entry],
                season=scores.seasons.get(entry),
            )
        place += len(group)
