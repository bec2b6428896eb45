"""The leaderboard of the club, and an evening there; imported inside, as pytest reads this before Django is set up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from league.clubs.models import Club
    from league.results.models import Pool
    from tests.league.results.factories import Evening


@pytest.fixture
def pool(club: Club) -> Pool:
    from tests.league.ledger import a_pool

    return a_pool(club=club)


@pytest.fixture
def evening(db: None) -> Evening:
    from tests.league.results.factories import an_evening

    return an_evening()
