"""The texts of Lords of Scotland for players: events as sentences, and the table."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Event
from engine.core.messages import Message, join
from engine.games.lords_of_scotland import components, events, messages
from engine.games.lords_of_scotland.components import card_name
from engine.games.lords_of_scotland.events import CLAIM, DEAL, DISCARD, DRAW, EXCHANGE, FACE_DOWN, MUSTER, TAKE
from engine.games.lords_of_scotland.rounds import claims_due
from engine.games.lords_of_scotland.scoring import NO_POWER, Army, Follower, is_doubled, strength_of
from engine.games.lords_of_scotland.state import LordsState
from engine.games.lords_of_scotland.view import LordsView

_WIDTH = 12


def describe_event(state: LordsState | LordsView, event: Event) -> Message:
    """Return a sentence for `event`, which is about to happen in `state`; for a view, with what that seat may know."""
    kind, *rest = event
    if kind <= events.DRAW:
        return _chance(state, kind, card_name(rest[0]))
    return _decision(state, state.claims[0] if kind == CLAIM else state.actor, kind, rest)


def _chance(state: LordsState | LordsView, kind: int, card: str) -> Message:
    if kind == DEAL:
        return messages.DEALT(state.step % state.seats, cards=card)
    if kind == events.SUPPORTER:
        return messages.SUPPORTER(card=card)
    if kind == events.TURN:
        return messages.TURNED_UP(card=card)
    if kind == TAKE:
        return messages.TAKEN(state.actor, card=card)
    if kind == events.REFILL:
        return messages.REFILLED(card=card)
    return messages.DRAWS(state.actor, cards=card)


def _decision(state: LordsState | LordsView, seat: int, kind: int, rest: list[int]) -> Message:
    if kind == events.RECRUIT:
        return (
            messages.RECRUITS_FACE_DOWN(seat)
            if rest[0] == components.HIDDEN
            else messages.RECRUITS(seat, card=card_name(rest[0]))
        )
    if kind == MUSTER:
        return (messages.MUSTERS if rest[1] else messages.MUSTERS_FACE_DOWN)(seat, card=card_name(rest[0]))
    if kind == events.PASS:
        return messages.PASSES(seat)
    if kind == CLAIM:
        return messages.CLAIMS(seat, card=card_name(rest[0]), strength=components.STRENGTH[rest[0]])
    own = card_name(state.armies[seat][-1][0])
    if kind == events.DECLINE:
        return messages.DECLINES(seat, card=own)
    if kind == events.ACTIVATE:
        return messages.ACTIVATES_POWER.get(state.power, messages.ACTIVATES)(seat, card=own)
    if kind == events.SWAP:
        return messages.SWAPS(seat, card=own, other=card_name(rest[0]))
    return _describe_target(state, kind, own, *rest)


def _describe_target(state: LordsState | LordsView, kind: int, own: str, seat: int, number: int) -> Message:
    target = _target(state, seat, state.armies[seat][number])
    if kind == EXCHANGE:
        return messages.EXCHANGES(state.actor, card=own, target=target)
    if kind == DISCARD:
        return messages.DISCARDS(state.actor, card=own, target=target)
    sentence = messages.COPIES_POWER.get(components.CLAN[state.armies[seat][number][0]], messages.COPIES)
    return sentence(state.actor, card=own, target=target)


def _target(state: LordsState | LordsView, seat: int, follower: Follower) -> Message:
    card, _, veil, _ = follower
    is_own = seat == state.actor
    if card == components.HIDDEN:
        return (messages.OWN_HIDDEN if is_own else messages.ANOTHERS_HIDDEN)(seat)
    if veil:
        return (messages.OWN_FACE_DOWN if is_own else messages.ANOTHERS_FACE_DOWN)(seat, card=card_name(card))
    return (messages.OWN if is_own else messages.ANOTHERS)(seat, follower=card_name(card))


def observation_text(state: LordsState, event: Event, seat: int | None) -> Message | None:
    """Return what a seat (None: a spectator) sees of an event about to happen; None if it sees nothing."""
    kind = event[0]
    mover = state.step % state.seats if kind == DEAL else state.actor
    if mover != seat:
        if kind in (DEAL, TAKE):
            return None
        if kind == DRAW:
            return messages.DRAWS(mover, cards=messages.A_CARD())
        if kind == MUSTER and event[2] == FACE_DOWN:
            return messages.MUSTERS_HIDDEN(mover)
    is_shown = kind == DISCARD or (kind == EXCHANGE and mover == seat)  # Rulings 11 and 7
    sentence = describe_event(state if is_shown else state.view(seat), event)
    if kind == CLAIM and state.claims == claims_due(state):
        return join([_armies_text(state), sentence], "\n")
    return sentence


def sketch(view: LordsView) -> str:
    """Return the table as text of a few lines."""
    return "\n".join(_table_lines(view))


def _armies_text(state: LordsState) -> Message:
    """Return the armies before the first claim of a round, the strongest first."""
    armies = [(seat, state.armies[seat]) for seat in state.ranking if state.armies[seat]]
    return join([messages.ROUND_ENDS(), *(_army_text(seat, army) for seat, army in armies)])


def _army_text(seat: int, army: Army) -> Message:
    strength, followers = strength_of(army), tuple(_army(army))
    if is_doubled(army):
        return messages.ARMY_DOUBLED(seat, strength=strength, single=strength // 2, army=followers)
    return messages.ARMY(seat, strength=strength, army=followers)


def _table_lines(view: LordsView) -> Iterator[str]:
    turn = min(view.step // view.seats + 1, components.TURNS)
    yield f"Round {view.round}, turn {turn} of {components.TURNS}; {view.pile} cards in the pile"
    yield _row("Supporters", [card_name(card) for card in view.supporters])
    recruits = [card for card in view.recruits if card != components.GAP]
    yield _row("Recruits", ["face-down" if card == components.HIDDEN else card_name(card) for card in recruits])
    for seat in range(view.seats):
        yield _row(f"Seat {seat + 1}", [_seat_line(view, seat)])
    if view.seat is not None:
        yield _row("Your hand", [card_name(card) for card in view.hand])


def _row(name: str, parts: list[str]) -> str:
    return f"  {name:<{_WIDTH}}{', '.join(parts) or 'none'}"


def _seat_line(view: LordsView, seat: int) -> str:
    me = " (you)" if seat == view.seat else ""
    cards = view.hand_sizes[seat]
    army = ", ".join(_army(view.armies[seat])) or "no Follower"
    return f"{view.points[seat]:>2} strength claimed, {cards} in hand{me}: {army}"


def _army(army: Army) -> Iterator[str]:
    for card, power, veil, _ in army:
        name = messages.FACE_DOWN() if card == components.HIDDEN else card_name(card)
        if veil and card != components.HIDDEN:
            name = messages.FACE_DOWN_CARD(card=name)
        if power == NO_POWER:
            yield name
        elif power == components.CLAN[card]:
            yield messages.WITH_OWN_POWER(name=name)
        else:
            yield messages.WITH_POWER(name=name, clan=components.CLANS[power])
