"""The steward: plays Lords of Scotland by heuristics, without search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from engine.core.bot import Budget
from engine.core.game import Event
from engine.games.lords_of_scotland import components, events
from engine.games.lords_of_scotland.scoring import Army
from engine.games.lords_of_scotland.view import LordsView

_UNSEEN: Final = 6.5  # the strength of a card nobody has shown
# What a power is worth when it works, in strength of the army.
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
_HAND_VALUE: Final = 0.45  # of a card's strength, for as long as it stays in the hand
_WANTED: Final = 3  # cards a steward likes to hold


class Steward:
    """Musters what strengthens the army most, spends powers where they pay, and keeps a few good cards."""

    slug = "steward"
    version = 1
    summary = (
        "Plays Lords of Scotland by simple rules: builds strong armies of one clan, uses a power when it gains points."
    )
    games: tuple[str, ...] = ("lords-of-scotland",)

    def choose(self, view: LordsView, legal: Sequence[Event], budget: Budget, rng: Random) -> Event:
        """Return the move with the highest value; the first of equals."""
        return max(legal, key=lambda event: _VALUES[event[0]](view, event))


def _claim(view: LordsView, event: Event) -> float:
    return components.STRENGTH[event[1]]


def _recruit(view: LordsView, event: Event) -> float:
    """Return the value of a card for later rounds; higher with fewer cards in hand."""
    card = event[1]
    strength = _UNSEEN if card == components.HIDDEN else components.STRENGTH[card] + _clan_value(view, card)
    need = max(0, _WANTED - len(view.hand))
    return _HAND_VALUE * strength + 2.0 * need - _finished_turns(view)


def _muster(view: LordsView, event: Event) -> float:
    """Return the army's gain, and the power if it would work, less the hand's loss."""
    _, card, up = event
    own = _own_army(view)
    gain = _total((*own, (card, 0, 0, 0))) - _total(own)
    power = _POWER_WORTH[components.CLAN[card]] if up == events.FACE_UP and not _blocked(view, card) else 0.0
    caution = 0.0 if up == events.FACE_UP else 0.5  # a card laid face-down keeps its secret
    first = 6.0 if not own else 0.0  # without a Follower there is no claim
    return (
        gain
        + power
        + caution
        + first * _finished_turns(view) / components.TURNS
        - _HAND_VALUE * components.STRENGTH[card]
    )


def _swap(view: LordsView, event: Event) -> float:
    return components.STRENGTH[event[1]] - components.STRENGTH[_own_army(view)[-1][0]]


def _exchange(view: LordsView, event: Event) -> float:
    _, seat, number = event
    return _strength(view.armies[seat][number][0]) - components.STRENGTH[_own_army(view)[-1][0]] + 1.0


def _discard(view: LordsView, event: Event) -> float:
    _, seat, number = event
    strength = _strength(view.armies[seat][number][0])
    return strength if seat != view.seat else -strength


def _copy(view: LordsView, event: Event) -> float:
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


def _finished_turns(view: LordsView) -> float:
    """Return the number of finished turns of each seat in the round."""
    return view.step // view.seats


def _own_army(view: LordsView) -> Army:
    return view.armies[view.actor]


def _clan_value(view: LordsView, card: int) -> float:
    """Return the value of cards of the same clan in hand or army: an army of one clan doubles."""
    kin = [*view.hand, *(follower[0] for follower in _own_army(view))]
    return 1.0 * sum(components.CLAN[other] == components.CLAN[card] for other in kin)


def _total(army: Army) -> float:
    total = sum(_strength(follower[0]) for follower in army)
    clans = {components.CLAN[follower[0]] for follower in army if follower[0] != components.HIDDEN}
    return 2 * total if len(army) > 1 and len(clans) == 1 else total


def _strength(card: int) -> float:
    return _UNSEEN if card == components.HIDDEN else components.STRENGTH[card]


def _blocked(view: LordsView, card: int) -> bool:
    """Whether a face-up Follower blocks the card's power (rulings 1 and 2)."""
    shown = [follower[0] for army in view.armies for follower in army if not follower[2]]
    if view.strict:
        return any(components.STRENGTH[other] < components.STRENGTH[card] for other in shown)
    return any(
        components.CLAN[other] == components.CLAN[card] and components.STRENGTH[other] <= components.STRENGTH[card]
        for other in shown
    )


BOT = Steward()
