"""Clears away what nobody comes back to."""

from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

from games.play.models import Sitting
from league.members.models import Player

VISITORS_STAY = timedelta(days=14)  # an unfinished sitting of a visitor, after the last move
VISITORS_KEEP_A_TABLE = timedelta(days=1)  # after the last move, while others find no room
ROOM_AT_ONCE = 20  # sittings that make room together
ENDED_STAY = timedelta(days=30)  # an ended one; the match of a finished game stays for good


def sweep_sittings() -> int:
    """Delete the sittings that visitors left, and return how many."""
    left = Q(status=Sitting.Status.PLAYING, touched_at__lt=Now() - VISITORS_STAY)
    ended = ~Q(status=Sitting.Status.PLAYING) & Q(touched_at__lt=Now() - ENDED_STAY)
    count, _by_model = Sitting.objects.filter(left | ended, player=None).delete()
    return count


def forget_unfinished(*, player: Player) -> int:
    """Delete the sittings of somebody who goes for good, but for games that became matches; return how many."""
    count, _by_model = Sitting.objects.filter(player=player).exclude(status=Sitting.Status.OVER).delete()
    return count


def make_room() -> int:
    """Delete the games that visitors left longest ago, if that was a day or more, and return how many.

    Within the caller's transaction; a game in which somebody moves at this moment stays.
    """
    left = Sitting.objects.filter(player=None, status=Sitting.Status.PLAYING)
    long_ago = left.filter(touched_at__lt=Now() - VISITORS_KEEP_A_TABLE).order_by("touched_at")
    chosen = long_ago.select_for_update(skip_locked=True).values_list("pk", flat=True)[:ROOM_AT_ONCE]
    count, _by_model = Sitting.objects.filter(pk__in=list(chosen)).delete()
    return count
