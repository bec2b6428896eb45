"""Rulings 6 to 14: the effect of each power."""

import pytest

from engine.core.errors import IllegalMove
from tests.engine.lords_of_scotland.positions import Table, laid, last_turn


class TestCockburn:
    def test_it_takes_the_place_of_a_supporter_which_becomes_a_face_up_follower(self) -> None:
        """Ruling 6."""
        table = laid("Morag: hand Cockburn 1\nHamish:\nSupporters: Scott 8, Forsyth 3")
        table.musters("Cockburn 1")
        assert table.targets() == ["Scott 8", "Forsyth 3"]
        table.swaps_for("Scott 8")
        assert (table.army("Morag"), table.supporters()) == (["Scott 8"], ["Cockburn 1", "Forsyth 3"])

    def test_equal_supporters_that_come_of_it_are_not_dealt_again(self) -> None:
        """Ruling 6."""
        table = laid("Morag: hand Cockburn 3\nHamish:\nSupporters: Scott 8, Forsyth 3")
        table.musters("Cockburn 3")
        table.swaps_for("Scott 8")
        assert (table.supporters(), table.mover()) == (["Cockburn 3", "Forsyth 3"], "Hamish")


class TestFergusson:
    """Ruling 7, unless a test names another."""

    def test_facing_marker_and_token_go_along(self) -> None:
        table = laid("Morag: hand Fergusson 1\nHamish: army Scott 3=Cochrane, MacDonnell 7*, (Wemyss 5)")
        table.musters("Fergusson 1")
        assert table.targets() == ["Scott 3=Cochrane", "MacDonnell 7*", "(Wemyss 5)"]
        table.exchanges_for("Hamish", "Scott 3")
        assert table.army("Morag") == ["Scott 3=Cochrane"]
        assert table.army("Hamish") == ["Fergusson 1", "MacDonnell 7*", "(Wemyss 5)"]

    def test_each_takes_the_place_of_the_other_in_its_army(self) -> None:
        """Ruling 7: face-down Followers are distinguished by position."""
        table = laid("Morag: hand Fergusson 1; army Scott 9, (Scott 8)\nHamish: army Wemyss 5, (Wemyss 6), Wemyss 7")
        table.musters("Fergusson 1")
        table.exchanges_for("Hamish", "Wemyss 6")
        assert table.army("Morag") == ["Scott 9", "(Scott 8)", "(Wemyss 6)"]
        assert table.army("Hamish") == ["Wemyss 5", "Fergusson 1", "Wemyss 7"]

    def test_own_followers_are_no_target(self) -> None:
        table = laid("Morag: hand Fergusson 1; army Scott 3\nHamish: army Wemyss 5")
        table.musters("Fergusson 1")
        assert table.targets() == ["Wemyss 5"]

    def test_the_new_owner_may_look_and_the_old_one_still_knows(self) -> None:
        table = laid("Morag: hand Fergusson 1\nHamish: army (Wemyss 5)\nSenga:")
        table.musters("Fergusson 1")
        table.exchanges_for("Hamish", "Wemyss 5")
        shown = [table.state.view(seat).armies[0][0][0] for seat in (0, 1, 2, None)]
        assert shown == [36, 36, 0, 0]


class TestForsyth:
    def test_it_draws_from_the_pile_though_the_hand_is_full_again(self) -> None:
        """Ruling 8."""
        table = laid("""
            Morag: hand Forsyth 1, Scott 2, Scott 3, Scott 4, Scott 5, Scott 6, Scott 7, Scott 8, Scott 9, Scott 10
            Hamish:
            Recruits: Wemyss 4, ?, ?, ?, ?
            """)
        table.musters("Forsyth 1")
        table.activates()
        table.comes_up("Wemyss 12")
        assert len(table.hand("Morag")) == 10
        assert table.recruits() == ["Wemyss 4", "?", "?", "?", "?"]

    def test_it_renews_an_empty_pile_from_the_discards(self) -> None:
        """Rulings 8 and 20."""
        table = laid("Morag: hand Forsyth 1\nHamish:\nDiscards: Scott 4\nPile:")
        table.musters("Forsyth 1")
        table.activates()
        assert table.may_come_up() == ["Scott 4"]


