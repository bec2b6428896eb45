"""Why an event is not possible now, as a sentence for the player who tried it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.core.errors import EngineError, IllegalChance, IllegalMove
from engine.core.game import CHANCE, Event, deciding_seat
from engine.games.kings_kilt import events, phases
from engine.games.kings_kilt.board import BENEATH, NEIGHBOURS, SLOT_NAMES, SLOTS
from engine.games.kings_kilt.components import CLAN_COUNT, CLANS, EMPTY

if TYPE_CHECKING:
    from engine.games.kings_kilt.state import KiltState


_LENGTHS: Final = (2, 2, 2, 2, 2, 3, 2, 3, 2, 2, 1)  # of the event, by its kind
_SLOTS_IN: Final = {events.ADVANCE: (1, 2), events.BETRAY: (1,), events.SWAY: (1,), events.RAISE: (1,)}
_CLAN_IN: Final = {**dict.fromkeys(range(events.TOP + 1), 1), events.SWAY: 2, events.REVEAL: 1}

_EXPECTED: Final = {
    phases.KINDRED: "a Family card is to be dealt",
    phases.CHOOSING_THIRD: "a third Family card is to be dealt",
    phases.DEALING: "an Influence card is to be dealt",
    phases.LAYING: "row “a” is to be laid (the line “Row 1”)",
    phases.TURNING: "the next card of the pile is to be seen",
    phases.ACTING: "{seat} is to advance a card, betray one or, with the King crowned, pass",
    phases.SWAYING: "{seat} is to say who betrays {victim}, and with which Influence card",
    phases.RAISING: "{seat} is to fill {vacuum} with one of the two cards beneath",
    phases.REVEALING: "{seat} is to turn up a Family card",
}
_PHASE_OF: Final = {
    events.ADVANCE: phases.ACTING,
    events.BETRAY: phases.ACTING,
    events.PASS: phases.ACTING,
    events.SWAY: phases.SWAYING,
    events.RAISE: phases.RAISING,
    events.REVEAL: phases.REVEALING,
}


def move_error(state: KiltState, event: Event) -> EngineError:
    """Return the error for an event that is not possible in `state`."""
    if not is_well_formed(event):
        return IllegalMove(f"{event} is not an event of King's Kilt.", tried=event, seat=state.turn)
    if event[0] <= events.TOP:
        return IllegalChance(_why_impossible(state, event), tried=event, seat=state.turn)
    return IllegalMove(_why_illegal(state, event), tried=event, seat=state.turn, legal=state.legal_moves())


def is_well_formed(event: Event) -> bool:
    """Whether it is an event of the game, possible now or not."""
    return (
        len(event) > 0
        and 0 <= event[0] < len(_LENGTHS)
        and len(event) == _LENGTHS[event[0]]
        and all(0 <= event[at] < SLOTS for at in _SLOTS_IN.get(event[0], ()))
        and (event[0] not in _CLAN_IN or 0 <= event[_CLAN_IN[event[0]]] < CLAN_COUNT)
    )


def _why_impossible(state: KiltState, event: Event) -> str:
    kind, clan = event
    name = CLANS[clan]
    if state.turn != CHANCE or state.phase != kind:
        return f"A {name} cannot come up that way now: {_expected_next(state)}."
    if kind == events.FAMILY:
        return f"A {name} cannot come up now: one of each clan is dealt first, and that {name} is in a Family already."
    if kind == events.THIRD and clan in state.families[state.step - 2 * state.seats]:
        return f"A {name} cannot come up now: a Family has three different clans, and this one has a {name}."
    if kind >= events.LAY and state.listed:
        is_renewed = state.members == 0 and not state.discards and state.betrayed
        listed = "Influence cards" if is_renewed else "Leaders"
        return f"A {name} cannot come up now: no {name} is left among the {listed} on top of the pile."
    return f"A {name} cannot come up now: every other {name} has been dealt or seen."


def _why_illegal(state: KiltState, event: Event) -> str:
    kind = event[0]
    if state.phase != _PHASE_OF[kind]:
        return f"That cannot be played now: {_expected_next(state)}."
    seat = f"Seat {deciding_seat(state, state.actor) + 1}"
    if kind == events.ADVANCE:
        return f"{seat} cannot advance so: {_why_no_advance(state, *event[1:])}."
    if kind == events.BETRAY:
        return f"{seat} cannot have {SLOT_NAMES[event[1]]} betrayed: {_why_no_betrayal(state, event[1])}."
    if kind == events.SWAY:
        return f"{seat} cannot betray {_card(state, state.victim)} so: {_why_no_sway(state, *event[1:])}."
    if kind == events.RAISE:
        beneath = " and ".join(SLOT_NAMES[slot] for slot in BENEATH[state.vacuum])
        into = SLOT_NAMES[state.vacuum]
        return f"{seat} cannot fill {into} from {SLOT_NAMES[event[1]]}: the cards beneath are {beneath}."
    if kind == events.REVEAL:
        return f"{seat} cannot turn up a {CLANS[event[1]]}: that is not among its hidden Family cards."
    return f"{seat} cannot pass before the King is crowned."


def _why_no_advance(state: KiltState, source: int, target: int) -> str:
    if state.pyramid[source] == EMPTY:
        return f"there is no card at {SLOT_NAMES[source]}"
    if source not in BENEATH[target]:
        return f"{SLOT_NAMES[target]} is not diagonally above {SLOT_NAMES[source]}"
    if state.pyramid[target] != EMPTY:
        return f"{_card(state, target)} is in the way"
    support = next(slot for slot in BENEATH[target] if slot != source)
    return f"without a card at {SLOT_NAMES[support]} the way to {SLOT_NAMES[target]} has no support"


def _why_no_betrayal(state: KiltState, victim: int) -> str:
    if state.pyramid[victim] == EMPTY:
        return "no card is there"
    if not state.influences[state.actor]:
        return "no Influence card is left"
    if state.by_victim:
        return f"in rows “d” to “f” that takes an Influence card of its own clan, {CLANS[state.pyramid[victim]]}"
    return "in rows “d” to “f” that takes an Influence card of a neighbour's clan"


def _why_no_sway(state: KiltState, slot: int, clan: int) -> str:
    if slot not in NEIGHBOURS[state.victim] or state.pyramid[slot] == EMPTY:
        return f"there is no neighbour of it at {SLOT_NAMES[slot]}"
    if clan not in state.influences[state.actor]:
        return f"no {CLANS[clan]} is among the Influence cards in hand"
    matched = state.victim if state.by_victim else slot
    return f"in rows “d” to “f” the Influence card must match {_card(state, matched)}"


def _card(state: KiltState, slot: int) -> str:
    return f"the {CLANS[state.pyramid[slot]]} at {SLOT_NAMES[slot]}"


def _expected_next(state: KiltState) -> str:
    victim = _card(state, state.victim) if state.victim != EMPTY else ""
    vacuum = SLOT_NAMES[state.vacuum] if state.vacuum != EMPTY else ""
    return _EXPECTED[state.phase].format(
        seat=f"seat {deciding_seat(state, state.actor) + 1}", victim=victim, vacuum=vacuum
    )
