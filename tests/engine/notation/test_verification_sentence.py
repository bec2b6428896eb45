"""The sentence of a verification: how much was checked, and how."""

import pytest

from engine.notation.verification import Verification


@pytest.mark.parametrize(
    ("back_filled", "searched", "words"),
    [
        (2, 0, "the 2 left open filled from what was seen later."),
        (0, 2, "the 2 left open filled by trying."),
        (1, 1, "the 2 left open filled 1 from what was seen later, 1 by trying."),
    ],
)
def test_it_says_how_what_was_left_open_was_filled_and_never_counts_none(
    back_filled: int, searched: int, words: str
) -> None:
    verdict = Verification("verified", stated=9, unknown=2, back_filled=back_filled, searched=searched)
    assert verdict.sentence().endswith(words)


def test_an_undecided_record_counts_both_kinds_of_events() -> None:
    sentence = Verification("undecided", stated=1, unknown=2).sentence()
    assert "known cards (1)" in sentence
    assert "other events (2)" in sentence


def test_it_counts_one_event_in_the_singular() -> None:
    assert "the 1 event stated was replayed" in Verification("verified", stated=1, unknown=2, searched=2).sentence()
    assert "its only event was replayed" in Verification("verified", stated=1).sentence()
