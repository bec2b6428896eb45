"""Every kind of user requests every route of the site; one table lists the answers. Their headers are checked, too.

A route that is missing from the table fails here, and so does a row without a route.
"""

import re
from collections.abc import Iterator, Sequence

import pytest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.permissions.outcomes import HIDDEN, ROLES, SIGN_IN, Column, outcome_of
from tests.permissions.rows import Method, Row
from tests.permissions.table import PARTS, TABLE
from tests.permissions.world import World, a_world, ask
from tests.security.headers import faults_in
from tests.security.walk import text_of

METHODS: tuple[Method, ...] = ("GET", "POST")
FRAME = "integrations:embed"  # the one page that others may show within theirs
ID = re.compile(r"[23456789bcdfghjkmnpqrstvwxz]{12}")
PASSING = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|data-live-token="[^"]*"')
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
    """Each answer also has the right headers, and one that hides something does not differ from one about nothing."""
    world = a_world(is_public=is_public)  # one for all roles, for whatever a ask changes is taken back
    wrong = [
        f"{row} for {role}: {fault}"
        for role in ROLES
        for row in PARTS[part]
        if is_of(row, role, is_public=is_public)
        for fault in faults(world, role, row, row.public if is_public else row.private)
    ]
    assert not wrong, "\n" + "\n".join(wrong)


def is_of(row: Row, role: str, *, is_public: bool) -> bool:
    """Whether the role tries the row.

    Beside a private club two roles try what has nothing to do with the club. Of the members, a scorer and an organiser
    try only what differs from a public one: a private club is open to all roles alike (`league.clubs.permissions`).
    The owner stands for the other members where a row has nothing to do with the club.
    """
    if row.public is row.private:
        is_other_member = role in {"member", "scorer", "organiser"} and row.public[role] == row.public["owner"]
        return not is_other_member if is_public else role in {"anonymous", "owner"}
    return is_public or role not in {"scorer", "organiser"} or row.public[role] != row.private[role]


def faults(world: World, role: str, row: Row, column: Column) -> Iterator[str]:
    """What is wrong with the answer to one role; roll back all changes."""
    arguments = list(row.arguments(world))
    address = reverse(row.route, args=arguments) + row.query
    answer = ask(world, role, row.method, address, row.data)
    if (got := outcome_of(answer, is_read=row.method == "GET")) != column[role]:
        yield f"{got!s}, not {column[role]!s}"
    may_be_framed = row.route == FRAME and answer.status_code == 200
    if column is row.public and role in {"anonymous", "owner"}:
        yield from faults_in(answer, may_be_framed=may_be_framed)
    is_private = column is row.private and role in {"anonymous", "elsewhere"}
    if is_private and got == HIDDEN and (others := guessed(arguments)) != arguments:
        nowhere = reverse(row.route, args=others) + row.query
        missing = ask(world, role, row.method, nowhere, row.data)
        if (answer.status_code, without_echo(answer, address)) != (missing.status_code, without_echo(missing, nowhere)):
            yield f"{answer.status_code} and, where nothing is, {missing.status_code} or another text"


def guessed(arguments: Sequence[object]) -> list[object]:
    """The same arguments, for something that is not there."""
    return ["zzzzzzzzzzzz" if ID.fullmatch(str(one)) else str(one) for one in arguments]


def without_echo(answer: HttpResponseBase, address: str) -> str:
    """What an answer says, but for the address that was asked and what is another each time."""
    said = PASSING.sub("", text_of(answer))
    for part in sorted({*address.split("/"), *address.partition("?")[0].split("/")}, key=len, reverse=True):
        said = said.replace(part, "") if len(part) > 4 else said
    return said


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
            got = outcome_of(answer := ask(world, role, "GET", address, {}), is_read=True)
            if got == "500" or (got != SIGN_IN) != (role == "operator"):
                wrong.append(f"{address}: {role} gets {got!s}")
            wrong += [f"{address}: {fault}" for fault in faults_in(answer) if role == "operator"]
    assert not wrong, "\n" + "\n".join(wrong)


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
