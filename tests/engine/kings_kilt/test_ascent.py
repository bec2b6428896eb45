"""Advancing and what fills the vacuum (rulings 1 and 2)."""

from __future__ import annotations

from tests.engine.kings_kilt.positions import BASE_ROW, laid

SEATS = """
    Morag: family Bruce, Stewart, Douglas
    Hamish: family Buchanan, Hamilton, MacLeod
    """
ROW_ONE = f"{SEATS}{BASE_ROW}"
STEPS = """
    Row 3: Wallace, -, -, -
    Row 2: Stewart, MacBeth, -, Bruce, -
    Row 1: Bruce, Buchanan, Douglas, Hamilton, MacBeth, MacLeod
    """


def test_a_card_goes_up_beside_its_neighbour_on_that_side() -> None:
    """Ruling 1."""
    table = laid(ROW_ONE)
    assert table.may() == [
        "advance Bruce a1 to b1",
        "advance Buchanan a2 to b1", "advance Buchanan a2 to b2",
        "advance Douglas a3 to b2", "advance Douglas a3 to b3",
        "advance Hamilton a4 to b3", "advance Hamilton a4 to b4",
        "advance MacBeth a5 to b4", "advance MacBeth a5 to b5",
        "advance MacLeod a6 to b5",
    ]  # fmt: skip


def test_any_player_may_move_any_card() -> None:
    """Ruling 1: seat 2 lifts what nobody has in a Family, and what only seat 1 has."""
    assert {"advance MacBeth a5 to b4", "advance Bruce a1 to b1"} <= {*laid(ROW_ONE, mover="Hamish").may()}


def test_no_card_goes_up_on_the_side_of_a_gap_or_into_a_slot_that_is_taken() -> None:
    """Ruling 1: b2 has a gap to its right, b4 gaps on both sides, and c1 is taken."""
    table = laid(f"{SEATS.rstrip()}\n{STEPS.strip()}")
    assert table.may() == [
        "advance Douglas a3 to b3",
        "advance Hamilton a4 to b3",
        "advance MacBeth a5 to b5",
        "advance MacLeod a6 to b5",
    ]


def test_a_gap_in_row_1_is_filled_from_the_pile() -> None:
    """Ruling 2."""
    table = laid(f"{ROW_ONE}\nTop: Wallace")
    before = table.state.pile
    table.advances("a2", "b1")
    assert (table.at("b1"), table.at("a2"), table.at("a1")) == ("Buchanan", "Wallace", "Bruce")
    assert table.state.pile == before - 1


def test_the_new_top_card_is_seen_before_anybody_decides_anything_further() -> None:
    """Set-up 3: the card comes up at chance, and then Hamish is to move."""
    table = laid(ROW_ONE)
    table.play(table.state.legal_moves()[0])
    assert table.mover() == "chance"
    assert table.state.top < 0
    table.comes_up("Wallace")
    assert table.mover() == "Hamish"
    assert table.may_come_up() == {}


def test_each_vacuum_above_row_1_is_filled_by_choice_from_beneath() -> None:
    """Ruling 2: the chain goes down until the pile fills row 1."""
    table = laid(
        f"{SEATS.rstrip()}\n{STEPS.strip()}\nTop: Wallace".replace(
            "Row 2: Stewart, MacBeth, -", "Row 2: Stewart, MacBeth, Hamilton"
        )
    )
    table.play((5, 7, 12))  # b2 to c2, which rests on b2 and b3
    assert table.mover() == "Morag"
    assert table.may() == ["raise Buchanan a2", "raise Douglas a3"]
    table.raises("a3")
    table.comes_up("Bruce")
    assert table.row(3) == ["Wallace", "MacBeth", "-", "-"]
    assert table.row(2) == ["Stewart", "Douglas", "Hamilton", "Bruce", "-"]
    assert table.row(1) == ["Bruce", "Buchanan", "Wallace", "Hamilton", "MacBeth", "MacLeod"]
    assert table.mover() == "Hamish"


def test_a_long_chain_asks_for_every_card_of_it() -> None:
    """Ruling 2: from row 5 it takes four choices, all the same player's."""
    table = laid("""
        Morag: family Bruce, Stewart, Douglas
        Hamish: family Buchanan, Hamilton, MacLeod
        Row 5: Bruce, Douglas
        Row 4: Wallace, MacBeth, Stewart
        Row 3: Hamilton, Wallace, Buchanan, Stewart
        Row 2: MacLeod, MacBeth, Hamilton, Wallace, Douglas
        Row 1: Bruce, Buchanan, Douglas, Hamilton, MacBeth, MacLeod
        Top: Wallace
        """)
    assert table.may() == ["advance Bruce e1 to f1", "advance Douglas e2 to f1"]
    table.advances("e1", "f1", "d2", "c2", "b2", "a3")
    assert [table.at(slot) for slot in ("f1", "e1", "d2", "c2", "b2", "a3")] == [
        "Bruce", "MacBeth", "Wallace", "MacBeth", "Douglas", "Wallace",
    ]  # fmt: skip


def test_filling_never_turns_a_reminder() -> None:
    """Ruling 2: a vacuum in row 4 that is filled is no advance into row 4."""
    table = laid("""
        Morag: family Bruce, Stewart, Douglas; influence Wallace
        Hamish: family Buchanan, Hamilton, MacLeod
        Row 4: Wallace, -, -
        Row 3: Hamilton, Wallace, -, -
        Row 2: MacLeod, MacBeth, Hamilton, -, -
        Row 1: Bruce, Buchanan, Douglas, Hamilton, MacBeth, MacLeod
        """)
    table.betrays("d1", "c2", "Wallace", "c1", "b1", "a1")
    assert table.mover() == "Hamish"
    assert table.state.revealers == ()
