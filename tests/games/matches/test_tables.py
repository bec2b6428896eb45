"""The drawings of tables: from a seat's view as from the whole state, with somewhere to point for every move."""

import re
from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random
from time import process_time
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.html import escape

from engine.core import registry
from engine.core.dealer import Dealer
from engine.core.game import CHANCE, Event, Game, State, View
from engine.core.record import Record, new_record
from games.matches.boards import click_path, draw, plain, race_of, templates_of
from games.matches.boards.plain import SeatLabel
from tests.games.matches.drawings import places_along, positions

GAMES = list(registry.games().values())
EVENTS = 120  # of a game; the first decisions of every kind come well before


def moments(game: Game, seats: int, seed: int = 7) -> Iterator[tuple[State, Event | None]]:
    """The positions of a game played at random, each with the event that led there."""
    state, dealer, luck, event = game.start(seats), Dealer(b"tables"), Random(seed), None
    for _ in range(EVENTS):
        if state.turn is None:
            return
        yield state, event
        event = dealer.deal(state) if state.turn == CHANCE else luck.choice(state.legal_moves())
        state.advance(event)


def drawn(game: Game, position: State | View, event: Event | None) -> str:
    return render_to_string(templates_of(game.slug), {"table": table(game, position, event)})


def table(game: Game, position: State | View, event: Event | None) -> dict[str, Any]:
    labels = [SeatLabel(f"Player {seat + 1}") for seat in range(position.seats)]
    return draw(game.slug, position, event, labels)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_place_of_every_move_is_drawn(game: Game) -> None:
    for seats in (game.min_seats, game.max_seats):
        for state, event in moments(game, seats):
            if state.turn is None or state.turn == CHANCE:
                continue
            view = state.view(state.turn)
            wanted = {
                place for move in state.legal_moves() for place in places_along(click_path(game.slug, view, move))
            }
            if wanted:
                there = set(re.findall(r'data-at="([^"]+)"', drawn(game, view, event)))
                assert wanted <= there, f"nowhere to point at: {sorted(wanted - there)}"


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_no_place_is_drawn_twice(game: Game) -> None:
    for state, event in moments(game, game.max_seats):
        there = re.findall(r'data-at="([^"]+)"', drawn(game, state.view(0), event))
        assert len(there) == len(set(there))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_states_are_drawn_as_well_as_views(game: Game) -> None:
    for state, event in moments(game, game.min_seats):
        assert "Player 1" in drawn(game, state, event)
        assert "Player 1" in drawn(game, state.view(None), event)


def test_seats_are_drawn_in_the_order_of_play_and_ones_own_at_the_end() -> None:
    game = registry.game("lords-of-scotland")
    state, _ = next(moments(game, 4))
    assert [seat["number"] for seat in table(game, state.view(1), None)["seats"]] == [3, 4, 1, 2]
    assert [seat["number"] for seat in table(game, state, None)["seats"]] == [1, 2, 3, 4]


def test_what_a_seat_does_not_know_of_lords_of_scotland_is_drawn_as_a_back() -> None:
    game = registry.game("lords-of-scotland")
    for state, event in moments(game, 3):
        others: Any = state
        seats = {seat["number"] - 1: seat for seat in table(game, state.view(0), event)["seats"]}
        for seat in (1, 2):
            assert len(seats[seat]["hand"]) == len(others.hands[seat])
            assert not any("clan" in card for card in seats[seat]["hand"])
            for card, (_, _, veil, seen) in zip(seats[seat]["army"], others.armies[seat], strict=True):
                assert ("clan" in card) == (not veil or bool(seen & 1))
        assert [card["rank"] for card in seats[0]["hand"]] == list(others.hands[0])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_game_without_a_drawing_of_its_own_shows_a_seat_what_the_prompt_shows(game: Game) -> None:
    """So a new game can be played in the browser before anybody has drawn it."""
    for state, event in islice(moments(game, game.min_seats), 0, None, 20):
        for position, view in ((state.view(1), state.view(1)), (state, state.view(None))):
            table = plain.draw(position, event, [SeatLabel("Morag")] * game.min_seats)
            page = render_to_string("matches/tables/_plain.html", {"table": table})
            assert escape(game.sketch(view)) in page
            assert page.count("Morag") == game.min_seats


SLUGS = ("lords-of-scotland", "kings-kilt", "highland-clans")


def game_of(slug: str, seats: int = 3) -> tuple[Record, tuple[int, ...]]:
    """A whole game at random, and the points at its end."""
    moments = list(positions(slug, seats, 7))
    game, outcome = registry.game(slug), moments[-1][0].outcome
    events = tuple(event for _state, event in moments)
    record = new_record(game, {}, ("Ailsa", "Bruce", "Senga")[:seats], events, outcome)
    return record, outcome.points


@pytest.mark.parametrize("slug", SLUGS)
def test_the_plot_of_a_game_ends_at_its_points_and_has_a_step_only_where_they_change(slug: str) -> None:
    record, points = game_of(slug)
    race_of(record)
    begun = process_time()
    race = race_of(record)
    assert process_time() - begun < 0.1
    assert race is not None
    assert race.steps == len(record.events)
    assert tuple(changes[-1][1] for changes in race.changes) == points
    for changes in race.changes:
        steps, counted = zip(*changes, strict=True)
        assert list(steps) == sorted(set(steps))
        assert all(one != other for one, other in pairwise(counted))
