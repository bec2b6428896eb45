"""A turn up to its raid: tokens, the largest following, the eight actions and what they cost (rulings 0 to 7)."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalMove
from engine.core.game import CHANCE
from engine.games.highland_clans import events
from engine.games.highland_clans.game import GAME
from engine.games.highland_clans.phases import RAIDING
from tests.engine.highland_clans.positions import Table, about_to_draw, laid, token_counts

BASE = """
Morag:
Hamish:
Senga:
"""


@pytest.mark.parametrize(
    ("seats", "sack", "points"), [(3, (9, 17, 20, 7), 2), (4, (9, 17, 20, 6), 5), (5, (9, 17, 20, 5), 8)]
)
def test_a_game_starts_with_what_the_rulebook_lays_out(
    seats: int, sack: tuple[int, int, int, int], points: int
) -> None:
    state = GAME.start(seats)
    assert state.sack == sack
    assert state.points == [points] * seats
    assert state.courts == [(4, 2, 0)] * seats
    assert state.lands == [(2, 1, 0, 0)] * seats
    assert (state.stock, state.deck, state.following) == (25, 67, -1)


def test_four_cards_are_dealt_to_each_seat_and_the_first_begins() -> None:
    """Ruling 0."""
    table = Table(["Morag", "Hamish", "Senga"], GAME.start(3))
    table.plays("deal 1, 2, 3, 4; deal 2, 2, 2, 2; deal 4, 4, 4, 4")
    assert [table.hand(name) for name in table.names] == [(1, 2, 3, 4), (2, 2, 2, 2), (4, 4, 4, 4)]
    assert (table.state.round, table.state.actor, table.mover()) == (1, 0, "chance")


def test_play_goes_clockwise_and_the_next_round_is_begun_by_the_left_neighbour() -> None:
    """Rulings 0 and 19."""
    table = about_to_draw(BASE, rounds=1)
    movers = []
    for _ in range(6):
        table.plays("draw yellow, 5 green; monk")
        movers.append(table.mover())
        if "done" in table.may():
            table.plays("done")
        table.plays("no raid")
    assert movers == ["Morag", "Hamish", "Senga", "Hamish", "Senga", "Morag"]


def test_phase_two_ends_by_itself_where_no_action_is_possible() -> None:
    """Ruling 0: without a free estate six red tokens are good for nothing, four warriors or not."""
    table = about_to_draw("Morag: 3 warriors; cattle, castle\nHamish:\nSenga:")
    table.plays("draw 6 red")
    assert (table.mover(), table.state.phase) == ("Morag", RAIDING)
    assert sum(table.state.drawn) == 0


def test_fewer_than_six_tokens_end_the_game_at_once() -> None:
    """Ruling 1: that round is not scored."""
    table = laid(f"{BASE}Sack: 3 blue, 2 green", step=0)
    table.plays("no raid")
    assert table.state.outcome is not None
    assert table.state.outcome.points == (0, 0, 0)
    assert table.state.outcome.reason == (
        "Fewer than 6 tokens are left in the sack in round 3. Seats 1, 2 and 3 share the victory with 0 points each."
    )


def test_six_tokens_are_enough_to_go_on() -> None:
    """Ruling 1."""
    table = laid(f"{BASE}Sack: 3 blue, 3 green")
    table.plays("no raid; draw 3 blue, 3 green")
    assert table.mover() == "Hamish"


def test_the_largest_following_sends_tokens_back_and_draws_as_many() -> None:
    """Ruling 2."""
    table = about_to_draw(BASE, following="Morag")
    before = table.state.sack
    table.plays("draw 2 yellow, 3 blue, red; send back yellow, red")
    assert table.state.sack == tuple(a - b for a, b in zip(before, token_counts("yellow, 3 blue"), strict=True))
    table.plays("draw 2 green")
    assert table.state.drawn == token_counts("yellow, 3 blue, 2 green")
    assert "keep" not in table.may()


def test_with_the_largest_following_any_number_may_go_back_or_none() -> None:
    """Ruling 2."""
    table = about_to_draw(BASE, following="Morag")
    table.plays("draw yellow, 5 blue")
    assert table.may() == [
        "send back blue", "send back 2 blue", "send back 3 blue", "send back 4 blue", "send back 5 blue",
        "send back yellow", "send back yellow, blue", "send back yellow, 2 blue", "send back yellow, 3 blue",
        "send back yellow, 4 blue", "send back yellow, 5 blue", "keep",
    ]  # fmt: skip
    table.plays("keep")
    assert "castle" in table.may()


def test_nobody_else_may_send_tokens_back() -> None:
    """Ruling 2."""
    table = about_to_draw(BASE, following="Hamish")
    table.plays("draw yellow, 5 blue")
    assert "keep" not in table.may()


def test_the_eight_actions() -> None:
    """Ruling 4."""
    table = laid(
        "Morag:\nHamish: 3 warriors, 1 piper\nSenga: 3 warriors, 0 pipers\nDrawn: yellow, 2 blue, 3 green, red"
    )
    assert table.may() == [
        "cattle", "castle", "abbey", "warrior", "piper", "monk", "two monks", "estate for yellow, red",
        "estate for yellow, 2 green", "estate for red, court yellow", "estate for 2 green, court yellow",
        "bard Hamish, removes piper",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("action", "court", "land", "back"),
    [
        ("cattle", (4, 2, 0), "cattle, cattle", ""),
        ("castle", (4, 2, 0), "cattle, castle", ""),
        ("abbey", (4, 2, 0), "cattle, abbey", ""),
        ("piper", (4, 3, 0), "cattle, free", ""),
        ("monk", (4, 2, 1), "cattle, free", ""),
        ("two monks", (4, 2, 2), "cattle, free", ""),
        ("estate for yellow, red", (4, 2, 0), "cattle, free, free", "yellow, red"),
        ("estate for yellow, 2 green", (4, 2, 0), "cattle, free, free", "yellow, 2 green"),
    ],
)
def test_what_an_action_does(action: str, court: tuple[int, int, int], land: str, back: str) -> None:
    """Rulings 4 and 5: tokens go where the action says, and unused ones to the sack before phase 3."""
    table = laid(f"{BASE}Drawn: yellow, 2 blue, 3 green, red", step=2)
    sack, drawn = table.state.sack, table.state.drawn
    table.plays(action)
    assert (table.court("Morag"), table.land("Morag")) == (court, land)
    spent = {"cattle": "red", "castle": "2 blue", "abbey": "3 green", "piper": "blue", "monk": "green"}.get(action, "")
    gone = token_counts("2 green" if action == "two monks" else spent)
    assert table.state.sack == tuple(a + b - c for a, b, c in zip(sack, drawn, gone, strict=True))
    assert sum(token_counts(back)) == table.state.used - sum(gone)


def test_a_warrior_brings_a_card_at_once() -> None:
    """Ruling 7."""
    table = laid(f"{BASE}Drawn: yellow, 5 blue")
    table.plays("warrior")
    assert table.mover() == "chance"
    table.plays("draw 3")
    assert table.hand("Morag") == (1, 2, 3, 3, 4)
    assert "castle" in table.may()


@pytest.mark.parametrize(
    ("morag", "drawn", "action", "left"),
    [
        ("3 warriors", "6 green", "monk", ["abbey", "done"]),  # one monk and then another would be the same action
        ("4 warriors, 2 pipers, 1 monk; free, free", "yellow, 2 blue, 3 green", "abbey", ["warrior", "piper", "done"]),
    ],
    ids=["no action comes twice in a turn", "at most four drawn tokens are used"],
)
def test_what_is_left_after_an_action(morag: str, drawn: str, action: str, left: list[str]) -> None:
    """Ruling 3."""
    table = laid(f"Morag: {morag}\nHamish:\nSenga:\nDrawn: {drawn}")
    table.plays(action)
    assert table.may() == left


def test_tokens_of_the_court_do_not_count_towards_the_four() -> None:
    """Rulings 3 and 5: an abbey takes three drawn tokens, and the estate is paid with one more."""
    table = laid("Morag: 4 warriors, 2 pipers, 2 monks; free\nHamish:\nSenga:\nDrawn: yellow, 2 blue, 3 green")
    table.plays("abbey")
    assert table.may_only("estate for") == ["yellow, 2 court green", "court yellow, 2 court green"]
    table.plays("estate for yellow, 2 court green")
    assert (table.court("Morag"), table.land("Morag")) == ((4, 2, 0), "abbey, free")


def test_after_one_action_the_second_may_be_left() -> None:
    """Ruling 3."""
    table = laid(f"{BASE}Drawn: 2 yellow, 4 blue")
    assert "done" not in table.may()
    table.plays("castle")
    assert table.may() == ["warrior", "piper", "done"]
    table.plays("done")
    assert "no raid" in table.may()


def test_at_least_one_action_must_be_taken() -> None:
    """Ruling 3."""
    with pytest.raises(IllegalMove, match="must choose an action, for one is possible"):
        laid(f"{BASE}Drawn: 2 yellow, 4 blue").plays("done")


def test_an_estate_payable_only_from_the_court_counts_and_is_forced() -> None:
    """Ruling 3."""
    table = laid("Morag: 4 warriors, 2 pipers, 2 monks; cattle, castle\nHamish:\nSenga:\nDrawn: 6 red")
    assert table.may() == ["estate for red, court yellow", "estate for court yellow, 2 court green"]


def test_the_last_player_of_a_round_has_one_action_which_may_be_a_bard() -> None:
    """Ruling 3."""
    table = laid(f"{BASE}Drawn: 2 yellow, 4 blue", step=2)
    assert "bard Senga, removes piper" in table.may()
    table.plays("castle")
    assert "no raid" in table.may()


def test_the_bard_is_the_only_action_of_its_turn() -> None:
    """Ruling 3: it is not followed by another, and follows none."""
    table = laid(f"{BASE}Drawn: 2 yellow, 4 blue")
    table.plays("bard Hamish, removes piper")
    assert "no raid" in table.may()
    table = laid(f"{BASE}Drawn: 2 yellow, 4 blue")
    table.plays("piper")
    assert table.may_only("bard") == []
    with pytest.raises(IllegalMove, match="a bard is the only action of a turn"):
        table.plays("bard Hamish, removes piper")


def test_an_estate_gained_first_can_be_used_by_the_second_action() -> None:
    """Ruling 3."""
    table = laid("Morag: 4 warriors; cattle, castle\nHamish:\nSenga:\nDrawn: yellow, 2 blue, red, 2 green")
    assert "castle" not in table.may()
    table.plays("estate for yellow, red; castle")
    assert table.land("Morag") == "cattle, castle, castle"


def test_every_way_to_pay_an_estate_is_a_move_of_its_own() -> None:
    """Ruling 5."""
    table = laid("Morag: 4 warriors, 2 pipers, 2 monks\nHamish:\nSenga:\nDrawn: 2 yellow, 3 green, red")
    assert table.may_only("estate for") == [
        "yellow, red", "yellow, 2 green", "yellow, green, court green", "yellow, 2 court green", "red, court yellow",
        "2 green, court yellow", "green, court yellow, court green", "court yellow, 2 court green",
    ]  # fmt: skip


def test_a_warrior_paid_with_costs_a_card_of_ones_choice_at_once() -> None:
    """Rulings 5 and 7."""
    table = laid(f"{BASE}Drawn: yellow, 4 blue, red")
    table.plays("estate for red, court yellow")
    assert table.may() == ["discard 1", "discard 2", "discard 3", "discard 4"]
    table.plays("discard 1")
    assert (table.hand("Morag"), table.returned("Morag")) == ((2, 3, 4), (1,))
    assert "castle" in table.may()


@pytest.mark.parametrize(
    ("seats", "stock", "action", "reason"),
    [
        ("Morag: 3 warriors, 2 pipers, 2 monks\nHamish:\nSenga:\nDrawn: 3 green, 2 blue, red", 9,
         "estate for red, court yellow", "it would have fewer than 3 warriors"),
        ("Morag: free, free, free, free, free, free\nHamish:\nSenga:\nDrawn: 3 yellow, 3 red", 23,
         "estate for yellow, red", "it has 6 estates, and nobody has more"),
        ("Morag: free\nHamish:\nSenga:\nDrawn: 3 yellow, 3 red", 0,
         "estate for yellow, red", "no estate is left in the stock"),
        ("Morag:\nHamish: 3 warriors, 0 pipers\nSenga: 3 warriors, 0 pipers\nDrawn: blue, 5 red", 9,
         "bard Hamish, removes warrior", "seat 2 would have fewer than 3 warriors"),
    ],
    ids=["5: three warriors", "5: six estates", "18: an empty stock", "6: no court to go to"],
)  # fmt: skip
def test_what_is_not_offered_at_all(seats: str, stock: int, action: str, reason: str) -> None:
    table = laid(seats)
    table.state.stock = stock
    assert table.may_only("bard" if action.startswith("bard") else "estate for") == []
    with pytest.raises(IllegalMove, match=reason):
        table.plays(action)


def test_a_bard_removes_one_token_or_two_of_different_colours_and_keeps_at_most_one() -> None:
    """Ruling 6."""
    table = laid("Morag:\nHamish: 4 warriors, 1 piper, 1 monk\nSenga: 3 warriors, 0 pipers\nDrawn: blue, 5 red")
    assert table.may_only("bard") == [
        "Hamish, removes monk", "Hamish, removes piper", "Hamish, removes piper and monk",
        "Hamish, removes piper, keeps monk", "Hamish, removes monk, keeps piper", "Hamish, removes warrior",
        "Hamish, removes warrior and monk", "Hamish, removes warrior, keeps monk", "Hamish, removes warrior and piper",
        "Hamish, removes warrior, keeps piper", "Hamish, removes monk, keeps warrior",
        "Hamish, removes piper, keeps warrior",
    ]  # fmt: skip


def test_a_bard_and_what_is_removed_go_to_the_sack() -> None:
    """Rulings 4 and 6."""
    table = laid(f"{BASE}Drawn: blue, 5 red")
    before = table.state.sack
    table.plays("bard Hamish, removes piper")
    assert table.court("Hamish") == (4, 1, 0)
    assert table.state.sack == tuple(a + b for a, b in zip(before, token_counts("2 blue, 5 red"), strict=True))


def test_a_warrior_kept_is_lost_with_a_card_before_another_is_drawn() -> None:
    """Rulings 6 and 7."""
    table = laid(f"{BASE}Drawn: blue, 5 red")
    table.plays("bard Senga, removes piper, keeps warrior")
    assert (table.mover(), table.may()[0]) == ("Senga", "discard 1")
    table.plays("discard 2")
    assert (table.mover(), table.state.owed) == ("chance", ((0, 1),))
    table.plays("draw 4")
    assert (table.hand("Morag"), table.hand("Senga")) == ((1, 2, 3, 4, 4), (1, 3, 4))
    assert (table.court("Morag"), table.court("Senga")) == ((5, 2, 0), (3, 1, 0))
    assert table.mover() == "Morag"


def test_a_warrior_that_goes_to_the_sack_brings_nobody_a_card() -> None:
    """Rulings 6 and 7."""
    table = laid(f"{BASE}Drawn: blue, 5 red")
    table.plays("bard Senga, removes warrior; discard 2")
    assert (table.mover(), table.hand("Morag")) == ("Morag", (1, 2, 3, 4))


def test_drawing_six_tokens_is_one_event_with_all_its_ways() -> None:
    table = about_to_draw(f"{BASE}Sack: 6 blue, 2 red")
    assert table.state.turn == CHANCE
    assert table.state.chance_outcomes() == [
        ((events.TOKENS, 0, 4, 0, 2), 15),
        ((events.TOKENS, 0, 5, 0, 1), 12),
        ((events.TOKENS, 0, 6, 0, 0), 1),
    ]
