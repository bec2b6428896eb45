"""The result of a match in a bracket: the order of its players, and the options about it."""

from __future__ import annotations

from collections.abc import Mapping

from league.competition.format import How, Pairing
from league.competition.options import Option
from league.competition.points import POINT, per_place, share_units

BETTER_SEED, AGAIN = "seed", "again"
TIMES_AGAIN = 3  # how often a tied match is played again; then the better seed goes on


def order_of(pairing: Pairing, seeds: Mapping[int, int]) -> tuple[tuple[int, ...], bool]:
    """Return the players of a decided match, best first, and whether the first is only the better seed of two equals.

    All its games count together: shares of the places, then points in the games. If everybody forfeited every game, the
    order is empty. Raise KeyError if a player has no seed.
    """
    if len(pairing.seats) == 1:
        return pairing.seats, False
    if all(leg.how is How.FORFEIT and 1 not in leg.places for leg in pairing.results):
        return (), False
    merits = {entry: merit_of(entry, pairing) for entry in pairing.seats}
    order = sorted(pairing.seats, key=lambda entry: (*(-part for part in merits[entry]), seeds[entry]))
    return tuple(order), merits[order[0]] == merits[order[1]]


def merit_of(entry: int, pairing: Pairing) -> tuple[int, int]:
    """Return an entry's result over all games of a pairing: units of its places, then points in the games."""
    units = points = 0
    for leg in pairing.results:
        at = leg.seats.index(entry)
        units += share_units(per_place((POINT, 0), len(leg.seats)), leg.places)[at]
        points += leg.points[at] if leg.points else 0
    return units, points


def is_settled(pairing: Pairing) -> bool:
    """Return whether a pairing keeps its players: it has a result or a report, or the organiser changed it."""
    return bool(pairing.results) or pairing.is_reported or pairing.by_hand


LEGS = Option(
    name="legs",
    title="Games per match",
    explanation="The players change seats after each game. Each game gives 1 point for 1st down to 0 for last. Most "
    "points from all games win the match; if equal, the highest sum of scores.",
    choices=tuple(range(1, 11)),
    default=1,
)


ORDER = Option(
    name="order",
    title="Seeding",
    explanation="The order of the list of players, or at random. You can sort the list by rating or by hand. Top "
    "seeds get the byes.",
    choices=("list", "lot"),
    default="list",
    labels=(("list", "order of the list"), ("lot", "at random")),
)


TIES = Option(
    name="ties",
    title="Tied match",
    explanation="What happens if a match is tied after all its games. Three replays are played at most; then the "
    "better seed wins.",
    choices=(AGAIN, BETTER_SEED),
    default=AGAIN,
    labels=((AGAIN, "play again"), (BETTER_SEED, "the better seed wins")),
)
