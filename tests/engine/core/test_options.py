"""Options of a game in the words of people."""

from engine.core.game import Option

PLAIN = Option("own-clan", "choice", "same-clan", "Who blocks.", ("same-clan", "any"))
SPOKEN = Option(
    "activation", "choice", "any", "Who blocks.", ("any", "own"), "What blocks a power", ("Any clan", "Its own clan")
)
FLAG = Option("bruce", "flag", False, "Two more cards.", title="Clan Bruce")


def test_an_option_is_called_by_its_title_and_without_one_by_its_name() -> None:
    assert (SPOKEN.called(), FLAG.called(), PLAIN.called()) == ("What blocks a power", "Clan Bruce", "Own clan")


def test_a_choice_is_said_in_its_words_and_without_them_by_its_name() -> None:
    assert [SPOKEN.say(choice) for choice in SPOKEN.choices] == ["Any clan", "Its own clan"]
    assert [PLAIN.say(choice) for choice in PLAIN.choices] == ["Same clan", "Any"]


def test_a_flag_is_yes_or_no() -> None:
    assert (FLAG.say(True), FLAG.say(False)) == ("yes", "no")


def test_a_value_that_is_no_longer_a_choice_can_still_be_said() -> None:
    assert SPOKEN.say("by-players") == "By players"
