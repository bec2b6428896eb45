"""A match is a pure function of the game, the bots and the secret, and can be left at any decision."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engine.core import registry
from engine.core.bot import Budget
from engine.core.errors import IllegalMove, OptionError, SeatsError
from engine.core.game import Event
from engine.core.match import play, seat_rngs
from engine.core.record import replay

GAME = registry.game("lords-of-scotland")
WANDERER = registry.bot("wanderer")


class Stubborn:
    """Passes, whatever it may do."""

    slug = "stubborn"
    version = 1
    summary = "Always passes."
    games: tuple[str, ...] = ()

    def choose(self, _view: Any, _legal: Sequence[Event], _budget: Budget, _rng: Random) -> Event:
        return (8,)


def test_seats_have_luck_of_their_own() -> None:
    assert len({rng.random() for rng in seat_rngs(b"seed", 5)}) == 5


def test_it_stops_at_a_decision_when_told_and_leaves_a_record_that_can_be_read() -> None:
    asked = iter(range(100))
    record = play(GAME, [WANDERER] * 2, secret=b"a", stop=lambda: next(asked) == 20)
    assert record.outcome is None
    assert replay(record).turn in (0, 1)


def test_a_witness_sees_every_event_with_the_state_before_it() -> None:
    seen: list[tuple[int | None, Event]] = []
    record = play(GAME, [WANDERER] * 2, secret=b"a", on_event=lambda state, event: seen.append((state.turn, event)))
    assert tuple(event for _, event in seen) == record.events
    assert None not in {turn for turn, _ in seen}


def test_seats_are_labelled_by_their_bots_unless_they_have_names() -> None:
    assert play(GAME, [WANDERER] * 2, secret=b"a").seats == ("wanderer", "wanderer")
    assert play(GAME, [WANDERER] * 2, secret=b"a", names=["Morag", "Hamish"]).seats == ("Morag", "Hamish")


def test_a_bot_that_chooses_what_it_was_not_offered_is_named() -> None:
    with pytest.raises(IllegalMove, match=r"The bot stubborn at seat 2 chose \(8,\)"):
        play(GAME, [WANDERER, Stubborn()], secret=b"a")


def test_wrong_seats_and_options_are_refused_before_anything_is_dealt() -> None:
    with pytest.raises(SeatsError, match="Lords of Scotland is played by 2 to 5, not by 6"):
        play(GAME, [WANDERER] * 6, secret=b"a")
    with pytest.raises(OptionError, match="The option bruce of Lords of Scotland can be off or on, not 'maybe'"):
        play(GAME, [WANDERER] * 2, secret=b"a", options={"bruce": "maybe"})
    with pytest.raises(OptionError, match="The option bruce of Lords of Scotland must be True, not the text 'on'"):
        play(GAME, [WANDERER] * 2, secret=b"a", options={"bruce": "on"})
    with pytest.raises(OptionError, match="Did you mean activation"):
        play(GAME, [WANDERER] * 2, secret=b"a", options={"aktivation": "strict"})
