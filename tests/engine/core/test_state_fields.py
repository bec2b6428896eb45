"""Derived methods of states: copies, and states made from views."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import pytest

from engine.core.state_fields import StateFields


class Glimpse(NamedTuple):
    """A view without the pile."""

    seat: int
    hands: tuple[int, ...]
    turn: int


@dataclass(slots=True, init=False, repr=False, eq=False)
class Table(StateFields):
    """A small state."""

    view_type = Glimpse
    copies: ClassVar[int] = 3

    hands: list[int]
    turn: int
    pile: tuple[int, ...]


def test_a_copy_has_all_fields_and_lists_of_its_own() -> None:
    table = Table()
    table.hands, table.turn, table.pile = [1, 2], 1, (3,)
    other = table.copy()
    other.hands.append(4)
    assert (table.hands, other.hands) == ([1, 2], [1, 2, 4])
    assert (other.turn, other.pile, type(other)) == (1, (3,), Table)


def test_a_state_from_a_view_has_the_fields_of_both() -> None:
    table = Table.from_view(Glimpse(0, (1, 2), 1))
    assert (table.hands, table.turn) == ([1, 2], 1)
    with pytest.raises(AttributeError):
        _ = table.pile
    assert not hasattr(table, "seat")


def test_it_has_slots_for_its_fields_alone() -> None:
    with pytest.raises(AttributeError):
        Table().deck = 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["list[list[int]]", "dict[int, int]", "tuple[list[int], ...]"])
def test_fields_that_a_copy_would_share_are_refused(kind: str) -> None:
    with pytest.raises(TypeError, match="piles"):
        type("Heap", (StateFields,), {"__annotations__": {"piles": kind}, "view_type": Glimpse})


def test_a_state_is_not_derived_from_another() -> None:
    with pytest.raises(TypeError, match="Larger"):
        type("Larger", (Table,), {"__annotations__": {}})
