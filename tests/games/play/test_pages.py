"""The pages of play, as somebody with a browser sees them: nothing of another hand, and no second move."""

import re
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from engine.core import registry
from games.bots.services import ensure_builtin_bots
from games.play.models import PracticeGame
from games.play.owners import KEY
from league.accounts.queries import address_of_player
from league.ratings.services import fold_pool
from league.results.drafts import ResultDraft, SeatResult
from league.results.services.ledger import enter_results, pool_for
from tests.factories import PASSWORD, account_of, browser_of
from tests.games.play.factories import GAME, address, begins, begun, of, played_out, position, visitor

pytestmark = pytest.mark.django_db

OPPONENTS = ("lookout-100", "<b>", "")
FRAGMENT = {"HX-Request": "true"}


def moves_on(page: str) -> list[str]:
    """What the buttons of a table send."""
    return re.findall(r'name="move" value="([^"]+)"', page)


def answers_on(page: str) -> str:
    """The number of events that the page shows."""
    found = re.search(r'name="answers" value="(\d+)"', page)
    assert found
    return found[1]


def seen(client: Client, practice_game: PracticeGame) -> str:
    answer = client.get(address(practice_game))
    assert answer.status_code == 200
    return answer.content.decode()


# --- the way to a table ------------------------------------------------------------------------------------------
def test_a_newcomer_plays_within_two_taps(client: Client) -> None:
    hall = client.get("/").content.decode()
    assert f'href="{reverse("play:games")}"' in hall
    ready = client.get(reverse("play:games")).content.decode()
    form = re.search(rf'<form method="post" action="{reverse("play:begin", args=[GAME])}".*?</form>', ready, re.DOTALL)
    assert form
    opponents = re.findall(r'name="opponents" value="([^"]+)"', form[0])
    answer = client.post(reverse("play:begin", args=[GAME]), {"opponents": opponents, "as-usual": "1"})
    table = client.get(answer["Location"])
    assert "Your turn" in table.content.decode()


@pytest.mark.parametrize("game", registry.games())
def test_every_game_of_the_house_can_be_begun_and_shows_its_moves(client: Client, game: str) -> None:
    page = client.get(reverse("play:begin", args=[game]))
    assert page.status_code == 200
    keys = re.findall(r'value="([^"]+)" checked', page.content.decode())
    assert registry.game(game).min_seats - 1 == len(keys)
    practice_game = begins(client, *keys, game=game)
    assert moves_on(seen(client, practice_game))


def test_opponents_are_listed_with_their_strength_the_easiest_first(client: Client) -> None:
    page = client.get(reverse("play:begin", args=[GAME])).content.decode()
    form = page.partition('<form method="post" class="begin">')[2]
    keys = re.findall(r'name="opponents" value="([^"]+)"', form)
    assert keys[:5] == ["beginner", "casual", "intermediate", "advanced", "expert"]
    assert page.index("Wanderer") < page.index("Steward") < page.index("Lookout 5") < page.index("Lookout 100")
    assert "plays at random" in page


@pytest.mark.parametrize("game", registry.games())
def test_an_address_may_name_the_opponent_that_is_preselected(client: Client, game: str) -> None:
    page = f"{reverse('play:begin', args=[game])}?opponent="
    ticked = [re.findall(r'value="([^"]+)" checked', client.get(page + key).content.decode()) for key in OPPONENTS]
    assert ["lookout-100" in keys for keys in ticked] == [True, False, False]
    assert {len(keys) for keys in ticked} == {registry.game(game).min_seats - 1}


def test_the_page_of_a_built_in_bot_leads_to_a_game_against_it(client: Client) -> None:
    bots = {bot.name: bot for bot in ensure_builtin_bots()}
    first, second = bots["Lookout 25"], bots["Wanderer"]
    pool = pool_for(game=GAME, player_kind="bot", seats=2)
    seats = (SeatResult(first.pk, 9, 1), SeatResult(second.pk, 7, 2))
    enter_results(pool=pool, entries=[ResultDraft(uuid4(), seats)], by=None)
    fold_pool(pool_id=pool.pk)
    for bot, key in ((first, "lookout-25"), (second, "wanderer")):
        page = client.get(address_of_player(bot.public_id, bot.name, bot.kind)).content.decode()
        assert f'href="{reverse("play:begin", args=[GAME])}?opponent={key}"' in page


