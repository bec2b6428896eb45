"""Scoring rules: what a place pays, and how the games of a pairing become its score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from league.competition.errors import WrongResult
from league.competition.format import Bye, How, Leg, Pairing
from league.competition.points import POINT, per_place, places_of, share_units
from league.competition.registry import lookup

_interpolated = cache(per_place)


class PointsPaid(NamedTuple):
    """What a game, or a whole pairing, pays: seat by seat."""

    seats: tuple[int, ...]
    places: tuple[int, ...]
    units: tuple[int, ...]
    how: How


@dataclass(frozen=True, slots=True)
class Scoring:
    """A scoring rule. `stated` are the units for each place at a table of `len(stated)`.

    `exact` has the units for tables of other sizes; for sizes in neither they are interpolated. With `legs_together`
    the games of a pairing are paid as one.
    """

    slug: str
    name: str
    rule: str
    stated: tuple[int, ...]
    legs_together: bool = False
    exact: tuple[tuple[int, ...], ...] = ()

    def units(self, size: int) -> tuple[int, ...]:
        """Return the units for each place at a table of `size`."""
        return next((units for units in self.exact if len(units) == size), ()) or _interpolated(self.stated, size)

    def paid(self, pairing: Pairing) -> tuple[PointsPaid, ...]:
        """Return what a decided pairing pays, for each game or for all together; nothing for a bye."""
        if not pairing.decided or not pairing.results:
            return ()
        if self.legs_together:
            return (self._together(pairing),)
        return tuple(self._leg(leg) for leg in pairing.results)

    def paid_to(self, pairing: Pairing) -> dict[int, int]:
        """Return what a pairing paid each of its entries, in units; nothing while it is not decided."""
        if not pairing.decided:
            return {}
        paid = dict.fromkeys(pairing.seats, 0 if pairing.results else self.bye(pairing))
        for part in self.paid(pairing):
            for entry, units in zip(part.seats, part.units, strict=True):
                paid[entry] += units
        return paid

    def win(self, legs: int) -> int:
        """Return the units of winning every game of a pairing."""
        return self.stated[0] * (1 if self.legs_together else legs)

    def bye(self, pairing: Pairing) -> int:
        """Return the units of a bye: a full one pays as much as a win, a half one half of that."""
        win = self.win(pairing.legs)
        return {Bye.FULL: win, Bye.HALF: win // 2}.get(pairing.bye or Bye.ZERO, 0)

    def _leg(self, leg: Leg) -> PointsPaid:
        check_places(leg)
        units = share_units(self.units(len(leg.seats)), leg.places)
        return PointsPaid(leg.seats, leg.places, units, leg.how)

    def _together(self, pairing: Pairing) -> PointsPaid:
        legs = [self._leg(leg) for leg in pairing.results]
        seats = legs[0].seats
        sums = [sum(leg.units[leg.seats.index(seat)] for leg in legs) for seat in seats]
        places = places_of([-units for units in sums])
        if all(leg.how is How.FORFEIT for leg in legs):
            places = legs[0].places
        how = next((leg.how for leg in legs if leg.how is not How.FORFEIT), How.FORFEIT)
        return PointsPaid(seats, places, share_units(self.units(len(seats)), places), how)


def check_places(leg: Leg) -> None:
    """Raise `WrongResult` unless every seat has a place and shared places count 1, 2, 2, 4.

    In a forfeit nobody needs to be first: two who both stayed away are both second.
    """
    fits = leg.places == places_of(leg.places) or leg.how is How.FORFEIT
    if len(leg.seats) != len(leg.places) or not fits:
        raise WrongResult(seats=_comma_separated(leg.seats), places=_comma_separated(leg.places))


def _comma_separated(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


_SHARE = (
    "1 point for 1st down to 0 for last, evenly spaced. At a table of four: 1, ⅔, ⅓, 0. Tied players "
    "add up the points of their places and get equal parts."
)
_RULES = (
    Scoring(
        "six-four-two",
        "6, 4, 2, 0",
        "At a table of four: 6 points for 1st, 4 for 2nd, 2 for 3rd, 0 for last. Of three: 6, 3, 0. Of five: "
        "6, 5, 3, 1, 0. Of two: 6, 0. Tied players add up the points of their places and get equal parts.",
        (6 * POINT, 4 * POINT, 2 * POINT, 0),
        exact=((6 * POINT, 5 * POINT, 3 * POINT, POINT, 0),),  # three points a head at every size of table
    ),
    Scoring("share", "1 to 0, each game", _SHARE, (POINT, 0)),
    Scoring(
        "share-match",
        "1 to 0, all games together",
        "For tables that play several games. Each game gives 1 to 0. The sums rank the players of the table. This "
        "ranking gives the points: 1 for 1st down to 0 for last, evenly spaced. Tied players add up the points of "
        "their places and get equal parts.",
        (POINT, 0),
        legs_together=True,
    ),
    Scoring(
        "four-two-one",
        "4, 2, 1, 0",
        "At a table of four: 4 points for 1st, 2 for 2nd, 1 for 3rd, 0 for last. Of three: 4, 1½, 0. Of five: "
        "4, 2½, 1½, ¾, 0. Of two: 4, 0. Tied players add up the points of their places and get equal parts.",
        (4 * POINT, 2 * POINT, POINT, 0),
    ),
)
_BY_SLUG = MappingProxyType({rule.slug: rule for rule in _RULES})


def scoring_rules() -> Mapping[str, Scoring]:
    """Return every scoring rule, by slug."""
    return _BY_SLUG


def scoring_named(slug: str) -> Scoring:
    """Return the scoring rule of that slug. Raise `UnknownPart` if there is none."""
    return lookup("scoring rule", slug, _BY_SLUG)
