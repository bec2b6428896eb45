"""Invariants of every match, whatever moves people make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.game import Event
from engine.core.options import OptionValue
from engine.games.kings_kilt import events
from engine.games.kings_kilt.board import BASE, BENEATH, FIRST_NOBLEMAN, FULL, KING, NEIGHBOURS, SLOTS
from engine.games.kings_kilt.components import ONE
from engine.games.kings_kilt.game import GAME
from engine.games.kings_kilt.state import KiltState, shape_of
from tests.engine.games.playing import steps
from tests.engine.kings_kilt.invariants import broken_invariant
from tests.engine.kings_kilt.policies import POLICIES, kilt_states

steadily = settings(derandomize=True, max_examples=25, database=None)
seeds = st.integers(0, 10_000)
tables = st.integers(2, 4)
options = st.fixed_dictionaries(
    {
        "matching": st.sampled_from(["influenced", "victim"]),
        "scoring": st.sampled_from(["per-family-card", "per-pyramid-card"]),
    }
)
Options = dict[str, OptionValue]
Match = list[tuple[KiltState, Event]]


@pytest.mark.parametrize("policy", POLICIES)
@steadily
@given(seed=seeds, seats=tables, options=options)
def test_every_match_keeps_to_the_rules(policy: str, seed: int, seats: int, options: Options) -> None:
    match = played(policy, seed, seats, options)
    the_fifteenth_advance_crowns_the_king(match)
    cards_are_conserved(match)
    each_turn_that_is_not_a_pass_draws_one_card(match)
    turns_go_clockwise_past_those_who_have_passed(match, seats)
    moves_are_as_the_rules_say_slot_by_slot(match)
    reminders_turn_up_as_many_cards_as_they_should(match, seats)


def the_fifteenth_advance_crowns_the_king(match: Match) -> None:
    advances = []
    for state, event in match:
        if event[0] == events.ADVANCE:
            advances.append(event[2])
        crowned = state.filled == FULL
        assert crowned == (len(advances) == 15)
        assert event[0] != events.PASS or crowned
    assert len(advances) == 15
    assert advances[-1] == KING
    assert sorted(advances) == list(range(BASE, SLOTS))


def cards_are_conserved(match: Match) -> None:
    for state, _ in match:
        assert broken_invariant(state) is None
    assert state.outcome is not None


def each_turn_that_is_not_a_pass_draws_one_card(match: Match) -> None:
    turns, first = 0, 0
    for state, event in match:
        turns += event[0] in (events.ADVANCE, events.BETRAY)
        if event[0] == events.TOP and not first:
            first = state.pile
        if state.phase in (5, 8) and not _was_renewed(state):
            assert first - state.pile == turns
    assert turns == 15 + len(state.betrayed)


def turns_go_clockwise_past_those_who_have_passed(match: Match, seats: int) -> None:
    actor, out = -1, set()
    for state, event in match:
        if event[0] == events.PASS:
            out.add(actor)
        if state.phase == 5 and event[0] in (events.PASS, events.TOP, events.REVEAL):
            following = [(actor + after) % seats for after in range(1, seats + 1)]
            expected = next(seat for seat in following if seat not in out)
            assert state.turn == state.actor == expected
        actor = state.actor
    assert out == {*range(seats)}


def moves_are_as_the_rules_say_slot_by_slot(match: Match) -> None:
    """An independent list of what may be done, made from the table alone (rulings 1 and 3)."""
    for state, _ in match:
        if state.phase == 5:
            assert {*state.legal_moves()} == {*_moves(state)}
        if state.phase == 6:
            assert {*state.legal_moves()} == {
                (events.SWAY, slot, clan) for slot, clan, victim in _betrayals(state) if victim == state.victim
            }


def reminders_turn_up_as_many_cards_as_they_should(match: Match, seats: int) -> None:
    """Ruling 4, counted at the crowning."""
    for state, event in match:
        if event[0] == events.ADVANCE and event[2] == KING:
            turned = sorted(len(shown) for shown in state.shown)
            total = sum(turned)
            assert max(turned) == 2 if seats == 2 else max(turned) <= 2
            assert total in (2, 3) if seats == 2 else total == 2 * (seats - 1)


def test_these_matches_reach_the_corners() -> None:
    """Else the properties above would prove less than they seem to."""
    met: Counter[str] = Counter()
    for policy in POLICIES:
        for seed in range(6):
            for seats in (2, 3, 4):
                chain = 0
                for state, event in played(policy, seed, seats, {}):
                    chain = chain + 1 if event[0] == events.RAISE else chain if event[0] == events.TOP else 0
                    met.update(_corners(state, event, chain))
    assert {*met} == {
        "the King betrayed", "a Guardian betrayed", "a Nobleman betrayed", "a betrayal within a clan",
        "a chain of five", "a renewed pile", "a renewed pile whose first card goes into row 1",
        "no Influence left before the King", "the last one alone",
    }, met  # fmt: skip


def test_there_are_132_outlines() -> None:
    """As many as there are ways to stack a pyramid on six: the sixth Catalan number."""
    found, waiting = {63}, [63]
    while waiting:
        filled = waiting.pop()
        for _, _, target in shape_of(filled).advances:
            if (after := filled | 1 << target) not in found:
                found.add(after)
                waiting.append(after)
    assert len(found) == 132


def played(policy: str, seed: int, seats: int, options: Options) -> Match:
    """Each event of a match with the state behind it."""
    return [(after, event) for _, event, after in steps(GAME, seats, options, seed, POLICIES[policy])]


def _moves(state: KiltState) -> list[tuple[int, ...]]:
    full = {slot for slot in range(SLOTS) if state.pyramid[slot] >= 0}
    advances = [
        (events.ADVANCE, source, target)
        for target in {*range(SLOTS)} - full
        for source in BENEATH[target]
        if {*BENEATH[target]} <= full and target >= BASE
    ]
    betrayals = [(events.BETRAY, victim) for _, _, victim in _betrayals(state)]
    return [*advances, *betrayals, *([(events.PASS,)] if len(full) == SLOTS else [])]


def _betrayals(state: KiltState) -> list[tuple[int, int, int]]:
    """(neighbour, card, victim) of every betrayal of the seat to move."""
    return [
        (slot, clan, victim)
        for victim in range(SLOTS) if state.pyramid[victim] >= 0
        for slot in range(SLOTS) if state.pyramid[slot] >= 0 and slot in NEIGHBOURS[victim]
        for clan in {*state.influences[state.actor]}
        if victim < FIRST_NOBLEMAN or clan == state.pyramid[victim if state.by_victim else slot]
    ]  # fmt: skip


def _was_renewed(state: KiltState) -> bool:
    return len(state.discards) < len(state.betrayed)


def _corners(state: KiltState, event: Event, chain: int) -> set[str]:
    renewed = _was_renewed(state) and state.phase == 4
    return {
        name
        for name, is_met in {
            "the King betrayed": event == (events.BETRAY, KING),
            "a Guardian betrayed": event[0] == events.BETRAY and event[1] in (18, 19),
            "a Nobleman betrayed": event[0] == events.BETRAY and event[1] in (15, 16, 17),
            "a betrayal within a clan": state.phase == 6 and any(
                state.pyramid[move[1]] == state.pyramid[state.victim] for move in state.legal_moves()
            ),
            "a chain of five": chain == 5,
            "a renewed pile": renewed,
            "a renewed pile whose first card goes into row 1": renewed and state.vacuum >= 0,
            "no Influence left before the King": state.filled != FULL and state.actor >= 0
            and not any(state.influences),
            "the last one alone": len(state.passed) == state.seats - 1 and event[0] == events.SWAY,
        }.items()
        if is_met
    }  # fmt: skip


@pytest.fixture
def state() -> KiltState:
    """A sound position in the middle of a match."""
    for state in kilt_states(3, {}, 1, "any"):
        if state.discards and state.pyramid[11] >= 0 and state.phase == 5:
            assert broken_invariant(state) is None
            return state
    raise LookupError("That match has no such position.")


def clash_first_cards(state: KiltState) -> None:
    first, second = state.families[0], state.families[1]
    state.families[1] = (first[0], *second[1:])
    state.members += ONE[second[0]] - ONE[first[0]]


def repeat_clan(state: KiltState) -> None:
    family, third = state.families[0], state.families[0][2]
    clan = family[0]
    state.families[0] = (*family[:2], clan)
    state.discards += (third,)
    found = next(name for name in ("discards", "betrayed") if clan in getattr(state, name)[:-1])
    row = list(getattr(state, found))
    row.remove(clan)
    setattr(state, found, tuple(row))


def show_strange_card(state: KiltState) -> None:
    state.shown[0] = (next(clan for clan in range(8) if clan not in state.families[0]),)


def hang_card(state: KiltState) -> None:
    state.pyramid[19], state.pyramid[6] = state.pyramid[6], -1


SPOILED: dict[str, Callable[[KiltState], None]] = {
    "There are 9 cards of clan Bruce, and there should be 8.": lambda state: setattr(
        state, "discards", (*state.discards, 0)
    ),
    "There are 7 cards of clan": lambda state: setattr(state, "discards", state.discards[1:]),
    "The pile is said to hold": lambda state: setattr(state, "pile", state.pile + 1),
    "here one comes twice": clash_first_cards,
    "The Family of seat 1 has a clan twice.": repeat_clan,
    "Seat 1 has shown a card that is not of its Family.": show_strange_card,
    "does not rest on two others.": hang_card,
    "The outline of the pyramid": lambda state: setattr(state, "filled", state.filled | 1 << 20),
}


@pytest.mark.parametrize("sentence", SPOILED)
def test_it_says_what_is_amiss(state: KiltState, sentence: str) -> None:
    SPOILED[sentence](state)
    assert sentence in str(broken_invariant(state))
