"""The organiser's area: organisers make, fill, start and score tournaments there; others are refused."""

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.core import registry
from league.accounts.models import Player
from league.clubs.models import Club
from league.competition.errors import TooFewEntries
from league.results.models import Result
from league.results.queries import results_of
from league.results.services.corrections import withdraw_result
from league.tournaments.errors import AlreadyReported
from league.tournaments.models import Leg, Tournament
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.services.lifecycle import start
from tests.league.assertions import queries_of
from tests.league.tournaments.browser import address, desk, sign_of_round, text_of
from tests.league.tournaments.factories import Event, fresh, open_legs, report_result

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


def test_morag_makes_a_tournament_in_two_steps(as_morag: Client, club: Club) -> None:
    new = reverse("tournaments:new", args=[club.slug])
    assert "Round robin, tables of 2 to 5" in text_of(as_morag.get(new))
    second = f"{new}?game=lords-of-scotland&format=round-robin&venue=paper"
    assert "Meetings" in text_of(as_morag.get(second))
    response = as_morag.post(second, filled(name="Winter 2026", **{"format-cycles": "2"}))
    made = Tournament.objects.get(name="Winter 2026")
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
    assert not Tournament.objects.filter(name__in=["", "Winter"]).exists()


def test_formats_that_do_not_go_with_the_game_are_refused_first(as_morag: Client, club: Club) -> None:
    new = reverse("tournaments:new", args=[club.slug])
    refused = text_of(as_morag.get(f"{new}?game=highland-clans&format=round-robin&venue=paper"))
    assert re.search("Highland Clans [^.<]*3 to 5", refused)
    assert "Rules of the game" not in refused
    asked = text_of(as_morag.get(f"{new}?game=highland-clans&format=table-round-robin&venue=paper"))
    assert "Rules of the game" in asked


def test_the_sizes_of_table_offered_are_those_of_the_game(as_morag: Client, club: Club) -> None:
    second = f"{reverse('tournaments:new', args=[club.slug])}?game=kings-kilt&format=table-round-robin&venue=paper"
    largest = text_of(as_morag.get(second)).partition('name="format-largest"')[2].partition("</select>")[0]
    assert [f'value="{size}"' in largest for size in (2, 3, 4, 5)] == [False, True, True, False]
    assert 'value="4" selected' in largest


@pytest.mark.parametrize(("form", "legs"), [("round-robin", 2), ("table-round-robin", 4)])
def test_on_the_machine_as_many_legs_are_proposed_as_seats(as_morag: Client, club: Club, form: str, legs: int) -> None:
    second = f"{reverse('tournaments:new', args=[club.slug])}?game=kings-kilt&format={form}&venue=machine"
    question = text_of(as_morag.get(second)).partition('name="format-legs"')[2].partition("</select>")[0]
    assert f'value="{legs}" selected' in question


def test_of_several_games_none_is_chosen_beforehand(as_morag: Client, club: Club) -> None:
    page = text_of(as_morag.get(reverse("tournaments:new", args=[club.slug])))
    games = page.partition("<legend>Game")[2].partition("</fieldset>")[0]
    assert "Highland Clans" in games
    assert "3 to 5 players" in games
    assert "checked" not in games


def test_the_rules_of_the_game_are_asked_for_in_words(as_morag: Client, club: Club) -> None:
    second = f"{reverse('tournaments:new', args=[club.slug])}?game=lords-of-scotland&format=round-robin&venue=paper"
    page = text_of(as_morag.get(second))
    options = registry.game("lords-of-scotland").options
    assert options
    assert all(words in page for option in options for words in (option.title, *option.words))


def test_morag_enters_starts_and_types_in_results(as_morag: Client, event: Event, club: Club) -> None:
    tournament = event(0)
    ids = [membership.player.public_id for membership in club.memberships.exclude(player__account=None)]
    as_morag.post(desk(tournament, "entries"), {"players": ids})
    assert tournament.entries.count() == 2
    as_morag.post(desk(tournament, "start"))
    (leg,) = open_legs(tournament)
    sheet_of_results = desk(tournament, "results", 1)
    assert f'name="leg-{leg.pk}-0-points"' in text_of(as_morag.get(sheet_of_results))
    as_morag.post(sheet_of_results, {f"leg-{leg.pk}-0-points": "31", f"leg-{leg.pk}-1-points": "12"})
    assert fresh(tournament).status == Tournament.Status.FINISHED


def test_places_that_contradict_the_points_are_refused_beside_the_game(as_morag: Client, running: Tournament) -> None:
    leg = open_legs(running)[0]
    points = {f"leg-{leg.pk}-0-points": "9", f"leg-{leg.pk}-1-points": "3"}
    before = Result.objects.count()
    page = text_of(
        as_morag.post(
            desk(running, "results", 2), points | {f"leg-{leg.pk}-0-place": "2", f"leg-{leg.pk}-1-place": "1"}
        )
    )
    assert "but a worse place" in page
    assert Result.objects.count() == before


