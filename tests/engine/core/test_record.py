"""Records: written records replay; a record that does not is refused with the number of the event."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import registry
from engine.core.errors import EngineError, GameOver, IllegalChance, IllegalMove, RecordError, UnknownGame
from engine.core.game import Outcome
from engine.core.match import play
from engine.core.record import Fault, Record, replay, steps
from engine.games.lords_of_scotland import events

GAME = registry.game("lords-of-scotland")
MATCH = play(GAME, [registry.bot("wanderer")] * 3, secret=b"secret", names=["Morag", "Hamish", "Senga"])


def test_a_record_says_everything_in_full() -> None:
    assert MATCH.seats == ("Morag", "Hamish", "Senga")
    assert MATCH.options == {"bruce": False, "activation": "by-players"}
    assert (MATCH.game, MATCH.rules_version) == ("lords-of-scotland", "lords-of-scotland/1")
    assert MATCH.components_hash == GAME.components_hash


def test_an_unfinished_match_replays_as_far_as_it_goes() -> None:
    assert replay(replace(MATCH, events=MATCH.events[:40], outcome=None)).outcome is None


def test_its_steps_show_each_event_with_the_state_before_it() -> None:
    seats = [state.turn for state, event in steps(MATCH) if event[0] >= events.RECRUIT]
    assert set(seats) == {0, 1, 2}


def test_an_illegal_move_is_refused_with_its_number() -> None:
    at = first_of_kind(events.CLAIM)
    with pytest.raises(IllegalMove, match=rf"^Event {at + 1}: Seat \d cannot claim .* not among the Supporters\.$"):
        replay(with_event(at, (events.CLAIM, MATCH.events[0][1])))


def test_a_card_that_cannot_come_up_is_refused_with_its_number_and_where_it_lies() -> None:
    with pytest.raises(IllegalChance, match=r"^Event 2: .* cannot come up now: it is in the hand of seat 1\.$"):
        replay(with_event(1, MATCH.events[0]))


def test_an_event_after_the_end_is_refused() -> None:
    with pytest.raises(GameOver, match=rf"^Event {len(MATCH.events) + 1}: The game is over"):
        replay(replace(MATCH, events=(*MATCH.events, (events.PASS,))))


def test_the_facts_of_a_refusal_can_be_read_by_a_program() -> None:
    at = first_of_kind(events.CLAIM)
    with pytest.raises(EngineError) as caught:
        replay(with_event(at, (events.PASS,)))
    assert caught.value.code == "illegal-move"
    assert caught.value.facts["number"] == at + 1
    assert caught.value.facts["tried"] == (events.PASS,)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"outcome": Outcome((1, 2, 3), (3, 2, 1), "hearsay")}, r"states 1-2-3 points.*lead to"),
        ({"outcome": None}, r"states no outcome, but after its \d+ events the game is over"),
        ({"events": MATCH.events[:-1]}, r"the game is not over"),
        ({"rules_version": "lords-of-scotland/0"}, r"rules version of the record is lords-of-scotland/0"),
        ({"components_hash": "0" * 64}, r"hash of components"),
        ({"options": {"bruce": False}}, r"list of options"),
        ({"notation_version": 99}, r"notation version"),
        ({"faults": (Fault(7, 1, "late"),)}, r"seat 8 at event 1"),
    ],
)
def test_a_record_that_contradicts_itself_is_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence):
        replay(replace(MATCH, **changes))  # type: ignore[arg-type]  # any field of a record


def test_a_record_of_an_unknown_game_names_the_known_ones() -> None:
    with pytest.raises(UnknownGame, match="Did you mean lords-of-scotland"):
        replay(replace(MATCH, game="lord-of-scotland"))


def first_of_kind(kind: int) -> int:
    return next(at for at, event in enumerate(MATCH.events) if event[0] == kind)


def with_event(at: int, event: tuple[int, ...]) -> Record:
    return replace(MATCH, events=(*MATCH.events[:at], event, *MATCH.events[at + 1 :]))
