"""Template contexts of the table of each game, and what to click on it for a move.

The same code draws replays, from the engine's state, and games in the browser, from one seat's view, with unknown cards
face-down. States and views of a game share field names. A game without a module here is drawn by `plain`, so that a
new game has a page at once.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from engine.core.game import Event, State, View
from engine.core.record import Record, start
from games.matches.boards import plain
from games.matches.boards.plain import SeatLabel

Draw = Callable[[State | View, Event | None, Sequence[SeatLabel]], dict[str, Any]]
Path = tuple[str | tuple[str, ...], ...]
"""What to click for a move, in order; the elements of an inner tuple in any order."""


class Race(NamedTuple):
    """The points of the seats over a whole record."""

    steps: int
    changes: tuple[tuple[tuple[int, int], ...], ...]  # by seat: (step, points) wherever they change, the first at 0
    goal: int | None  # points at which the game ends or may end
    clans: tuple[str, ...]  # by seat, where the game gives each a clan


def draw(slug: str, position: State | View, event: Event | None, labels: Sequence[SeatLabel]) -> dict[str, Any]:
    """Return the table after `event`, as context of `templates/matches/tables/<slug>.html` or `_plain.html`."""
    module = _module(slug)
    drawing: Draw = module.draw if module else plain.draw
    return drawing(position, event, labels)


def click_path(slug: str, position: View, event: Event) -> Path:
    """Return what to click, in order, to make this move of the viewing seat.

    Each is the `data-at` of an element; elements with the same `data-like` are equivalent. Empty: the move is offered
    in words only. Moves that differ only in something that cannot be clicked (a card face-up or face-down) have the
    same path.
    """
    find: Callable[[View, Event], Path] | None = getattr(_module(slug), "click_path", None)
    return find(position, event) if find else ()


def question(slug: str, position: View, moves: Sequence[Event]) -> str:
    """Return the question to the viewing seat about its legal `moves`; "" if the game has none."""
    ask: Callable[[View, Sequence[Event]], str] | None = getattr(_module(slug), "question", None)
    return ask(position, moves) if ask else ""


def heading(slug: str, position: View, event: Event) -> str:
    """Return the heading of the move in a long list; "" to use its verb."""
    describe: Callable[[View, Event], str] | None = getattr(_module(slug), "heading", None)
    return describe(position, event) if describe else ""


def tie_break(slug: str) -> str:
    """Return the rule that decides between equal scores; "" for a game in which they share a place."""
    rule: str = getattr(_module(slug), "TIE_BREAK", "")
    return _(rule) if rule else ""


def race_of(record: Record) -> Race | None:
    """Return the points by step; None for a game whose table has no points before the end.

    They are read while the record is played once more: 0.4 to 1.2 ms for 150 events, where parsing it takes 4 to 8 (27
    November 2026). So they are not cached.
    """
    module = _module(record.game)
    points: Callable[[State], Sequence[int]] | None = getattr(module, "points", None)
    if points is None:
        return None
    state = start(record)
    changes = [[(0, own)] for own in points(state)]
    for step, event in enumerate(record.events, 1):
        state.advance(event)
        for seat, own in zip(changes, points(state), strict=True):
            if seat[-1][1] != own:
                seat.append((step, own))
    goal, clans = getattr(module, "GOAL", None), getattr(module, "CLAN_OF_SEAT", ())
    return Race(len(record.events), tuple(tuple(seat) for seat in changes), goal, clans[: state.seats])


def moves_note(slug: str) -> str:
    """Return what a reader of the game's notation needs to know, in English; "" if nothing."""
    note: str = getattr(_module(slug), "MOVES_NOTE", "")
    return note


def templates_of(slug: str) -> list[str]:
    """Return the templates that may draw the game, the best first."""
    return [f"matches/tables/{slug}.html", "matches/tables/_plain.html"]


@cache
def _module(slug: str) -> ModuleType | None:
    name = f"{__name__}.{slug.replace('-', '_')}"
    return import_module(name) if find_spec(name) else None
