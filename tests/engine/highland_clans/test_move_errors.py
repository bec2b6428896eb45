"""An event that is not possible is refused with a sentence that says why."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalChance, IllegalMove
from engine.core.game import Event
from engine.games.highland_clans import events
from engine.games.highland_clans.game import GAME
from tests.engine.highland_clans.positions import about_to_draw, laid

BASE = "Morag: 4 warriors, 0 pipers, 1 monk; hand 1 2 3 3\nHamish:\nSenga: 3 warriors, 0 pipers"
ACTING = f"{BASE}\nDrawn: yellow, blue, 2 green, 2 red"


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("castle", "Seat 1 cannot choose castle: that takes 2 blue, and of its drawn tokens 1 is."),
        ("abbey", "that takes 3 green, and of its drawn tokens 2 are."),
        ("bard Morag, removes monk", "a bard goes to the court of another seat at the table."),
        ("bard Senga, removes piper", "seat 3 has no piper."),
        ("bard Senga, removes piper and monk", "seat 3 has no piper and monk."),
        ("bard Senga, removes warrior", "seat 3 would have fewer than 3 warriors."),
        ("estate for yellow, green", "an estate costs a yellow and a red token, or a yellow and two green ones."),
        ("estate for yellow, 2 court green", "its court has 1 green."),
        ("no raid", "That cannot be played now: seat 1 is to choose an action."),
        ("discard 1", "That cannot be played now: seat 1 is to choose an action."),
    ],
)
def test_an_action_is_refused_with_its_reason(written: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        laid(ACTING).plays(written)
    assert str(refused.value).endswith(reason)


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ("cattle", "cattle", "it has had cattle in this turn, and no action comes twice."),
        ("cattle", "estate for yellow, red", None),
        ("two monks", "monk", "it has had monks in this turn, and no action comes twice."),
    ],
)
def test_a_second_action_is_refused_with_its_reason(first: str, second: str, reason: str | None) -> None:
    table = laid(ACTING)
    table.plays(first)
    if reason is None:
        table.plays(second)
        return
    with pytest.raises(IllegalMove) as refused:
        table.plays(second)
    assert str(refused.value).endswith(reason)


def test_more_than_four_tokens_are_refused() -> None:
    table = laid("Morag: free, free\nHamish:\nSenga:\nDrawn: 3 blue, 3 green")
    table.plays("abbey")
    with pytest.raises(IllegalMove, match="of its drawn tokens 1 may still be used, and that takes 2"):
        table.plays("castle")


def test_without_a_free_estate_nothing_is_built() -> None:
    with pytest.raises(IllegalMove, match="none of its estates is free"):
        laid("Morag: cattle, castle\nHamish:\nSenga:\nDrawn: 3 blue, 3 red").plays("cattle")


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("raid Morag", "Seat 1 cannot raid seat 1: it is its own clan."),
        ("raid seat 4", "Seat 1 cannot raid seat 4: it is not at the table."),
        ("exchange 1, 1", "Seat 1 cannot do that: 1 and 1 are not in its hand."),
        ("exchange 4", "Seat 1 cannot do that: 4 is not in its hand."),
        ("exchange 1, 2, 3, 3", "Seat 1 cannot do that: at most 3 cards are exchanged."),
        ("lay 1", "That cannot be played now: seat 1 is to raid somebody, to exchange cards, or neither."),
    ],
)
def test_phase_three_is_refused_with_its_reason(written: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        laid(BASE).plays(written)
    assert str(refused.value) == reason


def test_the_refusals_of_a_raid() -> None:
    table = laid("Morag: 3 warriors, 0 pipers; hand 4 4 4\nHamish: 3 warriors; hand 1 1 1\nSenga:")
    table.plays("raid Hamish")
    with pytest.raises(IllegalMove, match="Seat 1 cannot do that: 3 is not in its hand"):
        table.plays("lay 3")
    with pytest.raises(IllegalMove, match="it has no piper in its court"):
        table.plays("lay 4 with piper")
    table.plays("lay 4; lay 1; lay 4; lay 1; lay 4; lay 1")
    with pytest.raises(IllegalMove, match="Seat 1 cannot spoil that: seat 2 has none of it"):
        table.plays("spoil abbey")


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ((events.TOKENS, 1, 1, 0, 2), "1 yellow, 1 blue and 2 red cannot come up now: seat 1 is to draw 6 tokens."),
        ((events.TOKENS, 0, 0, 0, 6), "6 red cannot come up now: the sack has only 3 red."),
        ((events.DRAW, 1), "That cannot come up now: seat 1 is to draw 6 tokens."),
    ],
)  # fmt: skip
def test_tokens_that_cannot_come_up(event: Event, reason: str) -> None:
    with pytest.raises(IllegalChance) as refused:
        about_to_draw(f"{BASE}\nSack: 9 yellow, 9 blue, 9 green, 3 red").play(event)
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ((events.DRAW, 4, 4), "4 and 4 cannot come up now: the deck has only 1 of value 4."),
        ((events.DRAW, 4), "4 cannot come up now: seat 1 is to draw 2 cards."),
        ((events.DRAW, 1, 1, 2, 2, 3, 3), "3 and 3 cannot come up now: seat 1 is to draw 2 cards."),
        ((events.DRAW, *[1] * 5000), "… is not an event of Highland Clans."),
        ((events.DRAW, 4, 1), "4 and 1 cannot come up so: cards are listed from the lowest to the highest."),
        ((events.DRAW, 5, 5), "is not an event of Highland Clans."),
        ((events.TILE, 33), "That cannot come up now: seat 1 is to draw 2 cards."),
    ],
)
def test_cards_that_cannot_come_up(event: Event, reason: str) -> None:
    table = laid(f"{BASE}\nDeck: 1 4 2")
    table.plays("exchange 1, 2")
    with pytest.raises((IllegalChance, IllegalMove)) as refused:
        table.play(event)
    assert str(refused.value).endswith(reason)


def test_a_hand_of_three_cannot_be_dealt() -> None:
    with pytest.raises(IllegalChance, match="1, 2 and 3 cannot come up now: 4 cards are to be dealt to seat 1"):
        GAME.start(3).apply((events.DEAL, 1, 2, 3))


def test_too_many_cards_or_too_few_are_refused_with_the_right_number() -> None:
    table = laid("Morag: 3 warriors; hand 1 2 3\nHamish: 4 warriors\nSenga:\nDrawn: blue, 5 red")
    table.plays("bard Hamish, removes warrior")
    with pytest.raises(IllegalMove, match="Seat 2 cannot do that: one card goes with a lost warrior"):
        table.plays("discard 1, 2")
    table.plays("discard 4; raid Hamish; lay 1; lay 1; lay 2; lay 2; lay 3; lay 3; draw 1, 1, 2, 2, 3")
    with pytest.raises(IllegalMove, match="Seat 1 cannot do that: 2 cards are put back"):
        table.plays("put back 1")


def test_an_estate_that_does_not_exist_cannot_be_turned_up() -> None:
    table = laid("Morag: 35 points\nHamish:\nSenga:", step=2)
    table.plays("no raid")
    with pytest.raises(IllegalChance, match="Estate 29 cannot be turned up: there is no such estate"):
        table.play((events.TILE, 29))


def test_only_drawn_tokens_go_back() -> None:
    table = about_to_draw("Morag:\nHamish:\nSenga:", following="Morag")
    table.plays("draw 6 green")
    with pytest.raises(IllegalMove, match="cannot send 1 red back: only drawn tokens can go back"):
        table.plays("send back red")