class TestMakGill:
    """Ruling 9."""

    def test_the_extra_muster_is_compulsory_and_never_a_recruit(self) -> None:
        table = laid("Morag: hand MakGill 1, Scott 4\nHamish:\nRecruits: Wemyss 4, ?, ?, ?, ?")
        table.musters("MakGill 1")
        table.activates()
        assert table.targets() == ["Scott 4", "Scott 4"]
        with pytest.raises(IllegalMove, match="is to muster another Follower; MakGill never grants a recruit"):
            table.declines()

    def test_it_counts_as_another_follower_for_the_extra_card(self) -> None:
        table = laid("Morag: hand MakGill 1, Cochrane 4\nHamish:")
        table.musters("MakGill 1")
        table.activates()
        table.musters("Cochrane 4")
        assert table.mover() == "Hamish"

    def test_chains_are_allowed(self) -> None:
        table = laid("Morag: hand MakGill 3, MakGill 2, Cochrane 1\nHamish:")
        table.musters("MakGill 3")
        table.activates()
        table.musters("MakGill 2")
        table.activates()
        table.musters("Cochrane 1")
        table.activates()
        assert (table.army("Morag"), table.mover()) == (["MakGill 3", "MakGill 2", "Cochrane 1*"], "Hamish")

    def test_the_extra_card_may_lie_face_down(self) -> None:
        table = laid("Morag: hand MakGill 3, MakGill 2\nHamish:")
        table.musters("MakGill 3")
        table.activates()
        table.musters("MakGill 2", down=True)
        assert (table.army("Morag"), table.mover()) == (["MakGill 3", "(MakGill 2)"], "Hamish")


class TestScott:
    def test_it_copies_any_other_face_up_follower_but_a_scott(self) -> None:
        """Ruling 10: own or foreign, activated or not; each card a choice of its own."""
        table = laid("""
            Morag: hand Scott 1, Wemyss 9; army MakGill 4
            Hamish: army MakGill 6, (Cochrane 3), Scott 8, MacDonnell 7*
            """)
        table.musters("Scott 1")
        assert table.targets() == ["MakGill 4", "MakGill 6", "MacDonnell 7*"]

    def test_a_lasting_power_puts_a_token_on_it_that_stays(self) -> None:
        """Ruling 10."""
        table = laid("Morag: hand Scott 1\nHamish: hand Wemyss 1; army Cochrane 6")
        table.musters("Scott 1")
        table.copies("Hamish", "Cochrane 6")
        table.musters("Wemyss 1")
        table.discards_follower("Hamish", "Cochrane 6")
        assert table.army("Morag") == ["Scott 1=Cochrane"]

    def test_this_card_means_the_scott(self) -> None:
        """Ruling 10: a copied Cockburn sends the Scott among the Supporters."""
        table = laid("Morag: hand Scott 1\nHamish: army Cockburn 6\nSupporters: Wemyss 8, Forsyth 3")
        table.musters("Scott 1")
        table.copies("Hamish", "Cockburn 6")
        table.swaps_for("Wemyss 8")
        assert (table.army("Morag"), table.supporters()) == (["Wemyss 8"], ["Scott 1", "Forsyth 3"])

    def test_what_a_copied_power_does(self) -> None:
        """Rulings 10 and 14: Fergusson sends the Scott, Wemyss may discard itself, MacDonnell may be carried over."""
        fergusson = copied("Fergusson 6, (Wemyss 2)")
        fergusson.exchanges_for("Hamish", "Wemyss 2")
        assert (fergusson.army("Morag"), fergusson.army("Hamish")) == (["(Wemyss 2)"], ["Fergusson 6", "Scott 1"])
        wemyss = copied("Wemyss 6")
        wemyss.discards_follower("Hamish", "Wemyss 6")
        assert (wemyss.army("Hamish"), wemyss.discards()) == ([], ["Wemyss 6"])
        forsyth = copied("Forsyth 6")
        forsyth.comes_up("Wemyss 4")
        assert forsyth.hand("Morag") == ["Wemyss 4"]
        assert copied("MacDonnell 6").army("Morag") == ["Scott 1=MacDonnell"]

    def test_a_face_down_follower_shows_nothing_to_copy(self) -> None:
        """Where the texts differ, 5."""
        table = laid("Morag: hand Scott 1\nHamish: army Cochrane 6, (Forsyth 4)")
        table.musters("Scott 1")
        with pytest.raises(IllegalMove, match="a face-down Follower shows no power to copy"):
            table.copies("Hamish", "Forsyth 4")


class TestWemyss:
    def test_it_discards_any_other_follower_face_down_ones_included_but_not_itself(self) -> None:
        """Ruling 11."""
        table = laid("Morag: hand Wemyss 1; army Scott 4, (Scott 3)\nHamish: army (Forsyth 2), Wemyss 5")
        table.musters("Wemyss 1")
        assert table.targets() == ["Scott 4", "(Scott 3)", "(Forsyth 2)", "Wemyss 5"]
        with pytest.raises(IllegalMove, match="it cannot discard itself"):
            table.discards_follower("Morag", "Wemyss 1")

    def test_the_discarded_card_is_public(self) -> None:
        """Ruling 11."""
        table = laid("Morag: hand Wemyss 1\nHamish: army (Forsyth 2)\nSenga:")
        table.musters("Wemyss 1")
        table.discards_follower("Hamish", "Forsyth 2")
        assert table.state.view(None).discards == 1 << 14


