"""A club of Morag's, and a program of hers. Fixtures import inside: pytest reads this file before Django is set up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from pytest_django import Settings

from tests.league.integrations.listening import Receiver, listening

if TYPE_CHECKING:
    from league.accounts.models import Account
    from league.clubs.models import Club
    from league.integrations.models import Webhook


@pytest.fixture(autouse=True)
def _mail_goes_to_the_outbox(outbox: None) -> None:
    """As on a site."""


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """Something that listens on this machine, and is listed."""
    with listening(Receiver()) as there:
        settings.WEBHOOK_HOSTS = [there.listed, "hooks.example.org", "127.1:8443", "localhost:9"]
        yield there


@pytest.fixture
def webhook(club: Club, morag: Account, receiver: Receiver) -> Webhook:
    from league.integrations.services import add_webhook

    return add_webhook(club=club, address=receiver.address, by=morag)
