"""Swiss for two at a table, by the FIDE Dutch system (`fide_dutch`).

Nobody meets anybody twice or has a bye twice (C.04.3, C1 and C2); first and second seats of a player differ by two at
most, and nobody has the same seat three times in a row, except players with more than half of all points in the last
round (C3); then players with equal points meet, as far as possible. The initial list is the order of the entries, or
random.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial

from league.competition.byes import BYE_PAID, HALF_BYES, allocated_bye, requested_bye
from league.competition.fide_dutch import NoPairing, PastRound, Player, dutch_pairs, pairs_that_must_meet
from league.competition.format import (
    UNNUMBERED,
    Answer,
    Bye,
    Entry,
    Finished,
    Format,
    Pairing,
    Reason,
    Round,
    field_size,
)
from league.competition.options import LEGS, Option, Options, number
from league.competition.pairing_reasons import avoided_reasons, points_at
from league.competition.scoring import scoring_named
from league.competition.seeded_random import SeededRandom
from league.competition.table_numbers import number_tables
from league.competition.tournament_state import TournamentState, check_entries
from league.competition.trf import bye_letter, result_letter

FIRST = "In the first round the upper half of the list meets the lower half."
SEATS_ALTERNATE = "The seat of the first player on the list is at random. Down the list the seats alternate."
SEATS_CHOSEN = "The organiser chose the seat of the first player on the list. Down the list the seats alternate."
SEATS = (
    "The seats balance earlier rounds. First seats minus second seats before this round: {one} for the "
    "player in seat 1, {other} for the player in seat 2."
)
ODD = "The number of players is odd. The bye goes to a player with few points who has had no bye or win by forfeit."
NO_PAIRING = "The remaining players cannot be paired without a repeat or the same seat three times in a row."
AGAIN = "These players have already met. No pairing without a repeat was left."

EDITION = "FIDE Dutch system, Handbook C.04.3, edition before 1 February 2026"
NEWER_EDITION = (
    "A newer edition has been in force since 1 February 2026. It chooses the player with the bye by other "
    "criteria. It also counts missed rounds differently when it decides who plays outside their score "
    "group."
)
GAMES = frozenset("1=0")
BY_LOT, TOP_FIRST, TOP_SECOND = "lot", "first", "second"
OPTIONS = (
    Option("rounds", "Rounds", "Number of rounds.", tuple(range(31)), 0),
    LEGS,
    Option(
        "order",
        "Starting order",
        "The order of the list of players, or at random. You can sort the list by rating or by hand.",
        ("list", "lot"),
        "list",
        labels=(("list", "order of the list"), ("lot", "at random")),
    ),
    Option(
        "first_seat",
        "First seat in round 1",
        "The seat of the first player on the list in round 1. Down the list the seats alternate.",
        (BY_LOT, TOP_FIRST, TOP_SECOND),
        BY_LOT,
        labels=(
            (BY_LOT, "at random"),
            (TOP_FIRST, "top seed in the first seat"),
            (TOP_SECOND, "top seed in the second seat"),
        ),
    ),
    BYE_PAID,
    HALF_BYES,
)


class SwissState(TournamentState):
    """A Swiss at one moment."""

    def next_round(self) -> Answer:
        """Return the next round. It waits only for results of the rounds so far."""
        check_entries(self.entries, needed=2)
        if end := self.why_no_swiss_round(smallest=2):
            return end
        for forgotten in range(self.upcoming if self.conditions.repeats else 1):
            try:
                return Round(self.upcoming, number_tables(self._next_pairings(forgotten), self.entries))
            except NoPairing:
                continue
        return Finished(Reason(NO_PAIRING))

    @cached_property
    def _order(self) -> list[Entry]:
        """The entries in the order of their pairing numbers."""
        return initial_list(self.entries, self.options, self.seed)

    @cached_property
    def _index(self) -> dict[int, int]:
        return {entry.id: index for index, entry in enumerate(self._order)}

    @cached_property
    def _past(self) -> dict[int, tuple[PastRound, ...]]:
        """Everybody's rounds before the next; a missed round pays nothing."""
        scoring = scoring_named(self.conditions.scoring)
        index_of = {entry.id: index for index, entry in enumerate(self._order)}
        requested = {(entry.id, missed) for entry in self._order for missed, _ in entry.byes}
        rounds: dict[int, dict[int, PastRound]] = {entry.id: {} for entry in self._order}
        for pairing in self.pairings:
            paid = scoring.paid_to(pairing)
            for seat, entry in enumerate(pairing.seats):
                if len(pairing.seats) == 2:
                    other = pairing.seats[1 - seat]
                    letter = result_letter(pairing, paid[entry], paid[other])
                    rounds[entry][pairing.round] = PastRound(letter, paid[entry], index_of[other], is_first=seat == 0)
                else:
                    letter = bye_letter(pairing, is_asked=(entry, pairing.round) in requested)
                    rounds[entry][pairing.round] = PastRound(letter, paid[entry])
        missed = PastRound("Z", 0)
        return {
            entry: tuple(own.get(number_, missed) for number_ in range(1, self.upcoming))
            for entry, own in rounds.items()
        }

    @cached_property
    def _pairs_met(self) -> set[frozenset[int]]:
        played = (pairing.seats for pairing in self.pairings if len(pairing.seats) == 2 and pairing.was_played)
        return {frozenset(seats) for seats in played}

    def _next_pairings(self, forgotten: int) -> list[Pairing]:
        """Return games in the order of their tables, then byes. Raise `NoPairing` if there is none.

        Meetings, seats and byes of the first `forgotten` rounds are ignored; their points count.
        """
        pairs, legs = self._pairs(forgotten), number(self.options, "legs")
        kind = Bye(str(self.options["bye"]))
        asking = [entry for entry in self._order if entry in self.here and entry not in self.playing]
        return [
            *(
                Pairing(self.upcoming, UNNUMBERED, seats, legs, reasons=self._reasons(seats))
                for seats in pairs
                if len(seats) == 2
            ),
            *(allocated_bye(self.upcoming, seats[0], legs, kind, Reason(ODD)) for seats in pairs if len(seats) == 1),
            *(requested_bye(self.upcoming, entry, legs) for entry in asking),
        ]

    def _pairs(self, forgotten: int) -> list[tuple[int, ...]]:
        """Return entries two by two, or one alone; as few as possible of those who are to be kept apart meet."""
        playing = {entry.id for entry in self.playing}
        past = {entry: _without_first(own, forgotten) for entry, own in self._past.items()} if forgotten else self._past
        players = [Player(past[entry.id], plays=entry.id in playing) for entry in self._order]
        if not playing:
            return []
        apart = [
            (self._index[pair.one], self._index[pair.other])
            for pair in self.conditions.forbidden
            if pair.holds_in(self.upcoming) and {pair.one, pair.other} <= self._index.keys()
        ]
        rounds, lot = self.format.rounds(self.entries, self.options), top_seed_begins(self.options, self.seed)
        win = scoring_named(self.conditions.scoring).win(number(self.options, "legs"))
        draw = partial(dutch_pairs, players, rounds=rounds, win=win, lot=lot)
        try:
            drawn = draw(apart=apart)
        except NoPairing:
            if not apart:
                raise
            given_up = pairs_that_must_meet(players, rounds=rounds, win=win, lot=lot, apart=apart)
            drawn = draw(apart=[pair for pair in apart if pair not in given_up])
        return [tuple(self._order[index].id for index in pair) for pair in drawn]

    def _reasons(self, seats: tuple[int, ...]) -> tuple[Reason, ...]:
        avoided = tuple(avoided_reasons(seats, self.avoided)) if self.conditions.forbidden else ()
        if not self._pairs_met:
            seats_alternate = SEATS_ALTERNATE if self.options["first_seat"] == BY_LOT else SEATS_CHOSEN
            return (Reason(FIRST), *avoided, Reason(seats_alternate))
        again = (Reason(AGAIN),) if frozenset(seats) in self._pairs_met else ()
        leads = [
            sum(1 if game.is_first else -1 for game in self._past[entry] if game.result in GAMES) for entry in seats
        ]
        even = Reason(SEATS, tuple(zip(("one", "other"), leads, strict=True)))
        units = [sum(past_round.units for past_round in self._past[entry]) for entry in seats]
        return (*points_at(units), *again, *avoided, even)


