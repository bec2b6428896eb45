"""Dealing, turning Families up, and what they are worth (set-up and rulings 4, 7 and 8)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.core.game import CHANCE
from engine.games.kings_kilt import events
from engine.games.kings_kilt.components import CLANS, clan_numbers
from engine.games.kings_kilt.game import GAME
from engine.games.kings_kilt.scoring import points_of
from engine.games.kings_kilt.state import KiltState
from tests.engine.kings_kilt.positions import Table, clans, full_pyramid, laid

BEFORE_ROW_4 = """
    Row 3: Hamilton, Wallace, -, -
    Row 2: MacLeod, MacBeth, Hamilton, -, -
    Row 1: Bruce, Buchanan, Douglas, Hamilton, MacBeth, MacLeod
    """
BEFORE_ROW_5 = """
    Row 4: Wallace, MacBeth, -
    Row 3: Hamilton, Wallace, Bruce, -
    Row 2: MacLeod, MacBeth, Hamilton, Wallace, -
    Row 1: Bruce, Buchanan, Douglas, Hamilton, MacBeth, MacLeod
    """
FOUR = """
    Morag: family Bruce, Stewart, Douglas
    Hamish: family Buchanan, Hamilton, MacLeod
    Senga: family MacBeth, MacLeod, Bruce
    Judy: family Douglas, Wallace, Bruce
    """


def dealt(seats: int, seed: int = 1) -> list[KiltState]:
    """Every state of a deal at random, up to the first turn."""
    state, rng = GAME.start(seats), Random(seed)
    found = [state.copy()]
    while state.turn == CHANCE:
        chances = state.chance_outcomes()
        state.apply(rng.choices([event for event, _ in chances], [copies for _, copies in chances])[0])
        found.append(state.copy())
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_first_two_family_cards_are_of_different_clans_round_the_table(seats: int) -> None:
    """Set-up 1."""
    for state in dealt(seats)[: 2 * seats]:
        held = {clan for family in state.families for clan in family}
        assert {event[1]: copies for event, copies in state.chance_outcomes()} == {
            clan: 1 for clan in range(8) if clan not in held
        }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_third_is_of_a_third_clan_by_the_number_of_members_left(seats: int) -> None:
    """Set-up 1: a replaced card is not recorded, and goes back."""
    for seat, state in enumerate(dealt(seats)[2 * seats : 3 * seats]):
        left = clan_numbers(state.members)
        assert {event[1]: copies for event, copies in state.chance_outcomes()} == {
            clan: left[clan] for clan in range(8) if clan not in state.families[seat]
        }


def test_two_families_may_share_a_clan_through_the_third() -> None:
    """Set-up 1."""
    shared = [len({clan for family in dealt(2, seed)[-1].families for clan in family}) < 6 for seed in range(30)]
    assert any(shared)


@pytest.mark.parametrize(("seats", "cards"), [(2, 5), (3, 5), (4, 4)])
def test_influence_is_dealt_from_the_other_members(seats: int, cards: int) -> None:
    """Set-up 2: duplicates and clans of the own Family included."""
    state = dealt(seats)[-1]
    assert state.influence_sizes == (cards,) * seats
    assert any(len({*dealt(seats, seed)[-1].influences[0]}) < cards for seed in range(20))
    assert any({*last.influences[0]} & {*last.families[0]} for last in (dealt(seats, seed)[-1] for seed in range(20)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_leaders_lie_on_top_of_the_pile(seats: int) -> None:
    """Set-up 3, ruling 10: six make row 1, the seventh is the top card, and those left can be counted."""
    states = dealt(seats)
    laying = next(state for state in states if state.chance_outcomes()[0][0][0] == events.LAY)
    assert [copies for _, copies in laying.chance_outcomes()] == [2] * 8
    last = states[-1]
    assert sum(clan_numbers(last.listed)) == 16 - 6 - 1
    assert last.top >= 0
    seen = Counter([*last.pyramid[:6], last.top])
    assert clan_numbers(last.listed) == [2 - seen[clan] for clan in range(8)]


def test_the_first_seat_begins() -> None:
    """Set-up 4."""
    assert dealt(3)[-1].turn == 0


def test_the_first_advance_into_row_4_turns_up_families_of_all_but_the_seat_before() -> None:
    """Ruling 4: clockwise from the active player, after the vacuum is filled and the new top card seen."""
    table = laid(FOUR.rstrip() + "\n" + BEFORE_ROW_4.strip(), mover="Hamish")
    table.play((events.ADVANCE, 12, 15))
    assert table.may() == ["raise MacBeth b2", "raise Hamilton b3"]
    table.raises("b2", "a2")
    assert table.mover() == "chance"
    table.comes_up("Wallace")
    for name, clan in (("Hamish", "MacLeod"), ("Senga", "Bruce"), ("Judy", "Wallace")):
        assert table.mover() == name
        table.reveals(clan)
    assert table.mover() == "Senga"
    assert [table.shown(name) for name in table.names] == [[], ["MacLeod"], ["Bruce"], ["Wallace"]]


def test_each_turns_up_a_hidden_card_of_their_own_choice() -> None:
    """Ruling 4."""
    table = laid(FOUR.replace("MacLeod\n    Senga", "MacLeod; shown Hamilton\n    Senga").rstrip() + "\n"
                 + BEFORE_ROW_5.strip(), mover="Hamish")  # fmt: skip
    table.advances("d1", "e1", "c1", "b1", "a1")
    assert table.may() == ["turn up Buchanan", "turn up MacLeod"]
    table.reveals("Buchanan")
    assert table.may() == ["turn up Bruce", "turn up MacBeth", "turn up MacLeod"]


def test_a_reminder_is_turned_only_once() -> None:
    """Ruling 4: the second Nobleman is no news."""
    table = laid(FOUR.rstrip() + "\n" + BEFORE_ROW_5.replace("Wallace, MacBeth, -", "Wallace, -, -").strip())
    table.advances("c2", "d2", "b2", "a2")
    assert table.mover() == "Hamish"
    assert table.may()[0].startswith("advance")


def test_of_two_players_only_the_active_one_turns_up_a_card_at_row_4() -> None:
    """Ruling 4."""
    table = laid("\n".join(FOUR.strip().splitlines()[:2]) + "\n" + BEFORE_ROW_4.strip())
    table.advances("c1", "d1", "b1", "a1")
    table.reveals("Stewart")
    assert (table.mover(), table.shown("Morag"), table.shown("Hamish")) == ("Hamish", ["Stewart"], [])


@pytest.mark.parametrize(("shown", "clans_turned"), [("", ["Bruce", "Douglas"]), ("Stewart", ["Bruce"])])
def test_of_two_players_the_active_one_turns_up_all_but_one_at_row_5(shown: str, clans_turned: list[str]) -> None:
    """Ruling 4."""
    seats = "\n".join(FOUR.strip().splitlines()[:2]).replace("Douglas", f"Douglas; shown {shown}", 1)
    table = laid(f"{seats}\n{BEFORE_ROW_5.strip()}")
    table.advances("d1", "e1", "c1", "b1", "a1")
    for clan in clans_turned:
        assert table.mover() == "Morag"
        table.reveals(clan)
    assert table.mover() == "Hamish"
    assert len(table.shown("Morag")) == 2


def test_each_family_card_scores_each_row_once() -> None:
    """Ruling 7: two Guardians of one clan are worth no more than one."""
    pyramid = full_pyramid("A: family Bruce, Stewart, Douglas", "B: family MacBeth, Wallace, Hamilton").state.pyramid
    assert points_of(pyramid, clans("Bruce, Stewart, Douglas"), per_pyramid=False) == 3 + 2 + 2 + 1
    assert points_of(pyramid, clans("MacBeth, Wallace, Hamilton"), per_pyramid=False) == 1 + 1
    pyramid[18:20] = clans("Bruce, Bruce")
    assert points_of(pyramid, clans("Bruce, Stewart, Douglas"), per_pyramid=False) == 3 + 2 + 1


def test_by_the_option_every_matching_card_scores() -> None:
    """Ruling 7, option `scoring`."""
    pyramid = [0] * 15 + [*clans("Wallace, Wallace, Bruce, Bruce, Bruce, Stewart")]
    assert points_of(pyramid, clans("Bruce, Wallace, Douglas"), per_pyramid=True) == 1 + 1 + 1 + 2 + 2
    assert points_of(pyramid, clans("Bruce, Wallace, Douglas"), per_pyramid=False) == 1 + 1 + 2


@pytest.mark.parametrize("per_pyramid", [False, True])
def test_ten_points_are_the_most_there_can_be(per_pyramid: bool) -> None:
    """Ruling 7."""
    best = [7] * 15 + [0, 1, 2, 0, 1, 2]
    assert points_of(best, (0, 1, 2), per_pyramid=per_pyramid) == 10
    rng = Random(1)
    tried = ([rng.randrange(4) for _ in range(21)] for _ in range(500))
    assert max(points_of(pyramid, (0, 1, 2), per_pyramid=per_pyramid) for pyramid in tried) <= 10


def test_equal_points_are_decided_by_the_influence_left() -> None:
    """Ruling 8: a Stewart and a Wallace are both Noblemen, so that 1 point stands against 1."""
    table = ended(
        "Morag: family Stewart, Hamilton, MacLeod; influence Bruce", "Hamish: family Wallace, Buchanan, MacLeod"
    )
    outcome = table.state.outcome
    assert outcome is not None
    assert (outcome.points, outcome.places) == ((1, 1), (1, 2))
    assert outcome.reason == "A Bruce is King, and seat 1 wins with 1 point and 1 Influence card left."


def test_full_equality_shares_the_place() -> None:
    """Ruling 8: the same order decides all places."""
    table = ended(
        "Morag: family Stewart, Hamilton, MacLeod",
        "Hamish: family Wallace, Buchanan, MacLeod",
        "Senga: family Bruce, MacBeth, Hamilton",
    )
    outcome = table.state.outcome
    assert outcome is not None
    assert (outcome.points, outcome.places) == ((1, 1, 6), (2, 2, 1))
    assert outcome.reason == "A Bruce is King, and seat 3 wins with 6 points."
    level = ended("Morag: family Stewart, Hamilton, MacLeod", "Hamish: family Wallace, Buchanan, MacLeod").state.outcome
    assert level is not None
    assert level.places == (1, 1)
    assert level.reason == (
        "A Bruce is King, and seats 1 and 2 share the win with 1 point and no Influence cards left."
    )


def test_after_a_shared_place_the_next_one_is_left_out() -> None:
    """Ruling 8: places count 1, 2, 2, 4."""
    outcome = ended(
        "Morag: family Douglas, Hamilton, Buchanan",
        "Hamish: family Bruce, Buchanan, Hamilton",
        "Senga: family Wallace, MacLeod, Hamilton",
        "Judy: family MacBeth, Stewart, MacLeod",
    ).state.outcome
    assert outcome is not None
    assert (outcome.points, outcome.places) == ((2, 5, 1, 2), (2, 1, 4, 2))


def test_at_the_end_families_are_turned_up_and_influence_is_not() -> None:
    """Ruling 8."""
    table = ended(
        "Morag: family Stewart, Hamilton, MacLeod; influence Bruce", "Hamish: family Wallace, Buchanan, MacLeod"
    )
    view = table.state.view(1)
    assert [CLANS[clan] for clan in view.shown[0]] == ["Hamilton", "Stewart", "MacLeod"]
    assert (view.influence, view.influence_sizes) == ((), (1, 0))


def ended(*seats: str) -> Table:
    table = full_pyramid(*seats)
    for _ in seats:
        table.passes()
    return table
