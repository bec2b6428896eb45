"""Records in JSON: strict about what programs send."""

from __future__ import annotations

import json

import pytest

from engine.core import registry
from engine.core.errors import NotationError
from engine.core.match import play
from engine.core.record import fingerprint
from engine.notation import from_json, from_text, read_records, to_json, to_text

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
    with pytest.raises(NotationError, match="Line 2, column 1: This JSON is nested far deeper"):
        list(read_records(f"{to_json(RECORD)}\n" + '{"a":' * 100_000))


@pytest.mark.parametrize("value", ["never", "ranked"])
def test_an_option_that_came_later_is_named_only_where_it_differs(value: str) -> None:
    """So records of before are read, and a game of then has the text, the JSON and the fingerprint it had."""
    clans = registry.game("highland-clans")
    record = play(clans, [registry.bot("wanderer")] * 3, secret=b"json", options={"no-green": value})
    named = {"exchange": "up-to-3"} if value == "never" else {"exchange": "up-to-3", "no-green": "ranked"}
    assert json.loads(to_json(record))["options"] == named
    assert ("no-green ranked" in to_text(record)) == (value == "ranked")
    assert from_json(to_json(record)) == from_text(to_text(record)) == record
    written = {**json.loads(to_json(record)), "options": {"exchange": "up-to-3", "no-green": value}}
    assert fingerprint(from_json(json.dumps(written))) == fingerprint(from_json(to_json(record)))
    assert from_json(json.dumps(written)) == record
