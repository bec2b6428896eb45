"""Large fields: a sheet of many tables costs as many queries as one of few, and forms of 1,000 players are read."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.accounts.models import Player
from league.clubs.models import Club, Membership
from league.results.models import Result
from league.tournaments.models import Tournament
from league.tournaments.services.lifecycle import start
from tests.league.tournaments.browser import desk, text_of
from tests.league.tournaments.factories import Event, open_legs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

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
    page = text_of(as_morag.get(desk(swiss, "apart")))
    ticks = re.findall(r'name="entries" value="([^"]+)"', page)
    assert len(ticks) == 1000
    answer = as_morag.post(desk(swiss, "apart"), {"entries": ticks, "until_round": "1"})
    assert "2 to 20 players" in text_of(answer)
    assert text_of(answer).count("checked") == 1000  # nothing that was ticked is lost
    assert as_morag.post(desk(swiss, "apart"), {"entries": ticks[:3], "until_round": ""}).status_code == 302
    assert as_morag.post(desk(swiss, "order"), {"order": "name"}).status_code == 302
