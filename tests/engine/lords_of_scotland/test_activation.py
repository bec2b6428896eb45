"""Rulings 1 to 5: when a card may be activated."""

from typing import Any

import pytest

from tests.engine.lords_of_scotland.positions import laid

MAKGILL = "Morag: hand MakGill 4, Scott 9"
BRUCE = "Morag: hand Bruce 98\nHamish: army Bruce 97"
UNSEEN = """
    Morag: hand MakGill 4, Scott 1
    Hamish: hand Wemyss 1; army (Scott 3), Cochrane 9
    Supporters: Cockburn 1, Forsyth 1
    Recruits: Cochrane 2, ?, ?, ?, ?
    """
BLOCKING: dict[str, tuple[str, dict[str, Any]]] = {
    "1: lower in another army": (f"{MAKGILL}\nHamish: army Scott 3", {}),
    "1: lower in the own army": (f"{MAKGILL}; army Scott 3\nHamish:", {}),
    "2: lower, three players": (f"{MAKGILL}\nHamish: army Scott 3\nSenga:", {}),
    "2: lower of the same clan, four players": (f"{MAKGILL}\nHamish:\nSenga: army MakGill 3\nJudy:", {}),
    "2: the other Bruce, four players": (f"{BRUCE}\nSenga:\nJudy:", {"bruce": True}),
    "2: option strict, four players": (f"{MAKGILL}\nHamish: army Scott 3\nSenga:\nJudy:", {"activation": "strict"}),
}
NOT_BLOCKING: dict[str, tuple[str, dict[str, Any]]] = {
    "1: Supporters, Recruits, hands, face-down Followers": (UNSEEN, {}),
    "2: equal strength, three players": (f"{MAKGILL}\nHamish: army Scott 4\nSenga:", {}),
    "2: lower, four players": (f"{MAKGILL}\nHamish: army Scott 3\nSenga:\nJudy:", {}),
    "2: lower, five players": (f"{MAKGILL}\nHamish: army Scott 3\nSenga:\nJudy:\nRoger:", {}),
    "2: equal, four players": (f"{MAKGILL}\nHamish: army Wemyss 4\nSenga:\nJudy:", {}),
    "2: same clan, higher or face-down": (f"{MAKGILL}\nHamish: army MakGill 5\nSenga: army (MakGill 3)\nJudy:", {}),
    "2: the other Bruce, two players": (BRUCE, {"bruce": True}),
    "2: option same-clan, two players": (f"{MAKGILL}\nHamish: army Scott 3", {"activation": "same-clan"}),
}


@pytest.mark.parametrize("case", [*BLOCKING, *NOT_BLOCKING])
def test_what_blocks_an_activation(case: str) -> None:
    """Rulings 1 and 2, and where the texts differ, 3 and 6."""
    text, options = (BLOCKING | NOT_BLOCKING)[case]
    table = laid(text, **options)
    table.musters("Bruce 98" if text.startswith(BRUCE) else "MakGill 4")
    assert table.may_activate() is (case in NOT_BLOCKING)
    assert (table.mover() == "Hamish") is (case in BLOCKING)


def test_a_face_down_card_is_not_activated() -> None:
    table = laid("Morag: hand MakGill 4, Scott 9\nHamish:")
    table.musters("MakGill 4", down=True)
    assert table.mover() == "Hamish"


def test_activating_is_never_compulsory() -> None:
    """Where the texts differ, 1."""
    table = laid("Morag: hand Wemyss 1\nHamish: army Scott 3")
    table.musters("Wemyss 1")
    table.declines()
    assert (table.mover(), table.army("Hamish")) == ("Hamish", ["Scott 3"])


def test_a_card_that_comes_by_an_exchange_does_not_activate() -> None:
    """Ruling 3."""
    table = laid("Morag: hand Fergusson 1\nHamish: army Wemyss 2")
    table.musters("Fergusson 1")
    table.exchanges_for("Hamish", "Wemyss 2")
    assert (table.mover(), table.army("Morag"), table.army("Hamish")) == ("Hamish", ["Wemyss 2"], ["Fergusson 1"])


@pytest.mark.parametrize("card", ["Wemyss 2", "Cochrane 2"], ids=["power of the moment", "lasting power"])
def test_a_card_that_comes_from_the_supporters_does_not_activate(card: str) -> None:
    """Ruling 3."""
    table = laid(f"Morag: hand Cockburn 1\nHamish: army Scott 5\nSupporters: {card}, Scott 8")
    table.musters("Cockburn 1")
    table.swaps_for(card)
    assert (table.mover(), table.army("Morag")) == ("Hamish", [card])


def test_a_copied_power_needs_no_second_check() -> None:
    """Ruling 4: with four players the MakGill 3 would block a MakGill, but this is a Scott."""
    table = laid("Morag: hand Scott 5, Forsyth 9\nHamish: army MakGill 3\nSenga:\nJudy:")
    table.musters("Scott 5")
    table.copies("Hamish", "MakGill 3")
    assert table.targets() == ["Forsyth 9", "Forsyth 9"]


def test_an_activated_scott_is_of_clan_scott() -> None:
    """Ruling 4: it does not block the clan it copied, but it blocks a higher Scott."""
    position = "Morag: hand Cochrane 9, Scott 8\nHamish: army Scott 5=Cochrane, Wemyss 9\nSenga:\nJudy:"
    cochrane, scott = laid(position), laid(position)
    cochrane.musters("Cochrane 9")
    scott.musters("Scott 8")
    assert cochrane.may_activate()
    assert not scott.may_activate()


@pytest.mark.parametrize(
    ("position", "card"),
    [
        ("Morag: hand Wemyss 1\nHamish:", "Wemyss 1"),
        ("Morag: hand Fergusson 1; army Scott 5\nHamish:", "Fergusson 1"),
        ("Morag: hand Cockburn 1\nHamish: army Scott 5", "Cockburn 1"),
        ("Morag: hand MakGill 1\nHamish: army Scott 5", "MakGill 1"),
        ("Morag: hand Forsyth 1\nHamish: army Scott 5\nPile:", "Forsyth 1"),
        ("Morag: hand Scott 1\nHamish: army (Cochrane 5)", "Scott 1"),
        ("Morag: hand Scott 1\nHamish: army Scott 5", "Scott 1"),
        ("Morag: hand Scott 1\nHamish: army MakGill 5", "Scott 1"),
        ("Morag: hand Scott 1\nHamish: army Cockburn 5", "Scott 1"),
        ("Morag: hand Scott 1\nHamish: army Forsyth 5\nPile:", "Scott 1"),
        ("Morag: hand Scott 1; army Fergusson 5\nHamish:", "Scott 1"),
    ],
)
def test_a_power_without_a_target_cannot_be_activated(position: str, card: str) -> None:
    """Ruling 5, a copied power included."""
    table = laid(position)
    table.musters(card)
    assert (table.mover(), table.army("Morag")[-1]) == ("Hamish", card)
