"""The words of Highland Clans: lossless, forgiving to people, exact about mistakes."""

from __future__ import annotations

from contextlib import suppress
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import EngineError, NotationError
from engine.core.game import Event
from engine.core.vocabulary import Clause
from engine.games.highland_clans import events
from engine.games.highland_clans.notation import WORDS
from engine.notation import from_text, lines_of
from tests.engine.highland_clans.policies import POLICIES, clans_states
from tests.engine.highland_clans.positions import about_to_draw, laid

steadily = settings(derandomize=True, max_examples=4, database=None)
BASE = "Morag: 5 warriors, 2 pipers, 2 monks\nHamish: 5 warriors, 2 pipers, 2 monks\nSenga:"
RECORD = """
Moothill record 1
Game: Highland Clans
Options: exchange up-to-3
Seats: Morag, Hamish, Senga

Deal: 1, 2, 3, 4
Deal: 2, 2, 3, 4
Deal: 1, 1, 4, 4

Round 1
Morag: draw 2 yellow, 3 blue, red; castle; warrior; draw 3; raid seat 2; lay 4 with piper
Hamish: lay 2
Morag: lay 3
Hamish: lay 3
Morag: lay 1
Hamish: lay 2
Morag: draw 1, 1, 2, 2, 3; put back 1, 1
Hamish: draw 3, 3, 4, 4, 4; put back 3, 4
Hamish: draw yellow, 2 green, 3 blue; bard seat 1, removes piper, keeps warrior
Morag: discard 2
"""


@pytest.mark.parametrize("policy", POLICIES)
@steadily
@given(seed=st.integers(0, 10_000), seats=st.integers(3, 5))
def test_every_move_and_every_chance_is_read_back_the_same(policy: str, seed: int, seats: int) -> None:
    for number, state in enumerate(clans_states(seats, {}, seed, policy)):
        if number % 5 == seed % 5:
            possible = state.legal_moves() or [event for event, _ in state.chance_outcomes()]
            said = [WORDS.say(state, event) for event in possible]
            assert [WORDS.read(state, Clause(each.verb, each.what, 1, 1)) for each in said] == possible


def test_a_record_as_a_secretary_writes_it() -> None:
    record = from_text(RECORD)
    assert record.events[3:8] == (
        (events.TOKENS, 2, 3, 0, 1), (events.CASTLE,), (events.WARRIOR,), (events.DRAW, 3), (events.RAID, 1),
    )  # fmt: skip
    assert record.events[-2:] == ((events.BARD, 0, events.TO_COURT, events.TO_SACK, 0), (events.DISCARD, 2))


def test_a_secretary_may_name_opponents_instead_of_their_seats() -> None:
    named = RECORD.replace("raid seat 2", "raid hamish").replace("bard seat 1,", "bard Morag")
    assert named.count("seat") == 0
    assert from_text(named) == from_text(RECORD)


def test_names_do_not_get_in_the_way_of_seats_and_tokens() -> None:
    odd = RECORD.replace("Morag, Hamish", 'Piper, "seat 1"').replace("Morag:", "seat 1:").replace("Hamish:", "seat 2:")
    assert from_text(odd).events == from_text(RECORD).events


def test_a_name_that_two_have_names_nobody() -> None:
    twins = RECORD.replace("Senga", "Hamish", 1).replace("\nHamish:", "\nseat 2:").replace("raid seat 2", "raid Hamish")
    with pytest.raises(NotationError, match="Say who is raided, such as raid seat 2"):
        from_text(twins)


def test_after_a_raid_it_may_be_said_by_name_who_draws() -> None:
    before, _ = RECORD.split("Morag: lay 3")
    won = f"{before}Morag: lay 2\nHamish: lay 2\nMorag: lay 1\nHamish: lay 3\n"
    lost = won.replace("Hamish: lay 3\n", "Hamish: lay 3\nDraw: 1, 1, 2, 2, 3 for Morag")
    assert from_text(lost).events[-1] == (events.DRAW, 1, 1, 2, 2, 3)
    with pytest.raises(NotationError, match="These are drawn by seat 1, not seat 2"):
        from_text(lost.replace("for Morag", "for Hamish"))


def test_a_line_is_what_one_player_says() -> None:
    assert [f"{line.seat}: {line.text}" for line in lines_of(from_text(RECORD))][3:6] == [
        "0: draw 2 yellow, 3 blue, red; castle; warrior; draw 3; raid seat 2; lay 4 with piper",
        "1: lay 2",
        "0: lay 3",
    ]


def test_cards_drawn_after_a_raid_say_for_whom() -> None:
    table = laid("Morag: 3 warriors; hand 4 4 4\nHamish: 3 warriors; free; hand 1 1 1\nSenga:")
    table.plays("raid Hamish; lay 4; lay 1; lay 4; lay 1; lay 4; lay 1")
    assert WORDS.say(table.state, (events.DRAW, 1, 2, 3)).what == "1, 2, 3 for seat 1"
    with pytest.raises(NotationError, match=r"These are drawn by seat 1, not seat 2\."):
        table.plays("draw 1, 2, 3 for Hamish")


