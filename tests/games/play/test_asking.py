"""Somebody is asked in words, and finds every move once, under headings that stay short."""

from typing import Any

import pytest

from games.play.models import PracticeGame
from games.play.presenters import FEW_MOVES, FEW_OF_A_GROUP, practice_game_context
from tests.games.play.practice_games import begun, dealt, moved, position, visitor

pytestmark = pytest.mark.django_db


def tables(game: str, *opponents: str) -> list[dict[str, Any]]:
    """Return the page context and the legal moves at each decision of a visitor in the first half of a game."""
    practice_game, seen = dealt(begun(visitor(), *opponents, game=game), deal=1), []
    for _ in range(40):
        if practice_game.status != PracticeGame.Status.PLAYING:
            break
        seen.append(practice_game_context(practice_game) | {"legal": position(practice_game).state.legal_moves()})
        practice_game = moved(visitor(), practice_game)
    return seen


@pytest.mark.parametrize(
    ("game", "opponents"),
    [
        ("lords-of-scotland", ["wanderer"]),
        ("kings-kilt", ["wanderer"]),
        ("highland-clans", ["wanderer", "reiver"]),
    ],
)
def test_every_move_is_listed_once_and_tells_itself_apart(game: str, opponents: list[str]) -> None:
    for page in tables(game, *opponents):
        listed = [move for group in page["groups"] for move in group["moves"]]
        assert sorted(move["value"] for move in listed) == sorted(".".join(map(str, event)) for event in page["legal"])
        headings = [group["heading"] for group in page["groups"]]
        assert len(set(headings)) == len(headings)
        for group in page["groups"]:
            rests = [move["rest"] for move in group["moves"]]
            assert all(rests)
            assert len(set(rests)) == len({move["words"] for move in group["moves"]})
        assert all(f"{move['verb']} {move['rest']} {move['tail']}".split() == move["words"].split() for move in listed)


def test_headings_say_what_their_buttons_leave_out() -> None:
    headings = set()
    for page in [*tables("highland-clans", "wanderer", "reiver"), *tables("kings-kilt", "wanderer")]:
        headings |= {group["heading"] for group in page["groups"] if len(group["moves"]) > 1}
    assert {"Advance", "Have betrayed", "Exchange 2 cards", "A bard to Wanderer", "Gain an estate for"} <= headings
    assert not any(heading.endswith((" a", " the")) for heading in headings)


def test_what_is_many_is_folded_and_what_is_few_is_not() -> None:
    folded = set()
    for page in tables("highland-clans", "wanderer", "reiver"):
        for group in page["groups"]:
            folded.add(group["is_folded"])
            assert not group["is_folded"] or len(group["moves"]) > FEW_OF_A_GROUP
            assert not group["is_folded"] or page["count"] > FEW_MOVES
    assert folded == {True, False}


def test_a_visitors_own_seat_is_marked_as_theirs_and_no_other() -> None:
    for page in tables("kings-kilt", "wanderer")[:3]:
        assert [seat["mine"] for seat in page["table"]["seats"]] == [True, False]
