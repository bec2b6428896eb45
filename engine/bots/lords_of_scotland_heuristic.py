"""The steward: plays Lords of Scotland by heuristics, without search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.bot import HeuristicBot
from engine.core.game import Event
from engine.games.lords_of_scotland import components, events
from engine.games.lords_of_scotland.scoring import Army
from engine.games.lords_of_scotland.view import LordsView

_UNSEEN: Final = 6.5  # the strength of a card nobody has shown
# The value of a power that works, in strength of the army.
_POWER_WORTH: Final = {
    components.SCOTT: 3.0,
    components.MAKGILL: 2.5,
    components.MACDONNELL: 3.0,
    components.WEMYSS: 7.0,
    components.FERGUSSON: 5.0,
    components.FORSYTH: 3.0,
    components.COCKBURN: 4.0,
    components.COCHRANE: 4.0,
    components.BRUCE: 2.0,
}
_HAND_VALUE: Final = 0.45  # of a card's strength, while it is in the hand
_HAND_SIZE: Final = 3  # cards; with fewer, recruiting is worth more
# The values below are in strength too.
_MISSING_CARD: Final = 2.0  # a Recruit, for each card below _HAND_SIZE
_CLAN_CARD: Final = 1.0  # a card of the same clan in hand or army, since an army of one clan counts twice
_FACE_DOWN: Final = 0.5  # a mustered card that the others do not know
_FIRST_FOLLOWER: Final = 6.0  # in the last turn of a round; without a Follower there is no claim
_TAKEN_FROM_OPPONENT: Final = 1.0


def _claim(view: LordsView, event: Event) -> float:
    """Return the strength of the claimed card."""
    return components.STRENGTH[event[1]]


def _recruit(view: LordsView, event: Event) -> float:
    """Return the value of a card for later rounds; higher with fewer cards in hand."""
    card = event[1]
    strength = _strength(card) + (0.0 if card == components.HIDDEN else _clan_value(view, card))
    missing = max(0, _HAND_SIZE - len(view.hand))
    return _HAND_VALUE * strength + _MISSING_CARD * missing - _finished_turns(view)


def _muster(view: LordsView, event: Event) -> float:
    """Return the army's gain, and the power if it would work, less the hand's loss."""
    _, card, up = event
    own = _own_army(view)
    gain = _total((*own, (card, 0, 0, 0))) - _total(own)
    power = _POWER_WORTH[components.CLAN[card]] if up == events.FACE_UP and not _is_blocked(view, card) else 0.0
    secrecy = 0.0 if up == events.FACE_UP else _FACE_DOWN
    first = 0.0 if own else _FIRST_FOLLOWER * _finished_turns(view) / components.TURNS
    return gain + power + secrecy + first - _HAND_VALUE * components.STRENGTH[card]


def _swap(view: LordsView, event: Event) -> float:
    """Return what the army gains by a card of the hand in place of its last Follower."""
    return components.STRENGTH[event[1]] - _last_strength(view)


def _exchange(view: LordsView, event: Event) -> float:
    """Return what the army gains by an opponent's Follower in place of its own last one."""
    _, seat, number = event
    return _strength(view.armies[seat][number][0]) - _last_strength(view) + _TAKEN_FROM_OPPONENT


def _discard(view: LordsView, event: Event) -> float:
    """Return the strength that an opponent loses; negative for a Follower of one's own."""
    _, seat, number = event
    strength = _strength(view.armies[seat][number][0])
    return strength if seat != view.seat else -strength


def _copy(view: LordsView, event: Event) -> float:
    """Return the value of the copied power."""
    _, seat, number = event
    return _POWER_WORTH[components.CLAN[view.armies[seat][number][0]]]


_VALUES: Final[dict[int, Callable[[LordsView, Event], float]]] = {
    events.CLAIM: _claim,
    events.RECRUIT: _recruit,
    events.MUSTER: _muster,
    events.SWAP: _swap,
    events.EXCHANGE: _exchange,
    events.DISCARD: _discard,
    events.COPY: _copy,
    events.ACTIVATE: lambda *_: 1.0,
    events.DECLINE: lambda *_: 0.0,
    events.PASS: lambda *_: 0.0,
}


def _finished_turns(view: LordsView) -> int:
    """Return the number of finished turns of each seat in the round."""
    return view.step // view.seats


def _own_army(view: LordsView) -> Army:
    return view.armies[view.actor]


def _last_strength(view: LordsView) -> float:
    """Return the strength of one's own last Follower."""
    return components.STRENGTH[_own_army(view)[-1][0]]


def _clan_value(view: LordsView, card: int) -> float:
    """Return the value of the cards of the same clan in hand and army."""
    cards = [*view.hand, *(follower[0] for follower in _own_army(view))]
    return _CLAN_CARD * sum(components.CLAN[other] == components.CLAN[card] for other in cards)


def _total(army: Army) -> float:
    total = sum(_strength(follower[0]) for follower in army)
    clans = {components.CLAN[follower[0]] for follower in army if follower[0] != components.HIDDEN}
    return 2 * total if len(army) > 1 and len(clans) == 1 else total


def _strength(card: int) -> float:
    return _UNSEEN if card == components.HIDDEN else components.STRENGTH[card]


def _is_blocked(view: LordsView, card: int) -> bool:
    """Whether a face-up Follower blocks the card's power (rulings 1 and 2)."""
    shown = [follower[0] for army in view.armies for follower in army if not follower[2]]
    if view.strict:
        return any(components.STRENGTH[other] < components.STRENGTH[card] for other in shown)
    return any(
        components.CLAN[other] == components.CLAN[card] and components.STRENGTH[other] <= components.STRENGTH[card]
        for other in shown
    )


BOT = HeuristicBot(
    "steward",
    "Plays Lords of Scotland by simple rules: builds strong armies of one clan, uses a power when it gains points.",
    ("lords-of-scotland",),
    _VALUES,
)
