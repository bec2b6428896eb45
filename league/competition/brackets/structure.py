"""The matches of a bracket before it has players: where each seat comes from, and which loss means which place.

A bracket has places for a power of two; empty places are free rounds for the best seeds. A match is named by its slot:
`W2.3` is the third of the second round (of the winners' bracket, if there are two), `L4.1` is in the losers' bracket,
`T.1` the match for third place, `F.1` the grand final, `R.1` its second match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

from league.competition.format import Entry, Forbidden
from league.competition.matching import max_matching
from league.competition.seeded_random import SeededRandom

MAIN, LOSERS, THIRD, GRAND, RESET = "W", "L", "T", "F", "R"


class Seed(NamedTuple):
    """A place of the first round: the seed, from 1."""

    number: int


class Outcome(NamedTuple):
    """An entry from another match: 1 its winner, 2 its loser."""

    slot: str
    place: int


Source = Seed | Outcome


@dataclass(frozen=True, slots=True)
class Node:
    """One match: its slot, and where its two seats come from."""

    slot: str
    sources: tuple[Source, Source]

    @property
    def side(self) -> str:
        """`MAIN`, `LOSERS`, `THIRD`, `GRAND` or `RESET`."""
        return self.slot[0]

    @property
    def round(self) -> int:
        """The round in its bracket, from 1; 0 for the only match of its kind."""
        return int(self.slot[1:].split(".")[0] or 0)

    @property
    def number(self) -> int:
        """Its number in that round, from 1, top to bottom."""
        return int(self.slot.split(".")[1])


@dataclass(frozen=True, slots=True)
class Structure:
    """All matches, each after those it depends on, and all final outcomes, best first."""

    size: int
    nodes: tuple[Node, ...]
    ends: tuple[tuple[Outcome, ...], ...]  # outcomes after which nobody plays on; those with the same one share a place

    @property
    def depth(self) -> int:
        """Rounds of the main bracket."""
        return self.size.bit_length() - 1

    @property
    def rounds(self) -> int:
        """Rounds that it takes if no match is tied and a final needs no second match."""
        waves: dict[str, int] = {}
        for node in self.nodes:
            before = [waves[source.slot] for source in node.sources if not isinstance(source, Seed)]
            waves[node.slot] = 1 + max(before, default=0)
        return max(waves[node.slot] for node in self.nodes if node.side != RESET)

    @property
    def is_double(self) -> bool:
        """Whether a player is out only after two losses."""
        return self.nodes[-1].side in {GRAND, RESET}


def places_for(entries: int) -> int:
    """Return the smallest power of two that is not below the number, at least 2."""
    return 1 << max(1, (entries - 1).bit_length())


def order_of_seeds(size: int) -> tuple[int, ...]:
    """Return the seeds from top to bottom: 1 and 2 can meet in the last round only, 1 to 4 in the last two."""
    order = [1]
    while len(order) < size:
        pairs = [(seed, 2 * len(order) + 1 - seed) for seed in order]
        order = [seed for at, pair in enumerate(pairs) for seed in (pair if at % 2 == 0 else pair[::-1])]
    return tuple(order)


@lru_cache(maxsize=64)
def single(size: int, *, third: bool) -> Structure:
    """Return the matches of a single elimination; with `third` the losers of the semi-finals play for third place."""
    main = _main(size)
    depth = size.bit_length() - 1
    plays_third = third and depth > 1
    extra = [_node(THIRD, 0, 1, Outcome(slot_of(MAIN, depth - 1, 1), 2), Outcome(slot_of(MAIN, depth - 1, 2), 2))]
    ends: list[tuple[Outcome, ...]] = [(Outcome(slot_of(MAIN, depth, 1), place),) for place in (1, 2)]
    ends += [(Outcome(slot_of(THIRD, 0, 1), place),) for place in (1, 2) if plays_third]
    ends += [_losers_of(main, MAIN, number) for number in range(depth - 1 - plays_third, 0, -1)]
    return Structure(size, (*main, *(extra if plays_third else ())), tuple(ends))


@lru_cache(maxsize=64)
def double(size: int, *, reset: bool) -> Structure:
    """Return the matches of a double elimination; with `reset` the losers' side needs two wins in the grand final."""
    main, losers = _main(size), _losers(size)
    depth = size.bit_length() - 1
    below = Outcome(losers[-1].slot, 1) if losers else Outcome(slot_of(MAIN, 1, 1), 2)
    sources = (Outcome(slot_of(MAIN, depth, 1), 1), below)
    final, again = _node(GRAND, 0, 1, *sources), _node(RESET, 0, 1, *sources)
    ends = [tuple(Outcome(node.slot, place) for node in ((again, final) if reset else (final,))) for place in (1, 2)]
    ends += [_losers_of(losers, LOSERS, number) for number in range(2 * depth - 2, 0, -1)]
    return Structure(size, (*main, *losers, final, *((again,) if reset else ())), tuple(ends))


