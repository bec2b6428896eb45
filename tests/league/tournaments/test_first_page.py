"""The home page of a signed-in player: next games, open tasks and news, with a constant number of queries."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from league.accounts.home_page import home_page_items
from league.accounts.models import Account, Player
from league.accounts.services.players import make_player, merge_players
from league.clubs.services.members import change_role
from league.common import cached_responses
from league.ratings.services import fold_pool
from league.results.services.reports import dispute_report
from league.tournaments.models import Tournament
from league.tournaments.queries.rounds import players_at
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.factories import Role, account_of, browser_of, glen_club, joins
from tests.league.assertions import queries_of
from tests.league.results.factories import Evening, an_evening
from tests.league.tournaments.factories import open_legs, play_out

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


def first_page(account: Account) -> str:
    """The page above the hall."""
    whole: str = browser_of(account).get("/").content.decode()
    return " ".join(whole.partition("hall-head")[0].split())


def was_here_yesterday(account: Account) -> None:
    """The account's visit before this one."""
    cache.clear()
    Account.objects.filter(pk=account.pk).update(visit_began_at=timezone.now() - timedelta(days=1))


def an_event(evening: Evening, *, begun: bool = True, name: str = "Winter cup") -> Tournament:
    """Hamish and Ailsa are entered in a round robin for two."""
    event = make_tournament(
        club=evening.club, name=name, game="lords-of-scotland", format="round-robin", venue="paper", by=None
    )
    enter_players(tournament=event, players=[evening.hamish, evening.ailsa], by=None)
    return start(tournament=event, by=None) if begun else event


def account(evening: Evening, name: str) -> Account:
    """The account of one of the evening's people."""
    return Account.objects.get(email=f"{name}@example.org")


def test_who_is_new_reads_what_to_do_first() -> None:
    page = first_page(account_of("Senga"))
    assert "You are not in a club yet." in page
    assert "will appear here" in page


def test_the_open_game_of_a_player_who_was_taken_over_is_the_next_one() -> None:
    evening = an_evening()
    event = an_event(evening)
    former = make_player(name="Hamish of old")
    event.entries.filter(player=evening.hamish).update(player=former)
    merge_players(former=former, standing=evening.hamish)
    page = first_page(account(evening, "hamish"))
    assert "Winter cup" in page
    assert "Hamish of old" not in page


def test_players_see_their_own_tournaments_and_leaderboards_instead_of_everybodys() -> None:
    evening = an_evening()
    event = an_event(evening)
    play_out(event)
    an_event(evening, name="Spring cup")
    other = make_tournament(
        club=evening.club, name="Cup of others", game="lords-of-scotland", format="round-robin", venue="paper", by=None
    )
    enter_players(tournament=other, players=[evening.hamish, evening.morag.player], by=None)
    start(tournament=other, by=None)
    fold_pool(pool_id=event.pool.pk)
    page = first_page(account(evening, "ailsa"))
    whole = browser_of(account(evening, "ailsa")).get("/").content.decode()
    assert "Spring cup" in page
    assert "Cup of others" not in whole
    assert whole.count(f'href="/leaderboards/{event.pool.slug}/"') == 1
    assert 'class="you"' in page
    assert 'data-live-href="/?leaderboards&amp;tournaments"' in whole


def test_visitors_keep_the_hall_as_it_is() -> None:
    page = browser_of().get("/").content.decode()
    assert "Your next game" not in page
    assert 'href="/sign-up/?next=/clubs/new/"' in page


def test_the_next_game_names_table_seat_and_company_and_leads_to_its_report() -> None:
    evening = an_evening()
    event = an_event(evening)
    page = first_page(account(evening, "hamish"))
    leg = open_legs(event)[0]
    assert "Winter cup, round 1" in page
    assert "Ailsa" in page
    assert "data-seat=" in page
    assert f"?leg={leg.pairing.public_id}.1" in page


def test_a_game_that_is_decided_or_reported_is_no_next_game() -> None:
    evening = an_evening()
    event = an_event(evening)
    leg = open_legs(event)[0]
    seated = [Player.objects.get(pk=pk) for pk in players_at(leg)]
    evening.reported(*seated, subject=leg.subject, pool=event.pool)
    assert "You have no game scheduled" in first_page(account(evening, "hamish"))


