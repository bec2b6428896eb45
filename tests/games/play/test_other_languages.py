"""Every sentence of a game at a table is translated."""

from collections.abc import Iterator
from random import Random

import pytest
from django.utils.translation import override

from engine.core import registry
from engine.core.dealer import Dealer
from engine.core.game import CHANCE, Game
from engine.sandbox.faults import REASONS
from engine.sandbox.limits import Allowance, exceeded
from games.play.wording import addressed_to, button_label
from league.common.engine_text import on_a_button, retold, retold_by

TABLES = [(game, seats) for game in registry.games().values() for seats in range(game.min_seats, game.max_seats + 1)]
NAMES = ["Ana", "Bento", "Caio", "Duda", "Enzo"]


def sentences(game: Game, seats: int) -> Iterator[tuple[str, list[str]]]:
    """What the seat that sees most hears of a game of random moves, and the moves that its mover had."""
    state, dealer, rng = game.start(seats), Dealer(bytes(32)), Random(seats)
    while state.turn is not None:
        if state.turn == CHANCE:
            event, moves = dealer.deal(state), []
        else:
            moves = [game.describe_event(state.view(state.turn), move) for move in state.legal_moves()[:40]]
            event = rng.choice(state.legal_moves())
        for seat in range(seats):
            yield game.observation_text(state, event, seat) or "", moves
        state.advance(event)
    yield state.outcome.reason if state.outcome else "", []


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda one: getattr(one, "slug", one))
def test_every_sentence_of_a_game_is_told_in_portuguese(game: Game, seats: int) -> None:
    with override("pt-br"):
        for told, moves in sentences(game, seats):
            for line in told.splitlines():
                assert not line or retold(line) != line
            for move in moves:
                assert on_a_button(move) or move == "", move


def test_why_a_program_failed_is_told_in_portuguese() -> None:
    details = [Allowance(1.0, what).exceeded(2.5) for what in ("Move 5", "Loading the file")]
    details.append(exceeded("It took", "of elapsed time in the match", 3.2, 3.0))
    details.append(exceeded("It thought for", "in the match", 61.0, 60.0))
    with override("pt-br"):
        for sentence in (*REASONS.values(), *details, "This was in match 2 of King's Kilt, at its move 7."):
            assert retold(sentence) != sentence
        assert retold("It crashed. See the log.") == "Ele parou com um erro. Veja o log."
        assert "1.234" in retold_by("All 1.234 rounds have been played.", ("All {rounds} rounds have been played.",))
        assert retold_by("", ()) == ""


def test_portuguese_names_who_plays_and_says_you() -> None:
    with override("pt-br"):
        assert addressed_to("Seat 2 musters Scott 3 face-up.", 1, NAMES) == "Você convoca Scott 3 com a face para cima."
        assert addressed_to("Seat 1 discards seat 2's MakGill 4 with Wemyss 8.", 1, NAMES) == (
            "Ana descarta MakGill 4 de você com Wemyss 8."
        )
        assert addressed_to("Seat 1 exchanges Scott 4 for seat 2's face-down Fergusson 3.", 1, NAMES) == (
            "Ana troca Scott 4 por Fergusson 3 de você (face para baixo)."
        )
        assert "Follower" not in retold("Seat 1 discards its own face-down Follower with Wemyss 8.")
        assert button_label("Seat 2 recruits Scott 3.", 1, NAMES) == "Recrutar Scott 3"
        assert addressed_to("The round ends. Seat 1 has 12 with Scott 3, face-down.", 1, NAMES) == (
            "A rodada termina. Ana tem 12 com Scott 3, com a face para baixo."
        )
        assert retold("Something nobody foresaw.") == "Something nobody foresaw."
    assert retold("Seat 2 passes.") == "Seat 2 passes."
