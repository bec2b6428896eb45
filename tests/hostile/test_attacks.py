"""Every attack gets its verdict, and leaves Moothill, its files and its users unharmed."""

from collections.abc import Iterator

import pytest

from tests.engine.sandbox.programs import tiers_here
from tests.hostile.scene import ATTACKS, REFUSED, Scene, scene, trials
from tests.hostile.trial import complaints

TRIED = ATTACKS | REFUSED


@pytest.fixture(scope="module")
def stage() -> Iterator[Scene]:
    with scene() as made:
        yield made


def test_there_are_as_many_attacks_as_were_promised() -> None:
    assert len(ATTACKS) >= 80


@pytest.mark.parametrize(("name", "tier"), list(trials()))
def test_it_does_no_harm(name: str, tier: str, stage: Scene) -> None:
    if tier not in tiers_here():
        pytest.skip(f"The sandbox {tier} does not hold on this machine.")
    assert complaints(TRIED[name], tier, stage) == []
