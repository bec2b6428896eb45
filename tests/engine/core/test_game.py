"""Options of a game in words, and places."""

from engine.core.game import places_by
from engine.core.options import Option

PLAIN = Option("own-clan", "choice", "same-clan", "Who blocks.", ("same-clan", "any"))
SPOKEN = Option(
    "activation", "choice", "any", "Who blocks.", ("any", "own"), "What blocks a power", ("Any clan", "Its own clan")
)
FLAG = Option("bruce", "flag", False, "Two more cards.", title="Clan Bruce")


def test_an_option_is_called_by_its_title_and_without_one_by_its_name() -> None:
    assert (SPOKEN.label(), FLAG.label(), PLAIN.label()) == ("What blocks a power", "Clan Bruce", "Own clan")


def test_a_choice_is_said_in_its_words_and_without_them_by_its_name() -> None:
    assert [SPOKEN.value_label(choice) for choice in SPOKEN.choices] == ["Any clan", "Its own clan"]
    assert [PLAIN.value_label(choice) for choice in PLAIN.choices] == ["Same clan", "Any"]


def test_a_flag_is_yes_or_no() -> None:
    assert (FLAG.value_label(True), FLAG.value_label(False)) == ("yes", "no")


def test_a_value_that_is_no_longer_a_choice_can_still_be_said() -> None:
    assert SPOKEN.value_label("by-players") == "By players"


def test_equal_keys_share_a_place_and_the_next_are_skipped() -> None:
    assert places_by([7, 9, 7, 3]) == (2, 1, 2, 4)
    assert places_by([(7, 1), (7, 2)]) == (2, 1)
    assert places_by([5, 5, 5]) == (1, 1, 1)
