"""A seat's view is a function of what that seat has observed, no more and no less; equal views offer equal moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.dealer import Dealer
from engine.core.errors import EngineError
from engine.core.game import CHANCE, Event
from engine.core.options import OptionValue
from engine.games.kings_kilt.components import counts_of
from engine.games.kings_kilt.game import GAME
from engine.games.kings_kilt.state import KiltState
from tests.engine.games import playing
from tests.engine.kings_kilt.invariants import broken_invariant
from tests.engine.kings_kilt.notebook import SECRET, Notebook, concerned, seen
from tests.engine.kings_kilt.policies import POLICIES, kilt_states

steadily = settings(derandomize=True, max_examples=15, database=None)
seeds = st.integers(0, 10_000)
tables = st.integers(2, 4)
options = st.fixed_dictionaries({"matching": st.sampled_from(["influenced", "victim"])})
Options = dict[str, OptionValue]


@pytest.mark.parametrize("policy", POLICIES)
@steadily
@given(seed=seeds, seats=tables)
def test_everybody_knows_what_a_notebook_would_say(policy: str, seed: int, seats: int) -> None:
    """Until Families are turned up at the end; that too is compared."""
    notebooks = [Notebook(seats, seat) for seat in (None, *range(seats))]
    state, dealer, rng = GAME.start(seats), Dealer(b"%d" % seed), Random(seed)
    dealt = 0
    while state.turn is not None:
        event = dealer.deal(state) if state.turn == CHANCE else POLICIES[policy](state, state.legal_moves(), rng)
        mover = concerned(state.turn, event, dealt, seats)
        dealt += event[0] in SECRET
        state.apply(event)
        for notebook in notebooks:
            notebook.note(mover, seen(mover, event, notebook.seat))
            facts = GAME.view_to_json(state.view(notebook.seat))
            noted = notebook.facts()
            if state.outcome is not None:
                noted["shown"] = [sorted(family) for family in state.families]
                facts["shown"] = [sorted(clans) for clans in facts["shown"]]
            assert {name: facts[name] for name in noted} == noted


@pytest.mark.parametrize("policy", POLICIES)
@steadily
@given(seed=seeds, seats=tables, options=options)
def test_what_a_seat_cannot_see_changes_neither_its_view_nor_its_moves(
    policy: str, seed: int, seats: int, options: Options
) -> None:
    """Another table that the seat cannot tell from this one stays so for as long as it observes the same."""
    rng = Random(seed)
    match = list(states_with_events(policy, seed, seats, options))
    for seat in (None, *range(seats)):
        start = rng.randrange(len(match))
        other = GAME.imagine(match[start][0].view(seat), rng)
        for before, event, after in match[start:]:
            assert other.view(seat) == before.view(seat)
            if seat == before.turn:
                assert other.legal_moves() == before.legal_moves()
            try:
                other.apply(event)
            except EngineError:
                break  # it needs what the other table has not got, or shows it: now they are told apart
            if after.turn is not None:
                assert other.view(seat) == after.view(seat)


@pytest.mark.long
@pytest.mark.parametrize("policy", POLICIES)
@steadily
@given(seed=seeds, seats=tables, options=options)
def test_every_seat_sees_in_its_imagination_what_it_sees(policy: str, seed: int, seats: int, options: Options) -> None:
    rng = Random(seed)
    for state in kilt_states(seats, options, seed, policy):
        for seat in (None, *range(seats)):
            view = state.view(seat)
            imagined = GAME.imagine(view, rng)
            assert imagined.view(seat) == view
            assert broken_invariant(imagined) is None
            assert imagined.filled == state.filled
            assert bool(imagined.legal_moves()) == (imagined.turn is not None and imagined.turn >= 0)
            assert all(move in state.legal_moves() or state.turn != seat for move in imagined.legal_moves())


@pytest.mark.parametrize("matching", ["influenced", "victim"])
def test_who_has_named_a_victim_high_up_must_have_a_card_for_it(matching: str) -> None:
    """Ruling 12: that much the others can tell before it is played."""
    rng, met = Random(1), 0
    for seed in range(10):
        for state in kilt_states(2, {"matching": matching}, seed, "regicide"):
            if state.phase == 6 and state.victim >= 15:
                met += 1
                for _ in range(20):
                    assert GAME.imagine(state.view(1 - state.actor), rng).legal_moves()
    assert met > 10


def test_with_four_players_no_other_pair_holds_a_clan_of_the_own_pair() -> None:
    """Ruling 11: of the own first two clans a rival can only have a third card."""
    view, rng = first_turn(4).view(0), Random(1)
    for _ in range(200):
        families = GAME.imagine(view, rng).families
        assert len({clan for family in families for clan in family[:2]}) == 8


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_imagined_families_are_as_likely_as_deals_are(seats: int) -> None:
    """How often a rival holds each clan: against real deals in which the own Family came up the same."""
    view, rng = first_turn(seats).view(0), Random(1)
    imagined, real = Counter[int](), Counter[int]()
    for _ in range(3000):
        imagined.update(GAME.imagine(view, rng).families[1])
        real.update(_redealt(view.family, seats, rng))
    for clan in range(8):
        assert abs(imagined[clan] - real[clan]) / 3000 < 0.08, (clan, imagined, real)


def test_every_unseen_member_is_as_likely_to_be_influence_of_a_rival() -> None:
    view, rng = first_turn(3).view(0), Random(1)
    drawn = Counter(clan for _ in range(2000) for clan in GAME.imagine(view, rng).influences[1])
    own = Counter(view.family + view.influence)
    expected = {clan: 2000 * 5 * (6 - own[clan]) / (48 - 8) for clan in range(8)}
    for clan in range(8):
        assert abs(drawn[clan] - expected[clan]) < 0.15 * expected[clan]


def first_turn(seats: int) -> KiltState:
    return next(state for state in kilt_states(seats, {}, 5, "any") if state.phase == 5).copy()


def states_with_events(
    policy: str, seed: int, seats: int, options: Options
) -> Iterator[tuple[KiltState, Event, KiltState]]:
    return playing.steps(GAME, seats, options, seed, POLICIES[policy])


def _redealt(own: tuple[int, ...], seats: int, rng: Random) -> tuple[int, ...]:
    """The Family of seat 2 in a real deal in which seat 1 is dealt its own."""
    state = GAME.start(seats)
    forced = {0: own[0], seats: own[1], 2 * seats: own[2]}
    for number in range(3 * seats):
        chances = state.chance_outcomes()
        found = [event for event, _ in chances if event[1] == forced.get(number)]
        if number in forced and not found:
            return _redealt(own, seats, rng)
        state.apply(found[0] if found else rng.choices([e for e, _ in chances], [copies for _, copies in chances])[0])
    assert counts_of(own) == counts_of(state.families[0])
    return state.families[1]
