"""Byes, free rounds and walkovers: pairings that are decided from the start. They have no table number yet."""

from __future__ import annotations

from league.competition.format import UNNUMBERED, Bye, Entry, How, Leg, Pairing, Reason, seats_in_leg
from league.competition.options import Option

BYE_PAID = Option(
    "bye",
    "Points for a bye",
    "For a player who is left over when the tables are filled. For requested byes see “Half-point byes”.",
    (Bye.FULL.value, Bye.HALF.value, Bye.ZERO.value),
    Bye.FULL.value,
    labels=(
        (Bye.FULL.value, "the points of a win"),
        (Bye.HALF.value, "half the points of a win"),
        (Bye.ZERO.value, "no points"),
    ),
)
HALF_BYES = Option(
    "half_byes",
    "Half-point byes",
    "How many half-point byes a player can request. Each gives half the points of a win. Further requested byes "
    "give no points.",
    tuple(range(11)),
    2,
    zero_label="requested byes give no points",
)
REQUESTED = "The player requested a bye or is absent, and does not play in this round."


def allocated_bye(round_number: int, entry: int, legs: int, bye: Bye, reason: Reason, slot: str = "") -> Pairing:
    """Return a bye that the pairing gives."""
    return Pairing(round_number, UNNUMBERED, (entry,), legs=legs, bye=bye, reasons=(reason,), decided=True, slot=slot)


def free_round(round_number: int, entry: int, reason: Reason) -> Pairing:
    """Return the free round of an odd field."""
    return allocated_bye(round_number, entry, 1, Bye.REST, reason)


def requested_bye(round_number: int, entry: Entry, legs: int) -> Pairing:
    """Return the bye that an entry requested for that round."""
    bye = entry.bye_in(round_number)
    return Pairing(
        round_number, UNNUMBERED, (entry.id,), legs=legs, bye=bye, reasons=(Reason(REQUESTED),), decided=True
    )


def walkover(
    round_number: int, seats: tuple[int, ...], present: int, legs: int, reason: Reason, slot: str = ""
) -> Pairing:
    """Return a table with one player present, to whom all games are forfeited."""
    results = []
    for leg in range(1, legs + 1):
        order = seats_in_leg(seats, leg)
        results.append(Leg(leg, order, tuple(1 if entry == present else 2 for entry in order), how=How.FORFEIT))
    return Pairing(
        round_number, UNNUMBERED, seats, legs=legs, reasons=(reason,), results=tuple(results), decided=True, slot=slot
    )
