"""The score sheet of Highland Clans: the scoring track by its sources, round by round.

Fields: `round-3.raids.seat-2`, `round-3.green.seat-2`, `round-3.red.seat-2` and `round-3.blue.seat-2` are the points
that a seat marked in the round, `round-3.rest` says that all the others marked none; `ending` is how the game ended,
and `tile` the number of the estate that ended it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple, TypeAlias

from engine.core.sheet import Field, Reckoning, Remark, Terms, Values, for_seat, rounds_begun
from engine.games.highland_clans.components import ESTATES, FIRST_POINTS, MOST_ESTATES, RED_AREA, TOP
from engine.games.highland_clans.marks import Fault, blue_fault, green_fault, raids_fault, red_fault
from engine.games.highland_clans.phases import EMPTY_SACK, EMPTY_STOCK, TILE_REACHED
from engine.games.highland_clans.scoring import outcome_of

MOST_GREEN: Final = 3
MOST_RED: Final = MOST_ESTATES + 2  # a head of cattle on each estate, and more than everybody else
MOST_BLUE: Final = 27  # all blue tokens
_ENDINGS: Final = {
    TILE_REACHED: "An estate was turned up",
    EMPTY_SACK: "Too few tokens in the sack",
    EMPTY_STOCK: "No estate was left",
}
_TILES: Final = {number: str(number) for number in sorted(set(ESTATES))}

Row: TypeAlias = list[int | None]  # by seat the points of one source; None where nothing is told


class Round(NamedTuple):
    """What the seats marked in one round, by source."""

    raids: Row
    green: Row
    red: Row
    blue: Row

    @property
    def scored(self) -> bool:
        """Whether anything but raids brought points: what is marked when everybody has had a turn."""
        return any(points for row in (self.green, self.red, self.blue) for points in row)

    def sum_of(self, seat: int) -> int:
        """The points of one seat, as far as they are told."""
        return sum([row[seat] or 0 for row in self])


class ClansSheet:
    """What can be read off the track, if somebody notes where the points came from."""

    version = 1

    def fields(self, terms: Terms, filled: Collection[str]) -> tuple[Field, ...]:
        """Four fields a seat for each round, then the end."""
        fields: list[Field] = []
        for number in range(1, rounds_begun(filled) + 2):
            fields += _round_fields(terms, number)
        fields.append(Field("ending", "The end", "How it ended", "one", choices=_ENDINGS))
        fields.append(Field("tile", "The end", "Number of the estate", "one", choices=_TILES, aside=True))
        return tuple(fields)

    def reckon(self, terms: Terms, values: Values) -> Reckoning:
        """Where everybody stands on the track, and once the end is told the places."""
        rounds = [_round(terms, values, number) for number in range(1, rounds_begun(values) + 1)]
        track = _track(terms, rounds)
        points = tuple(track[-1])
        faults = (
            *_impossible(terms, rounds, track),
            *_after_the_end(rounds, track),
            *_untrue_end(rounds, track, values),
        )
        missing = (*_untold(rounds), *_open(values))
        if faults or missing:
            return Reckoning(points, faults, missing)
        ending, tile = _number(values, "ending"), _number(values, "tile")
        return Reckoning(points, outcome=outcome_of(points, ending, _last_round(rounds, ending), (tile,)))


def _round_fields(terms: Terms, number: int) -> list[Field]:
    part = f"Round {number}"
    sources = (
        ("raids", "Raids", -1, 2 * terms.seats),
        ("green", "Monks and abbeys", 0, MOST_GREEN),
        ("red", "Cattle", 0, MOST_RED),
        ("blue", "Pipers and castles", 0, MOST_BLUE),
    )
    fields = [
        Field(for_seat(f"round-{number}.{source}", seat), part, label, "number", seat, least, most)
        for seat in range(terms.seats)
        for source, label, least, most in sources
    ]
    return [*fields, Field(f"round-{number}.rest", part, "What is empty is 0", "tick")]


def _round(terms: Terms, values: Values, number: int) -> Round:
    empty = 0 if values.get(f"round-{number}.rest") else None
    rows = [
        [_told(values, for_seat(f"round-{number}.{source}", seat), empty) for seat in range(terms.seats)]
        for source in Round._fields
    ]
    return Round(*rows)


def _told(values: Values, name: str, otherwise: int | None) -> int | None:
    value = values.get(name, otherwise)
    return None if isinstance(value, tuple) else value


def _number(values: Values, name: str) -> int:
    return _told(values, name, 0) or 0


def _track(terms: Terms, rounds: list[Round]) -> list[list[int]]:
    """Where the seats stand before the first round and after each."""
    track = [[FIRST_POINTS[terms.seats]] * terms.seats]
    for row in rounds:
        track.append([before + row.sum_of(seat) for seat, before in enumerate(track[-1])])
    return track


def _impossible(terms: Terms, rounds: list[Round], track: list[list[int]]) -> Iterator[Remark]:
    """What no position on the boards scores, and raids that cannot have been."""
    for number, (row, before) in enumerate(zip(rounds, track, strict=False), 1):
        for source, fault in _faults_of(terms, row, before):
            if fault:
                yield Remark(for_seat(f"round-{number}.{source}", fault[0]), f"Round {number}: {fault[1]}")


def _faults_of(terms: Terms, row: Round, before: list[int]) -> Iterator[tuple[str, Fault | None]]:
    """By source what is wrong with the points of a round, as far as all seats have told theirs."""
    raids, green, red, blue = map(_whole, row)
    if raids is not None:
        yield "raids", raids_fault(raids, before)
    if not row.scored:
        return
    if green is not None:
        yield "green", green_fault(green, ranks_zero=terms.options["no-green"] == "ranked")
    if red is not None:
        yield "red", red_fault(red)
    if blue is not None:
        yield "blue", blue_fault(blue, red, terms.seats)


def _whole(row: Row) -> list[int] | None:
    told = [points for points in row if points is not None]
    return told if len(told) == len(row) else None


def _after_the_end(rounds: list[Round], track: list[list[int]]) -> Iterator[Remark]:
    """A leader with the highest number of all after a scoring ends the game, whatever is turned up (ruling 18)."""
    for number, row in enumerate(rounds[:-1], 1):
        leader = max(track[number])
        if row.scored and leader >= TOP:
            seat = track[number].index(leader)
            sentence = (
                f"Seat {seat + 1} stood at {leader} after round {number}, and {TOP} always end the game: "
                f"there was no round {number + 1}."
            )
            yield Remark(_first_told(rounds[number], number + 1), sentence)
            return
        if not row.scored and _whole(row.green) is not None:
            sentence = f"Round {number} scored nothing, and only a round in which the game ends is not scored."
            yield Remark(for_seat(f"round-{number}.red", 0), sentence)


def _first_told(row: Round, number: int) -> str:
    for source, points in zip(Round._fields, row, strict=True):
        for seat, told in enumerate(points):
            if told is not None:
                return for_seat(f"round-{number}.{source}", seat)
    return f"round-{number}.rest"


def _untrue_end(rounds: list[Round], track: list[list[int]], values: Values) -> Iterator[Remark]:
    ending, tile, leader = _number(values, "ending"), _number(values, "tile"), max(track[-1])
    if ending == TILE_REACHED and tile > leader:
        sentence = f"An estate ends the game when the leader has its number, and {tile} is more than {leader} points."
        yield Remark("tile", sentence)
    if ending == TILE_REACHED and leader < RED_AREA:
        sentence = f"No estate is turned up before somebody has {RED_AREA} points, and the leader has {leader}."
        yield Remark("ending", sentence)
    if ending == EMPTY_STOCK and leader < TOP:
        sentence = f"Without estates the game goes on until somebody has {TOP} points, and the leader has {leader}."
        yield Remark("ending", sentence)
    if ending in (TILE_REACHED, EMPTY_STOCK) and rounds and not rounds[-1].scored and not any(_untold(rounds)):
        sentence = f"The game ended after a scoring, and in round {len(rounds)} nothing is scored."
        yield Remark("ending", sentence)


def _untold(rounds: list[Round]) -> Iterator[Remark]:
    for number, row in enumerate(rounds, 1):
        for source, points in zip(Round._fields, row, strict=True):
            if None in points:
                seat = points.index(None)
                what = "raids" if source == "raids" else f"the {source} tokens"
                sentence = f"Round {number}: say what {what} brought seat {seat + 1}, or that what is empty is 0."
                yield Remark(for_seat(f"round-{number}.{source}", seat), sentence)
                break


def _open(values: Values) -> Iterator[Remark]:
    if "ending" not in values:
        yield Remark("ending", "Say how the game ended, or fill in the next round.")
    elif _number(values, "ending") == TILE_REACHED and "tile" not in values:
        yield Remark("tile", "Say which number the estate had that ended the game.")


def _last_round(rounds: list[Round], ending: int) -> int:
    """With too few tokens the game ends in a round that is not scored; it may have begun and ended unplayed."""
    unplayed = ending == EMPTY_SACK and (not rounds or rounds[-1].scored)
    return len(rounds) + unplayed


SHEET: Final = ClansSheet()