def test_who_did_not_come_forfeits(as_morag: Client, running: Tournament) -> None:
    leg = open_legs(running)[0]
    as_morag.post(desk(running, "results", 2), {f"leg-{leg.pk}-1-away": "on"})
    forfeit = Result.objects.get(how="forfeit")
    assert list(forfeit.seats.values_list("place", flat=True)) == [1, 2]


def test_where_neither_came_neither_is_paid(as_morag: Client, running: Tournament) -> None:
    leg = open_legs(running)[0]
    before = {row.entry: row.points for row in sheet_of(running).rows}
    as_morag.post(desk(running, "results", 2), {f"leg-{leg.pk}-{seat}-away": "on" for seat in (0, 1)})
    double = Result.objects.get(how="forfeit")
    assert list(double.seats.values_list("place", flat=True)) == [2, 2]
    running.refresh_from_db()
    assert {row.entry: row.points for row in sheet_of(running).rows} == before


def test_the_sheet_names_people_as_they_are_called_now(as_morag: Client, running: Tournament) -> None:
    leg = open_legs(running)[0]
    former = leg.pairing.seats.get(seat=0).entry.player
    former.merged_into = Player.objects.create(name="Una of Islay")
    former.save()
    for door in (desk(running, "results", 2), desk(running, "entries")):
        page = text_of(as_morag.get(door))
        assert "Una of Islay" in page
        assert former.name not in page


def test_a_score_that_is_no_whole_number_is_the_only_fault(as_morag: Client, running: Tournament) -> None:
    leg = open_legs(running)[0]
    sent = {f"leg-{leg.pk}-0-points": "1.5", f"leg-{leg.pk}-1-points": "3"}
    page = text_of(as_morag.post(desk(running, "results", 2), sent))
    assert page.count('class="fault"') == 1
    assert not Result.objects.filter(subject=leg.subject).exists()


def test_of_two_scorers_the_second_sees_what_stands(as_morag: Client, running: Tournament) -> None:
    leg = open_legs(running)[0]
    sent = {f"leg-{leg.pk}-0-points": "9", f"leg-{leg.pk}-1-points": "3"}
    as_morag.post(desk(running, "results", 2), sent)
    page = text_of(as_morag.post(desk(running, "results", 2), dict.fromkeys(sent, "5")))
    assert "were kept" in page
    assert list(Result.objects.get(subject=leg.subject).seats.values_list("points", flat=True)) == [9, 3]


def late(running: Tournament, day: str, **more: str) -> dict[str, str]:
    leg = open_legs(running)[0]
    return {f"leg-{leg.pk}-0-points": "9", f"leg-{leg.pk}-1-points": "3", "played_on": day} | more


def test_a_game_of_an_earlier_day_is_looked_at_before_it_is_entered(as_morag: Client, running: Tournament) -> None:
    sheet, before = desk(running, "results", 2), Result.objects.count()
    preview = text_of(as_morag.post(sheet, late(running, "2026-03-02")))
    assert "Results of 2 March 2026" in preview
    assert "Ratings: " in preview
    assert Result.objects.count() == before
    sent = hidden_in(preview)
    assert sent["played_on"] == "2026-03-02"
    leg = open_legs(running)[0]
    as_morag.post(sheet, sent | {"confirmed": "yes"})
    entered = Result.objects.get(subject=leg.subject)
    # Noon at the club, which is in Britain.
    assert entered.played_at == datetime(2026, 3, 2, 12, tzinfo=UTC)
    assert entered.entered_by is not None


def hidden_in(page: str) -> dict[str, str]:
    """What the form of a preview sends."""
    found = re.findall(r'<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?', page)
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}


def test_the_sheet_of_an_earlier_day_can_be_changed_again(as_morag: Client, running: Tournament) -> None:
    page = text_of(as_morag.post(desk(running, "results", 2), late(running, "2026-03-02", again="yes")))
    assert 'value="2026-03-02"' in page
    assert "note error" not in page


def test_a_game_of_today_is_entered_at_once(as_morag: Client, running: Tournament, club: Club) -> None:
    today = timezone.now().astimezone(ZoneInfo(club.time_zone)).date()
    leg = open_legs(running)[0]
    as_morag.post(desk(running, "results", 2), late(running, today.isoformat()))
    entered = Result.objects.get(subject=leg.subject)
    assert entered.played_at == entered.entered_at


