"""`?` in text and null in JSON are read back, and a game has one fingerprint however it is written."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import registry
from engine.core.errors import EngineError
from engine.core.patterns import fits
from engine.core.record import PartialRecord, fingerprint, steps
from engine.core.vocabulary import Clause
from engine.notation import from_text, to_json, to_text
from engine.notation.incremental_parser import parse_partial
from engine.notation.verification import verify
from tests.engine.games.playing import states
from tests.engine.notation.records import GAMES, hidden, open_text, played


def read(text: str) -> PartialRecord:
    """What is written, without any time to complete it."""
    written = verify(text, seconds=0).written
    assert written is not None
    return written


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=15)
@given(seed=st.integers(0, 10_000), share=st.floats(0, 1), more=st.integers(0, 2), odd=st.booleans())
def test_what_is_left_open_is_read_back_open_and_nothing_else(
    slug: str, seed: int, share: float, more: int, odd: bool
) -> None:
    record = played(slug, registry.game(slug).min_seats + more, seed, odd=odd)
    patterns = hidden(record, share, seed)
    text, document = to_text(record, patterns), to_json(record, patterns)
    assert list(read(text).events) == patterns
    assert list(read(document).events) == patterns
    assert to_text(record, read(document).events) == text
    assert to_json(record, read(text).events) == document


@pytest.mark.parametrize("slug", GAMES)
def test_a_verified_record_is_written_as_it_was_and_in_full(slug: str) -> None:
    text = open_text(slug, 3, 5)
    verdict = verify(text, seconds=30)
    assert verdict.record is not None
    assert verdict.written is not None
    assert to_text(verdict.record, verdict.written.events) == text
    assert from_text(to_text(verdict.record)) == verdict.record
    assert tuple(hidden(verdict.record)) == verdict.written.events


@pytest.mark.parametrize("slug", GAMES)
def test_every_event_fits_what_everybody_sees_of_it(slug: str) -> None:
    unknowns = registry.partial_records(slug)
    assert unknowns is not None
    record = played(slug, 3, 6)
    for pattern, event in zip(hidden(record), record.events, strict=True):
        assert fits(pattern, event, unknowns.unordered)
        assert pattern[0] == event[0]


@pytest.mark.parametrize("slug", GAMES)
def test_nothing_is_left_open_that_a_spectator_is_told(slug: str) -> None:
    """Where all that may happen looks the same to a spectator afterwards, it is written the same."""
    game, unknowns = registry.game(slug), registry.partial_records(slug)
    assert unknowns is not None
    for state in islice(states(game, 3, {}, seed=8), 0, None, 5):
        for event, _ in state.chance_outcomes():
            after = state.copy()
            after.advance(event)
            is_hidden = unknowns.hide(state, event) != event
            sees = {other for other, _ in state.chance_outcomes() if _looks_like(state, other, after)}
            assert (len(sees) > 1) <= is_hidden


def _looks_like(state: Any, event: tuple[int, ...], after: Any) -> bool:
    other = state.copy()
    other.advance(event)
    return bool(other.view(None) == after.view(None))


@pytest.mark.parametrize(
    ("slug", "long", "short"),
    [
        ("lords-of-scotland", "Deal: ?, ?\nDeal: ?, ?\nDeal: ?, ?, ?, ?, ?, ?", "DEAL:   10 ?"),
        ("lords-of-scotland", "Deal: Scott 4, ?, ?, Wemyss 2, ?", "deal: scott 4, 2 ?, we2, 1?"),
        ("kings-kilt", "Family: ?, ?\nFamily: Bruce, ?", "families: 2 ?; family bru, ?"),
        ("highland-clans", "Deal: ?, ?, ?, ?\nDeal: 1, ?, 3, ?", "deal: 4?\ndeal: 3 and 1 and 2 ?"),
    ],
)
def test_unknowns_in_a_row_may_be_short(slug: str, long: str, short: str) -> None:
    head = f"Moothill record 1\nGame: {slug}\nSeats: Ann, Bob, Cat\n"
    assert parse_partial(head + long).events == parse_partial(head + short).events != ()


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_has_one_fingerprint_however_it_is_spelt(slug: str) -> None:
    record = played(slug, 3, 7)
    patterns = hidden(record)
    text = to_text(record, patterns)
    head, gap, body = text.partition("\n\n")
    loud = head + gap + re.sub(r"(?m)^(?=\S)", "  ", body.upper().replace(", ", " ,  ").replace("; ", ";;  "))
    others = [
        to_json(record, patterns),
        json.dumps(json.loads(to_json(record, patterns)), indent=3),
        loud.replace("POINTS", "# a remark\nPoints").replace("\n", "\r\n"),
        to_text(replace(record, seats=("Mòrag", "B. O'B", "C")), patterns),
        re.sub(r"\?(, \?)+", lambda row: f"{row[0].count('?')} ?", text),
        re.sub(r"(?m)^(Rules|Cards|Options|Reason|Round).*\n", "", text),
    ]
    assert {fingerprint(read(other)) for other in [text, *others]} == {fingerprint(read(text))}


@pytest.mark.parametrize("slug", GAMES)
def test_another_game_has_another_fingerprint(slug: str) -> None:
    record = played(slug, 3, 7)
    prints = [
        fingerprint(record),
        fingerprint(PartialRecord(record, tuple(hidden(record)))),
        fingerprint(replace(record, events=record.events[:-1])),
        fingerprint(replace(record, options={**record.options, next(iter(record.options)): "other"})),
        fingerprint(replace(record, seats=(*record.seats, "Dan"))),
        *(fingerprint(played(other, 3, 8)) for other in GAMES),
    ]
    assert len(set(prints)) == len(prints)
    assert all(re.fullmatch(r"[0-9a-f]{64}", one) for one in prints)
    assert fingerprint(replace(record, seats=("X", "Y", "Z"), outcome=None)) == fingerprint(record)


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_left_open_cannot_be_replayed_as_it_stands(slug: str) -> None:
    with pytest.raises(EngineError, match=r"Line \d+, column \d+: Somebody wrote \? here"):
        from_text(open_text(slug, 3, 1))


@pytest.mark.parametrize(
    ("part", "says"),
    [
        ({"events": [[None, 4]]}, "the kind of event first, then whole numbers or null"),
        ({"events": [[0, "?"]]}, "events[0][1] should be a whole number, not '?'"),
        ({"events": [[0, None]], "movers": [None, 1]}, "movers should be as many as the events, 1, not 2"),
        ({"movers": "Ann"}, "movers should be an array"),
    ],
)
def test_json_with_unknowns_is_as_strict_as_without(part: dict[str, object], says: str) -> None:
    record = played("lords-of-scotland", 2, 1)
    verdict = verify(json.dumps({**json.loads(to_json(record, hidden(record))), **part}), seconds=1)
    assert verdict.kind == "refused"
    assert says in verdict.sentence()


def test_in_json_the_mover_is_checked_and_may_be_left_out() -> None:
    record = played("kings-kilt", 2, 1)
    document = json.loads(to_json(record, hidden(record)))
    assert verify(json.dumps(document), seconds=20).kind == "verified"
    movers = document.pop("movers")
    assert verify(json.dumps(document), seconds=20).kind == "verified"
    at = next(at for at, seat in enumerate(movers) if seat is not None)
    movers[at] = 1 - movers[at]
    verdict = verify(json.dumps({**document, "movers": movers}), seconds=20)
    assert verdict.kind == "refused"
    assert f"Event {at + 1}: It is the turn of" in verdict.sentence()


def test_where_hidden_cards_decide_who_moves_the_record_has_to_say_it() -> None:
    record = played("lords-of-scotland", 3, 1)
    document = json.loads(to_json(record, hidden(record)))
    del document["movers"]
    verdict = verify(json.dumps(document), seconds=0.2)
    assert verdict.kind == "undecided"
    assert verdict.problem is not None
    assert verdict.problem.code == "no-mover"
    assert verdict.stated + verdict.unknown == len(record.events)
    assert verdict.sentence().startswith("Not decided: Event 48 does not say who moved")
    assert "Add “movers”" in verdict.sentence()
    verdict = verify(re.sub(r"(?m)^(Ann|Bob|Cat): ", "", open_text("lords-of-scotland", 3, 1)), seconds=0.2)
    assert verdict.sentence().startswith("Not decided: Line 31 does not say who moved")
    assert "Begin each line with the name" in verdict.sentence()


@pytest.mark.parametrize(
    ("clause", "says"),
    [
        ("deal: 100 ?", "“100” is no card"),
        ("deal: ?5", "“?5” is no card"),
        ("deal: 1, ?2", "“?2” is no card"),
        ("deal: ??", "“??” is no card"),
        ("deal: 7, 2 ?", "“7” is no card"),
        ("lay: ?5", "Only combat cards can be unknown"),
        ("lay: ? 5", "Write the card and the piper"),
        ("draw: 2 blue, ? blue", "Only combat cards can be unknown"),
        ("draw: ? blue", "Only combat cards can be unknown"),
        ("draw: ?, blue", "Only combat cards can be unknown"),
        ("draw: 3 for seat 2?", "Only combat cards can be unknown"),
    ],
)
def test_an_error_beside_an_unknown_card_quotes_what_is_written(clause: str, says: str) -> None:
    problem = parse_partial(f"Moothill record 1\nGame: Highland Clans\nSeats: Ann, Bob, Cat\n{clause}").problem
    assert problem is not None
    assert says in problem.sentence


@pytest.mark.parametrize(
    "written", ["1 and 2 ?", "2?, 1", "? ? 1", "1, 2 ?(for seat 2)", "1,?+? for Bob", "1, ? ? seat 2"]
)
def test_known_and_unknown_cards_of_a_draw_may_be_written_in_any_order(written: str) -> None:
    game, unknowns = registry.game("highland-clans"), registry.partial_records("highland-clans")
    assert unknowns is not None
    state = game.start(3)
    assert unknowns.read(state, Clause("draw", written, 1, 1, seats=("Ann", "Bob", "Cat"))) == (2, 1, None, None)


@pytest.mark.parametrize("slug", GAMES)
def test_unknowns_say_how_they_join_their_line_as_the_events_do(slug: str) -> None:
    record = played(slug, 3, 9)
    words, unknowns = registry.game(slug).words, registry.partial_records(slug)
    assert unknowns is not None
    for (state, event), pattern in zip(steps(record), hidden(record), strict=True):
        if None in pattern:
            said = unknowns.say(state, pattern)
            assert (said.verb, said.place) == (words.say(state, event).verb, words.say(state, event).place)
            assert unknowns.read(state, Clause(said.verb, said.what, 1, 1, seats=record.seats)) == pattern
