"""Panels that apps above put on a club's page: its pools, its tournaments. Clubs do not know what is in them.

An app registers one when it starts (`ready`): a template and a function that gives the template's `panel`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import HttpRequest

from league.clubs.models import Club
from league.clubs.rules import Rights

Facts = Callable[[HttpRequest, Club, Rights], Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class _Registered:
    order: int
    template: str
    facts: Facts


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of one club's page: include `template` with `panel=facts`."""

    template: str
    facts: Mapping[str, object]


_registered: list[_Registered] = []


def register_panel(*, template: str, facts: Facts, order: int = 50) -> None:
    """Put a panel on every club's page; low orders stand first. `facts(request, club, rights)` reads what it shows."""
    _registered.append(_Registered(order, template, facts))


def panels_of(request: HttpRequest, club: Club, rights: Rights) -> list[Panel]:
    """The panels of a club for the one who asks, in order."""
    return [
        Panel(entry.template, entry.facts(request, club, rights))
        for entry in sorted(_registered, key=lambda entry: (entry.order, entry.template))
    ]
