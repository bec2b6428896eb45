"""The design system's page is the model of every page: nothing inline, headings in order, every field labelled."""

import pytest
from django.core.paginator import Paginator
from django.template import Context, Template
from django.test import RequestFactory

from league.common.templatetags.design import page_numbers, rise_or_fall, signed, without


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
