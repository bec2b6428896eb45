"""Where somebody points on the table of Highland Clans to make a move: at what is used, and at where it goes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, cast

from engine.core.game import Event, View
from engine.games.highland_clans.components import COLOURS, YELLOW
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

_COLOUR: Final = {CATTLE: "red", CASTLE: "blue", ABBEY: "green", WARRIOR: "yellow", PIPER: "blue"}


def places(position: View, event: Event) -> tuple[str, ...]:
    """Where to point to make this move; doing nothing is offered in words alone."""
    view, (kind, *rest) = cast(ClansView, position), event
    pointed = _POINTED.get(kind)
    return tuple(pointed(view, kind, rest)) if pointed else ()


def hand_places(hand: Sequence[int]) -> list[str]:
    """A place for each card of a hand: `hand-4-2` is the second of its 4s."""
    return [f"hand-{card}-{hand[:number].count(card) + 1}" for number, card in enumerate(hand)]


def _building(view: ClansView, kind: int, _: Sequence[int]) -> Iterator[str]:
    yield f"drawn-{_COLOUR[kind]}-1"
    yield f"estate-{view.actor + 1}-{sum(view.lands[view.actor][1:]) + 1}"


def _courtier(view: ClansView, kind: int, _: Sequence[int]) -> Iterator[str]:
    yield f"drawn-{_COLOUR[kind]}-1"
    yield _court(view.actor, _COLOUR[kind])


def _monks(view: ClansView, _: int, rest: Sequence[int]) -> Iterator[str]:
    yield from _tokens("green", rest[0])
    yield _court(view.actor, "green")


def _bard(view: ClansView, _: int, rest: Sequence[int]) -> Iterator[str]:
    """The bard, whom it lures, and whither: of two the one that is kept goes to the own court."""
    seat, *fates = rest
    lured = [(colour, fate) for colour, fate in zip(COLOURS, fates, strict=False) if fate]
    yield "drawn-blue-1"
    yield from [_court(seat, colour) for colour, _ in lured]
    yield next((_court(view.actor, colour) for colour, fate in lured if fate == TO_COURT), "sack")


def _estate(view: ClansView, _: int, rest: Sequence[int]) -> Iterator[str]:
    """The stock, then what pays: yellow before red or green, drawn tokens before those of the court."""
    yellow, green, red, court_yellow, court_green = rest
    yield "stock"
    yield from _tokens("yellow", yellow)
    yield from [_court(view.actor, COLOURS[YELLOW])] * court_yellow
    yield from _tokens("red", red)
    yield from _tokens("green", green)
    if court_green:
        yield _court(view.actor, "green")


def _sent_back(_: ClansView, _kind: int, rest: Sequence[int]) -> Iterator[str]:
    if any(rest):
        for colour, count in zip(COLOURS, rest, strict=True):
            yield from _tokens(colour, count)
        yield "sack"


def _exchanged(_: ClansView, _kind: int, rest: Sequence[int]) -> Iterator[str]:
    if rest:
        yield from hand_places(rest)
        yield "deck"


def _from_hand(_: ClansView, _kind: int, rest: Sequence[int]) -> Iterator[str]:
    yield from hand_places(rest)


def _laid(view: ClansView, _: int, rest: Sequence[int]) -> Iterator[str]:
    """A card alone goes into the combat; one with a piper to the pipers, who take it there."""
    card, piper = rest
    seat = view.target if view.laid else view.actor
    yield f"hand-{card}-1"
    yield _court(seat, "blue") if piper else "combat"


def _raided(_: ClansView, _kind: int, rest: Sequence[int]) -> Iterator[str]:
    yield f"arms-{rest[0] + 1}"


def _spoiled(view: ClansView, _: int, rest: Sequence[int]) -> Iterator[str]:
    """The first estate on which such a thing stands."""
    _estates, cattle, castles, _abbeys = view.lands[view.target]
    before = {CATTLE: 0, CASTLE: cattle, ABBEY: cattle + castles}
    if rest[0] in before:
        yield f"estate-{view.target + 1}-{before[rest[0]] + 1}"


def _tokens(colour: str, count: int) -> list[str]:
    return [f"drawn-{colour}-{number + 1}" for number in range(count)]


def _court(seat: int, colour: str) -> str:
    return f"court-{seat + 1}-{colour}"


_POINTED: Final[Mapping[int, Callable[[ClansView, int, Sequence[int]], Iterator[str]]]] = {
    CATTLE: _building,
    CASTLE: _building,
    ABBEY: _building,
    WARRIOR: _courtier,
    PIPER: _courtier,
    MONKS: _monks,
    BARD: _bard,
    ESTATE: _estate,
    SEND_BACK: _sent_back,
    EXCHANGE: _exchanged,
    PUT_BACK: _from_hand,
    DISCARD: _from_hand,
    LAY: _laid,
    RAID: _raided,
    SPOIL: _spoiled,
}
