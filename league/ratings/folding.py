"""The fold itself: from ledger lines, in order, to steps and standings. It knows no database and no clock.

Its state goes to bytes and back at any line; going on from there gives the same as never having stopped.
"""

import struct
from collections.abc import Iterable
from typing import Any, NamedTuple

from league.ratings.form import FORM_LENGTH, letters
from league.rules.ratings.system import RatedResult, RatingSystem

SEATS = 5
"""A table has no more."""

Place = tuple[int, int]
"""Where a line stands in the fold's order: when it was played, in microseconds since 1970, and its number."""


class Line(NamedTuple):
    """One subject of the ledger as it counts now. A withdrawn one has no players."""

    place: Place
    result: int
    is_rated: bool
    players: tuple[int, ...]
    places: tuple[int, ...]


class StepRow(NamedTuple):
    """What one line did to one player, as `RatingStep` holds it."""

    player: int
    ordinal: int
    result: int
    before: int
    after: int
    uncertainty: int
    games: int


class RatingRow(NamedTuple):
    """Where one player stands, as `Rating` holds it; `last_played` in microseconds since 1970."""

    player: int
    value: int
    uncertainty: int
    is_provisional: bool
    games: int
    wins: int
    change: int
    form: str
    last_played: int
    by_seat: tuple[int, ...]


class Tally:
    """What a leaderboard shows of a player beside the rating. It changes as lines are folded."""

    __slots__ = ("befores", "by_seat", "form", "last_played", "ordinal", "wins")

    def __init__(self) -> None:
        self.ordinal = 0
        self.wins = 0
        self.last_played = 0
        self.form = ""
        self.befores: list[int] = []  # the ratings before each result of the form
        self.by_seat = [0] * (2 * SEATS)  # of every seat in turn: rated results, first places

    def count(self, seat: int, letter: str, place: int, before: int, played: int) -> None:
        """Take one rated result."""
        self.by_seat[2 * seat] += 1
        if place == 1:
            self.wins += 1
            self.by_seat[2 * seat + 1] += 1
        self.last_played = played
        self.form = self.form[1 - FORM_LENGTH :] + letter
        self.befores.append(before)
        if len(self.befores) > FORM_LENGTH:
            del self.befores[0]


class PoolFold:
    """A pool after so many lines. It changes as lines are folded."""

    def __init__(self, system: RatingSystem[Any], state: bytes = b"") -> None:
        self._system = system
        self._ratings, self._tallies = _load(system, state) if state else (system.start(), {})

    def take(self, line: Line) -> list[StepRow]:
        """Fold the next line and return what it did, seat by seat."""
        if not line.is_rated:
            return [self._unmoved(player, line.result) for player in line.players]
        steps = self._system.apply(self._ratings, RatedResult(line.players, line.places))
        played, result, rows = line.place[0], line.result, []
        by_seat = zip(range(SEATS), steps, line.places, letters(line.places), strict=False)
        for seat, (player, before, after, uncertainty, games), place, letter in by_seat:
            tally = self._tallies.get(player) or self._newcomer(player)
            tally.ordinal += 1
            tally.count(seat, letter, place, before, played)
            rows.append(StepRow(player, tally.ordinal, result, before, after, uncertainty, games))
        return rows

    def standings(self, players: Iterable[int] | None = None) -> list[RatingRow]:
        """Return where players (None: all) stand who have a rated result, by ascending player."""
        wanted = sorted(self._tallies if players is None else players)
        return [self._standing(player, self._tallies[player]) for player in wanted if self._tallies[player].form]

    def ordinals(self) -> dict[int, int]:
        """Return how many lines each player has so far."""
        return {player: tally.ordinal for player, tally in self._tallies.items()}

    def dump(self) -> bytes:
        """Return the state as bytes; equal states give equal bytes."""
        ratings = self._system.dump(self._ratings)
        tallies = [_pack(player, self._tallies[player]) for player in sorted(self._tallies)]
        return b"".join([_LENGTH.pack(len(ratings)), ratings, *tallies])

    def _unmoved(self, player: int, result: int) -> StepRow:
        tally = self._tallies.get(player) or self._newcomer(player)
        tally.ordinal += 1
        value, uncertainty, games, _provisional = self._system.rating(self._ratings, player)
        return StepRow(player, tally.ordinal, result, value, value, uncertainty, games)

    def _standing(self, player: int, tally: Tally) -> RatingRow:
        value, uncertainty, games, provisional = self._system.rating(self._ratings, player)
        return RatingRow(
            player=player,
            value=value,
            uncertainty=uncertainty,
            is_provisional=provisional,
            games=games,
            wins=tally.wins,
            change=value - tally.befores[0],
            form=tally.form,
            last_played=tally.last_played,
            by_seat=tuple(tally.by_seat),
        )

    def _newcomer(self, player: int) -> Tally:
        tally = self._tallies[player] = Tally()
        return tally


_LENGTH = struct.Struct("<Q")
_TALLY = struct.Struct(f"<QIIqB{FORM_LENGTH}s{FORM_LENGTH}i{2 * SEATS}I")


def _pack(player: int, tally: Tally) -> bytes:
    befores = tally.befores + [0] * (FORM_LENGTH - len(tally.befores))
    form = tally.form.encode("ascii")
    return _TALLY.pack(player, tally.ordinal, tally.wins, tally.last_played, len(form), form, *befores, *tally.by_seat)


def _load(system: RatingSystem[Any], state: bytes) -> tuple[Any, dict[int, Tally]]:
    (length,) = _LENGTH.unpack_from(state)
    end = _LENGTH.size + length
    tallies = {}
    for player, ordinal, wins, last_played, size, form, *numbers in _TALLY.iter_unpack(state[end:]):
        tally = tallies[player] = Tally()
        tally.ordinal, tally.wins, tally.last_played = ordinal, wins, last_played
        tally.form, tally.befores = form[:size].decode("ascii"), numbers[:size]
        tally.by_seat = numbers[FORM_LENGTH:]
    return system.load(state[_LENGTH.size : end]), tallies
