"""Panels that higher apps add to a replay, on the pages of matches and of game records.

An app registers a panel in `ready`: a template, and a function that returns the template's `panel`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from games.matches.boards import Chair
from games.matches.queries import OpenRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A game that a page shows step by step, with all cards: of the match or of the record with that public id."""

    opened: OpenRecord
    chairs: Sequence[Chair]
    address: str
    match: str = ""
    record: str = ""


Facts = Callable[[HttpRequest, Replay], object]


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a page: include `template` with `panel=facts`, above the table if it has a `plot`, else below."""

    template: str
    facts: object


_registered: list[tuple[str, Facts]] = []


def register_replay_panel(*, template: str, facts: Facts) -> None:
    """Add a panel to every replay; `facts(request, replay)` returns what it shows."""
    _registered.append((template, facts))


def replay_panels(request: HttpRequest, replay: Replay) -> list[Panel]:
    """Return the panels of a replay, in the order of registration."""
    return [Panel(template, facts(request, replay)) for template, facts in _registered]
