"""A correction in a bracket is entered only if its preview still says who plays whom."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.accounts.models import Account
from league.results.models import Result
from league.results.services.reports import submit_report
from league.tournaments.models import Leg, Tournament
from league.tournaments.services.lifecycle import advance, start
from tests.factories import browser_of
from tests.league.assertions import foreseen
from tests.league.tournaments.factories import Event, open_legs, play_open_legs, report_result
from tests.league.tournaments.test_reports_of_legs import report_data
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


def leg_at(tournament: Tournament, slot: str) -> Leg:
    return Leg.objects.get(pairing__round__tournament=tournament, pairing__slot=slot)


def entries_at(leg: Leg) -> set[int]:
    return set(leg.pairing.seats.values_list("entry__number", flat=True))


@shared
def tournament(event: Event) -> Tournament:
    """A knockout of four whose final is paired."""
    tournament = start(tournament=event(4, format="single-elimination", tiebreaks=()), by=None)
    for slot in ("W1.1", "W1.2"):
        report_result(leg=leg_at(tournament, slot), points=[9, 3], by=None)
    advance(tournament_id=tournament.pk)
    return tournament


class Correction:
    """Morag gives a game to the other player on the page of its result."""

    def __init__(self, browser: Client, leg: Leg) -> None:
        self.browser, self.row = browser, Result.objects.get(subject=leg.subject)
        self.address = reverse("results:correct", args=[self.row.pool.slug, self.row.number])
        self.sent = {"seen": str(self.row.number), "how": "played", "reason": "Read from the sheet."}
        for at, seat in enumerate(self.row.seats.order_by("seat")):
            self.sent |= {
                f"player-{at}": seat.player.public_id,
                f"points-{at}": str(12 - seat.points),
                f"place-{at}": str(3 - seat.place),
            }

    def preview(self) -> str:
        return foreseen(self.browser.post(self.address, self.sent).content.decode())

    def is_refused(self, before: str) -> str:
        """Confirm the preview `before`, which is refused; returns what the new preview says."""
        answer = self.browser.post(self.address, self.sent | {"confirmed": "yes", "foreseen": before})
        assert answer.status_code == 409
        assert not self.is_saved
        now = foreseen(answer.content.decode())
        assert now != before
        return now

    def confirm(self, now: str) -> None:
        answer = self.browser.post(self.address, self.sent | {"confirmed": "yes", "foreseen": now})
        assert answer.status_code == 302
        assert self.is_saved

    @property
    def is_saved(self) -> bool:
        return Result.objects.filter(supersedes=self.row).exists()


def test_a_preview_that_is_stale_is_refused_and_shown_again(tournament: Tournament, morag: Account) -> None:
    correction = Correction(browser_of(morag), leg_at(tournament, "W1.1"))
    before = correction.preview()
    report_result(leg=leg_at(tournament, "W2.1"), points=[9, 3], by=None)
    advance(tournament_id=tournament.pk)
    correction.confirm(correction.is_refused(before))


@pytest.mark.parametrize(
    "digest", [{}, {"foreseen": ""}, {"foreseen": "0123456789abcdef"}], ids=["none", "empty", "other"]
)
def test_a_correction_without_its_preview_is_not_saved(
    tournament: Tournament, morag: Account, digest: dict[str, str]
) -> None:
    correction = Correction(browser_of(morag), leg_at(tournament, "W1.1"))
    answer = correction.browser.post(correction.address, correction.sent | {"confirmed": "yes"} | digest)
    assert answer.status_code == 409
    assert not correction.is_saved
    correction.confirm(foreseen(answer.content.decode()))


def test_opening_the_form_of_a_correction_locks_nothing(tournament: Tournament, morag: Account) -> None:
    correction, browser = Correction(browser_of(morag), leg_at(tournament, "W1.1")), browser_of(morag)
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(correction.address).status_code == 200
    assert not [query["sql"] for query in queries if "FOR UPDATE" in query["sql"]]


def test_a_stale_preview_of_a_group_is_refused_with_each_round_of_the_knockout(event: Event, morag: Account) -> None:
    """The second and the third of a group would change places, and with them who plays in the knockout."""
    tournament = start(tournament=event(8, format="groups-knockout", tiebreaks=()), by=None)
    while Leg.objects.filter(pairing__round__tournament=tournament).count() < 12:
        play_open_legs(tournament)
    in_groups = Leg.objects.filter(pairing__round__tournament=tournament, pairing__slot__startswith="G")
    decisive = next(one for one in in_groups if entries_at(one) == {4, 5})
    last = [one for one in open_legs(tournament) if one.pk != decisive.pk]
    correction = Correction(browser_of(morag), decisive)
    groups_running = correction.preview()
    for leg in last:
        report_result(leg=leg, points=[9, 3], by=None)
    advance(tournament_id=tournament.pk)
    knockout_paired = correction.is_refused(groups_running)
    semi_final = next(
        one
        for one in Leg.objects.filter(pairing__round__tournament=tournament, pairing__slot__startswith="W1.")
        if 4 in entries_at(one)
    )
    report_result(leg=semi_final, points=[9, 3], by=None)
    advance(tournament_id=tournament.pk)
    correction.confirm(correction.is_refused(knockout_paired))


def test_a_stale_preview_of_a_decision_is_refused_too(tournament: Tournament, morag: Account) -> None:
    """A game record says otherwise than the result, and the organiser takes the record's word."""
    leg = leg_at(tournament, "W1.1")
    data = report_data(leg, 3, 9)
    recorded = data | {"draft": replace(data["draft"], evidence=uuid4())}
    report = submit_report(**recorded, by=morag.player)
    browser, address = browser_of(morag), reverse("reports:decide", args=[report.public_id])
    sent = {"choice": str(report.public_id)}
    before = foreseen(browser.get(address, sent).content.decode())
    report_result(leg=leg_at(tournament, "W2.1"), points=[9, 3], by=None)
    advance(tournament_id=tournament.pk)
    sent |= {"reason": "Read from the record."}
    assert browser.post(address, sent).status_code == 409
    stale = browser.post(address, sent | {"foreseen": before})
    assert stale.status_code == 409
    assert Result.objects.filter(subject=leg.subject).count() == 1
    assert browser.post(address, sent | {"foreseen": foreseen(stale.content.decode())}).status_code == 302
    assert Result.objects.filter(subject=leg.subject).count() == 2
