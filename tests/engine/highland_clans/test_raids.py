"""Phase 3: raids, their spoils, the exchange and the two decks (rulings 8 to 13)."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalMove
from engine.games.highland_clans.components import NO_TOKENS
from tests.engine.highland_clans.positions import laid

BASE = """
Morag: 3 warriors, 2 pipers; cattle, free; 10 points; hand 2 3 4
Hamish: 3 warriors, 2 pipers; cattle, castle, abbey; 10 points; hand 1 2 3
Senga: 3 warriors, 0 pipers; free, free; 10 points; hand 1 1 1
"""
WON = "raid Hamish; lay 2; lay 1; lay 3; lay 2; lay 4; lay 3"
STRONGER = BASE.replace("hand 1 2 3", "hand 3 4 4")
LOST = "raid Hamish; lay 2; lay 3; lay 3; lay 4; lay 4; lay 4"
DRAWN = (
    "raid Hamish; lay 4; lay 1; lay 2; lay 3; lay 3; lay 2 with piper"  # one combat each, and 3 against 2 with a piper
)


def test_a_raid_is_three_combats_of_a_card_each() -> None:
    """Ruling 8."""
    table = laid(BASE)
    table.plays("raid Hamish")
    assert (table.mover(), table.may()) == (
        "Morag", ["lay 2", "lay 2 with piper", "lay 3", "lay 3 with piper", "lay 4", "lay 4 with piper"],
    )  # fmt: skip
    table.plays("lay 2")
    assert (table.mover(), table.may_only("lay")[0]) == ("Hamish", "1")
    table.plays("lay 1; lay 3; lay 2; lay 4")
    assert table.may() == ["lay 3", "lay 3 with piper"]
    assert table.state.combats == ((2, 0, 1, 0), (3, 0, 2, 0))


def test_three_combats_are_fought_even_when_two_are_lost() -> None:
    """Ruling 8: it is always all three."""
    table = laid("Morag: 3 warriors; hand 1 1 1\nHamish: 3 warriors; hand 4 4 4\nSenga:")
    table.plays("raid Hamish; lay 1; lay 4; lay 1; lay 4")
    assert table.mover() == "Morag"
    assert table.may_only("lay") == ["1", "1 with piper"]


HANDS = "Morag: 3 warriors; hand {}\nHamish: 3 warriors; free, free; hand {}\nSenga:"


@pytest.mark.parametrize(
    ("courts", "moves", "points"),
    [
        (HANDS.format("3 4 4", "4 4 4"),
         "raid Hamish; lay 3 with piper; lay 4; lay 4 with piper; lay 4; lay 4; lay 4", [2, 0]),
        (HANDS.format("1 2 4", "1 2 3"), "raid Hamish; lay 1; lay 1; lay 2; lay 2; lay 4; lay 3", [2, 0]),
        (BASE, DRAWN, [11, 10]),
        (STRONGER, LOST, [9, 12]),
        (STRONGER.replace("10 points", "0 points"), LOST, [0, 2]),
    ],
    ids=["8: a piper adds one", "9: one combat won, two ties", "9, 10: one each and a tie", "10: beaten off",
         "10: never below 0"],
)  # fmt: skip
def test_what_a_raid_brings_attacker_and_defender(courts: str, moves: str, points: list[int]) -> None:
    table = laid(courts)
    table.plays(moves)
    assert table.points("Morag", "Hamish") == points


def test_whoever_has_nothing_to_spoil_is_raided_for_two_points() -> None:
    """Ruling 10: two instead of one, and nothing to choose."""
    table = laid(BASE)
    table.plays("raid Senga; lay 2; lay 1; lay 3; lay 1; lay 4; lay 1")
    assert table.points("Morag", "Senga") == [12, 10]
    assert table.state.owed == ((0, 3), (2, 3))


def test_a_piper_that_plays_leaves_the_court_for_the_sack() -> None:
    """Rulings 8 and 21."""
    table = laid(BASE)
    sack = table.state.sack
    table.plays("raid Hamish; lay 2 with piper")
    assert (table.court("Morag"), table.state.sack) == ((3, 1, 0), sack)
    table.plays("lay 1 with piper")
    assert (table.court("Hamish"), table.state.sack) == ((3, 1, 0), (sack[0], sack[1] + 2, sack[2], sack[3]))


def test_without_a_piper_left_none_can_play() -> None:
    """Ruling 8."""
    table = laid(BASE.replace("Morag: 3 warriors, 2 pipers", "Morag: 3 warriors, 1 piper"))
    table.plays("raid Hamish; lay 2 with piper; lay 1")
    assert table.may() == ["lay 3", "lay 4"]
    with pytest.raises(IllegalMove, match="it has no piper in its court"):
        table.plays("lay 3 with piper")


def test_combat_cards_go_to_the_return_deck_for_all_to_see() -> None:
    """Rulings 8 and 13."""
    table = laid(BASE)
    table.plays("raid Hamish; lay 2; lay 1; lay 3; lay 2")
    assert table.state.view(2).fought == (1, 2, 1, 0)


def test_a_raid_won_brings_a_point_and_a_choice_of_spoils() -> None:
    """Ruling 10."""
    table = laid(BASE)
    table.plays(WON)
    assert table.points("Morag", "Hamish") == [11, 10]
    assert (table.mover(), table.may()) == ("Morag", ["spoil cattle", "spoil castle", "spoil abbey", "spoil nothing"])


@pytest.mark.parametrize(
    ("what", "left", "gained", "to_sack"),
    [
        ("cattle", "castle, abbey, free", "cattle, cattle", NO_TOKENS),
        ("castle", "cattle, abbey, free", "cattle, free", (0, 2, 0, 0)),
        ("abbey", "cattle, castle, free", "cattle, free", (0, 0, 3, 0)),
        ("nothing", "cattle, castle, abbey", "cattle, free", NO_TOKENS),
    ],
)
def test_what_is_spoiled(what: str, left: str, gained: str, to_sack: tuple[int, ...]) -> None:
    """Rulings 10 and 11: taking nothing still scores."""
    table = laid(BASE)
    table.plays(WON)
    sack = table.state.sack
    table.plays(f"spoil {what}")
    assert (table.land("Hamish"), table.land("Morag")) == (left, gained)
    assert table.state.sack == tuple(a + b for a, b in zip(sack, to_sack, strict=True))
    assert table.points("Morag") == [11]


def test_cattle_without_a_free_estate_goes_to_the_sack() -> None:
    """Ruling 10."""
    table = laid(BASE.replace("cattle, free", "cattle, castle"))
    table.plays(WON)
    red = table.state.sack[3]
    table.plays("spoil cattle")
    assert (table.land("Morag"), table.state.sack[3]) == ("cattle, castle", red + 1)


def test_both_draw_up_to_their_warriors_the_attacker_first() -> None:
    """Ruling 11."""
    table = laid(STRONGER)
    table.plays(LOST)
    assert table.state.owed == ((0, 3), (1, 3))
    table.plays("draw 1, 1, 2 for Morag; draw 2, 4, 4 for Hamish")
    assert (table.hand("Morag"), table.hand("Hamish")) == ((1, 1, 2), (2, 4, 4))


def test_after_a_raid_nobody_won_both_draw_five_and_put_two_back() -> None:
    """Ruling 11: the attacker wholly before the defender."""
    table = laid(BASE)
    table.plays(DRAWN)
    table.plays("draw 1, 1, 2, 3, 4")
    assert (table.mover(), table.may()) == (
        "Morag", ["put back 1, 1", "put back 1, 2", "put back 1, 3", "put back 1, 4", "put back 2, 3", "put back 2, 4",
                  "put back 3, 4"],
    )  # fmt: skip
    table.plays("put back 1, 1; draw 2, 2, 3, 3, 4; put back 2, 2")
    assert (table.hand("Morag"), table.hand("Hamish")) == ((2, 3, 4), (3, 3, 4))
    assert (table.returned("Morag"), table.returned("Hamish")) == ((1, 1), (2, 2))


def test_any_two_cards_may_be_put_back_not_only_those_drawn() -> None:
    """Ruling 11."""
    table = laid("Morag: 4 warriors; hand 1 2 3 4\nHamish: 3 warriors; hand 1 2 3\nSenga:")
    table.plays("raid Hamish; lay 1; lay 1; lay 2; lay 2; lay 3; lay 3; draw 1, 1, 1, 1, 1")
    assert "put back 1, 4" in table.may()


def test_a_raid_is_a_choice_and_a_neighbour_any() -> None:
    """Ruling 8."""
    table = laid("Morag:\nHamish:\nSenga:\nAngus:\nFiona:")
    assert table.may_only("raid") == ["Hamish", "Senga", "Angus", "Fiona"]
    assert "no raid" in table.may()


def test_without_a_raid_up_to_three_cards_are_exchanged() -> None:
    """Ruling 12."""
    table = laid("Morag: 4 warriors; hand 1 1 3 4\nHamish:\nSenga:")
    assert table.may_only("exchange") == [
        "1", "3", "4", "1, 1", "1, 3", "1, 4", "3, 4", "1, 1, 3", "1, 1, 4", "1, 3, 4",
    ]  # fmt: skip
    table.plays("exchange 1, 1; draw 3, 4")
    assert (table.hand("Morag"), table.returned("Morag")) == ((3, 3, 4, 4), (1, 1))


def test_by_an_option_exactly_three_cards_or_none() -> None:
    """Ruling 12."""
    table = laid("Morag: 4 warriors; hand 1 1 3 4\nHamish:\nSenga:", exchange="exactly-3")
    assert table.may_only("exchange") == ["1, 1, 3", "1, 1, 4", "1, 3, 4"]
    assert table.may()[-1] == "no raid"
    with pytest.raises(IllegalMove, match="by the option exchange three cards are exchanged, or none"):
        table.plays("exchange 1, 1")


def test_the_deck_is_renewed_when_a_card_is_to_be_drawn_and_not_earlier() -> None:
    """Ruling 13."""
    table = laid("Morag: 3 warriors; hand 1 2 3\nHamish:\nSenga:\nDeck: 4 4")
    returned = sum(table.state.fought)
    table.plays("exchange 1, 2; draw 4, 4")
    assert (table.state.deck, sum(table.state.fought), table.returned("Morag")) == (0, returned, (1, 2))
    table = laid("Morag: 3 warriors; hand 1 2 3\nHamish:\nSenga:\nDeck: 4 4")
    table.plays("exchange 1, 2, 3; draw 4, 4")
    assert table.state.deck == returned + 3
    assert (table.state.fought, table.returned("Morag")) == (NO_TOKENS, ())


def test_what_is_left_of_the_deck_is_drawn_before_it_is_renewed() -> None:
    """Rulings 13 and 22: the cards just exchanged are shuffled in, and may come back."""
    table = laid("Morag: 3 warriors; hand 1 2 3\nHamish:\nSenga:\nDeck: 4")
    table.plays("exchange 1, 2, 3; draw 4; draw 1, 2")
    assert table.hand("Morag") == (1, 2, 4)
