"""What has happened in a tournament so far, as the values that `league.rules` works on.

Entries are known there by their number in the list, pairings by (round, table), legs by their number.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Value

from league.results.models import Result
from league.rules.formats.format import Bye, Entry, How, Leg, Pairing, Reason, Round
from league.rules.seating import seats_in_leg
from league.tournaments import models

Place = tuple[int, int]  # (round, table)


@dataclass(frozen=True, slots=True)
class Decision:
    """A leg's current row of the ledger: how it was decided, and points and place of each player."""

    how: How
    seats: Mapping[int, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class History:
    """Entries in order, and all pairings that were made, with the results there are."""

    entries: tuple[Entry, ...]
    pairings: tuple[Pairing, ...]
    subjects: Mapping[Place, tuple[UUID, ...]]
    """The subjects of a pairing's legs, in their order."""
    rows: Mapping[UUID, int]
    """The number in the ledger of the row that counts for a subject, also of one that says it is withdrawn."""
    endings: Mapping[UUID, str] = field(default_factory=dict)
    """How games ended that were not played to their end."""
    versions: Mapping[int, int] = field(default_factory=dict)
    """The version of each round on the board."""

    def with_round(self, drawn: Round) -> "History":
        """The same history, one round further."""
        return replace(self, pairings=self.pairings + drawn.pairings)

    def open_rounds(self) -> frozenset[int]:
        """Numbers of the rounds in which something is still to be decided."""
        return frozenset(pairing.round for pairing in self.pairings if not pairing.decided)


def results_count(tournament_id: int) -> int:
    """How many rows the ledger has about the tournament's legs. It only grows, so it names a state of the ledger."""
    legs = models.Leg.objects.filter(pairing__round__tournament=tournament_id)
    return Result.objects.filter(subject__in=legs.values("subject")).count()


def history_of(tournament_id: int, instead: Mapping[UUID, Decision | None] | None = None) -> History:
    """Read everything that is published, in four queries whatever the size.

    `instead` says of some subjects what they would come to; `None` is no result.
    """
    entered = models.Entry.objects.filter(tournament=tournament_id).order_by("number")
    asked = {
        "rounds": ArrayAgg("requested_byes__round", order_by="requested_byes__id", default=Value([])),
        "kinds": ArrayAgg("requested_byes__kind", order_by="requested_byes__id", default=Value([])),
    }
    columns = ("number", "joined_round", "left_round", "rounds", "kinds", "fixed_table", "is_guest", "player_id")
    listed = list(entered.annotate(**asked).values_list(*columns))
    players = {number: player for number, *_, player in listed}
    seats, (decisions, rows, endings) = _seats(tournament_id), _ledger(tournament_id)
    decisions |= instead or {}
    pairings: list[Pairing] = []
    subjects: dict[Place, tuple[UUID, ...]] = {}
    versions: dict[int, int] = {}
    for pk, bare, legs, version in _pairings(tournament_id):
        versions[bare.round] = version
        seated = replace(bare, seats=tuple(seats[pk]), legs=len(legs))
        pairings.append(_with_results(seated, [decisions.get(subject) for subject in legs], players))
        subjects[bare.round, bare.table] = legs
    entries = tuple(_entry(*row[:-1]) for row in listed)
    return History(entries, _with_legs_of_byes(pairings), subjects, rows, endings, versions)


def _pairings(tournament_id: int) -> Iterator[tuple[int, Pairing, tuple[UUID, ...], int]]:
    """Every pairing on the board, without its seats, the subjects of its legs in order, its round's version."""
    made = models.Pairing.objects.filter(round__tournament=tournament_id).exclude(
        round__status=models.Round.Status.DRAFT
    )
    place = ("round__number", "round__version", "round__evening__number", "table")
    fields = ("pk", *place, "bye", "slot", "reasons", "legs__subject")
    rows = made.order_by("round__number", "table", "legs__number").values_list(*fields)
    for pk, group in groupby(rows, key=itemgetter(0)):
        first, *others = group
        _, number, version, evening, table, bye, slot, reasons, _ = first
        told, kind = tuple(map(_reason, reasons)), Bye(bye) if bye else None
        bare = Pairing(number, table, (), bye=kind, evening=evening or 0, reasons=told, slot=slot)
        yield pk, bare, tuple(row[-1] for row in (first, *others) if row[-1] is not None), version


def _with_legs_of_byes(pairings: Iterable[Pairing]) -> tuple[Pairing, ...]:
    """The same pairings; a bye has no legs of its own, but is paid as for as many as the tables of its round have."""
    made = tuple(pairings)
    legs: dict[int, int] = defaultdict(lambda: 1)
    for pairing in made:
        legs[pairing.round] = max(legs[pairing.round], pairing.legs)
    return tuple(replace(one, legs=legs[one.round]) if one.bye is not None else one for one in made)


def _with_results(pairing: Pairing, decisions: Iterable[Decision | None], players: Mapping[int, int]) -> Pairing:
    legs = [_leg(pairing, number, decision, players) for number, decision in enumerate(decisions, start=1) if decision]
    return replace(pairing, results=tuple(legs), decided=len(legs) == pairing.legs)


def _leg(pairing: Pairing, number: int, decision: Decision, players: Mapping[int, int]) -> Leg:
    seats = seats_in_leg(pairing.seats, number)
    came_to = [decision.seats[players[entry]] for entry in seats]
    points = tuple(points for points, _ in came_to)
    return Leg(number, seats, tuple(place for _, place in came_to), points, decision.how)


def _entry(
    number: int,
    joined: int,
    left: int | None,
    rounds: Iterable[int | None],
    kinds: Iterable[str | None],
    fixed_table: int | None,
    guest: bool,
) -> Entry:
    byes = tuple((missed, Bye(kind)) for missed, kind in zip(rounds, kinds, strict=True) if missed and kind)
    return Entry(number, joined, left, byes, fixed_table, guest)


def _seats(tournament_id: int) -> dict[int, list[int]]:
    rows = models.PairingSeat.objects.filter(pairing__round__tournament=tournament_id).order_by("pairing_id", "seat")
    seats: dict[int, list[int]] = defaultdict(list)
    for pairing, entry in rows.values_list("pairing_id", "entry__number"):
        seats[pairing].append(entry)
    return seats


def _ledger(tournament_id: int) -> tuple[dict[UUID, Decision | None], dict[UUID, int], dict[UUID, str]]:
    """What the rows that count say of each leg, their numbers, and how those ended that ended early.

    A withdrawn result is a row without seats.
    """
    legs = models.Leg.objects.filter(pairing__round__tournament=tournament_id)
    rows = Result.objects.filter(subject__in=legs.values("subject"), superseded_by=None)
    seats: dict[UUID, dict[int, tuple[int, int]]] = defaultdict(dict)
    how_decided: dict[UUID, How] = {}
    numbers: dict[UUID, int] = {}
    endings: dict[UUID, str] = {}
    columns = ("subject", "number", "how", "ending", "seats__player_id", "seats__points", "seats__place")
    for subject, number, how, ending, player, points, place in rows.values_list(*columns):
        numbers[subject] = number
        if ending:
            endings[subject] = ending
        if how != Result.How.WITHDRAWN:
            how_decided[subject] = How(how)
            seats[subject][player] = (points, place)
    return {subject: Decision(how, seats[subject]) for subject, how in how_decided.items()}, numbers, endings


def _reason(stored: Mapping[str, Any]) -> Reason:
    return Reason(stored["template"], tuple(stored["facts"].items()))
