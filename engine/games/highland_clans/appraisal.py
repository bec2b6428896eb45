"""What boards and hands are worth beyond the points on the track: rough figures that bots go by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.highland_clans.components import RED_AREA
from engine.games.highland_clans.events import (
    ABBEY,
    BARD,
    CASTLE,
    CATTLE,
    ESTATE,
    MONKS,
    PIPER,
    STAYS,
    TO_COURT,
    WARRIOR,
)  # fmt: skip
from engine.games.highland_clans.scoring import gains_of
from engine.games.highland_clans.view import Court, Land

# In points, for the rest of the game.
_FREE: Final = 0.5  # an estate that carries nothing yet
_ESTATE: Final = 1.0
_WARRIOR: Final = 0.6
_PIPER: Final = 0.3  # for raids; what it scores is counted apart
_CARD: Final = (0.0, 0.0, 0.15, 0.4, 0.7)  # a card in the hand, by its value

CARD_UNSEEN: Final = 0.3  # a card that is still to be drawn


def rounds_left(points: Sequence[int], step: int, seats: int) -> float:
    """How many scorings are still to come, by how far the leader is."""
    return max(1.0, min(4.0, (RED_AREA + 6 - max(points)) / 7)) - 0.2 * (step / seats)


def boards_worth(courts: Sequence[Court], lands: Sequence[Land], scorings: float, *, ranks_zero: bool) -> list[float]:
    """By seat what its court and estates will still bring."""
    worth = []
    for (warriors, pipers, _), (estates, cattle, castles, abbeys), gains in zip(
        courts, lands, gains_of(courts, lands, ranks_zero=ranks_zero), strict=True
    ):
        free = estates - cattle - castles - abbeys
        lasting = _WARRIOR * warriors + _PIPER * pipers + _ESTATE * estates + _FREE * free
        worth.append(scorings * (gains[0] + gains[1] + gains[2]) + 0.25 * scorings * lasting)
    return worth


def hand_worth(hand: Sequence[int]) -> float:
    """What the cards are worth in raids."""
    return sum([_CARD[card] for card in hand])


def after_action(
    courts: Sequence[Court], lands: Sequence[Land], seat: int, event: tuple[int, ...]
) -> tuple[list[Court], list[Land]]:
    """The boards when that seat has taken the action."""
    kind, *rest = event
    courts, lands = list(courts), list(lands)
    warriors, pipers, monks = courts[seat]
    estates, cattle, castles, abbeys = lands[seat]
    if kind == BARD:
        robbed, *fates = rest
        gone = [fate != STAYS for fate in fates]
        kept = [fate == TO_COURT for fate in fates]
        a, b, c = courts[robbed]
        courts[robbed] = (a - gone[0], b - gone[1], c - gone[2])
        courts[seat] = (warriors + kept[0], pipers + kept[1], monks + kept[2])
    elif kind == ESTATE:
        courts[seat] = (warriors - rest[3], pipers, monks - rest[4])
        lands[seat] = (estates + 1, cattle, castles, abbeys)
    elif kind in (CATTLE, CASTLE, ABBEY):
        lands[seat] = (estates, cattle + (kind == CATTLE), castles + (kind == CASTLE), abbeys + (kind == ABBEY))
    else:
        more = rest[0] if kind == MONKS else 0
        courts[seat] = (warriors + (kind == WARRIOR), pipers + (kind == PIPER), monks + more)
    return courts, lands


def after_spoiling(lands: Sequence[Land], raider: int, target: int, what: int) -> list[Land]:
    """The estates when the raider has spoiled that."""
    lands = list(lands)
    estates, cattle, castles, abbeys = lands[target]
    lands[target] = (estates, cattle - (what == CATTLE), castles - (what == CASTLE), abbeys - (what == ABBEY))
    mine, own, own_castles, own_abbeys = lands[raider]
    if what == CATTLE and own + own_castles + own_abbeys < mine:
        lands[raider] = (mine, own + 1, own_castles, own_abbeys)
    return lands
