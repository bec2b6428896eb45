"""Rulings 15 to 20: Recruits, shortage, claims, the order of a round, Supporters and the pile."""

import pytest

from engine.core.errors import IllegalMove
from engine.games.lords_of_scotland.game import GAME
from engine.games.lords_of_scotland.scoring import strength_of
from tests.engine.lords_of_scotland.positions import Table, ended, laid, last_turn


class TestRecruits:
    """Ruling 15, unless a test names another."""

    def test_the_holder_of_the_initiative_first_turns_the_leftmost_face_down_recruit(self) -> None:
        table = laid("Morag: hand Scott 4\nHamish: hand Scott 5\nRecruits: Forsyth 4, ?, ?, ?, ?", mover="Hamish")
        table.musters("Scott 5")
        assert table.mover() == "chance"
        table.comes_up("Cochrane 9")
        assert (table.recruits(), table.mover()) == (["Forsyth 4", "Cochrane 9", "?", "?", "?"], "Morag")

    def test_whoever_has_the_initiative_turns_it_wherever_he_sits(self) -> None:
        table = laid("Morag: hand Scott 4\nHamish: hand Scott 5\nRecruits: Forsyth 4, ?, ?, ?, ?", first="Hamish")
        table.musters("Scott 4")
        assert (table.mover(), table.state.actor) == ("chance", table.seat("Hamish"))

    def test_nobody_else_turns_one(self) -> None:
        table = laid("Morag: hand Scott 4\nHamish: hand Scott 5\nRecruits: Forsyth 4, ?, ?, ?, ?")
        table.musters("Scott 4")
        assert table.mover() == "Hamish"

    def test_with_no_face_down_recruit_nothing_is_turned(self) -> None:
        table = laid("Morag: hand Scott 4\nHamish: hand Scott 5\nRecruits: Forsyth 4, -, -, -, -", mover="Hamish")
        table.musters("Scott 5")
        assert table.mover() == "Morag"

    def test_recruiting_a_face_down_one_is_a_single_action(self) -> None:
        table = laid("Morag:\nHamish:\nRecruits: Forsyth 4, ?, ?, Scott 8, ?")
        assert table.targets() == ["Forsyth 4", "Scott 8", "?"]

    def test_a_face_up_one_is_replaced_face_up_in_its_slot(self) -> None:
        table = laid("Morag:\nHamish:\nRecruits: Forsyth 4, ?, ?, Scott 8, ?")
        table.recruits_card("Scott 8", then="Wemyss 3")
        assert (table.recruits(), table.hand("Morag")) == (["Forsyth 4", "?", "?", "Wemyss 3", "?"], ["Scott 8"])

    def test_a_face_down_one_is_replaced_face_down(self) -> None:
        table = laid("Morag:\nHamish:\nRecruits: Forsyth 4, ?, ?, Scott 8, ?")
        before = table.state.pile
        table.recruits_blind("Wemyss 3")
        assert (table.recruits(), table.state.pile) == (["Forsyth 4", "?", "?", "Scott 8", "?"], before - 1)

    def test_one_that_cannot_be_replaced_leaves_a_gap(self) -> None:
        table = laid("Morag:\nHamish:\nRecruits: Forsyth 4, -, -, -, -\nPile:")
        table.recruits_card("Forsyth 4")
        assert (table.recruits(), table.mover()) == (["-", "-", "-", "-", "-"], "Hamish")

    def test_the_last_face_down_one_leaves_a_gap_too(self) -> None:
        table = laid("Morag:\nHamish:\nRecruits: Forsyth 4, ?, -, -, -\nPile: Scott 1")
        table.recruits_blind("Scott 1")
        assert table.recruits() == ["Forsyth 4", "-", "-", "-", "-"]

    def test_a_face_down_one_may_be_any_card_no_draw_has_identified(self) -> None:
        """Ruling 15: which card it is settles itself when it is taken."""
        table = laid("Morag:\nHamish:\nRecruits: Forsyth 4, ?, ?, -, -\nPile: Scott 1, Scott 2, Scott 3")
        table.play((6, 0))
        assert (table.may_come_up(), table.state.pile) == (["Scott 1", "Scott 2", "Scott 3"], 1)

    def test_after_a_reshuffle_in_mid_round_the_old_ones_come_from_the_old_pile(self) -> None:
        table = laid("""
            Morag:
            Hamish: hand Scott 9
            Recruits: Forsyth 4, ?, ?, -, -
            Discards: Wemyss 7, Wemyss 8
            Pile: Scott 1, Scott 2
            """)
        table.play((6, 0))
        assert table.may_come_up() == ["Scott 1", "Scott 2"]
        table.comes_up("Scott 2")
        assert (table.recruits(), table.state.pile, table.discards()) == (["Forsyth 4", "?", "?", "-", "-"], 1, [])
        table.musters("Scott 9")
        assert table.may_come_up() == ["Wemyss 7", "Wemyss 8"]
        table.comes_up("Wemyss 7")
        table.play((6, 0))
        assert table.may_come_up() == ["Scott 1"]


