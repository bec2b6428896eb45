"""Swiss for two at a table, by the FIDE Dutch system (`fide_dutch`).

Nobody meets anybody twice or has a bye twice (C.04.3, C1 and C2); first and second seats of a player differ by two at
most, and nobody has the same seat three times in a row, except players with more than half of all points in the last
round (C3); then players with equal points meet, as far as possible. The initial list is the order of the entries, or
random.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from league.competition.fide_dutch import NoPairing, PastRound, Player, dutch_pairs, pairs_that_must_meet
from league.competition.format import (
    UNCONDITIONAL,
    Answer,
    Bye,
    Conditions,
    Entry,
    Finished,
    Format,
    Pairing,
    Reason,
    Round,
)
from league.competition.format_helpers import (
    BYE_PAID,
    HALF_BYES,
    LEGS,
    asked_for,
    check_entries,
    end_of_swiss,
    field_of,
    next_round_number,
    numbered,
)
from league.competition.options import Option, Options, number
from league.competition.pairing_reasons import avoided_reasons, points_at
from league.competition.scoring import Scoring, scoring_named
from league.competition.seeded_random import SeededRandom
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

    def rounds(self, entries: Sequence[Entry], options: Options) -> int:
        """Return the option, or enough that only one can have won every game, and two more if there is room.

        Never more than can be paired: in half as many rounds as there are players somebody new is always left.
        """
        chosen = number(self.chosen(options), "rounds")
        field = field_of(entries)
        return chosen or max(1, min((field - 1).bit_length() + 1, field // 2))

    def pair(
        self,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Options,
        seed: int,
        conditions: Conditions = UNCONDITIONAL,
        /,
    ) -> Answer:
        """Return the next round. It waits only for results of the rounds so far."""
        chosen = self.chosen(options)
        check_entries(entries, needed=2)
        upcoming, rounds = next_round_number(pairings), self.rounds(entries, options)
        if end := end_of_swiss(entries, pairings, rounds, smallest=2):
            return end
        event = _NextRound(upcoming, rounds, entries, pairings, chosen, seed, conditions)
        for forgotten in range(upcoming if conditions.repeats else 1):
            try:
                return Round(upcoming, numbered(event.pairings(forgotten), entries))
            except NoPairing:
                continue
        return Finished(Reason(NO_PAIRING))


def initial_list(entries: Sequence[Entry], options: Options, seed: int) -> list[Entry]:
    """Return the entries in the order of their pairing numbers (C.04.2); `options` are all in full."""
    return SeededRandom(seed, "list").shuffled(entries) if options["order"] == "lot" else list(entries)


def top_seed_begins(options: Options, seed: int) -> bool:
    """Return whether the first of the initial list has the first seat in round 1; `options` are all in full."""
    if options["first_seat"] == BY_LOT:
        return bool(SeededRandom(seed, "first seat").randrange(2))
    return options["first_seat"] == TOP_FIRST


class _NextRound:
    """The next round, and what counts for it."""

    def __init__(
        self,
        upcoming: int,
        rounds: int,
        entries: Sequence[Entry],
        pairings: Sequence[Pairing],
        options: Options,
        seed: int,
        conditions: Conditions,
    ) -> None:
        self.number, self.rounds, self.seed = upcoming, rounds, seed
        self.legs = number(options, "legs")
        self.bye = Bye(str(options["bye"]))
        scoring = scoring_named(conditions.scoring)
        self.win = scoring.bye(Pairing(upcoming, 0, (), self.legs, bye=Bye.FULL))
        self.list = initial_list(entries, options, seed)
        self.first_seat = top_seed_begins(options, seed)
        self.seats_alternate = Reason(SEATS_ALTERNATE if options["first_seat"] == BY_LOT else SEATS_CHOSEN)
        self.place = {entry.id: at for at, entry in enumerate(self.list)}
        self.past = _histories(self.list, pairings, scoring, upcoming)
        self.units = {entry: sum(one.units for one in past) for entry, past in self.past.items()}
        self.met = {frozenset(pairing.seats) for pairing in pairings if len(pairing.seats) == 2 and pairing.was_played}
        self.forbidden = [
            pair
            for pair in conditions.forbidden
            if pair.holds_in(upcoming) and {pair.one, pair.other} <= set(self.place)
        ]
        self.apart = frozenset(frozenset((pair.one, pair.other)) for pair in self.forbidden)

    def pairings(self, forgotten: int = 0) -> list[Pairing]:
        """Return games in the order of their tables, then byes. Raise `NoPairing` if there is none.

        Meetings, seats and byes of the first `forgotten` rounds are ignored; their points count.
        """
        asked = [entry for entry in self.list if entry.plays_in(self.number) and entry.bye_in(self.number)]
        pairs = self._pairs(forgotten)
        games = [seats for seats in pairs if len(seats) == 2]
        return [
            *(Pairing(self.number, 0, seats, self.legs, reasons=self._reasons(seats)) for seats in games),
            *(self._without(seats) for seats in pairs if len(seats) == 1),
            *(asked_for(self.number, 0, entry, self.legs) for entry in asked),
        ]

    def _pairs(self, forgotten: int) -> list[tuple[int, ...]]:
        """Entries two by two, or one alone; as few as possible of those who are to be kept apart meet."""
        players = [
            Player(
                _without_first(self.past[entry.id], forgotten) if forgotten else self.past[entry.id],
                entry.plays_in(self.number) and entry.bye_in(self.number) is None,
            )
            for entry in self.list
        ]
        if not any(player.plays for player in players):
            return []
        apart = [(self.place[pair.one], self.place[pair.other]) for pair in self.forbidden]
        draw = partial(dutch_pairs, players, rounds=self.rounds, win=self.win, lot=self.first_seat)
        try:
            drawn = draw(apart=apart)
        except NoPairing:
            if not apart:
                raise
            given_up = pairs_that_must_meet(players, rounds=self.rounds, win=self.win, lot=self.first_seat, apart=apart)
            drawn = draw(apart=[pair for pair in apart if pair not in given_up])
        return [tuple(self.list[at].id for at in pair) for pair in drawn]

    def _without(self, seats: tuple[int, ...]) -> Pairing:
        return Pairing(self.number, 0, seats, self.legs, bye=self.bye, reasons=(Reason(ODD),), decided=True)

    def _reasons(self, seats: tuple[int, ...]) -> tuple[Reason, ...]:
        apart = tuple(avoided_reasons(seats, self.apart)) if self.apart else ()
        if not self.met:
            return (Reason(FIRST), *apart, self.seats_alternate)
        leads = [sum(1 if one.is_first else -1 for one in self.past[seat] if one.result in GAMES) for seat in seats]
        even = Reason(SEATS, tuple(zip(("one", "other"), leads, strict=True)))
        again = (Reason(AGAIN),) if frozenset(seats) in self.met else ()
        return (*points_at([self.units[seat] for seat in seats]), *again, *apart, even)


def _without_first(past: tuple[PastRound, ...], forgotten: int) -> tuple[PastRound, ...]:
    """Return the same rounds and units, the first of them without an opponent."""
    return tuple(replace(one, result="Z", opponent=None, is_first=False) for one in past[:forgotten]) + past[forgotten:]


def _histories(
    entries: Sequence[Entry], pairings: Sequence[Pairing], scoring: Scoring, upcoming: int
) -> dict[int, tuple[PastRound, ...]]:
    """Return everybody's rounds before the next; a missed round pays nothing."""
    place = {entry.id: at for at, entry in enumerate(entries)}
    asked = {(entry.id, missed) for entry in entries for missed, _ in entry.byes}
    rounds: dict[int, dict[int, PastRound]] = {entry.id: {} for entry in entries}
    for pairing in pairings:
        paid = scoring.paid_to(pairing)
        for at, entry in enumerate(pairing.seats):
            if len(pairing.seats) == 2:
                other = pairing.seats[1 - at]
                letter = result_letter(pairing, paid[entry], paid[other])
                rounds[entry][pairing.round] = PastRound(letter, paid[entry], place[other], is_first=at == 0)
            else:
                letter = bye_letter(pairing, is_asked=(entry, pairing.round) in asked)
                rounds[entry][pairing.round] = PastRound(letter, paid[entry])
    missed = PastRound("Z", 0)
    return {entry: tuple(own.get(number_, missed) for number_ in range(1, upcoming)) for entry, own in rounds.items()}


SWISS = Swiss()
