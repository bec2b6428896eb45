"""Evenings of the club: opened, ticked, seated, played again, closed; Morag organises, the others come."""

import re

import pytest
from django.http.response import HttpResponseBase
from django.test import Client

from league.accounts.models import Account, Player
from league.accounts.services.players import merge_players
from league.clubs.models import Club, Membership
from league.clubs.services.clubs import found_club
from league.clubs.services.members import admit
from league.results.models import Ending, Result
from league.tournaments.models import Presence, Round, Tournament
from league.tournaments.services.club_nights import close_evening, end_season, open_evening, set_presence
from league.tournaments.services.withdrawals import withdraw
from tests.factories import Role, browser_of, joins
from tests.league.assertions import queries_of
from tests.league.tournaments.browser import address, desk, text_of
from tests.league.tournaments.factories import People, club_nights, fresh, open_legs, play_first_round, play_open_legs
from tests.league.tournaments.rounds import drawn, published
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


@shared
def tonight(club: Club, people: People) -> Tournament:
    """A season whose first club night has a round of four."""
    season = club_nights(club)
    play_first_round(season, people(4), None)
    return fresh(season)


def opened(season: Tournament, players: list[Player]) -> None:
    """Open a club night to which these came."""
    open_evening(tournament=season, by=None)
    for player in players:
        set_presence(tournament=season, player=player, is_here=True, by=None)


def ticked(client: Client, season: Tournament, player: Player, here: str = "1") -> None:
    client.post(desk(season, "club-night-check-in"), {"player": player.public_id, "here": here})


def plays_a_night(season: Tournament, players: list[Player]) -> None:
    """A night of an earlier day on which these played one round."""
    play_first_round(season, players, None)
    play_open_legs(season)
    close_evening(tournament=season, by=None)
    season.evenings.update(day="2026-01-01")


def sizes(tonight: Round) -> list[int]:
    return sorted((pairing.seats.count() for pairing in tonight.pairings.filter(bye="")), reverse=True)


def test_morag_ticks_eleven_and_gets_tables_of_4_4_and_3(as_morag: Client, season: Tournament, people: People) -> None:
    as_morag.post(desk(season, "start-club-night"))
    for player in people(11):
        ticked(as_morag, season, player)
    evening = season.evenings.get(closed_at=None)
    answer = as_morag.post(desk(season, "club-night-pair"))
    drawn = season.rounds.get()
    assert answer.headers["Location"] == address(season, "round", 1)
    assert (drawn.status, drawn.evening, sizes(drawn)) == (Round.Status.PUBLISHED, evening, [4, 4, 3])
    assert fresh(season).is_running


def test_only_who_may_open_a_night_is_led_there_from_check_in(
    as_morag: Client, tonight: Tournament, senga: Account
) -> None:
    joins(senga, tonight.club, Role.SCORER)
    play_open_legs(tonight)
    way, page = f'href="{desk(tonight, "club-night")}"', desk(tonight, "check-in")
    assert way in main_of(as_morag.get(page))
    assert way not in main_of(browser_of(senga).get(page))
    close_evening(tournament=tonight, by=None)
    end_season(tournament=tonight, by=None)
    assert way not in main_of(as_morag.get(page))


def main_of(response: HttpResponseBase) -> str:
    """Return the list of who is here, without the bar of the pages."""
    return text_of(response).partition('id="here"')[2]


def test_before_the_first_night_pages_lead_to_it_and_nowhere_else(as_morag: Client, season: Tournament) -> None:
    for page in ("tournament", "rounds", "standings"):
        shown = text_of(as_morag.get(address(season, page)))
        assert f'href="{desk(season, "club-night")}"' in shown
        assert f'action="{desk(season, "start")}"' not in shown


def test_a_day_to_come_is_refused_beside_the_field(as_morag: Client, season: Tournament) -> None:
    page = text_of(as_morag.post(desk(season, "start-club-night"), {"day": "2099-01-01"}))
    assert "in the future" in page
    assert not season.evenings.exists()


