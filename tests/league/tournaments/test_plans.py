"""The plan of a new tournament: its contents, updates from the wizard's form, and the tie-breaks proposed."""

import re

import pytest
from django.test import Client

from league.clubs.models import Club
from league.common.drawing.schedules import NAME_TEXT
from league.competition.formats import format_named, formats
from league.competition.stages import as_knockout
from league.competition.tiebreaks import tiebreak_named
from league.tournaments.models import Tournament
from league.tournaments.presenters.plan_preview import MOST_PLAYERS, Planned, plan_of
from league.tournaments.suggested_settings import tiebreaks_for
from tests.league.tournaments.browser import as_proposed, second_step, text_of
from tests.league.tournaments.factories import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]

IN_PLACE = {"HX-Request": "true"}


def planned(slug: str, players: int, **options: int | str) -> Planned:
    defaults = {one.name: one.default for one in format_named(slug).options}
    return Planned(slug, defaults | options, players, 45, 2)


@pytest.mark.parametrize("slug", sorted(formats()))
@pytest.mark.parametrize("players", [4, 12, 150])
def test_every_format_has_a_plan_with_a_drawing_unless_the_field_is_large(slug: str, players: int) -> None:
    plan = plan_of(planned(slug, players))
    assert plan.fault or plan.facts[0][1] == str(players)
    assert plan.fault or bool(plan.rounds) == (players <= MOST_PLAYERS)


def test_in_a_round_robin_each_player_meets_all_others() -> None:
    facts = [figure for _label, figure in plan_of(planned("round-robin", 7)).facts]
    assert "6 of 6" in facts
    assert "7" in facts  # rounds


def test_the_second_step_shows_the_plan_and_draws_it_anew_without_making_anything(as_morag: Client, club: Club) -> None:
    address = second_step(club)
    page = text_of(as_morag.get(address))
    assert 'class="schedule"' in page
    answers = as_proposed(page) | {"name": "Spring", "format-rounds": "7"}
    drawn = text_of(as_morag.post(address, answers, headers=IN_PLACE))
    assert "<html" not in drawn
    assert drawn.count(NAME_TEXT) == 7  # the names of the rounds in the drawing
    assert not Tournament.objects.exists()


def test_the_first_step_shows_an_example_until_a_game_is_chosen(as_morag: Client, club: Club) -> None:
    address, _, known = second_step(club).partition("?")
    example = text_of(as_morag.get(f"{address}?kind=weekend&venue=paper&players=8", headers=IN_PLACE))
    chosen = text_of(as_morag.get(f"{address}?{known}", headers=IN_PLACE))
    assert 'class="schedule"' in text_of(as_morag.get(address, headers=IN_PLACE))
    assert 'class="schedule"' in example
    assert 'class="schedule"' in chosen
    assert "is an example" in example
    assert "is an example" not in chosen


@pytest.mark.parametrize("known", [{"kind": "everybody"}, {"kind": "", "format": "table-round-robin"}])
@pytest.mark.parametrize("game", ["", "highland-clans"])
def test_player_numbers_for_no_table_are_asked(as_morag: Client, club: Club, known: dict[str, str], game: str) -> None:
    asked = second_step(club, **known, game=game, players=2)
    assert as_morag.get(asked, headers=IN_PLACE).status_code == 200
    page = text_of(as_morag.get(asked))
    assert "data-keep-question" not in page  # of the second step
    assert 'class="schedule"' not in page
    assert not game or 'aria-invalid="true"' in page.partition('name="players"')[2].partition(">")[0]


@pytest.mark.parametrize("wrong", [{"game": "", "players": "abc"}, {"players": "abc"}, {"players": 1}])
def test_wrong_answers_have_no_plan_and_are_no_example(as_morag: Client, club: Club, wrong: dict[str, object]) -> None:
    plan = text_of(as_morag.get(second_step(club, **wrong), headers=IN_PLACE))
    assert 'class="schedule"' not in plan
    assert "is an example" not in plan
    assert "Choose a game" not in plan


def test_above_the_form_every_wrong_answer_has_a_link_to_its_field(as_morag: Client, club: Club) -> None:
    page = text_of(as_morag.get(second_step(club, game="", players=1)))
    summary = page.partition('role="alert"')[2].partition("<form")[0]
    assert [*re.findall('href="#([^"]+)"', summary)] == ["id_game", "id_players"]
    assert all(f'id="{name}"' in page for name in ("id_game", "id_players"))
    assert 'role="alert"' not in text_of(as_morag.get(second_step(club)))


def test_a_kind_that_does_not_exist_is_asked_again(as_morag: Client, club: Club) -> None:
    page = text_of(as_morag.get(second_step(club, kind="swiss", venue="in-person")))
    assert "Choose one of these." in page
    assert "Select a valid choice" not in page


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


@pytest.mark.parametrize("chosen", PROPOSED)
def test_the_wizard_offers_them_in_their_order(as_morag: Client, club: Club, chosen: str) -> None:
    offered = as_proposed(text_of(as_morag.get(second_step(club, format=chosen))))
    inside = [slug for name, slug in sorted(offered.items()) if name.startswith("tiebreak-")]
    assert tuple(filter(None, inside)) == PROPOSED[chosen]


@pytest.mark.parametrize("chosen", PROPOSED)
def test_a_tournament_that_is_made_without_a_choice_has_them(event: Event, chosen: str) -> None:
    assert tuple(event(4, format=chosen).tiebreaks) == PROPOSED[chosen]
