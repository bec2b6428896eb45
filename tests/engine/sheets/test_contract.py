"""The contract of score sheets, tested with matches that were played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import registry
from engine.core.errors import SheetError
from engine.core.options import settle_options
from engine.core.score_sheets import (
    Field,
    FilledSheet,
    Setup,
    Value,
    calculate,
    format_value,
    from_json,
    from_texts,
    parse_value,
    score_sheet_of,
    to_json,
)
from tests.engine.sheets.filling import played

GAMES = [game for game in registry.games().values() if registry.score_sheet(game.slug)]
every_game = pytest.mark.parametrize("game", [game.slug for game in GAMES])


def tables() -> Iterator[object]:
    for game in GAMES:
        for seats in range(game.min_seats, game.max_seats + 1):
            yield pytest.param(game.slug, seats, id=f"{game.slug}-{seats}")


every_table = pytest.mark.parametrize(("game", "seats"), [*tables()])


def with_value(filled: FilledSheet, name: str, value: Value | None) -> FilledSheet:
    values = {**filled.values, name: value}
    return FilledSheet(filled.game, filled.setup, {key: one for key, one in values.items() if one is not None})


def test_all_three_games_have_one() -> None:
    assert [game.slug for game in GAMES] == ["highland-clans", "kings-kilt", "lords-of-scotland"]


@every_table
@pytest.mark.parametrize("seed", range(6))
def test_the_sheet_of_a_match_comes_to_its_points_and_places(game: str, seats: int, seed: int) -> None:
    filled, outcome = played(game, seats, seed)
    told = calculate(filled)
    assert (told.faults, told.missing) == ((), ())
    assert told.outcome == outcome


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_sheet_of_a_match_in_which_zero_green_ranks_comes_to_its_points(seats: int) -> None:
    filled, outcome = played("highland-clans", seats, 1, **{"no-green": "ranked"})
    assert calculate(filled).outcome == outcome


@every_table
def test_half_filled_it_is_legal_and_says_what_is_missing(game: str, seats: int) -> None:
    """In the order of its fields, as it is filled during an evening."""
    filled, outcome = played(game, seats, seed=7)
    order = [
        one.name for one in score_sheet_of(game).fields(filled.setup, [*filled.values]) if one.name in filled.values
    ]
    for count in range(len(order)):
        begun = FilledSheet(game, filled.setup, {name: filled.values[name] for name in order[:count]})
        told = calculate(begun)
        assert told.faults == ()
        assert (told.outcome is None) == bool(told.missing)
        known = {one.name for one in score_sheet_of(game).fields(filled.setup, order[:count])}
        assert {remark.field for remark in told.missing} <= known
    assert calculate(filled).outcome == outcome


@every_table
def test_it_is_stored_as_json_and_read_back_the_same(game: str, seats: int) -> None:
    filled, _ = played(game, seats, seed=1)
    stored = json.loads(json.dumps(to_json(filled)))
    assert from_json(stored) == filled


@every_table
def test_what_is_typed_is_what_is_meant(game: str, seats: int) -> None:
    filled, _ = played(game, seats, seed=2)
    fields = {one.name: one for one in score_sheet_of(game).fields(filled.setup, [*filled.values])}
    texts = {name: format_value(fields[name], value) for name, value in filled.values.items()}
    assert from_texts(game, filled.setup, texts) == (filled, ())
    assert all(parse_value(fields[name], text) == filled.values[name] for name, text in texts.items())


def test_a_number_has_six_digits_at_most_with_and_without_a_sign() -> None:
    field = Field("points", "Round 1", "Points", least=-999_999, most=999_999)
    assert [parse_value(field, text) for text in ("999999", "-999999", " \N{MINUS SIGN}7 ")] == [999_999, -999_999, -7]
    for text in ("1000000", "-1000000", "--7", "-"):
        with pytest.raises(SheetError):
            parse_value(field, text)


@every_game
def test_what_cannot_be_read_is_refused_at_its_field_and_the_rest_is_kept(game: str) -> None:
    setup = Setup(3, settle_options(registry.game(game), {}))
    first, second = [one for one in score_sheet_of(game).fields(setup, []) if not one.is_rare][:2]
    sound = "1" if second.kind == "number" else next(iter(second.choices.values()))
    filled, faults = from_texts(game, setup, {first.name: "porridge", second.name: sound, "elsewhere": "1"})
    assert [fault.field for fault in faults] == [first.name]
    assert "porridge" in faults[0].sentence
    assert [*filled.values] == [second.name]


@every_game
@settings(max_examples=60)
@given(seed=st.integers(0, 10**6), which=st.integers(0, 10**6))
def test_what_no_field_can_hold_is_refused_with_its_name(game: str, seed: int, which: int) -> None:
    filled, _ = _memory(game)
    name = sorted(filled.values)[which % len(filled.values)]
    value = filled.values[name]
    strange: Value = (*value, 999) if isinstance(value, tuple) else 900 + Random(seed).randrange(99)
    told = calculate(with_value(filled, name, strange))
    assert told.outcome is None
    assert [fault.field for fault in told.faults] == [name]
    assert told.faults[0].sentence.endswith(".")


@every_game
def test_a_field_of_another_sheet_is_refused_with_its_name(game: str) -> None:
    told = calculate(with_value(_memory(game)[0], "round-0.hens", 1))
    assert [fault.field for fault in told.faults] == ["round-0.hens"]


@every_game
@pytest.mark.parametrize(
    "spoiled",
    [
        {"version": 99}, {"seats": 9}, {"seats": "four"}, {"options": {"hens": True}}, {"options": 4},
        {"values": [1]}, {"values": {"a": "b"}}, {"values": {"a": [True]}}, {"game": None},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_sheet_is_refused_in_a_sentence(game: str, spoiled: dict[str, object]) -> None:
    stored = to_json(_memory(game)[0])
    with pytest.raises(SheetError, match=r"\.$"):
        from_json(stored | spoiled)


_REMEMBERED: dict[str, tuple[FilledSheet, object]] = {}


def _memory(game: str) -> tuple[FilledSheet, object]:
    """One match of each game, played once for all tests that only spoil its sheet."""
    if game not in _REMEMBERED:
        _REMEMBERED[game] = played(game, 3, seed=5)
    return _REMEMBERED[game]
