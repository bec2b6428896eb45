"""Where somebody points on the table of Highland Clans to make a move: at what is used, and at where it goes.

Several tokens or cards are used in any order, and of equal ones any: `data-like` on the drawing says which are equal.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, cast

from engine.core.game import Event, View
from engine.games.highland_clans.components import COLOURS
from engine.games.highland_clans.events import (
    ABBEY,
    BARD,
    CASTLE,
    CATTLE,
    DISCARD,
    ESTATE,
    EXCHANGE,
    LAY,
    MONKS,
    PIPER,
    PUT_BACK,
    RAID,
    SEND_BACK,
    SPOIL,
    TO_COURT,
    WARRIOR,
)
from engine.games.highland_clans.view import ClansView

Step = str | tuple[str, ...]
Path = tuple[Step, ...]

_COLOUR: Final = {CATTLE: "red", CASTLE: "blue", ABBEY: "green", WARRIOR: "yellow", PIPER: "blue"}


def places(position: View, event: Event) -> Path:
    """Where to point to make this move; doing nothing is offered in words alone."""
    view, (kind, *rest) = cast(ClansView, position), event
    pointed = _POINTED.get(kind)
    return tuple(pointed(view, kind, rest)) if pointed else ()


def hand_places(hand: Sequence[int]) -> list[str]:
    """A place for each card of a hand: `hand-4-2` is the second of its 4s."""
    return [f"hand-{card}-{hand[:number].count(card) + 1}" for number, card in enumerate(hand)]


def _building(view: ClansView, kind: int, _: Sequence[int]) -> Iterator[Step]:
    yield f"drawn-{_COLOUR[kind]}-1"
    yield f"estate-{view.actor + 1}-{sum(view.lands[view.actor][1:]) + 1}"


def _courtier(view: ClansView, kind: int, _: Sequence[int]) -> Iterator[Step]:
    yield f"drawn-{_COLOUR[kind]}-1"
    yield _court(view.actor, _COLOUR[kind])


def _monks(view: ClansView, _: int, rest: Sequence[int]) -> Iterator[Step]:
    yield _tokens("green", rest[0])
    yield _court(view.actor, "green")


def _bard(view: ClansView, _: int, rest: Sequence[int]) -> Iterator[Step]:
    """The bard, whom it lures, and whither: of two the one that is kept goes to the own court."""
    seat, *fates = rest
    lured = [(colour, fate) for colour, fate in zip(COLOURS, fates, strict=False) if fate]
    yield "drawn-blue-1"
    yield tuple([_court(seat, colour) for colour, _ in lured])
    yield next((_court(view.actor, colour) for colour, fate in lured if fate == TO_COURT), "sack")


def _estate(view: ClansView, _: int, rest: Sequence[int]) -> Iterator[Step]:
    """The stock, then all that pays."""
    yellow, green, red, court_yellow, court_green = rest
    drawn = (*_tokens("yellow", yellow), *_tokens("red", red), *_tokens("green", green))
    court = [("yellow", court_yellow), ("green", court_green)]
    yield "stock"
    yield (*drawn, *[_court(view.actor, colour) for colour, count in court if count])


def _sent_back(_: ClansView, _kind: int, rest: Sequence[int]) -> Iterator[Step]:
    if any(rest):
        yield tuple([at for colour, count in zip(COLOURS, rest, strict=True) for at in _tokens(colour, count)])
        yield "sack"


def _returned(_: ClansView, _kind: int, rest: Sequence[int]) -> Iterator[Step]:
    """Cards that are exchanged or put back."""
    if rest:
        yield tuple(hand_places(rest))
        yield "deck"


def _discarded(_: ClansView, _kind: int, rest: Sequence[int]) -> Iterator[Step]:
    yield f"hand-{rest[0]}-1"


def _laid(view: ClansView, _: int, rest: Sequence[int]) -> Iterator[Step]:
    """A card alone goes into the combat; one with a piper to the pipers, who take it there."""
    card, piper = rest
    seat = view.target if view.laid else view.actor
    yield f"hand-{card}-1"
    yield _court(seat, "blue") if piper else "combat"


def _raided(_: ClansView, _kind: int, rest: Sequence[int]) -> Iterator[Step]:
    yield f"arms-{rest[0] + 1}"


def _spoiled(view: ClansView, _: int, rest: Sequence[int]) -> Iterator[Step]:
    """The first estate on which such a thing stands."""
    _estates, cattle, castles, _abbeys = view.lands[view.target]
    before = {CATTLE: 0, CASTLE: cattle, ABBEY: cattle + castles}
    if rest[0] in before:
        yield f"estate-{view.target + 1}-{before[rest[0]] + 1}"


def _tokens(colour: str, count: int) -> tuple[str, ...]:
    return tuple([f"drawn-{colour}-{number + 1}" for number in range(count)])


def _court(seat: int, colour: str) -> str:
    return f"court-{seat + 1}-{colour}"


_POINTED: Final[Mapping[int, Callable[[ClansView, int, Sequence[int]], Iterator[Step]]]] = {
    CATTLE: _building,
    CASTLE: _building,
    ABBEY: _building,
    WARRIOR: _courtier,
    PIPER: _courtier,
    MONKS: _monks,
    BARD: _bard,
    ESTATE: _estate,
    SEND_BACK: _sent_back,
    EXCHANGE: _returned,
    PUT_BACK: _returned,
    DISCARD: _discarded,
    LAY: _laid,
    RAID: _raided,
    SPOIL: _spoiled,
}
