"""Mails of tests of accounts are kept in the database."""

import pytest


@pytest.fixture(autouse=True)
def _mail_goes_to_the_outbox(outbox: None) -> None:
    """As on a site."""