def test_too_few_are_told_so(as_morag: Client, season: Tournament, people: People) -> None:
    opened(season, people(2))
    page = as_morag.post(desk(season, "club-night-pair"))
    assert page.status_code == 400
    assert "at least 3" in text_of(page)
    assert desk(season, "club-night-check-in") in text_of(page)  # they can be ticked at once


def test_a_draft_is_looked_at_where_that_is_wished(as_morag: Client, season: Tournament, people: People) -> None:
    opened(season, people(4))
    answer = as_morag.post(desk(season, "club-night-pair"), {"look": "1"})
    assert answer.headers["Location"] == desk(season, "manage-round", 1)
    assert season.drawings.count() == 1


def test_leavers_are_not_seated_again_and_latecomers_are(as_morag: Client, tonight: Tournament, people: People) -> None:
    ailsa, *others = [entry.player for entry in tonight.entries.order_by("number")]
    (late,) = people(1)
    play_open_legs(tonight)
    ticked(as_morag, tonight, ailsa, here="0")
    ticked(as_morag, tonight, late)
    as_morag.post(desk(tonight, "club-night-pair"))
    second = tonight.rounds.get(number=2)
    seated = set(second.pairings.values_list("seats__entry__player", flat=True))
    assert seated == {player.pk for player in (*others, late)}
    assert tonight.evenings.get().presences.get(entry__player=ailsa).left_at is not None


def test_a_tick_by_mistake_leaves_no_trace(as_morag: Client, season: Tournament, people: People) -> None:
    (ailsa,) = people(1)
    opened(season, [ailsa])
    ticked(as_morag, season, ailsa, here="0")
    assert not Presence.objects.filter(evening__tournament=season).exists()


def test_leavers_are_not_in_a_draft_before_it_is_public(as_morag: Client, season: Tournament, people: People) -> None:
    ailsa, *others = people(5)
    opened(season, [ailsa, *others])
    drawn(season)
    ticked(as_morag, season, ailsa, here="0")
    assert not Presence.objects.filter(entry__player=ailsa).exists()
    published(season)
    assert Presence.objects.get(entry__player=ailsa).left_at is not None
    assert season.evenings.get().presences.filter(left_at=None).count() == len(others)


def test_those_who_come_often_stand_first(as_morag: Client, season: Tournament, people: People) -> None:
    players = people(6)
    plays_a_night(season, players[3:])
    as_morag.post(desk(season, "start-club-night"))
    page = text_of(as_morag.get(desk(season, "club-night")))
    assert page.index(players[3].name) < page.index(players[0].name)


def test_a_night_starts_with_the_players_of_the_last_one_ticked(
    as_morag: Client, season: Tournament, people: People
) -> None:
    players = people(6)
    plays_a_night(season, players[3:])
    form = text_of(as_morag.get(desk(season, "club-night")))
    offered = re.findall(r'name="player" value="(\w+)" checked', form)
    assert sorted(offered) == sorted(player.public_id for player in players[3:])
    as_morag.post(desk(season, "start-club-night"), {"player": [players[0].public_id, offered[0]]})
    here = season.evenings.get(closed_at=None).presences.values_list("entry__player__public_id", flat=True)
    assert sorted(here) == sorted([players[0].public_id, offered[0]])


def test_a_night_starts_without_a_player_who_has_withdrawn_since_the_last_one(
    as_morag: Client, season: Tournament, people: People
) -> None:
    players = people(3)
    plays_a_night(season, players)
    withdraw(entry=season.entries.get(player=players[0]), by=None)
    form = text_of(as_morag.get(desk(season, "club-night")))
    offered = re.findall(r'name="player" value="(\w+)" checked', form)
    assert sorted(offered) == sorted(player.public_id for player in players[1:])
    sent = [player.public_id for player in players]  # from a page that was opened before the withdrawal
    told = text_of(as_morag.post(desk(season, "start-club-night"), {"player": sent}, follow=True))
    assert "has withdrawn from the season" in told
    here = season.evenings.get(closed_at=None).presences.values_list("entry__player", flat=True)
    assert sorted(here) == sorted(player.pk for player in players[1:])


