"""Games played to their end with a leaning, and their tables as drawn."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any
from xml.etree import ElementTree

from django.template.loader import render_to_string

from engine.core import registry
from engine.core.dealer import Dealer
from engine.core.game import CHANCE, Event, State, View
from games.matches.boards import Path, draw, templates_of
from games.matches.boards.plain import SeatLabel

Leaning = Callable[[Sequence[Event], Random], Event]


def places_along(path: Path) -> Iterator[str]:
    """Every place of a path, one by one."""
    for step in path:
        yield from [step] if isinstance(step, str) else step


def at_random(moves: Sequence[Event], luck: Random) -> Event:
    """Any move."""
    return luck.choice(moves)


def fond_of(*kinds: int) -> Leaning:
    """One of these kinds of moves nearly whenever there is one."""

    def lean(moves: Sequence[Event], luck: Random) -> Event:
        dear = [move for move in moves if move[0] in kinds]
        return luck.choice(dear if dear and luck.random() < 0.9 else moves)

    return lean


def positions(
    slug: str, seats: int, seed: int, lean: Leaning = at_random, **options: Any
) -> Iterator[tuple[Any, Event]]:
    """The positions of a game to its end, each with the event that led there; the state plays on, so keep copies."""
    state = registry.game(slug).start(seats, options)
    dealer, luck = Dealer(f"boards {seed}".encode()), Random(seed)
    while state.turn is not None:
        event = dealer.deal(state) if state.turn == CHANCE else lean(state.legal_moves(), luck)
        state.advance(event)
        yield state, event


def every(number: int, moments: Iterator[tuple[Any, Event]]) -> list[tuple[Any, Event]]:
    """Copies of some of the positions, and of the last."""
    kept: list[tuple[Any, Event]] = []
    for count, (state, event) in enumerate(moments):
        if count % number == 0 or state.turn is None:
            kept.append((state.copy(), event))
    return kept


def table(slug: str, position: State | View, event: Event | None = None) -> dict[str, Any]:
    """The mapping of a table; players are called after their seats."""
    labels = [SeatLabel(f"Player {seat + 1}") for seat in range(position.seats)]
    return draw(slug, position, event, labels)


def page(slug: str, position: State | View, event: Event | None = None) -> ElementTree.Element:
    """The table as drawn, well-formed or not at all."""
    drawn = render_to_string(templates_of(slug), {"table": table(slug, position, event)})
    return ElementTree.fromstring(f"<main>{drawn}</main>")


def uses(element: ElementTree.Element, name: str) -> int:
    """How often a drawing is used."""
    return sum(use.get("href") == f"#{name}" for use in element.iter("use"))


def at(element: ElementTree.Element, place: str) -> ElementTree.Element:
    """What somebody points at there."""
    found = element.find(f".//*[@data-at='{place}']")
    assert found is not None, f"There is no {place}."
    return found


def words(element: ElementTree.Element) -> str:
    """All text of an element, each space once."""
    return " ".join("".join(element.itertext()).split())
