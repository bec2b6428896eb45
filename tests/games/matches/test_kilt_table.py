"""The table of King's Kilt shows every card once, to each seat what it knows, and somewhere to point for every move."""

from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.games.kings_kilt.components import CARDS, CLANS, EMPTY
from engine.games.kings_kilt.events import BETRAY, PASS, REVEAL, SWAY
from engine.games.kings_kilt.phases import OVER
from engine.games.kings_kilt.state import KiltState
from games.matches.presenters import ResultRow, tie_break_in
from league.common.drawing.kilt import NAMES
from tests.games.matches.drawings import at, at_random, every, fond_of, page, positions, table, uses, words

SLUG = "kings-kilt"
LEANINGS = [at_random, fond_of(BETRAY), fond_of(PASS)]
TREACHEROUS = fond_of(BETRAY)


def cards_drawn(drawn: ElementTree.Element) -> Counter[str]:
    """How many cards of each clan are drawn, and how many backs."""
    names = [*NAMES, "back"]
    return Counter({name: number for name in names if (number := uses(drawn, f"kilt-{name}"))})


def named(clans: Any) -> Counter[str]:
    """These cards by name, those nobody may know as backs."""
    return Counter("back" if clan == EMPTY else CLANS[clan].lower() for clan in clans)


def open_cards(state: KiltState) -> list[int]:
    """What everybody sees as cards: the pyramid and the top of the pile."""
    return [clan for clan in [*state.pyramid, state.top] if clan != EMPTY]


@pytest.mark.long
@pytest.mark.parametrize("lean", LEANINGS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_replay_draws_every_card_that_is_not_in_the_pile_once(seats: int, lean: Any) -> None:
    for state, event in every(2, positions(SLUG, seats, 1, lean)):
        held = [clan for hands in (state.families, state.influences) for hand in hands for clan in hand]
        assert cards_drawn(page(SLUG, state, event)) == named([*open_cards(state), *held])
        told = table(SLUG, state, event)
        gone = sum(card["count"] for card in [*told["spent"], *told["betrayed"]])
        hidden = told["pile"]["count"] - (state.top != EMPTY)
        assert len(open_cards(state)) + len(held) + gone + hidden == CARDS


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seat_sees_its_own_cards_and_of_the_others_those_turned_up(seats: int) -> None:
    for state, event in every(4, positions(SLUG, seats, 2, TREACHEROUS)):
        for looks in (*range(seats), None):
            seen = open_cards(state)
            for seat in range(seats):
                family, influence = state.families[seat], state.influences[seat]
                if seat == looks:
                    seen += [*family, *influence]
                else:
                    shown = state.shown[seat]
                    seen += [*shown, *[EMPTY] * (len(family) - len(shown) + len(influence))]
            assert cards_drawn(page(SLUG, state.view(looks), event)) == named(seen)


@pytest.mark.long
@pytest.mark.parametrize("lean", LEANINGS)
def test_the_card_of_each_slot_lies_in_its_slot(lean: Any) -> None:
    for state, event in positions(SLUG, 3, 3, lean):
        drawn = page(SLUG, state.view(0), event)
        for row, slots in enumerate(["abcdef"[5 - number] for number in range(6)]):
            for place in range(row + 1):
                name = f"{slots}{place + 1}"
                slot = [0, 6, 11, 15, 18, 20]["abcdef".index(slots)] + place
                clan = state.pyramid[slot]
                assert cards_drawn(at(drawn, f"slot-{name}")) == named([clan] if clan != EMPTY else [])
                assert name in words(at(drawn, f"slot-{name}"))


@pytest.mark.parametrize("scoring", ["per-family-card", "per-pyramid-card"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_arithmetic_of_each_family_is_that_of_the_outcome(seats: int, scoring: str) -> None:
    for seed in range(5):
        *_, (state, event) = positions(SLUG, seats, seed, TREACHEROUS, scoring=scoring)
        assert state.phase == OVER
        for position in (state, state.view(0), state.view(None)):
            told = sorted(table(SLUG, position, event)["seats"], key=lambda seat: seat["number"])
            assert tuple(seat["points"] for seat in told) == state.outcome.points
            assert tuple(seat["place"] for seat in told) == state.outcome.places
            assert all(sum(points for *_, points in seat["sum"]) == seat["points"] for seat in told)


def test_what_a_family_is_worth_is_not_told_before_all_of_it_is_known() -> None:
    for state, event in positions(SLUG, 3, 4):
        for seat in table(SLUG, state.view(0), event)["seats"]:
            shown = state.shown[seat["number"] - 1]
            knows = seat["number"] == 1 and len(state.families[0]) == 3
            assert (seat["points"] is not None) == (knows or len(shown) == 3)


def test_the_king_alone_is_crowned() -> None:
    for state, event in positions(SLUG, 2, 5):
        crowns = uses(page(SLUG, state, event), "kilt-crown")
        assert crowns == (state.pyramid[20] != EMPTY)


def test_own_cards_that_others_do_not_know_are_folded_and_those_turned_up_are_not() -> None:
    folded = set()
    for state, event in positions(SLUG, 3, 6):
        for seat in table(SLUG, state.view(1), event)["seats"]:
            if seat["number"] != 2:
                continue
            down = [lot["cards"][0]["clan"] for lot in seat["family"] if lot["cards"][0]["face_down"]]
            assert sorted(down) == sorted(named(set(state.families[1]) - set(state.shown[1])))
            folded.add(len(down))
    assert folded >= {0, 1, 3}


def test_what_the_last_event_was_about_stands_out() -> None:
    seen = set()
    for state, event in positions(SLUG, 4, 7, TREACHEROUS):
        fresh = [
            slot["name"]
            for row in table(SLUG, state, event)["rows"]
            for slot in row["slots"]
            if slot["card"] and slot["card"]["fresh"]
        ]
        if event[0] in (BETRAY, SWAY):
            assert len(fresh) == 1
            seen.add(event[0])
        if event[0] in (PASS, REVEAL):
            assert not fresh
    assert seen == {BETRAY, SWAY}


@pytest.mark.parametrize(
    ("points", "places", "fault", "is_told"),
    [
        ((6, 6), (2, 1), "", True),
        ((6, 6), (1, 1), "", False),
        ((6, 4), (1, 2), "", False),
        ((6, 6), (1, 2), "x", False),
    ],
)
def test_the_rule_for_equal_scores_is_told_where_it_decides(
    points: tuple[int, ...], places: tuple[int, ...], fault: str, is_told: bool
) -> None:
    seats = [
        ResultRow("", "", "", score, place, fault=told)
        for score, place, told in zip(points, places, ("", fault), strict=True)
    ]
    assert bool(tie_break_in(SLUG, seats)) == is_told
    assert not tie_break_in("highland-clans", seats)
