"""Rating changes that a correction of the ledger would cause, in words and figures."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.accounts.models import Player
from league.clubs.permissions import User
from league.common.templatetags.design import milli, signed
from league.ratings.leaderboards import place_among
from league.ratings.what_if import Preview, Standings, preview_of
from league.results.subjects import Change, Consequence, Line, Pair

FIRST = 10
"""A changed place among the first so many is shown, even if the rating is the same."""
SHOWN = 12  # lines; how many more change is said below them
NOBODY = "\N{EN DASH}"


class Move(NamedTuple):
    """A player's rating in thousandths and place, before and after; `None` where there is none."""

    player: int
    before: tuple[int, int] | None
    after: tuple[int, int] | None

    @property
    def by(self) -> int:
        """The change in whole points, as shown."""
        return abs(milli(self.after[0]) - milli(self.before[0])) if self.before and self.after else 0

    @property
    def is_shown(self) -> bool:
        """Whether a page would show another figure: a rating, or a place among the first."""
        if self.before is None or self.after is None:
            return True
        places = self.before[1], self.after[1]
        return self.by > 0 or (places[0] != places[1] and min(places) <= FIRST)


def consequences_for_ratings(changes: Sequence[Change], _asker: User) -> list[Consequence]:
    """Return the changes of each pool, by the system that orders it; unchanged pools are left out."""
    consequences = []
    for _key, group in groupby(sorted(changes, key=attrgetter("pool.pk")), key=attrgetter("pool.pk")):
        together = list(group)
        if any(change.counts or change.before is not None for change in together):
            consequences.append(consequence_of(preview_of(together[0].pool, together), _seated(together)))
    return [consequence for consequence in consequences if consequence is not None]


def consequence_of(preview: Preview, seated: set[int]) -> Consequence | None:
    """Return what a preview shows, those `seated` at the tables first; `None` where nothing shown changes."""
    title = _("Ratings: %(pool)s") % {"pool": preview.pool.display_name}
    if not preview.is_reckoned:
        return Consequence(title, (_too_many(preview),))
    moves = [move for move in moves_in(preview) if move.is_shown]
    if not moves:
        return None
    shown, rest = _chosen(moves, seated)
    players = Player.objects.in_bulk([move.player for move in shown])
    lines = tuple(_line(move, players) for move in shown)
    return Consequence(title, (), (_("Rating"), _("Change"), _("Rank")), lines, _more(rest))


def moves_in(preview: Preview) -> list[Move]:
    """Return everybody whose rating or place changes, by the new place; players without one come last."""
    values = [sorted((row.value for row in rows.values()), reverse=True) for rows in (preview.before, preview.after)]
    moves = [
        Move(player, _stand(preview.before, player, values[0]), _stand(preview.after, player, values[1]))
        for player in preview.before.keys() | preview.after.keys()
    ]
    changed = [move for move in moves if move.before != move.after]
    return sorted(changed, key=lambda move: (move.after is None, move.after and move.after[1], move.player))


def _seated(changes: Sequence[Change]) -> set[int]:
    return {seat.player_id for change in changes for seats in (change.before, change.after) for seat in seats or ()}


def _stand(rows: Standings, player: int, values: Sequence[int]) -> tuple[int, int] | None:
    row = rows.get(player)
    return (row.value, place_among(values, row.value)) if row else None


def _chosen(moves: Sequence[Move], seated: set[int]) -> tuple[list[Move], list[Move]]:
    """Those at the table and those who change most, as many as are shown; and the others."""
    by_weight = sorted(moves, key=lambda move: (move.player not in seated, -move.by))
    chosen = {move.player for move in by_weight[:SHOWN]}
    return [move for move in moves if move.player in chosen], by_weight[SHOWN:]


def _line(move: Move, players: Mapping[int, Player]) -> Line:
    player = players[move.player]
    address = reverse("ratings:player", args=[player.public_id, player.slug])
    before, then = move.before, move.after
    return Line(
        player.public_id,
        player.name,
        address,
        (
            Pair(str(milli(before[0])) if before else NOBODY, str(milli(then[0])) if then else NOBODY),
            Pair(change, change) if (change := _change(move)) else Pair(NOBODY, NOBODY),
            Pair(str(before[1]) if before else NOBODY, str(then[1]) if then else NOBODY),
        ),
    )


def _change(move: Move) -> str:
    if move.before is None or move.after is None:
        return ""
    return signed(milli(move.after[0]) - milli(move.before[0]))


def _more(rest: Sequence[Move]) -> str:
    if not rest:
        return ""
    sentence = ngettext(
        "%(count)d more rating changes by %(by)d.",
        "%(count)d more ratings change by at most %(by)d.",
        len(rest),
    )
    return sentence % {"count": len(rest), "by": max(move.by for move in rest)}


def _too_many(preview: Preview) -> str:
    sentence = _(
        "This changes the ratings of %(lines)s results, too many for a preview (maximum %(most)s). Moothill "
        "recalculates them after you confirm."
    )
    return sentence % {"lines": _grouped(preview.lines), "most": _grouped(preview.most)}


def _grouped(number: int) -> str:
    return number_format(number, force_grouping=True)
