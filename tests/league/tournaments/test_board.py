"""The round on the organiser's page: a tile for each table, its result typed in it; the way to all other pages."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.accounts.models import Account, Player
from league.clubs.models import Club, Membership
from league.results.models import Result
from league.tournaments.models import Leg, Tournament
from league.tournaments.services.lifecycle import start
from league.tournaments.services.pairing_changes import change_round
from tests.factories import Role, browser_of
from tests.league.tournaments.browser import desk, text_of
from tests.league.tournaments.factories import Event, open_legs, report_result
from tests.league.tournaments.rounds import TABLES_OF_FOUR, laid, published, seen, started

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

IN_PLACE = {"HX-Request": "true"}


def kinds(page: str) -> list[str]:
    """Where the tables stand, in their order."""
    return re.findall(r'<li class="tile (\w+)"', page)


def typed(leg: Leg, *points: int, seen: str = "0") -> dict[str, str]:
    return {
        "by-game": "yes",
        f"leg-{leg.pk}-seen": seen,
        **{f"leg-{leg.pk}-{seat}-points": str(one) for seat, one in enumerate(points)},
    }


def test_every_table_is_a_tile_of_the_round_that_is_looked_at(as_morag: Client, tables: Tournament) -> None:
    one, *others = open_legs(tables)
    report_result(leg=one, points=[9, 8, 7, 6], by=None)
    assert kinds(text_of(as_morag.get(desk(tables, "manage")))) == ["done", "open", "open"]
    for leg in others:
        report_result(leg=leg, points=[9, 8, 7, 6], by=None)
    assert kinds(text_of(as_morag.get(desk(tables, "manage"), {"round": 1}))) == ["done"] * 3
    assert kinds(text_of(as_morag.get(desk(tables, "manage"), {"round": "x"}))) == kinds(
        text_of(as_morag.get(desk(tables, "manage")))
    )


def test_a_result_is_typed_inside_its_tile(as_morag: Client, tables: Tournament) -> None:
    leg = open_legs(tables)[1]
    address = f"{desk(tables, 'results', 1)}?table={leg.pairing.table}"
    form = text_of(as_morag.get(address, headers=IN_PLACE))
    assert f"leg-{leg.pk}-0-points" in form
    assert "<html" not in form
    tile = text_of(as_morag.post(address, typed(leg, 9, 8, 7, 6), headers=IN_PLACE))
    assert kinds(tile) == ["done"]
    assert Result.objects.get().subject == leg.subject


def test_without_a_script_the_tile_is_a_page_that_leads_back(as_morag: Client, tables: Tournament) -> None:
    one, two, *_rest = open_legs(tables)
    address = f"{desk(tables, 'results', 1)}?table={one.pairing.table}"
    page = text_of(as_morag.get(address))
    assert f"leg-{one.pk}-0-points" in page
    assert f"leg-{two.pk}-0-points" not in page
    answer = as_morag.post(address, typed(one, 9, 8, 7, 6))
    assert answer["Location"] == f"{desk(tables, 'manage')}?round=1"


def test_a_tile_keeps_what_is_wrong_and_what_another_person_entered(as_morag: Client, tables: Tournament) -> None:
    leg = open_legs(tables)[0]
    address = f"{desk(tables, 'results', 1)}?table={leg.pairing.table}"
    assert "faulty" in text_of(as_morag.post(address, typed(leg, 9, 8), headers=IN_PLACE))
    assert Result.objects.count() == 0
    report_result(leg=leg, points=[1, 2, 3, 4], by=None)
    clash = text_of(as_morag.post(address, typed(leg, 9, 8, 7, 6), headers=IN_PLACE))
    assert "data-clash" in clash
    assert list(Result.objects.get().seats.values_list("points", flat=True)) == [1, 2, 3, 4]


@pytest.mark.parametrize("change", ["players", "numbers"])
def test_a_tile_says_what_was_typed_for_a_changed_table(as_morag: Client, event: Event, change: str) -> None:
    swiss = started(event(8, **TABLES_OF_FOUR))
    published(swiss)
    leg = open_legs(swiss)[0]
    one, other = laid(swiss)[1][0], laid(swiss)[2][0]
    who, to = ("table:1", "table:2") if change == "numbers" else (f"entry:{one}", f"entry:{other}")
    change_round(tournament=swiss, number=1, who=who, to=to, seen=seen(swiss), by=None, why="Late")
    address = f"{desk(swiss, 'results', 1)}?table={leg.pairing.table}"
    tile = text_of(as_morag.post(address, typed(leg, 9, 8, 7, 6), headers=IN_PLACE))
    assert 'role="alert"' in tile
    assert "9, 8, 7, 6" in tile
    assert Result.objects.count() == 0
    now = next(one for one in open_legs(swiss) if one.pairing.table == leg.pairing.table)
    assert kinds(text_of(as_morag.post(address, typed(now, 9, 8, 7, 6), headers=IN_PLACE))) == ["done"]


def test_a_tile_of_a_table_that_is_gone_leads_to_the_organisers_page(as_morag: Client, tables: Tournament) -> None:
    answer = as_morag.get(f"{desk(tables, 'results', 1)}?table=999", headers=IN_PLACE)
    assert answer["HX-Redirect"] == f"{desk(tables, 'manage')}?round=1"


def test_each_page_of_an_organiser_leads_to_the_others(as_morag: Client, tables: Tournament) -> None:
    for door in ("manage", "entries", "settings", "log", "deadlines", "import-players", "end"):
        nav = re.search(r'<nav class="tools.*?</nav>', text_of(as_morag.get(desk(tables, door))), re.DOTALL)
        assert nav is not None, door
        for other in ("manage", "entries", "settings", "manage-rounds"):
            assert f'href="{desk(tables, other)}"' in nav[0], (door, other)
        assert f'href="{desk(tables, door)}" aria-current="page"' in nav[0], door


def test_a_scorer_is_led_to_no_page_of_organisers(hamish: Account, tables: Tournament) -> None:
    Membership.objects.filter(player=hamish.player).update(role=Role.SCORER)
    page = text_of(browser_of(hamish).get(desk(tables, "manage")))
    assert f'href="{desk(tables, "results", 1)}"' in page
    assert f'href="{desk(tables, "settings")}"' not in page


ONE_ROUND = {"rounds": 1, "largest": 4, "order": "list"}


def round_of(event: Event, tables: int) -> Tournament:
    """A tournament whose only round is published, at tables of four."""
    name = f"{tables} tables"
    made = event(4 * tables, name=name, format="table-swiss", format_options=ONE_ROUND, pace="round")
    return start(tournament=made, by=None)


def sheet(client: Client, tournament: Tournament) -> dict[str, str]:
    """The results of a round as a scorer sends them, everything typed."""
    page = text_of(client.get(desk(tournament, "results", 1)))
    seen = dict(re.findall(r'name="(leg-\d+-seen)" value="([^"]*)"', page))
    points = {f"leg-{leg.pk}-{seat}-points": str(9 - seat) for leg in open_legs(tournament) for seat in range(4)}
    return seen | points


def queries_of(client: Client, tournament: Tournament, sent: dict[str, str]) -> int:
    with CaptureQueriesContext(connection) as queries:
        client.post(desk(tournament, "results", 1), sent)
    return len(queries)


@pytest.mark.long
def test_a_sheet_of_forty_tables_takes_as_many_queries_as_one_of_twenty(as_morag: Client, event: Event) -> None:
    taken = {}
    for tables in (20, 40):
        tournament = round_of(event, tables)
        taken[tables] = queries_of(as_morag, tournament, sheet(as_morag, tournament))
        assert Result.objects.filter(pool=tournament.pool).count() == sum(taken)
        assert not open_legs(tournament)
    assert taken[20] == taken[40]


@pytest.mark.long
def test_what_the_ledger_refuses_takes_no_query_for_each_of_the_others(as_morag: Client, event: Event) -> None:
    """One game whose seats now belong to one player is found among forty, and all others are entered."""
    tournament = round_of(event, 40)
    sent = sheet(as_morag, tournament)
    merged = open_legs(tournament)[17]
    one, other = (seat.entry.player_id for seat in merged.pairing.seats.select_related("entry")[:2])
    Player.objects.filter(pk=other).update(merged_into=one)
    assert queries_of(as_morag, tournament, sent) < 40 * 5
    assert [leg.pk for leg in open_legs(tournament)] == [merged.pk]


@pytest.fixture
def thousand(club: Club) -> list[str]:
    """The public ids of 1,000 members."""
    made = Player.objects.bulk_create(Player(name=f"Player {number}") for number in range(1000))
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in made)
    return [player.public_id for player in made]


@pytest.mark.long
def test_a_thousand_players_are_ticked_and_sent_at_once(as_morag: Client, event: Event, thousand: list[str]) -> None:
    """More fields than Django accepts by default: adding players, keeping them apart, ordering them."""
    swiss = event(0, format="swiss", pace="desk")
    assert as_morag.post(desk(swiss, "entries"), {"players": thousand, "csrfmiddlewaretoken": "x"}).status_code == 302
    assert swiss.entries.count() == 1000
    page = text_of(as_morag.get(desk(swiss, "avoided-pairings")))
    ticks = re.findall(r'name="entries" value="([^"]+)"', page)
    assert len(ticks) == 1000
    answer = as_morag.post(desk(swiss, "avoided-pairings"), {"entries": ticks, "until_round": "1"})
    assert "2 to 20 players" in text_of(answer)
    assert text_of(answer).count("checked") == 1000  # nothing that was ticked is lost
    assert as_morag.post(desk(swiss, "avoided-pairings"), {"entries": ticks[:3], "until_round": ""}).status_code == 302
    assert as_morag.post(desk(swiss, "seeding"), {"order": "name"}).status_code == 302
