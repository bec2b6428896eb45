"""Views of Whin as JSON, and their schema."""

from __future__ import annotations

from engine.core.game import CHANCE, Json
from engine.core.schema import defined, list_of, move, moves, or_null, schema_of_view

from .components import CARDS, DEALS, SUITS
from .state import PHASE_NAMES, PLAY, WhinView


def view_to_json(view: WhinView) -> dict[str, Json]:
    """Return the view as `view_schema` describes it."""
    missing = [[suit for suit, _ in enumerate(SUITS) if suits >> suit & 1] for suits in view.missing]
    return {
        **{name: list(value) if isinstance(value, tuple) else value for name, value in view._asdict().items()},
        "turn": "chance" if view.turn == CHANCE else view.turn,
        "phase": PHASE_NAMES[view.phase],
        "missing": missing,
    }


def view_schema() -> dict[str, Json]:
    """Return the JSON schema (2020-12) of `view_to_json`, with that of moves under `$defs/move`."""
    seat, card, count = defined("seat"), defined("card"), {"type": "integer", "minimum": 0}
    return schema_of_view(
        "A view of Whin",
        f"Cards 1 to {CARDS}: suit (card - 1) // 6 in the order {', '.join(SUITS)}, rank (card - 1) % 6 + 1.",
        {
            "seat": {**or_null(seat), "description": "Whose view this is; null: a spectator."},
            "seats": {"type": "integer", "minimum": 3, "maximum": 4, "description": "Number of seats."},
            "trumps": {"type": "boolean", "description": "The option."},
            "turn": {
                "anyOf": [seat, {"const": "chance"}, {"type": "null"}],
                "description": "The seat that plays now; chance: cards are being dealt; null: the game is over.",
            },
            "phase": {"enum": list(PHASE_NAMES), "description": "What happens now."},
            "deal": {"type": "integer", "minimum": 1, "maximum": DEALS, "description": "From 1."},
            "leader": {**seat, "description": "Who leads the trick."},
            "hand": {**list_of(card), "description": "Your hand; empty for a spectator."},
            "hand_sizes": {**list_of(count), "description": "By seat, the number of cards in hand."},
            "turned_up": {**count, "maximum": CARDS, "description": "The card whose suit is trumps; 0: none."},
            "trick": {**list_of(card), "description": "The cards of the trick, from the leader's on."},
            "played": {**list_of(card), "description": "All cards played in this deal, in that order."},
            "missing": {**list_of(list_of(count)), "description": "By seat, the suits it did not follow."},
            "points": {**list_of(count), "description": "By seat, the tricks taken."},
        },
        seat={"type": "integer", "minimum": 0, "maximum": 3},
        card={"type": "integer", "minimum": 1, "maximum": CARDS},
        move=moves(move("Play this card.", PLAY, card)),
    )
