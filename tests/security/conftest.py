"""Mails lie in the outbox, as the settings say, and passwords are hashed the short way."""

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _quick_hashing(settings: Settings) -> None:
    """Hashing slowly is Django's own business, and tested there."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _mail_goes_to_the_outbox(settings: Settings) -> None:
    """Django's own test environment puts another backend in its place."""
    settings.EMAIL_BACKEND = "league.members.outbox.OutboxBackend"