def test_who_has_a_bye_reads_so() -> None:
    evening = an_evening()
    event = an_event(evening, begun=False)
    enter_players(tournament=event, players=[evening.morag.player], by=None)
    start(tournament=event, by=None)
    pages = [first_page(account(evening, name)) for name in ("hamish", "ailsa", "morag")]
    assert sum("you have a bye" in page for page in pages) == 1
    assert sum("data-seat=" in page for page in pages) == 2


def test_a_report_waits_for_those_who_did_not_send_it() -> None:
    evening = an_evening()
    report = evening.reported(evening.hamish, evening.ailsa)
    assert f"/reports/{report.public_id}/" in first_page(account(evening, "ailsa"))
    assert "Waiting for you" not in first_page(account(evening, "hamish"))


def test_what_changed_since_the_last_visit_is_told_once_it_did() -> None:
    evening = an_evening()
    ailsa = account(evening, "ailsa")
    was_here_yesterday(ailsa)
    assert "Round 1 of" not in first_page(ailsa)
    event = an_event(evening)
    play_out(event)
    fold_pool(pool_id=event.pool.pk)
    change_role(membership=ailsa.player.memberships.get(), role=Role.SCORER)
    page = first_page(ailsa)
    for words in (
        "Round 1 of Winter cup is published",
        "Winter cup is finished",
        f"/results/{event.pool.slug}/",
        "Your rating fell",
    ):
        assert words in page
    assert "Your new role at Glen Orchy Games: scorer" in page


def test_what_is_older_than_the_last_visit_is_told_no_more() -> None:
    evening = an_evening()
    play_out(an_event(evening))
    hamish = account(evening, "hamish")
    assert home_page_items(hamish, timezone.now() - timedelta(days=1))["news"]
    assert not home_page_items(hamish, timezone.now())["news"]


def test_organisers_find_what_waits_on_their_desk() -> None:
    evening = an_evening()
    an_event(evening, begun=False, name="Spring cup")
    an_event(evening)
    page = first_page(evening.morag)
    assert "Spring cup \N{EN DASH} 2 players entered" in page
    assert "Winter cup \N{EN DASH} 1 game of round 1 has no result" in page
    assert "Organiser tasks" not in first_page(account(evening, "hamish"))


def test_a_disputed_game_is_one_task_of_organisers() -> None:
    evening = an_evening()
    event = an_event(evening)
    (leg,) = open_legs(event)
    first, second = [seat.entry.player for seat in leg.pairing.seats.order_by("seat")]
    reported = evening.reported(first, second, subject=leg.subject, pool=event.pool)
    dispute_report(report=reported, by=second, reason="I had 40.")
    page = first_page(evening.morag)
    assert f"1 game at {evening.club.name} is disputed" in page
    assert "Winter cup \N{EN DASH}" not in page


def test_games_of_several_rounds_are_not_put_down_to_the_last_one() -> None:
    evening = an_evening()
    event = make_tournament(
        club=evening.club, name="League", game="lords-of-scotland", format="round-robin", pace="all", by=None
    )
    enter_players(tournament=event, players=[evening.hamish, evening.ailsa, evening.morag.player], by=None)
    start(tournament=event, by=None)
    page = first_page(evening.morag)
    assert "3 games from different rounds" in page
    assert "of round" not in page


def test_nothing_of_a_private_club_is_told_to_who_has_left_it() -> None:
    evening = an_evening(is_public=False)
    an_event(evening)
    hamish = account(evening, "hamish")
    hamish.player.memberships.all().delete()
    assert "Winter cup" not in first_page(hamish)


def test_it_asks_as_much_for_many_events_as_for_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cached_responses, "MOMENT", timedelta(days=1))  # data that all readers share is queried once
    evening = an_evening()
    hamish = account(evening, "hamish")
    was_here_yesterday(hamish)
    an_event(evening)
    play_out(an_event(evening, name="Cup"))
    few = queries(hamish)
    for number in range(3):
        an_event(evening, name=f"Another cup {number}")
        play_out(an_event(evening, name=f"Cup {number}"))
        joins(hamish, glen_club(account_of(f"Founder {number}"), name=f"Club {number}"))
    assert queries(hamish) == few


def queries(account: Account) -> int:
    """How many questions the page asks, once the visit has begun."""
    browser = browser_of(account)
    browser.get("/")
    return queries_of(browser, "/")
