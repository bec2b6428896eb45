"""Who is level where a division splits: what a play-off decides between."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from engine.core.registry import game as game_named
from league.seasons.models import Division
from league.seasons.selectors.promotion import PlannedMove, Promotion
from league.tournaments.models import Tournament

PAIR = 2  # a play-off is a round robin of two at a table
LONGEST = 80


@dataclass(frozen=True, slots=True)
class Tie:
    """Players who share a place of a division, of whom something else becomes."""

    division: Division
    place: int
    moves: tuple[PlannedMove, ...]

    @property
    def event_name(self) -> str:
        """What their play-off is called; of a long name of the division's event the end is kept, which differs."""
        words = _("play-off for place %(place)d") % {"place": self.place}
        name, room = self.division.tournament.name, LONGEST - len(words) - 2
        return f"{name if len(name) <= room else '…' + name[1 - room :]}, {words}"

    @property
    def event(self) -> Tournament | None:
        """Their play-off, once it is made; one that was called off is none."""
        made = self.division.play_offs.filter(place=self.place).select_related("tournament").first()
        return made.tournament if made and made.tournament.status != Tournament.Status.CANCELLED else None


def ties_in(plan: Promotion, divisions: Sequence[Division]) -> list[Tie]:
    """All that a play-off can decide, once the season is over, in a game that two can play."""
    by_level = {one.level: one for one in divisions if game_named(one.tournament.game).min_seats <= PAIR}
    return list(_ties(plan, by_level)) if plan.is_over else []


def _ties(plan: Promotion, by_level: dict[int, Division]) -> Iterator[Tie]:
    going_on = [one for one in plan.moves if one.after is not None and one.before in by_level]
    for (level, place), moves in groupby(going_on, key=lambda one: (one.before, one.place)):
        level_there = tuple(moves)
        if any(one.level_with_next for one in level_there):
            yield Tie(by_level[level], place, level_there)
