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
from functools import cached_property

from league.competition.byes import free_round, walkover
from league.competition.format import (
    UNNUMBERED,
    Answer,
    Entry,
    Finished,
    Format,
    Pairing,
    Reason,
    Round,
    Wait,
    field_size,
)
from league.competition.matching import max_matching
from league.competition.options import LEGS, Option, Options, number
from league.competition.seeded_random import SeededRandom
from league.competition.table_numbers import number_tables
from league.competition.tournament_state import TournamentState, check_entries
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


class RoundRobinState(TournamentState):
    """A round robin at one moment: its entries, and the games still to play. Rounds without a game are skipped."""

    def next_round(self) -> Answer:
        """Return the next round of the table, or of the games still to play. It never waits between rounds."""
        check_entries(self.entries, needed=2)
        pairings = self._round_of_table() if self._keeps_to_the_table() else self._round_of_debt()
        if pairings:
            return Round(pairings[0].round, number_tables(pairings, self.entries))
        return Finished(Reason(ALL_PLAYED)) if self.is_decided else Wait(Reason(ALL_PAIRED))

    @property
    def _cycles(self) -> int:
        return number(self.options, "cycles")

    @cached_property
    def _annulled(self) -> frozenset[int]:
        return annulled_entries(self.entries, self.pairings, self.format.games(self.entries, self.options))

    @cached_property
    def _numbers(self) -> list[int]:
        """The entries that were there from the start, in the order of their starting numbers."""
        starters = [entry.id for entry in self.entries if entry.joined <= 1 and entry.took_part]
        return SeededRandom(self.seed, "numbers").shuffled(starters) if self.options["order"] == "lot" else starters

    @cached_property
    def _first_seat_leads(self) -> Counter[int]:
        """First seats less second seats of every entry, over games that have two."""
        leads: Counter[int] = Counter()
        for first, second in (pairing.seats for pairing in self.pairings if len(pairing.seats) == 2):
            leads[first] += 1
            leads[second] -= 1
        return leads

    @cached_property
    def _forbidden_until(self) -> dict[frozenset[int], int | None]:
        return {frozenset((pair.one, pair.other)): pair.until for pair in self.conditions.forbidden}

    @cached_property
    def _table(self) -> list[list[tuple[int, int]]]:
        """The rounds of the Berger table, in numbers of the entries."""
        size = len(self._numbers)
        return berger_cycles(size + size % 2, self._cycles) if size > 1 else []

    def _keeps_to_the_table(self) -> bool:
        """Return whether nobody has come late, and every round so far was the one of the table."""
        late = any(1 < entry.joined <= self.upcoming and entry.took_part for entry in self.entries)
        if late or self.upcoming > len(self._table) + 1:
            return False
        planned = {(past, seats) for past in range(1, self.upcoming) for seats in self._table_round(past)}
        games = ((pairing.round, pairing.seats) for pairing in self.pairings if len(pairing.seats) > 1)
        return all(game in planned for game in games)

    def _table_round(self, round_number: int) -> list[tuple[int, ...]]:
        """Return the pairs of a round of the table, as entries; one alone against the empty number."""
        size = len(self._numbers)
        return [
            tuple(self._numbers[number - 1] for number in pair if number <= size)
            for pair in self._table[round_number - 1]
        ]

    def _round_of_table(self) -> tuple[Pairing, ...]:
        """Return the next round of the Berger table that still has a game."""
        for round_number in range(self.upcoming, len(self._table) + 1):
            reason = Reason(BERGER, (("round", round_number), ("size", len(self._numbers))))
            pairings: list[Pairing] = []
            for seats in self._table_round(round_number):
                pairings += self._pairing(round_number, seats, reason)
            if any(len(pairing.seats) > 1 for pairing in pairings):
                return tuple(pairings)
        return self._round_of_debt()

    def _pairing(self, round_number: int, seats: tuple[int, ...], reason: Reason) -> list[Pairing]:
        """Return the pairings of these seats in that round: a game, a walkover, free rounds, or nothing."""
        here = [entry for entry in seats if self.by_id[entry].plays_in(round_number)]
        if not here:
            return []
        if any(self._asks_for_bye(entry, round_number) for entry in here) or self._must_wait(seats, round_number):
            return [free_round(round_number, entry, self._why_later(seats, entry, round_number)) for entry in here]
        if len(seats) == 1:
            return [free_round(round_number, here[0], Reason(FREE))]
        if len(here) == 2:
            must_meet = self._forbidden_until.get(frozenset(seats), 0) is None
            reasons = (reason, Reason(MUST_MEET)) if must_meet else (reason,)
            return [Pairing(round_number, UNNUMBERED, seats, self.legs, reasons=reasons)]
        if self._annulled.isdisjoint(seats):
            return [walkover(round_number, seats, here[0], self.legs, Reason(WALKOVER))]
        return [free_round(round_number, here[0], Reason(OPPONENT_GONE))]

    def _asks_for_bye(self, entry: int, round_number: int) -> bool:
        return self.by_id[entry].bye_in(round_number) is not None

    def _must_wait(self, seats: Sequence[int], round_number: int) -> bool:
        """Return whether the two must not meet yet. If that never ends it does not count: everybody meets everybody."""
        until = self._forbidden_until.get(frozenset(seats))
        return until is not None and round_number <= until

    def _why_later(self, seats: Sequence[int], entry: int, round_number: int) -> Reason:
        if self._asks_for_bye(entry, round_number):
            return Reason(BYE_ASKED)
        return Reason(OPPONENT_ASKED if any(self._asks_for_bye(other, round_number) for other in seats) else LATER)

    def _round_of_debt(self) -> tuple[Pairing, ...]:
        """Return a round of games still to play, in the next round that has one."""
        for round_number in self._rounds_to_try():
            owed = self._games_owed(round_number)
            if any(owed.values()):
                return self._pair_owed_games(round_number, owed)
        return ()

    def _rounds_to_try(self) -> list[int]:
        """Return the next round, and those in which a game becomes possible."""
        joins = {entry.joined for entry in self.entries}
        back = {missed + 1 for entry in self.entries for missed, _ in entry.byes}
        free = {until + 1 for until in self._forbidden_until.values() if until is not None}
        return [self.upcoming, *sorted(later for later in joins | back | free if later > self.upcoming)]

    def _can_meet(self, one: Entry, other: Entry, round_number: int) -> bool:
        """Return whether the game can be played, or forfeited, in that round."""
        if not (one.plays_in(round_number) or other.plays_in(round_number)) or self._must_wait(
            (one.id, other.id), round_number
        ):
            return False
        return one.bye_in(round_number) is None and other.bye_in(round_number) is None

    def _games_owed(self, round_number: int) -> dict[int, Counter[int]]:
        """Return how many games each entry has left with each other, among those who can play them now.

        Opponents who left and whose results count are among them: a walkover.
        """
        met = Counter(frozenset(pairing.seats) for pairing in self.pairings if len(pairing.seats) == 2)
        able = [
            entry
            for entry in self.entries
            if entry.joined <= round_number and entry.took_part and entry.id not in self._annulled
        ]
        owed: dict[int, Counter[int]] = {entry.id: Counter() for entry in able}
        for one in able:
            for other in able:
                games = self._cycles - met[frozenset((one.id, other.id))]
                if one.id != other.id and games > 0 and self._can_meet(one, other, round_number):
                    owed[one.id][other.id] = games
        return owed

    def _pair_owed_games(self, round_number: int, owed: Mapping[int, Counter[int]]) -> tuple[Pairing, ...]:
        left = {entry: sum(games.values()) for entry, games in owed.items()}
        order = sorted(left, key=lambda entry: -left[entry])
        graph = {entry: [opponent for opponent in order if owed[entry][opponent]] for entry in order}
        partner = max_matching(graph, order)
        pairings: list[Pairing] = []
        for one in order:
            other = partner.get(one)
            if other is not None and order.index(one) < order.index(other):
                reason = Reason(OWED, (("left", max(left[one], left[other])),))
                pairings += self._pairing(round_number, self._first_and_second(one, other), reason)
        for entry in self.entries:
            if entry.plays_in(round_number) and entry.id not in partner:
                reason = Reason(BYE_ASKED if self._asks_for_bye(entry.id, round_number) else NO_GAME)
                pairings.append(free_round(round_number, entry.id, reason))
        return tuple(pairings)

    def _first_and_second(self, one: int, other: int) -> tuple[int, int]:
        """Return the seats: the first to the entry that had it less often, else to the one without it in this pair."""
        lead = self._first_seat_leads[one] - self._first_seat_leads[other]
        before = [pairing.seats for pairing in self.pairings if set(pairing.seats) == {one, other}]
        if lead < 0 or (lead == 0 and before and before[-1][0] == other):
            return (one, other)
        if lead > 0 or before:
            return (other, one)
        return (one, other) if (one + other) % 2 else (other, one)


class RoundRobin(Format):
    """Single and double round robin for two seats."""

    slug = "round-robin"
    name = "Round robin"
    summary = (
        "For 2 players per table. Everybody meets everybody, once or twice. For example, 8 players play 7 or 14 rounds."
    )
    options = OPTIONS
    state_class = RoundRobinState
    everyone_meets = True

    def games(self, entries: Sequence[Entry], options: Options) -> int:
        """Return one against everybody else, in every cycle."""
        return (field_size(entries) - 1) * number(self.chosen(options), "cycles")

    def rounds(self, entries: Sequence[Entry], options: Options) -> int:
        """Return the rounds of the Berger table for this number of entries."""
        field = field_size(entries)
        return (field + field % 2 - 1) * number(self.chosen(options), "cycles")

    def meetings(self, _entries: Sequence[Entry], options: Options) -> int:
        """Return once or twice, as chosen."""
        return number(self.chosen(options), "cycles")


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