class TestShortage:
    """Ruling 16, unless a test names another."""

    def test_an_empty_hand_must_recruit(self) -> None:
        table = laid("Morag:\nHamish:\nRecruits: Forsyth 4, ?, -, -, -")
        assert table.targets() == ["Forsyth 4", "?"]

    def test_ten_cards_must_muster(self) -> None:
        """Ruling 16, and where the texts differ, 2."""
        ten = ", ".join(f"Scott {strength}" for strength in range(1, 11))
        table = laid(f"Morag: hand {ten}\nHamish:\nRecruits: Forsyth 4, ?, ?, ?, ?")
        with pytest.raises(IllegalMove, match=r"Seat 1 cannot recruit: with 10 cards in hand one must muster\."):
            table.recruits_card("Forsyth 4")

    def test_nine_may_still_recruit(self) -> None:
        """Where the texts differ, 2."""
        nine = ", ".join(f"Scott {strength}" for strength in range(1, 10))
        table = laid(f"Morag: hand {nine}\nHamish:\nRecruits: Forsyth 4, -, -, -, -")
        table.recruits_card("Forsyth 4", then="Forsyth 5")
        assert len(table.hand("Morag")) == 10

    def test_neither_possible_is_a_pass_and_stands_in_the_record(self) -> None:
        table = laid("Morag:\nHamish: hand Scott 4\nPile:")
        assert table.state.legal_moves() == [(8,)]
        table.passes()
        assert table.mover() == "Hamish"

    def test_nobody_passes_who_could_do_something(self) -> None:
        table = laid("Morag: hand Scott 4\nHamish:\nPile:")
        with pytest.raises(IllegalMove, match=r"Seat 1 cannot pass while recruiting or mustering is possible\."):
            table.passes()


class TestOrder:
    """Ruling 17, unless a test names another."""

    def test_judy_sean_and_roger(self) -> None:
        """The worked example: 22, 14 and 12."""
        table = ended("Judy: army MacDonnell 5, MacDonnell 6", "Sean: army Scott 3, Scott 4, MakGill 7",
                      "Roger: army Wemyss 12")  # fmt: skip
        assert [strength_of(army) for army in table.state.armies[:3]] == [22, 14, 12]
        assert [table.names[seat] for seat in table.state.ranking] == ["Judy", "Sean", "Roger", "Nobody"]

    def test_sean_would_have_doubled_with_a_third_scott_or_an_active_bruce(self) -> None:
        """The rulebook's remark on the example."""
        scotts = ended("Sean: army Scott 3, Scott 4, Scott 7")
        bruce = ended("Sean: army Scott 3, Scott 4, Bruce 97*")
        assert [strength_of(table.state.armies[0]) for table in (scotts, bruce)] == [28, 38]

    def test_daniel_and_pierce(self) -> None:
        """The worked example: both have 12, and the rank of 66 (MakGill 9) is the highest."""
        table = ended("Daniel: army Cochrane 5, Cockburn 7", "Pierce: army Scott 3, MakGill 9")
        assert [table.names[seat] for seat in table.state.ranking[:2]] == ["Pierce", "Daniel"]

    def test_face_down_followers_are_revealed_and_count(self) -> None:
        table = ended("Daniel: army (Cochrane 12)", "Pierce: army MakGill 9")
        assert (table.mover(), table.army("Daniel")) == ("Daniel", ["Cochrane 12"])

    def test_a_single_card_is_not_doubled(self) -> None:
        assert strength_of(((12, 0, 0, 0),)) == 2

    def test_without_followers_one_comes_last_and_claims_nothing(self) -> None:
        table = ended("Daniel:", "Pierce: army MakGill 9", supporters="Scott 9, Wemyss 9, Forsyth 9")
        table.claims("Scott 9")
        assert (table.state.round, table.won("Daniel")) == (3, [])