def test_options_are_asked_in_words_and_kept(client: Client) -> None:
    data = {"opponents": ["wanderer"], "option-bruce": "on", "option-activation": "strict"}
    client.post(reverse("play:begin", args=[GAME]), data)
    assert PracticeGame.objects.get().options == {"bruce": True, "activation": "strict"}


def test_the_options_are_open_where_one_is_wrong(client: Client) -> None:
    def is_open(activation: str, opponents: str) -> bool:
        sent = {"opponents": [opponents], "option-activation": activation}
        page = client.post(reverse("play:begin", args=[GAME]), sent).content.decode()
        return "<details open" in page.partition('<form method="post" class="begin">')[2]

    assert is_open("nonsense", "beginner")
    assert not is_open("strict", "archangel")


@pytest.mark.parametrize("opponents", [[], ["archangel"], ["wanderer", "wanderer"], ["lookout-5"] * 400])
def test_it_says_what_is_wrong_with_a_company(client: Client, opponents: list[str]) -> None:
    answer = client.post(reverse("play:begin", args=[GAME]), {"opponents": opponents})
    assert answer.status_code == 200
    assert b'class="fault"' in answer.content
    assert not PracticeGame.objects.exists()


def test_there_is_no_table_of_a_game_that_the_house_does_not_have(client: Client) -> None:
    assert client.get("/play/whist/").status_code == 404


# --- at the table ------------------------------------------------------------------------------------------------
def test_a_move_is_made_by_a_plain_form(client: Client) -> None:
    practice_game = begins(client)
    page = seen(client, practice_game)
    answer = client.post(address(practice_game), {"answers": answers_on(page), "move": moves_on(page)[0]}, follow=True)
    assert answer.redirect_chain == [(address(practice_game), 302)]
    after = answer.content.decode()
    assert int(answers_on(after)) > int(answers_on(page))
    assert "What happened" in after


def test_a_hint_names_a_move_that_its_button_plays(client: Client) -> None:
    practice_game = begins(client)
    page = seen(client, practice_game)
    answer = client.post(hint_address(page), {"answers": answers_on(page)}, follow=True)
    assert answer.redirect_chain == [(address(practice_game), 302)]
    hinted = answer.content.decode()
    move = re.search(r'class="ask-advice".*?value="([^"]+)"', hinted)
    assert move is not None
    assert move[1] in moves_on(page)
    assert answers_on(hinted) == answers_on(page)
    client.post(address(practice_game), {"answers": answers_on(hinted), "move": move[1]})
    after = seen(client, practice_game)
    assert "ask-advice" not in after
    assert hint_address(after) == hint_address(page)


def test_a_hint_for_an_earlier_position_is_refused_with_a_sentence(client: Client) -> None:
    practice_game = begins(client)
    page = seen(client, practice_game)
    client.post(address(practice_game), {"answers": answers_on(page), "move": moves_on(page)[0]})
    answer = client.post(hint_address(page), {"answers": answers_on(page)})
    assert answer.status_code == 409
    assert 'class="note warning"' in answer.content.decode()
    assert client.post(hint_address(page), {}).status_code == 400


def hint_address(page: str) -> str:
    """Return where the page's hint button posts to."""
    found = re.search(r'formaction="([^"]+)"', page)
    assert found is not None
    return found[1]


def test_a_script_gets_the_table_alone(client: Client) -> None:
    practice_game = begins(client)
    page = seen(client, practice_game)
    answer = client.post(
        address(practice_game), {"answers": answers_on(page), "move": moves_on(page)[0]}, headers=FRAGMENT
    )
    assert answer.status_code == 200
    assert answer.content.strip().startswith(b'<div class="practice-game" id="practice-game">')
    assert b"<html" not in answer.content


