"""The table of King's Kilt; the shape is described in its template.

What can be clicked: `slot-d2`, `betrayed`, and of the viewer `family-stewart` and `influence-stewart`.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.core.game import Event, State, View
from engine.games.kings_kilt.board import GUARDIANS, KING, NOBLEMEN, ROW_STARTS, ROWS, SLOT_NAMES
from engine.games.kings_kilt.components import CLANS, EMPTY, FAMILY
from engine.games.kings_kilt.events import ADVANCE, BETRAY, RAISE, REVEAL, SWAY
from engine.games.kings_kilt.phases import OVER, RAISING, REVEALING, SWAYING
from engine.games.kings_kilt.scoring import outcome_of
from engine.games.kings_kilt.state import KiltState
from engine.games.kings_kilt.view import KiltView
from games.matches.boards.plain import SeatLabel, own_first

__all__ = ["TIE_BREAK", "click_path", "draw", "heading", "points", "question"]

TIE_BREAK: Final = gettext_noop("Equal scores: the player with more Influence left ranks higher.")

_WORTH = ((6, (KING,), 3), (5, GUARDIANS, 2), (4, NOBLEMEN, 1))
_BACK: dict[str, Any] = {}


def draw(position: State | View, event: Event | None, labels: Sequence[SeatLabel]) -> dict[str, Any]:
    """Return the table; all hands of a state, of a view what the seat knows, the rest as backs."""
    kilt = cast(KiltState | KiltView, position)
    fresh, places = _highlighted_slot(kilt, event), _final_places(kilt)
    return {
        "rows": [_row(kilt, row, fresh) for row in reversed(range(ROWS))],
        "pile": {"count": kilt.pile, "top": _card(kilt.top) if kilt.top != EMPTY else None},
        "spent": _counted(kilt.discards),
        "betrayed": _counted(kilt.betrayed),
        "lost": len(kilt.betrayed),
        "seats": [_seat(kilt, seat, labels[seat]) | {"place": places[seat]} for seat in own_first(position)],
    }


def points(state: State) -> Sequence[int]:
    """Return the score of each seat's Family with the pyramid as it is now."""
    kilt = cast(KiltState, state)
    return [sum(worth for clan in family for _, worth in _parts(kilt, clan)) for family in kilt.families]


def click_path(position: View, event: Event) -> tuple[str, ...]:
    """Return what to click for this move: a card, and where it goes."""
    view, (kind, *rest) = cast(KiltView, position), event
    if kind == ADVANCE:
        return (_slot_at(rest[0]), _slot_at(rest[1]))
    if kind == BETRAY:
        return (_slot_at(rest[0]), "betrayed")
    if kind == SWAY:
        return (_slot_at(rest[0]), f"influence-{_name(rest[1])}")
    if kind == RAISE:
        return (_slot_at(rest[0]), _slot_at(view.vacuum))
    if kind == REVEAL:
        return (f"family-{_name(rest[0])}",)
    return ()


def _slot_at(slot: int) -> str:
    return f"slot-{SLOT_NAMES[slot]}"


def _name(clan: int) -> str:
    return CLANS[clan].lower()


def _card(clan: int, **facts: Any) -> dict[str, Any]:
    return {"clan": _name(clan), **facts}


def _counted(clans: Sequence[int]) -> list[dict[str, Any]]:
    return [_card(clan, count=clans.count(clan)) for clan in sorted(set(clans))]


def _highlighted_slot(kilt: KiltState | KiltView, event: Event | None) -> int:
    """Return the slot to highlight: of the card that advanced, was influenced, or is about to be betrayed."""
    if event is None or event[0] not in (ADVANCE, SWAY):
        return kilt.victim
    return event[2] if event[0] == ADVANCE else event[1]


def _row(kilt: KiltState | KiltView, row: int, fresh: int) -> dict[str, Any]:
    slots = range(ROW_STARTS[row], ROW_STARTS[row + 1])
    return {"number": row + 1, "slots": [_slot(slot, kilt.pyramid[slot], fresh) for slot in slots]}


def _slot(slot: int, clan: int, fresh: int) -> dict[str, Any]:
    name = SLOT_NAMES[slot]
    card = None if clan == EMPTY else _card(clan, slot=name, crowned=slot == KING, fresh=slot == fresh)
    return {"name": name, "at": _slot_at(slot), "card": card}


