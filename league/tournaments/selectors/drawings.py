"""Rounds that workers draw: which wait, and how the latest one of an event stands."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from league.competition.errors import ImpossibleTables, TooFewEntries
from league.competition.formats.club_evenings import SEASON_OVER, TOO_FEW
from league.competition.pairing_reasons import ALL_PLAYED
from league.shared.engine_text import retold_by
from league.tournaments.models import Drawing, Round, Tournament
from league.tournaments.permissions import coming_round

WITH_FACTS = (TOO_FEW, SEASON_OVER, ALL_PLAYED, TooFewEntries.template, ImpossibleTables.template)


@dataclass(frozen=True, slots=True)
class DrawingTold:
    """A drawing as the desk shows it: `kind` and `words` of its state, and how far it is."""

    number: int
    kind: str
    words: str
    progress: int
    sentence: str
    is_open: bool
    is_refused: bool
    is_dead_end: bool  # whether the format has no further round
    can_repeat: bool  # whether a round with second meetings may be possible


def drawings_waiting() -> list[int]:
    """The ids of all drawings that are neither done nor refused; one query."""
    return list(Drawing.objects.filter(status__in=Drawing.OPEN).order_by("pk").values_list("pk", flat=True))


def round_numbers(event: Tournament) -> list[int]:
    """The numbers of all rounds that are drawn, in order; one query."""
    return list(event.rounds.order_by("number").values_list("number", flat=True))


def round_to_look_at(event: Tournament) -> int:
    """The round that is next, drawn or not; of an event that is over, its last one."""
    drawn = sorted(event.rounds.values_list("number", "status"))
    to_come = [number for number, status in drawn if status != Round.Status.CLOSED]
    if to_come:
        return to_come[0]
    return coming_round(event) if event.is_running else max(drawn, default=(1, ""))[0]


def latest_drawing(event: Tournament, number: int) -> DrawingTold | None:
    """How the drawing of a round stands that was asked for last, unless its draft was discarded; one query."""
    drawn = Round.objects.filter(tournament=OuterRef("tournament"), number=OuterRef("number"))
    found = event.drawings.filter(number=number).annotate(has_round=Exists(drawn)).order_by("-id").first()
    if found is None or (found.status == Drawing.Status.DONE and not found.has_round):
        return None
    return _told(found)


def _told(drawing: Drawing) -> DrawingTold:
    status = Drawing.Status(drawing.status)
    kinds = {Drawing.Status.WORKING: "live", Drawing.Status.DONE: "done", Drawing.Status.REFUSED: "wrong"}
    words = _stretch(drawing) if status in Drawing.OPEN else str(status.label)
    return DrawingTold(
        drawing.number,
        kinds.get(status, "waiting"),
        words,
        drawing.progress,
        why_refused(drawing),
        status in Drawing.OPEN,
        status == Drawing.Status.REFUSED,
        bool(drawing.dead_end),
        drawing.dead_end == Drawing.DeadEnd.NO_PAIRING and not drawing.repeats,
    )


def why_refused(drawing: Drawing) -> str:
    """Why there is no round: the worker's English sentence in the reader's language."""
    return retold_by(drawing.sentence, WITH_FACTS)


def _stretch(drawing: Drawing) -> str:
    """What the worker is at."""
    if drawing.status == Drawing.Status.WAITING:
        return _("Waiting for the server…")
    if drawing.progress < 30:
        return _("Reading players and results…")
    return _("Pairing…") if drawing.progress < 80 else _("Saving…")
