"""Which player of the club a name in a record means."""

import pytest

from games.records.seating import Known, guessed

CLUB = [Known(1, "Morag"), Known(2, "Hamish MacLeod"), Known(3, "Hamish Bruce"), Known(4, "Eilidh"), Known(5, "Ei")]


@pytest.mark.parametrize(
    ("label", "player"),
    [
        ("Morag", 1),
        ("  mORAG ", 1),
        ("hamish  macleod", 2),
        ("Hamish Mac", 2),
        ("Hamish", None),  # there are two
        ("Morag MacDonald", 1),  # the club knows her by her first name
        ("Eil", 4),
        ("Ei", 5),  # the whole name counts before a beginning
        ("M", None),  # a letter is too little
        ("Senga", None),
        ("", None),
    ],
)
def test_a_name_means_one_player_or_nobody(label: str, player: int | None) -> None:
    assert guessed([label], CLUB) == [player]


def test_nobody_is_seated_twice() -> None:
    assert guessed(["Morag", "Morag MacDonald", "Eilidh"], CLUB) == [None, None, 4]
