"""The world in which every route is requested: Morag's club with all kinds of things in it, and somebody for each role.

Things are made when a row first asks for them, by functions marked `@thing`; put one beside the rows that need it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from http.cookies import SimpleCookie
from typing import Any, TypeVar

from django.db import transaction
from django.http.response import HttpResponseBase
from django.test import Client

from league.accounts.models import Account
from league.clubs.models import Club
from tests.factories import Role, account_of, browser_of, glen_club, joins, operator

Made = TypeVar("Made")


def a_browser() -> Client:
    """A browser to which whatever breaks is a 500."""
    return Client(raise_request_exception=False)


@dataclass
class World:
    """The data of the access tests. Requests act on Eilidh and Fergus; neither of them sends any."""

    club: Club
    morag: Account
    eilidh: Account
    fergus: Account
    users: dict[str, Account | None]
    things: dict[Callable[..., object], Any] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    browser: Client = field(default_factory=a_browser)  # one for all: making one takes longer than a page


def thing(make: Callable[[World], Made]) -> Callable[[World], Made]:
    """A thing of the world: made once, found again afterwards."""

    @wraps(make)
    def found(world: World) -> Made:
        if make not in world.things:
            world.things[make] = make(world)
        made: Made = world.things[make]
        return made

    return found


def a_world(*, is_public: bool) -> World:
    """The club and everybody."""
    morag = account_of("Morag")
    club = glen_club(morag, is_public=is_public)
    eilidh, fergus = account_of("Eilidh"), account_of("Fergus")
    joins(eilidh, club)
    joins(fergus, club)
    return World(club, morag, eilidh, fergus, {"owner": morag, **others(club)})


def others(club: Club) -> dict[str, Account | None]:
    """Those of each role, but for the owner."""
    senga = account_of("Senga")
    glen_club(senga, name="Another Club")
    users: dict[str, Account | None] = {"anonymous": None, "stranger": account_of("Fiona"), "elsewhere": senga}
    for name, role in (("Hamish", Role.MEMBER), ("Dougal", Role.SCORER), ("Ailsa", Role.ORGANISER)):
        account = account_of(name)
        joins(account, club, role)
        users[role.value] = account
    return users | {"operator": operator()}


def ask(world: World, role: str, method: str, address: str, data: Mapping[str, object]) -> HttpResponseBase:
    """Ask as somebody of that role, whose browser has just been opened, and take back whatever it changed."""
    world.browser.cookies = SimpleCookie(cookies_of(world, role))
    with transaction.atomic():
        answer: HttpResponseBase = (
            world.browser.get(address) if method == "GET" else world.browser.post(address, dict(data))
        )
        transaction.set_rollback(True)
    return answer


def cookies_of(world: World, role: str) -> str:
    """Return the cookies of a signed-in browser."""
    if role not in world.cookies:
        world.cookies[role] = browser_of(world.users[role]).cookies.output(header="", sep=";")
    return world.cookies[role]
