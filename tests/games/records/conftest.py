"""Morag's club, of which Hamish is a member.

pytest imports this before Django is set up, so modules that need Django are imported inside functions.
"""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from league.accounts.models import Account, Player
    from league.clubs.models import Club


@pytest.fixture
def glen(db: None) -> "tuple[Club, Account, Account]":
    from tests.games.records.factories import glen

    return glen()


@pytest.fixture
def club(glen: "tuple[Club, Account, Account]") -> "Club":
    return glen[0]


@pytest.fixture
def morag(glen: "tuple[Club, Account, Account]") -> "Account":
    return glen[1]


@pytest.fixture
def hamish(glen: "tuple[Club, Account, Account]") -> "Account":
    return glen[2]


@pytest.fixture
def table(morag: "Account", hamish: "Account") -> "list[Player]":
    """The players of a game, by seat."""
    return [morag.player, hamish.player]
