"""Betrayals, passing and an empty pile (rulings 3, 5, 6 and 9)."""

from __future__ import annotations

import pytest

from tests.engine.kings_kilt.positions import BASE_ROW, full_pyramid, laid

MORAG, HAMISH = "Morag: family Bruce, Stewart, Douglas", "Hamish: family Buchanan, Hamilton, MacLeod"


OWN = ("Buchanan", "Douglas")
LOW = ("MacLeod b1", "MacBeth b2", "Wallace c2", "Wallace d1")
BESIDE_C2 = ("MacBeth b2", "Hamilton b3", "Hamilton c1", "Buchanan c3", "Wallace d1", "MacBeth d2")


@pytest.mark.parametrize(
    ("influence", "matching", "victim", "betrayals"),
    [
        ("Buchanan, Douglas", "influenced", 11, [f"{low} with {own}" for low in LOW for own in OWN]),
        # Neighbours of d2 are a Wallace and a Buchanan below, a Wallace, a Stewart, a Bruce and a Douglas.
        ("MacBeth, Wallace, Douglas", "influenced", 16,
         ["Wallace c2 with Wallace", "Wallace d1 with Wallace", "Douglas e2 with Douglas"]),
        # c2 is a Wallace, and nobody next to it a Bruce.
        ("Bruce", "influenced", 12, [f"{one} with Bruce" for one in BESIDE_C2]),
        ("Bruce", "victim", 12, [f"{one} with Bruce" for one in BESIDE_C2]),
        ("Bruce", "influenced", 20, ["Bruce e1 with Bruce"]),
    ],
    ids=["any card in the three lower rows", "a match with whoever is influenced in the upper rows",
         "also by somebody in row 4", "and by the other option", "members of one clan"],
)  # fmt: skip
def test_who_is_influenced_with_which_card(influence: str, matching: str, victim: int, betrayals: list[str]) -> None:
    """Ruling 3."""
    table = full_pyramid(f"{MORAG}; influence {influence}", HAMISH, matching=matching)
    table.play((6, victim))
    assert table.may() == [f"by {betrayal}" for betrayal in betrayals]


def test_by_the_option_it_must_match_the_victim() -> None:
    """Ruling 3, option `matching`."""
    table = full_pyramid(f"{MORAG}; influence MacBeth, Wallace", HAMISH, matching="victim")
    assert [slot for slot in table.may_betray() if slot[0] in "def"] == ["d1", "d2"]
    table.play((6, 16))
    assert table.may() == [
        f"by {card} with MacBeth"
        for card in ("Wallace c2", "Buchanan c3", "Wallace d1", "Stewart d3", "Bruce e1", "Douglas e2")
    ]


def test_without_a_matching_card_the_upper_rows_are_safe() -> None:
    """Ruling 3: nobody next to the King or the Guardians is a MacLeod."""
    table = full_pyramid(f"{MORAG}; influence MacLeod", HAMISH)
    assert table.may_betray() == [f"{row}{at}" for row, size in zip("abc", (6, 5, 4), strict=True)
                                  for at in range(1, size + 1)]  # fmt: skip


def test_the_king_is_betrayed_like_any_other() -> None:
    """Ruling 3: by a Guardian, who may then fill the throne."""
    table = full_pyramid(f"{MORAG}; influence Douglas", HAMISH, top="Top: Wallace")
    table.betrays("f1", "e2", "Douglas", "e2", "d3", "c4", "b5", "a6")
    assert [table.at(slot) for slot in ("f1", "e2", "d3", "c4", "b5", "a6")] == [
        "Douglas", "Stewart", "Stewart", "Douglas", "MacLeod", "Wallace",
    ]  # fmt: skip
    assert table.state.betrayed == (0,)
    assert table.influence("Morag") == []


