"""The values of positions that lead the search."""

from __future__ import annotations

import pytest

from engine.games.highland_clans.heuristics import GUIDE
from engine.games.highland_clans.phases import RAIDING
from engine.games.highland_clans.position_values import FEATURES, features_of, shares_ahead
from tests.engine.highland_clans.policies import POLICIES, clans_states
from tests.engine.highland_clans.positions import laid

LEVEL = """
    Morag: 12 points; hand 1 2 3 4
    Hamish: 12 points; hand 1 2 3 4
    Senga: 12 points; hand 1 2 3 4
"""


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("policy", POLICIES)
def test_the_shares_of_all_seats_add_up(seats: int, policy: str) -> None:
    """Whatever one of two seats gains, the other one loses; at the end too."""
    for state in clans_states(seats, {}, 1, policy):
        shares = GUIDE.prospects(state)
        assert sum(shares) == pytest.approx(seats / 2, abs=1e-4)
        assert all(0 <= share <= 1 for share in shares)
        assert {len(features) for features in features_of(state)} == {FEATURES}


@pytest.mark.parametrize(
    "better",
    [
        pytest.param("20 points; hand 1 2 3 4", id="points"),
        pytest.param("cattle, castle, castle; 12 points; hand 1 2 3 4", id="castles"),
        pytest.param("4 warriors, 2 pipers, 3 monks; 12 points; hand 1 2 3 4", id="monks"),
        pytest.param("12 points; hand 4 4 4 4", id="good cards"),
    ],
)
def test_a_seat_with_more_has_better_chances(better: str) -> None:
    state = laid(LEVEL.replace("12 points; hand 1 2 3 4", better, 1)).state
    assert state.phase == RAIDING
    shares, before = shares_ahead(state), shares_ahead(laid(LEVEL).state)
    assert shares[0] > before[0] + 0.01
    assert max(shares[1:]) < max(before[1:])
