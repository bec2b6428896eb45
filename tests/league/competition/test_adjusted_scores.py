"""The score that opponents count (FIDE C.07, 16.3) against the article, read round by round."""

from hypothesis import given
from hypothesis import strategies as st

from league.competition.format import Bye, Entry, How, Leg, Pairing
from league.competition.scores import Scores, scores_of
from league.competition.scoring import scoring_named

MISSED = st.sampled_from([Bye.HALF, Bye.ZERO, Bye.FULL, Bye.REST])
PLAYED = st.permutations((1, 2, 3))
STAYED_AWAY = st.sampled_from([(1, 2, 2), (2, 1, 2), (3, 3, 3)])
Told = Bye | tuple[How, tuple[int, ...]]
TURNS = st.lists(
    st.one_of(
        MISSED, PLAYED.map(lambda places: (How.PLAYED, tuple(places))), st.tuples(st.just(How.FORFEIT), STAYED_AWAY)
    ),
    min_size=1,
    max_size=9,
)


def table(number: int, told: Told) -> list[Pairing]:
    """A round of the first of three entries: a bye, or a table of all three."""
    if isinstance(told, Bye):
        return [Pairing(number, entry, (entry,), bye=told, decided=True) for entry in (1, 2, 3)]
    how, places = told
    return [Pairing(number, 1, (1, 2, 3), results=(Leg(1, (1, 2, 3), places, how=how),), decided=True)]


def by_the_article(entry: int, scores: Scores) -> int:
    """What 16.3 says of every round by itself, looking at all rounds after it."""
    turns, total = scores.turns[entry], 0
    for at, turn in enumerate(turns):
        asked = turn.bye in {Bye.HALF, Bye.ZERO}
        later = turns[at + 1 :]
        all_missed = all(
            one.bye in {Bye.HALF, Bye.ZERO} or (one.bye is None and one.unplayed and not one.units) for one in later
        )
        total += scores.scoring.stated[0] // 2 if asked and all_missed else turn.units
    return total


@given(TURNS, st.booleans(), st.sampled_from(["share", "four-two-one"]))
def test_opponents_count_every_round_as_the_article_says(told: list[Told], everyone_meets: bool, rule: str) -> None:
    pairings = [one for number, what in enumerate(told, 1) for one in table(number, what)]
    entries = [Entry(number) for number in (1, 2, 3)]

    scores = scores_of(entries, pairings, scoring_named(rule), everyone_meets=everyone_meets, games=len(told))

    wanted = scores.totals if everyone_meets else {entry: by_the_article(entry, scores) for entry in (1, 2, 3)}
    assert scores.adjusted == wanted
    assert {entry: list(scores.meetings(entry)) for entry in (1, 2, 3)} == {
        entry: [meeting for turn in scores.turns[entry] for meeting in turn.meetings] for entry in (1, 2, 3)
    }
