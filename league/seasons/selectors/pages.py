"""A season as its page shows it: the tables of all divisions with who goes up and who goes down."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy, ngettext, pgettext

from league.clubs.models import Club
from league.clubs.rules import Asker
from league.rules.promotion import Way
from league.seasons.models import Division, League, Season
from league.seasons.selectors.leagues import divisions_of, is_draft, is_over, waits
from league.seasons.selectors.promotion import PlannedMove, promotion_from
from league.tournaments.models import Tournament
from league.tournaments.selectors.entrants import Entrant, entrants_of_each
from league.tournaments.selectors.overview import how_far, state_of
from league.tournaments.selectors.sheet import Sheet, sheets_of
from league.tournaments.selectors.standings import came_to, shown_place

ZONES = {Way.UP: "up", Way.CALLED_UP: "up", Way.DOWN: "down"}
WAYS = {
    Way.UP: gettext_lazy("promoted"),
    Way.CALLED_UP: gettext_lazy("promoted to a free place"),
    Way.SPARED: gettext_lazy("stays because of a free place"),
    Way.DOWN: gettext_lazy("relegated"),
    Way.OUT: gettext_lazy("leaves"),
}
WAYS_SO_FAR = WAYS | {
    Way.UP: gettext_lazy("promotion place"),
    Way.DOWN: gettext_lazy("relegation place"),
}
"""While the division is still played, its standings can change."""


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody in the table of a division."""

    place: str
    entrant: Entrant
    points: str
    played: int
    zone: str
    """Whether the line lies where one goes `up` or `down`; empty elsewhere, and before anything is played."""
    words: str
    """What becomes of them, where it is said."""
    is_first: bool
    """Whether they have won the division."""


@dataclass(frozen=True, slots=True)
class DivisionOnPage:
    """A division with its table, or before it is drawn who plays."""

    division: Division
    href: str
    kind: str
    state: str
    how_far: str
    lines: tuple[Line, ...]
    moves: str
    """How many go up and down, in a sentence."""


@dataclass(frozen=True, slots=True)
class SeasonInList:
    """A season in the history: its state, and who won its highest division."""

    season: Season
    href: str
    state: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """A season of a league."""

    league: League
    season: Season
    divisions: tuple[DivisionOnPage, ...]
    seasons: tuple[SeasonInList, ...]
    topics: str
    is_draft: bool
    waits: bool
    """Whether a division is still to be started."""
    is_over: bool
    is_latest: bool


@dataclass(frozen=True, slots=True)
class LeagueInList:
    """A league in a list: its latest season, and where that stands."""

    name: str
    href: str
    club: Club
    season: str
    state: str
    divisions: int


def rows_of(leagues: Iterable[Any]) -> list[LeagueInList]:
    """Leagues as a list shows them, from what `leagues_at` reads."""
    return [
        LeagueInList(
            name=one.name,
            href=address_of(one),
            club=one.club,
            season=one.season,
            state=_in_words(to_come=one.waits and not one.started, over=not one.waits and not one.runs),
            divisions=one.divisions,
        )
        for one in leagues
    ]


def topics_of(season: Season) -> list[str]:
    """What its page listens to."""
    return [one.tournament.topic for one in divisions_of(season)]


def address_of(league: League, season: Season | None = None) -> str:
    """Where the league stands, or one of its seasons."""
    if season is None:
        return reverse("seasons:league", args=[league.public_id, league.slug])
    return reverse("seasons:season", args=[league.public_id, league.slug, season.number])


def season_page(league: League, seasons: Sequence[Season], shown: Season, asker: Asker) -> SeasonPage:
    """The page: its queries are as many for ten divisions as for one."""
    divisions = divisions_of(shown)
    events = [one.tournament for one in divisions]
    sheets = sheets_of(events)
    entrants = entrants_of_each(events, asker)
    moves = promotion_from(divisions, sheets).moves
    return SeasonPage(
        league=league,
        season=shown,
        divisions=tuple(
            _division(one, sheet, entrants[one.tournament_id], [move for move in moves if move.before == one.level])
            for one, sheet in zip(divisions, sheets, strict=True)
        ),
        seasons=tuple(
            SeasonInList(one, address_of(league, one), state_in_words(one), one.pk == shown.pk) for one in seasons
        ),
        topics=" ".join(topics_of(shown)),
        is_draft=is_draft(shown),
        waits=waits(shown),
        is_over=is_over(shown),
        is_latest=shown.pk == seasons[0].pk,
    )


def state_in_words(season: Season) -> str:
    """Where a season stands."""
    return _in_words(to_come=is_draft(season), over=is_over(season))


def _in_words(*, to_come: bool, over: bool) -> str:
    if over:
        return pgettext("season", "Finished")
    return pgettext("season", "Draft") if to_come else pgettext("season", "Running")


def _division(
    division: Division, sheet: Sheet, entrants: Mapping[int, Entrant], moves: Sequence[PlannedMove]
) -> DivisionOnPage:
    event = division.tournament
    kind, state = state_of(event)
    has_winner = event.status == Tournament.Status.FINISHED and sheet.is_played
    ways = WAYS if event.is_over else WAYS_SO_FAR
    lines = tuple(
        Line(
            place=shown_place(sheet, row),
            entrant=entrants[row.entry],
            points=came_to(sheet, row),
            played=row.played,
            zone=ZONES.get(move.way, "") if sheet.is_played else "",
            words=str(ways.get(move.way, "")) if sheet.is_played else "",
            is_first=has_winner and row.place == 1,
        )
        for row, move in zip(sheet.rows, moves, strict=True)
    )
    return DivisionOnPage(
        division=division,
        href=reverse("tournaments:tournament", args=[event.public_id, event.slug]),
        kind=kind,
        state=state,
        how_far=how_far(event, sheet) if event.is_running and sheet.rounds else "",
        lines=lines,
        moves=moves_in_words(division),
    )


def moves_in_words(division: Division) -> str:
    """How many go up and down from a division."""
    told = []
    if division.up:
        told.append(ngettext("%(count)d promoted", "%(count)d promoted", division.up) % {"count": division.up})
    if division.down:
        told.append(ngettext("%(count)d relegated", "%(count)d relegated", division.down) % {"count": division.down})
    return ", ".join(told)
