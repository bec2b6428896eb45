"""Items 6, 7 and 11: every form that a page offers is sent back with what does harm where a site is careless.

No answer takes a text for a part of the page, no value breaks the site, no field that the form lacks changes anything,
and no file is taken that is far too large or has an odd name.
"""

import re
from collections.abc import Iterator, Mapping
from http.cookies import SimpleCookie
from ipaddress import IPv6Network
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.contrib import messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.forms import CharField, ChoiceField
from django.forms import Form as DjangoForm
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from league.accounts.models import Account, Player
from league.clubs.models import Club, Membership
from league.ratings.models import Rating
from league.results.models import Report, Result
from league.tournaments.models import Tournament
from tests.factories import PASSWORD
from tests.games.bots.factories import GAME
from tests.permissions.world import World, a_world, cookies_of
from tests.security.forms import Form, offered
from tests.security.payloads import ALL, SCRIPT, SHORT, harm_in
from tests.security.tainted import furnish
from tests.security.walk import text_of

pytestmark = pytest.mark.django_db
LEAST_FORMS = 90
LEAST_FILES = 4
LEAST_VALUES = 400
RUN_BY_BROWSERS = "<!doctype html><script>xss(1)</script>"
NAMES = ("../../../etc/passwd", "..\\..\\boot.ini", "/etc/passwd", "a\x00.py", "x.html", '"><xss>.py', "con", "." * 300)
NUMBERS = ("32768", "2147483648", "9" * 19, "-1")  # beyond each integer column
BEYOND_ALL = 3001
SOMEWHERE = iter(IPv6Network("2001:db8::/32").subnets(new_prefix=64))  # each request from another home
EXTRA = {
    "is_staff": "on", "is_superuser": "on", "is_active": "", "email_confirmed_at": "2026-01-01", "owner": "1",
    "owner_id": "1", "account": "1", "account_id": "1", "club": "1", "club_id": "1", "kind": "bot", "id": "1",
    "pk": "1", "merged_into": "1", "rating": "9999000", "role": "owner", "status": "finished", "public_id": "2" * 12,
    "by": "1", "user": "1", "is_admin": "1", "entered_by": "1", "rates_play": "on", "anonymised_at": "2026-01-01",
}  # fmt: skip
NOT_ON_A_PAGE = {
    "ending": "a choice on a score sheet",
    "held": "hidden: a file, packed",
    "key": "hidden: the key of a score sheet",
    "mode": "hidden: whether a score sheet has scores or places",
    "player": "a choice in each line of a score sheet, with the number of the line",
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


class Sent(NamedTuple):
    """An answer: its status, whether the site took what was sent, how everything stands then, and what is said."""

    status: int
    is_taken: bool
    standing: Mapping[str, list[Any]]
    said: str


@pytest.mark.long
@pytest.mark.timeout(900)
def test_every_form_withstands_markup_values_beyond_its_bounds_and_fields_it_lacks(settings: Settings) -> None:
    settings.WEBHOOK_HOSTS = ["hooks.example.org"]  # or there would be no form for one
    world = a_world(is_public=True)
    Account.objects.filter(pk=world.morag.pk).update(email_confirmed_at=timezone.now())  # or there would be no uploads
    furnish(world)
    wrong, fields, forms, files, values = [], set(), 0, 0, 0
    for role, address, form in offered(world):
        forms += 1
        fields |= form.texts
        if form.files:
            files += 1
            wrong += [f"{address}: {fault}" for fault in taken_as_files(world, role, address)]
        wrong += [f"{address}: {fault}" for fault in markup_in_answers(world, role, address, form)]
        filled = form.filled(PASSWORD) | {name: "somebody@example.org" for name in form.texts if "mail" in name}
        plain = sent(world, role, form.method, address, filled, compare=form.method == "post")
        if plain.status == 405:
            continue  # a form that is only shown
        if form.method == "post":
            wrong += [
                f"{address}: {fault}" for fault in changed_by_more_fields(world, role, address, form, filled, plain)
            ]
        for fault in broken_by_values(world, role, address, form, filled):
            values += 1
            wrong += [f"{address}: {fault}"] if fault else []
    assert not wrong, "\n" + "\n".join(dict.fromkeys(wrong))
    assert forms > LEAST_FORMS
    assert files >= LEAST_FILES
    assert values > LEAST_VALUES
    missing = sorted(declared() - fields - set(NOT_ON_A_PAGE))
    assert not missing, f"No page of the table offers these texts: {missing}"


def test_who_joins_becomes_nothing_more_than_a_member() -> None:
    filled = {"name": "Hamish", "email": "hamish@example.org", "password": PASSWORD}
    assert Client().post("/sign-up/", EXTRA | filled).status_code == 302
    hamish = Account.objects.get(email="hamish@example.org")
    assert (hamish.is_staff, hamish.is_superuser, hamish.email_confirmed_at) == (False, False, None)
    assert hamish.is_active
    assert hamish.player.kind == "person"


def sent(
    world: World,
    role: str,
    method: str,
    address: str,
    data: Mapping[str, str],
    *,
    follow: bool = False,
    compare: bool = False,
) -> Sent:
    """Send a form; the world stays as it was. `compare` also reads how everything stands then."""
    world.browser.cookies = SimpleCookie(cookies_of(world, role))
    with transaction.atomic():
        send = world.browser.post if method == "post" else world.browser.get
        answer = send(address, dict(data), REMOTE_ADDR=str(next(SOMEWHERE)[1]))
        said = text_of(answer)
        is_refused = any(one.level >= messages.WARNING for one in messages.get_messages(answer.wsgi_request))
        stands = standing() if compare else {}
        if follow and answer.status_code == 302:
            said += text_of(world.browser.get(answer["Location"]))
        transaction.set_rollback(True)
    return Sent(answer.status_code, answer.status_code == 302 and not is_refused, stands, said)


def markup_in_answers(world: World, role: str, address: str, form: Form) -> Iterator[str]:
    """What an answer, or the page that it leads to, takes for a part of itself."""
    if not form.texts:
        return
    for typed in (ALL, SHORT, SCRIPT):
        yield from harm_in(sent(world, role, form.method, address, form.filled(typed), follow=True).said)
    if form.method == "post":
        yield from harm_in(sent(world, role, "get", address, dict.fromkeys(form.texts, ALL)).said)


def changed_by_more_fields(
    world: World, role: str, address: str, form: Form, filled: Mapping[str, str], plain: Sent
) -> Iterator[str]:
    """Where fields that the form lacks make a difference to `plain`, the answer without them."""
    strange = {name: value for name, value in EXTRA.items() if name not in form.names}
    more = sent(world, role, "post", address, {**strange, **filled}, compare=True)
    if (plain.status, plain.standing) != (more.status, more.standing):
        yield "fields that it lacks change something"


def taken_as_files(world: World, role: str, address: str) -> Iterator[str]:
    """What becomes of files that are far too large, or none of the right kind, sent by a program without rules."""
    rest = {"name": "Grouse", "games": GAME, "about": "list"}
    with transaction.atomic():
        world.browser.cookies = SimpleCookie(cookies_of(world, role))
        large = world.browser.post(address, {**rest, "file": SimpleUploadedFile("x.txt", b"x" * 12_000_000)})
        if large.status_code not in {200, 400, 413} or 'class="' not in text_of(large) or "x" * 1000 in text_of(large):
            yield f"{large.status_code} for a large file"
        for name in NAMES:
            head = f'name="file"; filename="{name}"\r\nContent-Type: text/html\r\n\r\n{RUN_BY_BROWSERS}'
            parts = [*(f'name="{field}"\r\n\r\n{value}' for field, value in rest.items()), head]
            body = "".join(f"--edge\r\nContent-Disposition: form-data; {part}\r\n" for part in parts) + "--edge--\r\n"
            answer = world.browser.generic("POST", address, body.encode(), "multipart/form-data; boundary=edge")
            said = text_of(answer)
            if answer.status_code not in {200, 302, 400, 409} or "<xss" in said or "<script>xss" in said:
                yield f"{answer.status_code} for a file {name!r}"
        transaction.set_rollback(True)


def standing() -> dict[str, list[Any]]:
    """Who may do what, and whose everything is, without the ids of new rows."""
    accounts = Account.objects.order_by("email")
    return {
        "accounts": list(accounts.values_list("email", "is_staff", "is_superuser", "is_active", "email_confirmed_at")),
        "players": sorted(
            map(str, Player.objects.values_list("kind", "account__email", "owner__email", "merged_into_id"))
        ),
        "members": sorted(map(str, Membership.objects.values_list("club__slug", "role", "player__account__email"))),
        "clubs": sorted(map(str, Club.objects.values_list("is_public", "slug"))),
        "events": sorted(map(str, Tournament.objects.values_list("status", "club_id", "name"))),
        "ratings": sorted(map(str, Rating.objects.values_list("player_id", "value"))),
        "ledger": sorted(map(str, Result.objects.values_list("pool_id", "number", "how"))),
        "reports": sorted(map(str, Report.objects.values_list("status", "how"))),
    }


def broken_by_values(world: World, role: str, address: str, form: Form, filled: Mapping[str, str]) -> Iterator[str]:
    """For each value that is tried in a field: how it broke the site, or nothing."""
    for name in fields_of(form):
        for values in too_much(form, name):
            for value in values:
                answer = sent(world, role, form.method, address, {**filled, name: value})
                broken = f"{name}: {answer.status} for {len(value)} characters, {value[:20]!r}"
                yield broken if answer.status >= 500 else ""
                if answer.is_taken:
                    break


def fields_of(form: Form) -> list[str]:
    """The fields to try: one of those that differ in a number, and not the mark of CSRF, which is off in tests."""
    names = [name for name in (*form.fixed, *sorted(form.texts)) if name != "csrfmiddlewaretoken"]
    kinds = {re.sub(r"\d+", "1", name): name for name in names}
    return list(kinds.values())


def too_much(form: Form, name: str) -> Iterator[list[str]]:
    """Values that a column may not hold, as far as the form lets them through, and those just beyond the form.

    A list goes from the longest down: what takes one of them takes the shorter ones, too.
    """
    yield ["a\0b"]
    if form.method == "get":
        return
    tail = "@example.org" if "mail" in name else ""
    bound = form.longest.get(name)
    is_kept_as_it_is = name not in form.fixed and "password" not in name
    sizes = [bound, bound + 1] if bound else [n + 1 for n in lengths()] if is_kept_as_it_is else [BEYOND_ALL]
    yield ["w" * (size - len(tail)) + tail for size in sorted(sizes, reverse=True)]
    if name in form.fixed:
        is_number = form.fixed[name].lstrip("-").isdecimal() or not form.fixed[name]
        yield from ([number] for number in (NUMBERS if is_number else NUMBERS[2:3]))


def lengths() -> list[int]:
    """The lengths of all bounded columns."""
    found = {getattr(one, "max_length", None) for model in apps.get_models() for one in model._meta.concrete_fields}
    return sorted(length for length in found if length and length > 12)


SAMPLES = {"SampleForm", "SampleFilter"}  # of the design page, which take nothing


def declared() -> set[str]:
    """The names of all text fields of all forms."""
    found, waiting = set(), [DjangoForm]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind.__module__.startswith(("league.", "games.")) and kind.__name__ not in SAMPLES:
            texts = getattr(kind, "base_fields", {}).items()
            found |= {name for name, one in texts if isinstance(one, CharField) and not isinstance(one, ChoiceField)}
    return found
