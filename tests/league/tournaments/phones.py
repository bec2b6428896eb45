"""Phones at the tables of a round: their owners open the link, say who they are, report and answer."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse

from league.accounts.models import Account
from league.results.models import Report, Result
from league.tournaments.models import Leg, Pairing, TableLink, Tournament
from league.tournaments.services.table_links import make_links
from tests.factories import browser_of
from tests.league.tournaments.browser import text_of


@dataclass
class Phone:
    """One browser at one table."""

    link: TableLink
    client: Client = field(default_factory=browser_of)

    def at(self, door: str = "") -> str:
        """An address of the link."""
        return reverse(f"tournaments:table{'-' if door else ''}{door}", args=[self.link.key])

    def page(self, *, otherwise: bool = False) -> str:
        """What it shows."""
        return text_of(self.client.get(self.at() + ("?otherwise" if otherwise else "")))

    def sits(self, seat: int) -> str:
        """Say who you are; what the page says then."""
        return text_of(self.client.post(self.at("seat"), {"seat": str(seat)}, follow=True))

    def leaves(self) -> str:
        """Give the seat up."""
        return text_of(self.client.post(self.at("leave"), follow=True))

    def sends(
        self, *points: int | str, key: UUID | None = None, besides: Mapping[str, str] | None = None
    ) -> HttpResponseBase:
        """Send the result of the game."""
        given = {f"points-{at}": str(one) for at, one in enumerate(points, 1)}
        return self.client.post(
            self.at("report"), {"key": str(key or uuid4()), **given, **(besides or {})}, follow=True
        )

    def reports(self, *points: int | str, key: UUID | None = None, besides: Mapping[str, str] | None = None) -> str:
        """The same; what the page says then."""
        return text_of(self.sends(*points, key=key, besides=besides))

    def confirms(self, report: Report | None = None) -> str:
        """Confirm a report."""
        return self._answers(report, agrees="1")

    def objects(self, reason: str = "I had more.", report: Report | None = None) -> str:
        """It is not right, and why."""
        return self._answers(report, objects="1", reason=reason)

    def _answers(self, report: Report | None, **said: str) -> str:
        shown = report.public_id if report else report_on(self.page())
        return text_of(self.client.post(self.at("answer"), {"report": shown, **said}, follow=True))


def report_on(page: str) -> str:
    """The report that a page asks about first; nothing where it asks about none."""
    found = re.search(r'name="report" value="(\w+)"', page)
    return found[1] if found else ""


def laid(event: Tournament) -> list[TableLink]:
    """The links of the round in play, made now."""
    playing = event.rounds.filter(status="published").order_by("number").get()
    make_links(tournament_round=playing, by=None)
    links = TableLink.objects.filter(pairing__round=playing, revoked_at=None)
    return list(links.select_related("pairing__round__tournament__club").order_by("table"))


def names_at(pairing: Pairing) -> list[str]:
    """Return the names at the table, the first seat first."""
    return list(pairing.seats.order_by("seat").values_list("entry__player__name", flat=True))


def gives_account(account: Account, pairing: Pairing, seat: int) -> None:
    """Somebody at a table turns out to have an account."""
    player = pairing.seats.get(seat=seat).entry.player
    former = account.player
    former.account = None
    former.save()
    player.account = account
    player.save()


def ledger_of(pairing: Pairing) -> list[list[int]]:
    """The points of every result of the table, seat by seat."""
    subjects = Leg.objects.filter(pairing=pairing).values("subject")
    rows = Result.objects.filter(subject__in=subjects).order_by("number").prefetch_related("seats")
    return [[seat.points for seat in row.seats.all()] for row in rows]


def seated(link: TableLink, *seats: int) -> list[Phone]:
    """A phone for each of these seats."""
    phones = [Phone(link) for _ in seats]
    for phone, seat in zip(phones, seats, strict=True):
        phone.sits(seat)
    return phones


def gone(phone: Phone) -> bool:
    """Whether the link leads nowhere, and tells no names."""
    answer = phone.client.get(phone.at())
    page = re.sub(
        r"<(text|title)\b[^>]*>[^<]*</", "", text_of(answer)
    )  # cards drawn on it bear the names of players here
    return answer.status_code == 404 and not any(f">{name}<" in page for name in names_at(phone.link.pairing))
