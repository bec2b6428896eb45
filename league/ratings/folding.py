"""The fold itself: from ledger lines, in order, to steps and standings. It knows no database and no clock.

Its state goes to bytes and back at any line; going on from there gives the same as never having stopped.
"""

import struct
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from league.ratings.form import letters
from league.ratings.tallying import Tallies, Tally, packed, tally_all, unpacked
from league.rules.ratings.system import RatedResult, RatingSystem

if TYPE_CHECKING:
    from league.ratings.lines import Lines

Place = tuple[int, int]
"""Where a line stands in the fold's order: when it was played, in microseconds since 1970, and its number."""


class Line(NamedTuple):
    """One subject of the ledger as it counts now. A withdrawn one has no players."""

    place: Place
    result: int
    is_rated: bool
    players: tuple[int, ...]
    places: tuple[int, ...]
    begin_again: tuple[int, ...] = ()
    """Who begins again directly before it, because another strength plays under their name."""


StepRow = tuple[int, int, int, int, int, int, int, int]
"""What one line did to one player, as `RatingStep` holds it: player, ordinal, result, rating before and after,
uncertainty, rated results so far, model uncertainty."""

Steps = NDArray[np.int64]
"""Many of them: a `StepRow` a row."""


class RatingRow(NamedTuple):
    """Where one player stands, as `Rating` holds it; `last_played` in microseconds since 1970."""

    player: int
    value: int
    uncertainty: int
    model_uncertainty: int
    is_provisional: bool
    games: int
    wins: int
    change: int
    form: str
    last_played: int
    by_seat: tuple[int, ...]


class PoolFold:
    """A pool after so many lines. It changes as lines are folded."""

    def __init__(self, system: RatingSystem[Any], state: bytes = b"") -> None:
        self._system = system
        self._ratings, self._tallies = _load(system, state) if state else (system.start(), {})

    @property
    def players(self) -> int:
        """How many it knows."""
        return len(self._tallies)

    def take(self, line: Line) -> list[StepRow]:
        """Fold the next line and return what it did, seat by seat."""
        for player in line.begin_again:
            self._begin_again(player)
        if not line.is_rated:
            return [self._unmoved(player, line.result) for player in line.players]
        steps = self._system.apply(self._ratings, RatedResult(line.players, line.places))
        played, result, rows = line.place[0], line.result, []
        at = 0  # where the seat's counts stand in `by_seat`
        for (player, before, after, uncertainty, games, model), place, letter in zip(
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
            rows.append((player, tally.ordinal, result, before, after, uncertainty, games, model))
        return rows

    def take_all(self, lines: "Lines") -> Steps:
        """Fold the next lines and return what they did, as `take` would one after the other."""
        if not lines.beginnings:
            return self._take_columns(lines)
        steps = []
        for players, part in lines.stretches():
            for player in players:
                self._begin_again(player)
            steps.append(self._take_columns(part))
        return np.concatenate(steps)

    def _take_columns(self, lines: "Lines") -> Steps:
        moves = self._system.apply_all(self._ratings, lines.tables)
        ordinals = tally_all(self._tallies, lines.tables, lines.played, moves.before)
        results = np.repeat(lines.results, lines.tables.sizes)
        return np.column_stack((lines.tables.players, ordinals, results, *moves))

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
        return b"".join([_LENGTH.pack(len(ratings)), ratings, *packed(self._tallies)])

    def _begin_again(self, player: int) -> None:
        """The rating and the form stay; how sure the rating is, and the counts, begin anew."""
        self._system.begin_again(self._ratings, player)
        if player in self._tallies:
            self._tallies[player].begin_again()

    def _unmoved(self, player: int, result: int) -> StepRow:
        tally = self._tallies.get(player) or self._newcomer(player)
        tally.ordinal += 1
        value, uncertainty, games, _provisional, model = self._system.rating(self._ratings, player)
        return player, tally.ordinal, result, value, value, uncertainty, games, model

    def _standing(self, player: int, tally: Tally) -> RatingRow:
        tally.cut()
        value, uncertainty, games, provisional, model = self._system.rating(self._ratings, player)
        return RatingRow(
            player=player,
            value=value,
            uncertainty=uncertainty,
            model_uncertainty=model,
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


def _load(system: RatingSystem[Any], state: bytes) -> tuple[Any, Tallies]:
    (length,) = _LENGTH.unpack_from(state)
    end = _LENGTH.size + length
    return system.load(state[_LENGTH.size : end]), unpacked(state[end:])
