"""Points per place, shared places, tables of another size, several games and byes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.errors import UnknownPart, WrongResult
from league.competition.format import Bye, How, Leg, Pairing
from league.competition.points import POINT, as_decimal, as_text, needs_decimals, per_place, share_units
from league.competition.scoring import Scoring, scoring_named, scoring_rules
from tests.league.competition.simulation import decide

every_rule = pytest.mark.parametrize("rule", scoring_rules().values(), ids=list(scoring_rules()))
strengths = st.lists(st.integers(1, 3), min_size=2, max_size=5)


def ranked(points: list[int]) -> tuple[int, ...]:
    return tuple(1 + sum(other > own for other in points) for own in points)


@pytest.mark.parametrize(
    ("units", "text"),
    [
        (0, "0"),
        (POINT, "1"),
        (POINT // 2, "½"),
        (POINT * 5 // 2, "2½"),
        (POINT // 3, "⅓"),
        (POINT * 11 // 6, "1⅚"),
        (1024, "1.42"),
        (-360, "-½"),
    ],
)
def test_points_are_written_as_people_write_them(units: int, text: str) -> None:
    assert as_text(units) == text


def test_a_share_of_the_table_is_a_share_of_its_opponents() -> None:
    share = scoring_named("share")
    assert [as_text(units) for units in share.units(2)] == ["1", "0"]
    assert [as_text(units) for units in share.units(3)] == ["1", "½", "0"]
    assert [as_text(units) for units in share.units(4)] == ["1", "⅔", "⅓", "0"]
    assert [as_text(units) for units in share.units(5)] == ["1", "¾", "½", "¼", "0"]


def test_whole_points_are_three_a_head_at_every_size_of_table() -> None:
    rule = scoring_named("six-four-two")
    assert [as_text(units) for units in rule.units(5)] == ["6", "5", "3", "1", "0"]
    assert [as_text(units) for units in rule.units(4)] == ["6", "4", "2", "0"]
    assert [as_text(units) for units in rule.units(3)] == ["6", "3", "0"]
    for size in (2, 3, 4, 5):
        units = rule.units(size)
        assert sum(units) == 3 * POINT * size
        assert all(one % POINT == 0 for one in units)


def test_a_column_is_written_in_fractions_or_in_decimals() -> None:
    assert not needs_decimals([POINT, POINT // 2, POINT // 3, 0])
    assert needs_decimals([POINT // 2, POINT // 5])
    assert [as_decimal(units) for units in (POINT * 5 // 2, POINT // 3, -POINT // 5)] == ["2.50", "0.33", "-0.20"]


def test_a_table_of_three_beside_the_fours_lies_on_the_line() -> None:
    rule = scoring_named("four-two-one")
    assert [as_text(units) for units in rule.units(4)] == ["4", "2", "1", "0"]
    assert [as_text(units) for units in rule.units(3)] == ["4", "1½", "0"]


@every_rule
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_table_of_another_size_neither_pays_nor_costs_beyond_the_rule(rule: Scoring, size: int) -> None:
    units = rule.units(size)
    assert (units[0], units[-1]) == (rule.stated[0], rule.stated[-1])
    assert list(units) == sorted(units, reverse=True)


@given(stated=st.lists(st.integers(0, 12), min_size=2, max_size=5), points=strengths)
@settings(max_examples=200, derandomize=True)
def test_shared_places_pay_out_every_unit(stated: list[int], points: list[int]) -> None:
    units = per_place([POINT * place for place in sorted(stated, reverse=True)], len(points))
    assert sum(share_units(units, ranked(points))) == sum(units)


def test_who_shares_first_place_shares_two_places() -> None:
    rule = scoring_named("four-two-one")
    pairing = Pairing(1, 1, (7, 8, 9, 10), results=(Leg(1, (7, 8, 9, 10), (1, 1, 3, 4)),), decided=True)
    (paid,) = rule.paid(pairing)
    assert [as_text(units) for units in paid.units] == ["3", "3", "1", "0"]


def test_a_double_forfeit_pays_nobody() -> None:
    leg = Leg(1, (7, 8), (2, 2), how=How.FORFEIT)
    (paid,) = scoring_named("share").paid(Pairing(1, 1, (7, 8), results=(leg,), decided=True))
    assert paid.units == (0, 0)


def test_a_match_both_stayed_away_from_pays_nobody() -> None:
    legs = (Leg(1, (7, 8), (2, 2), how=How.FORFEIT), Leg(2, (8, 7), (2, 2), how=How.FORFEIT))
    (paid,) = scoring_named("share-match").paid(Pairing(1, 1, (7, 8), legs=2, results=legs, decided=True))
    assert (paid.units, paid.how) == ((0, 0), How.FORFEIT)


def test_legs_are_paid_one_by_one_or_together() -> None:
    legs = (Leg(1, (7, 8), (1, 2)), Leg(2, (8, 7), (2, 1)), Leg(3, (7, 8), (2, 1)))
    pairing = Pairing(1, 1, (7, 8), legs=3, results=legs, decided=True)
    one_by_one = scoring_named("share").paid(pairing)
    (together,) = scoring_named("share-match").paid(pairing)
    assert sum(paid.units[paid.seats.index(7)] for paid in one_by_one) == 2 * POINT
    assert dict(zip(together.seats, together.units, strict=True)) == {7: POINT, 8: 0}


def test_what_is_not_decided_pays_nothing() -> None:
    pairing = replace(decide(Pairing(1, 1, (7, 8))), decided=False)
    assert scoring_named("share").paid(pairing) == ()


@pytest.mark.parametrize(("bye", "text"), [(Bye.REST, "0"), (Bye.ZERO, "0"), (Bye.HALF, "1"), (Bye.FULL, "2")])
def test_a_bye_is_worth_its_legs(bye: Bye, text: str) -> None:
    pairing = Pairing(1, 1, (7,), legs=2, bye=bye, decided=True)
    assert as_text(scoring_named("share").bye(pairing)) == text


@pytest.mark.parametrize("places", [(1, 3), (2, 1, 3), (2, 2), (0, 1)])
def test_places_that_cannot_be_are_refused(places: tuple[int, ...]) -> None:
    pairing = Pairing(1, 1, (7, 8), results=(Leg(1, (7, 8), places),), decided=True)
    with pytest.raises(WrongResult, match="do not fit the seats 7, 8"):
        scoring_named("share").paid(pairing)


def test_an_unknown_scoring_rule_is_refused() -> None:
    with pytest.raises(UnknownPart, match="“coins”"):
        scoring_named("coins")
