"""Fixtures of the tests of accounts."""

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _mail_goes_to_the_outbox(settings: Settings) -> None:
    """As the settings say; Django's own test environment puts another backend in its place."""
    settings.EMAIL_BACKEND = "league.accounts.email_outbox.OutboxBackend"