def test_a_second_tab_gets_the_table_of_today_and_a_sentence(client: Client) -> None:
    practice_game = begins(client)
    page = seen(client, practice_game)
    move = {"answers": answers_on(page), "move": moves_on(page)[0]}
    client.post(address(practice_game), move)
    events = len(PracticeGame.objects.get().events)
    assert client.post(address(practice_game), move).status_code == 409
    answer = client.post(address(practice_game), move, headers=FRAGMENT)
    assert answer.status_code == 200
    assert "was not played" in answer.content.decode()
    assert answers_on(answer.content.decode()) == str(events)
    assert len(PracticeGame.objects.get().events) == events


@pytest.mark.parametrize("move", ["", "x", "6", "6.", "6.1.2.3.4", "6.99999999", "9" * 5000, "1.1\x00", "-1.0"])
def test_it_refuses_what_is_no_move_with_a_sentence(client: Client, move: str) -> None:
    practice_game = begins(client)
    answer = client.post(address(practice_game), {"answers": len(practice_game.events), "move": move})
    assert answer.status_code == 400
    assert 'class="note warning"' in answer.content.decode()
    assert len(PracticeGame.objects.get().events) == len(practice_game.events)


@pytest.mark.parametrize("answers", ["", "x", "-1", "99999999", "²"])
def test_it_refuses_a_move_that_answers_nothing(client: Client, answers: str) -> None:
    practice_game = begins(client)
    move = moves_on(seen(client, practice_game))[0]
    assert client.post(address(practice_game), {"answers": answers, "move": move}).status_code in (400, 409)
    assert len(PracticeGame.objects.get().events) == len(practice_game.events)


def test_no_page_and_no_step_shows_what_the_seat_does_not_know(client: Client) -> None:
    practice_game = begins(client, "steward")
    for _ in range(12):
        page = seen(client, practice_game)
        if not moves_on(page):
            break
        play = position(practice_game)
        hidden = set(play.state.hands[1 - play.seat])  # type: ignore[attr-defined]  # any game's state
        fresh = {int(rank) for rank in re.findall(r'data-piece="(\d+)"', page)}
        assert not hidden & fresh
        move = moves_on(page)[-1]
        client.post(address(practice_game), {"answers": answers_on(page), "move": move})
    assert len(PracticeGame.objects.get().events) > len(practice_game.events)


def test_what_was_seen_can_be_stepped_through_and_offers_no_move(client: Client) -> None:
    practice_game = begins(client)
    for step in (0, 1, len(practice_game.events)):
        page = client.get(f"{address(practice_game)}?step={step}")
        assert page.status_code == 200
        assert moves_on(page.content.decode()) == []
    for wrong in ("x", "-1", f"{len(practice_game.events) + 1}", "9" * 40):
        assert client.get(f"{address(practice_game)}?step={wrong}").status_code == 404


def test_every_step_tells_of_ones_own_cards_alone(client: Client) -> None:
    practice_game = begins(client, "steward")
    steps = [
        client.get(f"{address(practice_game)}?step={step}").content.decode()
        for step in range(len(practice_game.events) + 1)
    ]
    assert sum("You are dealt" in page for page in steps) >= 5
    assert not any("Steward is dealt" in page for page in steps)