@pytest.mark.parametrize(
    ("written", "event"),
    [
        ("Castle", (events.CASTLE,)),
        ("a warrior", (events.WARRIOR,)),
        ("monk", (events.MONKS, 1)),
        ("2 monks", (events.MONKS, 2)),
        ("TWO MONKS", (events.MONKS, 2)),
        ("estate for y, r", (events.ESTATE, 1, 0, 1, 0, 0)),
        ("an estate for red and court yellow", (events.ESTATE, 0, 0, 1, 1, 0)),
        ("estate court 2 green, yellow", (events.ESTATE, 1, 0, 0, 0, 2)),
        ("estate for green, green, yellow", (events.ESTATE, 1, 2, 0, 0, 0)),
        ("bard Hamish removes a warrior", (events.BARD, 1, 1, 0, 0)),
        ("bard Hamish: takes warriors and keeps monk", (events.BARD, 1, 1, 0, 2)),
        ("bard seat 2, removes pip and monk", (events.BARD, 1, 0, 1, 1)),
    ],
)
def test_everyday_forms_are_understood(written: str, event: Event) -> None:
    assert laid(f"{BASE}\nDrawn: yellow, blue, 2 green, red").event(written) == event


@pytest.mark.parametrize(
    ("written", "event"),
    [
        ("lay 3, piper", (events.LAY, 3, 1)),
        ("plays 3 with a piper", (events.LAY, 3, 1)),
        ("lay 3", (events.LAY, 3, 0)),
        ("exchange 4, 1 and 1", (events.EXCHANGE, 1, 1, 4)),
        ("exchange 4 1 1", (events.EXCHANGE, 1, 1, 4)),
        ("exchange nothing", (events.EXCHANGE,)),
        ("pass", (events.EXCHANGE,)),
        ("put back 4, 1", (events.PUT_BACK, 1, 4)),
        ("spoils Cat", (events.SPOIL, events.CATTLE)),
        ("return 2 yellow and red", (events.SEND_BACK, 2, 0, 0, 1)),
        ("keep all", events.KEEP_ALL),
        ("draws 1 blue, 2 g", (events.TOKENS, 0, 1, 2, 0)),
        ("draw 2, 1", (events.DRAW, 1, 2)),
        ("turn up 33", (events.TILE, 33)),
    ],
)
def test_everyday_forms_of_the_rest(written: str, event: Event) -> None:
    assert laid(BASE).event(written) == event


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("castle now", "Found: “now”."),
        ("lay 5", "“5” is no card; cards have values from 1 to 4."),
        ("lay", "Write the card and the piper"),
        ("exchange", "A card is missing here"),
        ("draw 2 yellow 3 blue", "with a comma before the next: 2 yellow, blue."),
        ("draw 2 yelow", "“yelow” is none of the tokens. Did you mean yellow?"),
        ("draw 2 purple", "“purple” is none of the tokens. There are yellow, blue, green, red."),
        ("send back", "A token is missing here"),
        ("send back court yellow", "Only an estate is paid from the court."),
        ("estate for blue", "An estate costs yellow and red, or yellow and 2 green"),
        ("draw 1, 2 for Angus", "Say for whom cards are drawn, such as draw 1, 2, 3 for seat 2."),
        ("bard", "Say whose court and what"),
        ("bard Hamish, removes piper and piper", "A bard takes different tokens, and here the piper stands twice."),
        ("bard Hamish, removes piper, keeps piper", "A bard takes different tokens, and here the piper stands twice."),
        ("raid", "Say who is raided, such as raid seat 2."),
        (f"raid seat {'9' * 5000}", "Say who is raided"),
        ("spoil c", "“c” cannot be spoiled; cattle, castle, abbey or nothing can."),
        ("tile", "Write the number of the estate"),
    ],
)
def test_what_cannot_be_read_is_answered_with_a_sentence(written: str, reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        laid(BASE).event(written)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("line", "wrong", "reason"),
    [
        ("Deal: 2, 2, 3, 4", "Morag: deal 2, 2, 3, 4", "These are dealt to seat 2, not seat 1."),
        ("Morag: draw 2 yellow", "Hamish: draw 2 yellow", "These are drawn by seat 1, not seat 2."),
        ("Hamish: draw 3, 3, 4, 4, 4; put", "Morag: draw 3, 3, 4, 4, 4; put", "These are drawn by seat 2, not seat 1."),
    ],
)
def test_a_line_of_somebody_else_is_refused_for_what_is_dealt_and_drawn_too(line: str, wrong: str, reason: str) -> None:
    assert line in RECORD
    with pytest.raises(NotationError) as refused:
        from_text(RECORD.replace(line, wrong))
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    "written",
    [f"bard{' ' * 50_000}x", "bard " + "a removes" * 9_000, "draw " + "for " * 20_000 + "(", f"draw{' ' * 50_000}1"],
)
def test_a_monstrous_clause_is_answered_at_once(written: str) -> None:
    table, begun = laid(BASE), process_time()
    with suppress(EngineError):
        table.event(written)
    assert process_time() - begun < 2


@pytest.mark.long
@given(text=st.text(max_size=30), verb=st.sampled_from(sorted(WORDS.verbs.values())))
def test_whatever_is_written_is_read_or_refused(text: str, verb: str) -> None:
    try:
        event = WORDS.read(laid(BASE).state, Clause(verb, text, 1, 1))
    except EngineError:
        return
    assert all(type(number) is int for number in event)


def test_a_round_begins_under_its_heading() -> None:
    table = about_to_draw(BASE, rounds=2, following="Morag")
    assert WORDS.heading(table.state) == "Round 2"
    table.plays("draw 6 green; send back green")
    assert WORDS.heading(table.state) is None
