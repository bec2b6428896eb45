"""Messages of the engine, rendered for readers: every sentence of a game, in every form and language."""

from collections.abc import Iterator
from random import Random

import pytest
from django.utils.translation import override

from engine.core.dealer import Dealer
from engine.core.game import CHANCE, Game
from engine.core.messages import SEAT, Message, join, message
from engine.core.score_sheets import FilledSheet, calculate
from engine.games.highland_clans import messages as clans
from engine.games.kings_kilt import messages as kilt
from engine.games.lords_of_scotland import messages as lords
from engine.sandbox.faults import REASONS
from engine.sandbox.limits import (
    AWAY_LIMIT,
    ELAPSED_LIMIT,
    LOADING_LIMIT,
    MATCH_LIMIT,
    MOVE_LIMIT,
    THOUGHT_LIMIT,
    Allowance,
    exceeded,
)
from league.common.messages import MessageField, render_message
from tests.engine.sheets.filling import played
from tests.example_games import translated_games

TABLES = [(game, seats) for game in translated_games() for seats in range(game.min_seats, game.max_seats + 1)]
NAMES = ["Ana", "Bento", "Caio", "Duda", "Enzo"]
SCOTT = "Scott 3"


def messages(game: Game, seats: int) -> Iterator[tuple[str, bool]]:
    """Return what is said in a game of random moves to each seat, and whether it is a move that the seat may make."""
    state, dealer, rng = game.start(seats), Dealer(bytes(32)), Random(seats)
    while state.turn is not None:
        if state.turn == CHANCE:
            event = dealer.deal(state)
        else:
            yield from ((game.describe_event(state.view(state.turn), move), True) for move in state.legal_moves()[:40])
            event = rng.choice(state.legal_moves())
        yield game.describe_event(state, event), False
        for seat in range(seats):
            if said := game.observation_text(state, event, seat):
                yield from ((part, False) for part in said.parts or [said])
        state.advance(event)
    reason = state.outcome.reason if state.outcome else ""
    assert isinstance(reason, Message)
    yield from ((part, False) for part in reason.parts or [reason])


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda one: getattr(one, "slug", one))
def test_every_message_of_a_game_is_in_portuguese_in_every_form(game: Game, seats: int) -> None:
    for said, is_move in messages(game, seats):
        assert isinstance(said, Message)
        for reader, is_button in ((None, False), (said.seat, False), *([(said.seat, True)] if is_move else [])):
            english = render_message(said, NAMES, reader, is_button=is_button)
            with override("pt-br"):
                assert render_message(said, NAMES, reader, is_button=is_button) != english
            assert english.endswith(".") != is_button


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda one: getattr(one, "slug", one))
def test_every_remark_on_a_score_sheet_is_in_portuguese(game: Game, seats: int) -> None:
    filled, _ = played(game.slug, seats, seed=7)
    rng = Random(seats)
    for _ in range(60):
        some = {name: value for name, value in filled.values.items() if rng.random() < 0.9}
        changed = {name: value + 1 for name, value in some.items() if isinstance(value, int) and rng.random() < 0.1}
        told = calculate(FilledSheet(game.slug, filled.setup, some | changed))
        for remark in (*told.faults, *told.missing):
            english = render_message(remark.sentence, NAMES)
            with override("pt-br"):
                assert render_message(remark.sentence, NAMES) != english


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (lords.MUSTERS(0, card=SCOTT), "You muster Scott 3 face-up."),
        (lords.MUSTERS(1, card=SCOTT), "Bento musters Scott 3 face-up."),
        (
            lords.EXCHANGES(1, card=SCOTT, target=lords.ANOTHERS(0, follower="Wemyss 4")),
            "Bento exchanges Scott 3 for your Wemyss 4.",
        ),
        (
            lords.EXCHANGES(0, card=SCOTT, target=lords.ANOTHERS(2, follower="Wemyss 4")),
            "You exchange Scott 3 for Caio's Wemyss 4.",
        ),
        (
            lords.DISCARDS(0, card="Wemyss 4", target=lords.OWN(0, follower=SCOTT)),
            "You discard your own Scott 3 with Wemyss 4.",
        ),
        (clans.RAIDS(1, other=SEAT(0)), "Bento raids you."),
        (clans.LAYS_AGAINST(1, card=3, theirs=2, outcome=clans.SEAT_WINS(0)), "Bento lays 3 against 2: you win."),
        (kilt.WINS(0, clan="Hamilton", told=kilt.POINTS[2](count=7)), "A Hamilton is King, and you win with 7 points."),
        ("Something nobody foresaw.", "Something nobody foresaw."),
        ("", ""),
    ],
)
def test_a_reader_is_addressed_and_others_are_named(told: str, said: str) -> None:
    assert render_message(told, NAMES, 0) == said


