"""The desk's part about rounds: the one that is next, being drawn, a draft, or on the board, and all the others."""

from collections.abc import Mapping

from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.permissions import Rights
from league.ratings.queries import is_behind
from league.results.models import Report
from league.rules.formats import format_named
from league.tournaments.models import Drawing, Leg, Round, Tournament
from league.tournaments.selectors.deadlines import count_of_overdue
from league.tournaments.selectors.desk_steps import Step
from league.tournaments.selectors.drawings import latest_drawing, why_refused


def rounds_part(event: Tournament, _rights: Rights) -> Mapping[str, object] | None:
    """The rounds, latest first, a drawing that goes on or was refused, and whether ratings are behind."""
    if event.takes_entries:
        return None
    columns = ("number", "status", "version", "changed_at")
    rounds = list(event.rounds.order_by("-number").values(*columns))
    coming = 1 + max((one["number"] for one in rounds if one["status"] != Round.Status.DRAFT), default=0)
    drawing = latest_drawing(event, coming) if event.is_running else None
    return {
        "rounds": rounds,
        "drawing": drawing if drawing and (drawing.is_open or drawing.is_refused) else None,
        "overdue": count_of_overdue(event),
        "is_folding": is_behind(event.pool_id, event.pool.rating_system),
    }


def step_of_dispute(event: Tournament, rights: Rights) -> Step | None:
    """Decide what was reported in two ways, before anything else; one query."""
    if not (rights.organise and event.is_running) or event.is_on_the_machine:
        return None
    disputed = Report.objects.filter(status=Report.Status.DISPUTED).values("subject")
    legs = Leg.objects.filter(pairing__round__tournament=event, subject__in=disputed)
    report = Report.objects.filter(status=Report.Status.DISPUTED, subject=OuterRef("subject")).order_by("pk")
    rows = legs.order_by("pairing__round__number", "pairing__table", "number").annotate(
        report=Subquery(report.values("public_id")[:1])
    )
    first = rows.values_list("pairing__round__number", "pairing__table", "report").first()
    if first is None:
        return None
    number, table, public_id = first
    why = _("Round %(round)d, table %(table)d: the players disagree about the result.")
    href = reverse("reports:decide", args=[public_id])
    return Step(_("Resolve disputed result"), href, why % {"round": number, "table": table}, icon="flag")


def step_of_rounds(event: Tournament, rights: Rights) -> Step | None:
    """Where the organiser publishes: have the next round drawn, or look at the draft; and a played round's results."""
    if not (rights.score and event.is_running) or event.is_on_the_machine:
        return None
    rounds = dict(event.rounds.values_list("number", "status"))
    publishes = rights.organise and event.pace == Tournament.Pace.DESK
    return (_of_drawing(event, rounds) if publishes else None) or _of_results(event, rounds)


def _of_results(event: Tournament, rounds: Mapping[int, str]) -> Step | None:
    played = min((number for number, status in rounds.items() if status == Round.Status.PUBLISHED), default=None)
    if played is None:
        return None
    href = reverse("tournaments:results", args=[event.public_id, played])
    return Step(_("Enter results"), href, _("Round %(round)d is published.") % {"round": played}, icon="pencil")


def _of_drawing(event: Tournament, rounds: Mapping[int, str]) -> Step | None:
    """Evenings have steps of their own."""
    draft = next((number for number, status in rounds.items() if status == Round.Status.DRAFT), None)
    if draft is not None:
        why = _("The draft is ready. Players see the round after you publish it.")
        return Step(_("Review round %(round)d") % {"round": draft}, _address(event, draft), why, icon="eye")
    if Round.Status.PUBLISHED in rounds.values() or format_named(event.format).by_evenings:
        return None
    coming = max(rounds, default=0) + 1
    if event.drawings.filter(status__in=Drawing.OPEN).exists():
        why = _("The draft appears here. You can leave the page.")
        return Step(_("Round %(round)d is being paired.") % {"round": coming}, "", why, icon="clock")
    last = event.drawings.order_by("-id").first()
    if last is not None and last.number == coming and last.dead_end:
        return Step(_("Choose how to continue"), _address(event, coming), why_refused(last), icon="arrow-right")
    why = _("You see the draft before you publish it.")
    words = _("Pair round %(round)d") % {"round": coming}
    return Step(words, reverse("tournaments:ask-for-round", args=[event.public_id]), why, True, "refresh-cw")


def _address(event: Tournament, number: int) -> str:
    return reverse("tournaments:desk-round", args=[event.public_id, number])
