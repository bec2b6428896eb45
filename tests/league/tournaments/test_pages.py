"""The pages of tournaments: access, atomic changes, and the number of queries of a page."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.accounts.models import Account
from league.clubs.models import Club
from league.competition.tiebreaks import tiebreak_named
from league.results.models import Result
from league.results.queries import results_of
from league.results.services.corrections import withdraw_result
from league.results.subjects import links_of
from league.tournaments.models import Tournament
from league.tournaments.presenters.overview import summary_of
from league.tournaments.presenters.standings import columns_of
from league.tournaments.queries import standings_cache
from league.tournaments.queries.rounds import players_at
from league.tournaments.services.entries import enter_players, set_phase
from league.tournaments.services.lifecycle import advance, cancel, start
from league.tournaments.services.withdrawals import withdraw
from tests.league.assertions import queries_of
from tests.league.tournaments.browser import address, text_of
from tests.league.tournaments.factories import Event, open_legs, play_open_legs, play_out, report_result

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

TABS = ("tournament", "rounds", "all-rounds", "crosstable", "standings")
MOST_QUERIES = 12


# --- reading -----------------------------------------------------------------------------------------------------


def test_a_draft_has_its_pages_too(client: Client, event: Event) -> None:
    draft = event(0)
    assert [client.get(address(draft, tab)).status_code for tab in TABS] == [200] * len(TABS)


def test_each_page_names_itself_and_gives_its_inside_alone(client: Client, running: Tournament) -> None:
    pages = {tab: text_of(client.get(address(running, tab))) for tab in TABS}
    titles = [re.search("<title>(.*?)</title>", page) for page in pages.values()]
    assert [title and title[1].split(" · ")[0] for title in titles] == [
        running.name,
        *(f"{page}, {running.name}" for page in ("Round 2", "All rounds", "Crosstable", "Standings")),
    ]
    for tab in TABS:
        inside = text_of(client.get(address(running, tab), headers={"HX-Request": "true"}))
        assert "<html" not in inside, tab
        assert "Round" in inside, tab
    assert f'data-live-topic="tournament:{running.public_id}"' in pages["standings"]
    assert f'data-live-href="{address(running, "standings")}"' in pages["standings"]
    assert "data-live-token" in pages["standings"]


def test_a_summary_says_whether_each_two_meet_twice(event: Event) -> None:
    once, twice = event(2), event(2, format_options={"cycles": 2})
    assert summary_of(once) != summary_of(twice)


def test_the_list_hides_private_events(as_senga: Client, as_hamish: Client, running: Tournament, club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(is_public=False)
    assert running.name not in text_of(as_senga.get(reverse("tournaments:list")))
    assert running.name in text_of(as_hamish.get(reverse("tournaments:list")))
    assert as_senga.get("/api/v1/tournaments/").json()["results"] == []


@pytest.mark.parametrize("phase", ["draft", "registration", "check-in"])
def test_upcoming_tournaments_come_before_cancelled_ones(as_hamish: Client, event: Event, phase: str) -> None:
    upcoming, cancelled = event(name="Spring cup"), event(name="Autumn cup")
    set_phase(tournament=upcoming, to=phase, by=None)
    cancel(tournament=cancelled, by=None)
    page = text_of(as_hamish.get(reverse("clubs:list")))
    assert 0 < page.index(upcoming.name) < page.index(cancelled.name)


def test_an_old_slug_or_none_leads_to_the_page(as_senga: Client, running: Tournament, club: Club) -> None:
    numbered = {"print-pairings": [1], "print-seats": [1]}
    for page in ("standings", "big-screen", "print-standings", *numbered):
        more = numbered.get(page, [])
        old = reverse(f"tournaments:{page}", args=[running.public_id, "autumn", *more])
        assert as_senga.get(old).headers["Location"] == address(running, page, *more), page
    short = {"": "tournament", "evenings/": "club-nights"}
    short |= {f"{tab}/": tab for tab in ("rounds", "crosstable", "standings")}
    for path, whole in short.items():
        led = as_senga.get(f"/tournaments/{running.public_id}/{path}")
        assert (led.status_code, led.headers["Location"]) == (301, address(running, whole))
    Club.objects.filter(pk=club.pk).update(is_public=False)
    assert {as_senga.get(f"/tournaments/{running.public_id}/{path}").status_code for path in short} == {404}


def test_unknown_tournaments_rounds_and_numbers_are_not_there(client: Client, running: Tournament) -> None:
    assert client.get(reverse("tournaments:tournament", args=["nothing", "x"])).status_code == 404
    assert client.get(address(running, "round", 99)).status_code == 404
    assert client.get(address(running, "place-calculation", 99)).status_code == 404


def test_before_anything_is_played_nobody_has_a_place(client: Client, event: Event) -> None:
    begun = start(tournament=event(5), by=None)
    for tab in ("tournament", "standings", "print-standings"):
        page = text_of(client.get(address(begun, tab)))
        assert "No games have been played yet." in page
        assert not re.search(r'<td class="(?:place|num)">1</td>', page)
    play_open_legs(begun)
    page = text_of(client.get(address(begun, "standings")))
    assert "No games have been played yet." not in page
    assert '<td class="place">1</td>' in page


def test_every_tie_break_opens_to_its_arithmetic(client: Client, running: Tournament) -> None:
    page = text_of(client.get(address(running, "standings")))
    assert page.count('<details class="why"') == 5 * 3  # nobody met a level player
    assert "Sonneborn-Berger" in page
    account = text_of(client.get(address(running, "place-calculation", 1)))
    assert account.count('class="arithmetic"') == 3


def test_in_large_fields_the_arithmetic_comes_when_it_is_opened(client: Client, event: Event) -> None:
    tournament = start(tournament=event(26), by=None)
    play_open_legs(tournament)
    page = text_of(client.get(address(tournament, "standings")))
    where = f"{address(tournament, 'place-calculation', 1)}?tiebreak=wins"
    assert f'hx-get="{where}"' in page
    opened = text_of(client.get(where, headers={"HX-Request": "true"}))
    assert "<html" not in opened
    assert "First places" in opened


def test_long_standings_have_pages(client: Client, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.tournaments.views.tournament.STANDINGS_A_PAGE", 4)
    tournament = start(tournament=event(6), by=None)
    play_open_legs(tournament)
    first, second = (text_of(client.get(address(tournament, "standings"), {"page": page})) for page in (1, 2))
    places = [re.findall(r'data-key="[^"]+" data-place="(\d+)"', page) for page in (first, second)]
    assert [len(found) for found in places] == [4, 2]
    assert 'rel="next" href="?page=2"' in first
    assert 'rel="prev" href="?page=1"' in second


def test_who_left_is_still_named(client: Client, running: Tournament) -> None:
    withdraw(entry=running.entries.get(number=1), by=None)
    page = text_of(client.get(address(running, "standings")))
    assert "Ailsa" in page
    assert "withdrew" in page


def test_a_decided_game_leads_to_its_result_and_a_withdrawn_one_too(client: Client, running: Tournament) -> None:
    result = results_of(running.rounds.values_list("pairings__legs__subject", flat=True))[0]
    here = reverse("results:result", args=[running.pool.slug, result.number])
    assert f'<a href="{here}">Result</a>' in text_of(client.get(address(running, "round", 1)))
    gone = withdraw_result(result=result, reason="It was another table.", by=None)
    there = reverse("results:result", args=[running.pool.slug, gone.number])
    assert f'<a href="{there}">withdrawn</a>' in text_of(client.get(address(running, "round", 1)))


def test_nobody_is_asked_for_a_withdrawn_game(as_hamish: Client, event: Event, morag: Account, hamish: Account) -> None:
    tournament = event(0)
    enter_players(tournament=tournament, players=[morag.player, hamish.player], by=None)
    start(tournament=tournament, by=None)
    assert "Report your game" in text_of(as_hamish.get(address(tournament, "round", 1)))
    play_open_legs(tournament)
    (result,) = results_of(tournament.rounds.values_list("pairings__legs__subject", flat=True))
    withdraw_result(result=result, reason="It was another table.", by=None)
    advance(tournament_id=tournament.pk)
    page = text_of(as_hamish.get(address(tournament, "round", 1)))
    assert (">withdrawn</a>" in page, "Report your game" in page) == (True, False)


# --- the number of questions -----------------------------------------------------------------------------------------
def test_a_page_asks_a_fixed_number_of_questions(as_morag: Client, event: Event) -> None:
    asked: dict[str, list[int]] = {tab: [] for tab in TABS}
    for entries in (4, 14):
        tournament = start(tournament=event(entries), by=None)
        play_open_legs(tournament)
        for tab, counts in asked.items():
            standings_cache._read.cache_clear()
            counts.append(queries_of(as_morag, address(tournament, tab)))
    for tab, (small, large) in asked.items():
        assert small == large <= MOST_QUERIES, tab


# --- elsewhere ---------------------------------------------------------------------------------------------------
def test_a_result_leads_to_its_table(running: Tournament, senga: Account, hamish: Account, club: Club) -> None:
    subject = Result.objects.earliest("number").subject
    (link,) = links_of([subject], senga)[subject]
    assert link.words == "Spring round robin, round 1, table 1"
    assert link.href.startswith(address(running, "round", 1))
    Club.objects.filter(pk=club.pk).update(is_public=False)
    assert links_of([subject], senga)[subject] == []
    assert len(links_of([subject], hamish)[subject]) == 1


def test_a_winner_by_lot_is_said_and_the_lot_shown_as_a_place(client: Client, event: Event) -> None:
    tournament = start(tournament=event(2, format_options={"legs": 2}, tiebreaks=["direct-encounter", "lot"]), by=None)
    first, second = open_legs(tournament)
    for leg, winner in ((first, 0), (second, 1)):
        players = players_at(leg)
        best = sorted(players)[winner]
        report_result(leg=leg, points=[20 if player == best else 10 for player in players], by=None)
    advance(tournament_id=tournament.pk)
    page = text_of(client.get(address(tournament, "standings")))
    assert re.search(rf"data-tie-break>[^<]*{tiebreak_named('lot').name}", page)
    shown = columns_of(standings_cache.sheet_of(Tournament.objects.get(pk=tournament.pk)))
    assert sorted(shown.by_lot.values()) == [(1, 2), (2, 2)]
    cells = re.findall(r"<td[^>]*>(?:(?!</td>).)*1 of 2", client.get(address(tournament, "standings")).content.decode())
    assert cells
    assert not any("later" in cell for cell in cells)  # a phone shows it too


def test_a_winner_by_points_is_not_one_by_tie_break(client: Client, event: Event) -> None:
    tournament = start(tournament=event(3), by=None)
    play_out(tournament)
    advance(tournament_id=tournament.pk)
    assert "data-tie-break" not in text_of(client.get(address(tournament, "standings")))


def test_the_list_shows_the_round_in_progress_of_those_planned(client: Client, event: Event) -> None:
    whole = start(tournament=event(4, name="Of all rounds", pace="all"), by=None)
    play_open_legs(start(tournament=event(8, format="swiss", pace="round", format_options={"rounds": 3}), by=None))
    page = text_of(client.get(reverse("tournaments:list")))
    assert "Round 2 of 3" in page
    assert '<progress value="2" max="3"' in page
    assert f"Round 1 of {whole.rounds.count()}" in page  # though all rounds are published
