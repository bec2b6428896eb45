"""The design system's page is the model of every page: nothing inline, headings in order, every field labelled."""

import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from django.core.paginator import Paginator
from django.template import Context, Template
from django.test import Client, RequestFactory

from league.common.templatetags.design import page_numbers, rise_or_fall, signed, without


class Reader(HTMLParser):
    """Collects what a page must not have, and the order of its headings."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.styled: list[str] = []
        self.ids: list[str] = []
        self.headings: list[int] = []
        self.scripts: list[dict[str, str | None]] = []
        self.unlabelled: list[str] = []
        self.labels = set(re.findall(r'<label for="([^"]+)"', page))
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.styled += [f"{tag} {name}" for name in given if name == "style" or name.startswith("on")]
        if tag == "style":
            self.styled.append(tag)
        if tag == "script":
            self.scripts.append(given)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if (
            tag in ("input", "select", "textarea")
            and given.get("type") != "hidden"
            and given.get("id") not in self.labels
        ):
            self.unlabelled.append(str(given.get("name")))


@pytest.fixture
def shown(client: Client) -> str:
    answer = client.get("/design")
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_has_no_style_and_no_script_within(shown: str) -> None:
    reader = Reader(shown)
    assert reader.styled == []
    assert all(script.get("src") for script in reader.scripts)


def test_its_headings_descend_step_by_step(shown: str) -> None:
    headings = Reader(shown).headings
    assert headings[0] == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(headings))


def test_every_field_has_its_label(shown: str) -> None:
    assert [name for name in Reader(shown).unlabelled if name not in ("seats", "bruce")] == []


def test_it_names_its_language_and_landmarks(shown: str) -> None:
    assert '<html lang="en-gb" dir="ltr">' in shown
    assert all(landmark in shown for landmark in ('<main class="sheet" id="content"', "<header", "<nav", "<footer"))
    assert shown.index('class="skip"') < shown.index("<header")


def test_it_draws_every_clan(shown: str) -> None:
    for clan in ("Scott", "MakGill", "MacDonnell", "Wemyss", "Fergusson", "Forsyth", "Cockburn", "Cochrane", "Bruce"):
        assert re.search(rf'<text class="card-clan"[^>]*>{clan}</text>', shown)


@pytest.mark.parametrize("status", [400, 403, 404, 500, 503])
def test_a_fault_has_a_page_that_needs_no_database(status: int) -> None:
    words = Template(f'{{% include "{status}.html" %}}').render(Context())
    assert f"Error {status}" in words


@pytest.mark.parametrize(("change", "words"), [(12, "+12"), (-5, "\N{MINUS SIGN}5"), (0, "0"), (0.5, "+0.5")])
def test_a_change_has_its_sign(change: float, words: str) -> None:
    assert signed(change) == words
    assert rise_or_fall(change) == ("rise" if change > 0 else "fall" if change < 0 else "")


def test_a_long_table_offers_its_ends_and_its_neighbours() -> None:
    assert page_numbers(Paginator(range(1, 480), 40).page(6)) == [1, 0, 5, 6, 7, 0, 12]
    assert page_numbers(Paginator(range(3), 40).page(1)) == [1]


@pytest.mark.parametrize(
    ("address", "kind", "next_sort", "direction"),
    [
        ("/?page=3", "num", "-rating", ""),
        ("/?sort=-rating", "num", "rating", "descending"),
        ("/?sort=rating", "num", "-rating", "ascending"),
        ("/", "name", "rating", ""),
        ("/?sort=rating", "name", "-rating", "ascending"),
    ],
)
def test_a_column_sorts_both_ways_in_turn(address: str, kind: str, next_sort: str, direction: str) -> None:
    request = RequestFactory().get(address)
    head = Template(f'{{% load design %}}{{% sort_head "rating" "Rating" "{kind}" %}}')
    drawn = head.render(Context({"request": request}))
    assert f'href="?sort={next_sort}"' in drawn
    assert (f'aria-sort="{direction}"' in drawn) is bool(direction)


def test_it_leaves_the_club_out_of_a_name_on_the_pages_of_the_club() -> None:
    assert without("Lords of Scotland, people, Inverness", "Inverness") == "Lords of Scotland, people"
    assert without("Lords of Scotland, people", "Inverness") == "Lords of Scotland, people"
