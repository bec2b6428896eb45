"""The score sheet of King's Kilt: families that can be held, pyramids that can stand."""

from __future__ import annotations

from engine.core.score_sheets import SheetCalculation
from engine.games.kings_kilt.board import SLOT_NAMES
from tests.engine.sheets.filling import facts_of, sheet_of

GAME = "kings-kilt"
TOP = {
    "slot-f1": "Bruce", "slot-e1": "Douglas", "slot-e2": "Hamilton",
    "slot-d1": "Bruce", "slot-d2": "MacLeod", "slot-d3": "Stewart",
}  # fmt: skip
FAMILIES = {"family.seat-1": "Bruce, Douglas, Wallace", "family.seat-2": "Hamilton, MacLeod, MacBeth"}
LEFT = {"influence.seat-1": "2", "influence.seat-2": "0"}
LOWER = dict(zip([f"slot-{name}" for name in SLOT_NAMES[:15]], ["Buchanan", "MacBeth", "Wallace"] * 5, strict=True))


def sheet(*parts: dict[str, str], seats: int = 2, scoring: str = "per-family-card") -> SheetCalculation:
    """What these fields come to."""
    return sheet_of(GAME, parts, seats, scoring=scoring)


def test_the_upper_rows_and_the_families_are_enough() -> None:
    told = sheet(TOP, FAMILIES)
    assert (told.faults, told.missing) == ((), ())
    assert told.outcome is not None
    assert (told.outcome.points, told.outcome.places) == ((6, 3), (1, 2))


def test_the_option_of_scoring_counts() -> None:
    twice = TOP | {"slot-d2": "Bruce"}
    assert sheet(twice, FAMILIES).points == (6, 2)
    assert sheet(twice, FAMILIES, scoring="per-pyramid-card").points == (7, 2)


def test_equals_are_asked_for_their_influence() -> None:
    even = TOP | {"slot-f1": "MacBeth", "slot-d2": "Wallace"}
    told = sheet(even, FAMILIES | {"family.seat-2": "Hamilton, MacLeod, Stewart"}, {"slot-f1": "MacBeth"})
    assert told.points == (4, 3)
    level = sheet(TOP | {"slot-f1": "Stewart", "slot-d1": "Bruce"}, FAMILIES)
    assert level.points == (3, 3)
    assert [remark.field for remark in level.missing] == ["influence.seat-1", "influence.seat-2"]
    outcome = sheet(TOP | {"slot-f1": "Stewart"}, FAMILIES, LEFT).outcome
    assert outcome is not None
    assert outcome.places == (1, 2)


def test_it_refuses_a_family_with_a_clan_twice() -> None:
    (fault,) = sheet({"family.seat-2": "Bruce, Bruce, Douglas"}).faults
    assert fault.field == "family.seat-2"
    assert facts_of(fault) == {"seat": 1, "clan": "Bruce"}


def test_it_refuses_families_that_nobody_can_have_been_dealt() -> None:
    same = {f"family.seat-{seat}": "Bruce, Douglas, Wallace" for seat in (1, 2)}
    (fault,) = sheet(same).faults
    assert fault.field == "family.seat-2"
    assert sheet({**FAMILIES, "family.seat-2": "Bruce, MacLeod, MacBeth"}).faults == ()


def test_it_refuses_more_cards_of_a_clan_than_there_are() -> None:
    told = sheet(TOP, dict.fromkeys([*LOWER][:6], "Bruce"), FAMILIES)
    assert [fault.field for fault in told.faults] == ["slot-f1"]
    assert facts_of(told.faults[0]) == {"seat": None, "clan": "Bruce", "copies": 8, "count": 9}


def test_it_refuses_a_card_that_rests_on_nothing() -> None:
    told = sheet(TOP, {"slot-a1": "Bruce", "slot-a2": "Douglas", "slot-b1": "Bruce", "slot-b2": "Wallace"})
    assert [fault.field for fault in told.faults] == ["slot-b2"]
    assert facts_of(told.faults[0]) == {"seat": None, "clan": "Wallace", "slot": "b2", "below": "a3"}


def test_lower_rows_that_are_begun_are_asked_for_to_the_last_card() -> None:
    told = sheet(TOP, FAMILIES, {"slot-a1": "Bruce"})
    assert told.faults == ()
    assert [remark.field for remark in told.missing] == ["slot-a2"]


def test_it_refuses_leaders_that_left_without_a_betrayal() -> None:
    """Bruce and seven other clans have two Leaders each; here six of them are gone."""
    whole = sheet(TOP, FAMILIES, LOWER, {"influence.seat-1": "5", "influence.seat-2": "4"})
    (fault,) = whole.faults
    assert fault.field == "slot-f1"
    assert facts_of(fault) == {"seat": None, "gone": 4, "betrayals": 1}
    assert sheet(TOP, FAMILIES, LOWER, LEFT).faults == ()


def test_what_is_missing_is_named_card_by_card() -> None:
    told = sheet({"slot-f1": "Bruce", "family.seat-1": "Bruce, Wallace"})
    assert told.points == (3, 0)
    slots = [f"slot-{name}" for name in ("e1", "e2", "d1", "d2", "d3")]
    assert [remark.field for remark in told.missing] == [*slots, "family.seat-1", "family.seat-2"]
