"""The score sheet of Highland Clans: the scoring track by its sources, round by round.

Fields: `round-3.raids.seat-2`, `round-3.green.seat-2`, `round-3.red.seat-2` and `round-3.blue.seat-2` are the points
that a seat marked in the round, `round-3.rest` says that all the others marked none; `ending` is how the game ended,
and `tile` the number of the estate that ended it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from engine.core.messages import ROUND, Message, Sentence, message
from engine.core.score_sheets import Field, Remark, Setup, SheetCalculation, Values, number_of, rounds_begun, seat_field
from engine.games.highland_clans import components
from engine.games.highland_clans.components import tokens_in_play
from engine.games.highland_clans.phases import EMPTY_SACK, EMPTY_STOCK, TILE_REACHED
from engine.games.highland_clans.scoring import outcome_of, red_points

MOST_GREEN: Final = 3
MOST_RED: Final = components.MOST_ESTATES + 2  # a head of cattle on each estate, and more than everybody else
MOST_BLUE: Final = 27  # all blue tokens
ENDINGS: Final = {
    TILE_REACHED: "The leader reached the number on the estate",
    EMPTY_SACK: "Fewer than 6 tokens in the sack",
    EMPTY_STOCK: "No estates left",
}
_TILES: Final = {number: str(number) for number in sorted(set(components.ESTATES))}

Row: TypeAlias = list[int | None]  # by seat the points of one source; None where nothing was entered
Fault = tuple[int, Message]  # the seat to look at, and what is wrong in the round
_IN_ROUND: Final = Sentence("Round {round}: {fault}")
_UNTOLD: Final = {
    "raids": Sentence("Round {round}: enter the points of {seat} for raids, or tick “Empty boxes are 0”."),
    "green": Sentence("Round {round}: enter the points of {seat} for green, or tick “Empty boxes are 0”."),
    "red": Sentence("Round {round}: enter the points of {seat} for red, or tick “Empty boxes are 0”."),
    "blue": Sentence("Round {round}: enter the points of {seat} for blue, or tick “Empty boxes are 0”."),
}
_MOST_GREEN, _SECOND_GREEN, _SHARED_GREEN = 3, 2, 1
_MOST_RED = 2
_WON: Final = (0, 1, 2)  # what an attacker may mark who does not lose


class Round(NamedTuple):
    """The points of the seats in one round, by source."""

    raids: Row
    green: Row
    red: Row
    blue: Row

    @property
    def scored(self) -> bool:
        """Whether anything but raids scored."""
        return any(points for row in (self.green, self.red, self.blue) for points in row)

    def sum_of(self, seat: int) -> int:
        """Return the points of one seat, as far as they are filled in."""
        return sum([row[seat] or 0 for row in self])


class ClansSheet:
    """The scoring track, with the source of the points."""

    version = 1

    def fields(self, setup: Setup, filled: Collection[str]) -> tuple[Field, ...]:
        """Return four fields for each seat and round, then the end."""
        fields: list[Field] = []
        for number in range(1, rounds_begun(filled) + 2):
            fields += _round_fields(setup, number)
        fields.append(Field("ending", "End of the game", "How the game ended", "one", choices=ENDINGS))
        fields.append(Field("tile", "End of the game", "Number on the estate", "one", choices=_TILES, is_rare=True))
        return tuple(fields)

    def calculate(self, setup: Setup, values: Values) -> SheetCalculation:
        """Return the points of each seat, and the outcome once the end is filled in."""
        rounds = [_round(setup, values, number) for number in range(1, rounds_begun(values) + 1)]
        track = _track(setup, rounds)
        points = tuple(track[-1])
        faults = (
            *_impossible(setup, rounds, track),
            *_after_the_end(rounds, track),
            *_end_faults(rounds, track, values),
        )
        missing = (*_missing_points(rounds), *_missing_end(values))
        if faults or missing:
            return SheetCalculation(points, faults, missing)
        ending, tile = number_of(values, "ending", 0), number_of(values, "tile", 0)
        return SheetCalculation(points, outcome=outcome_of(points, ending, _last_round(rounds, ending), (tile,)))


def _round_fields(setup: Setup, number: int) -> list[Field]:
    part = ROUND(round=number)
    sources = (
        ("raids", "Raids", -1, 2 * setup.seats),
        ("green", "Monks and abbeys", 0, MOST_GREEN),
        ("red", "Cattle", 0, MOST_RED),
        ("blue", "Pipers and castles", 0, MOST_BLUE),
    )
    fields = [
        Field(seat_field(f"round-{number}.{source}", seat), part, label, seat=seat, least=least, most=most)
        for seat in range(setup.seats)
        for source, label, least, most in sources
    ]
    return [*fields, Field(f"round-{number}.rest", part, "Empty boxes are 0", "tick")]


def _round(setup: Setup, values: Values, number: int) -> Round:
    empty = 0 if values.get(f"round-{number}.rest") else None
    rows = [
        [number_of(values, seat_field(f"round-{number}.{source}", seat), empty) for seat in range(setup.seats)]
        for source in Round._fields
    ]
    return Round(*rows)


def _track(setup: Setup, rounds: list[Round]) -> list[list[int]]:
    """Return the points before the first round and after each."""
    track = [[components.FIRST_POINTS[setup.seats]] * setup.seats]
    for row in rounds:
        track.append([before + row.sum_of(seat) for seat, before in enumerate(track[-1])])
    return track


def _impossible(setup: Setup, rounds: list[Round], track: list[list[int]]) -> Iterator[Remark]:
    """Find points that no boards score, and impossible raids."""
    for number, (row, before) in enumerate(zip(rounds, track, strict=False), 1):
        for source, fault in _faults_of(setup, row, before):
            if fault:
                yield Remark(seat_field(f"round-{number}.{source}", fault[0]), _IN_ROUND(round=number, fault=fault[1]))


def _faults_of(setup: Setup, row: Round, before: list[int]) -> Iterator[tuple[str, Fault | None]]:
    """Yield what is wrong with the points of a round by source, for sources that all seats have filled in."""
    raids, green, red, blue = map(_complete_row, row)
    if raids is not None:
        yield "raids", raids_fault(raids, before)
    if not row.scored:
        return
    if green is not None:
        yield "green", green_fault(green, ranks_zero=setup.options["no-green"] == "ranked")
    if red is not None:
        yield "red", red_fault(red)
    if blue is not None:
        yield "blue", blue_fault(blue, red, setup.seats)


def _complete_row(row: Row) -> list[int] | None:
    filled = [points for points in row if points is not None]
    return filled if len(filled) == len(row) else None


def _after_the_end(rounds: list[Round], track: list[list[int]]) -> Iterator[Remark]:
    """Find rounds after the end: a leader with the highest number of all after a scoring ends the game (ruling 18)."""
    for number, row in enumerate(rounds[:-1], 1):
        leader = max(track[number])
        if row.scored and leader >= components.TOP:
            seat = track[number].index(leader)
            sentence = message(
                "{seat} had {leader} points after round {round}. The game always ends at {top}, so there is no "
                "round {next}.",
                seat,
                leader=leader,
                round=number,
                top=components.TOP,
                next=number + 1,
            )
            yield Remark(_first_filled_in(rounds[number], number + 1), sentence)
            return
        if not row.scored and _complete_row(row.green) is not None:
            sentence = message(
                "Round {round} has no points for green, red or blue. Only the last round can be without them.",
                round=number,
            )
            yield Remark(seat_field(f"round-{number}.red", 0), sentence)


def _first_filled_in(row: Round, number: int) -> str:
    for source, points in zip(Round._fields, row, strict=True):
        for seat, mine in enumerate(points):
            if mine is not None:
                return seat_field(f"round-{number}.{source}", seat)
    return f"round-{number}.rest"


def _end_faults(rounds: list[Round], track: list[list[int]], values: Values) -> Iterator[Remark]:
    ending, tile, leader = number_of(values, "ending", 0), number_of(values, "tile", 0), max(track[-1])
    if ending == TILE_REACHED and tile > leader:
        sentence = message(
            "Estate {number} cannot end the game: the leader has only {leader} points.", number=tile, leader=leader
        )
        yield Remark("tile", sentence)
    if ending == TILE_REACHED and leader < components.RED_AREA:
        sentence = message(
            "An estate can end the game only when the leader has {points} points or more. The leader has {leader}.",
            points=components.RED_AREA,
            leader=leader,
        )
        yield Remark("ending", sentence)
    if ending == EMPTY_STOCK and leader < components.TOP:
        sentence = message(
            "With no estates left, the game ends only when the leader has {points} points or more. "
            "The leader has {leader}.",
            points=components.TOP,
            leader=leader,
        )
        yield Remark("ending", sentence)
    if ending in (TILE_REACHED, EMPTY_STOCK) and rounds and not rounds[-1].scored and not any(_missing_points(rounds)):
        sentence = message(
            "The last round of such a game is scored, but round {round} has no points for green, red or blue.",
            round=len(rounds),
        )
        yield Remark("ending", sentence)


def _missing_points(rounds: list[Round]) -> Iterator[Remark]:
    for number, row in enumerate(rounds, 1):
        for source, points in zip(Round._fields, row, strict=True):
            if None in points:
                seat = points.index(None)
                yield Remark(seat_field(f"round-{number}.{source}", seat), _UNTOLD[source](seat, round=number))
                break


def _missing_end(values: Values) -> Iterator[Remark]:
    if "ending" not in values:
        yield Remark("ending", "Choose how the game ended, or enter the next round.")
    elif number_of(values, "ending", 0) == TILE_REACHED and "tile" not in values:
        yield Remark("tile", "Choose the number on the estate that ended the game.")


def _last_round(rounds: list[Round], ending: int) -> int:
    """Return the last round: with too few tokens the game ends in a round that is not scored or not even started."""
    unplayed = ending == EMPTY_SACK and (not rounds or rounds[-1].scored)
    return len(rounds) + unplayed


SHEET: Final = ClansSheet()


class Raid(NamedTuple):
    """How a seat may have got its points: by the raid of its own turn, and by defending."""

    defended: int
    lost: bool


def green_fault(points: Sequence[int], *, ranks_zero: bool) -> Fault | None:
    """Check ruling 15: 3 and 2; 3 and several 1; several 1; if zero does not rank also 3 alone, or none."""
    if ranks_zero and not any(points):
        return 0, message(
            "With these rule options a player without green counts as having 0. At least one player scores for green."
        )
    if ranks_zero and sum(points) == _MOST_GREEN == max(points):
        sentence = message(
            "With these rule options a player without green counts as having 0. "
            "Enter 2 points for second place in green, or 1 each for a tie."
        )
        return points.index(0), sentence
    ones = points.count(_SHARED_GREEN)
    if points.count(_MOST_GREEN) > 1 or points.count(_SECOND_GREEN) > 1:
        twice = max(points)
        sentence = message(
            "Only one player can score {points} points for green. Tied players score 1 each.", points=twice
        )
        return points.index(twice), sentence
    if _MOST_GREEN in points:
        if _SECOND_GREEN in points and ones:
            return points.index(_SHARED_GREEN), message(
                "If two players score 3 and 2 points for green, the others score 0."
            )
        alone = message("A single player in second place for green scores 2 points, not 1.")
    elif _SECOND_GREEN in points:
        return points.index(_SECOND_GREEN), message(
            "A player can score 2 points for green only if another player scores 3."
        )
    else:
        alone = message("A single player with the most green scores 3 points, not 1.")
    return (points.index(_SHARED_GREEN), alone) if ones == 1 else None


def red_fault(points: Sequence[int]) -> Fault | None:
    """Check ruling 16 and the number of cattle tokens."""
    herds = herds_of(points)
    if herds is None:
        most = points.index(max(points))
        return most, message(
            "A single player with the most cattle scores {more} extra points for red. "
            "The highest score for red cannot be {points} here.",
            more=_MOST_RED,
            points=points[most],
        )
    largest = herds.index(max(herds))
    if herds[largest] > components.MOST_ESTATES:
        return largest, message(
            "{points} points for red need more than {estates} cattle, but a player has at most {estates} estates.",
            estates=components.MOST_ESTATES,
            points=points[largest],
        )
    cattle = tokens_in_play(len(points))[components.RED]
    if sum(herds) > cattle:
        needed = sum(herds)
        return largest, message(
            "These points for red need {needed} cattle, but the game has only {count}.", count=cattle, needed=needed
        )
    return None


def herds_of(points: Sequence[int]) -> list[int] | None:
    """Return the cattle of each seat that score these points; None if there are none."""
    most = max(points)
    herds = list(points)
    if points.count(most) == 1:
        herds[points.index(most)] = most - _MOST_RED
    return herds if min(herds) >= 0 and red_points(herds) == list(points) else None


def blue_fault(points: Sequence[int], reds: Sequence[int] | None, seats: int) -> Fault | None:
    """Check ruling 17: the blue tokens needed are the points and the largest herd of another seat."""
    herds = herds_of(reds) if reds is not None else None
    others = [max(herds[:seat] + herds[seat + 1 :]) if herds else 0 for seat in range(seats)]
    needed = [blue + other if blue else 0 for blue, other in zip(points, others, strict=True)]
    tokens = tokens_in_play(seats)[components.BLUE]
    if sum(needed) > tokens:
        return needed.index(max(needed)), message(
            "These points for blue need {needed} blue tokens, but the game has only {count}.",
            count=tokens,
            needed=sum(needed),
        )
    return None


def raids_fault(points: Sequence[int], before: Sequence[int]) -> Fault | None:
    """Check raids: one for each seat; a lost raid gives the defender 2 points and costs 1, if there is one."""
    for raids in product(*[[*_ways(mine, had)] for mine, had in zip(points, before, strict=True)]):
        lost = sum(raid.lost for raid in raids)
        if sum(raid.defended for raid in raids) == lost and all(raid.defended + raid.lost <= lost for raid in raids):
            return None
    most = points.index(max(points))
    return most, message(
        "These points for raids are not possible. Each player can raid once, for 1 or 2 points. "
        "If the defender wins, the defender gets 2 points and the attacker loses 1."
    )


def _ways(points: int, before: int) -> Iterator[Raid]:
    for own in _WON:
        if points >= own and (points - own) % 2 == 0:
            yield Raid((points - own) // 2, lost=False)
    if points >= -1 and points % 2:
        yield Raid((points + 1) // 2, lost=True)
    if before == 0 and points % 2 == 0:
        yield Raid(points // 2, lost=True)
