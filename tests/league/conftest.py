"""The cast and its club as fixtures. They import inside, because pytest reads this file before Django is set up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client
    from pytest_django import Settings

    from league.accounts.models import Account, Player
    from league.clubs.models import Club
    from tests.league.tournaments.factories import People


@pytest.fixture
def morag(db: None) -> Account:
    from tests.factories import account_of

    return account_of("Morag")


@pytest.fixture
def hamish(db: None) -> Account:
    from tests.factories import account_of

    return account_of("Hamish")


@pytest.fixture
def senga(db: None) -> Account:
    from tests.factories import account_of

    return account_of("Senga")


@pytest.fixture
def club(morag: Account) -> Club:
    from tests.factories import glen_club

    return glen_club(morag)


@pytest.fixture
def private_club(morag: Account) -> Club:
    from tests.factories import glen_club

    return glen_club(morag, is_public=False)


@pytest.fixture
def fergus(club: Club) -> Player:
    """A member without an account."""
    from league.clubs.services.members import admit_by_name

    return admit_by_name(club=club, name="Fergus").player


@pytest.fixture
def people(club: Club) -> People:
    from tests.league.tournaments.factories import admitting

    return admitting(club)


@pytest.fixture
def as_morag(morag: Account) -> Client:
    from tests.factories import browser_of

    return browser_of(morag)


@pytest.fixture
def outbox(settings: Settings) -> None:
    """Mails are kept in the database; Django's own test environment puts another backend in its place."""
    settings.EMAIL_BACKEND = "league.accounts.email_outbox.OutboxBackend"
