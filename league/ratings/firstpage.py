"""What the first page tells of ratings: how far the reader's moved."""

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from league.members.home_page import Line
from league.members.models import Account
from league.ratings.selectors.moves import Move, moves_of
from league.rules.ratings.system import MILLI


def rating_moves(account: Account, since: datetime | None) -> Sequence[Line]:
    """A line for each leaderboard on which the reader's rating moved."""
    return [_line(move) for move in moves_of(account, since)] if since else []


def _line(move: Move) -> Line:
    facts = {"pool": move.pool.called, "now": round(move.after / MILLI), "change": abs(move.change)}
    words = {
        1: _("Your rating rose by %(change)d to %(now)d"),
        0: _("Your rating stayed at %(now)d"),
        -1: _("Your rating fell by %(change)d to %(now)d"),
    }[(move.change > 0) - (move.change < 0)]
    href = reverse("ratings:player", args=[move.player.public_id, move.player.slug])
    return Line(words % facts, f"{href}?pool={move.pool.slug}", f"{move.pool.called},", move.at)
