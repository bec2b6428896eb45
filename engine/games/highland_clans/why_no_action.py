"""Why an action is not possible now, as the end of a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.core.game import Event
from engine.games.highland_clans import events
from engine.games.highland_clans.components import COLOURS, LEAST_WARRIORS, MOST_ESTATES, TOKENS_USED, YELLOW
from engine.games.highland_clans.naming import ACTIONS, COURT, enumerated

if TYPE_CHECKING:
    from engine.games.highland_clans.state import ClansState

_COSTS: Final = {
    events.CATTLE: (0, 0, 0, 1), events.CASTLE: (0, 2, 0, 0), events.ABBEY: (0, 0, 3, 0), events.WARRIOR: (1, 0, 0, 0),
    events.PIPER: (0, 1, 0, 0), events.BARD: (0, 1, 0, 0),
}  # fmt: skip


def why_no_action(state: ClansState, event: Event) -> str:
    """The first thing that stands against it."""
    kind, *rest = event
    if kind in state.acted:
        return f"it has had {ACTIONS[kind]} in this turn, and no action comes twice"
    if kind == events.BARD and state.acted:
        return "a bard is the only action of a turn"
    if kind == events.MONKS and rest[0] not in (1, 2):
        return "one or two monks can be taken"
    if kind == events.ESTATE:
        return _why_no_estate(state, *rest)
    short = _why_no_tokens(state, _COSTS.get(kind) or (0, 0, rest[0], 0))
    if short:
        return short
    return _why_no_bard(state, event) if kind == events.BARD else "none of its estates is free"


def _why_no_tokens(state: ClansState, wanted: tuple[int, ...]) -> str:
    for colour, want, has in zip(COLOURS, wanted, state.drawn, strict=True):
        if want > has:
            return f"that takes {want} {colour}, and of its drawn tokens {has or 'none'} {'are' if has > 1 else 'is'}"
    left = TOKENS_USED - state.used
    if sum(wanted) > left:
        return f"of its drawn tokens {left} may still be used, and that takes {sum(wanted)}"
    return ""


def _why_no_bard(state: ClansState, event: Event) -> str:
    _, seat, *fates = event
    if not 0 <= seat < state.seats or seat == state.actor:
        return "a bard goes to the court of another seat at the table"
    if any(fate > events.TO_COURT for fate in fates) or not _is_allowed(fates):
        return "a bard takes one token or two of different colours, of which at most one is kept"
    if fates[YELLOW] and state.courts[seat][YELLOW] <= LEAST_WARRIORS:
        return f"seat {seat + 1} would have fewer than {LEAST_WARRIORS} warriors"
    missing = [COURT[at] for at in range(3) if fates[at] and not state.courts[seat][at]]
    return f"seat {seat + 1} has no {enumerated(missing)}"


def _is_allowed(fates: list[int]) -> bool:
    gone, kept = fates.count(events.TO_SACK), fates.count(events.TO_COURT)
    return gone >= 1 and kept <= 1 and gone + kept <= 2


def _why_no_estate(state: ClansState, yellow: int, green: int, red: int, court_yellow: int, court_green: int) -> str:
    """What is wrong with the payment, if there is an estate to be had."""
    seat = state.actor
    if not state.stock:
        return "no estate is left in the stock"
    if state.lands[seat][0] >= MOST_ESTATES:
        return f"it has {MOST_ESTATES} estates, and nobody has more"
    if yellow + court_yellow != 1 or (red, green + court_green) not in ((1, 0), (0, 2)):
        return "an estate costs a yellow and a red token, or a yellow and two green ones"
    warriors, _, monks = state.courts[seat]
    if court_yellow and warriors <= LEAST_WARRIORS:
        return f"it would have fewer than {LEAST_WARRIORS} warriors"
    if court_green > monks:
        return f"its court has {monks or 'no'} green"
    return _why_no_tokens(state, (yellow, 0, green, red))
