"""Reports that wait, as pages of rounds show them, and links for players to report."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.permissions import Asker
from league.results.models import Report
from league.results.queries import live_of, reported_of
from league.results.reports.presenters import is_seated, waits_for
from league.tournaments.models import Leg, Tournament


@dataclass(frozen=True, slots=True)
class LegSaid:
    """A reported game without a result; `href` is empty for readers who did not play it."""

    kind: str
    words: str
    href: str


def said_of(subjects: Collection[UUID], asker: Asker, own: Collection[UUID], *, scores: bool) -> Mapping[UUID, LegSaid]:
    """Return the waiting reports: with names and links for players of the game and scorers, else only the fact.

    `own` are the games of the asker; names are read only for these and for scorers."""
    said: dict[UUID, LegSaid] = {}
    if not scores:
        said = dict.fromkeys(reported_of(subjects), LegSaid("waiting", _("waiting for confirmation"), ""))
    for report in reversed(live_of(list(subjects) if scores else [subject for subject in said if subject in own])):
        said[report.subject] = _said(report, asker, scores=scores)
    return said


def sheet_of_leg(event: Tournament, subject: UUID) -> str:
    """Return the URL where a player of the game fills in its score sheet."""
    pairing, number = Leg.objects.filter(subject=subject).values_list("pairing__public_id", "number").get()
    return f"{reverse('sheets:record', args=[event.club.slug])}?leg={pairing}.{number}"


def _said(report: Report, asker: Asker, *, scores: bool) -> LegSaid:
    kind = "wrong" if report.status == Report.Status.DISPUTED else "waiting"
    if scores or (asker.is_authenticated and is_seated(report, asker)):
        return LegSaid(kind, waits_for(report), reverse("reports:report", args=[report.public_id]))
    return LegSaid("waiting", _("waiting for confirmation"), "")
