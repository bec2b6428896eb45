"""How often somebody may ask for work that costs something."""

from django.core.cache import cache
from django.utils.translation import gettext as _

from games.records.errors import TooMany
from league.members.models import Player
from league.shared.absence import ABSENCES


def check_pace(what: str, by: Player, *, most: int, seconds: int) -> None:
    """Count one more; raises `TooMany` when there were more than `most` within so many seconds.

    While Redis is away nobody is counted.
    """
    key = f"records:{what}:{by.pk}"
    try:
        cache.add(key, 0, seconds)
        count = cache.incr(key)
    except (*ABSENCES, ValueError):  # a key that ends between the two counts from there
        return
    if count > most:
        raise TooMany(_("Too many requests. Your text is safe. Try again in one minute."))
