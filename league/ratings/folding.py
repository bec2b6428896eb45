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


StepRow = tuple[int, int, int, int, int, int, int]
"""What one line did to one player, as `RatingStep` holds it: player, ordinal, result, rating before and after,
uncertainty, rated results so far. A plain tuple, because a fold makes millions."""


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

    __slots__ = ("befores", "by_seat", "last_played", "letters", "ordinal")

    def __init__(self) -> None:
        self.ordinal = 0
        self.last_played = 0
        self.letters: list[str] = []  # of the form; only the last ten count, they are cut when they are read
        self.befores: list[int] = []  # the rating before each of those results
        self.by_seat = [0] * (2 * SEATS)  # of every seat in turn: rated results, first places

    def cut(self) -> None:
        """Forget what the form no longer shows."""
        del self.letters[:-FORM_LENGTH], self.befores[:-FORM_LENGTH]


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
        at = 0  # where the seat's counts stand in `by_seat`
        for (player, before, after, uncertainty, games), place, letter in zip(
            steps, line.places, letters(line.places), strict=True
        ):
            tally = self._tallies.get(player) or self._newcomer(player)
            tally.ordinal += 1
            tally.last_played = played
            tally.letters.append(letter)
            tally.befores.append(before)
            tally.by_seat[at] += 1
            if place == 1:
                tally.by_seat[at + 1] += 1
            at += 2
            rows.append((player, tally.ordinal, result, before, after, uncertainty, games))
        return rows

    def standings(self, players: Iterable[int] | None = None) -> list[RatingRow]:
        """Return where players (None: all) stand who have a rated result, by ascending player."""
        wanted = sorted(self._tallies if players is None else players)
        return [self._standing(player, self._tallies[player]) for player in wanted if self._tallies[player].letters]

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
        return player, tally.ordinal, result, value, value, uncertainty, games

    def _standing(self, player: int, tally: Tally) -> RatingRow:
        tally.cut()
        value, uncertainty, games, provisional = self._system.rating(self._ratings, player)
        return RatingRow(
            player=player,
            value=value,
            uncertainty=uncertainty,
            is_provisional=provisional,
            games=games,
            wins=sum(tally.by_seat[1::2]),
            change=value - tally.befores[0],
            form="".join(tally.letters),
            last_played=tally.last_played,
            by_seat=tuple(tally.by_seat),
        )

    def _newcomer(self, player: int) -> Tally:
        tally = self._tallies[player] = Tally()
        return tally


_LENGTH = struct.Struct("<Q")
_TALLY = struct.Struct(f"<QIqB{FORM_LENGTH}s{FORM_LENGTH}i{2 * SEATS}I")


def _pack(player: int, tally: Tally) -> bytes:
    tally.cut()
    befores = tally.befores + [0] * (FORM_LENGTH - len(tally.befores))
    form = "".join(tally.letters).encode("ascii")
    return _TALLY.pack(player, tally.ordinal, tally.last_played, len(form), form, *befores, *tally.by_seat)


def _load(system: RatingSystem[Any], state: bytes) -> tuple[Any, dict[int, Tally]]:
    (length,) = _LENGTH.unpack_from(state)
    end = _LENGTH.size + length
    tallies = {}
    for player, ordinal, last_played, size, form, *numbers in _TALLY.iter_unpack(state[end:]):
        tally = tallies[player] = Tally()
        tally.ordinal, tally.last_played = ordinal, last_played
        tally.letters, tally.befores = list(form[:size].decode("ascii")), numbers[:size]
        tally.by_seat = numbers[FORM_LENGTH:]
    return system.load(state[_LENGTH.size : end]), tallies