class TestClaims:
    def test_each_claims_what_it_likes_in_order(self) -> None:
        """Ruling 17."""
        table = ended("Daniel: army Scott 9", "Pierce: army MakGill 9", supporters="Scott 1, Wemyss 9")
        assert (table.mover(), table.targets()) == ("Pierce", ["Scott 1", "Wemyss 9"])
        table.claims("Scott 1")
        assert (table.mover(), table.targets()) == ("Daniel", ["Wemyss 9"])

    def test_the_table_is_cleared_and_hands_are_kept(self) -> None:
        """Ruling 17."""
        table = ended("Daniel: hand Scott 2; army Scott 9", supporters="Scott 1, Wemyss 9")
        table.claims("Wemyss 9")
        assert table.discards() == ["Scott 1", "Fergusson 2", "Scott 9"]
        assert (table.hand("Daniel"), table.army("Daniel"), table.mover()) == (["Scott 2"], [], "chance")

    def test_the_winner_of_the_round_begins_the_next(self) -> None:
        """Ruling 18."""
        table = ended("Daniel: army Scott 9", "Pierce: army MakGill 9", supporters="Scott 1, Wemyss 9")
        table.claims("Scott 1")
        table.claims("Wemyss 9")
        assert table.names[table.state.first] == "Pierce"

    def test_the_winner_need_not_be_the_next_at_the_table(self) -> None:
        """Ruling 18."""
        table = ended("Daniel:", "Pierce: army MakGill 8", "Roger: army Scott 9", supporters="Scott 1, Wemyss 9")
        table.claims("Scott 1")
        table.claims("Wemyss 9")
        assert table.names[table.state.first] == "Roger"

    def test_nobody_has_a_follower(self) -> None:
        """Ruling 18: nobody claims, and the initiative stays."""
        table = last_turn("Daniel:\nPierce:\nRoger:\nSupporters: Scott 1, Wemyss 9", mover="Daniel")
        table.passes()
        assert (table.state.round, table.names[table.state.first]) == (3, "Pierce")
        assert table.discards() == ["Scott 1", "Wemyss 9"]


