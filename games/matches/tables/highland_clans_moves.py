"""Moves on the table of Highland Clans: where to point for one, the question to the seat, and headings in the list."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core.game import Event, View
from engine.games.highland_clans import events
from engine.games.highland_clans.components import COLOURS, TOKENS_USED
from engine.games.highland_clans.phases import ACTING, ATTACKING, DEFENDING, DISCARDING, RAIDING, SENDING_BACK, SPOILING
from engine.games.highland_clans.view import ClansView


def question(position: View, moves: Sequence[Event]) -> str:
    """Return the question to the seat, such as "Attack, combat 2: lay a card."."""
    view = cast(ClansView, position)
    if view.phase == ACTING:
        return _acting(view)
    if view.phase == RAIDING:
        return _raiding(moves)
    combat = {"number": len(view.combats) + 1}
    return {
        SENDING_BACK: _("Redraw some tokens, or keep all?"),
        DISCARDING: _("You lose a warrior: discard a card."),
        ATTACKING: _("Attack, combat %(number)d: play a card.") % combat,
        DEFENDING: _("Defence, combat %(number)d: play a card.") % combat,
        SPOILING: _("You won the raid: choose the spoils."),
    }.get(view.phase, _("Put two cards back."))


def heading(_view: View, event: Event) -> str:
    """Return the heading of a move: by number of tokens or cards, bards by court."""
    kind, *rest = event
    if kind == events.SEND_BACK and any(rest):
        return ngettext("Send %(n)d token back", "Send %(n)d tokens back", sum(rest)) % {"n": sum(rest)}
    if kind == events.EXCHANGE and rest:
        return ngettext("Exchange %(n)d card", "Exchange %(n)d cards", len(rest)) % {"n": len(rest)}
    return _("A bard to seat %(number)d") % {"number": rest[0] + 1} if kind == events.BARD else ""


def _acting(view: ClansView) -> str:
    left = min(TOKENS_USED - view.used, sum(view.drawn))
    words = (
        ngettext("Second action: %(n)d token.", "Second action: up to %(n)d tokens.", left)
        if view.acted
        else ngettext("First action: %(n)d token.", "First action: up to %(n)d tokens.", left)
    )
    return words % {"n": left}


def _raiding(moves: Sequence[Event]) -> str:
    kinds = {move[0] for move in moves}
    exchanges = any(move[0] == events.EXCHANGE and len(move) > 1 for move in moves)
    if events.RAID not in kinds:
        return _("Exchange cards, or keep them?") if exchanges else _("No raid, and no cards to exchange.")
    return _("Raid a player, or exchange cards?") if exchanges else _("Raid a player, or do not raid?")


Step = str | tuple[str, ...]
Path = tuple[Step, ...]

_COLOUR: Final = {
    events.CATTLE: "red",
    events.CASTLE: "blue",
    events.ABBEY: "green",
    events.WARRIOR: "yellow",
    events.PIPER: "blue",
}


def places(position: View, event: Event) -> Path:
    """Return where to point for this move; doing nothing is offered in words only."""
    view, (kind, *rest) = cast(ClansView, position), event
    pointed = _POINTED.get(kind)
    return tuple(pointed(view, kind, rest)) if pointed else ()


def hand_places(hand: Sequence[int]) -> list[str]:
    """Return a place for each card of a hand: `hand-4-2` is the second of its 4s."""
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
    yield next((_court(view.actor, colour) for colour, fate in lured if fate == events.TO_COURT), "sack")


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
    before = {events.CATTLE: 0, events.CASTLE: cattle, events.ABBEY: cattle + castles}
    if rest[0] in before:
        yield f"estate-{view.target + 1}-{before[rest[0]] + 1}"


def _tokens(colour: str, count: int) -> tuple[str, ...]:
    return tuple([f"drawn-{colour}-{number + 1}" for number in range(count)])


def _court(seat: int, colour: str) -> str:
    return f"court-{seat + 1}-{colour}"


_POINTED: Final[Mapping[int, Callable[[ClansView, int, Sequence[int]], Iterator[Step]]]] = {
    events.CATTLE: _building,
    events.CASTLE: _building,
    events.ABBEY: _building,
    events.WARRIOR: _courtier,
    events.PIPER: _courtier,
    events.MONKS: _monks,
    events.BARD: _bard,
    events.ESTATE: _estate,
    events.SEND_BACK: _sent_back,
    events.EXCHANGE: _returned,
    events.PUT_BACK: _returned,
    events.DISCARD: _discarded,
    events.LAY: _laid,
    events.RAID: _raided,
    events.SPOIL: _spoiled,
}