class TestBruce:
    @pytest.mark.parametrize(
        ("morag", "hamish", "winner"),
        [
            ("Scott 4, Scott 6, Bruce 97*", "Wemyss 12, Forsyth 12, Scott 12, Cochrane 7", "Morag"),
            ("Scott 4, Scott 6, Bruce 97", "Wemyss 11, Forsyth 12", "Hamish"),
            ("Bruce 97, Bruce 98", "Wemyss 12, Forsyth 12, Scott 12, Cochrane 11", "Morag"),
            ("Bruce 97*, Bruce 98", "Wemyss 12, Forsyth 12, Scott 12, Cochrane 11", "Morag"),
            ("Bruce 97*, Bruce 98*", "Wemyss 12, Forsyth 12, Scott 12, Cochrane 11", "Morag"),
            ("Bruce 97*, Bruce 98, Scott 1", "Wemyss 12, Forsyth 12, Cochrane 2", "Hamish"),
            ("Scott 1, Wemyss 1, Bruce 97*", "Forsyth 5, Scott 12", "Hamish"),
            ("Scott 1=Bruce, Wemyss 11", "Forsyth 11, Cochrane 12", "Morag"),
        ],
        ids=[
            "active", "inactive", "two inactive", "one of two active", "two active", "the inactive one is of no clan",
            "two other clans", "a Scott that copied it",
        ],
    )  # fmt: skip
    def test_it_doubles_one_other_clan(self, morag: str, hamish: str, winner: str) -> None:
        """Ruling 12."""
        assert at_the_claims(morag, hamish).mover() == winner


class TestCochrane:
    @pytest.mark.parametrize("army", ["Cochrane 12*", "Cochrane 12*, Cochrane 11*", "Scott 12=Cochrane"])
    def test_it_claims_two_in_one_turn_of_claiming(self, army: str) -> None:
        """Ruling 13 and the worked example: two of them, too, and a Scott that copied it."""
        table = at_the_claims(army, "Scott 1", "Senga: army Forsyth 2")
        table.claims("Scott 9")
        table.claims("Wemyss 9")
        assert (table.won("Morag"), table.mover()) == (["Scott 9", "Wemyss 9"], "Senga")

    def test_an_inactive_one_claims_one(self) -> None:
        table = at_the_claims("Cochrane 12", "Scott 1")
        table.claims("Scott 9")
        assert table.mover() == "Hamish"

    def test_the_last_to_choose_may_find_nothing_left(self) -> None:
        """Ruling 17."""
        table = at_the_claims("Cochrane 12*", "Scott 1", supporters="Scott 9, Wemyss 9")
        table.claims("Scott 9")
        table.claims("Wemyss 9")
        assert table.state.round == 3


class TestMacDonnell:
    """Ruling 14."""

    def test_it_stays_one_more_round_inactive_with_whoever_controls_it(self) -> None:
        table = at_the_claims("MacDonnell 12*, Wemyss 2", "Scott 1=MacDonnell, MacDonnell 3")
        table.claims("Scott 9")
        table.claims("Wemyss 9")
        assert (table.army("Morag"), table.army("Hamish")) == (["MacDonnell 12"], ["Scott 1"])

    def test_the_second_round_is_its_last(self) -> None:
        table = at_the_claims("MacDonnell 12", "Scott 1")
        table.claims("Scott 9")
        table.claims("Wemyss 9")
        assert (table.army("Morag"), "MacDonnell 12" in table.discards()) == ([], True)

    def test_carried_over_it_blocks_and_entitles_to_claim(self) -> None:
        table = last_turn("Morag: army MacDonnell 3\nHamish: hand Cochrane 4\nSupporters: Scott 9, Wemyss 9",
                          mover="Hamish")  # fmt: skip
        table.musters("Cochrane 4")
        assert table.mover() == "Hamish"
        table.claims("Scott 9")
        assert table.mover() == "Morag"


def at_the_claims(morag: str, hamish: str, *more: str, supporters: str = "Scott 9, Wemyss 9, Forsyth 9") -> Table:
    """The round is over but for the claims; Judy, who has no Followers, ended it by recruiting."""
    seats = [f"Morag: army {morag}", f"Hamish: army {hamish}", *more, "Judy:"]
    rows = [f"Supporters: {supporters}", "Recruits: Fergusson 1, -, -, -, -"]
    table = last_turn("\n".join([*seats, *rows]), mover="Judy", bruce=True)
    table.recruits_card("Fergusson 1", then="Fergusson 2")
    return table


def copied(army: str) -> Table:
    """Morag's Scott has just copied the first Follower of this army of Hamish."""
    table = laid(f"Morag: hand Scott 1\nHamish: army {army}")
    table.musters("Scott 1")
    table.copies("Hamish", army.partition(",")[0])
    return table
