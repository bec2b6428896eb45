"""Passwords are hashed the short way."""

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _quick_hashing(settings: Settings) -> None:
    """Hashing slowly is Django's own business, and tested there."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
