"""Records in JSON: strict about what programs send."""

from __future__ import annotations

import json

import pytest

from engine.core import registry
from engine.core.errors import NotationError
from engine.core.match import play
from engine.notation import from_json, read_records, to_json

RECORD = play(registry.game("lords-of-scotland"), [registry.bot("wanderer")] * 2, secret=b"json")


def with_part(**parts: object) -> str:
    return json.dumps({**json.loads(to_json(RECORD)), **parts})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "This is not JSON"),
        ("[" * 100_000, "nested far deeper"),
        ("[]", "should be an object"),
        (with_part(events=[[0, True]]), "events[0][1] should be a whole number, not True"),
        (with_part(events=[[0, 1.5]]), "should be a whole number"),
        (with_part(events=[[]]), "the kind of event first"),
        (with_part(events=[[0, 10**30]]), "should be a whole number"),
        (with_part(events={}), "events should be an array"),
        (with_part(seats=[1]), "seats[0] should be a string of whole characters"),
        (with_part(seats=["Ann\0", "Bob"]), "seats[0] should be a string of whole characters"),
        (with_part(seats=["Ann", "B\tb"]), "seats[1]: A control character stands in the name of a seat"),
        (with_part(options={"bruce": 1}), "options.bruce should be true, false or a word"),
        (with_part(more=1), "has a part that no record has, more"),
        (with_part(outcome={"points": [1]}), "outcome lacks places"),
        ('{"notation": NaN}', "Line 1, column 1: A record holds whole numbers only, not NaN"),
        ('{"notation": ' + "9" * 5000 + "}", "Line 1, column 1: No record holds a number as large as 999"),
        (with_part(seats=["\ud800", "Ann"]), "seats[0] should be a string of whole characters"),
        ('{"game": "a", "game": "b"}', "game is given twice"),
    ],
)
def test_it_refuses_what_is_no_record_and_says_where(text: str, says: str) -> None:
    with pytest.raises(NotationError) as refusal:
        from_json(text)
    assert says in str(refusal.value)


def test_a_file_of_several_records_may_have_them_a_line_each_or_spread_out() -> None:
    pretty = json.dumps(json.loads(to_json(RECORD)), indent=2)
    assert list(read_records(f"\n{to_json(RECORD)}\n{pretty}\n")) == [RECORD, RECORD]


def test_a_mark_before_everything_does_no_harm() -> None:
    assert list(read_records(f"\ufeff{to_json(RECORD)}")) == [RECORD]


def test_the_line_of_a_bad_record_among_good_ones_is_named() -> None:
    with pytest.raises(NotationError, match="Line 2, column 1: In the JSON, the record lacks notation"):
        list(read_records(f"{to_json(RECORD)}\n{{}}\n"))
