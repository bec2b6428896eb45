"""Every kind of user requests every route of the site, and one table lists the expected answers.

A route that is missing from the table fails here, and so does a row without a route.
"""

from collections.abc import Iterator, Sequence
from http.cookies import SimpleCookie

import pytest
from django.db import transaction
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.factories import browser_of
from tests.permissions.outcomes import ROLES, SIGN_IN, outcome_of
from tests.permissions.rows import Method, Row
from tests.permissions.table import PARTS, TABLE
from tests.permissions.world import World, a_world

METHODS: tuple[Method, ...] = ("GET", "POST")
SOMEWHERE = "1"  # an id for the admin's pages: what is not there leads back


def test_every_route_stands_in_the_table() -> None:
    missing = {name for name in routes() if not name.startswith("admin:")} - {row.route for row in TABLE}
    assert not missing, f"Give these routes a row in tests/permissions: {', '.join(sorted(missing))}."


def test_every_row_has_a_route() -> None:
    gone = {row.route for row in TABLE} - set(routes())
    assert not gone, f"There is no route for these rows of tests/permissions: {', '.join(sorted(gone))}."


@pytest.mark.django_db
@pytest.mark.parametrize("is_public", [True, False], ids=["public", "private"])
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.long
def test_everybody_gets_what_the_table_says(part: str, is_public: bool) -> None:
    world = a_world(is_public=is_public)  # one for all roles, for whatever a ask changes is taken back
    wrong = [
        f"{row}: {role} gets {got!s}, not {expected!s}"
        for role in ROLES
        for row, got in tried(world, role, [row for row in PARTS[part] if is_of(row, role, is_public=is_public)])
        if got != (expected := (row.public if is_public else row.private)[role])
    ]
    assert not wrong, "\n" + "\n".join(wrong)


def is_of(row: Row, role: str, *, is_public: bool) -> bool:
    """Whether the role tries the row.

    Beside a private club two roles try what has nothing to do with the club. Of the members, a scorer and an organiser
    try only what differs from a public one: a private club is open to all roles alike (`league.clubs.permissions`).
    """
    if is_public:
        return True
    if row.public is row.private:
        return role in {"anonymous", "owner"}
    return role not in {"scorer", "organiser"} or row.public[role] != row.private[role]


@pytest.mark.long
@pytest.mark.django_db
def test_what_is_not_in_the_table_is_no_method_of_the_route() -> None:
    world = a_world(is_public=True)
    listed = {(row.route, row.method) for row in TABLE}
    arguments = {row.route: row.arguments for row in TABLE}
    wrong = []
    for route, method in ((one, method) for one in arguments for method in METHODS):
        if (route, method) in listed:
            continue
        answer = ask(world, "operator", method, reverse(route, args=list(arguments[route](world))), {})
        if answer.status_code != 405:
            wrong.append(f"{route} {method}: {answer.status_code}")
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.django_db
def test_the_admin_is_the_operators_alone() -> None:
    world = a_world(is_public=True)
    wrong = []
    for role in ROLES:
        for address in admin_addresses() if role in {"anonymous", "owner", "operator"} else [reverse("admin:index")]:
            got = outcome_of(ask(world, role, "GET", address, {}), is_read=True)
            if got == "500" or (got != SIGN_IN) != (role == "operator"):
                wrong.append(f"{address}: {role} gets {got!s}")
    assert not wrong, "\n" + "\n".join(wrong)


def tried(world: World, role: str, rows: Sequence[Row]) -> Iterator[tuple[Row, str]]:
    """Yield each route with its outcome for one role; roll back all changes."""
    for row in rows:
        address = reverse(row.route, args=list(row.arguments(world))) + row.query
        answer = ask(world, role, row.method, address, dict(row.data))
        yield row, outcome_of(answer, is_read=row.method == "GET")


def ask(world: World, role: str, method: Method, address: str, data: dict[str, object]) -> HttpResponseBase:
    """Ask as somebody of that role, whose browser has just been opened, and take back whatever it changed."""
    world.browser.cookies = SimpleCookie(cookies_of(world, role))
    with transaction.atomic():
        answer: HttpResponseBase = world.browser.get(address) if method == "GET" else world.browser.post(address, data)
        transaction.set_rollback(True)
    return answer


def cookies_of(world: World, role: str) -> str:
    """Return the cookies of a signed-in browser."""
    if role not in world.cookies:
        world.cookies[role] = browser_of(world.askers[role]).cookies.output(header="", sep=";")
    return world.cookies[role]


def routes() -> Iterator[str]:
    """The name of every route."""
    for name, _pattern in walked(get_resolver().url_patterns):
        yield name


def walked(patterns: list[URLPattern | URLResolver], *spaces: str) -> Iterator[tuple[str, URLPattern]]:
    """Every route below, with the name that `reverse` takes; one that nobody named has its pattern for a name."""
    for one in patterns:
        if isinstance(one, URLPattern):
            yield ":".join((*spaces, one.name or f"a route without a name at {one.pattern}")), one
        else:
            yield from walked(one.url_patterns, *spaces, *([one.namespace] if one.namespace else []))


def admin_addresses() -> Iterator[str]:
    """An address of every named page of the admin, but those by which one signs in and out."""
    open_to_all = {"admin:login", "admin:logout", "admin:jsi18n", "admin:password_change"}  # the last is the site's own
    for name, pattern in walked(get_resolver().url_patterns):
        if name.startswith("admin:") and pattern.name and name not in open_to_all:
            arguments = dict.fromkeys(pattern.pattern.regex.groupindex, SOMEWHERE)
            if name == "admin:app_list":
                arguments = {"app_label": "clubs"}
            yield reverse(name, kwargs=arguments)