class Swiss(Format):
    """Swiss for tables of two, by the FIDE Dutch system."""

    slug = "swiss"
    name = "Swiss, tables of 2"
    summary = (
        "For 2 players per table. Each round pairs players with equal points who have not met yet. For example, "
        "8 players usually play 4 rounds, 16 play 5, 32 play 6. The pairing rules are those of the chess federation "
        "FIDE (Dutch system)."
    )
    options = OPTIONS
    state_class = SwissState

    def rounds(self, entries: Sequence[Entry], options: Options) -> int:
        """Return the option, or enough that only one can have won every game, and two more if there is room.

        Never more than can be paired: in half as many rounds as there are players somebody new is always left.
        """
        chosen = number(self.chosen(options), "rounds")
        field = field_size(entries)
        return chosen or max(1, min((field - 1).bit_length() + 1, field // 2))


def initial_list(entries: Sequence[Entry], options: Options, seed: int) -> list[Entry]:
    """Return the entries in the order of their pairing numbers (C.04.2); `options` are all in full."""
    return SeededRandom(seed, "list").shuffled(entries) if options["order"] == "lot" else list(entries)


def top_seed_begins(options: Options, seed: int) -> bool:
    """Return whether the first of the initial list has the first seat in round 1; `options` are all in full."""
    if options["first_seat"] == BY_LOT:
        return bool(SeededRandom(seed, "first seat").randrange(2))
    return options["first_seat"] == TOP_FIRST


def _without_first(past: tuple[PastRound, ...], forgotten: int) -> tuple[PastRound, ...]:
    """Return the past rounds with their units, the first `forgotten` of them without an opponent."""
    first = (replace(game, result="Z", opponent=None, is_first=False) for game in past[:forgotten])
    return (*first, *past[forgotten:])


SWISS = Swiss()
