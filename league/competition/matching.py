"""Maximum matching, those first in the list before all others.

Edmonds' blossom algorithm, started from each vertex in the order given ("Paths, trees, and flowers", 1965). If no free
partner is left, a vertex may still replace one that is later in the list; the covered vertices are then the best by
that order (they form a matroid).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

NOBODY = -1


def max_matching(graph: Mapping[int, Sequence[int]], order: Sequence[int]) -> dict[int, int]:
    """Return the partner by vertex, both ways, of the vertices that have one.

    `graph` gives the neighbours of every vertex, preferred first; `order` lists every vertex, the most urgent first.
    Deterministic; O(n³) for n vertices.
    """
    search = _Search(graph, order)
    for root in order:
        if search.partner[root] == NOBODY:
            search.cover(root)
    return {vertex: partner for vertex, partner in search.partner.items() if partner != NOBODY}


class _Search:
    """The matching so far, and the alternating tree that grows from one root."""

    def __init__(self, graph: Mapping[int, Sequence[int]], order: Sequence[int]) -> None:
        self.graph = graph
        self.order = order
        self.partner = dict.fromkeys(order, NOBODY)
        self.parent: dict[int, int] = {}
        self.base: dict[int, int] = {}
        self.outer: set[int] = set()

    def cover(self, root: int) -> None:
        """Match `root` if that is possible without uncovering a more urgent vertex."""
        free = self._grow(root)
        if free == NOBODY:
            free = self._replace_later(root)
        while free != NOBODY:
            before = self.parent[free]
            following = self.partner[before]
            self.partner[free], self.partner[before] = before, free
            free = following

    def _grow(self, root: int) -> int:
        """Return the free end of an augmenting path from `root`, or NOBODY."""
        self.parent = {}
        self.base = {vertex: vertex for vertex in self.order}
        self.outer = {root}
        queue = deque([root])
        while queue:
            vertex = queue.popleft()
            for other in self.graph[vertex]:
                if self.base[vertex] == self.base[other] or self.partner[vertex] == other:
                    continue
                if other == root or self.parent.get(self.partner[other]) is not None:
                    queue.extend(self._contract(vertex, other))
                elif other not in self.parent:
                    self.parent[other] = vertex
                    if self.partner[other] == NOBODY:
                        return other
                    self.outer.add(self.partner[other])
                    queue.append(self.partner[other])
        return NOBODY

    def _replace_later(self, root: int) -> int:
        """Free the least urgent vertex that `root` may replace; the end of the path to it."""
        rank = {vertex: index for index, vertex in enumerate(self.order)}
        last = max(self.outer, key=rank.__getitem__)
        if rank[last] <= rank[root]:
            return NOBODY
        end = self.partner[last]
        self.partner[last] = NOBODY
        return end

    def _contract(self, vertex: int, other: int) -> list[int]:
        """Shrink the odd cycle closed by an edge. Return the vertices that became outer."""
        stem = self._common_base(vertex, other)
        blossom: set[int] = set()
        self._mark(vertex, stem, other, blossom)
        self._mark(other, stem, vertex, blossom)
        shrunk = [inner for inner in self.order if self.base[inner] in blossom]
        for inner in shrunk:
            self.base[inner] = stem
        grown = [inner for inner in shrunk if inner not in self.outer]
        self.outer.update(grown)
        return grown

    def _mark(self, vertex: int, stem: int, child: int, blossom: set[int]) -> None:
        while self.base[vertex] != stem:
            mate = self.partner[vertex]
            blossom.update((self.base[vertex], self.base[mate]))
            self.parent[vertex] = child
            child, vertex = mate, self.parent[mate]

    def _common_base(self, one: int, other: int) -> int:
        seen = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if self.partner[one] == NOBODY:
                break
            one = self.parent[self.partner[one]]
        while self.base[other] not in seen:
            other = self.parent[self.partner[self.base[other]]]
        return self.base[other]
