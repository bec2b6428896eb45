"""The FIDE Dutch system at tables of two: what the handbook promises, over many tournaments played out by lot.

`MOOTHILL_SWISS=1000` plays a thousand of them; without it there are forty.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from league.competition.fide_dutch import Player, dutch_pairs
from league.competition.format import (
    Bye,
    Conditions,
    Entry,
    Finished,
    Forbidden,
    How,
    Leg,
    Pairing,
    Round,
    seats_in_leg,
)
from league.competition.formats import format_named
from league.competition.formats.swiss import NO_PAIRING, SEATS_CHOSEN
from league.competition.pairing_reasons import AVOIDED
from league.competition.scores import totals_of
from league.competition.scoring import scoring_named
from tests.league.competition.simulation import decide, field, next_of, play_out

pytestmark = pytest.mark.slow

SWISS = format_named("swiss")
SHARE = scoring_named("share")
MANY = int(os.environ.get("MOOTHILL_SWISS", "40"))


class Event:
    """A tournament of 2 to 65: draws, forfeits, people who come late, leave, ask for byes or must not meet."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.entries = [self._entry(number) for number in range(1, rng.randrange(3, 67))]
        chosen = rng.randrange(3, 8)
        self.options = {"rounds": min(chosen, len(self.entries) // 2), "legs": rng.choice((1, 1, 1, 2))}
        self.apart = (Forbidden(1, 2), Forbidden(3, 4, until=2))
        self.pairings: list[Pairing] = []
        self.is_over_early = False
        while isinstance(answer := self._next(), Round):
            self.pairings += [self._decided(pairing) for pairing in answer.pairings]
        assert isinstance(answer, Finished)
        self.is_over_early = self.rounds < self.options["rounds"]

    @property
    def rounds(self) -> int:
        return max((pairing.round for pairing in self.pairings), default=0)

    def _entry(self, number: int) -> Entry:
        if self.rng.random() < 0.85:
            return Entry(number)
        joined = self.rng.choice((1, 1, 2, 3))
        left = self.rng.choice((None, None, joined + 2, joined + 3))
        missed = self.rng.randrange(1, 5)
        return Entry(number, joined, left, byes=((missed, self.rng.choice((Bye.HALF, Bye.ZERO))),))

    def _next(self) -> object:
        conditions = Conditions(forbidden=self.apart)
        return SWISS.pair(self.entries, self.pairings, self.options, 7, conditions)

    def _decided(self, pairing: Pairing) -> Pairing:
        if pairing.decided:
            return pairing
        if self.rng.random() < 0.03:
            places = self.rng.choice(((1, 2), (2, 1), (2, 2)))
            legs = tuple(_leg(pairing, number, places, How.FORFEIT) for number in range(1, pairing.legs + 1))
            return replace(pairing, results=legs, decided=True)
        results = ((1, 2), (1, 2), (2, 1), (1, 1))
        legs = tuple(_leg(pairing, at, self.rng.choice(results), How.PLAYED) for at in range(1, pairing.legs + 1))
        return replace(pairing, results=legs, decided=True)

    def games(self, entry: int, upto: int) -> list[Pairing]:
        return [p for p in self.pairings if entry in p.seats and p.round <= upto and p.bye is None and _is_played(p)]

    def is_free_of_seats(self, entry: int, number: int) -> bool:
        """Whether the entry, or who it meets, had more than half of the points before the last round.

        Two with the same absolute wish may meet there, and one of them gets the other seat (C.04.3 A.7, C3).
        """
        if number < self.options["rounds"]:
            return False
        before = totals_of(self.entries, [p for p in self.pairings if p.round < number], SHARE)
        best = SHARE.win(int(self.options["legs"])) * (number - 1)
        there = next(p.seats for p in self.pairings if p.round == number and entry in p.seats)
        return any(before[seat] * 2 > best for seat in there)


def _leg(pairing: Pairing, number: int, places: tuple[int, ...], how: How) -> Leg:
    return Leg(number, seats_in_leg(pairing.seats, number), places, how=how)


def _is_played(pairing: Pairing) -> bool:
    return any(leg.how is not How.FORFEIT for leg in pairing.results)


@pytest.fixture(scope="module")
def events() -> list[Event]:
    return [Event(Random(seed)) for seed in range(MANY)]


@pytest.mark.long
def test_nobody_meets_anybody_twice(events: Sequence[Event]) -> None:
    for event in events:
        met = Counter(frozenset(p.seats) for p in event.pairings if p.bye is None and _is_played(p))
        assert max(met.values(), default=1) == 1


def test_nobody_is_left_without_an_opponent_twice_or_after_a_free_win(events: Sequence[Event]) -> None:
    for event in events:
        asked = {(entry.id, number) for entry in event.entries for number, _ in entry.byes}
        free = Counter(p.seats[0] for p in event.pairings if p.bye and (p.seats[0], p.round) not in asked)
        assert not free or max(free.values()) == 1
        for pairing in event.pairings:
            if pairing.bye and pairing.seats[0] in free and (pairing.seats[0], pairing.round) not in asked:
                before = [p for p in event.pairings if p.round < pairing.round and pairing.seats[0] in p.seats]
                assert not any(_won_by_forfeit(p, pairing.seats[0]) for p in before)


def _won_by_forfeit(pairing: Pairing, entry: int) -> bool:
    won = [leg.places[leg.seats.index(entry)] == 1 for leg in pairing.results if leg.how is How.FORFEIT]
    return bool(won) and all(won) and not _is_played(pairing)


def test_first_seats_stay_within_two_and_never_come_three_times_in_a_row(events: Sequence[Event]) -> None:
    for event in events:
        for entry in (entry.id for entry in event.entries):
            for upto in range(1, event.rounds + 1):
                firsts = [pairing.seats[0] == entry for pairing in event.games(entry, upto)]
                is_uneven = abs(2 * sum(firsts) - len(firsts)) > 2 or firsts[-3:] in ([True] * 3, [False] * 3)
                assert not is_uneven or event.is_free_of_seats(entry, upto)


def test_one_who_is_to_be_kept_apart_is_while_there_is_another_way(events: Sequence[Event]) -> None:
    others = [event for event in events if len(event.entries) > 5]
    together = [p for event in others for p in event.pairings if set(p.seats) == {1, 2}]
    assert all(AVOIDED in {reason.template for reason in p.reasons} for p in together)
    assert len(together) <= len(others) // 20


def test_a_tournament_of_half_as_many_rounds_as_players_comes_to_its_end(events: Sequence[Event]) -> None:
    early = [event for event in events if event.is_over_early]
    assert len(early) <= len(events) // 50


def test_those_with_as_many_points_meet() -> None:
    pairings = play_out(SWISS, field(16), {"rounds": 4})
    for number in (2, 3, 4):
        before = totals_of(field(16), [p for p in pairings if p.round < number], SHARE)
        apart = [abs(before[p.seats[0]] - before[p.seats[1]]) for p in pairings if p.round == number]
        assert sum(one == 0 for one in apart) >= 6


def test_in_the_first_round_the_upper_half_meets_the_lower() -> None:
    (first, *others) = [p for p in play_out(SWISS, field(8), {"rounds": 1}) if p.round == 1]
    assert [sorted(p.seats) for p in (first, *others)] == [[1, 5], [2, 6], [3, 7], [4, 8]]
    assert [p.seats[0] < p.seats[1] for p in (first, *others)] in ([True, False] * 2, [False, True] * 2)


@pytest.mark.parametrize("lot", [False, True])
def test_the_first_round_is_as_py4swiss_draws_it(lot: bool) -> None:
    rng = Random(3)
    for size in range(2, 30):
        players = [Player((), plays=at < 2 or rng.random() < 0.8) for at in range(size)]
        drawn = dutch_pairs(players, rounds=5, win=2, lot=lot)
        never_met = [(size, size + 1)]  # two who are not there, so that it has to be searched
        away = [Player((), plays=False)] * 2
        assert drawn == dutch_pairs([*players, *away], rounds=5, win=2, lot=lot, apart=never_met)


def test_when_nobody_new_is_left_it_ends_and_says_so() -> None:
    pairings: list[Pairing] = []
    while isinstance(answer := next_of(SWISS, field(4), pairings, {"rounds": 30}), Round):
        pairings += [decide(pairing) for pairing in answer.pairings]
    assert isinstance(answer, Finished)
    assert answer.reason.template == NO_PAIRING
    assert max(pairing.round for pairing in pairings) in (2, 3)


@pytest.mark.parametrize(("chosen", "odd_numbers_begin"), [("first", True), ("second", False)])
def test_the_organiser_chooses_the_first_seat_of_round_1(chosen: str, odd_numbers_begin: bool) -> None:
    for seed in range(8):
        answer = SWISS.pair(field(8), [], {"first_seat": chosen}, seed)
        assert isinstance(answer, Round)
        seats = {one: pairing.seats.index(one) for pairing in answer.pairings for one in pairing.seats}
        assert [seats[number] == 0 for number in (1, 2, 3, 4)] == [odd_numbers_begin, not odd_numbers_begin] * 2
        assert all(pairing.reasons[-1].template == SEATS_CHOSEN for pairing in answer.pairings)


def test_without_a_choice_the_lot_decides_the_first_seat() -> None:
    begun = [SWISS.pair(field(4), [], {}, seed) for seed in range(20)]
    assert {one.pairings[0].seats for one in begun if isinstance(one, Round)} == {(1, 3), (3, 1)}
