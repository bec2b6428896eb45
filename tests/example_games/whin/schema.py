"""Views of Whin as JSON, and their schema."""

from __future__ import annotations

from engine.core.game import CHANCE
from engine.core.schema import COUNT, Property, ViewFormat, defined, list_of, move, moves, number_from, or_null

from .components import CARDS, DEALS, SUITS
from .state import PHASE_NAMES, PLAY, WhinView


def _missing(view: WhinView) -> list[list[int]]:
    return [[suit for suit, _ in enumerate(SUITS) if suits >> suit & 1] for suits in view.missing]


SEAT, CARD = defined("seat"), defined("card")
VIEW = ViewFormat(
    "A view of Whin",
    f"Cards 1 to {CARDS}: suit (card - 1) // 6 in the order {', '.join(SUITS)}, rank (card - 1) % 6 + 1.",
    {
        "seat": Property(or_null(SEAT), "Whose view this is; null: a spectator."),
        "seats": Property(number_from(3, 4), "Number of seats."),
        "trumps": Property({"type": "boolean"}, "The option."),
        "turn": Property(
            {"anyOf": [SEAT, {"const": "chance"}, {"type": "null"}]},
            "The seat that plays now; chance: cards are being dealt; null: the game is over.",
            lambda view: "chance" if view.turn == CHANCE else view.turn,
        ),
        "phase": Property({"enum": list(PHASE_NAMES)}, "What happens now.", lambda view: PHASE_NAMES[view.phase]),
        "deal": Property(number_from(1, DEALS), "From 1."),
        "leader": Property(SEAT, "Who leads the trick."),
        "hand": Property(list_of(CARD), "Your hand; empty for a spectator."),
        "hand_sizes": Property(list_of(COUNT), "By seat, the number of cards in hand."),
        "turned_up": Property(number_from(0, CARDS), "The card whose suit is trumps; 0: none."),
        "trick": Property(list_of(CARD), "The cards of the trick, from the leader's on."),
        "played": Property(list_of(CARD), "All cards played in this deal, in that order."),
        "missing": Property(list_of(list_of(COUNT)), "By seat, the suits it did not follow.", _missing),
        "points": Property(list_of(COUNT), "By seat, the tricks taken."),
    },
    {"seat": number_from(0, 3), "card": number_from(1, CARDS), "move": moves(move("Play this card.", PLAY, CARD))},
)
