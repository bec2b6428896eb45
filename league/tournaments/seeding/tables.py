"""Invented games: the stronger have more points in the end, mostly."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from engine.core.game import places_by
from league.members.models import Player
from league.results.entries import SeatResult

SIZES, HOW_OFTEN = (2, 3, 4, 5), (1, 3, 5, 2)
POINTS_OF_THE_AVERAGE, POINTS_OF_STRENGTH, POINTS_OF_LUCK = 24, 6, 7


@dataclass(frozen=True, slots=True)
class Invented:
    """Somebody who does not exist: how well they play, and how often they come."""

    player: Player
    strength: float
    eagerness: float


class Company:
    """People who meet at tables, some more often than others."""

    def __init__(self, people: Sequence[Invented], luck: Random) -> None:
        self._people, self._luck = people, luck
        self._eagerness = list(accumulate(one.eagerness for one in people))

    def some(self, size: int) -> list[Invented]:
        """So many of them, in the order of their seats."""
        came: dict[int, Invented] = {}
        while len(came) < size:
            one = self._luck.choices(self._people, cum_weights=self._eagerness)[0]
            came[one.player.pk] = one
        return list(came.values())

    def game(self) -> tuple[SeatResult, ...]:
        """One game of a table of any size."""
        size = self._luck.choices(SIZES, HOW_OFTEN)[0]
        return came_to(self.some(min(size, len(self._people))), self._luck)


def invent(players: Sequence[Player], luck: Random) -> list[Invented]:
    """Say of each how well and how often they play; a few come to everything."""
    return [Invented(player, luck.gauss(0, 1), luck.paretovariate(1.5)) for player in players]


def came_to(table: Sequence[Invented], luck: Random) -> tuple[SeatResult, ...]:
    """What a game among these came to, first seat first."""
    points = [
        max(0, round(luck.gauss(POINTS_OF_THE_AVERAGE + POINTS_OF_STRENGTH * one.strength, POINTS_OF_LUCK)))
        for one in table
    ]
    players = [one.player.pk for one in table]
    return tuple(map(SeatResult, players, points, places_by(points)))
