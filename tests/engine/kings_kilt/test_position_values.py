"""The values of positions and the odds of clans that lead the search."""

from __future__ import annotations

from random import Random

import pytest

from engine.games.kings_kilt.board import FULL
from engine.games.kings_kilt.game import GAME
from engine.games.kings_kilt.heuristics import GUIDE
from engine.games.kings_kilt.phases import ACTING
from engine.games.kings_kilt.position_values import SEAT_FEATURES, clan_odds, seat_features, shares_ahead
from tests.engine.kings_kilt.policies import kilt_states
from tests.engine.kings_kilt.positions import CLAN, laid

HIGH = """
    Morag: family Douglas, Hamilton, MacLeod; influence Buchanan
    Hamish: family Bruce, Stewart, Wallace; influence MacBeth
    Row 4: Bruce, -, -
    Row 3: MacBeth, Bruce, Stewart, -
    Row 2: Wallace, MacBeth, Stewart, Buchanan, -
    Row 1: Bruce, Douglas, MacBeth, Stewart, Wallace, Hamilton
    Top: Douglas
"""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_shares_of_all_seats_add_up(seats: int) -> None:
    """Whatever one of two seats gains, the other one loses."""
    for state in kilt_states(seats, {}, 1, "any"):
        if state.phase == ACTING:
            shares = shares_ahead(state)
            assert sum(shares) == pytest.approx(seats / 2, abs=1e-4)
            assert all(0 <= share <= 1 for share in shares)


def test_a_seat_with_high_cards_is_ahead() -> None:
    morag, hamish = shares_ahead(laid(HIGH).state)
    assert hamish > morag + 0.2


def test_a_seat_is_judged_without_the_influence_of_others_and_the_pile() -> None:
    state = laid(HIGH).state
    before = seat_features(state, 0)
    assert len(before) == SEAT_FEATURES
    state.influences[1] = (CLAN["Bruce"], CLAN["Wallace"])
    state.members = 0
    assert seat_features(state, 0) == before


def test_a_rival_probably_has_the_clans_that_it_moved_high() -> None:
    state = laid(HIGH).state
    state.moved_up[1] = (CLAN["Bruce"],) * 3
    odds = clan_odds(state.view(0))[1]
    assert odds[CLAN["Bruce"]] > 2 * odds[CLAN["Buchanan"]]
    imagined = [GAME.imagine(state.view(0), Random(seed)).families[1] for seed in range(200)]
    with_bruce, with_buchanan = (sum(CLAN[clan] in family for family in imagined) for clan in ("Bruce", "Buchanan"))
    assert with_bruce > with_buchanan


def test_a_rival_probably_has_the_clans_that_it_moves_up_and_not_those_it_removes() -> None:
    state = laid(HIGH).state
    before = clan_odds(state.view(0))[1]
    state.moved_up[1] = (CLAN["Wallace"], CLAN["Wallace"])
    state.removed[1] = (CLAN["Buchanan"],)
    after = clan_odds(state.view(0))[1]
    changes = {clan: new / old for clan, old, new in zip(CLAN, before, after, strict=True)}
    assert changes.pop("Wallace") > 2
    assert changes.pop("Buchanan") < 0.7
    assert set(changes.values()) == {1}


def test_what_a_seat_moves_up_says_nothing_of_its_rivals() -> None:
    state = laid(HIGH).state
    before = clan_odds(state.view(0))[1]
    state.moved_up[0] = (CLAN["Wallace"],)
    assert clan_odds(state.view(0))[1] == before


def test_before_the_first_advance_nothing_is_known() -> None:
    state = next(state for state in kilt_states(2, {}, 1, "any") if state.phase == ACTING)
    assert len({chance for odds in clan_odds(state.view(0)) for chance in odds}) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_has_a_prior(seats: int) -> None:
    met_full = False
    for state in kilt_states(seats, {}, 2, "any"):
        moves = state.legal_moves()
        if moves:
            priors = GUIDE.priors(state, moves)
            assert len(priors) == len(moves)
            assert min(priors) > 0
            assert sum(priors) == pytest.approx(1, abs=0.1)
            met_full |= state.filled == FULL
    assert met_full
