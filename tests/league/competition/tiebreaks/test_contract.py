"""Requirements for every tie-break."""

from __future__ import annotations

import pytest

from league.competition.errors import UnknownPart
from league.competition.format import Entry
from league.competition.formats import format_named
from league.competition.scores import Scores, scores_of
from league.competition.scoring import scoring_named
from league.competition.standings import explain, standings
from league.competition.tiebreaks import tiebreak_named, tiebreaks
from league.competition.tiebreaks.tiebreak import TieBreak
from tests.league.competition.simulation import field, play_out

every_tiebreak = pytest.mark.parametrize("tiebreak", tiebreaks().values(), ids=list(tiebreaks()))


def evening(everyone_meets: bool = True) -> Scores:
    """Eleven at tables of four, one who comes late and one who leaves."""
    tables = format_named("table-round-robin")
    entries = [*field(9), Entry(10, left=3), Entry(11, joined=2)]
    games = tables.games(entries, {})
    pairings = play_out(tables, entries, {"legs": 2})
    return scores_of(entries, pairings, scoring_named("share"), everyone_meets=everyone_meets, games=games)


def test_an_unknown_tiebreak_is_refused() -> None:
    with pytest.raises(UnknownPart, match=r"“coin”.*: average-opponents-buchholz"):
        tiebreak_named("coin")


@every_tiebreak
def test_it_introduces_itself(tiebreak: TieBreak) -> None:
    assert tiebreak_named(tiebreak.slug) is tiebreak
    assert tiebreak.name
    assert tiebreak.rule.endswith(".")
    assert tiebreak.scale >= 1


@every_tiebreak
@pytest.mark.parametrize("everyone_meets", [True, False])
def test_it_opens_to_its_arithmetic(tiebreak: TieBreak, everyone_meets: bool) -> None:
    scores = evening(everyone_meets)
    tied = frozenset(scores.entries)
    for entry in scores.entries:
        arithmetic = tiebreak.explain(entry, tied, scores, 5)
        assert arithmetic.value == sum(term.amount for term in arithmetic.terms) // arithmetic.divisor
        assert all("{" not in term.template.format(**dict(term.facts)) for term in arithmetic.terms)
        assert arithmetic == tiebreak.explain(entry, tied, scores, 5)


@every_tiebreak
def test_before_the_first_round_all_are_level_but_for_the_lot(tiebreak: TieBreak) -> None:
    scores = scores_of(field(6), [], scoring_named("share"), everyone_meets=True, games=5)
    places = [row.place for row in standings(scores, [tiebreak], 1)]
    assert places == ([1, 2, 3, 4, 5, 6] if tiebreak.slug == "lot" else [1] * 6)


def test_standings_and_explanations_agree() -> None:
    scores = evening()
    order = list(tiebreaks().values())
    for row in standings(scores, order, 3):
        opened = explain(row.entry, order, scores, 3)
        assert tuple(part.arithmetic.value for part in opened) == row.tiebreaks
        assert [part.tiebreak for part in opened] == order
