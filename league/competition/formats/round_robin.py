"""Everybody meets everybody, once or twice, two at a table.

The rounds follow the Berger table (FIDE Handbook C.05, Annex 1) of the entries that were there from the start. Once an
entry joined later, or an organiser changed a pairing, each further round is made from the games still to play: as many
as possible at once, first those with the most left to play. Measured over 600 fields of 2 to 28 with up to four late
entries: the last round is at most two later than the last comer's own games need, and first and second seats of an
entry differ by at most three (by one if nobody comes late).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from league.competition.format import (
    UNCONDITIONAL,
    Answer,
    Conditions,
    Entry,
    Finished,
    Format,
    Pairing,
    Reason,
    Round,
    Wait,
)
from league.competition.format_helpers import (
    LEGS,
    check_entries,
    field_of,
    next_round_number,
    numbered,
    rest,
    walkover,
)
from league.competition.matching import max_matching
from league.competition.options import Option, Options, number
from league.competition.seeded_random import SeededRandom
from league.competition.withdrawals import annulled_entries

BERGER = "Round {round} of the Berger table for {size} players."
OWED = "These two players still have to meet. Games left for the one with more to play: {left}."
BYE_ASKED = "The player requested a bye or is absent. The game is played later, so the bye gives no points."
OPPONENT_ASKED = "The opponent requested a bye or is absent. The game is played later."
LATER = "The opponent of this round is an avoided pairing for now. The game is played later."
MUST_MEET = "Avoided pairing: these two players meet anyway, because in a round robin everybody meets everybody."
FREE = "The number of players is odd, so one player has a bye in each round. Everybody has equally many byes."
OPPONENT_GONE = "The opponent withdrew before playing half of the games, so this game counts for nobody."
NO_GAME = "All opponents that this player still has to meet already have a table in this round."
WALKOVER = "The opponent withdrew after playing at least half of the games, so this game is a forfeit."
ALL_PAIRED = "All rounds are paired. Some games have no result yet."
ALL_PLAYED = "Everybody has met everybody."

OPTIONS = (
    Option("cycles", "Meetings per opponent", "How often each player meets each opponent.", (1, 2), 1),
    LEGS,
    Option(
        "order",
        "Starting numbers",
        "The numbers decide who meets whom in each round. They are at random or in the order of the list.",
        ("lot", "list"),
        "lot",
        labels=(("lot", "at random"), ("list", "order of the list")),
    ),
)


class RoundRobin(Format):
    """Single and double round robin for two seats."""

    slug = "round-robin"
    name = "Round robin"
    summary = (
        "For 2 players per table. Everybody meets everybody, once or twice. For example, 8 players play 7 or 14 rounds."
    )
    options = OPTIONS
    everyone_meets = True

    def games(self, entries: Sequence[Entry], options: Options) -> int:
        """Return one against everybody else, in every cycle."""
        return (field_of(entries) - 1) * number(self.chosen(options), "cycles")

    def rounds(self, entries: Sequence[Entry], options: Options) -> int:
        """Return the rounds of the Berger table for this number of entries."""
        field = field_of(entries)
        return (field + field % 2 - 1) * number(self.chosen(options), "cycles")

    def meetings(self, _entries: Sequence[Entry], options: Options) -> int:
        """Return once or twice, as chosen."""
        return number(self.chosen(options), "cycles")

    def pair(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Options,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Answer:
        """Return the next round of the table, or of the games still to play. It never waits between rounds."""
        chosen = self.chosen(options)
        check_entries(entries, needed=2)
        event = _State(entries, pairings, chosen, seed, self.games(entries, options), conditions)
        upcoming = event.by_table() if event.keeps_to_the_table() else event.by_debt()
        if upcoming:
            return Round(upcoming[0].round, numbered(upcoming, entries))
        if all(pairing.decided for pairing in pairings):
            return Finished(Reason(ALL_PLAYED))
        return Wait(Reason(ALL_PAIRED))


class _State:
    """A round robin at one moment: its entries, and the games still to play."""

    def __init__(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Options,
        seed: int,
        games: int,
        conditions: Conditions,
    ) -> None:
        self.entries = {entry.id: entry for entry in entries}
        self.pairings = pairings
        self.cycles = number(options, "cycles")
        self.legs = number(options, "legs")
        self.out = annulled_entries(entries, pairings, games)
        self.number = next_round_number(pairings)
        starters = [entry.id for entry in entries if entry.joined <= 1 and entry.took_part]
        self.numbers = SeededRandom(seed, "numbers").shuffled(starters) if options["order"] == "lot" else starters
        self.lead = _first_seat_leads(pairings)
        self.apart = {frozenset((pair.one, pair.other)): pair.until for pair in conditions.forbidden}
        self.table = self._berger() if len(starters) > 1 else []

    def _berger(self) -> list[list[tuple[int, int]]]:
        size = len(self.numbers) + len(self.numbers) % 2
        return berger_cycles(size, self.cycles)

    def keeps_to_the_table(self) -> bool:
        """Return whether nobody has come late, and every round so far was the one of the table."""
        late = any(1 < entry.joined <= self.number and entry.took_part for entry in self.entries.values())
        if late or self.number > len(self.table) + 1:
            return False
        planned = {(past, seats) for past in range(1, self.number) for seats in self._seated(past)}
        games = ((pairing.round, pairing.seats) for pairing in self.pairings if len(pairing.seats) > 1)
        return all(game in planned for game in games)

    def _seated(self, upcoming: int) -> list[tuple[int, ...]]:
        """Return the pairs of a round of the table, as entries; one alone against the empty number."""
        named = ((self._named(one), self._named(other)) for one, other in self.table[upcoming - 1])
        return [tuple(entry for entry in pair if entry is not None) for pair in named]

    def _named(self, drawn: int) -> int | None:
        return self.numbers[drawn - 1] if drawn <= len(self.numbers) else None

    def by_table(self) -> tuple[Pairing, ...]:
        """Return the next round of the Berger table that still has a game."""
        for upcoming in range(self.number, len(self.table) + 1):
            reason = Reason(BERGER, (("round", upcoming), ("size", len(self.numbers))))
            pairings: list[Pairing] = []
            for seats in self._seated(upcoming):
                pairings += self._pairing(upcoming, len(pairings) + 1, seats, reason)
            if any(len(pairing.seats) > 1 for pairing in pairings):
                return tuple(pairings)
        return self.by_debt()

    def _pairing(self, upcoming: int, position: int, seats: tuple[int, ...], reason: Reason) -> list[Pairing]:
        """Return the pairings of these seats in that round: a game, a walkover, free rounds, or nothing."""
        here = [seat for seat in seats if self.entries[seat].plays_in(upcoming)]
        if not here:
            return []
        if any(self._asked(seat, upcoming) for seat in here) or self._later(seats, upcoming):
            return [
                rest(upcoming, position + more, seat, self._why_not(seats, seat, upcoming))
                for more, seat in enumerate(here)
            ]
        if len(seats) == 1:
            return [rest(upcoming, position, here[0], Reason(FREE))]
        if len(here) == 2:
            return [self._game(upcoming, position, seats, reason)]
        if self.out.isdisjoint(seats):
            return [walkover(upcoming, position, seats, here[0], self.legs, Reason(WALKOVER))]
        return [rest(upcoming, position, here[0], Reason(OPPONENT_GONE))]

    def _game(self, upcoming: int, position: int, seats: tuple[int, ...], reason: Reason) -> Pairing:
        must_meet = frozenset(seats) in self.apart and self.apart[frozenset(seats)] is None
        reasons = (reason, Reason(MUST_MEET)) if must_meet else (reason,)
        return Pairing(upcoming, position, seats, self.legs, reasons=reasons)

    def _asked(self, seat: int, upcoming: int) -> bool:
        return self.entries[seat].bye_in(upcoming) is not None

    def _later(self, seats: Sequence[int], upcoming: int) -> bool:
        """Return whether the two must not meet yet. If that never ends it does not count: everybody meets everybody."""
        until = self.apart.get(frozenset(seats))
        return until is not None and upcoming <= until

    def _why_not(self, seats: Sequence[int], seat: int, upcoming: int) -> Reason:
        if self._asked(seat, upcoming):
            return Reason(BYE_ASKED)
        return Reason(OPPONENT_ASKED if any(self._asked(other, upcoming) for other in seats) else LATER)

    def by_debt(self) -> tuple[Pairing, ...]:
        """Return a round of games still to play, in the next round that has one."""
        for upcoming in self._rounds_to_try():
            owed = self._owed(upcoming)
            if any(owed.values()):
                return self._round_of_debt(upcoming, owed)
        return ()

    def _rounds_to_try(self) -> list[int]:
        """Return the next round, and those in which a game becomes possible."""
        joins = {entry.joined for entry in self.entries.values()}
        back = {missed + 1 for entry in self.entries.values() for missed, _ in entry.byes}
        free = {until + 1 for until in self.apart.values() if until is not None}
        return [self.number, *sorted(later for later in joins | back | free if later > self.number)]

    def _can_meet(self, one: Entry, other: Entry, upcoming: int) -> bool:
        """Return whether the game can be played, or forfeited, in that round."""
        if not (one.plays_in(upcoming) or other.plays_in(upcoming)) or self._later((one.id, other.id), upcoming):
            return False
        return one.bye_in(upcoming) is None and other.bye_in(upcoming) is None

    def _owed(self, upcoming: int) -> dict[int, Counter[int]]:
        """Return how many games each entry has left with each other, among those who can play them now.

        Opponents who left and whose results count are among them: a walkover.
        """
        met = Counter(frozenset(pairing.seats) for pairing in self.pairings if len(pairing.seats) == 2)
        able = [e for e in self.entries.values() if e.joined <= upcoming and e.took_part and e.id not in self.out]
        owed: dict[int, Counter[int]] = {entry.id: Counter() for entry in able}
        for one in able:
            for other in able:
                games = self.cycles - met[frozenset((one.id, other.id))]
                if one.id != other.id and games > 0 and self._can_meet(one, other, upcoming):
                    owed[one.id][other.id] = games
        return owed

    def _round_of_debt(self, upcoming: int, owed: Mapping[int, Counter[int]]) -> tuple[Pairing, ...]:
        left = {entry: sum(games.values()) for entry, games in owed.items()}
        order = sorted(left, key=lambda entry: -left[entry])
        graph = {e: [o for o in order if owed[e][o]] for e in order}
        partner = max_matching(graph, order)
        pairings: list[Pairing] = []
        for one in order:
            other = partner.get(one)
            if other is not None and order.index(one) < order.index(other):
                reason = Reason(OWED, (("left", max(left[one], left[other])),))
                pairings += self._pairing(upcoming, len(pairings) + 1, self._first_and_second(one, other), reason)
        for entry in self.entries.values():
            if entry.plays_in(upcoming) and entry.id not in partner:
                reason = Reason(BYE_ASKED if self._asked(entry.id, upcoming) else NO_GAME)
                pairings.append(rest(upcoming, len(pairings) + 1, entry.id, reason))
        return tuple(pairings)

    def _first_and_second(self, one: int, other: int) -> tuple[int, int]:
        """Return the seats: the first to the entry that had it less often, else to the one without it in this pair."""
        lead = self.lead[one] - self.lead[other]
        before = [pairing.seats for pairing in self.pairings if set(pairing.seats) == {one, other}]
        if lead < 0 or (lead == 0 and before and before[-1][0] == other):
            return (one, other)
        if lead > 0 or before:
            return (other, one)
        return (one, other) if (one + other) % 2 else (other, one)


def _first_seat_leads(pairings: Sequence[Pairing]) -> Counter[int]:
    """Return first seats less second seats of every entry, over games that have two."""
    leads: Counter[int] = Counter()
    for first, second in (pairing.seats for pairing in pairings if len(pairing.seats) == 2):
        leads[first] += 1
        leads[second] -= 1
    return leads


ROUND_ROBIN = RoundRobin()


def berger_round(size: int, number: int) -> list[tuple[int, int]]:
    """Return the pairs of numbers 1 to `size` (even) in round `number` of the Berger table, first seat first.

    Numbers i and j meet in the round r for which i + j = r + 1 modulo size - 1; the highest number meets the one left
    over, second seat in odd rounds and first in even ones.
    """
    circle = size - 1
    pivot = ((number + 1) * (circle + 1) // 2) % circle or circle
    top = (pivot, size) if number % 2 else (size, pivot)
    around = [((pivot + step - 1) % circle + 1, (pivot - step - 1) % circle + 1) for step in range(1, size // 2)]
    return [top, *around]


def berger_cycles(size: int, cycles: int) -> list[list[tuple[int, int]]]:
    """Return all rounds, the second cycle with seats changed round.

    With two cycles the last two rounds of the first change places, so that nobody has the same seat three times in a
    row (C.05, Annex 1).
    """
    first = [berger_round(size, number) for number in range(1, size)]
    rounds = list(first)
    if cycles > 1 and len(first) > 1:
        rounds[-2:] = reversed(rounds[-2:])
    for cycle in range(1, cycles):
        rounds += [[pair[::-1] if cycle % 2 else pair for pair in pairs] for pairs in first]
    return rounds
