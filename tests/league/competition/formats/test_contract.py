"""Requirements for every format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.errors import DuplicateEntry, TooFewEntries, UnknownOption, UnknownPart, WrongOption
from league.competition.format import Bye, Entry, Finished, Format, How, Leg, Pairing, Round, Wait, seats_in_leg
from league.competition.formats import format_named, formats
from league.competition.stages import Knockout, Stage, as_knockout
from tests.league.competition.simulation import decide, field, in_full, next_of, play_out

every_format = pytest.mark.parametrize("format_", formats().values(), ids=list(formats()))
LASTING = {slug: format_ for slug, format_ in formats().items() if as_knockout(format_) is None}
every_lasting_format = pytest.mark.parametrize("format_", LASTING.values(), ids=list(LASTING))
KNOCKOUTS = {slug: knockout for slug, format_ in formats().items() if (knockout := as_knockout(format_)) is not None}
every_knockout = pytest.mark.parametrize("format_", KNOCKOUTS.values(), ids=list(KNOCKOUTS))
SIZES = [*range(2, 34), 36, 40, 41, 47, 48, 49, 56, 57, 63, 64, 65]
"""Every small field; of larger ones those beside a power of two, and those that tables of 3, 4 and 5 fill or do not."""
SEARCHED = [3, 4, 5, 6, 7, 9, 11, 14, 24, 33, 48]
"""The plan of a round robin of tables is one search at every size; test_table_round_robin has all."""


def at_every_size(those: Mapping[str, Format], sizes: Sequence[int]) -> pytest.MarkDecorator:
    """Each of the formats with each size that it plays."""
    cases = [
        pytest.param(format_, size, id=f"{size}-{slug}")
        for slug, format_ in those.items()
        for size in (SEARCHED if slug == "table-round-robin" else sizes)
        if size >= format_.table_sizes({})[0]
    ]
    return pytest.mark.parametrize(("format_", "size"), cases)


def test_an_unknown_format_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownPart, match=r"“swiss-roll”.*round-robin"):
        format_named("swiss-roll")


@every_format
def test_it_introduces_itself(format_: Format) -> None:
    assert format_named(format_.slug) is format_
    assert format_.name
    assert format_.summary.endswith(".")
    assert all(option.default in option.choices for option in format_.options)


@pytest.mark.long
@at_every_size(LASTING, SIZES)
def test_everybody_has_one_place_in_every_round_and_rests_as_often(format_: Format, size: int) -> None:
    smallest, largest = format_.table_sizes({})
    pairings = play_out(format_, field(size))
    assert max(pairing.round for pairing in pairings) == format_.rounds(field(size), in_full(format_))
    for number in range(1, format_.rounds(field(size), in_full(format_)) + 1):
        own = [pairing for pairing in pairings if pairing.round == number]
        assert sorted(seat for pairing in own for seat in pairing.seats) == list(range(1, size + 1))
        assert [pairing.table for pairing in own] == list(range(1, len(own) + 1))
        assert all(pairing.bye or smallest <= len(pairing.seats) <= largest for pairing in own)
    rests = [sum(p.bye is Bye.REST and p.seats == (entry,) for p in pairings) for entry in range(1, size + 1)]
    assert max(rests) - min(rests) <= (0 if format_.everyone_meets and size % 2 == 0 else 1)


@pytest.mark.long
@every_format
@pytest.mark.parametrize("size", [5, 8, 13])
def test_the_same_arguments_give_the_same_pairings(format_: Format, size: int) -> None:
    once = play_out(format_, field(size), seed=1)
    assert play_out(format_, field(size), seed=1) == once
    assert play_out(format_, field(size), seed=2) != once


@every_format
def test_it_says_why(format_: Format) -> None:
    for pairing in play_out(format_, [*field(7), Entry(90, joined=3)]):
        assert pairing.reasons
        assert all(reason.sentence.endswith(".") and "{" not in reason.sentence for reason in pairing.reasons)


@every_format
def test_it_waits_for_open_pairings_and_then_is_finished(format_: Format) -> None:
    pairings: list[Pairing] = []
    options = {"evenings": 1} if format_.by_evenings else {}
    waits = 0
    while not isinstance(answer := next_of(format_, field(6), pairings, options), Finished):
        if isinstance(answer, Round):
            pairings += answer.pairings
        else:
            assert isinstance(answer, Wait)
            assert not all(pairing.decided for pairing in pairings)
            pairings, waits = [decide(pairing) for pairing in pairings], waits + 1
    assert all(pairing.decided for pairing in pairings)
    rounds = max(pairing.round for pairing in pairings)
    if as_knockout(format_) is not None:
        assert 1 <= waits <= rounds  # the rounds of groups do not wait for one another
    else:
        assert waits == (1 if format_.everyone_meets else rounds)


@every_format
def test_it_refuses_what_cannot_be_played(format_: Format) -> None:
    with pytest.raises(TooFewEntries, match=r"Too few players: 1\."):
        format_.pair(field(1), [], {}, 1)
    with pytest.raises(DuplicateEntry, match="Entry 3 is in the list twice"):
        format_.pair([*field(5), Entry(3)], [], {}, 1)
    with pytest.raises(UnknownOption, match="“colour”"):
        format_.pair(field(5), [], {"colour": "red"}, 1)
    with pytest.raises(WrongOption, match="“legs” cannot be “many”"):
        format_.pair(field(5), [], {"legs": "many"}, 1)


@every_format
def test_a_form_may_spell_a_number(format_: Format) -> None:
    answer = next_of(format_, field(6), [], {"legs": "2"})
    assert isinstance(answer, Round)
    assert {pairing.legs for pairing in answer.pairings if not pairing.bye} == {2}


stays = st.tuples(st.integers(1, 6), st.none() | st.integers(0, 4))
"""The round somebody joins in, and for how many rounds they stay."""


@pytest.mark.long
@every_format
@settings(max_examples=40, derandomize=True)
@given(size=st.integers(5, 16), arrivals=st.lists(stays, max_size=5), hidden=st.booleans())
def test_nobody_is_seated_before_joining_or_after_leaving(
    format_: Format, size: int, arrivals: list[tuple[int, int | None]], hidden: bool
) -> None:
    moving = [
        Entry(100 + index, joined, None if stay is None else joined + stay)
        for index, (joined, stay) in enumerate(arrivals)
    ]
    entries = [*field(size), *moving]
    seats_those_who_are_there(play_out(format_, entries, hidden_until_joined=hidden), entries)


@pytest.mark.long
@at_every_size(formats(), SIZES)
def test_at_every_size_some_come_late_some_leave_and_some_do_not_come_to_their_game(format_: Format, size: int) -> None:
    rng = Random(size)
    late = [Entry(100 + joined, joined, rng.choice([None, joined + 2])) for joined in (2, 3)]
    entries = [*(Entry(number, left=rng.choice([None] * 8 + [2, 3])) for number in range(1, size + 1)), *late]
    if sum(entry.plays_in(1) for entry in entries) < max(format_.table_sizes({})[0], 2):
        return
    pairings = play_out(format_, entries, decided=lambda pairing: by_luck(pairing, rng))
    seats_those_who_are_there(pairings, entries)


def seats_those_who_are_there(pairings: Sequence[Pairing], entries: Sequence[Entry]) -> None:
    """Nobody sits before joining or after leaving, or twice in a round; a player left alone has a walkover."""
    known = {entry.id: entry for entry in entries}
    for pairing in pairings:
        here = [seat for seat in pairing.seats if known[seat].plays_in(pairing.round)]
        walkover = bool(pairing.results) and all(leg.how == "forfeit" for leg in pairing.results)
        assert here
        assert len(here) == len(pairing.seats) or (walkover and len(here) == 1)
    for number in {pairing.round for pairing in pairings}:
        seated = [seat for pairing in pairings if pairing.round == number for seat in pairing.seats]
        assert len(seated) == len(set(seated))


@every_lasting_format
def test_a_changed_table_is_taken_as_it_was_played(format_: Format) -> None:
    first = next_of(format_, field(9), [], seed=3)
    assert isinstance(first, Round)
    one, two, *others = (decide(pairing) for pairing in first.pairings)
    swapped = [
        replace(one, seats=(two.seats[0], *one.seats[1:]), results=()),
        replace(two, seats=(one.seats[0], *two.seats[1:]), results=()),
    ]
    played = [decide(replace(pairing, decided=False)) for pairing in swapped] + others
    second = next_of(format_, field(9), played, seed=3)
    assert isinstance(second, Round)
    assert sorted(seat for pairing in second.pairings for seat in pairing.seats) == list(range(1, 10))


@pytest.mark.long
@at_every_size(KNOCKOUTS, [*SIZES, 100, 128, 129, 256])
def test_one_wins_and_everybody_else_is_out_of_it(format_: Knockout, size: int) -> None:
    smallest, largest = format_.table_sizes({})
    entries = field(size)
    pairings = play_out(format_, entries)
    assert max(pairing.round for pairing in pairings) == format_.rounds(entries, in_full(format_))
    for number in {pairing.round for pairing in pairings}:
        own = [pairing for pairing in pairings if pairing.round == number]
        seated = [seat for pairing in own for seat in pairing.seats]
        assert len(seated) == len(set(seated))
        assert [pairing.table for pairing in own] == list(range(1, len(own) + 1))
        assert all(pairing.bye or smallest <= len(pairing.seats) <= largest for pairing in own)
    reached = format_.state(entries, pairings, {}, 7).reached
    assert reached.keys() == {entry.id for entry in entries}
    assert not any(one.is_in for one in reached.values())
    assert min(reached, key=lambda entry: reached[entry].order) == 1
    assert [one.order for one in reached.values()].count(reached[1].order) == 1
    drawn = [pairing for stage in format_.state(entries, pairings, {}, 7).stages for pairing in made_in(stage)]
    assert {(pairing.round, pairing.table) for pairing in drawn} <= {(one.round, one.table) for one in pairings}


@pytest.mark.long
@every_knockout
@settings(max_examples=30, derandomize=True)
@given(size=st.integers(4, 24), rng=st.randoms(use_true_random=False), legs=st.sampled_from([1, 2]))
def test_whatever_happens_it_comes_to_its_end(format_: Knockout, size: int, rng: Random, legs: int) -> None:
    """Tied games, games without players, and players who leave at any time."""
    entries = [Entry(number, left=rng.choice([None, None, None, 1, 2, 3, 4])) for number in range(1, size + 1)]
    if sum(entry.took_part for entry in entries) < max(format_.table_sizes({})[0], 2):
        return
    pairings: list[Pairing] = []
    while isinstance(answer := format_.pair(entries, pairings, {"legs": legs}, 7), Round):
        pairings += [by_luck(pairing, rng) for pairing in answer.pairings]
        assert answer.number < 40
    assert isinstance(answer, Finished)
    reached = format_.state(entries, pairings, {"legs": legs}, 7).reached
    assert reached.keys() == {entry.id for entry in entries}
    assert not any(one.is_in for one in reached.values())
    assert [one.order for one in reached.values()].count((0,)) <= 1
    assert format_.state(entries, pairings, {"legs": legs}, 7).stages


@every_knockout
def test_who_changes_places_by_hand_plays_on_from_there(format_: Knockout) -> None:
    first = next_of(format_, field(16), [], seed=3)
    assert isinstance(first, Round)
    one, two, *others = first.pairings
    here, there = one.seats[0], two.seats[0]
    changed = [replace(one, seats=(there, *one.seats[1:])), replace(two, seats=(here, *two.seats[1:]))]
    pairings = [decide(pairing) for pairing in (*changed, *others)]
    second = next_of(format_, field(16), pairings, seed=3)
    assert isinstance(second, Round)
    seated = {seat for pairing in second.pairings for seat in pairing.seats}
    assert all((min(pairing.seats) in seated) for pairing in changed)


@every_knockout
def test_nobody_joins_once_it_has_begun(format_: Knockout) -> None:
    entries = [*field(9), Entry(90, joined=2)]
    pairings = play_out(format_, entries)
    assert not any(90 in pairing.seats for pairing in pairings)
    reached = format_.state(entries, pairings, {}, 7).reached
    assert max(reached, key=lambda entry: reached[entry].order) == 90


def made_in(stage: Stage) -> list[Pairing]:
    return [pairing for column in stage.columns for match in column.matches for pairing in match.pairings]


def by_luck(pairing: Pairing, rng: Random) -> Pairing:
    """Played, or level, or forfeited by one or by both."""
    if pairing.decided:
        return pairing
    legs = []
    for number in range(1, pairing.legs + 1):
        seats = seats_in_leg(pairing.seats, number)
        order = rng.sample(range(1, len(seats) + 1), len(seats))
        places, how = rng.choice(
            [(order, How.PLAYED)] * 6 + [([1] * len(seats), How.PLAYED), ([2] * len(seats), How.FORFEIT)]
        )
        legs.append(Leg(number, seats, tuple(places), how=how))
    return replace(pairing, results=tuple(legs), decided=True)
