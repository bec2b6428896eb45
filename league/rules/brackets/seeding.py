"""The order in which a field is put into a bracket or into groups."""

from __future__ import annotations

from collections.abc import Sequence

from league.rules.brackets.skeleton import places_for
from league.rules.formats.format import Entry, Forbidden
from league.rules.luck import Luck


def in_order(
    entries: Sequence[Entry],
    order: str = "list",
    seed: int = 0,
    forbidden: Sequence[Forbidden] = (),
    drawn: frozenset[int] = frozenset(),
) -> list[int]:
    """Those who are there from the start, the best first: as in the list, or by lot. Who was `drawn` stays in it.

    Two who must not meet in the first round do not, where exchanging two of the lower half of the seeds helps: of those
    who can, the nearest in the order is taken.
    """
    field = [entry.id for entry in entries if entry.joined <= 1 and (entry.took_part or entry.id in drawn)]
    if order == "lot":
        field = Luck(seed, "seeding").shuffled(field)
    return _apart(field, {frozenset((pair.one, pair.other)) for pair in forbidden if pair.holds_in(1)})


def _apart(field: list[int], forbidden: set[frozenset[int]]) -> list[int]:
    """The same order with forbidden first matches undone; seed `s` meets seed `size + 1 - s` in the first round."""
    if not forbidden or len(field) < 3:
        return field
    size = places_for(len(field))
    lower = range(size // 2, len(field))

    def clashes(at: int) -> bool:
        return frozenset((field[at], field[size - 1 - at])) in forbidden

    for at in lower:
        if not clashes(at):
            continue
        for other in sorted(lower, key=lambda place: abs(place - at)):
            field[at], field[other] = field[other], field[at]
            if not clashes(at) and not clashes(other):
                break
            field[at], field[other] = field[other], field[at]
    return field
