"""A Swiss for two names the rules it is paired by, and its tie-breaks by ratings keep those from before its start."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from league.competition.formats.swiss import EDITION, NEWER_EDITION
from league.ratings.queries import current_ratings
from league.ratings.services import fold_pool
from league.tournaments.presenters.overview import rules_of
from league.tournaments.queries.standings_cache import key_of, ratings_at_start, sheet_of
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.league.tournaments.factories import Event, play_open_legs, play_out

pytestmark = pytest.mark.django_db


def test_overview_and_prints_name_the_edition(event: Event, client: Client) -> None:
    for format_, named in (("swiss", True), ("round-robin", False)):
        begun = start(tournament=event(4, format=format_, pace="round"), by=None)
        address = [begun.public_id, begun.slug]
        overview = client.get(reverse("tournaments:tournament", args=address)).content.decode()
        assert (EDITION in overview, NEWER_EDITION in overview) == (named, named)
        for there in (
            reverse("tournaments:print-standings", args=address),
            reverse("tournaments:print-pairings", args=[*address, 1]),
            reverse("tournaments:print-seats", args=[*address, 1]),
        ):
            assert (EDITION in client.get(there).content.decode()) == named


def test_a_swiss_from_before_the_seat_could_be_chosen_has_it_by_lot(event: Event) -> None:
    begun = event(4, format="swiss")
    del begun.format_options["first_seat"]
    begun.save()
    assert "at random" in [rule.name for rule in rules_of(begun)]


def test_ratings_are_from_before_the_start(event: Event, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    first = start(tournament=event(4), by=None)
    play_out(first)
    chosen = {"format": "swiss", "pace": "round", "tiebreaks": ("average-opponents-rating", "performance-rating")}
    draft = event(1, name="Winter Swiss", **chosen)
    enter_players(tournament=draft, players=[entry.player for entry in first.entries.all()], by=None)
    fold_pool(pool_id=draft.pool_id)
    entries = dict(draft.entries.values_list("number", "player"))
    rated = dict(current_ratings().filter(fold__pool=draft.pool_id).values_list("player", "value"))
    before = {number: round(rated[player] / 1000) for number, player in entries.items() if player in rated}
    assert len(set(before.values())) > 1
    assert ratings_at_start(draft) == before
    begun = start(tournament=draft, by=None)
    play_open_legs(begun)
    fold_pool(pool_id=draft.pool_id)
    with django_assert_num_queries(1):
        assert ratings_at_start(begun) == before
    begun.refresh_from_db()
    for row in sheet_of(begun).rows:
        for meeting in sheet_of(begun).scores.meetings(row.entry):
            assert row.tiebreaks[0] == before.get(meeting.opponent, 1500)


def test_ratings_that_are_calculated_late_change_the_tie_breaks_at_once(
    event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = start(tournament=event(4), by=None)
    play_out(first)
    chosen = {"format": "swiss", "pace": "round", "tiebreaks": ("average-opponents-rating",)}
    draft = event(1, name="Winter Swiss", **chosen)
    enter_players(tournament=draft, players=[entry.player for entry in first.entries.all()], by=None)
    begun = start(tournament=draft, by=None)
    play_open_legs(begun)
    begun.refresh_from_db()
    before = sheet_of(begun)
    assert {row.tiebreaks[0] for row in before.rows if before.scores.meetings(row.entry)} == {1500}
    fold_pool(pool_id=draft.pool_id)
    after = sheet_of(begun)
    assert {row.tiebreaks[0] for row in after.rows} != {row.tiebreaks[0] for row in before.rows}
    assert key_of(begun, after) != key_of(begun, before)
    with django_assert_num_queries(1):
        assert sheet_of(begun) is after
