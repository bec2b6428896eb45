"""Places count 1, 2, 2, 4."""

from engine.core.game import places_by


def test_equal_keys_share_a_place_and_the_next_are_skipped() -> None:
    assert places_by([7, 9, 7, 3]) == (2, 1, 2, 4)
    assert places_by([(7, 1), (7, 2)]) == (2, 1)
    assert places_by([5, 5, 5]) == (1, 1, 1)
