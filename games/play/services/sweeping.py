"""Clears away what nobody comes back to."""

from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

from games.play.models import Sitting

VISITORS_STAY = timedelta(days=14)  # an unfinished sitting of a visitor, after the last move
ENDED_STAY = timedelta(days=30)  # an ended one; the match of a finished game stays for good


def sweep_sittings() -> int:
    """Delete the sittings that visitors left, and return how many."""
    left = Q(status=Sitting.Status.PLAYING, touched_at__lt=Now() - VISITORS_STAY)
    ended = ~Q(status=Sitting.Status.PLAYING) & Q(touched_at__lt=Now() - ENDED_STAY)
    count, _by_model = Sitting.objects.filter(left | ended, player=None).delete()
    return count
