"""Game reviews: chances of winning, the best other move, and their calibration."""

from itertools import pairwise
from random import Random

import pytest

from engine.bots.random_bot import BOT as WANDERER
from engine.core import registry
from engine.core.game import Event, State
from engine.core.match import play, seed_secret
from engine.core.record import Record
from engine.core.record import steps as steps_of
from engine.review import CHECK_PLAYOUTS, SHARPNESS, calibrated, least_chance, review, review_event
from tests.benchmarks.calibration import Position, bins, brier, by_seats, fitted, halves, predictions

LAST = 8  # events of a record that are reviewed here: a whole review takes too long


def played(slug: str, seed: int = 1) -> Record:
    game = registry.game(slug)
    return play(game, [WANDERER] * game.min_seats, secret=seed_secret(seed))


@pytest.mark.slow
@pytest.mark.parametrize("slug", registry.games())
def test_chances_after_each_event_add_up_and_end_with_the_result(slug: str) -> None:
    record = played(slug)
    reviews = list(review(record, first=len(record.events) - LAST))
    assert len(reviews) == LAST
    assert all(sum(one.chances) == pytest.approx(1) for one in reviews)
    assert record.outcome is not None
    assert [chance > 0 for chance in reviews[-1].chances] == [place == 1 for place in record.outcome.places]


@pytest.mark.slow
def test_a_review_that_continues_has_the_same_figures() -> None:
    record = played("kings-kilt")
    first = len(record.events) - LAST
    assert list(review(record, first=first + 3)) == list(review(record, first=first))[3:]


@pytest.mark.long
@pytest.mark.parametrize("slug", registry.games())
def test_the_best_other_move_is_legal_and_only_where_there_is_a_choice(slug: str) -> None:
    record = played(slug)
    for number, (state, event) in enumerate(steps_of(record)):
        if number % 30 == 0 or number > len(record.events) - 4:
            found = review_event(registry.game(slug), state, event, Random(1))
            others = [move for move in state.legal_moves() if move != event]
            assert (found.best in others) if others else (found.best is None)
            assert 0 <= found.loss <= 1


def shares_at_the_end(state: State, seat: int) -> set[float]:
    """Return what the seat has of the win at the ends of all ways to play on."""
    if state.outcome is not None:
        places = state.outcome.places
        return {(places[seat] == 1) / places.count(1)}
    return {share for move in state.legal_moves() for share in shares_at_the_end(after(state, move), seat)}


def after(state: State, move: Event) -> State:
    end = state.copy()
    end.advance(move)
    return end


def decisive_choice() -> tuple[State, Event, Event]:
    """Return a position of Whin in which one move certainly wins, that move, and one that certainly does not."""
    for seed in range(1, 500):
        record = played("whin", seed)
        for number, (state, _event) in enumerate(steps_of(record)):
            if len(record.events) - 6 <= number and state.turn is not None and len(state.legal_moves()) == 2:
                one, other = state.legal_moves()
                ends = [shares_at_the_end(after(state, move), state.turn) for move in (one, other)]
                if ends in ([{0.0}, {1.0}], [{1.0}, {0.0}]):
                    return (state.copy(), other, one) if ends[0] == {0.0} else (state.copy(), one, other)
    raise AssertionError("no game has such a choice")


def test_a_move_that_throws_the_win_away_loses_all_of_the_chance() -> None:
    state, winning, losing = decisive_choice()
    assert state.turn is not None
    thrown = review_event(registry.game("whin"), state, losing, Random(1))
    assert thrown.best == winning
    assert thrown.loss > 0.95
    assert thrown.chances[state.turn] < 0.05
    kept = review_event(registry.game("whin"), state, winning, Random(1))
    assert (kept.best, kept.loss) == (losing, 0)
    assert kept.chances[state.turn] > 0.95


def test_a_sharpness_below_1_draws_chances_together() -> None:
    plain, soft = calibrated([0.9, 0.1], 200, 1.0), calibrated([0.9, 0.1], 200, 0.5)
    assert plain[0] > soft[0] > 0.5 > soft[1] > plain[1] > 0
    assert sum(soft) == pytest.approx(1)


def test_no_chance_is_certain_before_the_end() -> None:
    assert calibrated([1.0, 0.0, 0.0], 200, 1.0)[1] > 0


@pytest.mark.parametrize(("slug", "seats"), [(slug, seats) for slug, known in SHARPNESS.items() for seats in known])
def test_no_chance_before_the_end_is_below_the_least(slug: str, seats: int) -> None:
    rng, least = Random(1), least_chance(slug, seats)
    assert 0 < least < 1 / seats
    for _ in range(100):
        cuts = sorted(rng.choice((0, CHECK_PLAYOUTS, rng.randint(0, CHECK_PLAYOUTS))) for _ in range(seats - 1))
        won = [high - low for low, high in pairwise([0, *cuts, CHECK_PLAYOUTS])]
        shares = [one / CHECK_PLAYOUTS for one in won]
        assert min(calibrated(shares, CHECK_PLAYOUTS, SHARPNESS[slug][seats])) >= least - 1e-9


def test_the_fit_finds_how_much_the_shares_promise_too_much() -> None:
    overconfident = [Position(number, 20, [0.9, 0.1], [1.0, 0.0]) for number in range(7)]
    overconfident += [Position(number, 20, [0.9, 0.1], [0.0, 1.0]) for number in range(3)]
    three = [position._replace(shares=[0.8, 0.2, 0.0], won=[*position.won, 0.0]) for position in overconfident]
    sharpness = fitted(overconfident + three)
    assert 0.3 <= sharpness[2] < 0.5
    assert sharpness.keys() == {2, 3}
    assert predictions(overconfident, sharpness)[0][0] == pytest.approx(0.7, abs=0.02)


@pytest.mark.parametrize("slug", registry.games())
def test_both_halves_have_games_of_each_number_of_seats(slug: str) -> None:
    game = registry.game(slug)
    sizes = range(game.min_seats, game.max_seats + 1)
    played_at = [Position(seed, 30, [0.0] * sizes[seed % len(sizes)], []) for seed in range(24)]
    assert [set(by_seats(half)) for half in halves(played_at)] == [set(sizes)] * 2


def test_bins_compare_the_mean_chance_with_the_wins() -> None:
    low, high = bins([(0.125, 0.0), (0.1875, 1.0), (1.0, 1.0)])
    assert low == (2, 0.15625, 0.5)
    assert high == (1, 1.0, 1.0)
    assert brier([(0.5, 1.0), (1.0, 1.0)]) == pytest.approx(0.125)
