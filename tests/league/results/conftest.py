"""Morag, her club, and its leaderboard. They import inside, because pytest reads this file before Django is set up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from league.accounts.models import Account
    from league.clubs.models import Club
    from league.results.models import Pool


@pytest.fixture
def morag(db: None) -> Account:
    from tests.factories import account_of

    return account_of("Morag")


@pytest.fixture
def club(morag: Account) -> Club:
    from tests.factories import glen_club

    return glen_club(morag)


@pytest.fixture
def pool(club: Club) -> Pool:
    from tests.league.ledger import a_pool

    return a_pool(club=club)
