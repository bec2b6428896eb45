"""The table of Highland Clans shows every token once and to each seat its own hand, and has somewhere to point."""

from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.games.highland_clans.components import COLOURS, NOBODY, tokens_in_play
from engine.games.highland_clans.events import BARD, CASTLE, CATTLE, ESTATE, LAY, MONKS, RAID, SPOIL, WARRIOR
from engine.games.highland_clans.phases import OVER
from engine.games.highland_clans.state import ClansState
from tests.games.matches.drawings import at, at_random, every, fond_of, page, positions, table, uses, words

SLUG = "highland-clans"
WARLIKE = fond_of(BARD, RAID)
LEANINGS = [at_random, WARLIKE, fond_of(ESTATE, CASTLE, CATTLE)]

MADE_OF = {"": [], "cattle": ["red"], "castle": ["blue"] * 2, "abbey": ["green"] * 3}


def tokens_told(told: dict[str, Any]) -> list[int]:
    """Tokens by colour, as the mapping of a table has them."""
    found: Counter[str] = Counter({heap["colour"]: heap["count"] for heap in told["sack"]["tokens"]})
    for seat in told["seats"]:
        found.update(token["colour"] for token in seat["drawn"])
        found.update({heap["colour"]: heap["count"] for heap in seat["court"]})
        for building in [estate["building"] for estate in seat["estates"] if estate]:
            found.update(MADE_OF[building])
    laid = [combat["attack"] for combat in (told["raid"] or {"combats": ()})["combats"] if combat and not combat["won"]]
    found["blue"] += sum(one.get("pipers", 0) for one in laid)
    return [found[colour] for colour in COLOURS]


@pytest.mark.parametrize("lean", LEANINGS)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_token_is_told_once(seats: int, lean: Any) -> None:
    for state, event in positions(SLUG, seats, 1, lean):
        assert tokens_told(table(SLUG, state, event)) == [*tokens_in_play(seats)]
        assert tokens_told(table(SLUG, state.view(0), event)) == [*tokens_in_play(seats)]


def figure(drawn: ElementTree.Element) -> int:
    """The figure of a court."""
    strong = drawn.find(".//strong")
    assert strong is not None
    return int(strong.text or "")


@pytest.mark.parametrize("seats", [3, 5])
def test_boards_are_drawn_as_they_stand(seats: int) -> None:
    for state, event in every(17, positions(SLUG, seats, 2, LEANINGS[2])):
        drawn = page(SLUG, state.view(0), event)
        for seat in range(seats):
            court = [figure(at(drawn, f"court-{seat + 1}-{colour}")) for colour in COLOURS[:3]]
            assert court == [*state.courts[seat]]
            estates, *standing = state.lands[seat]
            names = [words(at(drawn, f"estate-{seat + 1}-{number + 1}")) for number in range(estates)]
            assert [names.count(name) for name in ("cattle", "castle", "abbey")] == standing
            assert names.count("free") == estates - sum(standing)
            assert drawn.find(f".//*[@data-at='estate-{seat + 1}-{estates + 1}']") is None


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_seat_sees_its_own_hand_and_of_the_others_what_lies_open(seats: int) -> None:
    for state, event in every(17, positions(SLUG, seats, 3, WARLIKE)):
        for looks in (*range(seats), None):
            drawn = page(SLUG, state.view(looks), event)
            values = Counter(int(text.text or "") for text in drawn.iter("text") if text.get("class") == "combat-value")
            known = [*state.hands[looks]] if looks is not None else []
            known += (
                [card for card, _, theirs, _ in state.combats for card in (card, theirs)] if raid_goes_on(state) else []
            )
            known += [card for card, _ in state.laid if looks == state.actor]
            assert values == Counter(known)


def raid_goes_on(state: ClansState) -> bool:
    """Return whether a raid is in progress."""
    return state.target != NOBODY


def test_a_replay_shows_all_hands() -> None:
    for state, event in every(17, positions(SLUG, 4, 4)):
        told = table(SLUG, state, event)["seats"]
        assert [tuple(card["value"] for card in seat["hand"]) for seat in told] == state.hands
        assert [seat["hand_size"] for seat in told] == [len(hand) for hand in state.hands]


def test_a_raid_is_three_combats_each_with_who_won() -> None:
    seen: Counter[str] = Counter()
    for state, event in positions(SLUG, 3, 5, WARLIKE):
        raid = table(SLUG, state.view(None), event)["raid"]
        assert (raid is None) == (state.target == NOBODY)
        if raid is None:
            continue
        assert len(raid["combats"]) == 3
        for combat, (card, piper, theirs, their_piper) in zip(raid["combats"], state.combats, strict=False):
            ahead = (card + piper) - (theirs + their_piper)
            assert combat["won"] == ("attack" if ahead > 0 else "defence" if ahead < 0 else "tie")
            seen[combat["won"]] += 1
        at_hand = len(state.combats)
        if at_hand < 3:
            attack = raid["combats"][at_hand]["attack"]
            assert attack["value"] == (0 if state.laid else None)
    assert min(seen[result] for result in ("attack", "defence", "tie")) > 3


def test_everybody_stands_on_the_track_and_takes_a_place_at_the_end() -> None:
    for seats in (3, 4, 5):
        *_, (state, event) = positions(SLUG, seats, 6)
        assert state.phase == OVER
        drawn = page(SLUG, state, event)
        track = drawn.find(".//svg[@class='track']")
        assert track is not None
        assert track.get("aria-label") == "Victory points: " + "; ".join(
            f"Player {seat + 1} {points}" for seat, points in enumerate(state.points)
        )
        assert sum("arms-" in str(use.get("href")) for use in track.iter("use")) == seats
        for position in (state, state.view(1), state.view(None)):
            told = sorted(table(SLUG, position, event)["seats"], key=lambda seat: seat["number"])
            assert tuple(seat["place"] for seat in told) == state.outcome.places


def test_what_the_last_action_brought_stands_out() -> None:
    seen = set()
    for state, event in positions(SLUG, 3, 7, LEANINGS[2]):
        told = table(SLUG, state, event)["seats"]
        fresh = [thing for seat in told for thing in [*seat["court"], *seat["estates"]] if thing and thing["fresh"]]
        if event[0] in (CATTLE, CASTLE, ESTATE, WARRIOR, MONKS):
            assert len(fresh) == 1
            want = {CATTLE: "cattle", CASTLE: "castle", ESTATE: "", WARRIOR: "yellow", MONKS: "green"}[event[0]]
            assert want in (fresh[0].get("building"), fresh[0].get("colour"))
            seen.add(event[0])
        elif event[0] in (LAY, SPOIL, RAID):
            assert not fresh
    assert seen == {CATTLE, CASTLE, ESTATE, WARRIOR, MONKS}


def test_castles_and_abbeys_are_drawn_with_their_tokens() -> None:
    *_, (state, event) = positions(SLUG, 5, 8, LEANINGS[2])
    drawn = page(SLUG, state, event)
    for seat in range(5):
        for number in range(state.lands[seat][0]):
            estate = at(drawn, f"estate-{seat + 1}-{number + 1}")
            lying = [uses(estate, f"token-{colour}") for colour in ("red", "blue", "green")]
            assert (
                lying
                == {"cattle": [1, 0, 0], "castle": [0, 2, 0], "abbey": [0, 0, 3], "free": [0, 0, 0]}[words(estate)]
            )