def slot_of(side: str, number: int, match: int) -> str:
    """Return the name of a match: its bracket, the round (0 for the only match of a kind), its number from the top."""
    return f"{side}{number or ''}.{match}"


def _node(side: str, number: int, match: int, one: Source, other: Source) -> Node:
    return Node(slot_of(side, number, match), (one, other))


def _main(size: int) -> list[Node]:
    seeds = order_of_seeds(size)
    nodes = [_node(MAIN, 1, at + 1, Seed(seeds[2 * at]), Seed(seeds[2 * at + 1])) for at in range(size // 2)]
    for number in range(2, size.bit_length()):
        before = [node.slot for node in nodes if node.round == number - 1]
        nodes += _pairs(MAIN, number, [Outcome(slot, 1) for slot in before])
    return nodes


def _losers(size: int) -> list[Node]:
    """Return the losers' bracket: rounds among its players alternate with rounds against new losers.

    New losers cross over, so that two who met meet again as late as possible: in round `r` of the winners' bracket
    match `j` (from 0) goes down to `j XOR c`, where `c` is `r - 1` with its bits reversed. No such crossing keeps them
    apart longer (every one tried, up to 64 places).
    """
    depth = size.bit_length() - 1
    nodes = _pairs(LOSERS, 1, [Outcome(slot_of(MAIN, 1, number + 1), 2) for number in range(size // 2)])
    for number in range(2, depth + 1):
        upper = [node.slot for node in nodes if node.round == 2 * number - 3]
        crossing = _reverse_bits(number - 1, depth - number)
        nodes += [
            _node(
                LOSERS, 2 * number - 2, at + 1, Outcome(slot, 1), Outcome(slot_of(MAIN, number, (at ^ crossing) + 1), 2)
            )
            for at, slot in enumerate(upper)
        ]
        nodes += _pairs(LOSERS, 2 * number - 1, [Outcome(node.slot, 1) for node in nodes[-len(upper) :]])
    return nodes


def _pairs(side: str, number: int, sources: Sequence[Source]) -> list[Node]:
    """Pair neighbours; a single one has no match."""
    pairs = zip(sources[::2], sources[1::2], strict=False)
    return [_node(side, number, at, one, other) for at, (one, other) in enumerate(pairs, start=1)]


def _reverse_bits(number: int, bits: int) -> int:
    return sum(((number >> at) & 1) << (bits - 1 - at) for at in range(bits))


def _losers_of(nodes: Sequence[Node], side: str, number: int) -> tuple[Outcome, ...]:
    return tuple(Outcome(node.slot, 2) for node in nodes if node.side == side and node.round == number)


def is_first_round(slot: str) -> bool:
    """Return whether the match is in the first round of the main bracket."""
    return slot.startswith(f"{MAIN}1.")


def field_size(entries: Sequence[Entry]) -> int:
    """Return the number of entries that are there from the start."""
    return sum(entry.joined <= 1 and entry.took_part for entry in entries)


def seeding_order(
    entries: Sequence[Entry],
    order: str = "list",
    seed: int = 0,
    forbidden: Sequence[Forbidden] = (),
    drawn: frozenset[int] = frozenset(),
) -> list[int]:
    """Return the entries that are there from the start, the best first: as in the list, or at random.

    Entries in `drawn` stay in it after they have left. If two must not meet in the first round, seeds of the lower half
    are exchanged, the nearest first. If not all such pairs can be kept apart, as few as possible meet.
    """
    field = [entry.id for entry in entries if entry.joined <= 1 and (entry.took_part or entry.id in drawn)]
    if order == "lot":
        field = SeededRandom(seed, "seeding").shuffled(field)
    return _separate(field, {frozenset((pair.one, pair.other)) for pair in forbidden if pair.holds_in(1)})


def _separate(field: list[int], forbidden: set[frozenset[int]]) -> list[int]:
    """Return the order with as few forbidden first matches as exchanges within the lower half of the seeds leave.

    Seed `s` meets seed `size + 1 - s` in the first round. This is a matching of places and seeds; everybody keeps their
    own seed if that is allowed and nobody else needs it.
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
    partner = max_matching(graph, order)
    left = [seed for seed in lower if vertex_of(seed) not in partner]
    taken = [partner[at] - size if at in partner else left.pop(0) for at in lower]
    return [*field[: lower.start], *(field[seed] for seed in taken)]
