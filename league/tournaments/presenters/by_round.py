"""Standings by round: points of a player in each round, and places of the leaders after each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from league.common.drawing.plots import BumpLine, RoundMark
from league.competition.scores import Turn
from league.tournaments.presenters.crosstable import ROUNDS_SHOWN
from league.tournaments.queries.entrants import Entrant
from league.tournaments.queries.standings_cache import Sheet

TALL, SMALL = 16, 4
LINES = 16


@dataclass(frozen=True, slots=True)
class Strip:
    """The rounds of a player: a mark for each, and the points of all."""

    marks: tuple[RoundMark, ...]
    rounds: int
    points: str


@dataclass(frozen=True, slots=True)
class PlacesByRound:
    """The places of the leaders among one another after each round."""

    lines: tuple[BumpLine, ...]
    rounds: tuple[int, ...]


def rounds_in_strip(sheet: Sheet) -> int:
    """Return the number of rounds of a strip; 0 in seasons and knockouts, which have none."""
    if sheet.scores.reached or sheet.scores.counting is not None:
        return 0
    return min(last_in_strip(sheet), ROUNDS_SHOWN)


def last_in_strip(sheet: Sheet) -> int:
    """Return the last round with points; a round may be published and have none yet."""
    return max((turn.round for row in sheet.rows for turn in row.rounds), default=0)


def strip_of(
    turns: Sequence[Turn], first: int, rounds: int, paid: Mapping[int, str], words: Mapping[int, str]
) -> Strip:
    """Return the strip from round `first`: `paid` maps units to text, `words` maps rounds to descriptions."""
    shown = [turn for turn in turns if turn.round >= first]
    marks = tuple(RoundMark(turn.round - first, *_bar(*_beaten(turn)), words.get(turn.round, "")) for turn in shown)
    return Strip(marks, rounds, ", ".join([paid[turn.units] for turn in shown]))


def _beaten(turn: Turn) -> tuple[int, int]:
    """Return half points against the opponents at the table, and the number of games; zeros without games."""
    if turn.bye is not None:
        return 0, 0
    return sum([one.halves for one in turn.meetings]), sum([one.games for one in turn.meetings])


@cache
def _bar(beaten: int, games: int) -> tuple[str, int]:
    """Return the kind and the height of a bar."""
    if not games:
        return "bye", SMALL
    height = SMALL + (TALL - SMALL) * beaten // (2 * games)
    kind = "first" if beaten == 2 * games else "up" if beaten > games else "even" if beaten == games else "down"
    return kind if beaten else "last", height


FIRST_DRAWN = 3  # two rounds are read faster in the table


def places_by_round(sheet: Sheet, entrants: Mapping[int, Entrant]) -> PlacesByRound | None:
    """Return the leaders' places by points after each decided round; None before round 3 or without strips."""
    last = sheet.scores.rounds
    if not rounds_in_strip(sheet) or last < FIRST_DRAWN or len(sheet.rows) < 2:
        return None
    rows = sheet.rows[:LINES]
    totals = []
    for row in rows:
        paid = {turn.round: turn.units for turn in row.rounds}
        totals.append(list(accumulate(paid.get(number, 0) for number in range(1, last + 1))))
    places: list[list[int]] = [[] for _row in rows]
    for at in range(last):
        order = sorted(range(len(rows)), key=lambda one: (-totals[one][at], one))  # ties: in the present order
        for place, one in enumerate(order, start=1):
            places[one].append(place)
    first = max(0, last - ROUNDS_SHOWN)
    lines = (
        BumpLine(entrants[row.entry].name, tuple(own[first:]), entrants[row.entry].own)
        for row, own in zip(rows, places, strict=True)
    )
    ordered = sorted(lines, key=lambda line: line.places[-1])
    return PlacesByRound(tuple(ordered), tuple(range(first + 1, last + 1)))
