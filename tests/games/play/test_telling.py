"""What one seat hears of a game: nothing that another seat alone may know."""

from itertools import pairwise

import pytest

from engine.core import registry
from games.play.game_state import Table, begun, replayed
from games.play.presenters import SeatLog, SeenEvent, join_deals, verb_in_question, verb_of

NAMES = ["Ailsa", "Bruce", "Catriona", "Dougal", "Eilidh"]


def two_games(game: str) -> list[SeatLog]:
    """One game of wanderers, as its first two seats hear it."""
    rules = registry.game(game)
    seats = max(rules.min_seats, 2)
    table = Table(
        game=game,
        options=rules.settle_options(None),
        secret=b"telling",
        bots=(None, *[("wanderer", 0)] * (seats - 1)),
    )
    play = begun(table)
    while not play.is_over:
        play.go_on()
        if play.waits_for_person:
            play.take(play.state.legal_moves()[0])
    listeners = [SeatLog(rules, seat, NAMES) for seat in range(2)]
    for listener in listeners:
        replayed(table, play.events, listener)
    return listeners


@pytest.mark.parametrize("game", registry.games())
def test_every_step_is_numbered_and_seats_hear_of_different_cards(game: str) -> None:
    one, other = two_games(game)
    assert [told.number for told in one.told] == list(range(1, len(one.told) + 1))
    assert all(before.number < after.number for before, after in pairwise(one.steps))
    assert [told.sentence for told in one.told] != [told.sentence for told in other.told]


@pytest.mark.parametrize("game", registry.games())
def test_what_a_seat_is_not_told_whole_is_not_drawn_for_it(game: str) -> None:
    one, other = two_games(game)
    hidden = [(mine, theirs) for mine, theirs in zip(one.told, other.told, strict=True) if mine.event is None]
    assert hidden
    assert all(theirs.event is not None or theirs.sentence == mine.sentence for mine, theirs in hidden[:3])
    assert one.seen(0) is None
    assert all(one.seen(told.number) == told.event for told in one.told)


def test_the_dealer_shows_nobody_elses_hand() -> None:
    one, other = two_games("lords-of-scotland")
    deals = range(10)
    assert [bool(one.told[at].event) for at in deals] == [bool(one.told[at].sentence) for at in deals]
    assert all(bool(one.told[at].event) != bool(other.told[at].event) for at in deals)


@pytest.mark.parametrize(
    ("words", "verb", "question"),
    [
        ("Recruit a face-down card", "Recruit", "recruit"),
        ("Do not activate Scott 3", "Do not activate", "do not activate"),
        ("Have the Bruce at a1 betrayed", "Have", "have one betrayed"),
        ("Neither raid nor exchange cards", "Neither", "neither"),
        ("Pass: you can neither recruit nor muster", "Pass", "pass"),
        ("Pass", "Pass", "pass"),
    ],
)
def test_a_question_and_a_heading_name_the_verb_of_a_button(words: str, verb: str, question: str) -> None:
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
