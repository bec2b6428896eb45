"""Which tie-breaks a new tournament is offered: at tables of several sizes none that their sizes or a bye change."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from league.clubs.models import Club
from league.competition.formats import format_named, formats
from league.competition.stages import as_knockout
from league.competition.tiebreaks import tiebreak_named
from league.tournaments.models import Tournament
from league.tournaments.suggested_settings import tiebreaks_for
from tests.league.tournaments.doors import text_of
from tests.league.tournaments.wizard import as_proposed, second_step

pytestmark = pytest.mark.django_db

OF_SEVERAL_SIZES = ("table-swiss", "table-round-robin", "club-evenings")
PROPOSED = {
    "swiss": ("buchholz-cut-1", "buchholz", "sonneborn-berger", "wins", "lot"),
    "round-robin": ("direct-encounter", "sonneborn-berger", "wins", "game-points"),
    "table-swiss": ("opponents-mean-score", "direct-encounter", "lot"),
    "table-round-robin": ("direct-encounter", "sonneborn-berger-per-opponent", "lot"),
    "club-evenings": ("opponents-mean-score", "lot"),
}


@pytest.mark.parametrize("chosen", formats())
def test_every_format_has_a_proposal_of_tiebreaks_that_exist(chosen: str) -> None:
    proposed = tiebreaks_for(format_named(chosen))
    assert proposed == PROPOSED.get(chosen, ())
    assert [tiebreak_named(slug).slug for slug in proposed] == list(proposed)
    assert bool(proposed) is (as_knockout(format_named(chosen)) is None)


@pytest.mark.parametrize("chosen", OF_SEVERAL_SIZES)
def test_at_tables_of_several_sizes_no_sum_over_opponents_or_games_is_proposed(chosen: str) -> None:
    sums = {"buchholz", "sonneborn-berger", "wins", "games-won", "game-points", "koya", "progressive"}
    assert not [slug for slug in tiebreaks_for(format_named(chosen)) if re.sub(r"-cut-\d$", "", slug) in sums]


@pytest.mark.parametrize("chosen", PROPOSED)
def test_the_wizard_offers_them_in_their_order(as_morag: Client, club: Club, chosen: str) -> None:
    offered = as_proposed(text_of(as_morag.get(second_step(club, format=chosen))))
    inside = [slug for name, slug in sorted(offered.items()) if name.startswith("tiebreak-")]
    assert tuple(filter(None, inside)) == PROPOSED[chosen]


@pytest.mark.parametrize("chosen", PROPOSED)
def test_a_tournament_that_is_made_without_a_choice_has_them(event: Callable[..., Tournament], chosen: str) -> None:
    assert tuple(event(4, format=chosen).tiebreaks) == PROPOSED[chosen]
