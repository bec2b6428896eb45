"""Groups and the bracket behind them: who is kept apart, and who goes on after a correction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import pytest

from league.competition.brackets.advancement import is_settled
from league.competition.brackets.groups import fill_in_turns, snake_groups
from league.competition.format import Forbidden, Leg, Pairing, Round, seats_in_leg
from league.competition.formats import format_named
from league.competition.stages import Knockout
from tests.league.competition.brackets.test_corrected_at_any_time import Cup, turned
from tests.league.competition.simulation import Options, decide, field


def of_clubs(rng: Random, count: int, size: int) -> dict[int, str]:
    """A field of two clubs with as many players as there are groups, and others who belong to none."""
    labels = (["Glen"] * count + ["Strath"] * count + [""] * size)[:size]
    rng.shuffle(labels)
    return dict(enumerate(labels, start=1))


def two_of_a_club(clubs: dict[int, str]) -> list[Forbidden]:
    return [Forbidden(one, other, until=1) for one, other in combinations(clubs, 2) if clubs[one] == clubs[other] != ""]


def clashes(groups: Sequence[Sequence[int]], clubs: dict[int, str]) -> int:
    return sum(clubs[one] == clubs[other] != "" for group in groups for one, other in combinations(group, 2))


def can_be_kept_apart(turns: Sequence[Sequence[int]], groups: list[set[str]], clubs: dict[int, str]) -> bool:
    """By every order of everybody within their turn."""
    if not turns:
        return True
    for order in permutations(turns[0]):
        names = [clubs[one] for one in order]
        if all(not name or name not in group for name, group in zip(names, groups, strict=False)):
            after = [group | {name} for group, name in zip(groups, names, strict=False)]
            if can_be_kept_apart(turns[1:], after, clubs):
                return True
    return False


@pytest.mark.parametrize("seed", range(200))
def test_two_of_a_club_are_in_two_groups_wherever_the_turns_allow_it(seed: int) -> None:
    chance = Random(seed)
    count = chance.choice([2, 3, 4])
    clubs = of_clubs(chance, count, count * chance.choice([2, 3, 4]))
    groups = snake_groups(list(clubs), count, two_of_a_club(clubs))
    turns = [range(first, first + count) for first in range(1, len(clubs) + 1, count)]
    assert all(len(set(group) & set(turn)) == 1 for turn in turns for group in groups)
    assert clashes(groups, clubs) == 0 or not can_be_kept_apart(turns, [set() for _ in range(count)], clubs)


def test_without_anybody_to_keep_apart_it_is_the_plain_snake() -> None:
    assert snake_groups(range(1, 9), 3) == [[1, 6, 7], [2, 5, 8], [3, 4]]


@pytest.mark.parametrize("size", [60, 400, 1000])
def test_where_nothing_helps_everybody_has_a_place_all_the_same(size: int) -> None:
    everybody = range(1, size + 1)
    groups = fill_in_turns(everybody, [size] * 20, lambda one, other: int((one + other) % 3 == 0))
    assert sorted(one for group in groups for one in group) == list(everybody)
    assert {len(group) for group in groups} == {size // 20}


found = format_named("groups-knockout")
assert isinstance(found, Knockout)
GROUPS: Knockout = found
Role = tuple[int, int]


class GroupsCup(Cup):
    """Groups and their bracket; often a game of a group is corrected."""

    roles: dict[tuple[str, int], Role] | None = None
    """The group and the place there of each seat of the first matches, as they were drawn."""

    def play_groups(self) -> None:
        """Until the first matches are drawn."""
        while not self.first():
            answer = self.next()
            assert isinstance(answer, Round)
            self.pairings += answer.pairings
            for pairing in [one for one in self.pairings if not one.decided and one.slot.startswith("G")]:
                self.decide(pairing)
        role = self.role_of()
        self.roles = {(one.slot, at): role[entry] for one in self.first() for at, entry in enumerate(one.seats)}

    def first(self) -> list[Pairing]:
        return [one for one in self.pairings if one.slot.startswith("W1.")]

    def role_of(self) -> dict[int, Role]:
        groups = GROUPS.state(field(self.size), self.pairings, self.options, 7).stages[0].groups
        return {line.entry: (one.number, at) for one in groups for at, line in enumerate(one.lines)}

    def decide(self, pairing: Pairing) -> None:
        """By chance; nobody is level in a match of the bracket."""
        at = self.pairings.index(pairing)
        places = self.chance.sample(range(1, 1 + len(pairing.seats)), len(pairing.seats))
        leg = Leg(1, seats_in_leg(pairing.seats, 1), tuple(places))
        self.pairings[at] = replace(pairing, results=(leg,), decided=True)
        self.mend()

    def turn_a_group_game(self) -> None:
        games = [one for one in self.pairings if one.slot.startswith("G") and one.results]
        game = self.chance.choice(games)
        self.pairings[self.pairings.index(game)] = replace(game, results=(turned(game.results[0]),))
        self.mend()

    def correct(self) -> bool:
        if self.chance.random() < 0.5:
            return super().correct()
        self.turn_a_group_game()
        return True

    def check(self) -> None:
        first: dict[str, Pairing] = {one.slot: one for one in self.first()}
        seats = Counter(one for pairing in first.values() for one in pairing.seats)
        assert max(seats.values(), default=1) == 1, seats
        to_play = [one for one in self.pairings if not (one.decided or one.slot.startswith("G") or self.led_on(one))]
        assert max(Counter(one for pairing in to_play for one in pairing.seats).values(), default=1) == 1


def cup_of(seed: int, **options: int | str) -> GroupsCup:
    chance = Random(seed)
    chosen: Options = {"going_on": chance.choice([1, 2]), "group_size": chance.choice([3, 4]), **options}
    return GroupsCup(GROUPS, chosen, chance.randrange(6, 17), chance)


@pytest.mark.parametrize("seed", range(12))
def test_before_a_match_is_played_everybody_has_the_seat_of_their_place(seed: int) -> None:
    cup = cup_of(seed)
    cup.play_groups()
    assert cup.roles is not None
    for _time in range(6):
        cup.turn_a_group_game()
        cup.check()
        cut = [one for one in cup.pairings if one.slot.startswith("G")]
        anew = GROUPS.pair(field(cup.size), cut, cup.options, 7)
        assert isinstance(anew, Round)
        of_anew = {one for pairing in anew.pairings for one in pairing.seats}
        role = cup.role_of()
        seated = {(one.slot, at): role[entry] for one in cup.first() for at, entry in enumerate(one.seats)}
        assert {one for pairing in cup.first() for one in pairing.seats} == of_anew
        moved = {seat for seat, own in seated.items() if own != cup.roles[seat]}
        best_of_next = {role for role in cup.roles.values() if role[1] == cup.options["going_on"]}
        assert all(cup.roles[seat] in best_of_next for seat in moved), (moved, seated, cup.roles)


@pytest.mark.long
@pytest.mark.parametrize("then", ["single", "double"])
@pytest.mark.parametrize("seed", range(15))
def test_whatever_is_corrected_nobody_sits_twice_and_one_wins(seed: int, then: str) -> None:
    cup = cup_of(seed, then=then)
    cup.play_groups()
    cup.play()
    reached = GROUPS.state(field(cup.size), cup.pairings, cup.options, 7).reached
    assert [how.order for how in reached.values()].count((0,)) == 1


def drawn() -> GroupsCup:
    """Two groups, {1, 4, 5, 8} and {2, 3, 6, 7}, of which the better one has won; 1 meets 3, and 2 meets 4."""
    cup = GroupsCup(GROUPS, {}, 8, Random(1))
    while not cup.first():
        answer = cup.next()
        assert isinstance(answer, Round)
        cup.pairings += [decide(one) if one.slot.startswith("G") else one for one in answer.pairings]
    return cup


def others_come(cup: GroupsCup) -> list[tuple[set[int], set[int]]]:
    outdated = GROUPS.state(field(8), cup.pairings, {}, 7).outdated
    return [(set(pairing.seats), set(seats)) for pairing, seats in outdated]


def turn(cup: GroupsCup, *players: int) -> None:
    game = next(one for one in cup.pairings if one.slot.startswith("G") and set(one.seats) == set(players))
    cup.pairings[cup.pairings.index(game)] = replace(game, results=(turned(game.results[0]),))


def play(cup: GroupsCup, player: int) -> None:
    match = next(one for one in cup.first() if player in one.seats)
    cup.pairings[cup.pairings.index(match)] = decide(match)


@pytest.mark.parametrize(
    ("played", "turned_game", "others"),
    [
        (None, (4, 5), [({2, 4}, {2, 5})]),
        (None, (1, 4), [({2, 4}, {1, 2}), ({1, 3}, {3, 4})]),
        (1, (4, 5), [({2, 4}, {2, 5})]),
    ],
    ids=["who goes on takes the seat", "first and second change seats", "another match is played"],
)
def test_who_goes_on_after_all_takes_the_seat_of_who_does_not(
    played: int | None, turned_game: tuple[int, int], others: list[tuple[set[int], set[int]]]
) -> None:
    cup = drawn()
    if played:
        play(cup, played)
    assert others_come(cup) == []
    turn(cup, *turned_game)
    assert others_come(cup) == others


def test_a_match_that_was_played_stays_and_is_told() -> None:
    cup = drawn()
    play(cup, 4)
    turn(cup, 4, 5)
    outdated = GROUPS.state(field(8), cup.pairings, {}, 7).outdated
    assert [(is_settled(one), set(one.seats), set(seats)) for one, seats in outdated] == [(True, {2, 4}, {2, 5})]


def test_nothing_changes_while_a_game_of_the_groups_is_open() -> None:
    cup = drawn()
    turn(cup, 4, 5)
    game = next(one for one in cup.pairings if one.slot.startswith("G") and set(one.seats) == {1, 8})
    cup.pairings[cup.pairings.index(game)] = replace(game, results=(), decided=False)
    assert others_come(cup) == []
