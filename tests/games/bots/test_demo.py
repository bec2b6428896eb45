"""The demo founds a club, and its bots begin to play."""

from io import StringIO
from types import SimpleNamespace
from typing import cast

import pytest
from django.core.management import call_command

from engine.core import registry
from engine.core.game import Game
from games.bots.eligibility import plays
from games.bots.models import BuiltinBot
from games.contests.management.commands.demo import CLUB, demo_tournaments, make_demo, tournament_of
from games.contests.models import Contest
from league.clubs.models import Club
from league.competition.formats import format_named
from league.tournaments.models import Entry, Tournament

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_it_starts_a_round_of_every_game_for_the_bots_that_play_it(redis_url: str) -> None:
    make_demo()
    assert set(Tournament.objects.filter(status="running").values_list("game", flat=True)) == set(registry.games())
    assert [event.rounds.count() for event in Tournament.objects.all()] == [1] * len(list(demo_tournaments()))
    strategies = dict(BuiltinBot.objects.values_list("player", "strategy"))
    entries = Entry.objects.values_list("player", "tournament__game")
    assert [entry for entry in entries if not plays(strategies[entry[0]], entry[1])] == []
    cup, tables = Tournament.objects.filter(game="lords-of-scotland").order_by("pk")
    assert (cup.format, cup.format_options["cycles"], cup.status) == ("round-robin", 2, "running")
    assert (tables.format, tables.format_options["table_size"], tables.status) == ("table-round-robin", 3, "running")
    assert cup.club.is_public
    assert cup.pk == Tournament.objects.earliest("pk").pk


@pytest.mark.parametrize(
    ("fewest", "most", "form", "sizes"),
    [
        (2, 4, "table-round-robin", (3, 4)),
        (3, 5, "table-round-robin", (3, 4)),
        (5, 9, "table-round-robin", (5, 5)),
        (2, 3, "table-round-robin", (3, 3)),
        (2, 2, "round-robin", (2, 2)),
        (1, 1, None, None),
        (6, 8, None, None),
    ],
)
def test_a_game_that_is_added_is_played_in_it_at_tables_that_suit(
    fewest: int, most: int, form: str | None, sizes: tuple[int, int] | None
) -> None:
    game = cast(Game, SimpleNamespace(slug="whist", name="Whist", min_seats=fewest, max_seats=most))
    event = tournament_of(game)
    assert (event.format if event else None) == form
    assert (format_named(event.format).table_sizes(event.format_options) if event else None) == sizes


def test_made_twice_it_changes_nothing(redis_url: str) -> None:
    said = StringIO()
    call_command("demo", stdout=said)
    call_command("demo", stdout=said)
    assert len(said.getvalue().splitlines()) == 1
    assert CLUB in said.getvalue()
    assert Club.objects.count() == Contest.objects.count() == 1
    assert Tournament.objects.count() == len(list(demo_tournaments()))


def test_a_place_that_has_the_demo_gets_the_bots_that_are_new_in_the_house(redis_url: str) -> None:
    make_demo()
    steward = BuiltinBot.objects.get(strategy="steward")
    steward.strategy = "one that is no longer in the house"
    steward.save()
    assert make_demo() is None
    assert BuiltinBot.objects.filter(strategy="steward").exists()
