"""The leaderboard of the club, and an evening there; imported inside, as pytest reads this before Django is set up."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django import DjangoDbBlocker

    from league.clubs.models import Club
    from league.results.models import Pool
    from tests.league.results.factories import Evening


@pytest.fixture
def pool(club: Club) -> Pool:
    from tests.league.ledger import a_pool

    return a_pool(club=club)


@pytest.fixture(scope="module")
def shared_evening(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Evening]:
    """The evening of a module, at a private club where the module says so."""
    from tests.database import kept_for_a_module
    from tests.league.results.factories import an_evening

    with kept_for_a_module(django_db_blocker):
        yield an_evening(is_public=not getattr(request.module, "IS_PRIVATE", False))


@pytest.fixture
def evening(shared_evening: Evening, db: None) -> Evening:
    return deepcopy(shared_evening)
