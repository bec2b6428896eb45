"""The parts of schemas, as a validator takes them."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are a package apart

from engine.core.schema import Property, ViewFormat, defined, list_of, move, moves, number_from, or_null

CARD = defined("card")
SCHEMA = ViewFormat(
    "A view of nothing",
    "Cards go from 1 to 3.",
    {"hand": Property(list_of(CARD), "Your hand."), "top": Property(or_null(CARD), "The top card.")},
    {"card": number_from(1, 3), "move": moves(move("Play this card.", 2, CARD), move("Pass.", 3))},
).schema()


def is_move(event: list[int]) -> bool:
    return bool(Draft202012Validator({"$ref": "#/$defs/move", "$defs": SCHEMA["$defs"]}).is_valid(event))


@pytest.mark.parametrize("view", [{"hand": [], "top": None}, {"hand": [1, 3], "top": 2}])
def test_a_view_has_every_property(view: object) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator(SCHEMA).validate(view)


@pytest.mark.parametrize("view", [{"hand": []}, {"hand": [4], "top": None}, {"hand": [], "top": 1, "more": 1}])
def test_what_lacks_one_or_has_another_is_no_view(view: object) -> None:
    assert not Draft202012Validator(SCHEMA).is_valid(view)


def test_a_move_is_of_a_kind_and_has_what_belongs_to_it() -> None:
    assert is_move([2, 3])
    assert is_move([3])
    assert not any(map(is_move, ([], [2], [2, 4], [2, 1, 1], [3, 1], [4])))
