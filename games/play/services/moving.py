"""Plays on: the person's move, then bots and chance, in one transaction under the row's lock."""

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from engine.core.errors import EngineError
from engine.core.game import Event
from games.play.errors import NotNow, NotThatMove
from games.play.models import Sitting
from games.play.playing import Play
from games.play.services.ending import kept_if_over
from games.play.services.holding import held, play_of
from games.play.sitters import Sitter


@transaction.atomic
def move(*, public_id: str, sitter: Sitter, answers: int, event: Event) -> Sitting:
    """Play the person's move and all that follows until they are to move again.

    `answers` is the number of events that the person saw: whoever answers another position has played nothing.
    Raises `NoSuchSitting`, `NotNow` or `NotThatMove`.
    """
    sitting = held(public_id, sitter)
    _check_is_now(sitting, answers)
    play = play_of(sitting)
    if not play.waits_for_person:
        raise NotNow(_("It is not your turn yet."))
    try:
        play.take(event)
    except EngineError as error:
        raise NotThatMove(error.sentence) from error
    return _played_on(sitting, play)


@transaction.atomic
def go_on(*, public_id: str, sitter: Sitter) -> Sitting:
    """Let the others think on where a request ended before they were done. Raises `NoSuchSitting` or `NotNow`."""
    sitting = held(public_id, sitter)
    if not sitting.is_being_played:
        return sitting
    play = play_of(sitting)
    return sitting if play.waits_for_person else _played_on(sitting, play)


def _check_is_now(sitting: Sitting, answers: int) -> None:
    if sitting.status == Sitting.Status.OVER:
        raise NotNow(_("This game is already finished. Your move was not played."))
    if sitting.status == Sitting.Status.GIVEN_UP:
        raise NotNow(_("You abandoned this game. No more moves are possible."))
    if answers != len(sitting.events):
        raise NotNow(_("Your move was for an earlier position and was not played. This is the current position."))


def _played_on(sitting: Sitting, play: Play) -> Sitting:
    play.go_on()
    sitting.events = play.events
    sitting.touched_at = Now()
    sitting.save(update_fields=["events", "touched_at"])
    kept_if_over(sitting, play)
    return sitting
