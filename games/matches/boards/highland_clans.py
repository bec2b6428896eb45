"""The table of Highland Clans and the moves on it; the template describes the shape."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core.game import Event, State, View
from engine.games.highland_clans import events, messages
from engine.games.highland_clans.components import COLOURS, COMBATS, MOST_ESTATES, NOBODY, RED_AREA, TOKENS_USED
from engine.games.highland_clans.events import ABBEY, CASTLE, CATTLE, ESTATE, MONKS, PIPER, WARRIOR
from engine.games.highland_clans.phases import (
    ACTING,
    ATTACKING,
    DEFENDING,
    DISCARDING,
    OVER,
    RAIDING,
    SENDING_BACK,
    SPOILING,
)
from engine.games.highland_clans.scoring import combat_won, outcome_of
from engine.games.highland_clans.state import ClansState
from engine.games.highland_clans.view import ClansView
from games.matches.boards.plain import SeatLabel, own_first

__all__ = ["CLAN_OF_SEAT", "GOAL", "click_path", "draw", "heading", "points", "question"]

GOAL: Final = RED_AREA

CLAN_OF_SEAT = ("campbell", "macdonald", "macgregor", "macleod", "mackenzie")
BUILDINGS = ("cattle", "castle", "abbey")
_IN_COURT = {WARRIOR: "yellow", PIPER: "blue", MONKS: "green"}
_ON_ESTATES = (CATTLE, CASTLE, ABBEY, ESTATE)
_WINNER = {1: "attack", 0: "tie", -1: "defence"}

Position = ClansState | ClansView


def draw(position: State | View, event: Event | None, labels: Sequence[SeatLabel]) -> dict[str, Any]:
    """Return the boards; all hands of a state, of a view the own hand and the size of the others."""
    clans = cast(Position, position)
    fresh = _fresh(clans, event)
    seats = [_seat(clans, seat, label, fresh) for seat, label in enumerate(labels)]
    return {
        "facts": _facts(clans),
        "sack": {"count": sum(clans.sack), "tokens": _heaps(clans.sack)},
        "stock": {"count": clans.stock, "shown": clans.shown},
        "deck": clans.deck,
        "returned": sum(clans.fought) + _returned(clans),
        "raid": _raid(clans, labels) if clans.target != NOBODY else None,
        "standing": seats,
        "seats": [seats[seat] for seat in own_first(position)],
    }


def points(state: State) -> Sequence[int]:
    """Return the victory points of each seat."""
    return cast(ClansState, state).points


def _fresh(clans: Position, event: Event | None) -> str:
    """Return where the piece gained by the last action is: in the court, or on the last estate of its kind."""
    kind = event[0] if event else None
    if kind in _IN_COURT:
        return f"court-{clans.actor + 1}-{_IN_COURT[kind]}"
    if kind in _ON_ESTATES:
        estates, *counts = clans.lands[clans.actor]
        return f"estate-{clans.actor + 1}-{estates if kind == ESTATE else sum(counts[: _ON_ESTATES.index(kind) + 1])}"
    return ""


def _facts(clans: Position) -> list[tuple[str, Any]]:
    if not clans.round:
        return []
    turn = _("%(number)d of %(all)d") % {"number": min(clans.step + 1, clans.seats), "all": clans.seats}
    return [(_("Round"), clans.round), (_("Turn"), turn)]


def _heaps(counts: Sequence[int]) -> list[dict[str, Any]]:
    return [{"colour": colour, "count": count} for colour, count in zip(COLOURS, counts, strict=False)]


def _returned(clans: Position) -> int:
    if isinstance(clans, ClansView):
        return sum(clans.returned_sizes)
    return sum([sum(cards) for cards in clans.returned_by])


def _seat(clans: Position, seat: int, label: SeatLabel, fresh: str) -> dict[str, Any]:
    hand, size = _hand(clans, seat)
    elements = hand_elements(hand) if isinstance(clans, ClansView) else [""] * size
    return {
        **label._asdict(),
        "number": seat + 1,
        "clan": CLAN_OF_SEAT[seat],
        "at": f"arms-{seat + 1}",
        "to_move": clans.turn == seat,
        "begins": clans.first == seat and clans.round > 0,
        "following": clans.following == seat,
        "drawn": [
            {"colour": colour, "at": f"drawn-{colour}-{number + 1}"}
            for colour, count in zip(COLOURS, clans.drawn if seat == clans.actor else (), strict=False)
            for number in range(count)
        ],
        "court": [_element(heap, f"court-{seat + 1}-{heap['colour']}", fresh) for heap in _heaps(clans.courts[seat])],
        "estates": _estates(clans, seat, fresh),
        "hand": [{"value": value, "at": at} for value, at in zip(hand, elements, strict=True)],
        "hand_size": size,
        "points": clans.points[seat],
        "place": _place(clans, seat),
    }


def _element(facts: dict[str, Any], at: str, fresh: str) -> dict[str, Any]:
    return {**facts, "at": at, "fresh": at == fresh}


def _hand(clans: Position, seat: int) -> tuple[Sequence[int], int]:
    """Return the cards that are known, and how many there are."""
    if isinstance(clans, ClansState):
        return clans.hands[seat], len(clans.hands[seat])
    return (clans.hand if seat == clans.seat else ()), clans.hand_sizes[seat]


def _estates(clans: Position, seat: int, fresh: str) -> list[dict[str, Any] | None]:
    """Return cattle first, then castles, abbeys and free estates; None for each that can still be gained."""
    estates, *counts = clans.lands[seat]
    buildings = [building for building, count in zip(BUILDINGS, counts, strict=True) for _ in range(count)]
    buildings += [""] * (estates - len(buildings))
    elements = [
        _element({"building": building}, f"estate-{seat + 1}-{number}", fresh)
        for number, building in enumerate(buildings, 1)
    ]
    return [*elements, *[None] * (MOST_ESTATES - estates)]


def _place(clans: Position, seat: int) -> int | None:
    if clans.phase != OVER:
        return None
    return outcome_of(clans.points, clans.ending, clans.round, clans.shown).places[seat]


def _raid(clans: Position, labels: Sequence[SeatLabel]) -> dict[str, Any]:
    combats = [_combat(combat) for combat in clans.combats]
    if len(combats) < COMBATS:
        combats.append(_current_combat(clans))
    combats += [{} for _ in range(COMBATS - len(combats))]
    return {
        "attacker": {"name": labels[clans.actor].name, "clan": CLAN_OF_SEAT[clans.actor]},
        "defender": {"name": labels[clans.target].name, "clan": CLAN_OF_SEAT[clans.target]},
        "combats": combats,
    }


def _combat(combat: tuple[int, int, int, int]) -> dict[str, Any]:
    card, pipers, theirs, their_pipers = combat
    return {
        "attack": {"value": card, "pipers": pipers},
        "defence": {"value": theirs, "pipers": their_pipers},
        "won": _WINNER[combat_won(combat)],
    }


def _current_combat(clans: Position) -> dict[str, Any]:
    """Return the current combat; the next card goes to `combat`."""
    if not clans.laid:
        return {"attack": {"value": None, "at": "combat"}, "won": ""}
    card, pipers = clans.laid[0]
    return {"attack": {"value": card, "pipers": pipers}, "defence": {"value": None, "at": "combat"}, "won": ""}


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
    return messages.BARD_TO(rest[0]) if kind == events.BARD else ""


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


def click_path(position: View, event: Event) -> Path:
    """Return what to click for this move; doing nothing is offered in words only."""
    view, (kind, *rest) = cast(ClansView, position), event
    find = _PATHS.get(kind)
    return tuple(find(view, kind, rest)) if find else ()


def hand_elements(hand: Sequence[int]) -> list[str]:
    """Return the element of each card of a hand: `hand-4-2` is the second of its 4s."""
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
    """Yield the bard, whom it lures, and where they go: of two the one that is kept goes to the own court."""
    seat, *fates = rest
    lured = [(colour, fate) for colour, fate in zip(COLOURS, fates, strict=False) if fate]
    yield "drawn-blue-1"
    yield tuple([_court(seat, colour) for colour, _ in lured])
    yield next((_court(view.actor, colour) for colour, fate in lured if fate == events.TO_COURT), "sack")


def _estate(view: ClansView, _: int, rest: Sequence[int]) -> Iterator[Step]:
    """Yield the stock, then all that pays."""
    yellow, green, red, court_yellow, court_green = rest
    drawn = (*_tokens("yellow", yellow), *_tokens("red", red), *_tokens("green", green))
    court = [("yellow", court_yellow), ("green", court_green)]
    yield "stock"
    yield (*drawn, *[_court(view.actor, colour) for colour, count in court if count])


def _send_back(_: ClansView, _kind: int, rest: Sequence[int]) -> Iterator[Step]:
    if any(rest):
        yield tuple([at for colour, count in zip(COLOURS, rest, strict=True) for at in _tokens(colour, count)])
        yield "sack"


def _exchange(_: ClansView, _kind: int, rest: Sequence[int]) -> Iterator[Step]:
    if rest:
        yield tuple(hand_elements(rest))
        yield "deck"


def _discard(_: ClansView, _kind: int, rest: Sequence[int]) -> Iterator[Step]:
    yield f"hand-{rest[0]}-1"


def _combat_card(view: ClansView, _: int, rest: Sequence[int]) -> Iterator[Step]:
    """Yield a card and the combat; of one with a piper the pipers, who take it there."""
    card, piper = rest
    seat = view.target if view.laid else view.actor
    yield f"hand-{card}-1"
    yield _court(seat, "blue") if piper else "combat"


def _raid_target(_: ClansView, _kind: int, rest: Sequence[int]) -> Iterator[Step]:
    yield f"arms-{rest[0] + 1}"


def _spoil(view: ClansView, _: int, rest: Sequence[int]) -> Iterator[Step]:
    """Yield the first estate with such a building."""
    _estates, cattle, castles, _abbeys = view.lands[view.target]
    before = {events.CATTLE: 0, events.CASTLE: cattle, events.ABBEY: cattle + castles}
    if rest[0] in before:
        yield f"estate-{view.target + 1}-{before[rest[0]] + 1}"


def _tokens(colour: str, count: int) -> tuple[str, ...]:
    return tuple([f"drawn-{colour}-{number + 1}" for number in range(count)])


def _court(seat: int, colour: str) -> str:
    return f"court-{seat + 1}-{colour}"


_PATHS: Final[Mapping[int, Callable[[ClansView, int, Sequence[int]], Iterator[Step]]]] = {
    events.CATTLE: _building,
    events.CASTLE: _building,
    events.ABBEY: _building,
    events.WARRIOR: _courtier,
    events.PIPER: _courtier,
    events.MONKS: _monks,
    events.BARD: _bard,
    events.ESTATE: _estate,
    events.SEND_BACK: _send_back,
    events.EXCHANGE: _exchange,
    events.PUT_BACK: _exchange,
    events.DISCARD: _discard,
    events.LAY: _combat_card,
    events.RAID: _raid_target,
    events.SPOIL: _spoil,
}
