"""The contract of games, tested for every game that the registry finds."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, islice
from random import Random

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are a package apart

from engine.core import registry
from engine.core.dealer import Dealer
from engine.core.errors import EngineError, GameOver, OptionError, SeatsError
from engine.core.game import CHANCE, Event, Game
from engine.core.match import play
from engine.core.options import OptionValue, settle_options
from engine.core.record import replay
from engine.core.vocabulary import Clause
from engine.golden import golden_folder, golden_texts
from tests.engine.games.playing import broken_invariant, states, tables, views

GAMES = list(registry.games().values())


every_game = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
every_table = pytest.mark.parametrize(("game", "seats", "options"), [*tables(GAMES)])
Options = dict[str, OptionValue]


@every_table
def test_every_card_stays_in_one_place_until_the_end(game: Game, seats: int, options: Options) -> None:
    """Until then a move or a chance event is possible in each state."""
    for state in chain.from_iterable(states(game, seats, options, seed) for seed in range(3)):
        assert broken_invariant(game, state) is None
        moves, chances = state.legal_moves(), state.chance_outcomes()
        assert len(moves) == len(set(moves))
        assert len(chances) == len({event for event, _ in chances})
        assert all(copies > 0 for _, copies in chances)
        assert bool(moves) == (state.turn is not None and state.turn >= 0)
        assert bool(chances) == (state.turn == CHANCE)
        assert (state.outcome is not None) == (state.turn is None)
    assert state.outcome is not None


@pytest.mark.long
@every_table
def test_what_a_seat_imagines_it_cannot_tell_from_the_truth(game: Game, seats: int, options: Options) -> None:
    rng = Random(seats)
    for state in states(game, seats, options, seed=2):
        for seat in (None, *range(seats)):
            view = state.view(seat)
            imagined = game.imagine(view, rng)
            assert imagined.view(seat) == view
            assert broken_invariant(game, imagined) is None
            if seat == state.turn:
                assert imagined.legal_moves() == state.legal_moves()


@every_table
def test_what_is_imagined_can_be_played_to_its_end(game: Game, seats: int, options: Options) -> None:
    rng = Random(seats)
    for state in islice(states(game, seats, options, seed=3), 30, None, 40):
        imagined = game.imagine(state.view(0), rng)
        while imagined.turn is not None:
            outcomes = imagined.chance_outcomes() or [(move, 1) for move in imagined.legal_moves()]
            imagined.apply(rng.choices([event for event, _ in outcomes], [ways for _, ways in outcomes])[0])
        assert imagined.outcome is not None


@every_table
def test_a_copy_plays_on_alone(game: Game, seats: int, options: Options) -> None:
    rng = Random(seats)
    for state in islice(states(game, seats, options, seed=4), 0, None, 25):
        before = views(state)
        copied = state.copy()
        assert views(copied) == before
        while copied.turn is not None:
            chances = [event for event, _ in copied.chance_outcomes()]
            copied.advance(rng.choice(chances or copied.legal_moves()))
        assert views(state) == before


@every_table
def test_a_refused_event_changes_nothing(game: Game, seats: int, options: Options) -> None:
    attempts = [(), (-1,), (99, 1), *((kind, 1) for kind in range(20)), *((kind, 0, 0) for kind in range(20))]
    for state in islice(states(game, seats, options, seed=5), 0, None, 15):
        before = views(state)
        possible = {*state.legal_moves(), *(event for event, _ in state.chance_outcomes())}
        for event in attempts:
            if event not in possible:
                with pytest.raises(EngineError, match=r"\.$"):
                    state.apply(event)
        assert views(state) == before


@every_table
def test_every_event_offered_is_accepted_and_described(game: Game, seats: int, options: Options) -> None:
    for state in islice(states(game, seats, options, seed=6), 0, None, 20):
        for event in [*state.legal_moves(), *(event for event, _ in state.chance_outcomes())]:
            assert game.describe_event(state, event).endswith(".")
            state.copy().apply(event)


@every_table
def test_the_seat_to_move_finds_the_words_of_its_moves_in_its_view(game: Game, seats: int, options: Options) -> None:
    """The prompt and play in the browser know no more than the view."""
    for state in islice(states(game, seats, options, seed=10), 0, None, 3):
        if state.turn in (None, CHANCE):
            continue
        view = state.view(state.turn)
        for move in state.legal_moves():
            said = game.words.say(view, move)
            assert said == game.words.say(state, move)
            assert game.words.read(view, Clause(said.verb, said.what, 1, 1)) == move
            message = game.describe_event(view, move)
            assert message.startswith(f"Seat {(view.turn or 0) + 1} ")
            assert (message.seat, bool(message.sentence.you and message.sentence.button)) == (view.turn, True)


@every_table
def test_nobody_is_told_what_came_up_unseen(game: Game, seats: int, options: Options) -> None:
    """If all chance events look the same to a seat afterwards, their texts are the same, or none."""
    for state in islice(states(game, seats, options, seed=11), 0, None, 5):
        for seat in (None, *range(seats)):
            told: dict[object, set[str | None]] = defaultdict(set)
            for event, _ in state.chance_outcomes():
                after = state.copy()
                after.advance(event)
                told[after.view(seat)].add(game.observation_text(state, event, seat))
            assert all(len(same) == 1 for same in told.values())


@every_table
def test_an_occasion_of_chance_ends_when_anything_enters_what_is_drawn_from(
    game: Game, seats: int, options: Options
) -> None:
    """Else a dealer, who orders the copies once for each occasion, would deal every round the same."""
    left: dict[tuple[int, int], dict[Event, int]] = defaultdict(dict)
    for state in states(game, seats, options, seed=12):
        if state.turn == CHANCE:
            before = left[state.chance_key()]
            now = dict.fromkeys(before, 0) | {event[1:]: copies for event, copies in state.chance_outcomes()}
            assert all(now[drawn] <= copies for drawn, copies in before.items())
            before.update(now)


@pytest.mark.long
@every_table
def test_views_and_moves_keep_to_their_schema(game: Game, seats: int, options: Options) -> None:
    schema = game.view_schema()
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    moves = Draft202012Validator({"$ref": "#/$defs/move", "$defs": schema["$defs"]})
    for state in islice(states(game, seats, options, seed=7), seats, None, 20):
        for seat in (None, *range(seats)):
            view = state.view(seat)
            assert (view.game, view.seat, view.seats, view.turn) == (game.slug, seat, seats, state.turn)
            validator.validate(game.view_to_json(view))
            assert game.sketch(view).strip()
        for move in state.legal_moves():
            moves.validate(list(move))


@every_table
def test_a_dealer_brings_up_what_can_come_up_and_always_the_same(game: Game, seats: int, options: Options) -> None:
    for state in islice(states(game, seats, options, seed=8), 0, None, 5):
        if state.turn == CHANCE:
            event = Dealer(b"secret").deal(state)
            assert event in [outcome for outcome, _ in state.chance_outcomes()]
            assert Dealer(b"secret").deal(state) == event


@every_table
def test_a_match_replays_from_its_record(game: Game, seats: int, options: Options) -> None:
    wanderer = registry.bot("wanderer")
    record = play(game, [wanderer] * seats, secret=b"secret", options=options)
    assert record.outcome is not None
    assert replay(record).outcome == record.outcome
    assert play(game, [wanderer] * seats, secret=b"secret", options=options) == record


@every_game
def test_the_game_is_over_when_it_is_over(game: Game) -> None:
    *_, last = states(game, game.min_seats, {}, seed=9)
    with pytest.raises(GameOver):
        last.apply((0, 1))


@every_game
def test_places_count_one_two_two_four(game: Game) -> None:
    for seed in range(5):
        *_, last = states(game, game.max_seats, {}, seed=seed)
        assert last.outcome is not None
        places = last.outcome.places
        assert all(place == 1 + sum(other < place for other in places) for place in places)


@every_game
def test_it_refuses_wrong_seats_and_options(game: Game) -> None:
    for seats in (game.min_seats - 1, game.max_seats + 1):
        with pytest.raises(SeatsError, match=f"not by {seats}"):
            game.start(seats)
    with pytest.raises(OptionError, match="has no option haggis"):
        game.start(game.min_seats, {"haggis": True})


@every_game
def test_it_settles_its_options_in_full(game: Game) -> None:
    assert settle_options(game, None) == {option.name: option.default for option in game.options}
    assert all(option.summary for option in game.options)
    assert len(game.components_hash) == 64
    assert game.rules_version.startswith(f"{game.slug}/")
    assert 2 <= game.min_seats <= game.max_seats <= 5  # as leagues, ledgers and drawings have it


@every_game
def test_it_has_its_golden_playthroughs_and_perft_counts(game: Game) -> None:
    """Made by `python -m engine.golden`, which says how; read what changed before you keep it."""
    for name, text in golden_texts(game).items():
        path = golden_folder(game) / name
        assert path.exists(), f"{game.name} has no golden/{name}: run python -m engine.golden {game.slug}"
        assert path.read_text(encoding="utf-8") == text
