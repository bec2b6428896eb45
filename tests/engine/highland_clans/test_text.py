"""The texts of events: everything that the seat sees of an event, and nothing else."""

from __future__ import annotations

import pytest

from engine.core.game import Event
from engine.games.highland_clans import events
from engine.games.highland_clans.game import GAME
from tests.engine.highland_clans.positions import Table, about_to_draw, laid, last_turn

BASE = """
Morag: 3 warriors, 2 pipers; cattle, free; 10 points; hand 2 3 4
Hamish: 3 warriors, 2 pipers; cattle, castle; 10 points; hand 1 2 3
Senga: 3 warriors, 0 pipers; free, free; 10 points; hand 1 1 1
"""


def told(table: Table, event: Event | str) -> list[str | None]:
    """The texts for Morag, Hamish, Senga and a spectator."""
    happening = table.event(event) if isinstance(event, str) else event
    return [GAME.observation_text(table.state, happening, seat) for seat in (0, 1, 2, None)]


def test_a_deal_is_told_to_whom_it_goes() -> None:
    state = GAME.start(3)
    deal = (events.DEAL, 1, 1, 2, 4)
    assert GAME.observation_text(state, deal, 0) == "Seat 1 is dealt 1, 1, 2 and 4."
    assert GAME.observation_text(state, deal, 1) is None
    assert GAME.observation_text(state, deal, None) is None


def test_the_attackers_card_is_told_to_the_attacker_alone() -> None:
    table = laid(BASE)
    table.plays("raid Hamish")
    hidden = "Seat 1 lays a card face-down with a piper."
    assert told(table, "lay 4 with piper") == ["Seat 1 lays 4 with a piper.", hidden, hidden, hidden]


def test_the_second_card_is_told_to_all_with_the_first() -> None:
    table = laid(BASE)
    table.plays("raid Hamish; lay 4 with piper")
    assert told(table, "lay 3 with piper") == [
        "Seat 2 lays 3 with a piper against 4 with a piper: seat 1 wins."
    ] * 4  # fmt: skip


def test_what_the_defender_may_do_is_described_without_the_attackers_card() -> None:
    table = laid(BASE)
    table.plays("raid Hamish; lay 4")
    sentence = GAME.describe_event(table.state.view(1), (events.LAY, 3, 0))
    assert sentence == "Seat 2 lays 3 against the card face-down."


@pytest.mark.parametrize(
    ("event", "own", "others"),
    [
        ("exchange 2, 3", "Seat 1 exchanges 2 and 3.", "Seat 1 exchanges 2 cards."),
        ("no raid", "Seat 1 neither raids nor exchanges cards.", "Seat 1 neither raids nor exchanges cards."),
        ("raid Senga", "Seat 1 raids seat 3.", "Seat 1 raids seat 3."),
    ],
)
def test_what_is_told_of_the_third_phase(event: str, own: str, others: str) -> None:
    assert told(laid(BASE), event) == [own, others, others, others]


def test_cards_lost_drawn_and_put_back_are_told_to_their_owner() -> None:
    table = laid("Morag: 5 warriors\nHamish: 5 warriors; hand 1 1 2 3 4\nSenga:\nDrawn: blue, 5 red")
    table.plays("bard Hamish, removes piper, keeps warrior")
    lost = "Seat 2 loses a warrior and discards a card."
    assert told(table, "discard 1") == [lost, "Seat 2 loses a warrior and discards 1.", lost, lost]
    table.plays("discard 1")
    drawn = "Seat 1 draws a card."
    assert told(table, "draw 4") == ["Seat 1 draws 4.", drawn, drawn, drawn]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ("estate for yellow, red", "Seat 1 gains an estate for 1 yellow and 1 red."),
        ("estate for red, court yellow", "Seat 1 gains an estate for 1 red and 1 yellow of the court."),
    ],
)
def test_an_action_is_told_to_all(event: str, sentence: str) -> None:
    """The words of the other actions are in the golden playthroughs."""
    table = laid("Morag:\nHamish:\nSenga:\nDrawn: yellow, 2 blue, 2 green, red")
    assert told(table, event) == [sentence] * 4


def test_tokens_that_are_kept_in_words() -> None:
    table = about_to_draw("Morag:\nHamish:\nSenga:", following="Morag")
    table.plays("draw yellow, 3 blue, 2 red")
    assert told(table, "keep")[3] == "Seat 1 keeps all drawn tokens."


def test_a_castle_that_is_spoiled_in_words() -> None:
    table = laid(BASE)
    table.plays("raid Hamish; lay 4; lay 1; lay 3; lay 2; lay 2; lay 3")
    assert told(table, "spoil castle")[3] == "Seat 1 pulls down a castle."


def test_the_scoring_is_told_with_the_event_that_ends_the_round() -> None:
    table = last_turn("Morag: 5 warriors, 3 pipers; castle, free\nHamish: 0 pipers\nSenga: 0 pipers; 1 monk")
    assert told(table, "no raid")[2] == (
        "Seat 1 neither raids nor exchanges cards.\n"
        "Round 3 is scored. Seat 1 gets 4 blue and has 4. Seat 2 gets 1 red and has 1. "
        "Seat 3 gets 3 green and 1 red and has 4. Seat 1 now has the largest following."
    )


def test_the_table_as_text() -> None:
    table = laid(f"{BASE}Drawn: 2 yellow, 3 blue, red", following="Senga")
    table.plays("castle")
    assert GAME.sketch(table.state.view(0)).splitlines() == [
        "Round 3, turn 1 of 3; in the sack 10 yellow, 14 blue, 20 green, 7 red",
        "  23 estates in stock; 58 cards in the deck, 0 in the return deck",
        "  Seat 1 (you)  10 points (begins): 3 warriors, 2 pipers, 0 monks; [cattle] [castle]; 3 cards",
        "  Seat 2        10 points: 3 warriors, 2 pipers, 0 monks; [cattle] [castle]; 3 cards",
        "  Seat 3        10 points (largest following): 3 warriors, 0 pipers, 0 monks; [free] [free]; 3 cards",
        "  Track         10 seats 1, 2 and 3 (red area from 30)",
        "  Drawn         2 yellow, blue, red; done: castle",
        "  Your hand     2, 3, 4",
    ]


def test_a_raid_as_text() -> None:
    table = laid(BASE)
    table.plays("raid Hamish; lay 4 with piper; lay 1; lay 3")
    raid = [line for line in GAME.sketch(table.state.view(2)).splitlines() if "Raid" in line]
    assert raid == ["  Raid          seat 1 raids seat 2: 4 with piper against 1; face-down against ..."]
