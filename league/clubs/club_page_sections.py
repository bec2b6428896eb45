"""Sections that higher apps add to club pages: panels on a club's page, parts of its card in the list.

An app registers a panel in `ready`: a template, and a function that returns the template's `panel`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.http import HttpRequest

from league.clubs.models import Club
from league.clubs.permissions import Rights

Facts = Callable[[HttpRequest, Club, Rights], Mapping[str, object]]

BELOW_BUTTONS: Final = 10
BELOW_PLAYERS: Final = 50


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a club's page: include `template` with `panel=facts`."""

    template: str
    facts: Mapping[str, object]
    is_below: bool
    """Whether it is below the list of players."""
    is_button: bool
    """Whether it is a button below the name of the club."""


_panels: list[tuple[int, str, Facts]] = []


def register_panel(*, template: str, facts: Facts, order: int = BELOW_PLAYERS) -> None:
    """Add a panel to every club's page, low orders first.

    Those below 50 are above the list of players, those below 10 are buttons below the club's name.

    `facts(request, club, rights)` returns what it shows.
    """
    _panels.append((order, template, facts))
    _panels.sort(key=lambda panel: panel[:2])


def panels_of(request: HttpRequest, club: Club, rights: Rights) -> list[Panel]:
    """Return the panels of a club for the user, in order."""
    return [
        Panel(template, facts(request, club, rights), is_below=order >= BELOW_PLAYERS, is_button=order < BELOW_BUTTONS)
        for order, template, facts in _panels
    ]


CardFacts = Callable[[HttpRequest, Sequence[Club]], Mapping[int, object]]
_card_parts: list[tuple[int, str, CardFacts]] = []


@dataclass(frozen=True, slots=True)
class ClubCard:
    """A club in the list: `parts` are templates, each with its `card`."""

    club: Club
    parts: Sequence[tuple[str, object]]


def register_card_part(*, template: str, facts: CardFacts, order: int) -> None:
    """Add a part to the cards of clubs, low orders first.

    `facts(request, clubs)` returns the template's `card` by the ids of the clubs, in a fixed number of queries. Clubs
    that it leaves out do not have this part.
    """
    _card_parts.append((order, template, facts))
    _card_parts.sort(key=lambda part: part[:2])


def cards_of(request: HttpRequest, clubs: Sequence[Club]) -> list[ClubCard]:
    """Return the cards of clubs that the reader may see."""
    found = [(template, facts(request, clubs)) for _order, template, facts in _card_parts]
    return [
        ClubCard(club, [(template, cards[club.pk]) for template, cards in found if club.pk in cards]) for club in clubs
    ]


@dataclass(frozen=True, slots=True)
class Activity:
    """What organisers see beside a member: the rating on the main leaderboard of the club, and the last rated game."""

    rating: int | None
    """In thousandths."""
    last_played_at: datetime


_activities: list[Callable[[HttpRequest, Club, Sequence[int]], Mapping[int, Activity]]] = []


def register_activities(activities: Callable[[HttpRequest, Club, Sequence[int]], Mapping[int, Activity]]) -> None:
    """Add what organisers see beside members: `activities(request, club, players)` by the ids of players."""
    _activities.append(activities)


def activities_of(request: HttpRequest, club: Club, players: Sequence[int]) -> dict[int, Activity]:
    """Return the activities of players (ids) at a club."""
    return {player: own for activities in _activities for player, own in activities(request, club, players).items()}
