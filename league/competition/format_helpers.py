"""What formats share: options, byes and walkovers, table numbers, checks of the entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, count

from league.competition.errors import DuplicateEntry, TooFewEntries
from league.competition.format import Bye, Conditions, Entry, Finished, How, Leg, Pairing, Reason, Wait, seats_in_leg
from league.competition.options import Option, Options, number
from league.competition.pairing_reasons import ALL_PLAYED, NOBODY_LEFT, NOT_DECIDED
from league.competition.seating import table_sizes

TABLE_SIZES = (
    Option("table_size", "Table size", "Preferred number of players per table.", (2, 3, 4, 5), 4, seats=True),
    Option("smallest", "Smallest table", "Minimum number of players per table.", (2, 3, 4, 5), 3, seats=True),
    Option("largest", "Largest table", "Maximum number of players per table.", (2, 3, 4, 5), 5, seats=True),
)
BYE_PAID = Option(
    "bye",
    "Points for a bye",
    "For a round in which a player has no table.",
    (Bye.FULL.value, Bye.HALF.value, Bye.ZERO.value),
    Bye.FULL.value,
    labels=(
        (Bye.FULL.value, "the points of a win"),
        (Bye.HALF.value, "half the points of a win"),
        (Bye.ZERO.value, "no points"),
    ),
)
LEGS = Option(
    "legs",
    "Games per pairing",
    "The games are played one after another. The players change seats after each game.",
    tuple(range(1, 11)),
    1,
)
HALF_BYES = Option(
    "half_byes",
    "Half-point byes",
    (
        "How many half-point byes a player can request. Each gives half the points of a win. Further requested byes "
        "give no points."
    ),
    tuple(range(11)),
    2,
    zero_label="requested byes give no points",
)
ASKED_FOR = "The player requested a bye or is absent, and does not play in this round."

STAYS = "The player in seat {seat} has fixed table {number}."
GIVES_WAY = "The player in seat {seat} has fixed table {number}, but a player earlier in the list has priority."


def check_entries(entries: Sequence[Entry], needed: int) -> None:
    """Raise `TooFewEntries` or `DuplicateEntry`."""
    playing = field_of(entries)
    if playing < needed:
        raise TooFewEntries(entries=playing, needed=needed)
    seen: set[int] = set()
    for entry in entries:
        if entry.id in seen:
            raise DuplicateEntry(entry=entry.id)
        seen.add(entry.id)


def field_of(entries: Sequence[Entry]) -> int:
    """Return the number of entries, without those who left before they joined."""
    return sum(entry.took_part for entry in entries)


def end_of_swiss(
    entries: Sequence[Entry], pairings: Sequence[Pairing], rounds: int, smallest: int
) -> Wait | Finished | None:
    """Return why a Swiss has no next round yet, or none at all; None if it has one."""
    upcoming = next_round_number(pairings)
    if not all(pairing.decided for pairing in pairings):
        return Wait(Reason(NOT_DECIDED))
    if upcoming > rounds:
        return Finished(Reason(ALL_PLAYED, (("rounds", upcoming - 1),)))
    if sum(entry.plays_in(upcoming) for entry in entries) < smallest:
        return Finished(Reason(NOBODY_LEFT))
    return None


def sizes_of(players: int, chosen: Options) -> tuple[int, ...]:
    """Return the tables for so many players as the options want them; none if not even one can be filled."""
    return table_sizes(players, *(number(chosen, name) for name in ("table_size", "smallest", "largest")))


def next_round_number(pairings: Sequence[Pairing]) -> int:
    """Return the number after the last round."""
    return 1 + max((pairing.round for pairing in pairings), default=0)


def rest(number: int, position: int, entry: int, reason: Reason) -> Pairing:
    """Return a free round, decided from the start."""
    return Pairing(number, position, (entry,), bye=Bye.REST, reasons=(reason,), decided=True)


def asked_for(number: int, position: int, entry: Entry, legs: int) -> Pairing:
    """Return the bye that an entry asked to have in that round, decided from the start."""
    bye = entry.bye_in(number)
    return Pairing(number, position, (entry.id,), legs, bye=bye, reasons=(Reason(ASKED_FOR),), decided=True)


def walkover(number: int, position: int, seats: tuple[int, ...], present: int, legs: int, reason: Reason) -> Pairing:
    """Return a table with one player present: all games forfeited to that one, decided from the start."""
    rotations = (seats_in_leg(seats, leg) for leg in range(1, legs + 1))
    results = tuple(
        Leg(leg, order, tuple(1 if seat == present else 2 for seat in order), how=How.FORFEIT)
        for leg, order in enumerate(rotations, start=1)
    )
    return Pairing(number, position, seats, legs, reasons=(reason,), results=results, decided=True)


def numbered(pairings: Sequence[Pairing], entries: Sequence[Entry]) -> tuple[Pairing, ...]:
    """Return the pairings with table numbers, from 1; those without a table after them.

    Entries with a fixed table stay there. If two of them meet, or want the same number, the first in the list keeps
    theirs, and another table gets the nearest free number after it. Numbers are skipped only for a fixed table beyond
    them.
    """
    tables = [pairing for pairing in pairings if pairing.bye is None]
    taken = _claimed(tables, entries) if any(entry.fixed_table is not None for entry in entries) else {}
    free = (number for number in count(1) if number not in taken.values())
    numbers = [taken[at] if at in taken else next(free) for at in range(len(tables))]
    placed = [replace(table, table=number) for table, number in zip(tables, numbers, strict=True)]
    if taken:
        placed = [_with_fixed_table_reasons(table, entries) for table in placed]
    byes = [pairing for pairing in pairings if pairing.bye is not None]
    after = enumerate(byes, start=1 + max(numbers, default=0))
    return (*sorted(placed, key=lambda pairing: pairing.table), *(replace(bye, table=number) for number, bye in after))


def _claimed(tables: Sequence[Pairing], entries: Sequence[Entry]) -> dict[int, int]:
    """Return the table numbers that somebody needs, by index in the list of tables."""
    place = {seat: at for at, table in enumerate(tables) for seat in table.seats}
    taken: dict[int, int] = {}
    for entry in entries:
        at = place.get(entry.id)
        if entry.fixed_table is not None and at is not None and at not in taken:
            taken[at] = next(number for number in count(entry.fixed_table) if number not in taken.values())
    return taken


def _with_fixed_table_reasons(table: Pairing, entries: Sequence[Entry]) -> Pairing:
    """Return the table with a reason for everybody at it who has a fixed one."""
    fixed = {entry.id: entry.fixed_table for entry in entries if entry.fixed_table is not None}
    reasons = tuple(
        Reason(STAYS if fixed[entry] == table.table else GIVES_WAY, (("seat", seat), ("number", fixed[entry])))
        for seat, entry in enumerate(table.seats, start=1)
        if entry in fixed
    )
    return replace(table, reasons=table.reasons + reasons)


BROUGHT_TOGETHER = (
    "Avoided pairing: the players in seats {one} and {other} meet because the bracket or group requires it."
)


def with_avoided_reasons(drawn: Iterable[Pairing], conditions: Conditions) -> list[Pairing]:
    """Return the pairings; those where an avoided pair meets say so among their reasons."""
    return [replace(one, reasons=(*one.reasons, *_avoided(one, conditions))) for one in drawn]


def _avoided(pairing: Pairing, conditions: Conditions) -> Iterator[Reason]:
    avoided = conditions.avoided_in(pairing.round)
    for (one, first), (other, second) in combinations(enumerate(pairing.seats, start=1), 2):
        if frozenset((first, second)) in avoided:
            yield Reason(BROUGHT_TOGETHER, (("one", one), ("other", other)))
