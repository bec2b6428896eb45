"""Hints in games against bots: legal, stored once, from what the person sees, and the game is unrated."""

from functools import partial
from random import Random

import pytest

from engine.core import registry
from games.play.errors import NoSuchPracticeGame, NotNow
from games.play.models import PracticeGame
from games.play.opponents import default_opponents
from games.play.services import give_up, take_hint
from league.results.models import Pool, Result
from league.results.services.ledger import pool_for
from tests.factories import account_of, browser_of
from tests.games.play.factories import GAME, begun, of, played_out, position, visitor

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", ["highland-clans", "kings-kilt", "lords-of-scotland"])
def test_a_hint_is_a_legal_move_and_the_same_when_it_is_asked_for_twice(game: str) -> None:
    practice_game = begun(visitor(), *default_opponents(game, registry.game(game).min_seats), game=game)
    events_seen = len(practice_game.events)
    ask = partial(take_hint, public_id=practice_game.public_id, owner=visitor(), events_seen=events_seen)
    hint = ask().hint
    assert hint is not None
    assert tuple(hint) in position(practice_game).state.legal_moves()
    assert ask().hint == list(hint)
    assert position(practice_game).events == [tuple(event) for event in practice_game.events]


def test_a_hint_depends_on_nothing_that_the_person_does_not_see() -> None:
    play = position(begun(visitor(), "steward"))
    hint, view = play.hint(), play.state.view(play.seat)
    opponent = 1 - play.seat
    hands = {str(play.state.view(opponent))}
    for luck in range(3):
        play.state = play.game.imagine(view, Random(luck))
        hands.add(str(play.state.view(opponent)))
        assert play.hint() == hint
    assert len(hands) > 1


def test_a_game_without_levels_has_no_hints() -> None:
    practice_game = begun(visitor(), *default_opponents("whin", registry.game("whin").min_seats), game="whin")
    with pytest.raises(NotNow):
        take_hint(public_id=practice_game.public_id, owner=visitor(), events_seen=len(practice_game.events))


def test_a_hint_makes_a_rated_game_unrated() -> None:
    account = account_of("Morag")
    pool = pool_for(game=GAME, player_kind=Pool.Kind.ALL)
    Pool.objects.filter(pk=pool.pk).update(rates_play=True)
    rated, hinted = begun(of(account)), begun(of(account))
    take_hint(public_id=hinted.public_id, owner=of(account), events_seen=len(hinted.events))
    assert [played_out(of(account), one).pool for one in (hinted, rated)] == [None, pool]
    assert list(Result.objects.order_by("number").values_list("is_rated", flat=True)) == [False, True]


def test_the_page_gives_no_hint_as_the_reason_where_no_game_is_rated() -> None:
    account = account_of("Morag")
    hinted = begun(of(account))
    take_hint(public_id=hinted.public_id, owner=of(account), events_seen=len(hinted.events))
    page = browser_of(account).get(played_out(of(account), hinted).get_absolute_url()).content.decode()
    assert "A game with a hint is never rated." in page
    assert "because you took a hint" not in page


def test_a_hint_is_refused_where_there_is_no_move_to_make() -> None:
    practice_game = begun(visitor())
    with pytest.raises(NotNow):
        take_hint(public_id=practice_game.public_id, owner=visitor(), events_seen=len(practice_game.events) + 1)
    with pytest.raises(NoSuchPracticeGame):
        take_hint(
            public_id=practice_game.public_id, owner=visitor("another key"), events_seen=len(practice_game.events)
        )
    give_up(public_id=practice_game.public_id, owner=visitor())
    with pytest.raises(NotNow):
        take_hint(public_id=practice_game.public_id, owner=visitor(), events_seen=len(practice_game.events))
    assert PracticeGame.objects.get().hint is None
