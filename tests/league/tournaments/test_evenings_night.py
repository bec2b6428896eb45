"""A club night while a round is played: players who did not come, who come late, and reports that wait."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Result
from league.results.services.corrections import correct_result, withdraw_result
from league.results.services.reports import submit_report
from league.tournaments.models import Leg, Presence, Round, Tournament
from league.tournaments.queries.rounds import players_at, token_of
from league.tournaments.queries.standings_cache import sheet_of
from league.tournaments.services.club_nights import close_evening, pair_tables, set_presence
from league.tournaments.services.pairing_changes import undo_changes
from league.tournaments.services.repairs import Absences, forfeit_table, repair_round
from league.tournaments.services.results import Outcome, enter_typed_results
from tests.league.tournaments.browser import address, desk, text_of
from tests.league.tournaments.factories import People, club_nights, open_legs, play_first_round, play_open_legs
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

Repaired = tuple[Player, set[int], int]


def next_round(season: Tournament, morag: Account) -> set[int]:
    """The players of the next round."""
    play_open_legs(season)
    drawn = pair_tables(tournament=season, by=morag, at_once=True)
    assert isinstance(drawn, Round)
    return set(drawn.pairings.values_list("seats__entry__player", flat=True))


def here(season: Tournament) -> set[int]:
    present = Presence.objects.filter(left_at=None, evening__tournament=season)
    return set(present.values_list("entry__player", flat=True))


@shared
def season(club: Club, people: People) -> Tournament:
    """A club night of eight with its first round published."""
    season = club_nights(club)
    play_first_round(season, people(8), None)
    return season


def came(season: Tournament) -> list[Player]:
    """The players of the night, in the order of their entries."""
    return [entry.player for entry in season.entries.select_related("player").order_by("number")]


@pytest.fixture
def repaired(season: Tournament, morag: Account) -> Repaired:
    """One of eight is repaired out of the first round: who, the others, and the step."""
    ailsa, *others = came(season)
    absences = Absences(frozenset({season.entries.get(player=ailsa).number}), frozenset())
    step = repair_round(tournament=season, number=1, absences=absences, seen=token_of(season.rounds.get()), by=morag)
    return ailsa, {player.pk for player in others}, step.revision


def test_who_is_repaired_out_of_a_round_is_not_in_the_next_nor_its_news(
    season: Tournament, repaired: Repaired, morag: Account, as_morag: Client
) -> None:
    ailsa, others, _ = repaired
    assert here(season) == others
    assert next_round(season, morag) == others
    round_and_news, absent = text_of(as_morag.get(desk(season, "manage-round", 2))).split("Not present: 1<")
    assert ailsa.name not in round_and_news
    assert ailsa.name in absent


def test_a_player_who_was_not_present_breaks_no_pairing_rule_of_that_night(
    season: Tournament, morag: Account, as_morag: Client
) -> None:
    ailsa = came(season)[0]
    set_presence(tournament=season, player=ailsa, is_here=False, by=morag)
    next_round(season, morag)
    close_evening(tournament=season, by=morag)
    page = text_of(as_morag.get(desk(season, "manage-round", 2)))
    assert "data-broken" not in page
    assert "no seat" not in page
    assert page.index("laid-seat") < page.index("Not present: 1<") < page.index(f"<p>{ailsa.name}</p>")


def test_who_comes_to_the_next_round_is_not_missing_in_the_round_before(
    season: Tournament, morag: Account, as_morag: Client
) -> None:
    ailsa = came(season)[0]
    set_presence(tournament=season, player=ailsa, is_here=False, by=morag)
    next_round(season, morag)
    set_presence(tournament=season, player=ailsa, is_here=True, by=morag)
    assert ailsa.pk in next_round(season, morag)
    assert "data-broken" not in text_of(as_morag.get(desk(season, "manage-round", 2)))


@pytest.mark.parametrize(("planned", "words"), [(0, "Club night 1"), (12, "Club night 1 of 12")])
def test_overview_and_list_give_the_same_club_night(
    season: Tournament, morag: Account, as_morag: Client, planned: int, words: str
) -> None:
    Tournament.objects.update(format_options=season.format_options | {"evenings": planned})
    season = Tournament.objects.get()
    next_round(season, morag)
    overview = text_of(as_morag.get(address(season, "tournament")))
    words_alone = re.compile(rf">\s*{words}\s*<")
    assert words_alone.search(overview)
    assert "Round 2 of the night" in overview
    assert ('<progress value="1" max="12"' in overview) == bool(planned)
    assert words_alone.search(text_of(as_morag.get(reverse("tournaments:list"))))
    assert desk(season, "cancel") not in overview  # that is on the Manage page only
    assert desk(season, "cancel") in text_of(as_morag.get(desk(season, "manage")))


def test_a_round_of_a_season_says_of_which_club_night_it_is(
    season: Tournament, morag: Account, as_morag: Client
) -> None:
    next_round(season, morag)
    assert "Club night 1, round 2" in text_of(as_morag.get(address(season, "round", 2)))
    heads = re.findall(r'<th scope="colgroup" colspan="(\d+)"', text_of(as_morag.get(address(season, "crosstable"))))
    assert heads == ["2"]


def test_a_missed_night_is_none_of_ones_own(season: Tournament, repaired: Repaired, client: Client) -> None:
    gone = season.entries.get(player=repaired[0]).number
    play_open_legs(season)
    season.refresh_from_db()
    attended = {entry: len(one.evenings) for entry, one in sheet_of(season).scores.seasons.items()}
    assert attended == {entry: int(entry != gone) for entry in attended}
    for tab, more in (("standings", []), ("place-calculation", [gone])):
        assert client.get(address(season, tab, *more)).status_code == 200


def test_losers_by_forfeit_are_not_in_the_next_round(season: Tournament, morag: Account) -> None:
    (ailsa, *others), first = came(season), season.rounds.get()
    gone = season.entries.get(player=ailsa).number
    table = first.pairings.get(seats__entry__number=gone).table
    forfeit_table(tournament=season, number=1, table=table, away=[gone], seen=token_of(first), by=morag)
    assert here(season) == {player.pk for player in others}
    assert next_round(season, morag) == {player.pk for player in others}


def forfeited(club: Club, players: list[Player], morag: Account) -> tuple[Tournament, Leg, set[int]]:
    """A night of tables of two, its first game forfeited by the second player; and everybody who came."""
    season = club_nights(club, format_options={"smallest": 2, "largest": 2})
    play_first_round(season, players, morag)
    leg = open_legs(season)[0]
    enter_typed_results(tournament=season, outcomes=[Outcome(leg, places=[1, 2], how="forfeit")], by=morag)
    return season, leg, {player.pk for player in players}


def test_presence_follows_a_corrected_forfeit(club: Club, people: People, morag: Account) -> None:
    season, leg, everybody = forfeited(club, people(4), morag)
    came, absent = players_at(leg)
    assert here(season) == everybody - {absent}

    def correct(how: str, *seats: SeatResult) -> None:
        now = Result.objects.get(subject=leg.subject, superseded_by=None)
        correct_result(result=now, seats=seats, how=how, reason="Mistyped.", by=morag)

    correct("forfeit", SeatResult(came, 0, 2), SeatResult(absent, 0, 1))
    assert here(season) == everybody - {came}
    correct("played", SeatResult(came, 9, 1), SeatResult(absent, 3, 2))
    assert here(season) == everybody
    correct("forfeit", SeatResult(came, 0, 1), SeatResult(absent, 0, 2))
    assert here(season) == everybody - {absent}
    withdraw_result(
        result=Result.objects.get(subject=leg.subject, superseded_by=None), reason="They play now.", by=morag
    )
    assert here(season) == everybody


def test_a_corrected_forfeit_leaves_what_the_organiser_marked_since(club: Club, people: People, morag: Account) -> None:
    season, leg, everybody = forfeited(club, people(4), morag)
    came, absent = players_at(leg)
    for is_here in (True, False):
        set_presence(tournament=season, player=Player.objects.get(pk=absent), is_here=is_here, by=morag)
    correct_result(
        result=Result.objects.get(subject=leg.subject, superseded_by=None),
        seats=(SeatResult(came, 9, 1), SeatResult(absent, 3, 2)),
        reason="Played, then went home.",
        by=morag,
    )
    assert here(season) == everybody - {absent}


def test_a_repair_taken_back_brings_the_player_back(season: Tournament, repaired: Repaired, morag: Account) -> None:
    ailsa, others, step = repaired
    undo_changes(tournament=season, number=1, step=step, seen=token_of(season.rounds.get()), by=morag)
    assert here(season) == {ailsa.pk, *others}


def test_latecomers_may_join_a_table(season: Tournament, repaired: Repaired, morag: Account, as_morag: Client) -> None:
    ailsa, others, _ = repaired
    set_presence(tournament=season, player=ailsa, is_here=True, by=morag)
    assert desk(season, "club-night-add-late-player") in text_of(as_morag.get(desk(season, "club-night")))
    table = next(row.table for row in season.rounds.get().pairings.filter(bye="") if row.seats.count() == 3)
    as_morag.post(desk(season, "club-night-add-late-player"), {"player": ailsa.public_id, "table": str(table)})
    joined = season.rounds.get().pairings.get(bye="", seats__entry__player=ailsa)
    assert (joined.table, joined.seats.count()) == (table, 4)
    assert here(season) == {ailsa.pk, *others}


def test_nobody_joins_full_or_decided_tables(as_morag: Client, club: Club, people: People, morag: Account) -> None:
    season = club_nights(club, format_options={"smallest": 3, "largest": 4})
    ailsa, *others = people(8)
    play_first_round(season, others, morag)
    set_presence(tournament=season, player=ailsa, is_here=True, by=morag)
    small = next(row for row in season.rounds.get().pairings.filter(bye="") if row.seats.count() == 3)
    full = next(row for row in season.rounds.get().pairings.filter(bye="") if row.seats.count() == 4)
    leg = next(one for one in open_legs(season) if one.pairing_id == small.pk)
    enter_typed_results(tournament=season, outcomes=[Outcome(leg, [3, 2, 1])], by=morag)
    for table in (small.table, full.table, 9, "x"):
        as_morag.post(desk(season, "club-night-add-late-player"), {"player": ailsa.public_id, "table": str(table)})
    assert not season.rounds.get().pairings.filter(seats__entry__player=ailsa).exists()


def test_the_page_has_reports_in_doubt(as_morag: Client, season: Tournament) -> None:
    Club.objects.filter(pk=season.club_id).update(confirms_results=True)
    waiting, disputed = open_legs(season)
    first = reported(waiting, season, [4, 3, 2, 1], 0)
    reported(disputed, season, [4, 3, 2, 1], 0)
    second = reported(disputed, season, [1, 2, 3, 4], 1)
    page = text_of(as_morag.get(desk(season, "club-night")))
    assert f"/reports/{first}/" in page
    assert f"/reports/{second}/" in page
    assert page.index(f"/reports/{second}/") < page.index(f"/reports/{first}/")


def reported(leg: Leg, season: Tournament, points: list[int], by: int) -> str:
    """What a player of the table reports; the id of the report."""
    players = players_at(leg)
    places = [1 + sum(other > one for other in points) for one in points]
    seats = tuple(SeatResult(*one) for one in zip(players, points, places, strict=True))
    draft = ResultDraft(leg.subject, seats)
    Player.objects.filter(pk=players[by]).update(account=Account.objects.create_user(f"{uuid4()}@example.org"))
    return submit_report(
        draft=draft, pool=season.pool, club=season.club, key=uuid4(), by=Player.objects.get(pk=players[by])
    ).public_id
