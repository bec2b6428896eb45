"""The rules of a game on its own page, from the file that holds them."""

import os
import re
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from django.test import Client
from django.urls import reverse

from engine.core import registry
from engine.core.game import Game
from games.matches.presenters import rules_of
from league.common.drawing.lords import NAMES as NAMES_OF_CLANS
from league.common.guides import Part
from tests.example_games import translated_games

ROOT = Path(__file__).resolve().parents[3]
SHAPE = re.compile(r'<(?:table|tr|td|th|li|h3|pre|p|strong|em)\b|id="ruling-\d+"')
NAMES = re.compile(r"<code>([a-z_0-9-]+)</code>")  # of options and their values, which are the same in every language
WHIST = cast(Game, SimpleNamespace(slug="whist", name="Whist"))  # a game of which nobody has written the rules


@pytest.mark.parametrize("game", registry.games().values(), ids=lambda game: game.slug)
def test_every_game_has_a_page_of_rules_that_its_own_page_links_to_once_they_are_written(
    db: None, client: Client, game: Game
) -> None:
    address = reverse("matches:rules", args=[game.slug])
    page = client.get(address).content.decode()
    assert f"Rules of {game.name}".replace("'", "&#x27;") in page
    assert (address in client.get(reverse("matches:game", args=[game.slug])).content.decode()) == bool(rules_of(game))
    assert ("No rules yet" in page) != bool(rules_of(game))


@pytest.mark.parametrize(("slug", "rulings"), [("highland-clans", 19), ("kings-kilt", 8), ("lords-of-scotland", 25)])
def test_the_three_games_have_rules_and_every_ruling_has_an_address(
    db: None, client: Client, slug: str, rulings: int
) -> None:
    page = client.get(reverse("matches:rules", args=[slug])).content.decode()
    assert [number for number in range(1, rulings + 1) if f'id="ruling-{number}"' not in page] == []


@pytest.mark.parametrize("game", translated_games(), ids=lambda game: game.slug)
def test_the_rules_in_portuguese_have_every_part_table_and_ruling_of_the_english_ones(game: Game) -> None:
    english, portuguese = rules_of(game), rules_of(game, language="pt-br")
    assert english is not None
    assert portuguese is not None
    assert (english.language, portuguese.language) == ("en-gb", "pt-br")
    assert [anchors(one) for one in english.parts] == [anchors(one) for one in portuguese.parts]
    for one, other in zip(english.parts, portuguese.parts, strict=True):
        assert one.chapter.title != other.chapter.title
        assert SHAPE.findall(one.html) == SHAPE.findall(other.html)
        assert sorted(NAMES.findall(one.html)) == sorted(NAMES.findall(other.html))


def anchors(part: Part) -> list[str]:
    return [part.chapter.anchor, *(one.anchor for one in part.below)]


def test_the_page_of_rules_is_in_the_language_of_its_reader(db: None, client: Client) -> None:
    address = reverse("matches:rules", args=["lords-of-scotland"])
    page = client.get(f"{address}?language=pt-br").content.decode()
    assert 'class="rules" lang="pt-br"' in page
    assert "Sectário" in page
    assert "Supporter" in client.get(f"{address}?language=en-gb").content.decode()


def test_without_rules_in_portuguese_a_page_shows_the_english_ones_and_says_so(db: None, client: Client) -> None:
    page = client.get(reverse("matches:rules", args=["whin"]), {"language": "pt-br"}).content.decode()
    assert "Regras de Whin" in page
    assert 'class="rules" lang="en-gb"' in page
    assert '<ol lang="en-gb">' in page


def test_a_game_that_is_not_there_has_no_rules(client: Client) -> None:
    for slug in ("whist", "..", "README"):
        assert client.get(f"/games/{slug}/rules/").status_code == 404


@pytest.mark.parametrize("language", ["en-gb", "pt-br"])
def test_each_row_of_the_powers_begins_with_the_card_of_its_clan(db: None, client: Client, language: str) -> None:
    address = reverse("matches:rules", args=["lords-of-scotland"])
    page = client.get(address, {"language": language}).content.decode()
    rows = re.findall(r'<td><span class="who">.*?href="#card-([a-z]+)".*?</span>([A-Za-z]+)</span></td>', page)
    assert dict(rows) == NAMES_OF_CLANS


def test_a_file_that_was_changed_is_read_again(tmp_path: Path) -> None:
    assert rules_of(WHIST, folder=tmp_path) is None
    file = tmp_path / "rules.en.md"
    file.write_text("# Whist\n\nFor four.")
    first = rules_of(WHIST, folder=tmp_path)
    assert first is not None
    assert first is rules_of(WHIST, folder=tmp_path)
    file.write_text("# Whist\n\nFor three.")
    os.utime(file, ns=(1, 1))
    second = rules_of(WHIST, folder=tmp_path)
    assert second is not None
    assert "For three." in second.intro
