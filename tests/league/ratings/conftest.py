"""A pool with results and ratings, and its readers.

pytest imports this before Django is set up, so modules that need Django are imported inside functions.
"""

from typing import TYPE_CHECKING

import pytest
from django.test import Client

if TYPE_CHECKING:
    from league.accounts.models import Player
    from league.results.models import Pool


@pytest.fixture
def cast() -> "list[Player]":
    """Morag, Hamish, Senga, Ailsa and Fergus."""
    from tests.league.ledger import people

    return people("Morag", "Hamish", "Senga", "Ailsa", "Fergus")


@pytest.fixture
def evening(cast: "list[Player]") -> "Pool":
    """Three tables: Morag wins all of hers, Fergus did not come."""
    from league.ratings.services import fold_pool
    from tests.league.ledger import a_pool, enter, table

    pool = a_pool()
    morag, hamish, senga, ailsa, _ = cast
    enter(pool, table(morag, hamish, senga), table(morag, senga, ailsa), table(hamish, ailsa))
    fold_pool(pool_id=pool.pk)
    return pool


@pytest.fixture
def quiet_room(cast: "list[Player]") -> "Pool":
    """The pool of a private club, to which Hamish and Senga belong."""
    from league.clubs.models import Club, Membership
    from league.ratings.services import fold_pool
    from tests.league.ledger import a_pool, enter, table

    club = Club.objects.create(name="The Quiet Room", slug="quiet-room", is_public=False)
    _, hamish, senga, *_ = cast
    for member in (hamish, senga):
        Membership.objects.create(club=club, player=member)
    pool = a_pool(club=club)
    enter(pool, table(hamish, senga))
    fold_pool(pool_id=pool.pk)
    return pool


@pytest.fixture
def as_hamish(cast: "list[Player]") -> Client:
    """Hamish's browser, signed in."""
    from league.accounts.models import Account, Player

    account = Account.objects.create_user("hamish@example.org", "a long password")
    Player.objects.filter(pk=cast[1].pk).update(account=account)
    client = Client()
    client.force_login(account)
    return client
