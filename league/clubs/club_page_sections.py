"""Sections that higher apps add to club pages: panels on a club's page, links on its card in the list.

An app registers a panel in `ready`: a template, and a function that returns the template's `panel`.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest

from league.clubs.models import Club
from league.clubs.permissions import Rights

Facts = Callable[[HttpRequest, Club, Rights], Mapping[str, object]]

BELOW_PLAYERS: Final = 50


@dataclass(frozen=True, slots=True)
class _Registered:
    order: int
    template: str
    facts: Facts


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a club's page: include `template` with `panel=facts`."""

    template: str
    facts: Mapping[str, object]
    is_below: bool
    """Whether it is below the list of players."""


_registered: list[_Registered] = []


def register_panel(*, template: str, facts: Facts, order: int = BELOW_PLAYERS) -> None:
    """Add a panel to every club's page, low orders first; those below 50 are above the list of players.

    `facts(request, club, rights)` returns what it shows.
    """
    _registered.append(_Registered(order, template, facts))


def panels_of(request: HttpRequest, club: Club, rights: Rights) -> list[Panel]:
    """Return the panels of a club for the asker, in order."""
    return [
        Panel(entry.template, entry.facts(request, club, rights), entry.order >= BELOW_PLAYERS)
        for entry in sorted(_registered, key=lambda entry: (entry.order, entry.template))
    ]


Link = tuple[str, str]
"""An address and its words."""

Links = Callable[[Sequence[Club]], Mapping[int, Sequence[Link]]]
_links: list[Links] = []


def register_links(links: Links) -> None:
    """Add links to the cards of clubs: `links(clubs)` returns them by the ids of the clubs, in one query."""
    _links.append(links)


def links_of(clubs: Sequence[Club]) -> list[tuple[Club, Sequence[Link]]]:
    """Return clubs that the reader may see, each with the links of its card."""
    found: dict[int, list[Link]] = defaultdict(list)
    for registered in _links:
        for club, links in registered(clubs).items():
            found[club] += links
    return [(club, found[club.pk]) for club in clubs]
