"""Which names are close to one: the quick way over many answers as the plain one would for every pair."""

from hypothesis import example, given
from hypothesis import strategies as st

from league.common.name_similarity import CLOSE, NameIndex, folded, similarity

PARTS = ["eilidh", "Eilis", "Mac", "MacDonald", "McDonald", "Donald", "o'", "Straße", "山田", "İx", "a" * 210]
NAMES = st.lists(st.sampled_from(PARTS) | st.text("abc DİßB", max_size=9), max_size=3).map(" ".join)


@given(st.lists(NAMES, max_size=6), NAMES)
@example(["Eilidh MacDonald", "Eilidh  macdonald", "Eilidh", "MacDonald", "Elidh McDonald"], "eilidh MacDonald")
@example(["abcdefghij"], "abcdefghxy")  # just close
@example(["Donald Mac"], "Mac Donald")  # the letters are all there, their order is not
def test_the_quick_way_answers_as_the_plain_one(names: list[str], wanted: str) -> None:
    plain = [(similarity(folded(wanted), folded(name)), place) for place, name in enumerate(names)]
    close = [one for one in plain if one[0] >= CLOSE] if folded(wanted) else []
    assert NameIndex(names).close_to(wanted) == close
