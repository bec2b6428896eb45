"""Contexts of the pages of leagues."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from league.accounts.models import Player
from league.clubs.display_names import show_distinct_names
from league.clubs.models import Club
from league.clubs.permissions import Rights, User
from league.competition.promotion import MoveKind
from league.seasons.models import Division, League, Season
from league.seasons.promotion import PlannedMove, Tie, promotion_from, ties_in
from league.seasons.queries import divisions_of, is_draft, is_over, leagues_at, waits
from league.tournaments.models import Tournament
from league.tournaments.presenters.overview import ListRow, how_far, state_of
from league.tournaments.presenters.overview import rows_of as list_rows_of
from league.tournaments.presenters.rounds import RoundView, current_round, round_views
from league.tournaments.presenters.standings import results_in_words, shown_place
from league.tournaments.queries.entries import Entrant, Entrants, eligible_players, entrants_of_each
from league.tournaments.queries.standings_cache import Sheet, sheets_of

ZONES = {MoveKind.UP: "up", MoveKind.CALLED_UP: "up", MoveKind.DOWN: "down"}
WAYS = {
    MoveKind.UP: gettext_lazy("promoted"),
    MoveKind.CALLED_UP: gettext_lazy("promoted to a free place"),
    MoveKind.SPARED: gettext_lazy("stays because of a free place"),
    MoveKind.DOWN: gettext_lazy("relegated"),
    MoveKind.OUT: gettext_lazy("leaves"),
}
WAYS_SO_FAR = WAYS | {MoveKind.UP: gettext_lazy("promotion place"), MoveKind.DOWN: gettext_lazy("relegation place")}
"""Labels while a division is running and its standings can change."""


@dataclass(frozen=True, slots=True)
class Line:
    """A player in the standings of a division."""

    place: str
    entrant: Entrant
    points: str
    played: int
    zone: str
    """Promotion (`up`) or relegation (`down`) place; empty elsewhere, and before the first game."""
    words: str
    """The move in words."""
    is_first: bool
    """Whether they won the division."""


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A division with its standings, or before it starts its players."""

    division: Division
    href: str
    kind: str
    state: str
    how_far: str
    lines: tuple[Line, ...]
    rounds: Sequence[RoundView]
    """The current round and the one before."""
    moves: str
    """Numbers of promoted and relegated players, in a sentence."""


@dataclass(frozen=True, slots=True)
class SeasonInList:
    """A season in the history: its status, and the winner of its highest division."""

    season: Season
    href: str
    state: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """Context of the page of a season."""

    league: League
    season: Season
    divisions: tuple[DivisionTable, ...]
    seasons: tuple[SeasonInList, ...]
    topics: str
    is_draft: bool
    waits: bool
    """Whether a division has not started."""
    is_over: bool
    is_latest: bool


@dataclass(frozen=True, slots=True)
class LeagueInList:
    """A league in a list: its latest season, and the status."""

    name: str
    href: str
    club: Club
    season: str
    state: str
    divisions: int
    tournaments: Sequence[ListRow] = ()
    """The divisions, where the list shows them."""


def rows_of(leagues: Iterable[Any], tournaments: Iterable[Any] = ()) -> list[LeagueInList]:
    """Return leagues as a list shows them, annotated by `leagues_at`, with `tournaments_of_latest`."""
    divisions = list_rows_of(tournaments)
    return [
        LeagueInList(
            name=league.name,
            href=league_url(league),
            club=league.club,
            season=league.season,
            state=_in_words(to_come=league.waits and not league.started, over=not league.waits and not league.runs),
            divisions=league.divisions,
            tournaments=[row for row in divisions if getattr(row.tournament, "league", None) == league.pk],
        )
        for league in leagues
    ]


def topics_of(season: Season) -> list[str]:
    """Return the topics of its page for live updates."""
    return [division.tournament.topic for division in divisions_of(season)]


def league_url(league: League, season: Season | None = None) -> str:
    """Return the URL of the league, or of one of its seasons."""
    if season is None:
        return reverse("seasons:league", args=[league.public_id, league.slug])
    return reverse("seasons:season", args=[league.public_id, league.slug, season.number])


def season_page(league: League, seasons: Sequence[Season], shown: Season, user: User) -> SeasonPage:
    """Return the context, in a fixed number of queries."""
    divisions = divisions_of(shown)
    tournaments = [division.tournament for division in divisions]
    sheets = sheets_of(tournaments)
    entrants = entrants_of_each(tournaments, user)
    moves = promotion_from(divisions, sheets).moves
    return SeasonPage(
        league=league,
        season=shown,
        divisions=tuple(
            _division(one, sheet, entrants[one.tournament_id], [move for move in moves if move.before == one.level])
            for one, sheet in zip(divisions, sheets, strict=True)
        ),
        seasons=tuple(
            SeasonInList(row, league_url(league, row), state_in_words(row), row.pk == shown.pk) for row in seasons
        ),
        topics=" ".join(topics_of(shown)),
        is_draft=is_draft(shown),
        waits=waits(shown),
        is_over=is_over(shown),
        is_latest=shown.pk == seasons[0].pk,
    )


