"""The table of Lords of Scotland; the shape stands at the head of its template."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from engine.core.game import Event, State
from engine.games.lords_of_scotland.components import CLAN, CLANS, GAP, HIDDEN, SCOTT, STRENGTH, cards_in
from engine.games.lords_of_scotland.events import CLAIM, MUSTER, RECRUIT, REFILL, SUPPORTER, SWAP, TURN
from engine.games.lords_of_scotland.scoring import NO_POWER, Follower, is_doubled, strength_of
from engine.games.lords_of_scotland.state import LordsState

_MOVES_A_CARD = frozenset({SUPPORTER, TURN, REFILL, RECRUIT, MUSTER, SWAP, CLAIM})
_BACK: dict[str, Any] = {}


def draw(state: State, event: Event | None, chairs: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Everything on the table and in the hands: the match is over and its record open."""
    lords = cast(LordsState, state)
    fresh = event[1] if event is not None and event[0] in _MOVES_A_CARD else None
    discards = cards_in(lords.discards)
    return {
        "supporters": [_card(card, fresh) for card in lords.supporters],
        "recruits": [
            None if card == GAP else _BACK if card == HIDDEN else _card(card, fresh) for card in lords.recruits
        ],
        "pile": lords.pile,
        "discards": {"count": len(discards), "top": None},
        "seats": [_seat(lords, seat, chair, fresh) for seat, chair in enumerate(chairs)],
    }


def _seat(state: LordsState, seat: int, chair: Mapping[str, Any], fresh: int | None) -> dict[str, Any]:
    army, outcome = state.armies[seat], state.outcome
    return {
        **chair,
        "to_move": state.turn == seat,
        "initiative": state.first == seat and state.round > 0,
        "army": [_follower(follower, fresh) for follower in army],
        "total": strength_of(army) if army else None,
        "doubled": is_doubled(army),
        "hand": [_card(card, None) for card in state.hands[seat]],
        "won": [_card(card, fresh) for card in state.claimed[seat]],
        "points": state.points[seat],
        "place": outcome.places[seat] if outcome else None,
    }


def _follower(follower: Follower, fresh: int | None) -> dict[str, Any]:
    card, power, veil, _ = follower
    active = power != NO_POWER
    copied = CLANS[power].lower() if active and CLAN[card] == SCOTT else ""
    return {**_card(card, fresh), "face_down": bool(veil), "activated": active, "copies": copied}


def _card(card: int, fresh: int | None) -> dict[str, Any]:
    return {"clan": CLANS[CLAN[card]].lower(), "strength": STRENGTH[card], "rank": card, "fresh": card == fresh}
