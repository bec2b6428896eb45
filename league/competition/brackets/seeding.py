"""The order in which a field is put into a bracket or into groups."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from league.competition.brackets.skeleton import places_for
from league.competition.formats.format import Entry, Forbidden
from league.competition.luck import Luck
from league.competition.matching import matched


def in_order(
    entries: Sequence[Entry],
    order: str = "list",
    seed: int = 0,
    forbidden: Sequence[Forbidden] = (),
    drawn: frozenset[int] = frozenset(),
) -> list[int]:
    """Those who are there from the start, the best first: as in the list, or by lot. Who was `drawn` stays in it.

    Where two must not meet in the first round, seeds of the lower half are exchanged, the nearest first. Where not all
    such pairs can be kept apart, as few as possible meet.
    """
    field = [entry.id for entry in entries if entry.joined <= 1 and (entry.took_part or entry.id in drawn)]
    if order == "lot":
        field = Luck(seed, "seeding").shuffled(field)
    return _apart(field, {frozenset((pair.one, pair.other)) for pair in forbidden if pair.holds_in(1)})


def _apart(field: list[int], forbidden: set[frozenset[int]]) -> list[int]:
    """The same order with as few forbidden first matches as exchanges within the lower half of the seeds leave.

    Seed `s` meets seed `size + 1 - s` in the first round. A matching of places and seeds; everybody keeps their own
    seed where that is allowed and nobody else needs it.
    """
    if not forbidden or len(field) < 3:
        return field
    size = places_for(len(field))
    lower = range(size // 2, len(field))

    def fits(at: int, seed: int) -> bool:
        return frozenset((field[seed], field[size - 1 - at])) not in forbidden

    def vertex_of(seed: int) -> int:
        return size + seed  # so that places and seeds have different numbers in the graph

    seeds = {at: sorted(filter(partial(fits, at), lower), key=lambda seed: abs(seed - at)) for at in lower}
    graph = {at: [vertex_of(seed) for seed in own] for at, own in seeds.items()}
    graph |= {vertex_of(seed): [at for at in lower if fits(at, seed)] for seed in lower}
    order = [*sorted(lower, key=lambda at: not fits(at, at)), *map(vertex_of, lower)]
    partner = matched(graph, order)
    left = [seed for seed in lower if vertex_of(seed) not in partner]
    taken = [partner[at] - size if at in partner else left.pop(0) for at in lower]
    return [*field[: lower.start], *(field[seed] for seed in taken)]
