"""Requests for pairings by organisers; a worker pairs the round (`round_drawing`)."""

from functools import partial

import structlog
from celery import current_app
from django.db import transaction
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from league.accounts.models import Account
from league.common.live import announce
from league.common.redis_client import RedisError, broker
from league.tournaments.errors import WrongMoment
from league.tournaments.models import Drawing, Round, Tournament
from league.tournaments.permissions import locked_for_organiser, next_round_number
from league.tournaments.queries.history import history_of

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
def ask_for_round(*, tournament: Tournament, by: Account | None, repeats: bool = False) -> Drawing:
    """Request the next round as a draft. Idempotent: a second request returns the same drawing, also when done.

    With `repeats` a Swiss may pair players a second time if there is no other pairing. Without a worker the request
    waits, and the sweep sends it again.
    """
    tournament = locked_for_organiser(tournament, by)
    asked = tournament.drawings.filter(status__in=Drawing.OPEN).first() or _finished_drawing(tournament)
    if asked is not None:
        return asked
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
    return ask(tournament, by, repeats=repeats)


def ask(tournament: Tournament, by: Account | None, *, repeats: bool = False) -> Drawing:
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