@pytest.mark.parametrize(
    ("said", "label"),
    [
        (lords.RECRUITS_FACE_DOWN(1), "Recruit a face-down card"),
        (
            lords.DISCARDS(1, card="Wemyss 4", target=lords.ANOTHERS(0, follower=SCOTT)),
            "Discard Ana's Scott 3 with Wemyss 4",
        ),
        (kilt.BETRAYS(1, card=kilt.CARD(clan="Bruce", slot="a1")), "Have the Bruce at a1 betrayed"),
        (kilt.PASSES(1), "Pass"),
    ],
)
def test_a_move_is_an_order_on_its_button(said: str, label: str) -> None:
    assert render_message(said, NAMES, 1, is_button=True) == label


def test_portuguese_names_who_plays_and_says_you() -> None:
    with override("pt-br"):
        assert render_message(lords.MUSTERS(1, card=SCOTT), NAMES, 1) == "Você convoca Scott 3 com a face para cima."
        target = lords.ANOTHERS_FACE_DOWN(1, card="Fergusson 3")
        assert render_message(lords.EXCHANGES(0, card="Scott 4", target=target), NAMES, 1) == (
            "Ana troca Scott 4 por Fergusson 3 de você (face para baixo)."
        )
        assert render_message(lords.RECRUITS(1, card=SCOTT), NAMES, 1, is_button=True) == "Recrutar Scott 3"


FAULTS = [
    *REASONS.values(),
    *[Allowance(1.0, sentence, number=5).exceeded(2.5) for sentence in (MOVE_LIMIT, LOADING_LIMIT, MATCH_LIMIT)],
    *[exceeded(sentence, 3200.0, 3000.0) for sentence in (ELAPSED_LIMIT, THOUGHT_LIMIT, AWAY_LIMIT)],
    join([REASONS["crash"], message("See the log.")]),
]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_stored_message_is_read_back_and_translated(fault: str) -> None:
    field = MessageField(max_length=200)
    stored = field.get_prep_value(fault)
    read = field.from_db_value(stored)
    assert (read, len(stored) <= 200) == (fault, True)
    with override("pt-br"):
        assert render_message(read) == render_message(fault) != fault


def test_other_texts_are_stored_as_they_are_and_long_messages_in_english() -> None:
    field = MessageField(max_length=30)
    assert field.from_db_value(field.get_prep_value("Enter a date.")) == "Enter a date."
    assert field.get_prep_value(None) is None
    assert field.get_prep_value(message("{text}.", text="a" * 50)) == "A" + "a" * 29


@pytest.mark.parametrize("text", ['{"{seat:>9999999}": {}}', "[broken", "{}", ""])
def test_a_text_that_looks_like_a_stored_message_is_read_as_a_text(text: str) -> None:
    field = MessageField(max_length=200)
    read = field.from_db_value(field.get_prep_value(text))
    assert (read.strip(), isinstance(read, Message)) == (text, False)


def test_a_stored_message_keeps_its_list_and_one_about_a_seat_stays_english() -> None:
    field = MessageField(max_length=200)
    listed = message("{others} and {last}", others=("a", "b"), last="c")
    assert render_message(field.from_db_value(field.get_prep_value(listed))) == listed == "a, b and c"
    about_a_seat = lords.RECRUITS(1, card=SCOTT)
    assert field.from_db_value(field.get_prep_value(about_a_seat)) == about_a_seat


def test_a_message_without_names_says_the_number_of_the_seat() -> None:
    with override("pt-br"):
        assert "2" in render_message(lords.RECRUITS(1, card=SCOTT))
