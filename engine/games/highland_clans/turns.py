"""What each event does: the dealing, the tokens, and the table of all handlers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.core.game import CHANCE, Event
from engine.games.highland_clans import course, deeds, raids, supply
from engine.games.highland_clans.phases import DRAWING_TOKENS, SENDING_BACK, TILE_REACHED

if TYPE_CHECKING:
    from engine.games.highland_clans.state import ClansState


def deal(state: ClansState, event: Event) -> None:
    """The next hand."""
    cards = event[1:]
    state.hands[state.step] = cards
    state.deck -= len(cards)
    state.deck_cards = supply.minus(state.deck_cards, supply.counted(cards))
    state.step += 1
    if state.step == state.seats:
        course.begin_round(state)


def tokens(state: ClansState, event: Event) -> None:
    """Drawn from the sack; with the largest following some may go back, once (ruling 2)."""
    _, yellow, blue, green, red = event
    drawn = (yellow, blue, green, red)
    state.sack = supply.minus(state.sack, drawn)
    state.drawn = supply.plus(state.drawn, drawn)
    if state.actor == state.following and not state.redrawn:
        state.phase, state.turn = SENDING_BACK, state.actor
    else:
        course.begin_actions(state)


def send_back(state: ClansState, event: Event) -> None:
    """First back, then as many are drawn."""
    _, yellow, blue, green, red = event
    back = (yellow, blue, green, red)
    state.sack = supply.plus(state.sack, back)
    state.drawn = supply.minus(state.drawn, back)
    state.redrawn = True
    if any(back):
        state.phase, state.turn = DRAWING_TOKENS, CHANCE
    else:
        course.begin_actions(state)


def tile(state: ClansState, event: Event) -> None:
    """An estate is turned up, and ends the game if somebody has as many points (ruling 18)."""
    _, number = event
    state.stock -= 1
    state.shown += (number,)
    if number <= max(state.points):
        course.end_game(state, TILE_REACHED)
    else:
        course.begin_round(state)


# By the kind of event, in the order of `events`.
HANDLERS: Final[tuple[Callable[[ClansState, Event], None], ...]] = (
    deal,
    tokens,
    course.draw,
    tile,
    send_back,
    deeds.cattle,
    deeds.castle,
    deeds.abbey,
    deeds.warrior,
    deeds.piper,
    deeds.monks,
    deeds.bard,
    deeds.estate,
    deeds.done,
    deeds.discard,
    raids.raid,
    raids.exchange,
    raids.lay,
    raids.spoil,
    raids.put_back,
)
