"""Rulings 21 and 22: how a game begins and how it ends."""

from engine.games.lords_of_scotland.game import GAME
from engine.games.lords_of_scotland.scoring import Army, outcome_of, ranking_of
from tests.engine.lords_of_scotland.positions import cards, ended


def test_forty_ends_the_game_after_all_claims() -> None:
    """Ruling 21."""
    won = "won Scott 12, Wemyss 12, Forsyth 10"
    table = ended(f"Daniel: army Scott 8; {won}", "Pierce: army MakGill 7", supporters="Cochrane 6, Wemyss 9")
    table.claims("Cochrane 6")
    assert table.mover() == "Pierce"
    table.claims("Wemyss 9")
    assert table.state.outcome is not None
    assert (table.state.outcome.points, table.state.outcome.places) == ((40, 9, 0), (1, 2, 3))


def test_thirty_nine_does_not() -> None:
    """Ruling 21."""
    table = ended("Daniel: army Scott 8; won Scott 12, Wemyss 12, Forsyth 9", supporters="Cochrane 6, Wemyss 9")
    table.claims("Cochrane 6")
    assert (table.state.outcome, table.mover()) == (None, "chance")


def test_equal_strength_is_decided_by_the_last_round() -> None:
    """Ruling 21."""
    daniel, pierce = ((9, 0, 0, 0),), ((17, 0, 0, 0),)
    assert outcome_of([40, 40], [daniel, pierce], 5).places == (2, 1)


def test_equal_strength_is_decided_by_the_total_of_the_army_before_its_rank() -> None:
    """Ruling 21, as in 17."""
    assert outcome_of([40, 40], [army("Cochrane 10"), army("Scott 9, Wemyss 8")], 5).places == (2, 1)


def test_strength_claimed_comes_before_the_last_round() -> None:
    """Ruling 21."""
    assert outcome_of([44, 40], [army("Scott 2"), army("Scott 9")], 5).places == (1, 2)


def test_lower_players_with_empty_armies_may_share_a_place() -> None:
    """Ruling 21, and the places 1, 2, 2, 4 common to all games."""
    assert outcome_of([44, 10, 10, 3], [((9, 0, 0, 0),), (), (), ()], 5).places == (1, 2, 2, 4)


def test_the_table_is_not_cleared_and_hands_stay_private() -> None:
    """The paragraph Public."""
    won = "won Scott 12, Wemyss 12, Forsyth 10"
    table = ended(f"Daniel: hand Scott 2; army Scott 8; {won}", supporters="Cochrane 6, Wemyss 9")
    table.claims("Cochrane 6")
    assert (table.army("Daniel"), table.supporters()) == (["Scott 8"], ["Wemyss 9"])
    assert table.state.view(1).hand_sizes == (1, 1)
    assert table.state.view(1).hand == (5,)


def test_five_cards_are_dealt_round_the_table_and_the_first_seat_begins() -> None:
    """Ruling 22, and the set-up."""
    state = GAME.start(3)
    for card in range(15, 0, -1):
        state.apply((0, card))
    assert state.hands == [(3, 6, 9, 12, 15), (2, 5, 8, 11, 14), (1, 4, 7, 10, 13)]
    assert (state.first, state.recruits, state.pile) == (0, (0, 0, 0, 0, 0), 96 - 15 - 5)
    for card in (16, 24, 40):
        state.apply((1, card))
    state.apply((2, 17))
    assert (state.turn, state.supporters) == (0, (16, 24, 40))


def test_ties_between_empty_armies_are_listed_by_seat() -> None:
    assert ranking_of([(), ((9, 0, 0, 0),), ()]) == (1, 0, 2)


def army(text: str) -> Army:
    return tuple([(card, 0, 0, 0) for card in cards(text)])
