"""What each event does to the state of Highland Clans, and the table of all handlers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.core.game import CHANCE, Event
from engine.games.highland_clans import events, phases, piles, scoring, turn_flow
from engine.games.highland_clans.components import COMBATS, DRAWN_RAID_CARDS, NO_TOKENS, Counts
from engine.games.highland_clans.legal_moves import BUILT, COSTS, JOINING, spoil_estates

if TYPE_CHECKING:
    from engine.games.highland_clans.state import ClansState

_REWARD = 1  # of a raid that was won or drawn
_REWARD_FOR_NOTHING = 2  # of a raid on a player who has nothing to spoil
_DEFENCE = 2
_PENALTY = 1


def build(state: ClansState, event: Event) -> None:
    """Put red, blue or green tokens onto a free estate: cattle, a castle or an abbey."""
    kind, seat = event[0], state.actor
    _use(state, kind, COSTS[kind])
    state.lands[seat] = piles.plus(state.lands[seat], BUILT[kind])
    turn_flow.go_on(state)


def take_into_court(state: ClansState, event: Event) -> None:
    """Put tokens into the court: a warrior, which draws a card (ruling 7), a piper, or one or two monks."""
    tokens = JOINING[event]
    yellow, blue, green, _ = tokens
    _use(state, event[0], tokens)
    change_court(state, state.actor, yellow, blue, green)
    if yellow:
        state.owed = ((state.actor, 1),)
        turn_flow.settle_draws(state)
    else:
        turn_flow.go_on(state)


def bard(state: ClansState, event: Event) -> None:
    """Pay a blue token for tokens of another court; a lost warrior costs a card before the taker draws (ruling 6)."""
    _, seat, yellow, blue, green = event
    _use(state, events.BARD, COSTS[events.BARD])
    fates = (yellow, blue, green)
    gone, kept = [fate == events.TO_SACK for fate in fates], [fate == events.TO_COURT for fate in fates]
    change_court(state, seat, *(-(a + b) for a, b in zip(gone, kept, strict=True)))
    change_court(state, state.actor, *kept)
    state.sack = piles.plus(state.sack, (gone[0], 1 + gone[1], gone[2], 0))
    if kept[0]:
        state.owed = ((state.actor, 1),)
    if yellow:
        state.phase, state.turn = phases.DISCARDING, seat
    else:
        turn_flow.go_on(state)


def estate(state: ClansState, event: Event) -> None:
    """Take an estate, paid with drawn tokens and court tokens; a warrior takes a card with it (rulings 5 and 7)."""
    _, yellow, green, red, court_yellow, court_green = event
    seat = state.actor
    _use(state, events.ESTATE, (yellow, 0, green, red))
    change_court(state, seat, -court_yellow, 0, -court_green)
    state.sack = piles.plus(state.sack, (yellow + court_yellow, 0, green + court_green, red))
    state.stock -= 1
    state.lands[seat] = piles.plus(state.lands[seat], (1, 0, 0, 0))
    if court_yellow:
        state.phase, state.turn = phases.DISCARDING, seat
    else:
        turn_flow.go_on(state)


def discard(state: ClansState, event: Event) -> None:
    """Put the card of a lost warrior face-down onto the return deck."""
    _, card = event
    seat = state.actor if state.turn is None else state.turn
    return_cards(state, seat, (card,))
    turn_flow.settle_draws(state)


def done(state: ClansState, _event: Event) -> None:
    """Take no second action."""
    turn_flow.end_actions(state)


def change_court(state: ClansState, seat: int, warriors: int, pipers: int, monks: int) -> None:
    """Add tokens to the court of that seat, or remove some."""
    a, b, c = state.courts[seat]
    state.courts[seat] = (a + warriors, b + pipers, c + monks)


def return_cards(state: ClansState, seat: int, cards: tuple[int, ...]) -> None:
    """Move cards from the hand of that seat face-down onto the return deck."""
    state.hands[seat] = piles.without_cards(state.hands[seat], cards)
    state.returned_by[seat] = piles.plus(state.returned_by[seat], piles.counts_of(cards))


def _use(state: ClansState, kind: int, tokens: Counts) -> None:
    if tokens != NO_TOKENS:
        state.drawn = piles.minus(state.drawn, tokens)
        state.used += sum(tokens)
    state.acted += (kind,)


def raid(state: ClansState, event: Event) -> None:
    """Raid a seat; the raider lays the first card."""
    _, seat = event
    state.target = seat
    state.phase, state.turn = phases.ATTACKING, state.actor


def exchange(state: ClansState, event: Event) -> None:
    """Discard cards, then draw as many (ruling 12)."""
    cards = event[1:]
    if cards:
        return_cards(state, state.actor, cards)
        state.owed = ((state.actor, len(cards)),)
    turn_flow.settle_draws(state)


def lay(state: ClansState, event: Event) -> None:
    """Lay a card of the attacker, then one of the defender; then the combat is decided (ruling 8)."""
    _, card, piper = event
    seat = state.target if state.laid else state.actor
    state.hands[seat] = piles.without_cards(state.hands[seat], (card,))
    if piper:
        change_court(state, seat, 0, -1, 0)
    if state.laid:
        _decide(state, card, piper)
    else:
        state.laid = ((card, piper),)
        state.phase, state.turn = phases.DEFENDING, state.target


def spoil(state: ClansState, event: Event) -> None:
    """Spoil: cattle goes to a free estate of the raider, or to the sack like tokens of buildings (ruling 10)."""
    _, what = event
    if not spoil_estates(state.lands, state.actor, state.target, what) and what != events.NOTHING:
        state.sack = piles.plus(state.sack, COSTS[what])
    turn_flow.settle_draws(state)


def put_back(state: ClansState, event: Event) -> None:
    """Put two cards back face-down after a raid that no player won (ruling 11)."""
    cards = event[1:]
    seat = state.actor if state.turn is None else state.turn
    return_cards(state, seat, cards)
    turn_flow.settle_draws(state)


def _decide(state: ClansState, card: int, piper: int) -> None:
    """Decide a combat: both cards go to the return deck, the pipers to the sack."""
    theirs, with_piper = state.laid[0]
    state.laid = ()
    state.combats += ((theirs, with_piper, card, piper),)
    state.fought = piles.plus(state.fought, piles.counts_of((theirs, card)))
    if piper or with_piper:
        yellow, blue, green, red = state.sack
        state.sack = (yellow, blue + piper + with_piper, green, red)
    if len(state.combats) < COMBATS:
        state.phase, state.turn = phases.ATTACKING, state.actor
    else:
        _end_raid(state)


def _end_raid(state: ClansState) -> None:
    """End a raid: points, then spoils, then cards, the attacker before the defender (rulings 10 and 11)."""
    won = scoring.verdict(state.combats)
    drawn = COMBATS if won else DRAWN_RAID_CARDS
    state.owed = ((state.actor, drawn), (state.target, drawn))
    if won < 0:
        state.points[state.target] += _DEFENCE
        state.points[state.actor] = max(0, state.points[state.actor] - _PENALTY)
    elif won and not any(state.lands[state.target][1:]):
        state.points[state.actor] += _REWARD_FOR_NOTHING
    else:
        state.points[state.actor] += _REWARD
    if won > 0 and any(state.lands[state.target][1:]):
        state.phase, state.turn = phases.SPOILING, state.actor
    else:
        turn_flow.settle_draws(state)


def deal(state: ClansState, event: Event) -> None:
    """Deal the next hand."""
    cards = event[1:]
    state.hands[state.step] = cards
    state.deck -= len(cards)
    state.deck_cards = piles.minus(state.deck_cards, piles.counts_of(cards))
    state.step += 1
    if state.step == state.seats:
        turn_flow.begin_round(state)


def tokens(state: ClansState, event: Event) -> None:
    """Draw tokens from the sack; with the largest following some may go back, once (ruling 2)."""
    _, yellow, blue, green, red = event
    drawn = (yellow, blue, green, red)
    state.sack = piles.minus(state.sack, drawn)
    state.drawn = piles.plus(state.drawn, drawn)
    if state.actor == state.following and not state.redrawn:
        state.phase, state.turn = phases.SENDING_BACK, state.actor
    else:
        turn_flow.begin_actions(state)


def send_back(state: ClansState, event: Event) -> None:
    """Put tokens back, then draw as many."""
    _, yellow, blue, green, red = event
    back = (yellow, blue, green, red)
    state.sack = piles.plus(state.sack, back)
    state.drawn = piles.minus(state.drawn, back)
    state.redrawn = True
    if any(back):
        state.phase, state.turn = phases.DRAWING_TOKENS, CHANCE
    else:
        turn_flow.begin_actions(state)


def tile(state: ClansState, event: Event) -> None:
    """Turn up an estate; it ends the game if a player has as many points (ruling 18)."""
    _, number = event
    state.stock -= 1
    state.shown += (number,)
    if number <= max(state.points):
        turn_flow.end_game(state, phases.TILE_REACHED)
    else:
        turn_flow.begin_round(state)


_BY_KIND: Final[dict[int, Callable[[ClansState, Event], None]]] = {
    events.DEAL: deal,
    events.TOKENS: tokens,
    events.DRAW: turn_flow.draw,
    events.TILE: tile,
    events.SEND_BACK: send_back,
    events.CATTLE: build,
    events.CASTLE: build,
    events.ABBEY: build,
    events.WARRIOR: take_into_court,
    events.PIPER: take_into_court,
    events.MONKS: take_into_court,
    events.BARD: bard,
    events.ESTATE: estate,
    events.DONE: done,
    events.DISCARD: discard,
    events.RAID: raid,
    events.EXCHANGE: exchange,
    events.LAY: lay,
    events.SPOIL: spoil,
    events.PUT_BACK: put_back,
}
# By the kind of event; a tuple, because it is read for every event.
HANDLERS: Final = tuple(_BY_KIND[kind] for kind in range(len(_BY_KIND)))
