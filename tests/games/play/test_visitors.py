"""Visitors: their browser stays known while their game waits, and a full site makes room for the next visitor."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.play import services
from games.play.errors import TooManyPracticeGames
from games.play.models import PracticeGame
from games.play.services import VISITORS_KEEP_A_TABLE, VISITORS_STAY
from league.accounts.models import Account, Player
from tests.factories import PASSWORD, account_of, browser_of
from tests.games.play.factories import address, begins, begun, of, position, visitor

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def begun_days_ago(client: Client, days: int) -> PracticeGame:
    """A practice_game that a browser began so long ago, touched ever since."""
    practice_game = begins(client)
    Session.objects.update(expire_date=timezone.now() + VISITORS_STAY - days * DAY)
    return practice_game


def test_a_browser_knows_its_visitor_for_as_long_as_the_game_waits_after_the_last_move(client: Client) -> None:
    practice_game = begun_days_ago(client, 13)
    move = ".".join(map(str, position(practice_game).state.legal_moves()[0]))
    answer = client.post(address(practice_game), {"answers": len(practice_game.events), "move": move})
    assert answer.status_code == 302
    assert Session.objects.get().expire_date > timezone.now() + VISITORS_STAY - DAY
    assert answer.cookies[settings.SESSION_COOKIE_NAME]["max-age"] >= VISITORS_STAY.total_seconds()


def test_whoever_begins_another_game_is_known_for_as_long_as_that_one_waits(client: Client) -> None:
    begun_days_ago(client, 13)
    begins(client)
    assert Session.objects.get().expire_date > timezone.now() + VISITORS_STAY - DAY


def test_looking_at_a_table_writes_nothing(client: Client) -> None:
    practice_game = begun_days_ago(client, 13)
    expiry = Session.objects.get().expire_date
    for page in (address(practice_game), reverse("play:games")):
        assert client.get(page).status_code == 200
    assert Session.objects.get().expire_date == expiry


def left_alone(practice_game: PracticeGame, by: timedelta) -> PracticeGame:
    PracticeGame.objects.filter(pk=practice_game.pk).update(touched_at=timezone.now() - by)
    return practice_game


def test_in_a_full_house_what_visitors_left_longest_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_OF_VISITORS", 2)
    members = left_alone(begun(of(account_of("Morag"))), 3 * VISITORS_KEEP_A_TABLE)
    left_alone(begun(visitor("who left")), VISITORS_KEEP_A_TABLE + DAY / 24)
    played = left_alone(begun(visitor("who plays")), VISITORS_KEEP_A_TABLE - DAY / 24)
    newcomers = begun(visitor("who comes"))
    assert set(PracticeGame.objects.all()) == {members, played, newcomers}
    with pytest.raises(TooManyPracticeGames, match="Sign up"):
        begun(visitor("who comes too late"))


def test_while_there_is_room_nothing_makes_room() -> None:
    left = left_alone(begun(visitor("who left")), VISITORS_STAY - DAY)
    begun(visitor("who comes"))
    assert left in PracticeGame.objects.all()


def test_an_account_without_a_player_is_given_one_and_loses_no_game(client: Client) -> None:
    """As operators have who were made on the command line, or in the admin."""
    before = begins(client)
    operator = Account.objects.create_user("ishbel@example.org", PASSWORD)
    client.post(reverse("accounts:sign-in"), {"username": operator.email, "password": PASSWORD})
    assert client.get(address(before)).status_code == 200
    after, elsewhere = begins(client), browser_of(operator)
    for practice_game in (before, after):
        assert elsewhere.get(address(practice_game)).status_code == 200
    assert {practice_game.player for practice_game in PracticeGame.objects.all()} == {operator.player}


def test_an_account_without_a_player_is_not_given_one_by_looking() -> None:
    browser_of(Account.objects.create_user("ishbel@example.org")).get(reverse("play:games"))
    assert not Player.objects.filter(kind=Player.Kind.PERSON).exists()
