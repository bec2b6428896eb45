"""The club and its tournaments as fixtures. They import inside: pytest reads this file before Django is set up."""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from tests.league.tournaments.worlds import build_world, shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.test import Client
    from pytest_django import DjangoDbBlocker

    from league.accounts.models import Account
    from league.clubs.models import Club
    from league.tournaments.models import TableLink, Tournament
    from tests.league.tournaments.factories import Event, People


@pytest.fixture(scope="module")
def world(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[dict[str, Any]]:
    """Morag's club with Hamish as a member, and the `shared` fixtures that the module uses, in a transaction."""
    from django.utils import translation

    from tests.database import kept_for_a_module
    from tests.factories import account_of, glen_club, joins
    from tests.league.tournaments.factories import admitting, drafting

    translation.deactivate()
    here = [item for item in request.session.items if item.path == request.path]
    used = {name for item in here for name in getattr(item, "fixturenames", ())}
    with kept_for_a_module(django_db_blocker):
        club = glen_club(account_of("Morag"))
        joins(account_of("Hamish"), club)

        def people(how_many: int) -> list[Any]:
            """New people, whose names do not depend on what the module created before."""
            return admitting(club)(how_many)

        given = {"club": club, "people": people, "event": drafting(club, people)}
        yield build_world(given, [__name__, request.module.__name__], used)


@pytest.fixture
def own(db: None) -> Callable[[Any], Any]:
    """A function that copies what the module created. Copies of one test refer to one another."""
    from league.tournaments.queries import standings_cache

    for kept in vars(standings_cache).values():  # primary key and revision are equal again after a rollback
        getattr(kept, "cache_clear", bool)()
    return partial(deepcopy, memo={})


@pytest.fixture
def club(world: dict[str, Any], own: Callable[[Any], Any]) -> Club:
    copy: Club = own(world["club"])
    return copy


@pytest.fixture
def morag(club: Club) -> Account:
    from league.accounts.models import Account

    return Account.objects.select_related("player").get(player__name="Morag")


@pytest.fixture
def hamish(club: Club) -> Account:
    from league.accounts.models import Account

    return Account.objects.select_related("player").get(player__name="Hamish")


@pytest.fixture
def bots(club: Club) -> People:
    from tests.league.tournaments.factories import builtin_bots

    return builtin_bots


@pytest.fixture
def event(club: Club, people: People) -> Event:
    from tests.league.tournaments.factories import drafting

    return drafting(club, people)


@pytest.fixture
def as_hamish(hamish: Account) -> Client:
    from tests.factories import browser_of

    return browser_of(hamish)


@pytest.fixture
def as_senga(senga: Account) -> Client:
    from tests.factories import browser_of

    return browser_of(senga)


@shared
def running(event: Event) -> Tournament:
    """A double round robin of five people whose first round is played."""
    from league.tournaments.services.lifecycle import start
    from tests.league.tournaments.factories import play_open_legs

    tournament = start(tournament=event(5, format_options={"cycles": 2}), by=None)
    play_open_legs(tournament)
    tournament.refresh_from_db()
    return tournament


@shared
def hall(event: Event) -> Tournament:
    """Two tables of three."""
    from league.tournaments.services.lifecycle import start

    return start(tournament=event(6, format="table-round-robin"), by=None)


@shared
def tables(event: Event) -> Tournament:
    """A round of three tables of four."""
    from league.tournaments.services.lifecycle import start

    return start(tournament=event(12, format="table-round-robin", format_options={"largest": 4}), by=None)


@shared
def season(club: Club) -> Tournament:
    """A season of club nights."""
    from tests.league.tournaments.factories import club_nights

    return club_nights(club)


@pytest.fixture
def link(hall: Tournament) -> TableLink:
    """The link of the first of them."""
    from tests.league.tournaments.phones import laid

    return laid(hall)[0]
