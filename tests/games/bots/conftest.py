"""Morag, who writes bots, and her browser.

pytest imports this before Django is set up, so modules that need Django are imported inside functions.
"""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from django.test import Client

    from league.accounts.models import Account


@pytest.fixture
def morag(db: None) -> "Account":
    from tests.games.bots.factories import author

    return author()


@pytest.fixture
def browser(morag: "Account") -> "Client":
    from tests.factories import browser_of

    return browser_of(morag)
