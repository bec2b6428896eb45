"""Rating changes that a correction of the ledger would cause, in words and figures."""

from collections.abc import Sequence
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
from league.results.consequences import BeforeAfter, Change, ChangeRow, Consequence

FIRST_RANKS = 10  # a new rank among these is shown, even if the rating is the same
MOST_LINES = 12
NO_VALUE = "\N{EN DASH}"


class RatingChange(NamedTuple):
    """A player's rating in thousandths and rank, before and after; None where there is none."""

    player: int
    before: tuple[int, int] | None
    after: tuple[int, int] | None

    @property
    def points(self) -> int | None:
        """The change in whole points, as shown; None for a player who was not or will not be rated."""
        return milli(self.after[0]) - milli(self.before[0]) if self.before and self.after else None

    @property
    def is_shown(self) -> bool:
        """Whether a page would show another rating, or another rank among the first."""
        if self.before is None or self.after is None:
            return True
        ranks = self.before[1], self.after[1]
        return self.points != 0 or (ranks[0] != ranks[1] and min(ranks) <= FIRST_RANKS)


def consequences_for_ratings(changes: Sequence[Change], _asker: User) -> list[Consequence]:
    """Return the changes of each pool, by the system that orders it; unchanged pools are left out."""
    consequences = []
    for _key, group in groupby(sorted(changes, key=attrgetter("pool.pk")), key=attrgetter("pool.pk")):
        of_pool = list(group)
        if any(change.counts or change.before is not None for change in of_pool):
            consequences.append(consequence_of(preview_of(of_pool[0].pool, of_pool), _players_in(of_pool)))
    return [consequence for consequence in consequences if consequence is not None]


def consequence_of(preview: Preview, seated: set[int]) -> Consequence | None:
    """Return what a preview shows, those `seated` at the tables first; `None` where nothing shown changes."""
    title = _("Ratings: %(pool)s") % {"pool": preview.pool.display_name}
    if not preview.is_calculated:
        return Consequence(title, (_too_many(preview),))
    changes = [change for change in changes_in(preview) if change.is_shown]
    if not changes:
        return None
    by_weight = sorted(changes, key=lambda change: (change.player not in seated, -abs(change.points or 0)))
    players = Player.objects.in_bulk([change.player for change in by_weight[:MOST_LINES]])
    lines = tuple(_line(change, players[change.player]) for change in changes if change.player in players)
    return Consequence(title, (), (_("Rating"), _("Change"), _("Rank")), lines, _others_text(by_weight[MOST_LINES:]))


def changes_in(preview: Preview) -> list[RatingChange]:
    """Return the players whose rating or rank changes, by the new rank; players without one come last."""
    values = [sorted((row.value for row in rows.values()), reverse=True) for rows in (preview.before, preview.after)]
    changes = [
        RatingChange(player, _standing(preview.before, player, values[0]), _standing(preview.after, player, values[1]))
        for player in preview.before.keys() | preview.after.keys()
    ]
    changed = [change for change in changes if change.before != change.after]
    return sorted(changed, key=lambda change: (change.after is None, change.after and change.after[1], change.player))


def _players_in(changes: Sequence[Change]) -> set[int]:
    return {seat.player_id for change in changes for seats in (change.before, change.after) for seat in seats or ()}


def _standing(rows: Standings, player: int, values: Sequence[int]) -> tuple[int, int] | None:
    row = rows.get(player)
    return (row.value, place_among(values, row.value)) if row else None


def _line(change: RatingChange, player: Player) -> ChangeRow:
    before, after = change.before, change.after
    points = NO_VALUE if change.points is None else signed(change.points)
    return ChangeRow(
        player.public_id,
        player.name,
        reverse("ratings:player", args=[player.public_id, player.slug]),
        (
            BeforeAfter(str(milli(before[0])) if before else NO_VALUE, str(milli(after[0])) if after else NO_VALUE),
            BeforeAfter(points, points),
            BeforeAfter(str(before[1]) if before else NO_VALUE, str(after[1]) if after else NO_VALUE),
        ),
    )


def _others_text(others: Sequence[RatingChange]) -> str:
    if not others:
        return ""
    sentence = ngettext(
        "%(count)d more rating changes by %(by)d.", "%(count)d more ratings change by at most %(by)d.", len(others)
    )
    return sentence % {"count": len(others), "by": max(abs(change.points or 0) for change in others)}


def _too_many(preview: Preview) -> str:
    sentence = _(
        "This changes the ratings of %(lines)s results, too many for a preview (maximum %(most)s). Moothill "
        "recalculates them after you confirm."
    )
    return sentence % {"lines": _formatted_number(preview.lines), "most": _formatted_number(preview.most)}


def _formatted_number(number: int) -> str:
    return number_format(number, force_grouping=True)
