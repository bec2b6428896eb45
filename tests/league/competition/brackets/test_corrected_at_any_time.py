"""Random brackets, corrected at random moments: nobody is in two matches, and who won each by its result plays on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from league.competition.brackets.structure import Outcome, Structure, double, places_for, single
from league.competition.format import Bye, Finished, Leg, Pairing, Round, seats_in_leg
from league.competition.formats import format_named
from league.competition.stages import Knockout
from tests.league.competition.simulation import Options, field

BRACKETS: dict[str, tuple[str, Options]] = {
    "single": ("single-elimination", {"third": "shared"}),
    "third": ("single-elimination", {"third": "played"}),
    "double": ("double-elimination", {"reset": "twice"}),
    "double-once": ("double-elimination", {"reset": "once"}),
}
CORRECTIONS = 4
TRIED = 60


class Cup:
    """A bracket that is played, corrected and mended as the pages do it."""

    def __init__(self, format_: Knockout, options: Options, size: int, chance: Random) -> None:
        self.format, self.options, self.size, self.chance = format_, options, size, chance
        self.pairings: list[Pairing] = []

    def play(self) -> None:
        """To the end, with some corrections on the way and some after it."""
        left = CORRECTIONS
        while not isinstance(answer := self.next(), Finished) or left:
            if isinstance(answer, Round):
                self.pairings += answer.pairings
                self.check()
            open_ones = [one for one in self.pairings if not one.decided]
            if open_ones and (not left or self.chance.random() < 0.7):
                self.decide(self.chance.choice(open_ones))
            elif left and (isinstance(answer, Finished) or self.chance.random() < 0.3):
                left -= self.correct()
            self.check()
            assert len(self.pairings) < 200

    def next(self) -> Round | Finished | None:
        """The next round; None while something is open."""
        if not all(one.decided for one in self.pairings):
            return None
        answer = self.format.pair(field(self.size), self.pairings, self.options, 7)
        assert isinstance(answer, Round | Finished)
        return answer

    def decide(self, pairing: Pairing) -> None:
        """By chance, in any order."""
        at = self.pairings.index(pairing)
        places = list(range(1, 1 + len(pairing.seats)))
        self.chance.shuffle(places)
        leg = Leg(1, seats_in_leg(pairing.seats, 1), tuple(places))
        self.pairings[at] = replace(pairing, results=(leg,), decided=True)
        self.mend()

    def correct(self) -> bool:
        """Turn a result round, or take one out; return whether there was one."""
        played = [one for one in self.pairings if one.results]
        if not played:
            return False
        pairing = self.chance.choice(played)
        at = self.pairings.index(pairing)
        self.pairings[at] = replace(pairing, results=(), decided=False)
        if self.chance.random() < 0.8:
            self.pairings[at] = replace(pairing, results=(turned(pairing.results[0]),))
        self.mend()
        return True

    def mend(self) -> None:
        """Give what nobody has played to those who come to it."""
        for _time in range(50):
            found = self.to_mend()
            if not found:
                return
            for pairing, seats in found:
                at = self.pairings.index(pairing)
                bye = Bye.REST if len(seats) == 1 else None
                now = replace(pairing, seats=seats, bye=bye, decided=bye is not None)
                self.pairings[at : at + 1] = [now] if seats else []
        raise AssertionError("mended without end")

    def to_mend(self) -> list[tuple[Pairing, tuple[int, ...]]]:
        found = self.format.state(field(self.size), self.pairings, self.options, 7).outdated
        return [(one, seats) for one, seats in found if not one.results and not self.has_gone_on(one, seats)]

    def has_gone_on(self, pairing: Pairing, seats: Sequence[int]) -> bool:
        later = [one for one in self.pairings if one.round > pairing.round]
        more_or_fewer = pairing.bye is not None and len(seats) != 1
        return more_or_fewer and any(set(pairing.seats) & set(one.seats) for one in later)

    def led_on(self, pairing: Pairing) -> bool:
        later = [one for one in self.pairings if one.round > pairing.round and one.results]
        return any(set(pairing.seats) & set(one.seats) for one in later)

    def check(self) -> None:
        """Nobody has two matches to play; one whose result was taken out, and that led to others, is played already."""
        to_play = [one for one in self.pairings if not one.decided and not self.led_on(one)]
        open_seats = Counter(one for pairing in to_play for one in pairing.seats)
        assert max(open_seats.values(), default=1) == 1, open_seats


def turned(leg: Leg) -> Leg:
    return replace(leg, places=tuple(len(leg.seats) + 1 - place for place in leg.places))


def matches(cup: Cup) -> dict[str, tuple[int, ...] | None]:
    """Return the players of each match in the order of its result."""
    stages = cup.format.state(field(cup.size), cup.pairings, cup.options, 7).stages
    return {match.slot: match.order for stage in stages for column in stage.columns for match in column.matches}


def seats_by_match(cup: Cup) -> dict[str, list[int | None]]:
    stages = cup.format.state(field(cup.size), cup.pairings, cup.options, 7).stages
    return {
        match.slot: [one.entry for one in match.contenders]
        for stage in stages
        for column in stage.columns
        for match in column.matches
    }


def skeleton_of(name: str, size: int) -> Structure:
    places = places_for(size)
    if name.startswith("double"):
        return double(places, reset=name == "double")
    return single(places, third=name == "third")


def check_the_end(cup: Cup, name: str) -> None:
    """Each match has the winner of its result, and each player one next match."""
    came, seats = matches(cup), seats_by_match(cup)
    reached = cup.format.state(field(cup.size), cup.pairings, cup.options, 7).reached
    assert not any(how.is_in for how in reached.values())
    assert [how.order for how in reached.values()].count((0,)) == 1
    for slot, order in came.items():
        of_these = [one for one in cup.pairings if one.slot == slot and set(one.seats) == set(seats[slot]) - {None}]
        if order and of_these and (results := of_these[-1].results):
            assert order[0] == results[0].seats[results[0].places.index(1)], (slot, order, of_these)
    for node in skeleton_of(name, cup.size).nodes:
        if node.side == "R":
            continue
        for source in node.sources:
            if isinstance(source, Outcome):
                out = came[source.slot] or ()
                expected = out[source.place - 1] if len(out) >= source.place else None
                assert expected is None or expected in seats[node.slot], (node, expected, seats, cup.pairings)


@pytest.mark.long
@pytest.mark.parametrize("name", BRACKETS)
@pytest.mark.parametrize("seed", range(TRIED))
def test_nobody_sits_twice_and_every_winner_plays_on(seed: int, name: str) -> None:
    chance = Random(f"{seed} {name}")
    slug, options = BRACKETS[name]
    format_ = format_named(slug)
    assert isinstance(format_, Knockout)
    cup = Cup(format_, options, chance.randrange(2, 10), chance)
    cup.play()
    check_the_end(cup, name)


def stages(pairings: Sequence[Pairing]) -> list[list[Pairing]]:
    found: dict[int, list[Pairing]] = {}
    for pairing in pairings:
        found.setdefault(int(pairing.slot[1:].split(".")[0]), []).append(pairing)
    return [found[number] for number in sorted(found)]


class TableCup(Cup):
    """A knockout of tables; the first of each table always goes on, and the second too."""

    def led_on(self, pairing: Pairing) -> bool:
        later = [one for one in self.pairings if one.round > pairing.round]
        return any(one.results for one in later)

    def check(self) -> None:
        """Nobody has two seats in a stage, and where nothing of it is played everybody who goes on has one."""
        super().check()
        made = stages(self.pairings)
        for before, tables in pairwise(made):
            seated = Counter(one for table in tables for one in table.seats)
            assert max(seated.values()) == 1
            if all(table.decided for table in before) and not any(table.results for table in tables):
                assert all(set(going_on(table)) <= set(seated) for table in before)


def going_on(table: Pairing) -> tuple[int, ...]:
    if not table.results:
        return table.seats
    (leg,) = table.results
    order = sorted(leg.seats, key=lambda one: leg.places[leg.seats.index(one)])
    return tuple(order[: min(2, len(order) - 1)])


@pytest.mark.parametrize("seed", range(TRIED))
def test_at_tables_nobody_sits_twice_and_whoever_goes_on_has_a_seat(seed: int) -> None:
    chance = Random(seed)
    format_ = format_named("table-knockout")
    assert isinstance(format_, Knockout)
    cup = TableCup(format_, {"smallest": 3, "largest": 5}, chance.randrange(6, 40), chance)
    cup.play()
    reached = format_.state(field(cup.size), cup.pairings, cup.options, 7).reached
    assert [how.order for how in reached.values()].count((0,)) == 1
    assert not any(how.is_in for how in reached.values())
