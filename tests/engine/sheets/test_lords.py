"""The score sheet of Lords of Scotland: the errors it finds, and how ties are broken."""

from __future__ import annotations

import pytest

from engine.core import registry
from engine.core.options import settle_options
from engine.core.score_sheets import FilledSheet, Remark, Setup, SheetCalculation, calculate
from tests.engine.sheets.filling import facts_of, sheet_of

GAME = "lords-of-scotland"
FIRST = {"round-1.seat-1": "Scott 12, MakGill 12", "round-1.seat-2": "Wemyss 12"}
SECOND = {"round-2.seat-1": "Forsyth 12", "round-2.seat-2": "Cochrane 12", "round-2.seat-3": "Cockburn 12"}
THIRD = {"round-3.seat-1": "Scott 11", "round-3.seat-2": "Wemyss 11", "round-3.seat-3": "Forsyth 11"}


def sheet(*rounds: dict[str, str], seats: int = 3, bruce: bool = False) -> SheetCalculation:
    """What these rounds come to."""
    return sheet_of(GAME, rounds, seats, bruce=bruce)


def only(remarks: tuple[Remark, ...]) -> Remark:
    (remark,) = remarks
    return remark


def test_strength_is_added_up_until_somebody_has_forty() -> None:
    assert sheet(FIRST).points == (24, 12, 0)
    told = sheet(FIRST, SECOND)
    assert told.points == (36, 24, 12)
    assert only(told.missing).field == "round-3.seat-1"
    assert facts_of(only(told.missing)) == {"seat": None, "throne": 40, "most": 36, "round": 3}
    outcome = sheet(FIRST, SECOND, THIRD).outcome
    assert outcome is not None
    assert (outcome.points, outcome.places) == ((47, 35, 23), (1, 2, 3))


def test_it_refuses_a_supporter_that_was_claimed_before() -> None:
    fault = only(sheet(FIRST, SECOND | {"round-2.seat-3": "Wemyss 12"}).faults)
    assert fault.field == "round-2.seat-3"
    assert facts_of(fault) == {"seat": 1, "card": "Wemyss 12", "round": 1}


def test_it_refuses_more_supporters_than_lay_there() -> None:
    fault = only(sheet(FIRST | {"round-1.seat-3": "Scott 1, Scott 2"}).faults)
    assert fault.field == "round-1.seat-3"
    assert facts_of(fault) == {"seat": None, "round": 1, "seats": 3, "count": 5, "excess": 2}


def test_it_refuses_a_third_supporter_of_one_seat() -> None:
    fault = only(sheet({"round-1.seat-1": "Scott 1, Scott 2, Scott 3"}).faults)
    assert fault.field == "round-1.seat-1"
    assert facts_of(fault) == {"seat": None, "most": 2, "count": 3}


def test_it_refuses_a_round_after_the_throne_is_won() -> None:
    fault = only(sheet(FIRST, SECOND, THIRD, {"round-4.seat-2": "Scott 1"}).faults)
    assert fault.field == "round-4.seat-2"
    assert facts_of(fault) == {"seat": 0, "points": 47, "round": 3, "throne": 40, "next": 4}


def test_it_refuses_a_bruce_where_he_is_not_in_the_deck_and_names_the_nearest_card() -> None:
    fault = only(sheet({"round-1.seat-1": "Bruce 9"}, bruce=True).faults)
    assert str(facts_of(fault)["choice"]).startswith("Bruce 9")
    assert only(sheet({"round-1.seat-1": "Bruce 97"}).faults).field == "round-1.seat-1"
    assert sheet({"round-1.seat-1": "Bruce 97"}, bruce=True).points == (12, 0, 0)


def test_a_round_that_is_not_told_in_full_is_missed_unless_nobody_took_the_others() -> None:
    told = sheet(FIRST, {"round-2.seat-1": "Forsyth 12"}, THIRD)
    assert only(told.missing).field == "round-2.rest"
    assert sheet(FIRST, {"round-2.seat-1": "Forsyth 12", "round-2.rest": "1"}, THIRD).outcome is not None


EQUAL = {"round-3.seat-1": "Scott 4", "round-3.seat-2": "Wemyss 8", "round-3.seat-3": "Forsyth 11"}
LEVEL = SECOND | {"round-2.seat-2": "Cochrane 12, Scott 8", "round-2.seat-3": ""}


def test_equal_strength_is_told_apart_by_the_armies_of_the_last_round() -> None:
    told = sheet(FIRST, LEVEL, EQUAL)
    assert told.points == (40, 40, 11)
    assert [remark.field for remark in told.missing] == ["last.seat-1", "last.seat-2"]
    assert facts_of(told.missing[0])["points"] == 40
    outcome = sheet(FIRST, LEVEL, EQUAL, {"last.seat-1": "3", "last.seat-2": "1"}).outcome
    assert outcome is not None
    assert outcome.places == (2, 1, 3)


def test_two_armies_with_followers_are_never_equal() -> None:
    fault = only(sheet(FIRST, LEVEL, EQUAL, {"last.seat-1": "1", "last.seat-2": "1"}).faults)
    assert fault.field == "last.seat-2"


def test_whoever_claimed_in_the_last_round_stood_before_whoever_did_not() -> None:
    last = {"round-3.seat-1": "Scott 11", "round-3.seat-2": "Wemyss 8", "round-3.rest": "1"}
    places = {"last.seat-1": "2", "last.seat-3": "1"}
    fault = only(sheet(FIRST, SECOND, last, places).faults)
    assert fault.field == "last.seat-3"


@pytest.mark.parametrize(("places", "expected"), [(("2", "2"), (1, 2, 2)), (("3", "2"), (1, 3, 2))])
def test_two_that_claimed_nothing_in_the_last_round_may_share_a_place(
    places: tuple[str, str], expected: tuple[int, ...]
) -> None:
    rounds = [{f"round-{number}.seat-1": f"Scott {13 - number}", f"round-{number}.rest": "1"} for number in range(1, 5)]
    told = sheet(*rounds, {"last.seat-2": places[0], "last.seat-3": places[1]})
    assert told.outcome is not None
    assert told.outcome.places == expected


def test_terms_say_how_many_supporters_there_were() -> None:
    filled = FilledSheet(
        GAME, Setup(2, settle_options(registry.game(GAME), {})), {"round-1.seat-1": (1,), "round-1.seat-2": (2,)}
    )
    assert calculate(filled).missing[0].field == "round-2.seat-1"
