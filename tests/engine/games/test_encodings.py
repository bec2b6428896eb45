"""Actions and observations for programs that learn, for every game with an `encoding.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.core import registry
from engine.core.encoding import Encoding
from engine.core.game import CHANCE, Game, State
from engine.core.options import OptionValue
from engine.games.highland_clans import events as clans_events
from engine.games.kings_kilt import events as kilt_events
from engine.games.kings_kilt.board import SLOT_NAMES
from engine.games.kings_kilt.components import CLANS as KILT_CLANS
from engine.games.lords_of_scotland import events as lords_events
from engine.games.lords_of_scotland.components import STRENGTH, card_name
from tests.engine.games.playing import states, tables

GAMES = [game for game in registry.games().values() if registry.encoding(game.slug)]
Options = dict[str, OptionValue]


every_table = pytest.mark.parametrize(("game", "seats", "options"), [*tables(GAMES)])


def encoding_of(game: Game) -> Encoding:
    encoding = registry.encoding(game.slug)
    assert encoding is not None
    return encoding


def features(game: Game, state: State, seat: int | None) -> dict[str, int]:
    """The features of what a seat sees, by name."""
    encoding = encoding_of(game)
    values = encoding.encoder(state.seats)(state.view(seat))
    return dict(zip(encoding.feature_names(state.seats), values, strict=True))


@pytest.mark.slow
@every_table
def test_every_legal_move_has_one_action_and_every_feature_keeps_its_bound(
    game: Game, seats: int, options: Options
) -> None:
    encoding = encoding_of(game)
    assert len(set(encoding.moves)) == len(encoding.moves) == len(encoding.action_of)
    encode, greatest = encoding.encoder(seats), np.array(encoding.greatest(seats))
    positions = 0
    for seed in range(10):
        for state in states(game, seats, options, seed):
            for move in state.legal_moves():
                assert encoding.moves[encoding.action_of[move]] == move
            seat = None if state.turn == CHANCE else state.turn
            values = np.frombuffer(encode(state.view(seat)), np.uint8)
            assert values.shape == greatest.shape
            assert (values <= greatest).all()
            positions += 1
    assert positions > 1000


@pytest.mark.slow
@every_table
def test_hidden_cards_change_no_feature(game: Game, seats: int, options: Options) -> None:
    """`imagine` returns a state with other hidden cards; the seat whose view it fits sees the same."""
    rng, encode, changed = Random(seats), encoding_of(game).encoder(seats), 0
    for state in islice(states(game, seats, options, seed=21), 10, None, 7):
        for seat in range(seats):
            imagined = game.imagine(state.view(seat), rng)
            assert encode(imagined.view(seat)) == encode(state.view(seat))
            others = [other for other in range(seats) if other != seat]
            changed += any(encode(imagined.view(other)) != encode(state.view(other)) for other in others)
    assert changed > 10


@every_table
def test_features_have_different_names(game: Game, seats: int, options: Options) -> None:
    names = encoding_of(game).feature_names(seats)
    assert len(set(names)) == len(names)


# The first action of each kind of move. Programs that learnt keep these numbers: add new moves at the end.
FIRST_ACTIONS: Mapping[str, Mapping[int, int]] = {
    "kings-kilt": {
        kilt_events.ADVANCE: 0,
        kilt_events.BETRAY: 30,
        kilt_events.SWAY: 51,
        kilt_events.RAISE: 219,
        kilt_events.REVEAL: 239,
        kilt_events.PASS: 247,
    },
    "highland-clans": {
        clans_events.SEND_BACK: 0,
        clans_events.CATTLE: 210,
        clans_events.CASTLE: 211,
        clans_events.ABBEY: 212,
        clans_events.WARRIOR: 213,
        clans_events.PIPER: 214,
        clans_events.MONKS: 215,
        clans_events.BARD: 217,
        clans_events.ESTATE: 277,
        clans_events.DONE: 285,
        clans_events.DISCARD: 286,
        clans_events.RAID: 290,
        clans_events.EXCHANGE: 295,
        clans_events.LAY: 330,
        clans_events.SPOIL: 338,
        clans_events.PUT_BACK: 342,
    },
    "lords-of-scotland": {
        lords_events.RECRUIT: 0,
        lords_events.MUSTER: 99,
        lords_events.PASS: 295,
        lords_events.DECLINE: 296,
        lords_events.ACTIVATE: 297,
        lords_events.SWAP: 298,
        lords_events.EXCHANGE: 396,
        lords_events.DISCARD: 496,
        lords_events.COPY: 596,
        lords_events.CLAIM: 696,
    },
}
ACTIONS = {"kings-kilt": 248, "highland-clans": 352, "lords-of-scotland": 794}


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_actions_are_numbered_as_documented(game: Game) -> None:
    moves = encoding_of(game).moves
    first = {kind: action for action, (kind, *_) in reversed([*enumerate(moves)])}
    assert first == FIRST_ACTIONS[game.slug]
    assert len(moves) == ACTIONS[game.slug]
    kinds = [kind for kind, *_ in moves]
    assert kinds == [kind for kind in FIRST_ACTIONS[game.slug] for _ in range(kinds.count(kind))]


def pairs(game: Game, seats: int, options: Options, seat: int) -> Iterator[tuple[dict[str, Any], dict[str, int]]]:
    """Positions of a match: what the seat sees as JSON, and as features."""
    for state in islice(states(game, seats, options, seed=4), 40, None, 3):
        yield game.view_to_json(state.view(seat)), features(game, state, seat)


def ones(found: Mapping[str, int], part: str) -> set[str]:
    """The labels of a part whose feature is not 0."""
    return {name.removeprefix(f"{part}: ") for name, value in found.items() if name.startswith(f"{part}: ") and value}


def test_features_of_kings_kilt_are_what_the_view_says() -> None:
    for seen, found in pairs(registry.game("kings-kilt"), 3, {"matching": "victim"}, seat=1):
        cards = Counter(KILT_CLANS[clan] for clan in seen["influence"])
        assert [found[f"own influence: {clan}"] for clan in KILT_CLANS] == [cards[clan] for clan in KILT_CLANS]
        assert ones(found, "pyramid") == {
            f"{slot}, {KILT_CLANS[clan]}"
            for slot, clan in zip(SLOT_NAMES, seen["pyramid"], strict=True)
            if clan is not None
        }
        assert ones(found, "own family") == {KILT_CLANS[clan] for clan in seen["family"]}
        assert ones(found, "own third family card") == {KILT_CLANS[seen["family"][2]]}
        assert ones(found, "phase") == {seen["phase"]}
        assert ones(found, "own seat") == {"player 1"}
        assert ones(found, "to move") == ({f"player {seen['turn']}"} if seen["turn"] in range(3) else set())
        assert ones(found, "vacuum") == ({SLOT_NAMES[seen["vacuum"]]} if seen["vacuum"] is not None else set())
        assert found["pile: cards"] == seen["pile"]
        assert ones(found, "option") == {"matching victim"}


def test_features_of_highland_clans_are_what_the_view_says() -> None:
    attacks = 0
    for seen, found in pairs(registry.game("highland-clans"), 3, {"no-green": "ranked"}, seat=2):
        assert [found[f"own hand: cards of value {value}"] for value in range(1, 5)] == [
            seen["hand"].count(value) for value in range(1, 5)
        ]
        assert {colour: found[f"sack: {colour}"] for colour in seen["sack"]} == seen["sack"]
        for seat in range(3):
            board = {**seen["courts"][seat], **seen["lands"][seat]}
            for what, number in board.items():
                part = "court" if what in seen["courts"][seat] else "land"
                assert found[f"{part}: player {seat}, {what}"] == number
            assert found[f"points: player {seat}"] == seen["points"][seat]
        assert ones(found, "actions of this turn") == set(seen["acted"])
        assert ones(found, "estates turned up") == {f"number {number}" for number in seen["shown"]}
        assert ones(found, "part of the turn") == {str(seen["part"])}
        laid = seen["laid"]
        attacks += laid is not None
        assert [found[f"attacker's card: {label}"] for label in ("lies", "value if known", "piper")] == (
            [1, laid["card"] or 0, laid["piper"]] if laid else [0, 0, 0]
        )
        for number, combat in enumerate(seen["combats"]):
            assert found[f"combat: {number + 1}, defender's card"] == combat["defence"]["card"]
        assert ones(found, "option") == {"no-green ranked"}
    assert attacks


def test_features_of_lords_of_scotland_are_what_the_view_says() -> None:
    hidden = 0
    for seen, found in pairs(registry.game("lords-of-scotland"), 4, {"activation": "strict"}, seat=3):
        recruits = [recruit["card"] for recruit in seen["recruits"] if recruit]
        listed = {f"player {seat}, {card_name(card)}" for seat in range(4) for card in seen["listed"][seat]}
        assert ones(found, "own hand") == set(map(card_name, seen["hand"]))
        assert ones(found, "supporters") == set(map(card_name, seen["supporters"]))
        assert ones(found, "discards") == set(map(card_name, seen["discards"]))
        assert ones(found, "recruits") - {"face-down", "gaps"} == {card_name(card) for card in recruits if card}
        assert found["recruits: face-down"] == recruits.count(None)
        assert ones(found, "recruited face-up and not seen since") == listed
        assert ones(found, "claimed") == {card_name(card) for cards in seen["claimed"] for card in cards}
        assert ones(found, "power to activate") == ({seen["power"]} if seen["power"] else set())
        for seat, army in enumerate(seen["armies"]):
            for place, follower in enumerate(army):
                card, where = follower["card"] or 0, f"army: player {seat}, {place}"
                hidden += not card
                assert found[f"{where}, lies"] == 1
                assert found[f"{where}, face-down"] == (not follower["face_up"])
                assert found[f"{where}, strength"] == STRENGTH[card]
                assert [found[f"{where}, known to player {other}"] for other in range(4)] == [
                    other in follower["known_to"] for other in range(4)
                ]
            assert found[f"army: player {seat}, {len(army)}, lies"] == 0
        assert ones(found, "option") == {"activation strict"}
    assert hidden
