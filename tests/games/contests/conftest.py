"""A contest of Morag's club, and its final.

pytest imports this before Django is set up, so modules that need Django are imported inside functions.
"""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from games.contests.models import Contest
    from league.accounts.models import Account
    from league.clubs.models import Club


@pytest.fixture
def morag() -> "Account":
    from tests.factories import account_of

    return account_of("Morag")


@pytest.fixture
def club(morag: "Account") -> "Club":
    from tests.factories import glen_club

    return glen_club(morag)


@pytest.fixture
def contest(club: "Club") -> "Contest":
    from tests.games.contests.factories import contest_of

    return contest_of(club)


@pytest.fixture
def final(contest: "Contest", morag: "Account") -> "Contest":
    """A final of two built-in bots, not yet played."""
    from tests.games.contests.factories import closed, house_of

    house_of(contest, morag, "wanderer", "courtier")
    return closed(contest)