class TestSupporters:
    """Ruling 19, unless a test names another."""

    def test_equal_ones_are_discarded_and_a_full_row_is_dealt_again(self) -> None:
        table = next_round("Scott 4, Wemyss 4, Forsyth 4, MakGill 9, Cochrane 9")
        for card in ("Scott 4", "Wemyss 4", "Forsyth 4"):
            table.comes_up(card)
        assert (table.supporters(), table.mover()) == ([], "chance")
        assert {"Scott 4", "Wemyss 4", "Forsyth 4"} <= set(table.discards())

    @pytest.mark.parametrize(
        ("pile", "recruits", "cards"),
        [
            ("Scott 4, Wemyss 4, Forsyth 5, MakGill 9, Cochrane 9", None, ["Scott 4", "Wemyss 4", "Forsyth 5"]),
            ("Scott 4", None, ["Scott 4"]),
            ("Scott 4, Wemyss 4", "MakGill 4, Forsyth 4, Cockburn 4, Cochrane 4, Fergusson 4", ["Scott 4", "Wemyss 4"]),
        ],
        ids=["different ones", "a single one", "equal ones where no other strength is to be had"],
    )
    def test_these_stay(self, pile: str, recruits: str | None, cards: list[str]) -> None:
        table = next_round(pile, recruits=recruits or FERGUSSONS)
        for card in cards:
            table.comes_up(card)
        assert table.supporters() == cards

    def test_those_of_the_first_round_are_no_exception(self) -> None:
        state = GAME.start(2)
        while state.step < 10 and state.round == 0:
            state.apply(state.chance_outcomes()[-1][0])
        table = Table(["Daniel", "Pierce"], state)
        table.comes_up("Scott 4")
        table.comes_up("Wemyss 4")
        assert (table.supporters(), table.discards()) == ([], ["Scott 4", "Wemyss 4"])

    def test_the_unidentified_recruits_count_as_cards_of_the_pile_but_not_of_a_new_one(self) -> None:
        """Ruling 19: dealt again once, and then nothing but the row itself is left to deal from."""
        table = next_round("Scott 4, Wemyss 4")
        for card in ("Scott 4", "Wemyss 4"):
            table.comes_up(card)
        assert (table.supporters(), table.may_come_up()) == ([], ["Scott 4", "Wemyss 4"])
        for card in ("Wemyss 4", "Scott 4"):
            table.comes_up(card)
        assert (table.supporters(), table.recruits()) == (["Wemyss 4", "Scott 4"], ["?", "?", "?", "?", "?"])

    def test_the_row_is_dealt_again_even_from_the_discards(self) -> None:
        """Ruling 19, reshuffle included."""
        table = next_round("Scott 4, Wemyss 4, Forsyth 4", discards="MakGill 12")
        for card in ("Scott 4", "Wemyss 4", "Forsyth 4"):
            table.comes_up(card)
        assert table.mover() == "chance"
        assert {"Scott 4", "Wemyss 4", "Forsyth 4", "MakGill 12"} <= set(table.may_come_up())

    def test_the_discards_alone_may_show_the_other_strength(self) -> None:
        fours = "Cockburn 4, Cochrane 4, MacDonnell 4, MakGill 4, Fergusson 4"
        table = next_round("Scott 4, Wemyss 4, Forsyth 4", recruits=fours, discards="MakGill 12")
        for card in ("Scott 4", "Wemyss 4", "Forsyth 4"):
            table.comes_up(card)
        assert (table.supporters(), table.may_come_up()) == ([], ["Scott 4", "Wemyss 4", "Forsyth 4", "MakGill 12"])


class TestThePile:
    def test_too_small_a_deck_fills_the_recruits_first_then_the_supporters(self) -> None:
        """Ruling 20."""
        one, none = next_round("Scott 4"), next_round("", recruits="Scott 4, Wemyss 5")
        one.comes_up("Scott 4")
        assert (one.supporters(), one.recruits()) == (["Scott 4"], ["?", "?", "?", "?", "?"])
        assert (none.supporters(), none.recruits()) == ([], ["?", "?", "-", "-", "-"])

    def test_the_discards_become_the_pile_when_a_card_is_needed(self) -> None:
        """Ruling 20, and where the texts differ, 6."""
        table = laid("Morag:\nHamish:\nRecruits: Forsyth 4, -, -, -, -\nDiscards: Wemyss 7\nPile: Scott 1")
        table.recruits_card("Forsyth 4", then="Scott 1")
        assert (table.state.pile, table.discards()) == (0, ["Wemyss 7"])
        table.recruits_card("Scott 1", then="Wemyss 7")
        assert (table.state.pile, table.discards()) == (0, [])


FERGUSSONS = "Fergusson 8, Fergusson 9, Fergusson 10, Fergusson 11, Fergusson 12"


def next_round(pile: str, *, recruits: str = FERGUSSONS, discards: str = "") -> Table:
    """Three players before the Supporters of a new round, with `pile` left besides as many cards as the Recruits."""
    rows = [f"Pile: {recruits}, {pile}", f"Discards: {discards}"]
    table = last_turn("\n".join(["Daniel:", "Pierce:", "Nobody:", *rows]), mover="Nobody")
    table.passes()
    return table
