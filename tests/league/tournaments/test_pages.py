"""The pages of tournaments: who sees what, that nothing is left half-done, and how many questions a page asks."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.clubs.models import Club
from league.members.models import Account
from league.results.links import links_of
from league.results.models import Result
from league.tournaments.models import Tournament
from league.tournaments.selectors import sheet
from league.tournaments.services import start, withdraw
from tests.cast import browser_of, operator
from tests.league.tournaments.playing import open_legs, play_open_legs, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

Event = Callable[..., Tournament]
TABS = ("tournament", "rounds", "all-rounds", "crosstable", "standings")
MOST_QUERIES = 12


def address(tournament: Tournament, tab: str, *more: object) -> str:
    return reverse(f"tournaments:{tab}", args=[tournament.public_id, tournament.slug, *more])


def desk(tournament: Tournament, door: str, *more: object) -> str:
    return reverse(f"tournaments:{door}", args=[tournament.public_id, *more])


def text_of(response: HttpResponseBase) -> str:
    assert isinstance(response, HttpResponse)
    return response.content.decode()


@pytest.fixture
def as_morag(morag: Account) -> Client:
    return browser_of(morag)


@pytest.fixture
def as_hamish(hamish: Account) -> Client:
    return browser_of(hamish)


@pytest.fixture
def as_senga(senga: Account) -> Client:
    return browser_of(senga)


@pytest.fixture
def running(event: Event) -> Tournament:
    tournament = event(5, format_options={"cycles": 2})
    start(tournament=tournament, by=None)
    play_open_legs(tournament)
    tournament.refresh_from_db()
    return tournament


# --- reading -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("tab", TABS)
def test_everybody_reads_the_tournaments_of_a_public_club(client: Client, running: Tournament, tab: str) -> None:
    response = client.get(address(running, tab))
    assert response.status_code == 200
    assert "Catriona" in text_of(response)


@pytest.mark.parametrize("tab", TABS)
def test_a_draft_has_its_pages_too(client: Client, event: Event, tab: str) -> None:
    assert client.get(address(event(0), tab)).status_code == 200


@pytest.mark.parametrize("tab", TABS)
def test_a_private_club_has_no_tournaments_for_strangers(
    as_senga: Client, as_hamish: Client, client: Client, running: Tournament, club: Club, tab: str
) -> None:
    Club.objects.filter(pk=club.pk).update(is_public=False)
    assert as_senga.get(address(running, tab)).status_code == 404
    assert client.get(address(running, tab)).status_code == 404
    assert as_hamish.get(address(running, tab)).status_code == 200
    assert "Spring" not in text_of(as_senga.get(reverse("tournaments:list")))
    assert "Spring" in text_of(as_hamish.get(reverse("tournaments:list")))


def test_a_page_gives_its_inside_alone_to_who_asks_for_that(client: Client, running: Tournament) -> None:
    for tab in TABS:
        inside = text_of(client.get(address(running, tab), headers={"HX-Request": "true"}))
        assert "<html" not in inside
        assert "Round" in inside


def test_the_page_hears_of_its_tournament(client: Client, running: Tournament) -> None:
    page = text_of(client.get(address(running, "standings")))
    assert f'data-live-topic="tournament:{running.public_id}"' in page
    assert f'data-live-href="{address(running, "standings")}"' in page
    assert "data-live-token" in page


def test_an_old_readable_end_leads_to_the_present_one(client: Client, running: Tournament) -> None:
    old = reverse("tournaments:standings", args=[running.public_id, "autumn"])
    assert client.get(old).headers["Location"] == address(running, "standings")


def test_unknown_tournaments_rounds_and_numbers_are_not_there(client: Client, running: Tournament) -> None:
    assert client.get(reverse("tournaments:tournament", args=["nothing", "x"])).status_code == 404
    assert client.get(address(running, "round", 99)).status_code == 404
    assert client.get(address(running, "reckoning", 99)).status_code == 404


def test_every_tie_break_opens_to_its_arithmetic(client: Client, running: Tournament) -> None:
    page = text_of(client.get(address(running, "standings")))
    assert page.count('<details class="why"') == 5 * 4
    assert "Sonneborn-Berger" in page
    account = text_of(client.get(address(running, "reckoning", 1)))
    assert "Points in round 1, leg 1" in account or "rest" in account


def test_in_large_fields_the_arithmetic_comes_when_it_is_opened(client: Client, event: Event) -> None:
    tournament = event(26)
    start(tournament=tournament, by=None)
    play_open_legs(tournament)
    page = text_of(client.get(address(tournament, "standings")))
    where = f"{address(tournament, 'reckoning', 1)}?tiebreak=wins"
    assert f'hx-get="{where}"' in page
    opened = text_of(client.get(where, headers={"HX-Request": "true"}))
    assert "<html" not in opened
    assert "First places" in opened


def test_the_winner_is_named_at_the_end(client: Client, event: Event) -> None:
    tournament = event(3)
    start(tournament=tournament, by=None)
    play_out(tournament)
    assert "The winner is" in text_of(client.get(address(tournament, "tournament")))


def test_who_left_is_still_named(client: Client, running: Tournament) -> None:
    withdraw(entry=running.entries.get(number=1), by=None)
    page = text_of(client.get(address(running, "standings")))
    assert "Ailsa" in page
    assert "left" in page


# --- the number of questions -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("tab", TABS)
def test_a_page_asks_a_fixed_number_of_questions(as_morag: Client, event: Event, tab: str) -> None:
    asked = []
    for entries in (4, 14):
        tournament = event(entries)
        start(tournament=tournament, by=None)
        play_open_legs(tournament)
        sheet._read.cache_clear()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert as_morag.get(address(tournament, tab)).status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1] <= MOST_QUERIES, [query["sql"] for query in queries]


def test_the_list_asks_a_fixed_number_of_questions(client: Client, event: Event) -> None:
    asked = []
    for more in (1, 5):
        for _ in range(more):
            event(2)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("tournaments:list"))
        asked.append(len(queries))
    assert asked[0] == asked[1] <= MOST_QUERIES


def test_a_new_result_is_on_the_page_at_once(client: Client, running: Tournament) -> None:
    before = text_of(client.get(address(running, "standings")))
    play_open_legs(running)
    assert text_of(client.get(address(running, "standings"))) != before


# --- the organiser's desk ----------------------------------------------------------------------------------------
def test_morag_makes_a_tournament_in_two_steps(as_morag: Client, club: Club) -> None:
    new = reverse("tournaments:new", args=[club.slug])
    assert "Round robin of tables" in text_of(as_morag.get(new))
    second = f"{new}?game=lords-of-scotland&format=round-robin&venue=paper"
    assert "Meetings" in text_of(as_morag.get(second))
    response = as_morag.post(second, filled(name="Winter 2026", **{"format-cycles": "2"}))
    made = Tournament.objects.get()
    assert response.headers["Location"] == desk(made, "entries")
    assert (made.name, made.format_options["cycles"], made.options["bruce"]) == ("Winter 2026", 2, False)
    assert made.tiebreaks == ["wins", "sonneborn-berger"]


def filled(**more: str) -> dict[str, str]:
    usual = {"name": "Winter", "format-cycles": "1", "format-legs": "1", "format-order": "lot", "pace": "round"}
    scoring = {"scoring": "share", "tiebreak-1": "wins", "tiebreak-2": "sonneborn-berger", "game-activation": "strict"}
    return usual | scoring | more


@pytest.mark.parametrize("wrong", [{"name": ""}, {"tiebreak-2": "wins"}, {"format-cycles": "7"}])
def test_a_wrong_tournament_is_refused_beside_the_field(as_morag: Client, club: Club, wrong: dict[str, str]) -> None:
    second = f"{reverse('tournaments:new', args=[club.slug])}?game=lords-of-scotland&format=round-robin&venue=paper"
    page = text_of(as_morag.post(second, filled(**wrong)))
    assert "fault" in page or "note error" in page
    assert not Tournament.objects.exists()


def test_morag_enters_starts_and_types_in_results(as_morag: Client, event: Event, club: Club) -> None:
    tournament = event(0)
    ids = [membership.player.public_id for membership in club.memberships.all()]
    as_morag.post(desk(tournament, "entries"), {"players": ids})
    assert tournament.entries.count() == 2
    as_morag.post(desk(tournament, "start"))
    (leg,) = open_legs(tournament)
    sheet_of_results = desk(tournament, "results", 1)
    assert f'name="leg-{leg.pk}-0-points"' in text_of(as_morag.get(sheet_of_results))
    as_morag.post(sheet_of_results, {f"leg-{leg.pk}-0-points": "31", f"leg-{leg.pk}-1-points": "12"})
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.FINISHED


def test_a_half_filled_game_is_asked_for_again_and_nothing_is_entered(as_morag: Client, running: Tournament) -> None:
    first, second = open_legs(running)[:2]
    sent = {f"leg-{first.pk}-0-points": "3", f"leg-{second.pk}-0-points": "3", f"leg-{second.pk}-1-points": "1"}
    before = Result.objects.count()
    page = text_of(as_morag.post(desk(running, "results", 2), sent))
    assert "Give the points of everybody" in page
    assert Result.objects.count() == before


def test_places_that_contradict_the_points_are_refused_beside_the_game(as_morag: Client, running: Tournament) -> None:
    leg = open_legs(running)[0]
    points = {f"leg-{leg.pk}-0-points": "9", f"leg-{leg.pk}-1-points": "3"}
    before = Result.objects.count()
    page = text_of(
        as_morag.post(
            desk(running, "results", 2), points | {f"leg-{leg.pk}-0-place": "2", f"leg-{leg.pk}-1-place": "1"}
        )
    )
    assert "more points make the better place" in page
    assert Result.objects.count() == before


def test_who_did_not_come_forfeits(as_morag: Client, running: Tournament) -> None:
    leg = open_legs(running)[0]
    as_morag.post(desk(running, "results", 2), {f"leg-{leg.pk}-1-away": "on"})
    forfeit = Result.objects.get(how="forfeit")
    assert list(forfeit.seats.values_list("place", flat=True)) == [1, 2]


def test_an_empty_sheet_is_sent_back(as_morag: Client, running: Tournament) -> None:
    assert "Nothing was typed in" in text_of(as_morag.post(desk(running, "results", 2), {}))


def test_of_two_scorers_the_second_sees_what_stands(as_morag: Client, running: Tournament) -> None:
    leg = open_legs(running)[0]
    sent = {f"leg-{leg.pk}-0-points": "9", f"leg-{leg.pk}-1-points": "3"}
    as_morag.post(desk(running, "results", 2), sent)
    page = text_of(as_morag.post(desk(running, "results", 2), dict.fromkeys(sent, "5")))
    assert "Somebody entered some of these games meanwhile" in page
    assert list(Result.objects.get(subject=leg.subject).seats.values_list("points", flat=True)) == [9, 3]


def test_who_leaves_a_running_event_is_asked_about_first(as_morag: Client, running: Tournament) -> None:
    entry = running.entries.get(number=1)
    assert "forfeited" in text_of(as_morag.get(desk(running, "leave", entry.public_id)))
    entry.refresh_from_db()
    assert entry.left_round is None
    as_morag.post(desk(running, "leave", entry.public_id))
    entry.refresh_from_db()
    assert entry.left_round == 3


DOORS = (("entries",), ("start",), ("cancel",), ("results", 2))


@pytest.mark.parametrize("door", DOORS)
def test_only_those_who_run_the_club_pass_the_desk(
    as_hamish: Client, as_senga: Client, client: Client, running: Tournament, club: Club, door: tuple[str, ...]
) -> None:
    assert as_hamish.post(desk(running, *door)).status_code == 403
    assert as_senga.post(desk(running, *door)).status_code == 403
    assert client.post(desk(running, *door)).headers["Location"].startswith("/sign-in/")
    Club.objects.filter(pk=club.pk).update(is_public=False)
    assert as_senga.post(desk(running, *door)).status_code == 404


def test_only_organisers_make_tournaments_or_let_players_leave(
    as_hamish: Client, as_senga: Client, running: Tournament, club: Club
) -> None:
    entry = running.entries.get(number=1)
    for client in (as_hamish, as_senga):
        assert client.get(reverse("tournaments:new", args=[club.slug])).status_code == 403
        assert client.post(desk(running, "leave", entry.public_id)).status_code == 403


def test_the_desk_is_shown_to_organisers_alone(as_morag: Client, as_hamish: Client, running: Tournament) -> None:
    assert "Enter results" in text_of(as_morag.get(address(running, "tournament")))
    assert "Enter results" not in text_of(as_hamish.get(address(running, "tournament")))


def test_a_refused_start_says_why(as_morag: Client, event: Event) -> None:
    response = as_morag.post(desk(event(1), "start"))
    assert response.status_code == 400
    assert "too few" in text_of(response)


def test_the_club_shows_its_tournaments(as_morag: Client, client: Client, running: Tournament, club: Club) -> None:
    page = reverse("clubs:club", args=[club.slug])
    assert "Spring round robin" in text_of(client.get(page))
    assert "Make a tournament" in text_of(as_morag.get(page))
    assert "Make a tournament" not in text_of(client.get(page))


# --- elsewhere ---------------------------------------------------------------------------------------------------
def test_a_result_leads_to_its_table(running: Tournament, senga: Account, hamish: Account, club: Club) -> None:
    subject = Result.objects.earliest("number").subject
    (link,) = links_of([subject], senga)[subject]
    assert link.words == "Spring round robin, round 1, table 1"
    assert link.href.startswith(address(running, "round", 1))
    Club.objects.filter(pk=club.pk).update(is_public=False)
    assert links_of([subject], senga)[subject] == []
    assert len(links_of([subject], hamish)[subject]) == 1


def test_an_operator_looks_at_it_in_the_admin(running: Tournament) -> None:
    admin = browser_of(operator())
    assert admin.get(reverse("admin:tournaments_tournament_changelist")).status_code == 200
    assert admin.get(reverse("admin:tournaments_tournament_change", args=[running.pk])).status_code == 200
    assert admin.get(reverse("admin:tournaments_tournament_add")).status_code == 403