def state_in_words(season: Season) -> str:
    """Return the status of a season."""
    return _in_words(to_come=is_draft(season), over=is_over(season))


def _in_words(*, to_come: bool, over: bool) -> str:
    if over:
        return pgettext("season", "Finished")
    return pgettext("season", "Draft") if to_come else pgettext("season", "Running")


def _division(division: Division, sheet: Sheet, entrants: Entrants, moves: Sequence[PlannedMove]) -> DivisionTable:
    tournament = division.tournament
    kind, state = state_of(tournament)
    now = current_round(sheet)
    has_winner = tournament.status == Tournament.Status.FINISHED and sheet.is_played
    ways = WAYS if tournament.is_over else WAYS_SO_FAR
    lines = tuple(
        Line(
            place=shown_place(sheet, row),
            entrant=entrants[row.entry],
            points=results_in_words(sheet, row),
            played=row.played,
            zone=ZONES.get(move.kind, "") if sheet.is_played else "",
            words=str(ways.get(move.kind, "")) if sheet.is_played else "",
            is_first=has_winner and row.place == 1,
        )
        for row, move in zip(sheet.rows, moves, strict=True)
    )
    return DivisionTable(
        division=division,
        href=reverse("tournaments:tournament", args=[tournament.public_id, tournament.slug]),
        kind=kind,
        state=state,
        how_far=how_far(tournament, sheet) if tournament.is_running and sheet.rounds else "",
        lines=lines,
        rounds=round_views(tournament, sheet, [at for at in (now, now - 1) if at in sheet.rounds], entrants),
        moves=moves_in_words(division),
    )


def moves_in_words(division: Division) -> str:
    """Return how many are promoted and relegated."""
    phrases = []
    if division.up:
        phrases.append(ngettext("%(count)d promoted", "%(count)d promoted", division.up) % {"count": division.up})
    if division.down:
        phrases.append(ngettext("%(count)d relegated", "%(count)d relegated", division.down) % {"count": division.down})
    return ", ".join(phrases)


@dataclass(frozen=True, slots=True)
class NextLine:
    """A player's next division by the standings."""

    move: PlannedMove
    words: str
    note: str
    """A note for the organiser."""

    @property
    def zone(self) -> str:
        """Whether they go `up` or `down`."""
        return ZONES.get(self.move.kind, "")


@dataclass(frozen=True, slots=True)
class NextSeasonPage:
    """Context of the plan of the next season."""

    number: int
    """Number of the finished season."""
    divisions: Sequence[Division]
    lines: tuple[NextLine, ...]
    open_divisions: tuple[str, ...]
    mark: str
    proposed_name: str
    newcomers: QuerySet[Player]
    ties: Sequence[Tie]
    """Ties that a play-off can decide."""

    @property
    def club(self) -> Club:
        """The club."""
        return self.divisions[0].tournament.club

    @property
    def playing(self) -> Mapping[int, str]:
        """The names of the players."""
        return {move.player.pk: move.player.name for move in self.moves}

    @property
    def moves(self) -> list[PlannedMove]:
        """The moves of all players."""
        return [line.move for line in self.lines]


def next_season_page(season: Season) -> NextSeasonPage:
    """Return the plan by the present standings, and the choices."""
    divisions = divisions_of(season)
    plan = promotion_from(divisions, sheets_of([division.tournament for division in divisions]))
    playing = [move.player.pk for move in plan.moves]
    show_distinct_names([move.player for move in plan.moves], divisions[0].tournament.club)
    return NextSeasonPage(
        number=season.number,
        divisions=divisions,
        lines=tuple(NextLine(move, str(WAYS.get(move.kind, "")), _note(move)) for move in plan.moves),
        open_divisions=plan.open_divisions,
        mark=plan.mark,
        proposed_name=name_after(season),
        newcomers=eligible_players(divisions[0].tournament).exclude(pk__in=playing),
        ties=ties_in(plan, divisions),
    )


def name_after(season: Season) -> str:
    """Return the suggested name of the next season: each number plus one, "2026/27" becomes "2027/28"."""
    counted = re.sub(r"\d+", _next_number, season.name)
    return counted if counted != season.name else str(season.number + 1)


def _next_number(found: re.Match[str]) -> str:
    """Return the next number; after a two-digit 99 comes 00."""
    digits = found[0]
    following = str(int(digits) + 1).zfill(len(digits))
    return following[-2:] if len(digits) == len("99") else following


def _note(move: PlannedMove) -> str:
    if not move.may_go_on:
        return _("no longer a club member")
    if move.level_with_next:
        return _("tied with the next player after all tie-breaks: decide between them")
    return ""


def leagues_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:  # noqa: ARG001  (of the registry)
    """Return the leagues of the club, and the link to create one."""
    new_href = reverse("seasons:new", args=[club.slug]) if rights.organise else ""
    return {"rows": rows_of(leagues_at(club.pk)), "new_href": new_href}
