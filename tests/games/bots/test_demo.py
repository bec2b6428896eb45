"""The demo founds a club, and its bots begin to play."""

from io import StringIO

import pytest
from django.core.management import call_command

from games.bots.demo import CLUB, make_demo
from league.clubs.models import Club
from league.tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_starts_a_double_round_robin_and_tables_of_three(redis_url: str) -> None:
    make_demo()
    cup, tables = Tournament.objects.order_by("pk")
    assert (cup.format, cup.format_options["cycles"], cup.status) == ("round-robin", 2, "running")
    assert (tables.format, tables.format_options["table_size"], tables.status) == ("table-round-robin", 3, "running")
    assert cup.club.is_public


def test_made_twice_it_changes_nothing(redis_url: str) -> None:
    said = StringIO()
    call_command("demo", stdout=said)
    call_command("demo", stdout=said)
    assert said.getvalue().splitlines() == [
        f"{CLUB} was founded; its bots begin to play.",
        f"{CLUB} is there already.",
    ]
    assert Club.objects.count() == 1
    assert Tournament.objects.count() == 2
