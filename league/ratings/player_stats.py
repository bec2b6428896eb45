"""The other columns of a leaderboard: games, wins and recent results, counted by line or in columns."""

import struct
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from league.competition.ratings.columns import Indices, Numbers, Tables

FORM_LENGTH = 10
WHOLE_TABLE = 24
SEATS = 5
"""A table has no more."""
_TALLY = struct.Struct(f"<QIqB{FORM_LENGTH}s{FORM_LENGTH}i{2 * SEATS}I")


def shares(form: str) -> Sequence[float]:
    """Return the shares of the table that were beaten, 0 to 1."""
    return [(ord(letter) - ord("a")) / WHOLE_TABLE for letter in form]


class Tally:
    """One player's counts; mutable."""

    __slots__ = ("befores", "by_seat", "last_played", "letters", "ordinal")

    def __init__(self) -> None:
        self.ordinal = 0
        self.last_played = 0
        self.letters: list[str] = []  # of the form; only the last ten count, they are cut when they are read
        self.befores: list[int] = []  # the rating before each of those results
        self.by_seat = [0] * (2 * SEATS)  # of every seat in turn: rated results, first places

    def begin_again(self) -> None:
        """Restart the counts of rated results and first places."""
        self.by_seat = [0] * (2 * SEATS)

    def cut(self) -> None:
        """Drop results older than the form."""
        del self.letters[:-FORM_LENGTH], self.befores[:-FORM_LENGTH]


Tallies = dict[int, Tally]
"""By player."""


def packed(tallies: Mapping[int, Tally]) -> Iterable[bytes]:
    """Yield the counts of every player as bytes, by ascending player."""
    for player in sorted(tallies):
        tally = tallies[player]
        tally.cut()
        befores = tally.befores + [0] * (FORM_LENGTH - len(tally.befores))
        form = "".join(tally.letters).encode("ascii")
        yield _TALLY.pack(player, tally.ordinal, tally.last_played, len(form), form, *befores, *tally.by_seat)


def unpacked(state: bytes) -> Tallies:
    """Return the counts that these bytes hold."""
    tallies = {}
    for player, ordinal, last_played, size, form, *numbers in _TALLY.iter_unpack(state):
        tally = tallies[player] = Tally()
        tally.ordinal, tally.last_played = ordinal, last_played
        tally.letters, tally.befores = list(form[:size].decode("ascii")), numbers[:size]
        tally.by_seat = numbers[FORM_LENGTH:]
    return tallies


def tally_all(tallies: Tallies, tables: Tables, played: Numbers, before: Numbers) -> Numbers:
    """Count many results at once. Return by seat how many its player has so far, from 1.

    `played` is when each result was, in microseconds since 1970; `before` each seat's rating before it.
    """
    names = tables.names.tolist()
    own = [tallies.get(player) or tallies.setdefault(player, Tally()) for player in names]
    by_player = tables.who[tables.order]
    before_first = np.array([tally.ordinal for tally in own], np.int64) - np.searchsorted(
        by_player, np.arange(len(own))
    )
    ordinals = np.empty_like(by_player)
    ordinals[tables.order] = np.arange(1, len(by_player) + 1) + before_first[by_player]
    rated = tables.order[np.repeat(tables.rated, tables.sizes)[tables.order]]  # rated seats, by player
    who = tables.who[rated]
    ends = np.searchsorted(who, np.arange(len(names)), side="right")
    starts = np.maximum(np.append(0, ends[:-1]), ends - FORM_LENGTH).tolist()
    letters = _recent_form(tables)[rated].tobytes().decode("ascii")
    befores = before[rated].tolist()
    times = np.repeat(played, tables.sizes)[rated].tolist()
    counts = np.bincount(tables.who, minlength=len(names)).tolist()
    by_seat = _by_seat(tables, rated).tolist()
    for tally, count, start, end, seats in zip(own, counts, starts, ends.tolist(), by_seat, strict=True):
        tally.ordinal += count
        if start == end:
            continue
        tally.last_played = times[end - 1]
        tally.letters += letters[start:end]
        tally.befores += befores[start:end]
        tally.by_seat = [old + new for old, new in zip(tally.by_seat, seats, strict=True)]
        tally.cut()
    return ordinals


def _recent_form(tables: Tables) -> "np.ndarray[tuple[int], np.dtype[np.uint8]]":
    """Return the letter of each seat, as ASCII: how much of the table was beaten."""
    letters = np.zeros(len(tables.who), np.uint8)
    for size in np.unique(tables.sizes).tolist():
        if size < 2:
            continue
        seats = tables.first_seats[tables.sizes == size][:, None] + np.arange(size)
        places = tables.places[seats]
        halves = (np.sign(places[:, None, :] - places[:, :, None]) + 1).sum(axis=2) - 1  # less the one of oneself
        letters[seats] = halves * WHOLE_TABLE // (2 * (size - 1)) + ord("a")
    return letters


def _by_seat(tables: Tables, rated: Indices) -> Numbers:
    """Return for every name and seat in turn: rated results, first places."""
    seat = np.arange(len(tables.who)) - np.repeat(tables.first_seats, tables.sizes)
    column = tables.who[rated] * 2 * SEATS + 2 * seat[rated]
    won = column[tables.places[rated] == 1] + 1
    size = 2 * SEATS * len(tables.names)
    counts = np.bincount(column, minlength=size) + np.bincount(won, minlength=size)
    return counts.reshape(len(tables.names), 2 * SEATS)
