"""The PettingZoo environments of the games."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from engine.core import registry
from engine.core.dealer import Dealer
from engine.core.errors import IllegalMove, OptionError, SeatsError
from engine.core.game import CHANCE, State
from engine.core.match import seed_secret
from engine.games.highland_clans import events, phases
from engine.pettingzoo import GameEnv, env

GAMES = [game for game in registry.games().values() if registry.encoding(game.slug)]
# What api_test says of any environment with a dictionary of observation and mask that is not one of its own, and of a
# mask when the game is over.
EXPECTED = ("Observation is not a NumPy array", "Observation space for each agent probably", "Action mask .* all zeros")


def tables() -> Iterator[object]:
    for game in GAMES:
        for seats in range(game.min_seats, game.max_seats + 1):
            yield pytest.param(game.slug, seats, id=f"{game.slug}-{seats}")


every_table = pytest.mark.parametrize(("game", "seats"), [*tables()])


def play_out(table: GameEnv, rng: Random) -> dict[str, tuple[float, dict[str, int]]]:
    """Play a game at random; return each agent's reward and information at the end."""
    results = {}
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        assert not truncated
        if terminated:
            results[agent] = (reward, info)
            assert not observation["action_mask"].any()
            table.step(None)
        else:
            assert (reward, info) == (0, {})
            table.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return results


@pytest.mark.slow
@every_table
def test_it_passes_the_tests_of_pettingzoo(game: str, seats: int) -> None:
    with warnings.catch_warnings():
        for message in EXPECTED:
            warnings.filterwarnings("ignore", message)
        api_test(env(game, seats), num_cycles=1000)
        seed_test(lambda: env(game, seats), num_cycles=500)


@every_table
def test_everybody_is_rewarded_by_place_when_the_game_ends(game: str, seats: int) -> None:
    table = env(game, seats)
    for seed in range(3):
        table.reset(seed=seed)
        results = play_out(table, Random(seed))
        assert table.agents == []
        assert sorted(results) == table.possible_agents
        assert sum(reward for reward, _ in results.values()) == pytest.approx(0)
        places = [info["place"] for _, info in results.values()]
        for reward, info in results.values():
            beaten = sum(place > info["place"] for place in places)
            ahead = sum(place < info["place"] for place in places)
            assert reward == pytest.approx((beaten - ahead) / (seats - 1))
        best = max(results.values(), key=lambda result: result[0])
        assert best[1]["place"] == 1


def play_beside_the_engine(game: str, seats: int, seed: int, preferred: Sequence[int] = ()) -> State:
    """Play a game at random, with moves of the preferred kinds if there are any; return its end in the engine.

    The same moves in the engine, with the dealer of that seed, lead to the same views and the same end.
    """
    rules, encoding = registry.game(game), registry.encoding(game)
    assert encoding is not None
    encode, rng = encoding.encoder(seats), Random(seed)
    table, state, dealer = env(game, seats), rules.start(seats), Dealer(seed_secret(seed))
    table.reset(seed=seed)
    while state.turn is not None:
        if state.turn == CHANCE:
            state.advance(dealer.deal(state))
            continue
        assert table.agent_selection == f"player_{state.turn}"
        for seat, agent in enumerate(table.possible_agents):
            seen = table.observe(agent)
            assert seen["observation"].tobytes() == encode(state.view(seat))
            legal = {table.moves[action] for action in np.flatnonzero(seen["action_mask"])}
            assert legal == (set(state.legal_moves()) if seat == state.turn else set())
        moves = state.legal_moves()
        move = rng.choice([move for move in moves if move[0] in preferred] or moves)
        table.step(table.action_of[move])
        state.advance(move)
    assert all(table.terminations.values())
    assert not any(table.truncations.values())
    assert state.outcome is not None
    assert [info["points"] for info in table.infos.values()] == [*state.outcome.points]
    assert [info["place"] for info in table.infos.values()] == [*state.outcome.places]
    return state


