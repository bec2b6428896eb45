"""Rulings 23 to 25, the paragraph Public: what everybody, and what each seat, knows of cards that lie face-down."""

from __future__ import annotations

from random import Random

from engine.games.lords_of_scotland.components import card_name, cards_in
from engine.games.lords_of_scotland.game import GAME
from tests.engine.lords_of_scotland.positions import Table, laid, last_turn

SPECTATOR = None


def test_a_face_up_recruit_stays_listed_for_the_hand_it_went_into() -> None:
    """Ruling 24."""
    table = laid("Morag:\nHamish:\nRecruits: Forsyth 4, Wemyss 8, -, -, -")
    table.recruits_card("Forsyth 4", then="Scott 7")
    assert listed(table) == [["Forsyth 4"], []]


def test_a_face_down_recruit_is_not_listed() -> None:
    table = laid("Morag:\nHamish:\nRecruits: Forsyth 4, ?, -, -, -")
    table.recruits_blind("Scott 7")
    assert listed(table) == [[], []]


def test_it_is_no_longer_listed_when_it_is_seen_again() -> None:
    table = laid("Morag:\nHamish: hand Scott 2\nRecruits: Forsyth 4, Wemyss 8, -, -, -")
    table.recruits_card("Forsyth 4", then="Scott 7")
    table.musters("Scott 2", down=True)
    table.musters("Forsyth 4")
    assert listed(table) == [[], []]


def test_mustering_face_down_leaves_open_whether_it_was_that_card() -> None:
    table = holding_a_listed_card()
    table.musters("Wemyss 1", down=True)
    assert listed(table)[0] == ["Forsyth 4"]
    assert places_of(table, "Forsyth 4") == {"Morag's hand", "veil 1"}


def test_a_follower_mustered_before_it_was_taken_cannot_be_it() -> None:
    table = laid("""
        Morag: hand Wemyss 1; army (Scott 2)
        Hamish: hand Scott 3
        Recruits: Forsyth 4, Wemyss 8, -, -, -
        """)
    table.recruits_card("Forsyth 4", then="Scott 7")
    assert places_of(table, "Forsyth 4") == {"Morag's hand"}


def test_when_a_follower_that_may_be_it_changes_armies_it_may_be_any_face_down_follower() -> None:
    """Ruling 24."""
    table = holding_a_listed_card()
    table.musters("Wemyss 1", down=True)
    table.musters("Fergusson 1")
    table.exchanges_for("Morag", "Wemyss 1")
    assert places_of(table, "Forsyth 4") == {"Morag's hand", "veil 0", "veil 1"}
    assert listed(table)[0] == ["Forsyth 4"]


def test_the_end_of_the_round_shows_that_it_is_still_in_the_hand() -> None:
    table = last_turn("""
        Hamish: army Scott 9
        Morag: hand Wemyss 1, Scott 2
        Recruits: Forsyth 4, Wemyss 8, -, -, -
        Supporters: Scott 8, Scott 6
        """, mover="Morag")  # fmt: skip
    table.state.step -= 2
    table.recruits_card("Forsyth 4", then="Scott 7")
    table.recruits_card("Wemyss 8", then="Scott 10")
    table.musters("Wemyss 1", down=True)
    assert table.mover() == "Hamish"
    assert places_of(table, "Forsyth 4") == {"Morag's hand"}


def test_face_down_followers_are_counted_from_the_first_of_each_round() -> None:
    table = last_turn("Hamish: army (Scott 9)\nMorag:\nSupporters: Scott 8", mover="Morag")
    table.passes()
    table.claims("Scott 8")
    while table.mover() == "chance":
        table.comes_up(table.may_come_up()[0])
    table.state.hands[0] = (7,)
    table.musters("Cockburn 1", down=True)
    assert GAME.view_to_json(table.state.view(SPECTATOR))["armies"][0][0]["veil"] == 0


def test_once_the_hand_is_empty_it_lies_among_the_followers_mustered_from_it() -> None:
    table = holding_a_listed_card()
    table.musters("Wemyss 1", down=True)
    table.musters("Fergusson 1", down=True)
    table.recruits_card("Scott 7", then="Scott 9")
    table.musters("Forsyth 4", down=True)
    assert places_of(table, "Forsyth 4") == {"veil 1", "veil 3"}
    assert listed(table)[0] == ["Forsyth 4"]


def test_an_owner_knows_its_face_down_followers_and_others_their_number() -> None:
    table = laid("Morag: army (Scott 2), (Wemyss 5)\nHamish:")
    assert seen_army(table, "Morag", by="Morag") == ["Scott 2", "Wemyss 5"]
    assert seen_army(table, "Morag", by="Hamish") == ["?", "?"]
    assert [len(army) for army in table.state.view(SPECTATOR).armies] == [2, 0]


