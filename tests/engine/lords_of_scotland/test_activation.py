"""Rulings 1 to 5: when a card may be activated."""

import pytest

from tests.engine.lords_of_scotland.positions import laid


def test_a_lower_face_up_follower_in_any_army_blocks() -> None:
    """Ruling 1."""
    table = laid("Morag: hand MakGill 4, Scott 9\nHamish: army Scott 3")
    table.musters("MakGill 4")
    assert table.mover() == "Hamish"


def test_a_lower_follower_of_the_own_army_blocks_too() -> None:
    """Ruling 1."""
    table = laid("Morag: hand MakGill 4, Scott 9; army Scott 3\nHamish:")
    table.musters("MakGill 4")
    assert table.mover() == "Hamish"


def test_supporters_recruits_hands_and_face_down_followers_do_not_block() -> None:
    """Ruling 1."""
    table = laid("""
        Morag: hand MakGill 4, Scott 1
        Hamish: hand Wemyss 1; army (Scott 3), Cochrane 9
        Supporters: Cockburn 1, Forsyth 1
        Recruits: Cochrane 2, ?, ?, ?, ?
        """)
    table.musters("MakGill 4")
    assert table.may_activate()


def test_with_two_or_three_players_equal_strength_does_not_block() -> None:
    """Ruling 2."""
    table = laid("Morag: hand MakGill 4, Scott 9\nHamish: army Scott 4\nSenga:")
    table.musters("MakGill 4")
    assert table.may_activate()


@pytest.mark.parametrize(
    ("others", "blocks"),
    [("Senga:", True), ("Senga:\nJudy:", False), ("Senga:\nJudy:\nRoger:", False)],
    ids=["three players", "four", "five"],
)
def test_a_lower_follower_of_another_clan_blocks_up_to_three_players(others: str, blocks: bool) -> None:
    """Ruling 2, and where the texts differ, 3."""
    table = laid(f"Morag: hand MakGill 4, Scott 9\nHamish: army Scott 3\n{others}")
    table.musters("MakGill 4")
    assert table.may_activate() is not blocks


@pytest.mark.parametrize("strength", [3, 4])
def test_with_four_players_a_follower_of_another_clan_does_not_block(strength: int) -> None:
    """Ruling 2."""
    table = laid(f"Morag: hand MakGill 4, Scott 9\nHamish: army Wemyss {strength}\nSenga:\nJudy:")
    table.musters("MakGill 4")
    assert table.may_activate()


def test_with_four_players_a_lower_follower_of_the_same_clan_blocks() -> None:
    """Ruling 2."""
    table = laid("Morag: hand MakGill 4, Scott 9\nHamish:\nSenga: army MakGill 3\nJudy:")
    table.musters("MakGill 4")
    assert table.mover() == "Hamish"


def test_with_four_players_a_higher_or_face_down_one_of_the_same_clan_does_not_block() -> None:
    """Ruling 2, and where the texts differ, 6."""
    table = laid("Morag: hand MakGill 4, Scott 9\nHamish: army MakGill 5\nSenga: army (MakGill 3)\nJudy:")
    table.musters("MakGill 4")
    assert table.may_activate()


def test_with_four_players_the_other_bruce_blocks_though_it_is_equal() -> None:
    """Ruling 2: equal can only mean the two Bruces."""
    table = laid("Morag: hand Bruce 98\nHamish: army Bruce 97\nSenga:\nJudy:", bruce=True)
    table.musters("Bruce 98")
    assert table.mover() == "Hamish"


def test_with_two_players_the_other_bruce_does_not_block() -> None:
    """Ruling 2."""
    table = laid("Morag: hand Bruce 98\nHamish: army Bruce 97", bruce=True)
    table.musters("Bruce 98")
    assert table.may_activate()


def test_the_option_activation_holds_whatever_the_number_of_players() -> None:
    """Ruling 2."""
    four = laid("Morag: hand MakGill 4, Scott 9\nHamish: army Scott 3\nSenga:\nJudy:", activation="strict")
    four.musters("MakGill 4")
    assert four.mover() == "Hamish"
    two = laid("Morag: hand MakGill 4, Scott 9\nHamish: army Scott 3", activation="same-clan")
    two.musters("MakGill 4")
    assert two.may_activate()


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


def test_a_card_that_comes_from_the_supporters_does_not_activate() -> None:
    """Ruling 3."""
    table = laid("Morag: hand Cockburn 1\nHamish: army Scott 5\nSupporters: Wemyss 2, Scott 8")
    table.musters("Cockburn 1")
    table.swaps_for("Wemyss 2")
    assert (table.mover(), table.army("Morag")) == ("Hamish", ["Wemyss 2"])


def test_a_card_that_comes_from_the_supporters_has_no_lasting_power_either() -> None:
    """Ruling 3."""
    table = laid("Morag: hand Cockburn 1\nHamish: army Scott 5\nSupporters: Cochrane 2, Scott 8")
    table.musters("Cockburn 1")
    table.swaps_for("Cochrane 2")
    assert table.army("Morag") == ["Cochrane 2"]


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
