"""The score sheet of Highland Clans: marks on the track that cannot have been, and how a game can have ended."""

from __future__ import annotations

import pytest

from engine.core.messages import Message
from engine.core.score_sheets import SheetCalculation
from engine.games.highland_clans.phases import EMPTY_SACK, EMPTY_STOCK, TILE_REACHED
from engine.games.highland_clans.score_sheet import blue_fault, green_fault, herds_of, raids_fault, red_fault
from tests.engine.sheets.filling import facts_of, sheet_of

GAME = "highland-clans"
ESTATE = str(TILE_REACHED)


def a_round(number: int, **sources: str) -> dict[str, str]:
    """A round with points by seat: `raids="0 2 -1"`; missing ones are 0."""
    fields = {f"round-{number}.rest": "1"}
    for source, points in sources.items():
        fields |= {f"round-{number}.{source}.seat-{seat}": one for seat, one in enumerate(points.split(), 1)}
    return fields


def sheet(*parts: dict[str, str], seats: int = 3, no_green: str = "never") -> SheetCalculation:
    """What these fields come to."""
    return sheet_of(GAME, parts, seats, **{"no-green": no_green})


BUSY = {"raids": "1 2 -1", "green": "3 2 0", "red": "4 1 1", "blue": "3 1 0"}


def test_the_track_is_the_sum_of_its_sources() -> None:
    told = sheet(a_round(1, **BUSY))
    assert told.faults == ()
    assert told.points == (13, 8, 2)
    assert [remark.field for remark in told.missing] == ["ending"]


def test_the_end_gives_points_and_places() -> None:
    rounds = [a_round(number, **BUSY) for number in (1, 2, 3)]
    told = sheet(*rounds, {"ending": ESTATE, "tile": "33"})
    assert told.faults == ()
    assert told.outcome is not None
    assert (told.outcome.points, told.outcome.places) == ((35, 20, 2), (1, 2, 3))
    assert told.outcome.reason == "Estate 33 is turned up after round 3. Seat 1 wins with 35 points."


@pytest.mark.parametrize(
    ("end", "field", "facts"),
    [
        ({"ending": ESTATE, "tile": "41"}, "tile", {"number": 41, "leader": 35}),
        ({"ending": str(EMPTY_STOCK)}, "ending", {"points": 42, "leader": 35}),
    ],
)
def test_it_refuses_an_end_that_the_points_do_not_allow(end: dict[str, str], field: str, facts: dict[str, int]) -> None:
    (fault,) = sheet(*[a_round(number, **BUSY) for number in (1, 2, 3)], end).faults
    assert fault.field == field
    assert facts_of(fault) == {"seat": None, **facts}


def test_it_refuses_an_estate_turned_up_before_the_red_area() -> None:
    faults = sheet(a_round(1, **BUSY), {"ending": ESTATE, "tile": "30"}).faults
    assert [fault.field for fault in faults] == ["tile", "ending"]


def test_it_refuses_a_round_after_one_that_always_ends_the_game() -> None:
    rounds = [a_round(number, **BUSY) for number in (1, 2, 3, 4, 5)]
    fault = sheet(*rounds).faults[0]
    assert fault.field == "round-5.raids.seat-1"
    assert facts_of(fault) == {"seat": 0, "leader": 46, "round": 4, "top": 42, "next": 5}


def test_with_too_few_tokens_the_last_round_is_not_scored() -> None:
    told = sheet(a_round(1, **BUSY), a_round(2, raids="1 0 0"), {"ending": str(EMPTY_SACK)})
    assert told.outcome is not None
    assert "in round 2" in told.outcome.reason
    unplayed = sheet(a_round(1, **BUSY), {"ending": str(EMPTY_SACK)})
    assert unplayed.outcome is not None
    assert "in round 2" in unplayed.outcome.reason


def test_only_the_last_round_can_be_without_a_scoring() -> None:
    fault = sheet(a_round(1, raids="1 0 0"), a_round(2, **BUSY)).faults[0]
    assert fault.field == "round-1.red.seat-1"


def test_what_nobody_has_told_is_missing_and_not_nothing() -> None:
    told = sheet({"round-1.green.seat-1": "3"})
    assert told.faults == ()
    assert told.missing[0].field == "round-1.raids.seat-1"
    assert facts_of(told.missing[0]) == {"seat": 0, "round": 1}


NONE_FOR_ZERO = [(3, 2, 0), (3, 1, 1, 0), (1, 1, 0), (0, 0, 0), (3, 0, 0), (1, 1, 1, 1)]
WRONG_GREENS = [(3, 3, 0), (3, 2, 1), (3, 1, 0), (2, 0, 0), (1, 0, 0), (2, 2, 3), (2, 1, 1)]


@pytest.mark.parametrize(
    ("ranks_zero", "points", "is_possible"),
    [
        *[(False, points, True) for points in NONE_FOR_ZERO],
        *[(False, points, False) for points in WRONG_GREENS],
        *[(True, points, True) for points in [(3, 2, 0), (3, 1, 1), (1, 1, 0), (1, 1, 1, 1)]],
    ],
)
def test_which_green_points_can_be(ranks_zero: bool, points: tuple[int, ...], is_possible: bool) -> None:
    assert (green_fault(points, ranks_zero=ranks_zero) is None) is is_possible


@pytest.mark.parametrize("green", ["3 0 0", "0 0 0"])
def test_where_zero_ranks_somebody_is_second(green: str) -> None:
    told = sheet(a_round(1, **{**BUSY, "green": green}), no_green="ranked")
    assert [fault.field.split(".")[1] for fault in told.faults] == ["green"]
    assert sheet(a_round(1, **{**BUSY, "green": green})).faults == ()


@pytest.mark.parametrize(
    ("points", "herds"),
    [((4, 1, 1), [2, 1, 1]), ((2, 2, 1), [2, 2, 1]), ((0, 0, 0), [0, 0, 0]), ((3, 0, 0), [1, 0, 0]),
     ((3, 1, 1), None), ((1, 0, 0), None), ((4, 2, 0), None)],
)  # fmt: skip
def test_points_for_cattle_tell_the_herds(points: tuple[int, ...], herds: list[int] | None) -> None:
    assert herds_of(points) == herds
    assert (red_fault(points) is None) == (herds is not None)


def test_there_are_no_more_cattle_and_no_more_blue_tokens_than_in_the_box() -> None:
    assert _facts(red_fault((4, 4, 4))) == (0, {"count": 10, "needed": 12})
    assert _facts(red_fault((9, 0, 0))) == (0, {"estates": 6, "points": 9})
    assert _facts(blue_fault((14, 7, 0), (4, 1, 1), 3)) == (0, {"count": 23, "needed": 24})
    assert blue_fault((14, 7, 0), (1, 1, 1), 3) is None


def _facts(fault: tuple[int, Message] | None) -> tuple[int, dict[str, object]]:
    assert fault is not None
    return fault[0], dict(fault[1].values)


START = (2, 2, 2)


@pytest.mark.parametrize(
    ("points", "before"),
    [((1, 2, 0), START), ((-1, 2, 0), START), ((0, 2, 0), (0, 2, 2)), ((1, 1, 2), START), ((-1, -1, 6), START)],
)
def test_raids_that_can_have_been(points: tuple[int, ...], before: tuple[int, ...]) -> None:
    assert raids_fault(points, before) is None


@pytest.mark.parametrize("points", [(-1, 0, 0), (-1, -1, 0), (3, 0, 0), (-1, 5, 0), (-1, -1, 7)])
def test_raids_that_cannot_have_been(points: tuple[int, ...]) -> None:
    assert raids_fault(points, START) is not None
