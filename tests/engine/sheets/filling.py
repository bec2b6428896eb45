"""Score sheets as somebody at the table fills them in: from matches of random moves, while they are played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from engine.core import registry
from engine.core.dealer import Dealer
from engine.core.game import CHANCE, Event, Outcome
from engine.core.messages import Message
from engine.core.options import OptionValue, settle_options
from engine.core.score_sheets import (
    FilledSheet,
    Remark,
    Setup,
    SheetCalculation,
    Value,
    calculate,
    from_texts,
    seat_field,
)
from engine.games.highland_clans.events import LAY
from engine.games.highland_clans.phases import EMPTY_SACK, TILE_REACHED
from engine.games.highland_clans.scoring import gains_of
from engine.games.kings_kilt.board import SLOT_NAMES
from engine.games.lords_of_scotland.events import CLAIM
from engine.games.lords_of_scotland.scoring import standing_keys

Notes = dict[str, Value]


def facts_of(remark: Remark) -> dict[str, object]:
    """The figures and names that a remark is about, whatever its wording; "seat" from 0."""
    assert isinstance(remark.sentence, Message)
    return {"seat": remark.sentence.seat, **remark.sentence.values}


def sheet_of(game: str, parts: Sequence[Mapping[str, str]], seats: int, **options: OptionValue) -> SheetCalculation:
    """What these texts of fields come to, or the faults of texts that cannot be read."""
    setup = Setup(seats, settle_options(registry.game(game), options))
    filled, faults = from_texts(game, setup, {name: text for one in parts for name, text in one.items()})
    return SheetCalculation((0,) * seats, faults) if faults else calculate(filled)


def played(game: str, seats: int, seed: int, **options: OptionValue) -> tuple[FilledSheet, Outcome]:
    """A match from the deal to its end, its sheet filled in full, and the outcome by the engine."""
    settled = settle_options(registry.game(game), options)
    state: Any = registry.game(game).start(seats, settled)
    dealer, rng = Dealer(b"%d" % seed), Random(seed)
    notes: Notes = {}
    while state.turn is not None:
        event = dealer.deal(state) if state.turn == CHANCE else rng.choice(state.legal_moves())
        _WATCH[game](state, event, notes)
    _END[game](state, notes)
    assert state.outcome is not None
    return FilledSheet(game, Setup(seats, settled), notes), state.outcome


def _lords(state: Any, event: Event, notes: Notes) -> None:
    if event[0] == CLAIM:
        name = seat_field(f"round-{state.round}", state.turn)
        before = notes.get(name, ())
        assert isinstance(before, tuple)
        notes[name] = (*before, event[1])
    state.advance(event)


def _lords_end(state: Any, notes: Notes) -> None:
    """Where fewer Supporters were claimed than lay there nobody took the others; equals have their armies ordered."""
    for number in range(1, state.round + 1):
        told = [notes.get(seat_field(f"round-{number}", seat), ()) for seat in range(state.seats)]
        if sum(len(cards) for cards in told if isinstance(cards, tuple)) < state.seats:
            notes[f"round-{number}.rest"] = 1
    keys = standing_keys(state.armies)
    for seat, points in enumerate(state.points):
        if state.points.count(points) > 1:
            notes[seat_field("last", seat)] = 1 + sum(key > keys[seat] for key in keys)


def _kilt(state: Any, event: Event, _: Notes) -> None:
    state.advance(event)


def _kilt_end(state: Any, notes: Notes) -> None:
    notes |= {f"slot-{name}": state.pyramid[slot] for slot, name in enumerate(SLOT_NAMES)}
    notes |= {seat_field("family", seat): tuple(family) for seat, family in enumerate(state.families)}
    notes |= {seat_field("influence", seat): size for seat, size in enumerate(state.influence_sizes)}


def _clans(state: Any, event: Event, notes: Notes) -> None:
    """Points marked when a combat is decided are a raid's; all others are those of the scoring."""
    number, before = state.round, [*state.points]
    state.advance(event)
    if before == state.points:
        return
    if event[0] == LAY:
        for seat, points in enumerate(before):
            name = seat_field(f"round-{number}.raids", seat)
            marked = notes.get(name, 0)
            assert isinstance(marked, int)
            if state.points[seat] != points:
                notes[name] = marked + state.points[seat] - points
        return
    for seat, gains in enumerate(gains_of(state.courts, state.lands, ranks_zero=state.ranks_zero)):
        assert before[seat] + sum(gains) == state.points[seat]
        notes |= {
            seat_field(f"round-{number}.{source}", seat): points for source, points in gains._asdict().items() if points
        }
    notes[f"round-{number}.rest"] = 1


def _clans_end(state: Any, notes: Notes) -> None:
    notes["ending"] = state.ending
    if state.ending == TILE_REACHED:
        notes["tile"] = state.shown[-1]
    if state.ending == EMPTY_SACK:
        notes[f"round-{state.round}.rest"] = 1


_WATCH: Mapping[str, Callable[[Any, Event, Notes], None]] = {
    "lords-of-scotland": _lords,
    "kings-kilt": _kilt,
    "highland-clans": _clans,
}
_END: Mapping[str, Callable[[Any, Notes], None]] = {
    "lords-of-scotland": _lords_end,
    "kings-kilt": _kilt_end,
    "highland-clans": _clans_end,
}