def test_future_days_and_impossible_places_are_refused_first(as_morag: Client, running: Tournament) -> None:
    sheet, leg = desk(running, "results", 2), open_legs(running)[0]
    assert "in the future" in text_of(as_morag.post(sheet, late(running, "2099-01-01")))
    wrong = late(running, "2026-03-02") | {f"leg-{leg.pk}-0-place": "2", f"leg-{leg.pk}-1-place": "1"}
    assert "but a worse place" in text_of(as_morag.post(sheet, wrong))


def test_a_withdrawn_game_is_put_back_on_its_own_page(as_morag: Client, running: Tournament) -> None:
    (first, *_) = results_of(running.rounds.filter(number=1).values_list("pairings__legs__subject", flat=True))
    gone = withdraw_result(result=first, reason="It was another table.", by=None)
    sheet = desk(running, "results", 1)
    assert reverse("results:correct", args=[running.pool.slug, gone.number]) in text_of(as_morag.get(sheet))
    leg = Leg.objects.select_related("pairing__round__tournament").get(subject=first.subject)
    with pytest.raises(AlreadyReported, match="was withdrawn"):
        report_result(leg=leg, points=[1, 0], by=None)


def test_who_leaves_a_running_event_is_asked_about_first(as_morag: Client, running: Tournament) -> None:
    entry = running.entries.get(number=1)
    assert "forfeit" in text_of(as_morag.get(desk(running, "withdraw-entry", entry.public_id)))
    assert fresh(entry).left_round is None
    as_morag.post(desk(running, "withdraw-entry", entry.public_id))
    assert fresh(entry).left_round == 3


def test_a_refused_start_says_why(as_morag: Client, event: Event) -> None:
    response = as_morag.post(desk(event(1), "start"))
    assert response.status_code == 400
    assert str(TooFewEntries(entries=1, needed=2)) in text_of(response)


def test_the_club_shows_its_tournaments(as_morag: Client, client: Client, running: Tournament, club: Club) -> None:
    page = reverse("clubs:club", args=[club.slug])
    assert "Spring round robin" in text_of(client.get(page))
    assert "Create tournament" in text_of(as_morag.get(page))
    assert "Create tournament" not in text_of(client.get(page))


def test_the_club_shows_the_round_or_the_next_date(client: Client, event: Event, running: Tournament) -> None:
    begins_at = datetime(2031, 5, 3, 23, 30, tzinfo=UTC)
    event(2, name="Summer", begins_at=begins_at)
    club = running.club
    club.time_zone = "Europe/Berlin"
    club.save()
    assert {"Round 2", "Starts on 4 May"} <= set(re.findall(r">([^<]+)<", text_of(client.get(reverse("clubs:list")))))
    page = text_of(client.get(reverse("clubs:club", args=[club.slug])))
    first, second = (row for row in re.findall(r"<tr data-key=.*?</tr>", page, re.DOTALL))
    assert running.name in first
    assert "Round 2" in first
    assert "Summer" in second
    assert "Starts on 4 May" in second


def test_the_desk_names_one_next_step(as_morag: Client, event: Event) -> None:
    assert "Enter players" in text_of(as_morag.get(desk(event(0), "manage")))
    full = event(4, name="Summer")
    assert "Start tournament" in text_of(as_morag.get(desk(full, "manage")))
    start(tournament=full, by=None)
    assert "Start tournament" not in text_of(as_morag.get(desk(full, "manage")))


def test_while_a_round_is_played_the_step_is_its_results(as_morag: Client, event: Event) -> None:
    played = event(4)
    assert desk(played, "results", 1) not in text_of(as_morag.get(desk(played, "manage")))
    start(tournament=played, by=None)
    assert desk(played, "results", 1) in text_of(as_morag.get(desk(played, "manage")))


def test_a_round_on_the_board_has_the_sign_of_what_goes_on(as_morag: Client, event: Event) -> None:
    played = start(tournament=event(4), by=None)
    desk_page = desk(played, "manage")
    assert sign_of_round(text_of(as_morag.get(desk_page)), f"{desk_page}?round=1") == "live"


def test_only_those_who_work_there_find_the_desk(as_morag: Client, as_senga: Client, event: Event) -> None:
    draft = event(4)
    assert desk(draft, "manage") in text_of(as_morag.get(address(draft, "tournament")))
    assert desk(draft, "manage") not in text_of(as_senga.get(address(draft, "tournament")))
    assert as_senga.get(desk(draft, "manage")).status_code == 403


def test_an_event_called_desk_keeps_its_own_page(as_morag: Client, event: Event) -> None:
    draft = event(2, name="Desk")
    assert "Rules of the tournament" in text_of(as_morag.get(address(draft, "tournament")))


def test_a_full_desk_asks_no_more_than_an_empty_one(as_morag: Client, event: Event) -> None:
    for players in (2, 40):
        draft = event(players, name=f"Of {players}")
        assert queries_of(as_morag, desk(draft, "manage")) <= 24