@every_table
def test_it_plays_by_the_engine_with_the_cards_of_the_seed(game: str, seats: int) -> None:
    play_beside_the_engine(game, seats, seed=7)


@pytest.mark.parametrize(
    ("seed", "preferred", "ending"),
    [
        (7, (), phases.TILE_REACHED),
        (2, (events.ESTATE,), phases.EMPTY_STOCK),
        (105, (events.WARRIOR, events.MONKS, events.PIPER), phases.EMPTY_SACK),
    ],
    ids=["an estate is reached", "no estates are left", "too few tokens are left"],
)
def test_each_way_to_end_a_game_terminates_it(seed: int, preferred: tuple[int, ...], ending: int) -> None:
    state: Any = play_beside_the_engine("highland-clans", 5, seed, preferred)
    assert state.ending == ending


def test_games_after_a_seed_follow_from_it() -> None:
    def games(seed: int | None) -> list[bytes]:
        table.reset(seed=seed)
        found = []
        for _ in range(3):
            found.append(table.observe("player_0")["observation"].tobytes())
            table.reset()
        return found

    table = env("kings-kilt")
    first = games(1)
    assert len(set(first)) == 3
    assert games(1) == first
    assert games(2) != first


@pytest.mark.parametrize("wrong", [-1, 247, 248, None])
def test_it_refuses_what_is_not_legal_and_changes_nothing(wrong: int | None) -> None:
    table = env("kings-kilt", 2)
    table.reset(seed=1)
    before = table.last()[0]
    with pytest.raises(IllegalMove, match="player_0"):
        table.step(wrong)
    after = table.last()[0]
    assert all((before[part] == after[part]).all() for part in before)


def test_what_a_program_writes_into_an_observation_stays_there() -> None:
    table = env("kings-kilt", 2)
    table.reset(seed=1)
    seen = table.last()[0]
    before = {name: part.tolist() for name, part in seen.items()}
    for part in seen.values():
        part[:] = 0
    assert {name: part.tolist() for name, part in table.last()[0].items()} == before


def test_options_change_what_is_seen_and_what_is_legal() -> None:
    usual, other = (env("lords-of-scotland", 2, options) for options in (None, {"bruce": True}))
    at = usual.feature_names.index("option: bruce")
    for table, expected in ((usual, 0), (other, 1)):
        table.reset(seed=1)
        assert table.last()[0]["observation"][at] == expected


@pytest.mark.parametrize(
    ("arguments", "error"), [({"seats": 6}, SeatsError), ({"options": {"fog": True}}, OptionError)]
)
def test_it_refuses_wrong_seats_and_options(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        env("kings-kilt", **arguments)


def test_a_game_without_an_encoding_has_no_environment() -> None:
    with pytest.raises(ValueError, match=r"Whin has no encoding\.py"):
        env("whin")


def test_the_example_of_the_guide_runs(capsys: pytest.CaptureFixture[str]) -> None:
    guide = (Path(__file__).parents[2] / "docs/bots.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    exec(example, {})
    assert re.findall(r"^player_. [-\d.]+ \{'place': \d, 'points': \d+\}$", capsys.readouterr().out, re.MULTILINE)


def test_a_bot_has_the_features_and_actions_of_the_environment() -> None:
    """As the guide says for `choose`."""
    table = env("lords-of-scotland", 3)
    table.reset(seed=5)
    encoding, state = registry.encoding("lords-of-scotland"), table.game.start(3)
    dealer = Dealer(seed_secret(5))
    while state.turn == CHANCE:
        state.advance(dealer.deal(state))
    assert encoding is not None
    seen, view = table.last()[0], state.view(state.turn)
    assert seen["observation"].tolist() == [*encoding.encoder(view.seats)(view)]
    assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(
        encoding.action_of[move] for move in state.legal_moves()
    )


def test_it_shows_the_table_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: env("kings-kilt", render_mode=render_mode))
    assert "0 of 3 Family cards turned up" in capsys.readouterr().out
