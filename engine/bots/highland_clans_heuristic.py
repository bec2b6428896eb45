"""The reiver: plays Highland Clans by heuristics, an action at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.core.bot import HeuristicBot
from engine.core.game import Event
from engine.games.highland_clans import events, heuristics
from engine.games.highland_clans.components import COMBATS, Counts
from engine.games.highland_clans.legal_moves import actions_without_bard, cost_of
from engine.games.highland_clans.piles import minus
from engine.games.highland_clans.scoring import verdict
from engine.games.highland_clans.view import ClansView, Court, Land

_RIVALS_SHARE: Final = 0.6  # what a point of the others, on average, is worth, taken from one's own
_GOOD: Final = 2.6  # the mean of three cards that are good enough for a raid


def _act(view: ClansView, event: Event) -> float:
    """Return the lead after the action."""
    courts, lands = heuristics.after_action(view.courts, view.lands, view.actor, event)
    from_court = event[4] + event[5] if event[0] == events.ESTATE else 0
    return _lead(view, courts, lands) - 0.01 * from_court


def _done(view: ClansView, event: Event) -> float:
    return _lead(view, view.courts, view.lands)


def _raid(view: ClansView, event: Event) -> float:
    """Return the value of the spoils, if the three best cards are good; less for pipers and warriors of the target."""
    target = event[1]
    warriors, pipers, _ = view.courts[target]
    strength = sum(view.hand[-COMBATS:]) / COMBATS - _GOOD
    chance = strength - 0.1 * (warriors - 4) - 0.05 * (pipers - view.courts[view.actor][1])
    raid = view._replace(target=target)
    prize = max(
        [_spoil(raid, (events.SPOIL, what)) for what in (events.NOTHING, events.CATTLE, events.CASTLE, events.ABBEY)]
    )
    return chance * (2 + prize - _lead(view, view.courts, view.lands))


def _exchange(view: ClansView, event: Event) -> float:
    """Return by how much the cards are below the mean."""
    return sum([heuristics.hand_value((2, 3)) / 2 - heuristics.hand_value((card,)) for card in event[1:]])


def _lay(view: ClansView, event: Event) -> float:
    """Good cards while the raid is open, bad ones when it is decided; a piper where the last combat decides."""
    _, card, piper = event
    left = COMBATS - len(view.combats)
    ahead = verdict(view.combats) * (1 if view.seat == view.actor else -1)
    if abs(ahead) > left or ahead == left:
        return -card - 10 * piper
    is_worth_a_piper = left == 1 and ahead <= 0 and card < 4
    return card + (piper if is_worth_a_piper else -3 * piper)


def _spoil(view: ClansView, event: Event) -> float:
    """Return the lead after spoiling; what is not there cannot be spoiled."""
    what = event[1]
    if what and not view.lands[view.target][1 + (events.CATTLE, events.CASTLE, events.ABBEY).index(what)]:
        return float("-inf")
    return _lead(view, view.courts, heuristics.after_spoiling(view.lands, view.actor, view.target, what))


def _send_back(view: ClansView, event: Event) -> float:
    """Prefer to send back the tokens that the best two actions do not need."""
    needed = _needed_tokens(view)
    kept = [drawn - back for drawn, back in zip(view.drawn, event[1:], strict=True)]
    return -sum([10 * max(0, need - keep) + max(0, keep - need) for need, keep in zip(needed, kept, strict=True)])


def _give_up_cards(view: ClansView, event: Event) -> float:
    return -heuristics.hand_value(event[1:])


def _lead(view: ClansView, courts: Sequence[Court], lands: Sequence[Land]) -> float:
    """Return the value of the own board, less a share of the others' mean."""
    worth = heuristics.board_values(
        courts, lands, heuristics.rounds_left(view.points, view.step, view.seats), ranks_zero=view.ranks_zero
    )
    mine = worth[view.actor]
    return mine - _RIVALS_SHARE * (sum(worth) - mine) / (view.seats - 1)


def _needed_tokens(view: ClansView) -> Counts:
    """Return the drawn tokens that the best two actions would use."""
    drawn = view.drawn
    for _ in range(1 if view.step == view.seats - 1 else 2):
        moves = [move for move in actions_without_bard(view) if move[0] != events.DONE]
        if not moves:
            break
        best = max(moves, key=lambda move: _act(view, move))
        courts, lands = heuristics.after_action(view.courts, view.lands, view.actor, best)
        cost = cost_of(best)
        view = view._replace(
            courts=tuple(courts),
            lands=tuple(lands),
            drawn=minus(view.drawn, cost),
            used=view.used + sum(cost),
            acted=(*view.acted, best[0]),
        )
    return minus(drawn, view.drawn)


_VALUES: Final[dict[int, Callable[[ClansView, Event], float]]] = {
    **dict.fromkeys(range(events.CATTLE, events.DONE), _act),
    events.DONE: _done,
    events.SEND_BACK: _send_back,
    events.DISCARD: _give_up_cards,
    events.PUT_BACK: _give_up_cards,
    events.RAID: _raid,
    events.EXCHANGE: _exchange,
    events.LAY: _lay,
    events.SPOIL: _spoil,
}

BOT = HeuristicBot(
    "reiver",
    "Plays Highland Clans by simple rules: fills its estates, raids with good cards, exchanges bad ones.",
    ("highland-clans",),
    _VALUES,
)