def test_whoever_has_seen_a_face_down_follower_knows_it_in_whichever_army_it_lies() -> None:
    """Ruling 23."""
    table = laid("""
        Morag: hand Fergusson 1
        Hamish: army (Wemyss 5)
        Senga: hand Scott 3
        """)
    table.musters("Fergusson 1")
    table.exchanges_for("Hamish", "Wemyss 5")
    assert seen_army(table, "Morag", by="Hamish") == ["Wemyss 5"]
    assert seen_army(table, "Morag", by="Morag") == ["Wemyss 5"]
    assert seen_army(table, "Morag", by="Senga") == ["?"]


def test_hands_and_the_pile_are_known_by_their_numbers_alone() -> None:
    table = laid("Morag: hand Scott 2, Scott 3\nHamish: hand Wemyss 5")
    view = table.state.view(1)
    assert (view.hand, view.hand_sizes) == ((36,), (2, 1))
    assert view.pile == 93


def test_victory_piles_discards_and_markers_are_public() -> None:
    table = laid("Morag: army Scott 2=Bruce; won Wemyss 5\nHamish:\nDiscards: Forsyth 4", bruce=True)
    view = table.state.view(SPECTATOR)
    assert ([*map(card_name, view.claimed[0])], view.points) == (["Wemyss 5"], (5, 0))
    assert [card_name(card) for card in cards_in(view.discards)] == ["Forsyth 4"]
    assert view.armies[0] == table.state.armies[0]


def test_cards_unseen_since_before_a_shuffle_are_not_in_the_new_pile() -> None:
    """Ruling 25. A card counter knows it: what was never discarded was never shuffled."""
    table = laid("""
        Morag: hand Scott 2
        Hamish: hand Wemyss 5
        Recruits: Forsyth 4, ?, -, -, -
        Discards: Cochrane 7, Cochrane 8
        Pile: Scott 3, Scott 4
        """)
    table.recruits_card("Forsyth 4", then="Scott 3")
    table.recruits_card("Scott 3", then="Cochrane 7")
    for seed in range(20):
        imagined = GAME.imagine(table.state.view(SPECTATOR), Random(seed))
        assert [card_name(card) for card in cards_in(imagined.pools[imagined.lot])] == ["Cochrane 8"]
        assert card_name(cards_in(imagined.pools[0])[0]) in {"Scott 2", "Wemyss 5", "Scott 4"}


def test_imagining_makes_room_where_a_card_can_only_lie_in_one_place() -> None:
    """Three listed cards and one face-down Follower that may be any of them."""
    table = laid("""
        Morag:
        Hamish: hand Scott 9, Scott 10, Scott 11
        Recruits: Forsyth 4, Forsyth 5, Forsyth 6, -, -
        """)
    for recruit, muster in (("Forsyth 4", "Scott 9"), ("Forsyth 5", "Scott 10"), ("Forsyth 6", "Scott 11")):
        table.recruits_card(recruit, then=recruit.replace("Forsyth", "Cockburn"))
        table.musters(muster, down=True)
    table.musters("Forsyth 5", down=True)
    followers = set()
    for seed in range(60):
        imagined = GAME.imagine(table.state.view(1), Random(seed))
        followers.add(card_name(imagined.armies[0][0][0]))
    assert followers == {"Forsyth 4", "Forsyth 5", "Forsyth 6"}


def holding_a_listed_card() -> Table:
    """Morag has taken Forsyth 4 from the Recruits for all to see, and is to move again."""
    table = laid("""
        Morag: hand Wemyss 1
        Hamish: hand Fergusson 1, Scott 12
        Senga: hand Scott 11
        Recruits: Forsyth 4, Wemyss 8, -, -, -
        """)
    table.recruits_card("Forsyth 4", then="Scott 7")
    table.musters("Scott 12", down=True)
    table.recruits_card("Wemyss 8", then="Wemyss 9")
    return table


def listed(table: Table) -> list[list[str]]:
    """What is listed for each seat, which everybody sees alike."""
    lists = [
        [[card_name(card) for card in table.state.view(eye).listed(seat)] for seat in range(len(table.names))]
        for eye in (SPECTATOR, *range(len(table.names)))
    ]
    assert all(each == lists[0] for each in lists)
    return lists[0]


def places_of(table: Table, card: str) -> set[str]:
    """Where everybody knows the card may lie."""
    traces = GAME.view_to_json(table.state.view(SPECTATOR))["traces"]
    places = next(trace["places"] for trace in traces if card in map(card_name, trace["cards"]))
    hands = {f"{table.names[seat]}'s hand" for seat in places["hands"]}
    return hands | {f"veil {veil}" for veil in places["veils"]} | {f"lot {lot}" for lot in places["lots"]}


def seen_army(table: Table, name: str, *, by: str) -> list[str]:
    army = table.state.view(table.seat(by)).armies[table.seat(name)]
    return [card_name(card) if card else "?" for card, *_ in army]