def test_whoever_was_influenced_stays() -> None:
    """Ruling 3."""
    table = laid(f"{MORAG}; influence Wallace\n{HAMISH}\n{BASE_ROW}\nTop: Stewart")
    table.betrays("a2", "a3", "Wallace")
    assert table.row(1) == ["Bruce", "Stewart", "Douglas", "Hamilton", "MacBeth", "MacLeod"]
    assert table.state.discards == (7,)


def test_betrayals_are_allowed_from_the_first_turn_on() -> None:
    """Ruling 3."""
    table = laid(f"{MORAG}; influence Wallace\n{HAMISH}\n{BASE_ROW}")
    assert table.may_betray() == ["a1", "a2", "a3", "a4", "a5", "a6"]


def test_equal_influence_cards_are_one_choice() -> None:
    """Ruling 10: copies of a clan are not told apart."""
    table = laid(f"{MORAG}; influence Wallace, Wallace\n{HAMISH}\n{BASE_ROW}")
    table.play((6, 0))
    assert table.may() == ["by Buchanan a2 with Wallace"]


def test_a_betrayal_is_said_in_two_steps_and_nobody_moves_between_them() -> None:
    """Ruling 9."""
    table = full_pyramid(f"{MORAG}; influence Wallace", f"{HAMISH}; influence Wallace")
    table.play((6, 0))
    assert table.mover() == "Morag"
    assert all(move.startswith("by ") for move in table.may())


def test_before_the_king_there_is_no_passing() -> None:
    """Ruling 5."""
    assert "pass" not in laid(f"{MORAG}\n{HAMISH}\n{BASE_ROW}").may()


def test_after_the_king_one_betrays_or_passes() -> None:
    """Ruling 5: and without Influence one can only pass, which is still said."""
    table = full_pyramid(f"{MORAG}; influence MacLeod", HAMISH)
    assert table.may()[-1] == "pass"
    assert all(move.startswith("betray") for move in table.may()[:-1])
    table.passes()
    assert (table.mover(), table.may()) == ("Hamish", ["pass"])


def test_who_has_passed_is_out_and_the_last_one_may_go_on_alone() -> None:
    """Ruling 5."""
    table = full_pyramid(f"{MORAG}; influence Wallace", f"{HAMISH}; influence Wallace, Bruce")
    table.passes()
    table.betrays("a1", "a2", "Wallace")
    assert table.mover() == "Hamish"
    table.betrays("a1", "a2", "Bruce")
    assert table.mover() == "Hamish"
    table.passes()
    assert table.mover() is None


def test_the_influence_played_becomes_the_pile_with_the_card_just_played() -> None:
    """Ruling 6: after the fills have been chosen, and without the cards betrayed."""
    table = full_pyramid(
        f"{MORAG}; influence Wallace", HAMISH, "Discards: Bruce, MacLeod", top="Top: -\nPile:"
    )  # fmt: skip
    out = len(table.state.betrayed)
    table.play((6, 6))
    table.play((7, 0, 7))
    assert (table.state.pile, table.mover()) == (0, "Morag")
    table.raises("a2")
    assert table.may_come_up() == {"Bruce": 1, "MacLeod": 1, "Wallace": 1}
    assert table.state.discards == ()
    assert len(table.state.betrayed) == out + 1
    table.comes_up("MacLeod")
    assert (table.at("a2"), table.state.pile, table.mover()) == ("MacLeod", 2, "chance")
    table.comes_up("Wallace")
    assert (table.state.top, table.mover()) == (7, "Hamish")


@pytest.mark.parametrize("pile", ["Pile: Bruce", "Pile:"])
def test_a_pile_that_runs_out_is_renewed_only_when_a_card_is_needed(pile: str) -> None:
    """Ruling 6: with the last card gone to row 1 there is no top card, and the game goes on."""
    table = full_pyramid(f"{MORAG}; influence Wallace", f"{HAMISH}; influence Wallace", top=f"Top: Stewart\n{pile}")
    table.betrays("a1", "a2", "Wallace")
    assert table.mover() == "Hamish"
    assert table.state.pile == (1 if pile == "Pile: Bruce" else 0)
    assert table.state.discards == (7,)
