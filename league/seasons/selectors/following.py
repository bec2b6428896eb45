"""What organisers look at before they make the next season."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.clubs.naming import show_names_apart
from league.members.models import Player
from league.seasons.models import Division, Season
from league.seasons.selectors.leagues import divisions_of
from league.seasons.selectors.pages import WAYS, ZONES
from league.seasons.selectors.playing_off import Tie, ties_in
from league.seasons.selectors.promotion import PlannedMove, promotion_from
from league.tournaments.selectors.entries import eligible_players
from league.tournaments.selectors.sheet import sheets_of


@dataclass(frozen=True, slots=True)
class NextLine:
    """Somebody, and what becomes of them by the tables."""

    move: PlannedMove
    words: str
    note: str
    """What the organiser should know of it."""

    @property
    def zone(self) -> str:
        """Whether they go `up` or `down`."""
        return ZONES.get(self.move.way, "")


@dataclass(frozen=True, slots=True)
class NextSeasonPage:
    """The plan of the next season."""

    number: int
    """Of the season that is over."""
    divisions: Sequence[Division]
    lines: tuple[NextLine, ...]
    open_divisions: tuple[str, ...]
    mark: str
    proposed_name: str
    newcomers: QuerySet[Player]
    ties: Sequence[Tie]
    """What a play-off can decide."""

    @property
    def club(self) -> Club:
        """Whose season it is."""
        return self.divisions[0].tournament.club

    @property
    def playing(self) -> Mapping[int, str]:
        """The names of those who play in it."""
        return {move.player.pk: move.player.name for move in self.moves}

    @property
    def moves(self) -> list[PlannedMove]:
        """What becomes of everybody."""
        return [line.move for line in self.lines]


def next_season_page(season: Season) -> NextSeasonPage:
    """The plan as the tables stand now, and what can be chosen instead."""
    divisions = divisions_of(season)
    plan = promotion_from(divisions, sheets_of([one.tournament for one in divisions]))
    playing = [move.player.pk for move in plan.moves]
    show_names_apart([move.player for move in plan.moves], divisions[0].tournament.club)
    return NextSeasonPage(
        number=season.number,
        divisions=divisions,
        lines=tuple(NextLine(move, str(WAYS.get(move.way, "")), _note(move)) for move in plan.moves),
        open_divisions=plan.open_divisions,
        mark=plan.mark,
        proposed_name=name_after(season),
        newcomers=eligible_players(divisions[0].tournament).exclude(pk__in=playing),
        ties=ties_in(plan, divisions),
    )


def name_after(season: Season) -> str:
    """The name proposed for the season after one: every number in it one higher, "2026/27" then "2027/28"."""
    counted = re.sub(r"\d+", _one_more, season.name)
    return counted if counted != season.name else str(season.number + 1)


def _one_more(found: re.Match[str]) -> str:
    """The next number; of years in two digits 00 follows 99."""
    digits = found[0]
    following = str(int(digits) + 1).zfill(len(digits))
    return following[-2:] if len(digits) == len("99") else following


def _note(move: PlannedMove) -> str:
    if not move.may_go_on:
        return _("no longer a club member")
    if move.level_with_next:
        return _("tied with the next player after all tie-breaks: decide between them")
    return ""
