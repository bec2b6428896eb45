"""The score sheet of King's Kilt: the final pyramid, Families and Influence left.

Fields: `slot-f1` is the King's clan and so on down the pyramid (rows a to c score nothing and may be left out),
`family.seat-2` are three clans, `influence.seat-2` the number of Influence cards left, which breaks ties.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import Final

from engine.core.messages import Sentence, enumeration, message
from engine.core.score_sheets import Field, Remark, Setup, SheetCalculation, Values, choices_of, number_of, seat_field
from engine.games.kings_kilt.board import BENEATH, FIRST_NOBLEMAN, GUARDIANS, KING, ROW, SLOT_NAMES, SLOTS
from engine.games.kings_kilt.components import CLANS, EMPTY, FAMILY, LEADERS, MEMBERS, influence_of
from engine.games.kings_kilt.scoring import outcome_of, points_of

_CLANS: Final = dict(enumerate(CLANS))
_TOP: Final = (KING, *GUARDIANS, *range(FIRST_NOBLEMAN, GUARDIANS[0]))
_COPIES: Final = LEADERS + MEMBERS
_CALLED: Final = {3: Sentence("Nobleman {slot}"), 4: Sentence("Guardian {slot}"), 5: Sentence("King {slot}")}  # by row
_WHICH_KING: Final = Sentence("Enter the clan of the King ({slot}).")
_WHICH_GUARDIAN: Final = Sentence("Enter the clan of the Guardian at {slot}.")
_WHICH_NOBLEMAN: Final = Sentence("Enter the clan of the Nobleman at {slot}.")
_WHICH_FAMILY: Final = (  # by the number of cards that are filled in
    Sentence("Enter the three Family cards of {seat}."),
    Sentence("Enter two more Family cards of {seat}."),
    Sentence("Enter the third Family card of {seat}."),
)


class KiltSheet:
    """The table after the last player has passed."""

    version = 1

    def fields(self, setup: Setup, filled: Collection[str]) -> tuple[Field, ...]:  # noqa: ARG002  (it has no rounds)
        """Return the rows that score from the King down, Families, Influence; then the rows beneath."""
        seats, most = range(setup.seats), influence_of(setup.seats)
        families = [
            Field(seat_field("family", seat), "Families", "Family", "some", seat, most=FAMILY, choices=_CLANS)
            for seat in seats
        ]
        left = [
            Field(seat_field("influence", seat), "Families", "Influence cards left", seat=seat, most=most)
            for seat in seats
        ]
        top = [_slot(slot, "Top of the pyramid") for slot in _TOP]
        return (*top, *families, *left, *[_slot(slot, "Rows “a” to “c”") for slot in range(FIRST_NOBLEMAN)])

    def calculate(self, setup: Setup, values: Values) -> SheetCalculation:
        """Return the points of the Families, as far as the pyramid is filled in, and the outcome."""
        pyramid = [number_of(values, f"slot-{name}", EMPTY) for name in SLOT_NAMES]
        families = [choices_of(values, seat_field("family", seat)) for seat in range(setup.seats)]
        influence = [number_of(values, seat_field("influence", seat), EMPTY) for seat in range(setup.seats)]
        per_pyramid = setup.options["scoring"] == "per-pyramid-card"
        points = tuple([points_of(pyramid, family, per_pyramid=per_pyramid) for family in families])
        faults = (
            *_not_a_family(families),
            *_too_many(pyramid, families),
            *_cannot_be_dealt(families),
            *_unsupported_cards(pyramid),
            *_leaders_gone(setup, pyramid, influence),
        )
        missing = tuple(_missing_cards(pyramid, families)) or tuple(_undecided_ties(points, influence))
        if faults or missing:
            return SheetCalculation(points, faults, missing)
        left = [max(cards, 0) for cards in influence]  # a negative number: not entered
        return SheetCalculation(points, outcome=outcome_of(pyramid, families, left, per_pyramid=per_pyramid))


def _slot(slot: int, part: str) -> Field:
    name, called = SLOT_NAMES[slot], _CALLED.get(ROW[slot])
    return Field(f"slot-{name}", part, called(slot=name) if called else name, "one", choices=_CLANS)


def _not_a_family(families: Sequence[tuple[int, ...]]) -> Iterator[Remark]:
    for seat, family in enumerate(families):
        for clan in sorted(set(family)):
            if family.count(clan) > 1:
                sentence = message(
                    "The Family of {seat} has {clan} twice. Its three cards are of different clans.",
                    seat,
                    clan=CLANS[clan],
                )
                yield Remark(seat_field("family", seat), sentence)


def _too_many(pyramid: Sequence[int], families: Sequence[tuple[int, ...]]) -> Iterator[Remark]:
    """Find clans with more than eight cards; Families are of the six Members."""
    for clan, name in enumerate(CLANS):
        owners = [seat for seat, family in enumerate(families) if clan in family]
        count = pyramid.count(clan) + len(owners)
        if count > _COPIES:
            field = f"slot-{SLOT_NAMES[len(pyramid) - 1 - pyramid[::-1].index(clan)]}"
            sentence = message(
                "{clan} has only {copies} cards, but {count} are entered, Families included.",
                clan=name,
                copies=_COPIES,
                count=count,
            )
            yield Remark(field, sentence)


def _cannot_be_dealt(families: Sequence[tuple[int, ...]]) -> Iterator[Remark]:
    """Find Families that cannot have been dealt: only third cards can be of the same clan (set-up 1)."""
    whole = [(seat, family) for seat, family in enumerate(families) if len(set(family)) == FAMILY]
    for thirds in product(range(FAMILY), repeat=len(whole)):
        pairs = [
            clan
            for (_, family), third in zip(whole, thirds, strict=True)
            for at, clan in enumerate(family)
            if at != third
        ]
        if len(set(pairs)) == len(pairs):
            return
    sentence = (
        "These Families are not possible. Two cards of each Family are dealt from a set with one card of each clan."
    )
    yield Remark(seat_field("family", whole[-1][0]), sentence)


def _unsupported_cards(pyramid: Sequence[int]) -> Iterator[Remark]:
    """Find cards in rows b and c without cards below them."""
    for slot in range(FIRST_NOBLEMAN):
        below = [SLOT_NAMES[beneath] for beneath in BENEATH[slot] if pyramid[beneath] == EMPTY]
        if pyramid[slot] != EMPTY and below:
            name = SLOT_NAMES[slot]
            sentence = message(
                "{clan} at {slot} needs two cards beneath it. Enter the clan at {below}.",
                clan=CLANS[pyramid[slot]],
                slot=name,
                below=enumeration(below),
            )
            yield Remark(f"slot-{name}", sentence)


def _leaders_gone(setup: Setup, pyramid: Sequence[int], influence: Sequence[int]) -> Iterator[Remark]:
    """Find missing Leaders: all 16 enter the pyramid, and each betrayal that removes one costs an Influence card."""
    if EMPTY in pyramid or EMPTY in influence:
        return
    leaders_gone = sum([max(0, LEADERS - pyramid.count(clan)) for clan in _CLANS])
    betrayals = setup.seats * influence_of(setup.seats) - sum(influence)
    if leaders_gone > betrayals:
        sentence = message(
            "At least {gone} Leaders are missing from the pyramid, but only {betrayals} Influence cards were played. "
            "A Leader leaves only by betrayal.",
            gone=leaders_gone,
            betrayals=betrayals,
        )
        yield Remark(f"slot-{SLOT_NAMES[KING]}", sentence)


def _missing_cards(pyramid: Sequence[int], families: Sequence[tuple[int, ...]]) -> Iterator[Remark]:
    for slot in _TOP:
        if pyramid[slot] == EMPTY:
            which = _WHICH_KING if slot == KING else _WHICH_GUARDIAN if slot in GUARDIANS else _WHICH_NOBLEMAN
            yield Remark(f"slot-{SLOT_NAMES[slot]}", which(slot=SLOT_NAMES[slot]))
    for seat, family in enumerate(families):
        if len(family) < FAMILY:
            yield Remark(seat_field("family", seat), _WHICH_FAMILY[len(family)](seat))
    filled = [slot for slot in range(FIRST_NOBLEMAN) if pyramid[slot] != EMPTY]
    if filled and len(filled) < FIRST_NOBLEMAN:
        slot = next(slot for slot in range(SLOTS) if pyramid[slot] == EMPTY)
        sentence = message(
            "Rows “a” to “c” are incomplete. Enter the clan at {slot}, or leave all three rows empty.",
            slot=SLOT_NAMES[slot],
        )
        yield Remark(f"slot-{SLOT_NAMES[slot]}", sentence)


def _undecided_ties(points: Sequence[int], influence: Sequence[int]) -> Iterator[Remark]:
    """Find ties in points without the Influence left, which decides them (ruling 8)."""
    for seat, mine in enumerate(points):
        if points.count(mine) > 1 and influence[seat] == EMPTY:
            sentence = message(
                "{seat} has as many points as another player. Enter how many Influence cards {seat} has left.", seat
            )
            yield Remark(seat_field("influence", seat), sentence)


SHEET: Final = KiltSheet()
