"""What everybody can infer about the cards that nobody sees.

A *trace* is a pair of bit masks: some unseen cards, and the places where each of them may be. Places are the hands
(bits 0-4), the lots (bits 5-10) and the face-down Followers of this round, each with a bit of its own, its *veil*
(from 16 on, in the order of mustering). A lot is all cards of one shuffle that are still hidden: the pile
and the face-down Recruits dealt from it. Traces follow from public events alone, so they are the same for every seat;
a view has beside them what its seat has seen.

A face-up Recruit taken into a hand stays listed for that seat until it is seen again (the paragraph "Public" of the
rulings): its trace has the mark of the seat (bits 11-15), which is no place. It is in that hand or was mustered
face-down from it.

Traces say where each card may be, not how many of them may be there.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Trace: TypeAlias = tuple[int, int]  # cards, places
Traces: TypeAlias = tuple[Trace, ...]  # no card in two of them, no two with the same places

LOTS: Final = 6  # five face-down Recruits may come from five old lots, and the pile is a sixth
LOT_BIT: Final = 5
MARK_BIT: Final = LOT_BIT + LOTS
FIRST_VEIL: Final = MARK_BIT + LOT_BIT
MARKS: Final = (1 << FIRST_VEIL) - (1 << MARK_BIT)
VEILS: Final = -1 << FIRST_VEIL  # all veils there can be


def lot_place(lot: int) -> int:
    """Return the bit of a lot."""
    return 1 << (LOT_BIT + lot)


def mark(seat: int) -> int:
    """Return the mark of cards listed for that seat."""
    return 1 << (MARK_BIT + seat)


def see_card(traces: Traces, card: int) -> Traces:
    """Return the traces after everybody has seen the card."""
    bit = 1 << card
    for at, (cards, places) in enumerate(traces):
        if cards == bit:
            return traces[:at] + traces[at + 1 :]
        if cards & bit:
            left = list(traces)
            left[at] = cards ^ bit, places
            return tuple(left)
    return traces


def move_card(traces: Traces, source: int, target: int) -> Traces:
    """Return the traces after an unseen card went from the lot with bit `source` into the hand with bit `target`."""
    for _, places in traces:
        if places & source and not places & target:
            return merge_traces([(cards, places | target if places & source else places) for cards, places in traces])
    return traces


def list_card(traces: Traces, card: int, seat: int) -> Traces:
    """Return the traces after everybody saw the card go into the hand of that seat."""
    places = 1 << seat | mark(seat)
    for at, (cards, others) in enumerate(traces):
        if others == places:
            grown = list(traces)
            grown[at] = cards | 1 << card, places
            return tuple(grown)
    return (*traces, (1 << card, places))


def veil_card(traces: Traces, hand: int, veil: int) -> Traces:
    """Return the traces after a card went face-down from the hand with bit `hand`, under a new veil."""
    bit = 1 << veil
    return tuple([(cards, places | bit) if places & hand else (cards, places) for cards, places in traces])


def vacate_places(traces: Traces, gone: int) -> Traces:
    """Return the traces after the places `gone` became empty."""
    for _, places in traces:
        if places & gone:
            return merge_traces([(cards, places & ~gone) for cards, places in traces])
    return traces


def reveal_cards(traces: Traces, shown: int, gone: int) -> Traces:
    """Return the traces after the cards `shown`, a bit mask, were seen and the places `gone` became empty."""
    return merge_traces([(cards & ~shown, places & ~gone) for cards, places in traces if cards & ~shown])


def reshuffle(traces: Traces, discards: int, lot: int) -> Traces:
    """Return the traces after the discards became the pile, as a lot that no hidden card has."""
    place = lot_place(lot)
    return merge_traces([*vacate_places(traces, place), (discards, place)])


def swap_follower(traces: Traces, veil: int, veils: int) -> Traces:
    """Return the traces after a Follower changed armies: a listed card it may be can now be there or under any veil."""
    bit = 1 << veil
    return merge_traces(
        [(cards, places | veils if places & bit and places & MARKS else places) for cards, places in traces]
    )


def merge_traces(traces: list[Trace]) -> Traces:
    """Return one trace for each set of places, in the order of their first occurrences."""
    by_places: dict[int, int] = {}
    for cards, places in traces:
        by_places[places] = by_places.get(places, 0) | cards
    return tuple([(cards, places) for places, cards in by_places.items()])
