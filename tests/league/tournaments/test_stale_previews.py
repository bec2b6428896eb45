"""A correction in a bracket is entered only if its preview still says who plays whom."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse

from league.members.models import Account
from league.results.models import Result
from league.tournaments.models import Leg, Tournament
from league.tournaments.services import advance, report_result, start
from tests.cast import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


def leg_at(tournament: Tournament, slot: str) -> Leg:
    return Leg.objects.get(pairing__round__tournament=tournament, pairing__slot=slot)


def foreseen(page: str) -> str:
    found = re.search(r'name="foreseen" value="(\w+)"', page)
    assert found is not None
    return found[1]


def test_a_preview_that_is_stale_is_refused_and_shown_again(event: Callable[..., Tournament], morag: Account) -> None:
    tournament = start(tournament=event(4, format="single-elimination", tiebreaks=()), by=None)
    for slot in ("W1.1", "W1.2"):
        report_result(leg=leg_at(tournament, slot), points=[9, 3], by=None)
    advance(tournament.pk)
    row = Result.objects.get(subject=leg_at(tournament, "W1.1").subject)
    browser = browser_of(morag)
    address = reverse("results:correct", args=[row.pool.slug, row.number])
    seats = list(row.seats.order_by("seat"))
    sent = {"seen": str(row.number), "how": "played", "reason": "Read from the sheet."}
    for at, seat in enumerate(seats):
        sent |= {
            f"player-{at}": seat.player.public_id,
            f"points-{at}": str(12 - seat.points),
            f"place-{at}": str(3 - seat.place),
        }
    before = foreseen(browser.post(address, sent).content.decode())
    report_result(leg=leg_at(tournament, "W2.1"), points=[9, 3], by=None)
    advance(tournament.pk)
    stale = browser.post(address, sent | {"confirmed": "yes", "foreseen": before})
    assert stale.status_code == 409
    assert Result.objects.filter(supersedes=row).count() == 0
    now = foreseen(stale.content.decode())
    assert now != before
    assert browser.post(address, sent | {"confirmed": "yes", "foreseen": now}).status_code == 302
    assert Result.objects.filter(supersedes=row).count() == 1
