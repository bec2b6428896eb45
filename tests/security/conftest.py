"""Mails are written to the outbox, as the settings say."""

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _mail_goes_to_the_outbox(settings: Settings) -> None:
    """Django's own test environment puts another backend in its place."""
    settings.EMAIL_BACKEND = "league.accounts.email_outbox.OutboxBackend"
