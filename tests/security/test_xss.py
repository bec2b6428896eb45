"""Items 6 and 7: whatever anybody typed, nobody's browser takes it for a part of a page, or runs it by itself."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.forms import CharField, ChoiceField, Form
from django.http.response import HttpResponseBase
from django.test import Client
from pytest_django import Settings

from tests.permissions.rows import Row
from tests.permissions.table import TABLE
from tests.permissions.test_permissions import cookies_of
from tests.permissions.world import World, a_world
from tests.security.payloads import ALL, ELSEWHERE, MARK, PAYLOADS, SCRIPT, SHORT, harm_in
from tests.security.tainted import furnish, taint, text_fields
from tests.security.walk import Answered, address_of, answers, is_page, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]
HARMLESS_KINDS = {"text/plain", "text/csv", "text/calendar", "application/json", "application/problem+json"}
FEW_PAGES = 30  # on so many at least a payload is to be read, or nothing was tried
LEAST_FORMS = 25


@pytest.mark.long
@pytest.mark.parametrize("typed", [ALL, ELSEWHERE], ids=["all", "elsewhere"])
def test_no_page_takes_what_was_typed_for_a_part_of_itself_and_nothing_else_is_what_a_browser_runs(typed: str) -> None:
    world = a_world(is_public=True)
    furnish(world)
    rows = taint(typed)
    empty = sorted(name for name, count in rows.items() if not count)
    wrong: list[str] = []
    shown: set[str] = set()
    kinds: dict[str, set[str]] = {}
    for one in everybody_reads(world):
        said = text_of(one.answer)
        if is_page(one.answer):
            shown |= {one.row.route} if MARK in said else set()
            wrong += [f"{one.row} for {one.role}: {harm}" for harm in harm_in(said)]
        elif MARK in said:
            kinds.setdefault(one.answer.headers["Content-Type"].partition(";")[0], set()).add(one.row.route)
            wrong += [] if is_left_as_it_is(one.answer) else [f"{one.row} for {one.role} may be run"]
    assert not wrong, "\n" + "\n".join(dict.fromkeys(wrong))
    assert len(shown) > FEW_PAGES, sorted(shown)
    assert {"text/csv", "text/calendar", "application/json"} <= set(kinds) <= HARMLESS_KINDS, kinds
    assert kinds["text/csv"] == {"tournaments:table-out"}, "Have its cells tried in test_csv"
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
EILIDH = "eilidh"
HERS = ("bots:", "records:", "play:", "daily-report:", "matches:")


def everybody_reads(world: World) -> Iterator[Answered]:
    """What the owner reads, an operator where the owner may not, and Eilidh of what is hers."""
    rows = [row for row in TABLE if row.method == "GET"]
    for one in answers(world, "owner", rows=rows):
        yield one
        if one.answer.status_code != 200:
            yield from answers(world, "operator", rows=[one.row])
    world.askers[EILIDH] = world.eilidh
    yield from answers(world, EILIDH, rows=[row for row in rows if row.route.startswith(HERS)])


@pytest.mark.long
def test_the_answer_to_a_form_takes_no_part_of_it_for_its_own(settings: Settings) -> None:
    """Every form that a page offers is sent back with payloads in each of its texts."""
    settings.WEBHOOK_HOSTS = ["hooks.example.org"]  # or there would be no form for one
    world = a_world(is_public=True)
    furnish(world)
    wrong, sent, fields = [], set(), set()
    for row, role, page in pages(world):
        for form in forms_of(page):
            address = form["action"] or address_of(world, row).partition("?")[0]
            if not form["texts"] or (address, form["about"]) in sent:
                continue
            sent.add((address, form["about"]))
            fields |= form["texts"]
            for typed in (ALL, SHORT, SCRIPT):
                filled = {**form["fixed"], **dict.fromkeys(form["texts"], typed)}
                for answer in answered(world, role, address, filled, form["texts"]):
                    wrong += [f"{address}: {harm}" for harm in harm_in(text_of(answer))]
    assert not wrong, "\n" + "\n".join(dict.fromkeys(wrong))
    assert len(sent) > LEAST_FORMS
    missing = sorted(declared() - fields - set(NOT_ON_A_PAGE))
    assert not missing, f"No page of the table offers these texts: {missing}"


NOT_ON_A_PAGE = {
    "ending": "a choice on a score sheet",
    "held": "hidden: a file, packed",
    "key": "hidden: the key of a score sheet",
    "mode": "hidden: whether a score sheet has scores or places",
    "order": "hidden: players of a score sheet who share a place, in order",
    "code_page": "hidden: how the bytes of a list were read",
    "read_as": "a button of the preview of a list",
    "seen": "hidden: what was seen of a round",
    "who": "hidden: an entry",
    "to": "hidden: a table",
    "why": "asked once a change of a round was sent",
    "divisions": "in the second step of a league's form, which the first one leads to",
    "season": "likewise",
}
"""Texts of forms that no page which the owner reads in this world offers, and where they stand."""


def declared() -> set[str]:
    """The names of all text fields of all forms."""
    found, waiting = set(), [Form]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind.__module__.startswith(("league.", "games.")) and "design_samples" not in kind.__module__:
            texts = getattr(kind, "base_fields", {}).items()
            found |= {name for name, one in texts if isinstance(one, CharField) and not isinstance(one, ChoiceField)}
    return found


def pages(world: World) -> Iterator[tuple[Row, str, str]]:
    """Every page that the owner reads, Eilidh's own, and those on which a visitor fills in a form."""
    world.askers[EILIDH] = world.eilidh
    readers = [row for row in TABLE if row.method == "GET"]
    own = [row for row in readers if row.route.startswith(HERS)]
    visited = [row for row in readers if row.route.startswith("members:")]
    for role, rows in (("owner", readers), (EILIDH, own), ("anonymous", visited)):
        for one in answers(world, role, rows=rows):
            if is_page(one.answer) and one.answer.status_code == 200:
                yield one.row, role, text_of(one.answer)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, Any]] = []
        self._is_in = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_in = True
            action, method = said.get("action", ""), said.get("method", "get").lower()
            self.found.append(
                {"action": action, "method": method, "texts": set(), "fixed": {}, "about": "", "longest": {}}
            )
        elif self._is_in and tag in {"input", "textarea", "select", "button"} and said.get("name"):
            self._take(tag, said)

    def handle_endtag(self, tag: str) -> None:
        self._is_in = self._is_in and tag != "form"

    def _take(self, tag: str, said: dict[str, str]) -> None:
        form, kind = self.found[-1], said.get("type", "text")
        form["about"] += f" {said['name']}"
        if said.get("maxlength", "").isdigit():
            form["longest"][said["name"]] = int(said["maxlength"])
        if tag == "textarea" or (tag == "input" and kind in {"text", "search", "email", "url", "password"}):
            form["texts"].add(said["name"])
        elif tag == "input" and kind in {"hidden", "radio", "checkbox", "number", "date"}:
            form["fixed"].setdefault(said["name"], said.get("value", "on"))


def forms_of(page: str) -> list[dict[str, Any]]:
    """Return the forms of a page: their targets, their text fields, and the values of the other fields."""
    reader = _Forms()
    reader.feed(page)
    return reader.found


def answered(
    world: World, role: str, address: str, data: dict[str, Any], texts: set[str]
) -> Iterator[HttpResponseBase]:
    """What somebody is answered, and what they are led on to; the world stays as it was."""
    world.browser.cookies = SimpleCookie(cookies_of(world, role))
    with transaction.atomic():
        answer = world.browser.post(address, data)
        yield answer
        yield world.browser.get(address, {name: value for name, value in data.items() if name in texts})
        if answer.status_code == 302:
            yield world.browser.get(answer["Location"])
        transaction.set_rollback(True)


@pytest.mark.long
def test_an_operator_reads_what_was_typed_in_the_admin() -> None:
    world = a_world(is_public=True)
    furnish(world)
    taint()
    browser = Client(raise_request_exception=False)
    operator = world.askers["operator"]
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
