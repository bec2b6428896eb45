"""Finds whose strength changed: a player begins again before the first rated result with another file."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from league.results.entries import NewResult
from league.results.models import NewStrength, Pool


class Known(NamedTuple):
    """What last played under a player's name in a pool, and since when."""

    strength: str
    since: datetime


class Beginning(NamedTuple):
    """A player who plays with another strength than is known, from this result on."""

    player_id: int
    strength: str
    begins_again: bool


def beginnings_in(pool: Pool, entries: Sequence[NewResult], now: datetime) -> list[list[Beginning]]:
    """Return for each entry who plays with another strength than in the results before it. Hold the pool's lock.

    Going back to what played before is a change as well. Only what was settled after the last change makes one: a match
    that still waited for the old version while the new one played already counts for who stands there.
    """
    told = [_told(entry) for entry in entries]
    players = {player for strengths in told for player in strengths}
    known = _known(pool, players) if players else {}
    return [_changed(known, entry, strengths, now) for entry, strengths in zip(entries, told, strict=True)]


def _told(entry: NewResult) -> dict[int, str]:
    if not (entry.counts and entry.strengths):
        return {}
    seats = zip(entry.seats, entry.strengths, strict=True)
    return {seat.player_id: strength for seat, strength in seats if strength}


def _known(pool: Pool, players: set[int]) -> dict[int, Known]:
    rows = NewStrength.objects.filter(pool=pool, player__in=players).order_by("player", "-number").distinct("player")
    return {player: Known(strength, since) for player, strength, since in rows.values_list("player", "strength", "at")}


def _changed(known: dict[int, Known], entry: NewResult, strengths: Mapping[int, str], now: datetime) -> list[Beginning]:
    at, found = entry.played_at or now, []
    for player, strength in strengths.items():
        last, names = known.get(player), {strength, *entry.alike.get(strength, ())}
        if last and (last.strength in names or (entry.drawn_at and entry.drawn_at <= last.since)):
            continue
        found.append(Beginning(player, strength, begins_again=last is not None))
        known[player] = Known(strength, at)
    return found
