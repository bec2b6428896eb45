"""The score sheet of Lords of Scotland: the Supporters that each seat claimed, round by round.

Fields: `round-3.seat-2` are the cards claimed, `round-3.rest` says that nobody took the others, and `last.seat-2` is
the place of a seat's army in the last round, which is asked only where strength alone does not tell two seats apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, TypeAlias

from engine.core.game import Outcome
from engine.core.score_sheets import Field, Reckoning, Remark, Setup, Values, for_seat, rounds_begun
from engine.games.lords_of_scotland.components import BRUCE_CARDS, CARDS, STRENGTH, THRONE, card_name
from engine.games.lords_of_scotland.scoring import outcome_by

MOST_CLAIMED: Final = 2  # by one seat in one round: an active Cochrane (ruling 13)

_PLAIN: Final = {card: card_name(card) for card in range(1, CARDS + 1) if card not in BRUCE_CARDS}
_ALL: Final = _PLAIN | {card: card_name(card) for card in BRUCE_CARDS}

Rounds: TypeAlias = list[list[tuple[int, ...]]]  # by round and seat, the cards claimed


class LordsSheet:
    """What can be read off the victory piles, if somebody writes it down in time."""

    version = 1

    def fields(self, terms: Setup, filled: Collection[str]) -> tuple[Field, ...]:
        """A field a seat for each round, then the order of the last armies."""
        cards = _ALL if terms.options["bruce"] else _PLAIN
        fields: list[Field] = []
        for number in range(1, rounds_begun(filled) + 2):
            part, name = f"Round {number}", f"round-{number}"
            fields += [
                Field(for_seat(name, seat), part, "Supporters claimed", "some", seat, most=MOST_CLAIMED, choices=cards)
                for seat in range(terms.seats)
            ]
            fields.append(Field(f"{name}.rest", part, "Nobody took the others", "tick"))
        fields += [_place(terms, seat) for seat in range(terms.seats)]
        return tuple(fields)

    def reckon(self, terms: Setup, values: Values) -> Reckoning:
        """Strength by seat, and once somebody has enough of it the places."""
        rounds = _rounds(terms, values)
        points = _points(terms, rounds)
        faults = (*_claimed_twice(rounds), *_too_many(terms, rounds), *_after_the_end(terms, rounds))
        if faults:
            return Reckoning(points, faults)
        missing = tuple(_untold(terms, rounds, values)) or tuple(_no_king(points, rounds))
        if missing:
            return Reckoning(points, missing=missing)
        faults = tuple(_untrue_order(terms, rounds, values))
        missing = tuple(_unordered(points, rounds, values))
        outcome = None if faults or missing else _outcome(points, rounds, values)
        return Reckoning(points, faults, missing, outcome)


def _place(terms: Setup, seat: int) -> Field:
    name, part = for_seat("last", seat), "The last round"
    return Field(name, part, "Place of the army", "number", seat, 1, terms.seats, aside=True)


def _rounds(terms: Setup, values: Values) -> Rounds:
    return [
        [_cards(values, for_seat(f"round-{number}", seat)) for seat in range(terms.seats)]
        for number in range(1, rounds_begun(values) + 1)
    ]


def _cards(values: Values, name: str) -> tuple[int, ...]:
    value = values.get(name, ())
    return value if isinstance(value, tuple) else ()


def _points(terms: Setup, rounds: Rounds) -> tuple[int, ...]:
    return tuple([sum([STRENGTH[card] for claims in rounds for card in claims[seat]]) for seat in range(terms.seats)])


def _claimed_twice(rounds: Rounds) -> Iterator[Remark]:
    """Claimed Supporters never come back (ruling 20)."""
    owner: dict[int, tuple[int, int]] = {}
    for number, claims in enumerate(rounds, 1):
        for seat, cards in enumerate(claims):
            for card in cards:
                if card in owner:
                    then, who = owner[card]
                    sentence = (
                        f"{card_name(card)} was claimed by seat {who + 1} in round {then}; it cannot be claimed again."
                    )
                    yield Remark(for_seat(f"round-{number}", seat), sentence)
                owner.setdefault(card, (number, seat))


def _too_many(terms: Setup, rounds: Rounds) -> Iterator[Remark]:
    """There are as many Supporters in a round as seats."""
    for number, claims in enumerate(rounds, 1):
        if (count := sum(map(len, claims))) > terms.seats:
            last = max(seat for seat, cards in enumerate(claims) if cards)
            excess = count - terms.seats
            sentence = f"Round {number} had {terms.seats} Supporters, and {count} are claimed; take {excess} away."
            yield Remark(for_seat(f"round-{number}", last), sentence)


def _after_the_end(terms: Setup, rounds: Rounds) -> Iterator[Remark]:
    """After the round in which somebody reaches the throne nothing more is claimed (ruling 21)."""
    for number in range(1, len(rounds)):
        points = _points(terms, rounds[:number])
        later = [
            (at, seat)
            for at, claims in enumerate(rounds, 1)
            for seat, cards in enumerate(claims)
            if cards and at > number
        ]
        if max(points) >= THRONE and later:
            at, seat = later[0]
            king = points.index(max(points))
            sentence = (
                f"Seat {king + 1} had {max(points)} strength after round {number}, and {THRONE} end the game: "
                f"nothing can be claimed in round {at}."
            )
            yield Remark(for_seat(f"round-{at}", seat), sentence)
            return


def _untold(terms: Setup, rounds: Rounds, values: Values) -> Iterator[Remark]:
    for number, claims in enumerate(rounds, 1):
        left = terms.seats - sum(map(len, claims))
        if left and not values.get(f"round-{number}.rest"):
            which = "one Supporter" if left == 1 else f"{left} Supporters"
            sentence = f"Round {number}: say who claimed {which} more, or that nobody took the others."
            yield Remark(f"round-{number}.rest", sentence)


def _no_king(points: tuple[int, ...], rounds: Rounds) -> Iterator[Remark]:
    if max(points) < THRONE:
        best = f"{max(points)} is the most so far" if any(points) else "nothing is claimed yet"
        sentence = f"Nobody has {THRONE} strength yet, {best}: round {len(rounds) + 1} is still to be filled in."
        yield Remark(for_seat(f"round-{len(rounds) + 1}", 0), sentence)


def _unordered(points: tuple[int, ...], rounds: Rounds, values: Values) -> Iterator[Remark]:
    """Equal strength, and equal by what was claimed in the last round: the armies must be told apart (ruling 21)."""
    keys = [(mine, bool(claimed)) for mine, claimed in zip(points, rounds[-1], strict=True)]
    for seat, key in enumerate(keys):
        name = for_seat("last", seat)
        if keys.count(key) > 1 and name not in values:
            others = " and ".join(
                f"seat {other + 1}" for other, theirs in enumerate(keys) if theirs == key and other != seat
            )
            sentence = (
                f"Seat {seat + 1} and {others} have {points[seat]} strength each: say which place the army of "
                f"seat {seat + 1} had in the last round."
            )
            yield Remark(name, sentence)


def _untrue_order(terms: Setup, rounds: Rounds, values: Values) -> Iterator[Remark]:
    """Whoever claimed stood before whoever did not, and no two armies are equal, unless neither has a Follower."""
    told = [values.get(for_seat("last", seat)) for seat in range(terms.seats)]
    for seat, place in enumerate(told):
        for other in range(seat):
            mine, theirs = bool(rounds[-1][seat]), bool(rounds[-1][other])
            there = told[other]
            if not isinstance(place, int) or not isinstance(there, int):
                continue
            if place == there and (mine or theirs):
                both = f"Seat {other + 1} and seat {seat + 1}"
                sentence = f"{both} cannot share a place in the last round; no two armies are equal."
                yield Remark(for_seat("last", seat), sentence)
            elif mine != theirs and (place < there) != mine:
                one, two = (seat, other) if mine else (other, seat)
                sentence = (
                    f"Seat {one + 1} claimed in the last round and seat {two + 1} did not: its army stood before."
                )
                yield Remark(for_seat("last", seat), sentence)


def _outcome(points: tuple[int, ...], rounds: Rounds, values: Values) -> Outcome:
    standing = []
    for seat, claimed in enumerate(rounds[-1]):
        place = values.get(for_seat("last", seat), 0)
        standing.append((int(bool(claimed)), -place if isinstance(place, int) else 0))
    return outcome_by(points, standing, len(rounds))


SHEET: Final = LordsSheet()
