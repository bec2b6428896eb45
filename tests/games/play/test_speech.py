"""The engine's sentences, as one person at the table hears them and as buttons say them."""

import pytest

from games.play.presenters import SeenEvent, join_deals
from games.play.wording import addressed_to, button_label, verb_in_question, verb_of

NAMES = ["Morag", "Steward", "Wanderer"]


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Seat 1 musters Scott 3 face-up.", "You muster Scott 3 face-up."),
        ("Seat 2 musters Scott 3 face-up.", "Steward musters Scott 3 face-up."),
        (
            "Seat 1 activates MakGill 4 and musters another Follower.",
            "You activate MakGill 4 and muster another Follower.",
        ),
        ("Seat 2 exchanges Scott 3 for seat 1's Wemyss 4.", "Steward exchanges Scott 3 for your Wemyss 4."),
        ("Seat 1 exchanges Scott 3 for seat 3's Wemyss 4.", "You exchange Scott 3 for Wanderer's Wemyss 4."),
        ("Seat 1 discards its own Scott 3 with Wemyss 4.", "You discard your own Scott 3 with Wemyss 4."),
        ("Seat 1 can neither recruit nor muster, and passes.", "You can neither recruit nor muster, and pass."),
        ("Seat 1 is dealt Scott 3.", "You are dealt Scott 3."),
        ("The Recruit that seat 1 took is Scott 3.", "The Recruit that you took is Scott 3."),
        (
            "The round ends. Seat 1 has 12 with Scott 3.\nSeat 2 claims Scott 3.",
            "The round ends. You have 12 with Scott 3. Steward claims Scott 3.",
        ),
        ("A Recruit is turned up: Scott 3.", "A Recruit is turned up: Scott 3."),
    ],
)
def test_a_sentence_is_told_to_the_one_who_sits_there(sentence: str, said: str) -> None:
    assert addressed_to(sentence, 0, NAMES) == said


@pytest.mark.parametrize(
    ("sentence", "words", "verb", "question"),
    [
        ("Seat 2 recruits a face-down card.", "Recruit a face-down card", "Recruit", "recruit"),
        ("Seat 2 does not activate Scott 3.", "Do not activate Scott 3", "Do not activate", "do not activate"),
        ("Seat 2 copies the power of seat 1's Wemyss 4.", "Copy the power of Morag's Wemyss 4", "Copy", "copy"),
        ("Seat 2 has the Bruce at a1 betrayed.", "Have the Bruce at a1 betrayed", "Have", "have one betrayed"),
        ("Seat 2 neither raids nor exchanges cards.", "Neither raid nor exchange cards", "Neither", "neither"),
        ("Seat 2 passes.", "Pass", "Pass", "pass"),
    ],
)
def test_a_move_is_an_order_on_its_button(sentence: str, words: str, verb: str, question: str) -> None:
    assert button_label(sentence, 1, NAMES) == words
    assert verb_of(words) == verb
    assert verb_in_question(words) == question


def test_a_hand_is_told_as_one() -> None:
    told = [
        SeenEvent(1, "You are dealt Scott 3.", False),
        SeenEvent(4, "You are dealt Scott 4.", False),
        SeenEvent(7, "You are dealt Bruce 97.", False),
        SeenEvent(8, "Scott 9 is laid out as a Supporter.", False),
    ]
    assert [(one.number, one.sentence) for one in join_deals(told)] == [
        (7, "You are dealt Scott 3, Scott 4, Bruce 97."),
        (8, "Scott 9 is laid out as a Supporter."),
    ]


def test_moves_of_one_turn_stay_sentences_of_their_own() -> None:
    told = [SeenEvent(1, "Steward musters Scott 3.", False), SeenEvent(2, "Steward musters Scott 4.", False)]
    assert len(join_deals(told)) == 2


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Seat 2 lays 3 against 3 with a piper: seat 1 wins.", "Reiver lays 3 against 3 with a piper: you win."),
        ("Seat 1 lays 3 against 2: seat 2 wins.", "You lay 3 against 2: Reiver wins."),
        ("A Hamilton is King, and seat 1 wins with 7 points.", "A Hamilton is King, and you win with 7 points."),
    ],
)
def test_whoever_wins_in_the_second_half_of_a_sentence_is_addressed_as_well(sentence: str, told: str) -> None:
    assert addressed_to(sentence, 0, ("Morag", "Reiver")) == told
