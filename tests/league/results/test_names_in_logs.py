"""Names of leaderboards in the log of a club are in the language of the reader."""

import pytest
from django.utils import translation

from league.common.pool_names import said_again


@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        ("King's Kilt, people, Clube", "King's Kilt, pessoas, Clube"),
        ("King's Kilt, people and bots", "King's Kilt, pessoas e bots"),
        ("King's Kilt, bots, tables of 3", "King's Kilt, bots, mesas de 3"),
        ("The cup of the valley", "The cup of the valley"),
    ],
)
def test_kept_names_are_read_in_portuguese(kept: str, shown: str) -> None:
    with translation.override("pt-br"):
        assert said_again(kept) == shown
    with translation.override("en-gb"):
        assert said_again(kept) == kept
