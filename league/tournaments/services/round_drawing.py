"""Pairing of rounds that organisers request.

A worker pairs the round without the lock of the tournament, because it may take a while. The drawing stores its
progress for the page that shows it. If a worker dies, PostgreSQL releases its lock and the next worker starts again.
The round is saved only if the facts it was paired from have not changed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import structlog
from celery import current_app
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from kombu.exceptions import OperationalError

from engine.core.messages import Message, Sentence
from league.accounts.models import Account
from league.common.live import announce
from league.common.redis_client import RedisError, broker
from league.competition.errors import RulesError
from league.competition.format import Answer, Finished, Reason, Wait
from league.competition.format import Round as DrawnRound
from league.competition.formats.swiss import NO_PAIRING
from league.competition.pairing_reasons import NOBODY_LEFT
from league.tournaments.errors import CannotBePlayed, WrongMoment
from league.tournaments.models import Drawing, Round, Tournament
from league.tournaments.permissions import locked_for_organiser, next_round_number
from league.tournaments.queries.history import history_of, marks_of, next_of
from league.tournaments.services.publishing import continue_tournament, save_draft_round
from league.tournaments.services.revisions import log_change

log = structlog.get_logger(__name__)

DRAW = "league.tournaments.draw"
MESSAGE_LASTS = 5_000  # milliseconds, then the message counts as lost and is sent again


def wake_drawing(drawing_id: int) -> None:
    """Send a task for the drawing. If the broker is down, the next sweep sends it."""
    try:
        if broker().set(f"moothill:drawing:{drawing_id}", 1, nx=True, px=MESSAGE_LASTS):
            current_app.send_task(DRAW, [drawing_id])
    except (RedisError, OperationalError) as error:
        log.warning("pairings were not enqueued; the sweep will pair the round", drawing=drawing_id, cause=str(error))


@transaction.atomic
def request_round(*, tournament: Tournament, by: Account | None, repeats: bool = False) -> Drawing:
    """Request the next round as a draft. Idempotent: a second request returns the same drawing, also when done.

    With `repeats` a Swiss may pair players a second time if there is no other pairing. Without a worker the request
    waits, and the sweep sends it again.
    """
    tournament = locked_for_organiser(tournament, by)
    drawing = tournament.drawings.filter(status__in=Drawing.OPEN).first() or _finished_drawing(tournament)
    if drawing is not None:
        return drawing
    if not tournament.is_running:
        raise WrongMoment(_("%(tournament)s is not running. Start it before you pair a round."), tournament=tournament)
    if tournament.pace != Tournament.Pace.DESK:
        raise WrongMoment(
            _("Moothill pairs and publishes the rounds of %(tournament)s automatically."), tournament=tournament
        )
    to_play = history_of(tournament.pk).open_rounds()
    if to_play:
        raise WrongMoment(
            _("Round %(round)d is still in progress. Enter its remaining results first."), round=min(to_play)
        )
    return request_drawing(tournament, by, repeats=repeats)


def request_drawing(tournament: Tournament, by: Account | None, *, repeats: bool = False) -> Drawing:
    """Save the request and send a task on commit. The caller holds the lock and has checked the moment."""
    drawing = Drawing.objects.create(
        tournament=tournament, number=next_round_number(tournament), asked_by=by, repeats=repeats
    )
    transaction.on_commit(partial(wake_drawing, drawing.pk))
    announce(tournament.desk_topic)
    return drawing


def _finished_drawing(tournament: Tournament) -> Drawing | None:
    """Return the drawing of the current draft, if there is one."""
    draft = tournament.rounds.filter(status=Round.Status.DRAFT).first()
    if draft is None:
        return None
    done = Drawing.Status.DONE
    drawing = tournament.drawings.filter(number=draft.number, status=done).order_by("-id").first()
    return drawing or Drawing.objects.create(tournament=tournament, number=draft.number, status=done, progress=100)


LOCK = "SELECT pg_try_advisory_lock(hashtextextended('league.tournaments.draw ' || %s, 0))"
UNLOCK = "SELECT pg_advisory_unlock(hashtextextended('league.tournaments.draw ' || %s, 0))"
MOST_ATTEMPTS = 5
TRIES = 3  # of one worker, if facts change meanwhile
BEGUN, READ, PAIRED = 10, 30, 80  # per cent
DEAD_ENDS = {NO_PAIRING: Drawing.DeadEnd.NO_PAIRING, NOBODY_LEFT: Drawing.DeadEnd.NO_PLAYERS}


def draw(*, drawing_id: int) -> None:
    """Pair the requested round, unless another worker does or it is done. Idempotent."""
    with _lock_drawing(drawing_id) as is_free:
        if is_free and (drawing := _take_drawing(drawing_id)) is not None:
            any(_draw(drawing) for _ in range(TRIES))  # if all fail, the next sweep goes on


@contextmanager
def _lock_drawing(drawing_id: int) -> Iterator[bool]:
    """Hold an advisory lock for the drawing across several transactions; yield whether it was free."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [drawing_id])
        is_free = bool(cursor.fetchone()[0])
        try:
            yield is_free
        finally:
            if is_free:
                cursor.execute(UNLOCK, [drawing_id])


@transaction.atomic
def _take_drawing(drawing_id: int) -> Drawing | None:
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
    _save_progress(drawing, READ)
    try:
        answer = next_of(tournament, history, repeats=drawing.repeats)
    except CannotBePlayed as refusal:
        with transaction.atomic():
            _refuse(drawing, _message(refusal.__cause__) if isinstance(refusal.__cause__, RulesError) else str(refusal))
        return True
    _save_progress(drawing, PAIRED)
    return _save_answer(drawing, answer, marks)


@transaction.atomic
def _save_answer(drawing: Drawing, answer: Answer | None, marks: dict[str, str]) -> bool:
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
        _apply_answer(tournament, drawing, answer, marks)
    return drawing.status not in Drawing.OPEN


def _apply_answer(tournament: Tournament, drawing: Drawing, answer: Answer | None, marks: dict[str, str]) -> None:
    match answer:
        case DrawnRound():
            save_draft_round(tournament, answer, marks)
            message = gettext_noop("Draft pairings of round %(round)d were created.")
            log_change(tournament, "round-drawn", message, drawing.asked_by, round=answer.number)
            _end(drawing, Drawing.Status.DONE)
        case Wait():
            _refuse(drawing, _message(answer.reason))
        case Finished():
            drawing.dead_end = DEAD_ENDS.get(answer.reason.template, "")
            _refuse(drawing, _message(answer.reason))
            continue_tournament(tournament)  # finishes the tournament if all rounds are played
        case None:
            _refuse(drawing, _("The previous round is still in progress. Enter its remaining results first."))


def _message(reason: Reason | RulesError) -> Message:
    return Sentence(reason.template)(**{name: str(value) for name, value in dict(reason.facts).items()})


def _save_progress(drawing: Drawing, progress: int) -> None:
    Drawing.objects.filter(pk=drawing.pk, status__in=Drawing.OPEN).update(progress=progress)
    announce(drawing.tournament.desk_topic)


def _refuse(drawing: Drawing, sentence: str) -> None:
    drawing.sentence = sentence
    _end(drawing, Drawing.Status.REFUSED)


def _end(drawing: Drawing, status: str) -> None:
    drawing.status, drawing.progress, drawing.ended_at = status, 100, timezone.now()
    drawing.save(update_fields=["status", "progress", "sentence", "dead_end", "attempts", "ended_at"])
    announce(drawing.tournament.desk_topic)
