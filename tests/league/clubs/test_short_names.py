"""How names are shortened: the first name in full, of the surname a letter."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from league.clubs.display_names import short_name, short_names


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Eilidh MacLeod", "Eilidh M."),
        ("Eilidh", "Eilidh"),
        ("Ludwig van Beethoven", "Ludwig B."),
        ("Anne-Marie Jean-Noel", "Anne-Marie J."),
        ("MacLeod, Eilidh", "Eilidh M."),
        ("John Smith Jr.", "John S."),
        ("Dr Eilidh MacLeod", "Eilidh M."),
        ("Shona O'Neill", "Shona O."),
        ("eilidh.macleod", "eilidh m."),
        ("Eilidh MacLeod 2", "Eilidh M."),
        ("Ailsa 2", "Ailsa 2"),
        ("Ольга Петрова", "Ольга П."),
        ("محمد بن علي", "محمد ع."),
        ("山田 太郎", "太郎 山."),
        ("山田太郎", "山."),
        ("प्रिया शर्मा", "प्रिया श."),
        ("A\u0301ine O\u0301 Broin", "Áine B."),
    ],
)
def test_a_name_is_shortened(name: str, short: str) -> None:
    assert short_name(name) == short


def test_two_who_would_read_alike_get_one_letter_more() -> None:
    assert short_names({1: "Eilidh MacLeod", 2: "Eilidh Munro", 3: "Hamish Orr"}) == {
        1: "Eilidh Ma.",
        2: "Eilidh Mu.",
        3: "Hamish O.",
    }


def test_who_still_reads_alike_is_numbered() -> None:
    assert short_names({5: "Eilidh MacLeod", 9: "Eilidh MacLean"}) == {5: "Eilidh Ma.", 9: "Eilidh Ma. 2"}


def test_a_second_letter_is_not_the_rest_of_the_surname() -> None:
    assert set(short_names({1: "Mai Ng", 2: "Mai Nu"}).values()) == {"Mai N.", "Mai N. 2"}


words = st.text("abcdefghijklmnopqrstuvwxyzäéñöü", min_size=3, max_size=12)


@given(words, words)
def test_no_surname_of_three_letters_is_ever_told_in_full(given_name: str, surname: str) -> None:
    assume(given_name != surname)
    for letters in (1, 2, 9):
        assert surname not in short_name(f"{given_name} {surname}", letters).rstrip(".").split()


@given(st.dictionaries(st.integers(), st.text(min_size=1, max_size=40), max_size=8))
def test_everybody_has_a_name_whatever_it_is(names: dict[int, str]) -> None:
    assert short_names(names).keys() == names.keys()
