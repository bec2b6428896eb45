"""Which player of the club a name in a record means."""

import pytest

from games.records.queries import ClubPlayer, guess_players

CLUB = [
    ClubPlayer(1, "Morag"),
    ClubPlayer(2, "Hamish MacLeod"),
    ClubPlayer(3, "Hamish Bruce"),
    ClubPlayer(4, "Eilidh"),
    ClubPlayer(5, "Ei"),
]


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
    assert guess_players([label], CLUB) == [player]


def test_nobody_is_seated_twice() -> None:
    assert guess_players(["Morag", "Morag MacDonald", "Eilidh"], CLUB) == [None, None, 4]