def test_a_refused_day_leaves_the_ticks_as_they_were_sent(as_morag: Client, season: Tournament, people: People) -> None:
    players = people(3)
    play_first_round(season, players, None)
    play_open_legs(season)
    as_morag.post(desk(season, "end-club-night"))
    answer = as_morag.post(desk(season, "start-club-night"), {"day": "2999-01-01", "player": [players[0].public_id]})
    ticked = re.findall(r'name="player" value="(\w+)" checked', text_of(answer))
    assert ticked == [players[0].public_id]


def test_a_guest_and_a_new_member_are_brought_by_name(as_morag: Client, season: Tournament, club: Club) -> None:
    as_morag.post(desk(season, "start-club-night"))
    as_morag.post(desk(season, "club-night-add-player"), {"name": "Tormod", "as": "guest"})
    as_morag.post(desk(season, "club-night-add-player"), {"name": "Una", "as": "member"})
    assert season.entries.get(player__name="Tormod").is_guest
    assert not season.entries.get(player__name="Una").is_guest
    assert not Membership.objects.filter(club=club, player__name="Tormod").exists()
    assert Membership.objects.filter(club=club, player__name="Una").exists()
    assert season.evenings.get().presences.count() == 2


def test_a_guest_who_joins_the_club_keeps_what_they_played(as_morag: Client, season: Tournament, club: Club) -> None:
    as_morag.post(desk(season, "start-club-night"))
    for name in ("Tormod", "Una", "Eachann"):
        as_morag.post(desk(season, "club-night-add-player"), {"name": name, "as": "guest"})
    tormod, una, eachann = season.entries.order_by("number")
    members = f"/clubs/{club.slug}/members/"
    told = text_of(as_morag.post(members, {"name": "tormod"}, follow=True))
    assert "results: Tormod." in told
    joined = Membership.objects.get(club=club, player=tormod.player)
    assert "Create link" in text_of(as_morag.get(f"{members}{joined.public_id}/"))
    as_morag.post(desk(season, "club-night-add-player"), {"name": "Una", "as": "member", "seen": una.player.public_id})
    assert Membership.objects.filter(club=club, player=una.player).exists()
    for here in ("0", "1"):
        as_morag.post(desk(season, "club-night-check-in"), {"player": tormod.player.public_id, "here": here})
    assert list(season.entries.filter(is_guest=True)) == [eachann]
    as_morag.post(f"{members}{joined.public_id}/remove/")
    as_morag.post(members, {"name": "Tormod"})
    assert Membership.objects.filter(club=club, player=tormod.player).exists()


def test_a_guest_who_belongs_to_another_club_is_not_for_this_one_to_hand_out(
    as_morag: Client, season: Tournament, club: Club, hamish: Account
) -> None:
    as_morag.post(desk(season, "start-club-night"))
    as_morag.post(desk(season, "club-night-add-player"), {"name": "Tormod", "as": "guest"})
    guest = season.entries.get().player
    admit(club=found_club(name="Another club", by=hamish.player), player=guest)
    as_morag.post(f"/clubs/{club.slug}/members/", {"name": "Tormod"})
    joined = Membership.objects.get(club=club, player__name="Tormod")
    assert joined.player != guest
    joined.delete()
    answer = {"name": "Tormod", "as": "member", "seen": f"{guest.public_id} {joined.player.public_id}"}
    as_morag.post(desk(season, "club-night-add-player"), answer)
    assert Membership.objects.get(club=club, player__name="Tormod").player != guest


def test_guests_found_to_be_members_are_one_person(as_morag: Client, season: Tournament, hamish: Account) -> None:
    as_morag.post(desk(season, "start-club-night"))
    as_morag.post(desk(season, "club-night-add-player"), {"name": "Tormod", "as": "guest"}, follow=True)
    merge_players(former=season.entries.get().player, standing=hamish.player)
    page = text_of(as_morag.get(desk(season, "club-night")))
    assert "Hamish" in page
    assert "Tormod" not in page
    for here in ("0", "1"):
        as_morag.post(desk(season, "club-night-check-in"), {"player": hamish.player.public_id, "here": here})
    assert not season.entries.get().is_guest


