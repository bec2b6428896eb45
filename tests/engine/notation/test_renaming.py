"""A player is renamed in a record as it was typed, and the game in it stays the same."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.core import registry
from engine.core.record import Fault, Record
from engine.notation import from_json, from_text, to_json, to_text
from engine.notation.renaming import rename_player
from tests.engine.notation.records import played

LABELS = ["Zoë", "Scott", "Points", "Round", "Rules", "Deal", "Seat", "seats", "raid", 'Ann, "the elder"', "1", "piper"]


def by_name(slug: str, label: str) -> Record:
    """A game of somebody of that name, with a fault of theirs."""
    record = played(slug, 3, 1)
    return replace(record, seats=("Ann", label, "Cat"), faults=(Fault(1, 1, "a timeout"),))


def renamed(record: Record) -> Record:
    return replace(record, seats=("Ann", "Somebody 2", "Cat"))


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("slug", list(registry.games()))
def test_a_record_of_a_renamed_player_is_that_of_the_same_game(slug: str, label: str) -> None:
    record = by_name(slug, label)
    assert from_text(rename_player(to_text(record), label, "Somebody 2")) == renamed(record)
    assert from_json(rename_player(to_json(record), label, "Somebody 2")) == renamed(record)


def test_the_name_goes_from_head_turns_faults_and_comments_in_any_case() -> None:
    record = by_name("kings-kilt", "Zoë")
    written = to_text(record).replace("\nZoë:", "\n  zOË :") + "# Zoë was tired\n"
    changed = rename_player(written, "Zoë", "Somebody 2")
    assert "zoë" not in changed.casefold()
    assert "# Somebody 2 was tired" in changed
    assert from_text(changed) == renamed(record)
    assert "zo" not in rename_player(json.dumps(json.loads(to_json(record))), "Zoë", "Somebody 2").lower()


def test_a_label_that_is_taken_gives_way_to_the_number_of_the_seat() -> None:
    record = replace(played("kings-kilt", 3, 1), seats=("Somebody 2", "Zoë", "Cat"))
    changed = rename_player(to_text(record), "Zoë", "Somebody 2")
    assert from_text(changed) == replace(record, seats=("Somebody 2", "Somebody 2", "Cat"))


def test_a_player_named_in_moves_is_renamed_there_where_asked() -> None:
    record = by_name("highland-clans", "Zoë")
    written = to_text(record).replace("raid seat 2", "raid Zoë")
    assert "raid Zoë" in written
    changed = rename_player(written, "Zoë", "Somebody 2", in_moves=True)
    assert "Zoë" not in changed
    assert from_text(changed) == renamed(record)


@pytest.mark.parametrize("written", ['{"seats": ["Zoë"', '{"seats": 7, "by": "Zoë"}', "Seats: Zoë,,\nZoë: pass", ""])
def test_a_name_goes_from_what_cannot_be_parsed(written: str) -> None:
    assert "Zoë" not in rename_player(written, "Zoë", "Somebody 2")
