"""An organiser asks for a round; a worker draws it (`drafting`)."""

from functools import partial

import structlog
from celery import current_app
from django.db import transaction
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from league.members.models import Account
from league.shared.live import announce
from league.shared.redis_client import RedisError, broker
from league.tournaments.errors import WrongMoment
from league.tournaments.models import Drawing, Round, Tournament
from league.tournaments.permissions import coming_round, locked_for_organiser
from league.tournaments.queries.history import history_of

log = structlog.get_logger(__name__)

DRAW = "league.tournaments.draw"
MESSAGE_LASTS = 5_000  # milliseconds; a message that takes longer is taken for lost and sent again


def wake_drawing(drawing_id: int) -> None:
    """Send for a worker. Without a broker nothing is sent; the sweep finds the drawing later."""
    try:
        if broker().set(f"moothill:drawing:{drawing_id}", 1, nx=True, px=MESSAGE_LASTS):
            current_app.send_task(DRAW, [drawing_id])
    except (RedisError, OperationalError) as error:
        log.warning("a round is drawn with the next sweep", drawing=drawing_id, cause=str(error))


@transaction.atomic
def ask_for_round(*, tournament: Tournament, by: Account | None, repeats: bool = False) -> Drawing:
    """Ask a worker to draw the next round as a draft. Asked twice it is the same drawing, also once it is done.

    With `repeats` two may meet a second time where a Swiss would otherwise have no pairing.
    Without a worker it waits: the sweep sends for one again and again.
    """
    event = locked_for_organiser(tournament, by)
    asked = event.drawings.filter(status__in=Drawing.OPEN).first() or _is_drawn(event)
    if asked is not None:
        return asked
    if not event.is_running:
        raise WrongMoment(_("%(tournament)s is not running. Start it before you pair a round.") % {"tournament": event})
    if event.pace != Tournament.Pace.DESK:
        raise WrongMoment(
            _("Moothill pairs and publishes the rounds of %(tournament)s automatically.") % {"tournament": event}
        )
    to_play = history_of(event.pk).open_rounds()
    if to_play:
        raise WrongMoment(
            _("Round %(round)d is still in progress. Enter its remaining results first.") % {"round": min(to_play)}
        )
    return ask(event, by, repeats=repeats)


def ask(event: Tournament, by: Account | None, *, repeats: bool = False) -> Drawing:
    """Write the request down and send for a worker on commit. The caller holds the lock and has checked the moment."""
    drawing = Drawing.objects.create(tournament=event, number=coming_round(event), asked_by=by, repeats=repeats)
    transaction.on_commit(partial(wake_drawing, drawing.pk))
    announce(event.desk_topic)
    return drawing


def _is_drawn(event: Tournament) -> Drawing | None:
    """The drawing of the draft that lies on the desk."""
    draft = event.rounds.filter(status=Round.Status.DRAFT).first()
    if draft is None:
        return None
    done = Drawing.Status.DONE
    found = event.drawings.filter(number=draft.number, status=done).order_by("-id").first()
    return found or Drawing.objects.create(tournament=event, number=draft.number, status=done, progress=100)
