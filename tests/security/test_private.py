"""Item 13: private objects do not exist for others, who cannot reach them through objects of their own either.

The rights per route are tested in tests/permissions, and that what is hidden is answered as what is not there; here
are the ways around them.
"""

import re
from collections.abc import Sequence

import pytest
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import NoReverseMatch, reverse

from league.accounts.models import Account, Message
from league.clubs.models import Club, JoinRequest, Membership
from league.tournaments.models import Tournament
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import start
from tests.factories import browser_of, joins
from tests.permissions.clubs import asked, asking
from tests.permissions.rows import Row
from tests.permissions.table import TABLE
from tests.permissions.tournaments import GAME, running
from tests.permissions.world import World, a_world, ask

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]
_ID = re.compile(r"[23456789bcdfghjkmnpqrstvwxz]{12}")


DONE_ALREADY = {"clubs:withdraw-invitation", "clubs:resend-invitation", "clubs:answer-request"}
"""These lead back to the list where there is nothing to act on; the tests below show that nothing changed."""


def sengas(world: World) -> tuple[Account, Club, Tournament]:
    """Somebody who owns another club, and an event there."""
    senga = world.users["elsewhere"]
    assert senga is not None
    club = Club.objects.get(name="Another Club")
    event = make_tournament(club=club, name="Cup", game=GAME, format="round-robin", venue="paper", by=None)
    enter_players(tournament=event, players=[senga.player], by=None)
    return senga, club, event


def test_nobody_reaches_what_is_anothers_by_way_of_their_own_club_or_event() -> None:
    world = a_world(is_public=True)
    _senga, club, event = sengas(world)
    morags_event = running(world).public_id
    wrong, tried = [], 0
    for row in TABLE:
        for arguments in crossed(row, world, club, event, morags_event):
            try:
                address = reverse(row.route, args=list(arguments)) + row.query
            except NoReverseMatch:
                continue
            tried += 1
            answer = ask(world, "elsewhere", row.method, address, row.data)
            if row.route in DONE_ALREADY:
                continue
            if str(answer.status_code) not in {"403", "404", "405"} and not leads_back(answer, event):
                wrong.append(f"{row}: {address}: {answer.status_code}")
    assert wrong == []
    assert tried > 15


def test_nobody_takes_back_what_another_club_asked() -> None:
    world = a_world(is_public=True)
    senga, club, _event = sengas(world)
    invitation = asked(world)
    address = reverse("clubs:withdraw-invitation", args=[club.slug, invitation.public_id])
    browser_of(senga).post(address)
    assert Client().get(reverse("clubs:open-invitation", args=[invitation.key])).status_code == 302


def test_nobody_resends_what_another_club_sent() -> None:
    world = a_world(is_public=True)
    senga, club, _event = sengas(world)
    address = reverse("clubs:resend-invitation", args=[club.slug, asked(world).public_id])
    written = list(Message.objects.all())
    browser_of(senga).post(address)
    assert list(Message.objects.all()) == written != []


@pytest.mark.parametrize("answer", ["admit", "decline"])
def test_nobody_answers_who_asked_another_club(answer: str) -> None:
    world = a_world(is_public=True)
    senga, club, _event = sengas(world)
    request = asking(world)
    address = reverse("clubs:answer-request", args=[club.slug, request.public_id])
    browser_of(senga).post(address, {"answer": answer})
    assert list(JoinRequest.objects.filter(club=world.club)) == [request]
    assert not Membership.objects.filter(player=request.player).exists()


def crossed(row: Row, world: World, club: Club, event: Tournament, other: str) -> Sequence[Sequence[object]]:
    """A row's arguments with Senga's club or event before what belongs to Morag's."""
    arguments = list(row.arguments(world))
    ids = [one for one in arguments[1:] if _ID.fullmatch(str(one))]
    if not ids:
        return []
    if arguments[0] == world.club.slug:
        return [[club.slug, *arguments[1:]]]
    if arguments[0] == other:
        return [[event.public_id, *arguments[1:]]]
    return []


def leads_back(answer: HttpResponseBase, event: Tournament) -> bool:
    """Whether nothing was done but to lead to where one is at home."""
    return answer.status_code in {301, 302} and event.slug in answer.headers["Location"]


def test_started_events_of_others_are_not_reached_either() -> None:
    world = a_world(is_public=True)
    _senga, club, event = sengas(world)
    fiona = world.users["stranger"]
    assert fiona is not None
    joins(fiona, club)
    enter_players(tournament=event, players=[fiona.player], by=None)
    start(tournament=event, by=None)
    entry = running(world).entries.get(player=world.eilidh.player).public_id
    for method in ("GET", "POST"):
        address = reverse("tournaments:withdraw-entry", args=[event.public_id, entry])
        assert ask(world, "elsewhere", method, address, {}).status_code == 404
