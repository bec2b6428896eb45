"""Pairing of a requested round by a worker, without the tournament's lock, because it may take a while.

The drawing stores its progress for the page that shows it. If a worker dies, PostgreSQL releases its lock and the next
worker starts again. The round is saved only if the facts it was paired from have not changed.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.core.messages import Message, Sentence
from league.common.live import announce
from league.competition.errors import RulesError
from league.competition.format import Answer, Finished, Reason, Wait
from league.competition.format import Round as DrawnRound
from league.competition.formats.swiss import NO_PAIRING
from league.competition.pairing_reasons import NOBODY_LEFT
from league.tournaments.errors import CannotBePlayed
from league.tournaments.models import Drawing, Round, Tournament
from league.tournaments.permissions import next_round_number
from league.tournaments.queries.history import history_of, marks_of, next_of
from league.tournaments.services.publishing import draw_round, go_on
from league.tournaments.services.revisions import noted

LOCK = "SELECT pg_try_advisory_lock(hashtextextended('league.tournaments.draw ' || %s, 0))"
UNLOCK = "SELECT pg_advisory_unlock(hashtextextended('league.tournaments.draw ' || %s, 0))"
MOST_ATTEMPTS = 5
TRIES = 3  # of one worker, if facts change meanwhile
BEGUN, READ, PAIRED = 10, 30, 80  # per cent
DEAD_ENDS = {NO_PAIRING: Drawing.DeadEnd.NO_PAIRING, NOBODY_LEFT: Drawing.DeadEnd.NO_PLAYERS}


def draw(*, drawing_id: int) -> None:
    """Pair the requested round, unless another worker does or it is done. Idempotent."""
    with _alone_at(drawing_id) as alone:
        if alone and (drawing := _begun(drawing_id)) is not None:
            any(_draw(drawing) for _ in range(TRIES))  # if all fail, the next sweep goes on


@contextmanager
def _alone_at(drawing_id: int) -> Iterator[bool]:
    """Hold an advisory lock for the drawing across several transactions; yield whether it was free."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [drawing_id])
        alone = bool(cursor.fetchone()[0])
        try:
            yield alone
        finally:
            if alone:
                cursor.execute(UNLOCK, [drawing_id])


@transaction.atomic
def _begun(drawing_id: int) -> Drawing | None:
    """Take the drawing; return None if it is done or has failed too often."""
    open_ones = Drawing.objects.select_for_update(of=("self",)).select_related("tournament__club")
    drawing = open_ones.filter(pk=drawing_id, status__in=Drawing.OPEN).first()
    if drawing is None:
        return None
    drawing.attempts += 1
    if drawing.attempts > MOST_ATTEMPTS:
        _refuse(
            drawing,
            _("Pairing failed several times because of an error on the site. Ask the site admin to check the log."),
        )
        return None
    drawing.status, drawing.progress = Drawing.Status.WORKING, BEGUN
    drawing.save(update_fields=["attempts", "status", "progress"])
    announce(drawing.tournament.desk_topic)
    return drawing


def _draw(drawing: Drawing) -> bool:
    """Pair and save; return whether it is done, False if facts changed meanwhile."""
    tournament = drawing.tournament
    history = history_of(tournament.pk)
    marks = marks_of(tournament, history, drawing.number)
    _notify(drawing, READ)
    try:
        answer = next_of(tournament, history, repeats=drawing.repeats)
    except CannotBePlayed as refusal:
        with transaction.atomic():
            _refuse(drawing, _message(refusal.__cause__) if isinstance(refusal.__cause__, RulesError) else str(refusal))
        return True
    _notify(drawing, PAIRED)
    return _take_down(drawing, answer, marks)


@transaction.atomic
def _take_down(drawing: Drawing, answer: Answer | None, marks: dict[str, str]) -> bool:
    tournament = drawing.tournament.locked()
    drawing = Drawing.objects.select_for_update().get(pk=drawing.pk)
    drawing.tournament = tournament
    if not tournament.is_running:
        _refuse(drawing, _("The tournament is no longer running. Reopen it to pair the round."))
    elif tournament.rounds.filter(status=Round.Status.DRAFT).exists() or drawing.number != next_round_number(
        tournament
    ):
        _end(drawing, Drawing.Status.DONE)
    elif marks == marks_of(tournament, history_of(tournament.pk), drawing.number):
        _take_answer(tournament, drawing, answer, marks)
    return drawing.status not in Drawing.OPEN


def _take_answer(tournament: Tournament, drawing: Drawing, answer: Answer | None, marks: dict[str, str]) -> None:
    match answer:
        case DrawnRound():
            draw_round(tournament, answer, marks)
            noted(
                tournament,
                "round-drawn",
                gettext_noop("Draft pairings of round %(round)d were created."),
                drawing.asked_by,
                round=answer.number,
            )
            _end(drawing, Drawing.Status.DONE)
        case Wait():
            _refuse(drawing, _message(answer.reason))
        case Finished():
            drawing.dead_end = DEAD_ENDS.get(answer.reason.template, "")
            _refuse(drawing, _message(answer.reason))
            go_on(tournament)  # finishes the tournament if all rounds are played
        case None:
            _refuse(drawing, _("The previous round is still in progress. Enter its remaining results first."))


def _message(reason: Reason | RulesError) -> Message:
    return Sentence(reason.template)(**{name: str(value) for name, value in dict(reason.facts).items()})


def _notify(drawing: Drawing, progress: int) -> None:
    Drawing.objects.filter(pk=drawing.pk, status__in=Drawing.OPEN).update(progress=progress)
    announce(drawing.tournament.desk_topic)


def _refuse(drawing: Drawing, sentence: str) -> None:
    drawing.sentence = sentence
    _end(drawing, Drawing.Status.REFUSED)


def _end(drawing: Drawing, status: str) -> None:
    drawing.status, drawing.progress, drawing.ended_at = status, 100, timezone.now()
    drawing.save(update_fields=["status", "progress", "sentence", "dead_end", "attempts", "ended_at"])
    announce(drawing.tournament.desk_topic)
