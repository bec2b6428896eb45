"""The score sheet of Lords of Scotland: the Supporters claimed by each seat, round by round.

Fields: `round-3.seat-2` are the cards claimed, `round-3.rest` says that nobody took the others, and `last.seat-2` is
the rank of a seat's army in the last round, which is asked only if strength alone does not decide a place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, TypeAlias

from engine.core.game import Outcome
from engine.core.messages import ROUND, SEAT, Sentence, enumeration, message
from engine.core.score_sheets import (
    Field,
    Remark,
    Setup,
    SheetCalculation,
    Values,
    choices_of,
    number_of,
    rounds_begun,
    seat_field,
)
from engine.games.lords_of_scotland.components import BRUCE_CARDS, CARDS, STRENGTH, THRONE, card_name
from engine.games.lords_of_scotland.scoring import outcome_by

MOST_CLAIMED: Final = 2  # by one seat in one round: an active Cochrane (ruling 13)

_PLAIN: Final = {card: card_name(card) for card in range(1, CARDS + 1) if card not in BRUCE_CARDS}
_ALL: Final = _PLAIN | {card: card_name(card) for card in BRUCE_CARDS}

_ONE_UNTOLD: Final = Sentence(
    "Round {round}: 1 Supporter is missing. Enter who claimed it, or tick “The remaining Supporters were not claimed”."
)
_UNTOLD: Final = Sentence(
    "Round {round}: {count} Supporters are missing. "
    "Enter who claimed them, or tick “The remaining Supporters were not claimed”."
)
_NO_KING: Final = Sentence("Nobody has {throne} strength yet. The highest is {most}. Enter round {round}.")
_NOTHING_CLAIMED: Final = Sentence("Nobody has {throne} strength yet. No Supporters are entered. Enter round {round}.")

Rounds: TypeAlias = list[list[tuple[int, ...]]]  # by round and seat, the cards claimed


class LordsSheet:
    """The Supporters claimed, as somebody wrote them down."""

    version = 1

    def fields(self, setup: Setup, filled: Collection[str]) -> tuple[Field, ...]:
        """Return a field for each seat and round, then the order of the last armies."""
        cards = _ALL if setup.options["bruce"] else _PLAIN
        fields: list[Field] = []
        for number in range(1, rounds_begun(filled) + 2):
            part, name = ROUND(round=number), f"round-{number}"
            fields += [
                Field(
                    seat_field(name, seat), part, "Supporters claimed", "some", seat, most=MOST_CLAIMED, choices=cards
                )
                for seat in range(setup.seats)
            ]
            fields.append(Field(f"{name}.rest", part, "The remaining Supporters were not claimed", "tick"))
        label = "Place of the army (1 = strongest)"
        places = [
            Field(seat_field("last", seat), "Last round", label, seat=seat, least=1, most=setup.seats, is_rare=True)
            for seat in range(setup.seats)
        ]
        return (*fields, *places)

    def calculate(self, setup: Setup, values: Values) -> SheetCalculation:
        """Return strength by seat, and the outcome once somebody has enough."""
        rounds = _rounds(setup, values)
        points = _points(setup, rounds)
        faults = (*_claimed_twice(rounds), *_too_many(setup, rounds), *_after_the_end(setup, rounds))
        if faults:
            return SheetCalculation(points, faults)
        missing = tuple(_missing_claims(setup, rounds, values)) or tuple(_missing_round(points, rounds))
        if missing:
            return SheetCalculation(points, missing=missing)
        faults = tuple(_order_faults(setup, rounds, values))
        missing = tuple(_missing_places(points, rounds, values))
        outcome = None if faults or missing else _outcome(points, rounds, values)
        return SheetCalculation(points, faults, missing, outcome)


def _rounds(setup: Setup, values: Values) -> Rounds:
    return [
        [choices_of(values, seat_field(f"round-{number}", seat)) for seat in range(setup.seats)]
        for number in range(1, rounds_begun(values) + 1)
    ]


def _points(setup: Setup, rounds: Rounds) -> tuple[int, ...]:
    return tuple([sum([STRENGTH[card] for claims in rounds for card in claims[seat]]) for seat in range(setup.seats)])


def _claimed_twice(rounds: Rounds) -> Iterator[Remark]:
    """Find cards claimed twice: claimed Supporters never come back (ruling 20)."""
    owner: dict[int, tuple[int, int]] = {}
    for number, claims in enumerate(rounds, 1):
        for seat, cards in enumerate(claims):
            for card in cards:
                if card in owner:
                    then, who = owner[card]
                    sentence = message(
                        "{seat} already claimed {card} in round {round}. A card can be claimed only once.",
                        who,
                        card=card_name(card),
                        round=then,
                    )
                    yield Remark(seat_field(f"round-{number}", seat), sentence)
                owner.setdefault(card, (number, seat))


def _too_many(setup: Setup, rounds: Rounds) -> Iterator[Remark]:
    """Find rounds with more claims than Supporters, of which there are as many as seats."""
    for number, claims in enumerate(rounds, 1):
        if (count := sum(map(len, claims))) > setup.seats:
            last = max(seat for seat, cards in enumerate(claims) if cards)
            sentence = message(
                "Round {round} had only {seats} Supporters, but {count} are entered. Remove {excess}.",
                round=number,
                seats=setup.seats,
                count=count,
                excess=count - setup.seats,
            )
            yield Remark(seat_field(f"round-{number}", last), sentence)


def _after_the_end(setup: Setup, rounds: Rounds) -> Iterator[Remark]:
    """Find claims after the round in which somebody reaches the throne (ruling 21)."""
    for number in range(1, len(rounds)):
        points = _points(setup, rounds[:number])
        later = [
            (at, seat)
            for at, claims in enumerate(rounds, 1)
            for seat, cards in enumerate(claims)
            if cards and at > number
        ]
        if max(points) >= THRONE and later:
            at, seat = later[0]
            king = points.index(max(points))
            sentence = message(
                "{seat} had {points} strength after round {round}. The game ends at {throne}, so nobody claims in "
                "round {next}.",
                king,
                points=max(points),
                round=number,
                throne=THRONE,
                next=at,
            )
            yield Remark(seat_field(f"round-{at}", seat), sentence)
            return


def _missing_claims(setup: Setup, rounds: Rounds, values: Values) -> Iterator[Remark]:
    for number, claims in enumerate(rounds, 1):
        left = setup.seats - sum(map(len, claims))
        if left and not values.get(f"round-{number}.rest"):
            sentence = _ONE_UNTOLD if left == 1 else _UNTOLD
            yield Remark(f"round-{number}.rest", sentence(round=number, count=left))


def _missing_round(points: tuple[int, ...], rounds: Rounds) -> Iterator[Remark]:
    if max(points) < THRONE:
        sentence = _NO_KING if any(points) else _NOTHING_CLAIMED
        coming = len(rounds) + 1
        yield Remark(seat_field(f"round-{coming}", 0), sentence(throne=THRONE, most=max(points), round=coming))


def _missing_places(points: tuple[int, ...], rounds: Rounds, values: Values) -> Iterator[Remark]:
    """Find ties in strength and in claims of the last round: the order of the armies decides (ruling 21)."""
    keys = [(mine, bool(claimed)) for mine, claimed in zip(points, rounds[-1], strict=True)]
    for seat, key in enumerate(keys):
        name = seat_field("last", seat)
        if keys.count(key) > 1 and name not in values:
            others = [SEAT(other) for other, theirs in enumerate(keys) if theirs == key and other != seat]
            sentence = message(
                "{seat} and {others} have {points} strength each. Enter the places of their armies in the last round.",
                seat,
                others=enumeration(others),
                points=points[seat],
            )
            yield Remark(name, sentence)


def _order_faults(setup: Setup, rounds: Rounds, values: Values) -> Iterator[Remark]:
    """Find orders that contradict the claims: seats that claimed are first, and only empty armies are equal."""
    places = [values.get(seat_field("last", seat)) for seat in range(setup.seats)]
    for seat, place in enumerate(places):
        for other in range(seat):
            mine, theirs = bool(rounds[-1][seat]), bool(rounds[-1][other])
            there = places[other]
            if not isinstance(place, int) or not isinstance(there, int):
                continue
            if place == there and (mine or theirs):
                sentence = message(
                    "The armies of {seat} and {other} cannot have the same place in the last round.",
                    other,
                    other=SEAT(seat),
                )
                yield Remark(seat_field("last", seat), sentence)
            elif mine != theirs and (place < there) != mine:
                one, two = (seat, other) if mine else (other, seat)
                sentence = message(
                    "{seat} claimed a Supporter in the last round and {other} did not. "
                    "The army of {seat} needs the better place.",
                    one,
                    other=SEAT(two),
                )
                yield Remark(seat_field("last", seat), sentence)


def _outcome(points: tuple[int, ...], rounds: Rounds, values: Values) -> Outcome:
    standing = [
        (int(bool(claimed)), -number_of(values, seat_field("last", seat), 0)) for seat, claimed in enumerate(rounds[-1])
    ]
    return outcome_by(points, standing, len(rounds))


SHEET: Final = LordsSheet()
