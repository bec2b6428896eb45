"""Whole numbers that addresses and buttons bring as text."""

import pytest

from league.common.forms import WholeNumberField
from league.common.validators import whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("12", 12), ("0000012", 12), ("2000", 2000)])
def test_digits_are_a_number(text: str, number: int) -> None:
    assert whole_number(text, 2_000) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", " 1", "1.0", "1_000", "²", "٣", "2001", "9" * 5_000])
def test_anything_else_is_none(text: str) -> None:
    assert whole_number(text, 2_000) is None


@pytest.mark.parametrize(
    ("value", "number"), [(0, 0), ("0", 0), (3, 3), ("\N{MINUS SIGN}2", -2), ("", None), (None, None)]
)
def test_a_field_of_a_form_takes_numbers_and_text(value: object, number: int | None) -> None:
    assert WholeNumberField(-5, 5).clean(value) == number
