"""FIDE's tournament report file, TRF16: one line a player in fixed columns (FIDE Handbook C.04, Annex 2).

Of its extensions for pairing programs it has the number of rounds (XXR), the colour of the top seed (XXC) and, if that
is less than a win, the points of a bye (BBU). The first seat is White.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from league.competition.format import Bye, Entry, Pairing
from league.competition.scoring import Scoring

WIDEST_NAME = 33
NAME, RATING = slice(14, 47), slice(48, 52)
PLAYER = re.compile(r"001 [ \d]{3}\d")
_HALVES = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "H": 1, "Z": 0, " ": 0}
_BYE_HALVES = {Bye.FULL: 2, Bye.HALF: 1}
_NO_GAME = "0000 - Z"


@dataclass(frozen=True, slots=True)
class Report:
    """The facts of a tournament. `numbers` are the pairing numbers of entries, `order` is the standings."""

    name: str
    kind: str  # as the standard calls it: "Individual: Swiss-System"
    rounds: int
    numbers: Mapping[int, int]
    names: Mapping[int, str]
    ratings: Mapping[int, int]
    order: Sequence[int]
    begun: date | None = None
    ended: date | None = None
    # Whether the top seed had the first seat in round 1; None if the format does not say.
    top_seed_begins: bool | None = None
    bye: Bye = Bye.FULL  # the points of an allocated bye


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player of a report: the line it is in, counted from 1, starting number, name, and rating if there is one."""

    line: int
    number: int
    name: str
    rating: int | None


def write_report(report: Report, entries: Sequence[Entry], pairings: Sequence[Pairing], scoring: Scoring) -> str:
    """Return the report of all pairings so far at tables of two; games that are not decided have no result yet."""
    played = max((pairing.round for pairing in pairings), default=0)
    rounds: dict[int, dict[int, str]] = {entry.id: {} for entry in entries}
    requested = {(entry.id, number) for entry in entries for number, _kind in entry.byes}
    for pairing in pairings:
        for entry, result in _results(pairing, scoring, report.numbers, requested):
            rounds[entry][pairing.round] = result
    ranks = {entry: rank for rank, entry in enumerate(report.order, start=1)}
    lines = [
        _player(report, entry, ranks[entry], [rounds[entry].get(number, _NO_GAME) for number in range(1, played + 1)])
        for entry in sorted(rounds, key=report.numbers.__getitem__)
    ]
    return "\n".join([*_head(report, len(rounds)), *lines]) + "\n"


def _head(report: Report, players: int) -> Iterator[str]:
    yield f"012 {_plain(report.name)}"
    for code, day in (("042", report.begun), ("052", report.ended)):
        if day is not None:
            yield f"{code} {day:%Y/%m/%d}"
    yield f"062 {players}"
    yield f"092 {report.kind}"
    yield f"XXR {report.rounds}"
    if report.top_seed_begins is not None:
        yield f"XXC {'white1' if report.top_seed_begins else 'black1'}"
    if report.bye is not Bye.FULL:
        yield f"BBU {_BYE_HALVES.get(report.bye, 0) / 2:4.1f}"


def _player(report: Report, entry: int, rank: int, results: Sequence[str]) -> str:
    name = _plain(report.names[entry])[:WIDEST_NAME]
    halves = sum(_halves(result[-1], report.bye) for result in results)
    rating = report.ratings.get(entry, 0)
    about = f"001 {report.numbers[entry]:4d}      {name:<33} {rating:4d}"
    return f"{about:<80}{halves / 2:4.1f} {rank:4d}" + "".join(f"  {result}" for result in results)


def _halves(result: str, bye: Bye) -> int:
    return _BYE_HALVES.get(bye, 0) if result == "U" else _HALVES[result]


def _results(
    pairing: Pairing, scoring: Scoring, numbers: Mapping[int, int], requested: set[tuple[int, int]]
) -> Iterator[tuple[int, str]]:
    """Return for each entry of the pairing its opponent, colour and result as the report has them."""
    if len(pairing.seats) == 1:
        (entry,) = pairing.seats
        yield entry, f"0000 - {bye_letter(pairing, is_asked=(entry, pairing.round) in requested)}"
        return
    paid = scoring.paid_to(pairing)
    for at, entry in enumerate(pairing.seats):
        opponent = pairing.seats[1 - at]
        result = result_letter(pairing, paid[entry], paid[opponent]) if paid else " "
        yield entry, f"{numbers[opponent]:4d} {'wb'[at]} {result}"


def bye_letter(pairing: Pairing, *, is_asked: bool) -> str:
    """Return the letter of a bye: allocated (U), or requested with half a point (H) or none (Z)."""
    if not is_asked and pairing.bye is not Bye.REST:
        return "U"
    return "H" if pairing.bye is Bye.HALF else "Z"


def result_letter(pairing: Pairing, own: int, other: int) -> str:
    """Return the letter of a decided game, or of several as one, by the units that they paid together."""
    if not pairing.was_played:
        return "+" if own > other else "-"
    return "1" if own > other else "0" if own < other else "="


def _plain(text: str) -> str:
    """Return the text on one line."""
    return " ".join(text.split())


def is_report(text: str) -> bool:
    """Return whether a text is a report: some line describes a player."""
    return any(PLAYER.match(line) for line in text.splitlines())


def players_of(text: str) -> list[ListedPlayer]:
    """Return the players of a report in the order of its lines; those without a name are left out."""
    numbered = enumerate(text.removeprefix("\ufeff").splitlines(), start=1)
    found = (_player_in(number, line) for number, line in numbered if PLAYER.match(line))
    return [listed for listed in found if listed.name]


def _player_in(number: int, line: str) -> ListedPlayer:
    """Return a player of a report; `Surname, First name` is turned round, as lists of players have names."""
    surname, comma, first = (_plain(part) for part in line[NAME].partition(","))
    name = _plain(f"{first} {surname}") if comma and first and "," not in first else _plain(line[NAME]).rstrip(", ")
    rating = line[RATING].strip()
    return ListedPlayer(number, int(line[4:8]), name, int(rating) if rating.isdigit() and int(rating) else None)
