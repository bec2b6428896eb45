"""Club nights: each present player plays or sits out once, and over a season turns even out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.format import Conditions, Entry, Finished, Forbidden, Pairing, Round, Wait
from league.competition.formats import format_named
from league.competition.formats.club_evenings import ONCE, TOO_FEW
from league.competition.pairing_reasons import AVOIDED
from league.competition.seating import table_sizes
from tests.league.competition.simulation import Options, decide, field, meetings
from tests.league.competition.swiss_events import widest

EVENINGS = format_named("club-evenings")


def drawn(
    entries: Sequence[Entry], before: Sequence[Pairing], conditions: Conditions, options: Options | None = None
) -> list[Pairing]:
    answer = EVENINGS.pair(entries, before, options or {}, 7, conditions)
    assert isinstance(answer, Round)
    return list(answer.pairings)


def season(
    entries: Sequence[Entry], evenings: Sequence[frozenset[int]], rounds: int = 2, options: Options | None = None
) -> list[Pairing]:
    """Return all decided pairings of club nights with these players present."""
    pairings: list[Pairing] = []
    for number, here in enumerate(evenings, start=1):
        for _ in range(rounds):
            pairings += map(decide, drawn(entries, pairings, Conditions(here=here, evening=number), options))
    return pairings


def waits(entries: Sequence[Entry], before: Sequence[Pairing], conditions: Conditions) -> str:
    answer = EVENINGS.pair(entries, before, {}, 7, conditions)
    assert isinstance(answer, Wait)
    return answer.reason.sentence


def test_eleven_sit_at_tables_of_four_four_and_three() -> None:
    pairings = drawn(field(11), [], Conditions(here=frozenset(range(1, 12)), evening=1))
    assert [len(pairing.seats) for pairing in pairings] == [4, 4, 3]
    assert {pairing.evening for pairing in pairings} == {1}


def test_without_an_open_evening_it_says_what_to_do() -> None:
    assert (
        waits(field(8), [], Conditions()) == "Start a club night and check in the players. Then publish the pairings."
    )


def test_too_few_are_told_how_many_a_table_needs() -> None:
    sentence = waits(field(8), [], Conditions(here=frozenset({1, 2}), evening=1))
    assert sentence == TOO_FEW.format(here=2, needed=3)


def test_nobody_plays_again_while_a_table_is_played() -> None:
    pairings = drawn(field(8), [], Conditions(evening=1))
    assert waits(field(8), pairings, Conditions(evening=1)).startswith("Some games have no result yet.")


def test_play_again_is_a_round_among_those_who_stay() -> None:
    first = [decide(pairing) for pairing in drawn(field(9), [], Conditions(evening=1))]
    again = drawn(field(9), first, Conditions(here=frozenset({1, 2, 3, 4, 5, 6}), evening=1))
    assert {pairing.round for pairing in again} == {2}
    assert sorted(seat for pairing in again for seat in pairing.seats) == [1, 2, 3, 4, 5, 6]


def test_a_season_is_over_after_as_many_evenings_as_it_was_to_have() -> None:
    played = season(field(6), [frozenset(range(1, 7))] * 2)
    assert isinstance(EVENINGS.pair(field(6), played, {"evenings": 2}, 7), Finished)
    assert isinstance(EVENINGS.pair(field(6), played, {"evenings": 3}, 7), Wait)
    assert isinstance(EVENINGS.pair(field(6), played, {"evenings": 0}, 7), Wait)


def test_forbidden_pairs_are_kept_apart_even_if_somebody_rests_for_it() -> None:
    conditions = Conditions(forbidden=(Forbidden(1, 2),), evening=1)
    options = {"table_size": 4, "smallest": 4, "largest": 4}
    for _ in range(3):
        seats = [pairing.seats for pairing in drawn(field(5), [], conditions, options)]
        assert not any({1, 2} <= set(table) for table in seats)


def test_where_a_forbidden_pair_cannot_be_kept_apart_the_table_says_so() -> None:
    (table,) = drawn(field(4), [], Conditions(forbidden=(Forbidden(1, 2),), evening=1))
    assert any(reason.template == AVOIDED for reason in table.reasons)


def test_it_tells_two_who_met_least_often() -> None:
    everybody = frozenset(range(1, 13))
    pairings = season(field(12), [everybody] * 8, rounds=1)
    assert any(reason.template == ONCE for pairing in pairings for reason in pairing.reasons)


here = st.lists(st.frozensets(st.integers(1, 14), min_size=3), min_size=1, max_size=5)


@given(here, st.sampled_from([(4, 3, 5), (4, 4, 4), (3, 3, 4), (2, 2, 3)]))
@settings(max_examples=40, derandomize=True)
def test_everybody_here_sits_or_rests_once(evenings: list[frozenset[int]], sizes: tuple[int, int, int]) -> None:
    options = dict(zip(("table_size", "smallest", "largest"), sizes, strict=True))
    evenings = [evening for evening in evenings if len(evening) >= sizes[1]]
    pairings = season(field(14), evenings, options=options)
    for number in {pairing.round for pairing in pairings}:
        own = [pairing for pairing in pairings if pairing.round == number]
        came = evenings[own[0].evening - 1]
        assert sorted(seat for pairing in own for seat in pairing.seats) == sorted(came)
        tables = sorted((len(pairing.seats) for pairing in own if not pairing.bye), reverse=True)
        assert tables == list(table_sizes(len(came), *sizes))


@given(here)
@settings(max_examples=40, derandomize=True)
def test_nobody_rests_twice_before_all_who_are_here_have(evenings: list[frozenset[int]]) -> None:
    options = {"table_size": 4, "smallest": 4, "largest": 4}
    evenings = [evening for evening in evenings if len(evening) >= 4]
    pairings = season(field(14), evenings, rounds=3, options=options)
    rested: Counter[int] = Counter()
    for number in sorted({pairing.round for pairing in pairings}):
        own = [pairing for pairing in pairings if pairing.round == number]
        resting = [seat for pairing in own if pairing.bye for seat in pairing.seats]
        playing = [seat for pairing in own if not pairing.bye for seat in pairing.seats]
        assert all(rested[one] <= rested[other] for one in resting for other in playing)
        rested.update(resting)


@pytest.mark.long
@pytest.mark.parametrize("players", [8, 11, 12, 16, 20])
def test_over_a_season_meetings_seats_and_small_tables_are_spread_evenly(players: int) -> None:
    everybody = frozenset(range(1, players + 1))
    pairings = season(field(players), [everybody] * 10)
    met = meetings(pairings)
    times = [met[frozenset(pair)] for pair in combinations(sorted(everybody), 2)]
    mean = sum(times) / len(times)
    assert max(times) - mean <= 2.5
    assert mean - min(times) <= 2.5
    small = Counter(seat for pairing in pairings if len(pairing.seats) == 3 for seat in pairing.seats)
    assert max(small.values(), default=0) - min((small[one] for one in everybody), default=0) <= 2
    assert widest(pairings) <= 1
    first = Counter(pairing.seats[0] for pairing in pairings)
    assert max(first.values()) - min(first[one] for one in everybody) <= 2


def test_a_changed_table_counts_as_it_was_played() -> None:
    first = [decide(pairing) for pairing in drawn(field(6), [], Conditions(evening=1))]
    swapped = [
        decide(replace(pairing, seats=seats, results=(), decided=False))
        for pairing, seats in zip(first, ((1, 2, 3), (4, 5, 6)), strict=True)
    ]
    again = drawn(field(6), swapped, Conditions(evening=1))
    assert all(len({1, 2, 3} & set(pairing.seats)) in {1, 2} for pairing in again)
