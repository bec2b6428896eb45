"""A bracket at one moment: the players of each match, its winners, and the matches that can be played now.

All of it follows from the pairings that were made. A pairing that somebody changed by hand counts as it was played. The
cost is linear in the matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from league.competition.brackets.advancement import AGAIN, TIMES_AGAIN, is_settled, order_of
from league.competition.brackets.structure import RESET, Node, Outcome, Seed, Source, Structure
from league.competition.format import Entry, Pairing

Seats = tuple[int | None, ...]  # the entries in the seats of a match; None where there is nobody
Outcomes = Mapping[str, tuple[int, ...] | None]  # the entries of each match, best first; None while it is open


class _Known(NamedTuple):
    """Seats and outcomes by slot, None while they are not known, and the pairings that count.

    `void` are matches that were played by the wrong players: they count only if the right players also played them.
    """

    seats: dict[str, Seats | None]
    outcomes: dict[str, tuple[int, ...] | None]
    counting: dict[str, tuple[Pairing, ...]]
    void: frozenset[str]


@dataclass(frozen=True)
class Progress:
    """A bracket at one moment. `upcoming` is the round that comes next; `seeded` are entries, the best first."""

    structure: Structure
    seeded: Sequence[int]
    entries: Mapping[int, Entry]
    pairings: Sequence[Pairing]
    upcoming: int
    ties: str = AGAIN

    @cached_property
    def pairings_of(self) -> Mapping[str, tuple[Pairing, ...]]:
        """The pairings of every match that was made; several where it was level and played again."""
        found: dict[str, tuple[Pairing, ...]] = {}
        for pairing in sorted(self.pairings, key=lambda pairing: pairing.round):
            if pairing.slot:
                found[pairing.slot] = (*found.get(pairing.slot, ()), pairing)
        return found

    @cached_property
    def seeds(self) -> Mapping[int, int]:
        """The number of everybody in the order of seeding, from 1."""
        return {entry: number for number, entry in enumerate(self.seeded, start=1)}

    @cached_property
    def nodes(self) -> Mapping[str, Node]:
        """The matches of the bracket by their slots."""
        return {node.slot: node for node in self.structure.nodes}

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of every match that needs two players, from 1, by its slot; free rounds have none."""
        coming: dict[str, int] = {}  # how many can come to a match
        for node in self.structure.nodes:
            coming[node.slot] = sum(self._can_come(source, coming) for source in node.sources)
        real = (node.slot for node in self.structure.nodes if node.side == RESET or coming[node.slot] == 2)
        return {slot: number for number, slot in enumerate(real, start=1)}

    def _can_come(self, source: Source, coming: Mapping[str, int]) -> bool:
        """Return whether the bracket for this number of players has a seat that is filled from there."""
        return source.number <= len(self.seeded) if isinstance(source, Seed) else coming[source.slot] >= source.place

    @cached_property
    def leads(self) -> Mapping[Outcome, str]:
        """The match in which each outcome of another plays on; the second match of a final is left out."""
        return {
            source: node.slot
            for node in self.structure.nodes
            if node.side != RESET
            for source in node.sources
            if isinstance(source, Outcome)
        }

    @cached_property
    def _known(self) -> _Known:
        """The state, read from the first match to the last; each time a played one is void, from the first again."""
        void: set[str] = set()
        while True:
            known, wrong_slot = self._read(frozenset(void))
            if wrong_slot is None:
                return known
            void.add(wrong_slot)

    def _read(self, void: frozenset[str]) -> tuple[_Known, str | None]:
        """Return the state with the matches `void` not counted, and the next match that is void."""
        known = _Known({}, {}, {}, void)
        for node in self.structure.nodes:
            pairings, due = self.pairings_of.get(node.slot, ()), self._due(node, known.outcomes)
            counting = self._counting(node, pairings, due, known)
            if counting and node.slot not in void and not self._may_count(node, counting[-1], due):
                return known, node.slot
            known.counting[node.slot] = counting
            known.seats[node.slot] = counting[-1].seats if counting else due
            awaited = due is None and bool(counting) and not counting[-1].by_hand
            order = None if awaited else self._outcome(node, known.seats[node.slot], counting, known.outcomes)
            known.outcomes[node.slot] = self._with_actual_winner_first(node.slot, order)
        return known, None

    def _counting(self, node: Node, made: Sequence[Pairing], due: Seats | None, known: _Known) -> tuple[Pairing, ...]:
        """Return the pairings of a match that count: the last, and those before it of the same players.

        If the last does not count, those of the right players.
        """
        if not made or _is_needless(node, made[-1], due):
            return ()
        exact = _with_players(made, _present(due)) if due is not None else ()
        if node.slot in known.void or (exact and not made[-1].decided):
            return exact
        return _with_players(made, made[-1].seats)

    def _may_count(self, node: Node, pairing: Pairing, due: Seats | None) -> bool:
        """Return whether a pairing counts: it has the right players, or these are not known yet.

        A pairing that is not played will get the right players, so it may count. One that an organiser changed by hand
        stays.
        """
        is_free = pairing.bye is None and not pairing.results
        if due is None or isinstance(node.sources[0], Seed) or pairing.by_hand or is_free:
            return True
        if pairing.bye is not None:
            return set(pairing.seats) <= set(_present(due))
        return set(pairing.seats) == set(_present(due))

    def _with_actual_winner_first(self, slot: str, order: tuple[int, ...] | None) -> tuple[int, ...] | None:
        """Return the order of a match; the player in the next one is first, if that was reported or changed by hand."""
        games = self.pairings_of.get(self.leads.get(Outcome(slot, 1), ""), ())
        if not order or not games or not (games[-1].by_hand or (games[-1].is_reported and not games[-1].results)):
            return order
        return tuple(sorted(order, key=lambda entry: entry not in games[-1].seats))

    @property
    def void(self) -> tuple[Pairing, ...]:
        """Pairings that were played, or reported, by the wrong players, and do not count."""
        lasts = (self.pairings_of[slot][-1] for slot in sorted(self._known.void))
        return tuple(
            pairing for pairing in lasts if is_settled(pairing) and pairing not in self._known.counting[pairing.slot]
        )

    def seats(self, slot: str) -> Seats | None:
        """Return the seats of a match; None while they are open."""
        return self._known.seats[slot]

    def outcome(self, slot: str) -> tuple[int, ...] | None:
        """Return the players of a match, best first; None while it is open."""
        return self._known.outcomes[slot]

    def counting(self, slot: str) -> tuple[Pairing, ...]:
        """Return the pairings of a match that count; several if it was tied and played again."""
        return self._known.counting[slot]

    def _due(self, node: Node, outcomes: Outcomes) -> Seats | None:
        if node.side == RESET:
            return self._due_again(node, outcomes)
        seats: list[int | None] = []
        for source in node.sources:
            if isinstance(source, Seed):
                seats.append(self.seeded[source.number - 1] if source.number <= len(self.seeded) else None)
                continue
            order = outcomes[source.slot]
            if order is None:
                return None
            seats.append(order[source.place - 1] if len(order) >= source.place else None)
        return tuple(seats)

    def _due_again(self, node: Node, outcomes: Outcomes) -> Seats | None:
        """Return the players of the second grand final: both if the player from the losers' bracket won the first."""
        final = outcomes["F.1"]
        if final is None:
            return None
        above = _from_above(node, outcomes)
        if len(final) == 2 and above and final[0] != above[0]:
            return (final[1], final[0])
        return (None, None)

    def _outcome(
        self, node: Node, seats: Seats | None, pairings: Sequence[Pairing], outcomes: Outcomes
    ) -> tuple[int, ...] | None:
        if not pairings:
            return () if seats is not None and not self._here(seats) else None
        if not pairings[-1].decided:
            return None
        order = order_of(pairings[-1], self.seeds)[0]
        if not self._is_tied(pairings):
            return order
        return self._order_by_next_matches(node, order, outcomes) if self._has_gone_on(node.slot) else None

    def _here(self, seats: Seats) -> list[int]:
        return [entry for entry in seats if entry is not None and self.entries[entry].plays_in(self.upcoming)]

    def _is_tied(self, pairings: Sequence[Pairing]) -> bool:
        """Return whether a match is tied and played again: both players are there, and replays are left."""
        if self.ties != AGAIN or len(pairings) > TIMES_AGAIN or len(self._here(pairings[-1].seats)) < 2:
            return False
        return order_of(pairings[-1], self.seeds)[1]

    def _has_gone_on(self, slot: str) -> bool:
        """Return whether a following match was made: then a tied one is not played again."""
        following = ("R.1",) if slot == "F.1" else (self.leads.get(Outcome(slot, place), "") for place in (1, 2))
        return any(after in self.pairings_of for after in following)

    def _order_by_next_matches(self, node: Node, order: tuple[int, ...], outcomes: Outcomes) -> tuple[int, ...]:
        """Return the order of a match that was corrected to a tie: first a player who has gone on, else the better
        seed.
        """
        if node.slot == "F.1":  # its second match was made, so it was won from below
            return tuple(sorted(order, key=_from_above(node, outcomes).__contains__))
        won, lost = (self._last_seats(self.leads.get(Outcome(node.slot, place), "")) for place in (1, 2))
        return tuple(sorted(order, key=lambda entry: (entry not in won, entry in lost)))

    def _last_seats(self, slot: str) -> tuple[int, ...]:
        return self.pairings_of[slot][-1].seats if slot in self.pairings_of else ()

    def to_play(self) -> list[tuple[Node, Seats]]:
        """Return the matches that can be made now, in order: both seats are known, and at least one player is there."""
        ready: list[tuple[Node, Seats]] = []
        for node in self.structure.nodes:
            pairings, seats = self._known.counting[node.slot], self.seats(node.slot)
            if not pairings and seats is not None and self._here(seats):
                ready.append((node, seats))
            elif pairings and pairings[-1].decided and self._is_tied(pairings) and not self._has_gone_on(node.slot):
                ready.append((node, pairings[-1].seats))
        return ready

    def outdated(self) -> tuple[tuple[Pairing, tuple[int, ...]], ...]:
        """Return the pairings whose players have changed, with the players they should have.

        Those who stay keep their seat. A match that is not decided has no players while a match before it is open.
        """
        changes: list[tuple[Pairing, tuple[int, ...]]] = []
        for node in self.structure.nodes:
            pairings = self.pairings_of.get(node.slot)
            if pairings is None or isinstance(node.sources[0], Seed):
                continue
            # One that others have played since, and whose result was taken out, is not to be played any more.
            changes += [
                (pairing, ())
                for pairing in pairings[:-1]
                if not pairing.decided and pairing not in self.counting(node.slot)
            ]
            coming = self._coming(node, pairings[-1])
            if set(coming) != set(pairings[-1].seats):
                changes.append((pairings[-1], _in_their_seats(pairings[-1].seats, coming)))
        return tuple(changes)

    def _coming(self, node: Node, last: Pairing) -> tuple[int, ...]:
        """Return the players for the last pairing of a match; of a decided one, its players by the results alone."""
        counting = self._known.counting[node.slot]
        due = self._due(node, self._known.outcomes)
        if not last.decided and counting and last not in counting:
            return ()  # those who come have played it before
        if due is None:
            return () if not last.decided else last.seats
        return _present(due)

    @property
    def rounds_left(self) -> int:
        """How many rounds are still to be paired, if no other match is tied and a final needs no second one."""
        waves: dict[str, int] = {}
        for node in self.structure.nodes:
            before = [waves[source.slot] for source in node.sources if isinstance(source, Outcome)]
            waves[node.slot] = self._is_to_be_paired(node) + max(before, default=0)
        return max(waves.values())

    def _is_to_be_paired(self, node: Node) -> bool:
        """Return whether a match is open and not being played: it is not paired yet, or it is tied and played again."""
        pairings = self.counting(node.slot)
        if self.outcome(node.slot) is not None or (pairings and not pairings[-1].decided):
            return False
        return node.side != RESET or self.seats(node.slot) is not None

    def times_played(self, slot: str) -> int:
        """Return how often a match was made already."""
        return len(self.counting(slot))

    @cached_property
    def ended(self) -> Mapping[int, int]:
        """The entries whose last match is decided, with their index in the ends of the structure: 0 is the best."""
        ended: dict[int, int] = {}
        for at, outcomes in enumerate(self.structure.ends):
            for end in outcomes:
                order = self.outcome(end.slot)
                if order is not None and len(order) >= end.place and self._is_final(end.slot):
                    ended.setdefault(order[end.place - 1], at)
        return ended | self._ends_of_absent(ended)

    def _is_final(self, slot: str) -> bool:
        """Return whether no match follows that end; a second grand final may follow the first."""
        last = self.structure.nodes[-1]
        return slot != "F.1" or last.side != RESET or self.outcome(last.slot) == ()

    def _ends_of_absent(self, ended: Mapping[int, int]) -> dict[int, int]:
        """Return the entries that did not play, or left, and so are out of a match without a place in it."""
        lost: dict[int, int] = {}
        for node in self.structure.nodes:
            seats, order = self.seats(node.slot), self.outcome(node.slot)
            if seats is None or order is None or node.side == RESET:
                continue
            lost |= {
                entry: self._end_of_loser(node.slot) for entry in seats if entry is not None and entry not in order
            }
        lost |= {entry: self._end_of_loser(slot) for entry, slot in self._winners_left_behind()}
        return {entry: at for entry, at in lost.items() if entry not in ended}

    def _winners_left_behind(self) -> Iterator[tuple[int, str]]:
        """Yield the entries that won their last match after a correction, when the next was made without them."""
        counting = chain.from_iterable(self._known.counting[node.slot] for node in self.structure.nodes)
        last = {entry: pairing.slot for pairing in counting for entry in pairing.seats}
        for entry, slot in last.items():
            order = self.outcome(slot) or ()
            following = self.leads.get(Outcome(slot, order.index(entry) + 1), "") if entry in order else ""
            pairings = self._known.counting.get(following, ())
            if pairings and entry not in pairings[-1].seats:
                yield entry, slot

    def _end_of_loser(self, slot: str) -> int:
        """Return the end of a player who loses a match and every match after it."""
        at = next((at for at, ends in enumerate(self.structure.ends) if Outcome(slot, 2) in ends), None)
        if at is not None:
            return at
        return self._end_of_loser(self.leads[Outcome(slot, 2)])


def _from_above(node: Node, outcomes: Outcomes) -> tuple[int, ...]:
    """Return the winner of the winners' bracket, for the grand final and its second match."""
    above = outcomes[node.sources[0].slot] if isinstance(node.sources[0], Outcome) else None
    return (above or ())[:1]


def _present(seats: Seats) -> tuple[int, ...]:
    return tuple(entry for entry in seats if entry is not None)


def _with_players(pairings: Sequence[Pairing], seats: Sequence[int]) -> tuple[Pairing, ...]:
    return tuple(pairing for pairing in pairings if set(pairing.seats) == set(seats))


def _is_needless(node: Node, pairing: Pairing, due: Seats | None) -> bool:
    """Return whether a second grand final, or a free round, has no players any more."""
    if due is None or any(entry is not None for entry in due) or isinstance(node.sources[0], Seed):
        return False
    return node.side == RESET or pairing.bye is not None


def _in_their_seats(seats: Sequence[int], coming: Sequence[int]) -> tuple[int, ...]:
    new = [entry for entry in coming if entry not in seats]
    staying = [entry if entry in coming else new.pop(0) if new else None for entry in seats]
    return (*(entry for entry in staying if entry is not None), *new)