def _seat(kilt: KiltState | KiltView, seat: int, label: SeatLabel) -> dict[str, Any]:
    family, influence = _family(kilt, seat), _influence(kilt, seat)
    is_own = isinstance(kilt, KiltView) and seat == kilt.seat
    return {
        **label._asdict(),
        "number": seat + 1,
        "to_move": kilt.turn == seat,
        "passed": seat in kilt.passed,
        "family": [_family_card(clan, is_own and clan not in kilt.shown[seat], kilt.shown[seat]) for clan in family],
        "influence": _influence_groups(influence, is_own),
        "influence_size": len(influence),
        **_worth(kilt, family),
    }


def _family(kilt: KiltState | KiltView, seat: int) -> Sequence[int]:
    """Return the Family as far as it is known: EMPTY for each card that is not."""
    if isinstance(kilt, KiltState):
        return kilt.families[seat]
    if seat == kilt.seat:
        return kilt.family
    shown = kilt.shown[seat]
    return (*shown, *[EMPTY] * (_dealt(kilt, seat) - len(shown)))


def _influence(kilt: KiltState | KiltView, seat: int) -> Sequence[int]:
    if isinstance(kilt, KiltState):
        return kilt.influences[seat]
    return kilt.influence if seat == kilt.seat else (EMPTY,) * kilt.influence_sizes[seat]


def _dealt(kilt: KiltView, seat: int) -> int:
    """Return how many cards of its Family a seat has been dealt: two of them round the table, then the third."""
    first, second = divmod(min(kilt.step, 2 * kilt.seats), kilt.seats)
    return first + (seat < second) + (kilt.step - 2 * kilt.seats > seat)


def _family_card(clan: int, is_selectable: bool, shown: Sequence[int]) -> dict[str, Any]:
    if clan == EMPTY:
        return {"cards": [_BACK], "at": ""}
    at = f"family-{_name(clan)}" if is_selectable else ""
    return {"cards": [_card(clan, face_down=clan not in shown)], "at": at}


def _influence_groups(influence: Sequence[int], is_own: bool) -> list[dict[str, Any]]:
    """Return the Influence by clan, for cards of a clan are alike."""
    return [
        {
            "cards": [_BACK if clan == EMPTY else _card(clan) for clan in cards],
            "at": f"influence-{_name(clan)}" if is_own else "",
        }
        for clan, cards in groupby(influence)
    ]


def _worth(kilt: KiltState | KiltView, family: Sequence[int]) -> dict[str, Any]:
    """Return the score of a fully known Family with the pyramid as it is now (ruling 7)."""
    if len(family) < FAMILY or EMPTY in family:
        return {"sum": [], "points": None}
    parts = [(_name(clan), *part) for clan in family for part in _parts(kilt, clan)]
    return {"sum": parts, "points": sum(points for *_, points in parts)}


def _parts(kilt: KiltState | KiltView, clan: int) -> list[tuple[int, int]]:
    """Return the points of a clan by row of the pyramid, as (row counted from 1, points)."""
    counts = [(row, worth, [kilt.pyramid[slot] for slot in slots].count(clan)) for row, slots, worth in _WORTH]
    return [(row, worth * (count if kilt.per_pyramid else 1)) for row, worth, count in counts if count]


def _final_places(kilt: KiltState | KiltView) -> Sequence[int | None]:
    if kilt.phase != OVER:
        return [None] * kilt.seats
    outcome = outcome_of(kilt.pyramid, kilt.shown, kilt.influence_sizes, per_pyramid=kilt.per_pyramid)
    return outcome.places


def question(position: View, moves: Sequence[Event]) -> str:
    """Return the question to the seat, such as "Fill c2: with which card?"."""
    view = cast(KiltView, position)
    if view.phase == SWAYING:
        return _("Choose card and Influence to betray %(slot)s.") % {"slot": SLOT_NAMES[view.victim]}
    if view.phase == RAISING:
        return _("Fill %(slot)s: with which card?") % {"slot": SLOT_NAMES[view.vacuum]}
    if view.phase == REVEALING:
        return _("Turn up a card of your Family.")
    return _action({move[0] for move in moves})


def heading(_view: View, event: Event) -> str:
    """Return the heading of a move: victims, and traitors by the Influence that is played."""
    kind, *rest = event
    if kind == BETRAY:
        return _("Have betrayed")
    return _("Play a %(clan)s to have") % {"clan": CLANS[rest[1]]} if kind == SWAY else ""


def _action(kinds: set[int]) -> str:
    if kinds >= {ADVANCE, BETRAY}:
        return _("Advance a card, or betray one.")
    if ADVANCE in kinds:
        return _("Advance a card.")
    if BETRAY in kinds:
        return _("The King is crowned: betray or pass.")
    return _("King crowned, no Influence left: pass.")