def test_a_table_asks_the_database_a_fixed_number_of_times(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    practice_game = begins(client, "wanderer", "steward")
    with django_assert_num_queries(3):  # the session, the practice_game, the bots
        seen(client, practice_game)
    morag = account_of("Morag")
    hers, browser = begun(of(morag)), browser_of(morag)
    cache.clear()
    with django_assert_num_queries(5):  # the account and its player too
        seen(browser, hers)


def test_a_practice_game_of_earlier_rules_can_only_be_left(client: Client) -> None:
    practice_game = begins(client)
    PracticeGame.objects.update(rules_version="lords-of-scotland/0")
    page = seen(client, practice_game)
    assert "earlier version of the rules" in page
    assert moves_on(page) == []
    client.post(reverse("play:give-up", args=[practice_game.public_id]))
    assert PracticeGame.objects.get().status == PracticeGame.Status.GIVEN_UP


# --- whose it is -------------------------------------------------------------------------------------------------


def test_a_visitor_who_joins_finds_the_game_again(client: Client) -> None:
    practice_game = begins(client)
    joins = {"name": "Morag", "email": "morag@example.org", "password": PASSWORD, "next": address(practice_game)}
    answer = client.post(reverse("accounts:sign-up"), joins, follow=True)
    assert answer.redirect_chain[-1][0] == address(practice_game)
    assert "Your turn" in answer.content.decode()
    assert PracticeGame.objects.get().player is not None
    assert KEY not in client.session


def test_a_visitor_who_signs_in_finds_it_too_and_a_guest_after_them_does_not(client: Client) -> None:
    account = account_of("Morag")
    account.set_password(PASSWORD)
    account.save()
    practice_game = begins(client)
    client.post(reverse("accounts:sign-in"), {"username": account.email, "password": PASSWORD})
    assert "Your turn" in seen(client, practice_game)
    client.post(reverse("accounts:sign-out"))
    assert client.get(address(practice_game)).status_code == 404


def test_what_was_begun_is_listed_and_nothing_of_others(client: Client) -> None:
    practice_game, other = begins(client), begun(visitor())
    page = client.get(reverse("play:games")).content.decode()
    assert address(practice_game) in page
    assert address(other) not in page
    assert address(practice_game) in client.get(reverse("play:begin", args=[GAME])).content.decode()


# --- the end -----------------------------------------------------------------------------------------------------
def test_the_end_shows_places_points_why_and_the_way_on(client: Client) -> None:
    morag = account_of("Morag")
    practice_game, browser = played_out(of(morag), begun(of(morag), "wanderer", "steward")), browser_of(morag)
    page = seen(browser, practice_game)
    assert practice_game.match is not None
    for words in ("strength after round", "Play again", reverse("matches:match", args=[practice_game.match.public_id])):
        assert words in page
    answer = browser.post(reverse("play:again", args=[practice_game.public_id]))
    assert PracticeGame.objects.get(public_id=answer["Location"].split("/")[-2]).seat == 1


def test_where_play_is_rated_there_is_a_leaderboard_of_people_and_bots(client: Client) -> None:
    morag, pool = account_of("Morag"), pool_for(game=GAME, player_kind="all")
    address_of_pool = reverse("ratings:leaderboard", args=[pool.slug])
    assert "No ratings yet" in client.get(address_of_pool).content.decode()
    pool.rates_play = True
    pool.save()
    played_out(of(morag), begun(of(morag)))
    fold_pool(pool_id=pool.pk)
    page = client.get(address_of_pool).content.decode()
    assert "Morag" in page
    assert "Wanderer" in page
    assert "This game is rated" in seen(browser_of(morag), PracticeGame.objects.get())


def test_the_record_of_a_finished_game_stands_on_a_page_of_its_own(client: Client) -> None:
    practice_game = played_out(visitor(), begun(visitor()))
    assert practice_game.match is not None
    page = client.get(reverse("matches:match", args=[practice_game.match.public_id])).content.decode()
    assert "A visitor" in page
    assert 'class="record"' in page
    listed = client.get(f"/api/v1/matches/{practice_game.match.public_id}/").json()
    assert listed["seats"][0]["player"] is None


def test_what_is_given_up_can_be_begun_again(client: Client) -> None:
    practice_game = begins(client)
    answer = client.post(reverse("play:give-up", args=[practice_game.public_id]), follow=True)
    page = answer.content.decode()
    assert "You abandoned this game" in page
    assert moves_on(page) == []
    assert "your move" not in page
    assert bytes(practice_game.secret).hex() in page
    assert client.get(reverse("play:give-up", args=[practice_game.public_id])).status_code == 405
