"""The table of Lords of Scotland; the shape is described in its template.

What can be clicked: `recruit-2` and `supporter-57` (a slot from 1; a card), `hand-57`, `seat-2-army-1` (both from 1).
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.core.game import Event, State, View
from engine.games.lords_of_scotland import events
from engine.games.lords_of_scotland.components import (
    CLAN,
    CLANS,
    GAP,
    HIDDEN,
    SCOTT,
    STRENGTH,
    THRONE,
    card_name,
    cards_in,
)
from engine.games.lords_of_scotland.scoring import NO_POWER, Army, Follower, is_doubled, strength_of
from engine.games.lords_of_scotland.state import LordsState
from engine.games.lords_of_scotland.view import LordsView
from games.matches.boards.plain import SeatLabel, own_last

__all__ = ["GOAL", "MOVES_NOTE", "TIE_BREAK", "click_path", "draw", "points", "question"]

GOAL: Final = THRONE

TIE_BREAK: Final = gettext_noop("When players have equal strength, the stronger army of the last round decides.")
MOVES_NOTE: Final = (
    "In the list of moves, “turn” means that the player first turned up this face-down "
    "Recruit. “No power” means that the player chose not to use the card's power. If nothing follows a mustered "
    "card, its power could not be used."
)

_MOVES_A_CARD = frozenset(
    {events.SUPPORTER, events.TURN, events.REFILL, events.RECRUIT, events.MUSTER, events.SWAP, events.CLAIM}
)


def draw(position: State | View, event: Event | None, labels: Sequence[SeatLabel]) -> dict[str, Any]:
    """Return the table and the hands; of a view what the seat knows, the rest as backs."""
    lords = cast(LordsState | LordsView, position)
    fresh = event[1] if event is not None and event[0] in _MOVES_A_CARD else None
    discards = cards_in(lords.discards)
    return {
        "supporters": [_card(card, fresh, f"supporter-{card}") for card in lords.supporters],
        "recruits": [
            None if card == GAP else _card(card, fresh, f"recruit-{slot}")
            for slot, card in enumerate(lords.recruits, 1)
        ],
        "pile": lords.pile,
        "discards": {"count": len(discards), "top": None},
        "seats": [_seat(lords, seat, labels[seat], fresh) for seat in own_last(position)],
    }


def points(state: State) -> Sequence[int]:
    """Return the strength of the Supporters of each seat."""
    return cast(LordsState, state).points


def click_path(position: View, event: Event) -> tuple[str, ...]:
    """Return what to click for this move; clicking does not tell face-up from face-down."""
    view, (kind, *rest) = cast(LordsView, position), event
    if kind == events.RECRUIT:
        return (f"recruit-{view.recruits.index(rest[0]) + 1}",)
    if kind == events.MUSTER:
        return (f"hand-{rest[0]}",)
    if kind in (events.SWAP, events.CLAIM):
        return (f"supporter-{rest[0]}",)
    if kind in (events.EXCHANGE, events.DISCARD, events.COPY):
        return (_follower_at(*rest),)
    if kind in (events.ACTIVATE, events.DECLINE):
        return (_follower_at(view.actor, len(view.armies[view.actor]) - 1),)
    return ()


def _follower_at(seat: int, number: int) -> str:
    return f"seat-{seat + 1}-army-{number + 1}"


def _seat(position: LordsState | LordsView, seat: int, label: SeatLabel, fresh: int | None) -> dict[str, Any]:
    army = position.armies[seat]
    outcome = position.outcome if isinstance(position, LordsState) else None
    return {
        **label._asdict(),
        "number": seat + 1,
        "to_move": position.turn == seat,
        "initiative": position.first == seat and position.round > 0,
        "army": [_follower(follower, fresh, _follower_at(seat, number)) for number, follower in enumerate(army)],
        **_strength(army),
        "hand": [_card(card, None, f"hand-{card}" if card else "") for card in _hand(position, seat)],
        "won": [_card(card, fresh, "") for card in position.claimed[seat]],
        "points": position.points[seat],
        "place": outcome.places[seat] if outcome else None,
    }


def _hand(position: LordsState | LordsView, seat: int) -> Sequence[int]:
    if isinstance(position, LordsState):
        return position.hands[seat]
    return position.hand if seat == position.seat else (HIDDEN,) * position.hand_sizes[seat]


def _strength(army: Army) -> dict[str, Any]:
    """Return the total of an army; of one with unknown cards that of the known ones."""
    unknown = sum([follower[0] == HIDDEN for follower in army])
    if unknown:
        return {"total": sum([STRENGTH[card] for card, *_ in army]), "unknown": unknown, "doubled": False}
    return {"total": strength_of(army) if army else None, "unknown": 0, "doubled": is_doubled(army)}


def _follower(follower: Follower, fresh: int | None, at: str) -> dict[str, Any]:
    card, power, veil, _ = follower
    active = power != NO_POWER
    copied = CLANS[power].lower() if active and card and CLAN[card] == SCOTT else ""
    return {**_card(card, fresh, at), "face_down": bool(veil), "activated": active, "copies": copied}


def _card(card: int, fresh: int | None, at: str) -> dict[str, Any]:
    if card == HIDDEN:
        return {"at": at}
    clan = CLANS[CLAN[card]].lower()
    return {"clan": clan, "strength": STRENGTH[card], "rank": card, "fresh": card == fresh, "at": at}


_TURN: Final = {
    frozenset({events.RECRUIT, events.MUSTER}): lambda: _("Your turn: recruit or muster a card."),
    frozenset({events.RECRUIT}): lambda: _("Recruit a card."),
    frozenset({events.MUSTER}): lambda: _("Muster a card."),
    frozenset({events.CLAIM}): lambda: _("Claim a Supporter."),
}
_POWERS: Final[dict[int, Callable[[str], str]]] = {
    events.ACTIVATE: lambda card: _("Activate %(card)s?") % {"card": card},
    events.SWAP: lambda card: _("Swap %(card)s for a Supporter?") % {"card": card},
    events.EXCHANGE: lambda card: _("Exchange %(card)s for a Follower?") % {"card": card},
    events.DISCARD: lambda card: _("Discard a Follower with %(card)s?") % {"card": card},
    events.COPY: lambda card: _("Copy a power with %(card)s?") % {"card": card},
}


def question(position: View, moves: Sequence[Event]) -> str:
    """Return the question to the seat, such as "Activate Forsyth 6?"; "" where the verbs of the moves say it."""
    kinds = frozenset(move[0] for move in moves)
    if kinds in _TURN:
        return _TURN[kinds]()
    view = cast(LordsView, position)
    used = next((kind for kind in _POWERS if kind in kinds), None)
    return _POWERS[used](card_name(view.armies[view.actor][-1][0])) if used is not None else ""
