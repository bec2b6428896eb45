"""The figures beside the rules, and the picture of each game."""

import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from engine.core import registry
from games.matches.presenters import rules_of
from league.common.rule_figures import FIGURES, PICTURES, figures_of, picture_of
from league.common.templatetags.pieces import game_sheet, picture_sheet, rule_figures


def pieces_in(drawing: str) -> set[str]:
    return set(re.findall(r'href="#([^"]+)"', drawing))


@pytest.mark.parametrize(("game", "anchor"), FIGURES)
def test_a_figure_is_drawn_from_the_pieces_of_its_game(game: str, anchor: str) -> None:
    for figure in rule_figures(game, anchor):
        root = ElementTree.fromstring(figure)
        assert root.get("aria-label")
        assert "style" not in {name for element in root.iter() for name in element.attrib}
        assert pieces_in(figure) <= set(re.findall(r'id="([^"]+)"', game_sheet(game)))


@pytest.mark.parametrize(("game", "anchor"), FIGURES)
def test_a_figure_says_what_it_shows_in_each_language(game: str, anchor: str) -> None:
    english = figures_of(game, anchor)
    with translation.override("pt-br"):
        assert set(figures_of(game, anchor)).isdisjoint(english)


@pytest.mark.parametrize("game", registry.games())
def test_every_figure_stands_beside_a_part_of_its_rules(game: str) -> None:
    rules = rules_of(registry.game(game))
    assert rules is not None
    anchors = {part.chapter.anchor for part in rules.parts}
    assert {anchor for one, anchor in FIGURES if one == game} <= anchors


@pytest.mark.parametrize("game", PICTURES)
def test_a_picture_of_a_game_is_made_of_its_pieces(game: str) -> None:
    ElementTree.fromstring(picture_of(game))
    assert pieces_in(picture_of(game)) <= set(re.findall(r'id="([^"]+)"', picture_sheet(game)))


@pytest.mark.django_db
@pytest.mark.parametrize("game", registry.games())
def test_the_rules_and_the_game_show_their_figures(client: Client, game: str) -> None:
    page = client.get(reverse("matches:rules", args=[game])).content.decode()
    assert page.count('class="turn figure') == sum(len(draw) for (one, _), draw in FIGURES.items() if one == game)
