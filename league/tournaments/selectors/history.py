"""What has happened in a tournament so far, as the values that `league.rules` works on.

Entries are known there by their number in the list, pairings by (round, table), legs by their number.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from league.results.models import Result, ResultSeat
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


def history_of(tournament_id: int) -> History:
    """Read everything, in four queries whatever the size."""
    rows = models.Entry.objects.filter(tournament=tournament_id).order_by("number")
    listed = list(rows.values_list("number", "joined_round", "left_round", "player_id"))
    players = {number: player for number, _, _, player in listed}
    seats, decisions = _seats(tournament_id), _decisions(tournament_id)
    pairings: list[Pairing] = []
    subjects: dict[Place, tuple[UUID, ...]] = {}
    for pk, bare, legs in _pairings(tournament_id):
        seated = replace(bare, seats=tuple(seats[pk]), legs=len(legs))
        pairings.append(_with_results(seated, [decisions.get(subject) for subject in legs], players))
        subjects[bare.round, bare.table] = legs
    entries = tuple(Entry(number, joined, left) for number, joined, left, _ in listed)
    return History(entries, tuple(pairings), subjects)


def _pairings(tournament_id: int) -> Iterator[tuple[int, Pairing, tuple[UUID, ...]]]:
    """Every pairing without its seats, and the subjects of its legs in order."""
    made = models.Pairing.objects.filter(round__tournament=tournament_id)
    fields = ("pk", "round__number", "table", "bye", "reasons", "legs__subject")
    rows = made.order_by("round__number", "table", "legs__number").values_list(*fields)
    for pk, group in groupby(rows, key=itemgetter(0)):
        first, *others = group
        _, number, table, bye, reasons, _ = first
        bare = Pairing(number, table, (), bye=Bye(bye) if bye else None, reasons=tuple(map(_reason, reasons)))
        yield pk, bare, tuple(row[-1] for row in (first, *others) if row[-1] is not None)


def _with_results(pairing: Pairing, decisions: Iterable[Decision | None], players: Mapping[int, int]) -> Pairing:
    legs = [_leg(pairing, number, decision, players) for number, decision in enumerate(decisions, start=1) if decision]
    return replace(pairing, results=tuple(legs), decided=len(legs) == pairing.legs)


def _leg(pairing: Pairing, number: int, decision: Decision, players: Mapping[int, int]) -> Leg:
    seats = seats_in_leg(pairing.seats, number)
    came_to = [decision.seats[players[entry]] for entry in seats]
    points = tuple(points for points, _ in came_to)
    return Leg(number, seats, tuple(place for _, place in came_to), points, decision.how)


def _seats(tournament_id: int) -> dict[int, list[int]]:
    rows = models.PairingSeat.objects.filter(pairing__round__tournament=tournament_id).order_by("pairing_id", "seat")
    seats: dict[int, list[int]] = defaultdict(list)
    for pairing, entry in rows.values_list("pairing_id", "entry__number"):
        seats[pairing].append(entry)
    return seats


def _decisions(tournament_id: int) -> dict[UUID, Decision]:
    legs = models.Leg.objects.filter(pairing__round__tournament=tournament_id)
    rows = ResultSeat.objects.filter(result__subject__in=legs.values("subject"), result__superseded_by=None).exclude(
        result__how=Result.How.WITHDRAWN
    )
    seats: dict[UUID, dict[int, tuple[int, int]]] = defaultdict(dict)
    how_decided: dict[UUID, How] = {}
    for subject, how, player, points, place in rows.values_list(
        "result__subject", "result__how", "player_id", "points", "place"
    ):
        how_decided[subject] = How(how)
        seats[subject][player] = (points, place)
    return {subject: Decision(how, seats[subject]) for subject, how in how_decided.items()}


def _reason(stored: Mapping[str, Any]) -> Reason:
    return Reason(stored["template"], tuple(stored["facts"].items()))
