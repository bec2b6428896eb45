"""Fixtures of accounts. They import inside, because pytest reads this file before Django is set up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    pass


@pytest.fixture(autouse=True)
def _mail_goes_to_the_outbox(outbox: None) -> None:
    pass
