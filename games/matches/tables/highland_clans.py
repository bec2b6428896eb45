"""The table of Highland Clans; the shape is described in its template.

Places to point at, seats and all else counted from 1: `drawn-green-2` (a token drawn), `sack`, `stock`, `deck`,
`combat`, `arms-2` (a seat), `court-2-blue`, `estate-2-3`, and of the viewer `hand-4-1` (the first of its 4s).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from django.utils.translation import gettext as _

from engine.core.game import Event, State, View
from engine.games.highland_clans.components import COLOURS, COMBATS, MOST_ESTATES, NOBODY, RED_AREA
from engine.games.highland_clans.events import ABBEY, CASTLE, CATTLE, ESTATE, MONKS, PIPER, WARRIOR
from engine.games.highland_clans.phases import OVER
from engine.games.highland_clans.scoring import combat_won, outcome_of
from engine.games.highland_clans.state import ClansState
from engine.games.highland_clans.view import ClansView
from games.matches.tables.highland_clans_moves import hand_places, heading, places, question
from games.matches.tables.plain import own_first

__all__ = ["CLAN_OF_SEAT", "GOAL", "draw", "heading", "places", "points", "question"]

GOAL: Final = RED_AREA

CLAN_OF_SEAT = ("campbell", "macdonald", "macgregor", "macleod", "mackenzie")
BUILDINGS = ("cattle", "castle", "abbey")
_COURTED = {WARRIOR: "yellow", PIPER: "blue", MONKS: "green"}
_SETTLED = (CATTLE, CASTLE, ABBEY, ESTATE)
_WINNER = {1: "attack", 0: "tie", -1: "defence"}

Position = ClansState | ClansView


def draw(position: State | View, event: Event | None, chairs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the boards; all hands of a state, of a view the own hand and the size of the others."""
    clans = cast(Position, position)
    fresh = _fresh(clans, event)
    seats = [_seat(clans, seat, chair, fresh) for seat, chair in enumerate(chairs)]
    return {
        "facts": _facts(clans),
        "sack": {"count": sum(clans.sack), "tokens": _heaps(clans.sack)},
        "stock": {"count": clans.stock, "shown": clans.shown},
        "deck": clans.deck,
        "returned": sum(clans.fought) + _returned(clans),
        "raid": _raid(clans, chairs) if clans.target != NOBODY else None,
        "standing": seats,
        "seats": [seats[seat] for seat in own_first(position)],
    }


def points(state: State) -> Sequence[int]:
    """Return the victory points of each seat."""
    return cast(ClansState, state).points


def _fresh(clans: Position, event: Event | None) -> str:
    """The place of what the last action brought: in the court, or on the last estate of its kind."""
    kind = event[0] if event else None
    if kind in _COURTED:
        return f"court-{clans.actor + 1}-{_COURTED[kind]}"
    if kind in _SETTLED:
        estates, *counts = clans.lands[clans.actor]
        return f"estate-{clans.actor + 1}-{estates if kind == ESTATE else sum(counts[: _SETTLED.index(kind) + 1])}"
    return ""


def _facts(clans: Position) -> list[tuple[str, Any]]:
    if not clans.round:
        return []
    turn = _("%(number)d of %(all)d") % {"number": min(clans.step + 1, clans.seats), "all": clans.seats}
    return [(_("Round"), clans.round), (_("Turn"), turn)]


def _heaps(counts: Sequence[int]) -> list[dict[str, Any]]:
    return [{"colour": colour, "count": count} for colour, count in zip(COLOURS, counts, strict=False)]


def _returned(clans: Position) -> int:
    """How many cards lie face-down in the return deck."""
    if isinstance(clans, ClansView):
        return sum(clans.returned_sizes)
    return sum([sum(cards) for cards in clans.returned_by])


def _seat(clans: Position, seat: int, chair: Mapping[str, Any], fresh: str) -> dict[str, Any]:
    hand, size = _hand(clans, seat)
    ats = hand_places(hand) if isinstance(clans, ClansView) else [""] * size
    return {
        **chair,
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
        "court": [_placed(heap, f"court-{seat + 1}-{heap['colour']}", fresh) for heap in _heaps(clans.courts[seat])],
        "estates": _estates(clans, seat, fresh),
        "hand": [{"value": value, "at": at} for value, at in zip(hand, ats, strict=True)],
        "hand_size": size,
        "points": clans.points[seat],
        "place": _place(clans, seat),
    }


def _placed(thing: dict[str, Any], at: str, fresh: str) -> dict[str, Any]:
    return {**thing, "at": at, "fresh": at == fresh}


def _hand(clans: Position, seat: int) -> tuple[Sequence[int], int]:
    """The cards that are known, and how many there are."""
    if isinstance(clans, ClansState):
        return clans.hands[seat], len(clans.hands[seat])
    return (clans.hand if seat == clans.seat else ()), clans.hand_sizes[seat]


def _estates(clans: Position, seat: int, fresh: str) -> list[dict[str, Any] | None]:
    """Cattle first, then castles, abbeys and what is free; None for what is still to be gained."""
    estates, *counts = clans.lands[seat]
    standing = [building for building, count in zip(BUILDINGS, counts, strict=True) for _ in range(count)]
    standing += [""] * (estates - len(standing))
    placed = [_placed({"building": what}, f"estate-{seat + 1}-{n}", fresh) for n, what in enumerate(standing, 1)]
    return [*placed, *[None] * (MOST_ESTATES - estates)]


def _place(clans: Position, seat: int) -> int | None:
    if clans.phase != OVER:
        return None
    return outcome_of(clans.points, clans.ending, clans.round, clans.shown).places[seat]


def _raid(clans: Position, chairs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    fought = [_combat(combat) for combat in clans.combats]
    at_hand = [_combat_at_hand(clans)] if len(fought) < COMBATS else []
    coming: list[dict[str, Any]] = [{} for _ in range(COMBATS - len(fought) - len(at_hand))]
    return {
        "attacker": {"name": chairs[clans.actor]["name"], "clan": CLAN_OF_SEAT[clans.actor]},
        "defender": {"name": chairs[clans.target]["name"], "clan": CLAN_OF_SEAT[clans.target]},
        "combats": [*fought, *at_hand, *coming],
    }


def _combat(combat: tuple[int, int, int, int]) -> dict[str, Any]:
    card, pipers, theirs, their_pipers = combat
    return {
        "attack": {"value": card, "pipers": pipers},
        "defence": {"value": theirs, "pipers": their_pipers},
        "won": _WINNER[combat_won(combat)],
    }


def _combat_at_hand(clans: Position) -> dict[str, Any]:
    """The combat that is being fought; whoever lays next points at `combat`."""
    if not clans.laid:
        return {"attack": {"value": None, "at": "combat"}, "won": ""}
    card, pipers = clans.laid[0]
    return {"attack": {"value": card, "pipers": pipers}, "defence": {"value": None, "at": "combat"}, "won": ""}
