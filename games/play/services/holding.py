"""Holding a sitting while it is written: its row is locked, and nobody but its own person gets it."""

from typing import Any

from django.utils.translation import gettext as _

from games.play.errors import NoSuchSitting
from games.play.models import Sitting
from games.play.playing import Play, replayed
from games.play.selectors.sittings import check_rules, table_of
from games.play.sitters import Sitter


def held(public_id: str, sitter: Sitter) -> Sitting:
    """The sitting, its row locked to the end of the transaction. Raises `NoSuchSitting`."""
    own = Sitting.objects.select_for_update(of=("self",)).filter(sitter.owned(), public_id=public_id)
    sitting = own.select_related("player", "pool", "match").first()
    if sitting is None:
        raise NoSuchSitting(_("You have no game at this address."))
    return sitting


def play_of(sitting: Sitting) -> Play:
    """Its position. Raises `NotNow` for a sitting of other rules than those played here."""
    check_rules(sitting)
    events: list[Any] = sitting.events
    return replayed(table_of(sitting), events)