def test_somebody_maybe_known_is_asked_about(as_morag: Client, season: Tournament, hamish: Account) -> None:
    as_morag.post(desk(season, "start-club-night"))
    door = desk(season, "club-night-add-player")
    page = text_of(as_morag.post(door, {"name": "hamish", "as": "guest"}))
    assert "Is it one of these?" in page
    assert not season.entries.exists()
    as_morag.post(door, {"name": "Hamish", "as": "guest", "seen": hamish.player.public_id})
    assert season.entries.get().player != hamish.player


def test_open_games_are_named_at_closing_and_abandoned(as_morag: Client, tonight: Tournament) -> None:
    (leg,) = open_legs(tonight)
    page = text_of(as_morag.get(desk(tonight, "end-club-night")))
    assert "Round 1, table 1" in page
    as_morag.post(desk(tonight, "end-club-night"), {f"game-{leg.pk}": "abandoned"})
    result = Result.objects.get(subject=leg.subject)
    assert (result.ending, result.is_rated) == (Ending.ABANDONED, False)
    assert set(result.seats.values_list("place", flat=True)) == {1}
    assert tonight.evenings.get().closed_at is not None


def test_an_open_game_keeps_the_next_tables_waiting(as_morag: Client, tonight: Tournament) -> None:
    close_evening(tournament=tonight, by=None)
    tonight.evenings.update(day="2026-01-01")
    opened(tonight, [entry.player for entry in tonight.entries.all()])
    refused = as_morag.post(desk(tonight, "club-night-pair"))
    assert refused.status_code == 409
    assert desk(tonight, "results", 1) in text_of(refused)
    assert as_morag.post(desk(tonight, "club-night-pair"), {"look": "1"}).status_code == 409


def test_an_evening_without_a_table_is_none(as_morag: Client, season: Tournament) -> None:
    as_morag.post(desk(season, "start-club-night"))
    as_morag.post(desk(season, "end-club-night"))
    as_morag.post(desk(season, "end-club-night"))
    assert not season.evenings.exists()


def test_reopening_a_night_keeps_who_is_here_until_they_are_cleared(
    as_morag: Client, tonight: Tournament, people: People
) -> None:
    (fifth,) = people(1)
    ticked(as_morag, tonight, fifth)
    as_morag.post(desk(tonight, "end-club-night"))
    page = text_of(as_morag.post(desk(tonight, "start-club-night"), follow=True))
    evening = tonight.evenings.get()
    assert (evening.closed_at, evening.presences.filter(left_at=None).count()) == (None, 5)
    assert "5 players are still checked in" in page
    page = text_of(as_morag.post(desk(tonight, "clear-check-in"), follow=True))
    assert "0 present" in page
    assert page.count('"door-state">left') == 4  # who played has left; who did not was never there


def test_an_evenings_tables_lead_to_links_and_clock(as_morag: Client, season: Tournament, people: People) -> None:
    opened(season, people(4))
    board = text_of(as_morag.post(desk(season, "club-night-pair"), follow=True))
    for page in (board, text_of(as_morag.get(desk(season, "club-night")))):
        assert desk(season, "table-links", 1) in page
        assert f"{desk(season, 'manage')}#at-the-tables" in page
    assert 'id="at-the-tables"' in text_of(as_morag.get(desk(season, "manage")))


def test_the_season_ends_with_the_evenings_there_were(as_morag: Client, tonight: Tournament) -> None:
    play_open_legs(tonight)
    assert as_morag.post(desk(tonight, "end-season")).status_code == 409
    as_morag.post(desk(tonight, "end-club-night"))
    for _time in range(2):
        as_morag.post(desk(tonight, "end-season"))
    assert fresh(tonight).status == Tournament.Status.FINISHED


def test_everybody_reads_who_came(client: Client, season: Tournament, people: People) -> None:
    opened(season, players := people(4))
    page = text_of(client.get(address(season, "club-nights")))
    assert all(player.name in page for player in players)


def test_the_page_costs_as_much_for_twenty_as_for_four(as_morag: Client, season: Tournament, people: People) -> None:
    opened(season, people(4))
    few = queries_of(as_morag, desk(season, "club-night"))
    for player in people(16):
        set_presence(tournament=season, player=player, is_here=True, by=None)
    assert queries_of(as_morag, desk(season, "club-night")) <= few
