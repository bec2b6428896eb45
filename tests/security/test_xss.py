"""Items 6 and 7: whatever anybody typed, nobody's browser takes it for a part of a page, or runs it by itself.

Answers to forms are tested in test_forms.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.http.response import HttpResponseBase
from django.test import Client

from tests.permissions.table import TABLE
from tests.permissions.world import World, a_world
from tests.security.forms import EILIDH, HERS
from tests.security.payloads import ALL, ELSEWHERE, MARK, PAYLOADS, harm_in
from tests.security.tainted import furnish, taint, text_fields
from tests.security.walk import Answered, answers, is_page, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]
HARMLESS_KINDS = {
    "text/plain",
    "text/csv",
    "text/calendar",
    "application/json",
    "application/problem+json",
    "application/x-ndjson",
}
FEW_PAGES = 30  # on so many at least a payload is to be read, or nothing was tried


@pytest.mark.long
def test_no_page_takes_what_was_typed_for_a_part_of_itself_and_nothing_else_is_what_a_browser_runs() -> None:
    """Pages that show what was typed are read again with a text that is an address of another site at its start."""
    world = a_world(is_public=True)
    furnish(world)
    rows = taint(ALL)
    empty = sorted(name for name, count in rows.items() if not count)
    wrong: list[str] = []
    shown: list[Answered] = []
    kinds: dict[str, set[str]] = {}
    for one in everybody_reads(world):
        said = text_of(one.answer)
        if is_page(one.answer):
            shown += [one] if MARK in said else []
            wrong += [f"{one.row} for {one.role}: {harm}" for harm in harm_in(said)]
        elif MARK in said:
            kinds.setdefault(one.answer.headers["Content-Type"].partition(";")[0], set()).add(one.row.route)
            wrong += [] if is_left_as_it_is(one.answer) else [f"{one.row} for {one.role} may be run"]
    taint(ELSEWHERE)
    for shows in shown:
        for one in answers(world, shows.role, rows=[shows.row]):
            wrong += [f"{one.row} for {one.role}: {harm}" for harm in harm_in(text_of(one.answer))]
    assert not wrong, "\n" + "\n".join(dict.fromkeys(wrong))
    assert len({one.row.route for one in shown}) > FEW_PAGES
    assert {"text/csv", "text/calendar", "application/json"} <= set(kinds) <= HARMLESS_KINDS, kinds
    assert kinds["text/csv"] == {"tournaments:export-table"}, "Have its cells tried in test_csv"
    assert empty == sorted(NO_ROWS), f"Give these a row in tests/permissions, or say here why there is none: {empty}"


def is_left_as_it_is(answer: HttpResponseBase) -> bool:
    """Whether a browser takes it for what it says it is, under a name of one line."""
    return answer.headers["X-Content-Type-Options"] == "nosniff" and "\n" not in answer.headers.get(
        "Content-Disposition", ""
    )


NO_ROWS = {
    "contests.FinalDeal.refused_because": "a sentence of ours",
    "accounts.AnsweredRequest.body": "sent again as JSON to the program that was answered so: test_writing_by_api",
    "tournaments.Drawing.sentence": "a sentence of ours",
}
"""Columns of which this world has no row, and so none is read here."""


def everybody_reads(world: World) -> Iterator[Answered]:
    """What the owner reads, an operator where the owner may not, and Eilidh of what is hers."""
    rows = [row for row in TABLE if row.method == "GET"]
    for one in answers(world, "owner", rows=rows):
        yield one
        if one.answer.status_code != 200:
            yield from answers(world, "operator", rows=[one.row])
    world.users[EILIDH] = world.eilidh
    yield from answers(world, EILIDH, rows=[row for row in rows if row.route.startswith(HERS)])


@pytest.mark.long
def test_an_operator_reads_what_was_typed_in_the_admin() -> None:
    world = a_world(is_public=True)
    furnish(world)
    taint()
    browser = Client(raise_request_exception=False)
    operator = world.users["operator"]
    assert operator is not None
    browser.force_login(operator)
    wrong, seen = [], 0
    for model in admin_models():
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        first = model._default_manager.order_by("pk").last()
        for address in [base, *([f"{base}{first.pk}/change/", f"{base}{first.pk}/history/"] if first else [])]:
            said = text_of(browser.get(address))
            seen += MARK in said
            wrong += [f"{address}: {harm}" for harm in harm_in(said)]
    assert not wrong, "\n" + "\n".join(dict.fromkeys(wrong))
    assert seen > 10


def admin_models() -> Iterator[Any]:
    """Every model of ours that has pages in the admin."""
    from django.contrib import admin

    yield from (model for model in apps.get_models() if admin.site.is_registered(model) and model.__module__[:6] in
                {"league", "games."})  # fmt: skip


def test_a_new_text_of_a_model_is_tried_without_anybody_asking() -> None:
    names = {f"{field.model._meta.label}.{field.name}" for field in text_fields()}
    assert {"accounts.Player.name", "clubs.Club.summary", "contests.Contest.words", "results.Report.decision"} <= names
    assert len(names) > 30


def test_there_are_forty_payloads_and_each_is_noticed_where_it_is_let_in() -> None:
    assert len(PAYLOADS) >= 40
    wheres = ("{}", '<p title="{}">', "<p title='{}'>", "<p title={}>", '<a href="{}">', "<title>{}</title>",
              "<textarea>{}</textarea>", "<script>var a = {}</script>", "<style>{}</style>", "<!-- {} -->")  # fmt: skip
    missed = [one for one in PAYLOADS if not any(list(harm_in(where.format(one))) for where in wheres)]
    assert [one for one in missed if not re.search(r"xss3[6-9]|xss40|\[read\]|!\[x\]", one)] == []
    assert not list(
        harm_in('<p title="&lt;xss&gt;">&lt;xss1&gt; xss(2)</p><a href="/clubs/?next=//xss.example/">x</a>')
    )
